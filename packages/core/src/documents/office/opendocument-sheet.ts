import { Element } from "domhandler";
import { childOf, childrenOf, descendantsOf } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";
import { unsolvedWarning, type Losses } from "../losses.ts";
import type { Pictures } from "../pictures.ts";
import { escapeHtml, htmlLink, plainParagraphs } from "../html/markup.ts";
import { sheetTables } from "../html/sheet-tables.ts";
import type { TableCell } from "../html/table.ts";
import { frameHtml, isShape } from "./opendocument-frame.ts";
import { rowsOf } from "./opendocument-rows.ts";
import type { Styles } from "./opendocument-styles.ts";
import { plainText } from "./opendocument-text.ts";

interface SheetContext {
  readonly styles: Pick<Styles, "hiddenSheets">;
  readonly warnings: string[];
  readonly archive: Archive;
  readonly pictures: Pictures;
  readonly losses: Losses;
  readonly drawn: string[];
  readonly inlineHtml: (paragraph: Element) => string;
}

const maxRepeated = 1000;

/** Sheets repeat cells and rows by number; empty ones are repeated to the end of the sheet. */
export function sheetHtml(sheet: Element, context: SheetContext): string {
  const name = sheet.attribs["table:name"] ?? "Sheet";
  if (context.styles.hiddenSheets.has(sheet.attribs["table:style-name"] ?? "")) {
    context.warnings.push(`The hidden sheet ${name} is left out.`);
    return "";
  }
  let unsolved = 0;
  const rows = rowsOf(sheet).flatMap((row) => {
    const cells = childrenOf(row).flatMap((cell) => {
      if (!/^table:(?:covered-)?table-cell$/.test(cell.name)) return [];
      const shown = cellOf(cell, context);
      const formula = isEmpty(shown) && !isEmptyText(cell) ? cell.attribs["table:formula"] : undefined;
      if (formula !== undefined) unsolved += 1;
      const value = formula === undefined ? shown : formula.replace(/^\w+:/, "");
      return repeated(value, cell.attribs["table:number-columns-repeated"], isEmpty(value));
    });
    return repeated(cells, row.attribs["table:number-rows-repeated"], cells.every(isEmpty));
  });
  if (unsolved > 0) context.warnings.push(unsolvedWarning(name, unsolved));
  const tables = sheetTables(rows);
  context.warnings.push(...tables.warnings.map((warning) => `Sheet ${name}: ${warning}`));
  return `<h2>${escapeHtml(name)}</h2>${tables.html}${drawnHtml(sheet, context)}`;
}

const isEmpty = (cell: TableCell): boolean => (typeof cell === "string" ? cell : cell.text) === "";

/** True for a formula whose result is a text without characters: it is written as such, or as an empty paragraph. */
const isEmptyText = (cell: Element): boolean =>
  cell.attribs["office:value-type"] === "string" || childOf(cell, "text:p") !== undefined;

function cellOf(cell: Element, { inlineHtml, losses }: SheetContext): TableCell {
  losses.add("comment", childrenOf(cell, "office:annotation").length);
  const date = dateOf(cell);
  if (date !== undefined) return date;
  const paragraphs = childrenOf(cell, "text:p");
  const text = paragraphs.map(plainText).join("\n");
  const href = /^\w+:=HYPERLINK\("([^"]+)"/i.exec(cell.attribs["table:formula"] ?? "")?.[1];
  if (href !== undefined && text.trim() !== "") return { text, html: htmlLink(href, text.trim()) };
  const isPlain = paragraphs.every((paragraph) => childOf(paragraph, "text:a", "text:span") === undefined);
  return isPlain ? text : { text, html: paragraphs.map((paragraph) => inlineHtml(paragraph).trim()).join("<br>") };
}

/** Pictures, charts and shapes with words that lie on a sheet or hang on its cells. */
function drawnHtml(sheet: Element, context: SheetContext): string {
  const frames = descendantsOf(sheet, "draw:frame").map((frame) => {
    const html = frameHtml(frame, context, true);
    const written = paragraphsHtml(descendantsOf(childOf(frame, "draw:text-box"), "text:p"));
    return (html === "" ? "" : `<p>${html}</p>`) + context.drawn.splice(0).join("") + written;
  });
  const inShapes = descendantsOf(sheet, "text:p").filter(
    ({ parent }) => parent instanceof Element && holdsText(parent),
  );
  return frames.join("") + paragraphsHtml(inShapes);
}

/** True for a shape with words of its own, which a box of text in a frame is not. */
const holdsText = (element: Element): boolean => isShape(element) && element.name !== "draw:text-box";

const paragraphsHtml = (paragraphs: readonly Element[]): string => plainParagraphs(paragraphs.map(plainText));

/** A date as ISO 8601 writes it, however the sheet shows it. */
function dateOf({ attribs }: Element): string | undefined {
  const [day, time] = (attribs["office:date-value"] ?? "").split("T");
  if (day === undefined || day === "") return undefined;
  const clock = time?.replace(/(?::00)?(?:\.\d+)?Z?$/, "");
  return clock === undefined || clock === "00:00" ? day : `${day} ${clock}`;
}

function repeated<Value>(value: Value, count: string | undefined, isEmpty: boolean): readonly Value[] {
  const times = Math.min(Number(count ?? 1) || 1, isEmpty ? 100 : maxRepeated);
  return Array.from({ length: times }, () => value);
}
