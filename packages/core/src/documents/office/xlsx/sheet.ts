import { escapeHtml, htmlLink, linkedHtml } from "../../html/markup.ts";
import type { TableCell } from "../../html/table.ts";
import { xmlParser } from "../../../markup/xml-tree.ts";
import { documentPrefixes } from "../../namespaces.ts";
import { maxSheet } from "../../losses.ts";
import { linkAddress } from "../fields.ts";
import { outsideOf, plainCharacters, type Relations } from "../package.ts";
import type { ShowNumber } from "./formats.ts";
import type { RichValues } from "./rich-values.ts";

/** Most links of a sheet that are read. */
const maxLinks = 100_000;

/** Data that a sheet's cells refer to. */
export interface Book {
  readonly strings: readonly TableCell[];
  readonly showNumber: ShowNumber;
  readonly richValues: RichValues;
}

/** The cells of a sheet, and the number of formulas shown for lack of a result in the file. */
export interface SheetCells {
  readonly rows: readonly (readonly TableCell[])[];
  readonly unsolved: number;
  /** The number of cells beyond the last row or column that is read. */
  readonly beyond: number;
}

/** The cells of a part of a workbook, and what is missing from it. */
interface SheetPart extends SheetCells {
  /** The number of cells that name a text that the workbook lacks. */
  readonly lostTexts: number;
  /** False where the sheet breaks off. */
  readonly isWhole: boolean;
}

interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  /** Its metadata, which says what it shows instead of the error that older programs see. */
  readonly metadata: number | undefined;
  value: string;
  formula: string;
  hasFormula: boolean;
  /** The file says what it shows, if only that it is empty. */
  hasValue: boolean;
}

/** Reads a sheet as a stream, because its tree would be many times larger than its text. */
export function readSheet(source: string, book: Book, relations: Relations): SheetPart {
  const rows: TableCell[][] = [];
  const links: { readonly reference: string; readonly href: string }[] = [];
  let cell: OpenCell | undefined;
  let reads: "value" | "formula" | undefined;
  let pronunciations = 0;
  let unsolved = 0;
  let beyond = 0;
  let lostTexts = 0;
  /** The number of the open row, from 1. Rows may be out of order. */
  let number = 0;
  const handler: Parameters<typeof xmlParser>[0] = {
    onopentag(name, attribs) {
      if (name === "row") {
        const written = Number(attribs["r"]);
        number = Number.isInteger(written) && written > 0 ? written : number + 1;
        while (rows.length < Math.min(maxSheet.rows, number)) rows.push([]);
      } else if (name === "c") cell = openCell(attribs, rows[number - 1]?.length ?? 0);
      else if (name === "f" && cell !== undefined) cell.hasFormula = true;
      else if (name === "hyperlink" && links.length < maxLinks) {
        const href = linkAddress(outsideOf(relations, attribs["r:id"]), attribs["location"]);
        if (href !== undefined) links.push({ reference: attribs["ref"] ?? "", href });
      } else if (name === "rPh") pronunciations += 1;
      if (name === "v" && cell !== undefined) cell.hasValue = true;
      const isText = name === "v" || (name === "t" && pronunciations === 0);
      reads = isText ? "value" : name === "f" ? "formula" : undefined;
    },
    ontext(text) {
      if (cell !== undefined && reads !== undefined) cell[reads] += text;
    },
    onclosetag(name) {
      if (name === "v" || name === "t" || name === "f") reads = undefined;
      if (name === "rPh") pronunciations -= 1;
      if (name !== "c" || cell === undefined) return;
      const row = rows[number - 1];
      if (row === undefined || cell.column >= maxSheet.columns) {
        if (cell.value !== "" || cell.hasFormula) beyond += 1;
        return;
      }
      if (isLost(cell, book)) lostTexts += 1;
      if (isUnsolved(cell)) unsolved += 1;
      row[cell.column] = styled(shown(cell, book), cell.style); // sparse: hostile sheets fill only the last column
      cell = undefined;
    },
  };
  const isWhole = xmlParser(handler, { prefixes: documentPrefixes }).end(source);
  for (const { reference, href } of links) linkCell(rows, reference, href);
  return { rows, unsolved, beyond, lostTexts, isWhole };
}

const openCell = (attribs: Readonly<Record<string, string>>, next: number): OpenCell => ({
  column: columnOf(attribs["r"], next),
  type: attribs["t"] ?? "n",
  style: Number(attribs["s"] ?? 0),
  metadata: attribs["t"] === "e" && attribs["vm"] !== undefined ? Number(attribs["vm"]) : undefined,
  value: "",
  formula: "",
  hasFormula: false,
  hasValue: false,
});

/** `AB12` is column 27, counted from zero. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return next;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** `AB12` is column 27 of row 11, counted from zero. */
export function placeOf(reference: string): { readonly row: number; readonly column: number } | undefined {
  const [, letters, number] = /^\$?([A-Z]{1,3})\$?(\d{1,7})/.exec(reference) ?? [];
  return letters === undefined ? undefined : { row: Number(number) - 1, column: columnOf(letters, -1) };
}

/** A link may be laid over several cells, as in `A1:B2`; it goes to the first one. */
function linkCell(rows: TableCell[][], reference: string, href: string): void {
  const place = placeOf(reference);
  if (place === undefined) return;
  const { column } = place;
  const row = rows[place.row];
  const cell = row?.[column];
  if (row === undefined || cell === undefined) return;
  const content = typeof cell === "string" ? { text: cell, html: escapeHtml(cell.trim()) } : cell;
  if (!content.html.includes("<a ")) row[column] = { ...content, html: linkedHtml(href, content.html) };
}

/** The style tells the head of a table from the rows below it. */
function styled(content: TableCell, style: number): TableCell {
  if (style === 0 || content === "") return content;
  return typeof content === "string"
    ? { text: content, html: escapeHtml(content.trim()), style }
    : { ...content, style };
}

/** A formula without a result; an empty text is one. */
const isUnsolved = ({ hasFormula, hasValue, type, value }: OpenCell): boolean =>
  hasFormula && value === "" && !(type === "str" && hasValue);

/** A cell that names a text that is not there. */
const isLost = ({ type, value }: OpenCell, { strings }: Book): boolean =>
  type === "s" && value !== "" && strings[Number(value)] === undefined;

function shown(cell: OpenCell, { strings, showNumber, richValues }: Book): TableCell {
  const { type, style, value, formula } = cell;
  const rich = cell.metadata === undefined ? undefined : richValues(cell.metadata);
  if (rich !== undefined) return rich;
  if (type === "s") return value === "" ? "" : (strings[Number(value)] ?? "");
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (value === "") return isUnsolved(cell) ? `=${formula === "" ? "…" : formula}` : "";
  const text = type === "n" ? showNumber(value, style) : plainCharacters(value);
  const href = /^HYPERLINK\("([^"[][^"]*)"\s*[,)]/i.exec(formula)?.[1];
  return href === undefined ? text : { text, html: htmlLink(href, text.trim()) };
}

/** A text with differently set parts, as far as that changes its meaning. */
export const richText = (parts: readonly { readonly text: string; readonly tag: string | undefined }[]): TableCell => {
  const text = parts.map((part) => part.text).join("");
  if (parts.every(({ tag }) => tag === undefined)) return text;
  const html = parts.map((part) =>
    part.tag === undefined ? escapeHtml(part.text) : `<${part.tag}>${escapeHtml(part.text)}</${part.tag}>`,
  );
  return { text, html: html.join("").trim() };
};
