import { Element } from "domhandler";
import { childOf, childrenOf, descendantsOf } from "../../markup/xml-tree.ts";
import type { Archive } from "../archive.ts";
import { beyondWarnings, maxSheet, unsolvedWarning, type Losses } from "../losses.ts";
import type { Pictures } from "../pictures.ts";
import { escapeHtml, htmlLink, linkedParagraphs, plainParagraphs } from "../html/markup.ts";
import { sheetTables } from "../html/sheet-tables.ts";
import type { TableCell } from "../html/table.ts";
import { addressAround, frameHtml, isShape, type AddressOf } from "./opendocument-frame.ts";
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
  readonly addressOf: AddressOf;
  readonly inlineHtml: (paragraph: Element) => string;
}

/** Filled cells of a sheet that are read at most; its tables show fewer. */
const maxFilled = 1_000_000;
/** Empty rows and cells that are repeated to the end of a sheet are no more than a gap. */
const maxGap = 100;

/** The cells of a sheet as far as they are read, and what is left out. */
interface SheetRows {
  readonly rows: (readonly TableCell[])[];
  filled: number;
  /** Filled cells beyond the last row or column that is read. */
  beyond: number;
  unsolved: number;
  isCut: boolean;
}

/** Sheets repeat cells and rows by number; empty ones are repeated to the end of the sheet. */
export function sheetHtml(sheet: Element, context: SheetContext): string {
  const name = sheet.attribs["table:name"] ?? "Sheet";
  const { warnings } = context;
  if (context.styles.hiddenSheets.has(sheet.attribs["table:style-name"] ?? "")) {
    warnings.push(`The hidden sheet ${name} is left out.`);
    return "";
  }
  const read: SheetRows = { rows: [], filled: 0, beyond: 0, unsolved: 0, isCut: false };
  for (const row of rowsOf(sheet)) addRow(read, row, context);
  if (read.unsolved > 0) warnings.push(unsolvedWarning(name, read.unsolved));
  warnings.push(...beyondWarnings(name, read.beyond));
  if (read.isCut) warnings.push(`Sheet ${name} is very large; only its beginning was read.`);
  const tables = sheetTables(read.rows);
  warnings.push(...tables.warnings.map((warning) => `Sheet ${name}: ${warning}`));
  return `<h2>${escapeHtml(name)}</h2>${tables.html}${drawnHtml(sheet, context)}`;
}

function addRow(read: SheetRows, row: Element, context: SheetContext): void {
  const cells: TableCell[] = [];
  let [filled, beyond] = [0, 0];
  for (const cell of childrenOf(row)) {
    if (!/^table:(?:covered-)?table-cell$/.test(cell.name)) continue;
    const shown = cellOf(cell, context);
    const formula = isEmpty(shown) && !isEmptyText(cell) ? cell.attribs["table:formula"] : undefined;
    if (formula !== undefined) read.unsolved += 1;
    const value = formula === undefined ? shown : formula.replace(/^\w+:/, "");
    const count = repetitions(cell.attribs["table:number-columns-repeated"], isEmpty(value));
    const times = Math.min(count, maxSheet.columns - cells.length);
    for (let time = 0; time < times; time += 1) cells.push(value);
    if (isEmpty(value)) continue;
    filled += times;
    beyond += count - times;
  }
  const count = repetitions(row.attribs["table:number-rows-repeated"], filled + beyond === 0);
  const times = Math.min(count, maxSheet.rows - read.rows.length);
  const kept = Math.min(times, Math.floor((maxFilled - read.filled) / Math.max(1, filled)));
  for (let time = 0; time < kept; time += 1) read.rows.push(cells);
  read.filled += kept * filled;
  read.beyond += count * (filled + beyond) - times * filled;
  read.isCut ||= kept < times;
}

const repetitions = (count: string | undefined, isGap: boolean): number =>
  Math.min(/^\d{1,7}$/.test(count ?? "") ? Math.max(1, Number(count)) : 1, isGap ? maxGap : Infinity);

const isEmpty = (cell: TableCell): boolean => (typeof cell === "string" ? cell : cell.text) === "";

/** True for a formula whose result is a text without characters: it is written as such, or as an empty paragraph. */
const isEmptyText = (cell: Element): boolean =>
  cell.attribs["office:value-type"] === "string" || childOf(cell, "text:p") !== undefined;

function cellOf(cell: Element, { inlineHtml, losses }: SheetContext): TableCell {
  losses.add("comment", childrenOf(cell, "office:annotation").length);
  const date = dateOf(cell);
  if (date !== undefined) return date;
  const paragraphs = childrenOf(cell, "text:p");
  const text = paragraphs.length === 0 ? valueOf(cell) : paragraphs.map(plainText).join("\n");
  const href = /^\w+:=HYPERLINK\("([^"[][^"]*)"\s*[;)]/i.exec(cell.attribs["table:formula"] ?? "")?.[1];
  if (href !== undefined && text.trim() !== "") return { text, html: htmlLink(href, text.trim()) };
  const isPlain = paragraphs.every((paragraph) => childOf(paragraph, "text:a", "text:span") === undefined);
  return isPlain ? text : { text, html: paragraphs.map((paragraph) => inlineHtml(paragraph).trim()).join("<br>") };
}

/** The value of a cell whose text is not stored, as some programs write it (ODF 1.3 part 3, §19.385). */
function valueOf({ attribs }: Element): string {
  const number = attribs["office:value"] ?? "";
  switch (attribs["office:value-type"]) {
    case "boolean":
      return (attribs["office:boolean-value"] ?? "").toUpperCase();
    case "percentage":
      return number === "" ? "" : `${Number((Number(number) * 100).toPrecision(15))}%`;
    case "currency":
      return `${number} ${attribs["office:currency"] ?? ""}`.trim();
    case "time":
      return clockOf(attribs["office:time-value"] ?? "");
    case "string":
      return attribs["office:string-value"] ?? "";
    default:
      return number;
  }
}

/** A duration as a clock shows it: `PT27H03M00S` is 27:03 (XML Schema part 2, §3.2.6). */
function clockOf(duration: string): string {
  const [, hours, minutes, seconds] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,]\d+)?S)?$/.exec(duration) ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return duration;
  const parts = [hours, minutes, seconds].map((part = "0") => String(Number(part)).padStart(2, "0"));
  return parts.join(":").replace(/(?<=:\d\d):00$/, "");
}

/** Pictures, charts and shapes with words that lie on a sheet or hang on its cells. */
function drawnHtml(sheet: Element, context: SheetContext): string {
  const frames = descendantsOf(sheet, "draw:frame").map((frame) => {
    const html = frameHtml(frame, context, true);
    const written = paragraphsHtml(descendantsOf(childOf(frame, "draw:text-box"), "text:p"));
    const linked = (shown: string) => linkedParagraphs(addressAround(frame, context), shown);
    return linked(html === "" ? "" : `<p>${html}</p>`) + context.drawn.splice(0).join("") + linked(written);
  });
  const inShapes = descendantsOf(sheet, "text:p").map((paragraph) => {
    const { parent } = paragraph;
    if (!(parent instanceof Element && holdsText(parent))) return "";
    return linkedParagraphs(addressAround(parent, context), paragraphsHtml([paragraph]));
  });
  return frames.join("") + inShapes.join("");
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
