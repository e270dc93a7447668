import type { Element } from "domhandler";
import { flatten, writeNodes, type Flow } from "./flow.ts";
import { codeBlock, codeText, isGutter } from "./code.ts";
import { attribute, elementChildren, findDescendant, hasText } from "./element.ts";
import { languageOf } from "./language.ts";
import { createPhrase } from "./phrase.ts";
import { writeBlock } from "./writer.ts";

/** Wider spans are taken for "the whole row". */
const maxSpan = 50;

interface Row {
  readonly element: Element;
  readonly cells: readonly Element[];
  readonly inHead: boolean;
}

/** Writes a table: as a GFM table (GFM §4.10), as a listing if it numbers lines of code, else as its cells in order. */
export function writeTable(table: Element, flow: Flow): void {
  const rows = rowsOf(table);
  for (const caption of elementChildren(table)) if (caption.name === "caption") writeNodes(caption.children, flow);
  const listing = listingOf(rows);
  if (listing !== undefined) writeBlock(flow.writer, codeBlock(listing, languageOf(table)));
  else if (isLayout(table, rows)) writeCells(rows, flow);
  else writeGrid(rows, flow);
}

function rowsOf(table: Element): Row[] {
  const rows: Row[] = [];
  const feet: Row[] = [];
  for (const part of elementChildren(table)) {
    if (part.name === "tr") rows.push(rowOf(part, false));
    const target = part.name === "tfoot" ? feet : rows;
    if (!/^t(?:head|body|foot)$/.test(part.name)) continue;
    for (const row of elementChildren(part)) if (row.name === "tr") target.push(rowOf(row, part.name === "thead"));
  }
  return [...rows, ...feet];
}

function rowOf(element: Element, inHead: boolean): Row {
  return { element, inHead, cells: elementChildren(element).filter(({ name }) => name === "td" || name === "th") };
}

/** The code of a table that sets line numbers beside lines of code, one row each. */
function listingOf(rows: readonly Row[]): string | undefined {
  const [first] = rows;
  if (first === undefined || first.cells.length < 2) return undefined;
  const lines: string[] = [];
  for (const { cells } of rows) {
    const code = cells.filter((cell) => !isGutter(cell));
    if (code.length === cells.length || code.length > 1) return undefined;
    if (code[0] !== undefined && findDescendant(code[0], ({ name }) => name === "pre") !== undefined) return undefined;
    lines.push(code[0] === undefined ? "" : codeText(code[0]).replace(/^\n+|\n+$/g, ""));
  }
  return lines.join("\n");
}

/** Whether a table only arranges its contents on the page. */
function isLayout(table: Element, rows: readonly Row[]): boolean {
  const role = attribute(table, "role");
  if (role === "presentation" || role === "none") return true;
  const filled = rows.filter(({ element }) => hasText(element) || contains(element, "img"));
  const columns = widest(filled.map(({ cells }) => cells.reduce((sum, cell) => sum + span(cell, "colspan"), 0)));
  const named = hasHeader(rows);
  if (filled.length < 2) return !(named && columns > 1);
  if (columns < 2) return !named || rows.some(({ element }) => structure.some((name) => contains(element, name)));
  if (rows.some(({ cells }) => cells.some(isGutter) && cells.some((cell) => contains(cell, "pre")))) return true;
  if (!rows.some(({ element }) => contains(element, "table"))) return false;
  return !named || rows.some(({ element }) => findDescendant(element, isRichTable) !== undefined);
}

/** Whether an element is a table with more to lose than a row or a column of values, which fit in a cell. */
function isRichTable(element: Element): boolean {
  if (element.name !== "table") return false;
  const rows = rowsOf(element).filter(({ cells }) => cells.length > 1);
  return rows.length > 1 || structure.some((name) => contains(element, name));
}

/** The largest of many widths, more than a call could take as arguments. */
function widest(widths: readonly number[]): number {
  return widths.reduce((most, width) => Math.max(most, width), 0);
}

/** What a single column would squeeze for no gain. */
const structure = ["ul", "ol", "table", "p", "pre", "h2", "h3"];

function contains(element: Element, wanted: string): boolean {
  return findDescendant(element, ({ name }) => name === wanted) !== undefined;
}

function hasHeader([first]: readonly Row[]): boolean {
  return (
    first !== undefined && first.cells.length > 0 && (first.inHead || first.cells.every(({ name }) => name === "th"))
  );
}

function writeCells(rows: readonly Row[], flow: Flow): void {
  for (const { cells } of rows) for (const cell of cells) writeNodes(cell.children, flow);
}

function span(cell: Element, name: "colspan" | "rowspan"): number {
  const value = Number.parseInt(attribute(cell, name), 10);
  return value > 1 ? value : 1;
}

function writeGrid(rows: readonly Row[], flow: Flow): void {
  const grid = placeCells(rows, flow);
  const columns = widest(grid.map(({ texts }) => texts.length));
  if (columns === 0) return;
  const [first] = grid;
  const marks = alignments(first?.row, columns);
  const lines = grid.map(({ texts }) => line(texts, columns));
  if (!hasHeader(grid.map(({ row }) => row))) lines.unshift(line([], columns));
  lines.splice(1, 0, line(marks, columns));
  writeBlock(flow.writer, lines.join("\n"));
}

function line(cells: readonly string[], columns: number): string {
  let text = "|";
  for (let column = 0; column < columns; column += 1) text += ` ${cells[column] ?? ""} |`;
  return text;
}

interface GridRow {
  readonly row: Row;
  readonly texts: readonly string[];
}

/** Puts every cell in its column; the places a span covers stay empty. Rows that show nothing are left out. */
function placeCells(rows: readonly Row[], flow: Flow): GridRow[] {
  const covered: number[] = [];
  const grid: GridRow[] = [];
  for (const row of rows) {
    const { cells, inHead } = row;
    const texts: string[] = [];
    let column = 0;
    const skipCovered = (): void => {
      while ((covered[column] ?? 0) > 0) {
        covered[column] = (covered[column] ?? 0) - 1;
        texts[column] = "";
        column += 1;
      }
    };
    for (const cell of cells) {
      skipCovered();
      const width = Math.min(span(cell, "colspan"), maxSpan);
      const text = flatten(cell, createPhrase(inHead || cell.name === "th" ? "header-cell" : "cell"), flow.context);
      for (let offset = 0; offset < width && column < 1000; offset += 1) {
        texts[column] = offset === 0 ? text : "";
        covered[column] = span(cell, "rowspan") - 1;
        column += 1;
      }
    }
    while (column < covered.length) {
      if ((covered[column] ?? 0) > 0) covered[column] = (covered[column] ?? 0) - 1;
      column += 1;
    }
    if (texts.some((text) => text !== "")) grid.push({ row, texts });
  }
  return grid;
}

function alignments(row: Row | undefined, columns: number): string[] {
  const marks: string[] = [];
  for (const cell of row?.cells ?? []) {
    const align = attribute(cell, "align") || /text-align:\s*(\w+)/.exec(attribute(cell, "style"))?.[1] || "";
    marks.push(align === "center" ? ":-:" : align === "right" ? "--:" : align === "left" ? ":--" : "---");
    for (let extra = 1; extra < Math.min(span(cell, "colspan"), maxSpan); extra += 1) marks.push("---");
  }
  while (marks.length < columns) marks.push("---");
  return marks.slice(0, columns);
}
