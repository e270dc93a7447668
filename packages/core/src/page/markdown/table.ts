import { isTag, type Element } from "domhandler";
import { flatten, writeChildren, writeNodes, type Flow } from "./block.ts";
import { codeBlock, codeText, isGutter } from "./code.ts";
import { attribute, elementChildren, findDescendant, textOf } from "./element.ts";
import { languageOf } from "./language.ts";
import { createPhrase } from "./phrase.ts";
import { writeBlock } from "./writer.ts";

const maxColumns = 200;

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
  const filled = rows.filter(
    ({ element }) => textOf(element).trim() !== "" || findDescendant(element, isImage) !== undefined,
  );
  const columns = Math.max(0, ...rows.map(({ cells }) => cells.reduce((sum, cell) => sum + span(cell, "colspan"), 0)));
  if (filled.length < 2 || columns < 2) return true;
  if (rows.some(({ cells }) => cells.some(isGutter) && cells.some((cell) => findDescendant(cell, isPre) !== undefined)))
    return true;
  return findDescendant(table, ({ name }) => name === "table") !== undefined;
}

function isImage({ name }: Element): boolean {
  return name === "img";
}

function isPre({ name }: Element): boolean {
  return name === "pre";
}

function writeCells(rows: readonly Row[], flow: Flow): void {
  for (const { cells, element } of rows) {
    for (const cell of cells) writeNodes(cell.children, flow);
    void element;
  }
}

function span(cell: Element, name: "colspan" | "rowspan"): number {
  const value = Number.parseInt(attribute(cell, name), 10);
  return value > 1 ? value : 1;
}

function writeGrid(rows: readonly Row[], flow: Flow): void {
  const grid = placeCells(rows, flow);
  const columns = Math.max(...grid.map((row) => row.length));
  const [first] = rows;
  const hasHeader = first !== undefined && (first.inHead || first.cells.every(({ name }) => name === "th"));
  const lines = hasHeader ? [] : [line([], columns)];
  for (const row of grid) lines.push(line(row, columns));
  lines.splice(
    1,
    0,
    `|${alignments(rows, columns)
      .map((mark) => ` ${mark} |`)
      .join("")}`,
  );
  writeBlock(flow.writer, lines.join("\n"));
}

function line(cells: readonly string[], columns: number): string {
  let text = "|";
  for (let column = 0; column < columns; column += 1) text += ` ${cells[column] ?? ""} |`;
  return text;
}

/** Puts every cell in its column; the places a span covers stay empty. */
function placeCells(rows: readonly Row[], flow: Flow): string[][] {
  const covered: number[] = [];
  const grid: string[][] = [];
  for (const { cells, inHead } of rows) {
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
      const width = Math.min(span(cell, "colspan"), maxColumns);
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
    if (texts.some((text) => text !== "")) grid.push(texts);
  }
  return grid;
}

function alignments(rows: readonly Row[], columns: number): string[] {
  const marks: string[] = [];
  for (const cell of rows[0]?.cells ?? []) {
    const align = attribute(cell, "align") || /text-align:\s*(\w+)/.exec(attribute(cell, "style"))?.[1] || "";
    marks.push(align === "center" ? ":-:" : align === "right" ? "--:" : align === "left" ? ":--" : "---");
    for (let extra = 1; extra < Math.min(span(cell, "colspan"), maxColumns); extra += 1) marks.push("---");
  }
  while (marks.length < columns) marks.push("---");
  return marks.slice(0, columns);
}

void writeChildren;
void isTag;
