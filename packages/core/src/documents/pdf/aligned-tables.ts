import { leaders, toLine } from "./lines.ts";
import { flowOf, minFlow, runsOf, type Run, type Strip } from "./columns.ts";
import type { Row } from "./page-text.ts";
import { sameEdge, type Cell, type PdfTable } from "./ruled-tables.ts";

const listMarker = /^(?:[•◦▪‣⁃∙·●○■□–—*-]|\(?(?:\d{1,3}|[a-zA-Z]|[ivx]{1,5})[.)]|\[\d+\])$/;
const maxRowGap = 2.6;
const maxSizeStep = 1.15;
const minFullLines = 0.6;
/** A page has fewer lines; more are another table. */
const maxAlignedRows = 500;

/** Tables that are told only by the alignment of their columns, each as one strip in place of its lines. */
export function alignedTables(strips: readonly Strip<PdfTable>[]): readonly Strip<PdfTable>[] {
  const result: Strip<PdfTable>[] = [];
  for (let index = 0; index < strips.length;) {
    const found = growTable(strips, index);
    const strip = strips[index];
    if (found !== undefined) {
      result.push(found.strip);
      index = found.end;
    } else {
      if (strip !== undefined) result.push(strip);
      index += 1;
    }
  }
  return result;
}

function growTable(
  strips: readonly Strip<PdfTable>[],
  start: number,
): { readonly strip: Strip<PdfTable>; readonly end: number } | undefined {
  const first = strips[start];
  if (first === undefined || first.table !== undefined || hasLeaders(first)) return undefined;
  let gutters = gapsOf(cellsOf(first));
  let end = start + 1;
  if (gutters.length === 0) return undefined;
  for (let next = strips[end]; next !== undefined && end - start < maxAlignedRows; next = strips[end]) {
    const above = strips[end - 1];
    if (next.table !== undefined || above === undefined || hasLeaders(next) || next.y - above.y > next.size * maxRowGap)
      break;
    if (next.size > above.size * maxSizeStep) break; // a heading
    const kept = gutters.flatMap((gutter) => shrink(gutter, cellsOf(next), next.size));
    if (kept.length === 0 || kept.length < gutters.length - 1) break;
    gutters = kept;
    end += 1;
  }
  while (end > start && cellsOf(strips[end - 1]).length < 2) end -= 1;
  const rows = strips.slice(start, end);
  if (!isTable(rows, gutters)) return undefined;
  return { strip: tableStrip(rows, gutters), end };
}

/** Lines of a table of contents lead to their page numbers with dots. */
const hasLeaders = (strip: Strip<PdfTable>): boolean =>
  leaders.test(
    strip.fragments
      .map(({ text }) => text)
      .join("")
      .trim(),
  );

/** Stretches of a line that are further apart than words. */
const cellsOf = (strip: Strip<PdfTable> | undefined): readonly Run[] =>
  strip === undefined ? [] : mergeRuns(runsOf(strip.fragments, strip.size), strip.size * 0.9);

function mergeRuns(runs: readonly Run[], gap: number): readonly Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && run.left - last.right < gap)
      merged[merged.length - 1] = { left: last.left, right: run.right };
    else merged.push(run);
  }
  return merged;
}

const gapsOf = (cells: readonly Run[]): readonly Run[] =>
  cells.slice(1).map((cell, index) => ({ left: cells[index]?.right ?? 0, right: cell.left }));

/** The rest of a gap beside further text; nothing when too little. */
function shrink(gap: Run, cells: readonly Run[], size: number): readonly Run[] {
  let { left, right } = gap;
  for (const cell of cells) {
    if (cell.left < right && cell.right > left) {
      if (cell.left <= left) left = Math.max(left, cell.right);
      else right = Math.min(right, cell.left);
    }
  }
  return right - left >= size * 0.7 ? [{ left, right }] : [];
}

function isTable(rows: readonly Strip<PdfTable>[], gutters: readonly Run[]): boolean {
  const whole = rows.filter((row) => cellsOf(row).length >= 2);
  if (whole.length < (gutters.length >= 2 ? 2 : 3) || gutters.length === 0) return false;
  const firstEnd = gutters[0]?.left ?? 0;
  const firsts = rows.map((row) => textIn(row, -Infinity, firstEnd + 1)).filter((text) => text !== "");
  if (firsts.length > 0 && firsts.every((text) => listMarker.test(text))) return false;
  const areItems = firsts.length > 0 && firsts.every((text) => listMarker.test(text.split(/\s/, 1)[0] ?? ""));
  if (areItems && whole.length < rows.length) return false;
  return !rows.every((row) => row.fragments.every(({ fixedPitch }) => fixedPitch)) && !isJustified(rows);
}

/** Sentences whose words are set apart so that the lines end at the same place. */
function isJustified(rows: readonly Strip<PdfTable>[]): boolean {
  const ends = rows.map(({ runs }) => runs.at(-1)?.right ?? 0);
  const last = Math.max(...ends);
  const full = ends.filter((end) => last - end < sameEdge).length;
  if (full < (rows.length - 1) * minFullLines) return false;
  return flowOf(rows.map(({ fragments }) => fragments.map(({ text }) => text).join(" "))) >= minFlow;
}

const textIn = (strip: Strip<PdfTable>, from: number, to: number): string =>
  strip.fragments
    .filter(({ x, width }) => x + width / 2 > from && x + width / 2 <= to)
    .map(({ text }) => text)
    .join("")
    .trim();

function tableStrip(strips: readonly Strip<PdfTable>[], gutters: readonly Run[]): Strip<PdfTable> {
  const edges = [-Infinity, ...gutters.map(({ left, right }) => (left + right) / 2), Infinity];
  const rows: Cell[][] = [];
  strips.forEach((strip, index) => {
    const cells = edges.slice(1).map((to, column) => readCell(strip, edges[column] ?? -Infinity, to));
    const above = strips[index - 1];
    const isContinuation =
      above !== undefined &&
      cells[0]?.lines.length === 0 &&
      strip.y - above.y < strip.size * 1.45 &&
      !isRowOfItsOwn(cells, rows.at(-1) ?? []);
    const last = rows.at(-1);
    if (isContinuation && last !== undefined) {
      rows[rows.length - 1] = last.map((cell, column) => ({
        ...cell,
        lines: [...cell.lines, ...(cells[column]?.lines ?? [])],
      }));
    } else rows.push(cells);
  });
  const first = strips[0];
  const last = strips.at(-1);
  const runs = strips.flatMap((strip) => strip.runs);
  const left = Math.min(...runs.map((run) => run.left));
  const right = Math.max(...runs.map((run) => run.right));
  const top = (first?.y ?? 0) - (first?.size ?? 0);
  const table = { top, bottom: last?.y ?? 0, left, right, rows };
  return { y: first?.y ?? 0, size: first?.size ?? 0, fragments: [], runs: [{ left, right }], table };
}

/** A row below whose first cell stands for several: its other cells are full, or have numbers below numbers. */
function isRowOfItsOwn(cells: readonly Cell[], above: readonly Cell[]): boolean {
  const isFull = cells.length > 2 && cells.slice(1).every(({ lines }) => lines.length > 0);
  return isFull || cells.some((cell, column) => isNumber(cell) && isNumber(above[column]));
}

const isNumber = (cell: Cell | undefined): boolean =>
  cell !== undefined &&
  /^[\s\d.,%€$£()+−–-]*\d[\s\d.,%€$£()+−–-]*$/.test(
    cell.lines
      .flat()
      .map(({ text }) => text)
      .join(""),
  );

function readCell(strip: Row, from: number, to: number): Cell {
  const fragments = strip.fragments.filter(({ x, width }) => x + width / 2 > from && x + width / 2 <= to);
  const { spans } = toLine({ ...strip, fragments });
  return { lines: spans.length === 0 ? [] : [spans], columns: 1 };
}
