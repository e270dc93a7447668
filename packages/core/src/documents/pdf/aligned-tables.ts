import { alignedRows } from "./aligned-rows.ts";
import { bulletSigns } from "./bullet-signs.ts";
import { countHeads, groupsAbove, headCells, headsAbove } from "./grouped-heads.ts";
import { countedRows } from "./counted-columns.ts";
import { runsOf, type Run, type Strip } from "./strips.ts";
import { flowOf, minFlow } from "./prose.ts";
import { isLed } from "./led-rows.ts";
import { sameEdge, type Cell, type PdfTable } from "./ruled-tables.ts";

const listMarker = new RegExp(
  String.raw`^(?:[${bulletSigns}·–—*-]|\(?(?:\d{1,3}(?:\.\d{1,3}){0,4}|[a-zA-Z]|[ivx]{1,5})[.)]|\[\d+\])$`,
);
const maxRowGap = 2.6;
/** Rows of several cells stand further apart than this in no table, in font sizes. */
const maxWideGap = 5;
/** Rows that stand apart have about the same distance: the lesser of two is no less than this share of the other. */
const minSameGap = 0.7;
const maxSizeStep = 1.15;
const minFullLines = 0.6;
/** Least width of a gutter, in font sizes. */
const minGutter = 0.7;
/** Lines of a table's head that stand above its first line of several cells, at most. */
const maxLinesAbove = 8;
/** Lines that a line is compared with, to tell it from another table. */
const nearLines = 6;
/** Cells of a column begin no further apart than this, in points, on most of its lines. */
const sameStart = 1.5;
const minShareAligned = 0.8;
/** Share of the lines of a table that have a first cell; the descriptions of terms take more lines than one. */
const minShareOfRows = 0.6;
const maxTrims = 10;
/** A page has fewer lines; more are another table. */
const maxAlignedRows = 500;

/** Tables that are told only by the alignment of their columns, each as one strip in place of its lines. */
export function alignedTables(strips: readonly Strip<PdfTable>[]): readonly Strip<PdfTable>[] {
  const result: Strip<PdfTable>[] = [];
  let floor = 0;
  for (let index = 0; index < strips.length;) {
    const found = findTable(strips, index, floor);
    const strip = strips[index];
    if (found !== undefined) {
      result.length -= index - found.start;
      result.push(found.strip);
      index = found.end;
      floor = index;
    } else {
      if (strip !== undefined) result.push(strip);
      index += 1;
    }
  }
  return result;
}

/** True for a column of a head alone, beside one in which most lines have several cells: the head tells other columns than the rows. */
function isTornByHead(lines: readonly Strip<PdfTable>[], rows: readonly (readonly Cell[])[]): boolean {
  const [head = [], ...others] = rows;
  const isEmpty = (column: number) => others.every((cells) => (cells[column]?.lines.length ?? 0) === 0);
  if (others.length < 2 || !head.some((_, column) => isEmpty(column))) return false;
  return lines.filter((line) => cellsOf(line).length > head.length).length >= lines.length / 2;
}

interface Found {
  readonly strip: Strip<PdfTable>;
  readonly start: number;
  readonly end: number;
}

/** The table around a line that has several cells. Lines before the floor belong to the table above. */
function findTable(strips: readonly Strip<PdfTable>[], seed: number, floor: number): Found | undefined {
  const region = growRegion(strips, seed, floor);
  if (region === undefined) return undefined;
  let { start, end } = region;
  // Lines above and below that are trimmed may have hidden gutters.
  for (let tries = 0; tries < maxTrims; tries += 1) {
    const whole = strips.slice(start, end);
    const headCount = countHeads(whole, { cellsOf, guttersOf });
    const lines = whole.slice(headCount);
    const gutters = guttersOf(lines);
    if (gutters.length === 0) return undefined;
    const rows = alignedRows(lines, gutters);
    const [first, last] = [rows.findIndex((row) => !isSingle(row)), rows.findLastIndex((row) => !isSingle(row))];
    const count = (from: number, to: number) => rows.slice(from, to).reduce((sum, row) => sum + row.strips, 0);
    if (first > 0 || last < rows.length - 1) {
      end -= first === -1 ? end - start : count(last + 1, rows.length);
      start += first === -1 ? 0 : headCount + count(0, first);
      continue;
    }
    const counted = lines.every(isCode) ? undefined : countedRows(lines, cellsOf);
    if (
      headCount === 0 &&
      counted !== undefined &&
      counted[0]?.cells.length !== gutters.length + 1 &&
      start <= seed &&
      end > seed
    ) {
      const groups = groupsAbove(linesAbove(strips, start, floor), cellsOf(lines[0]), cellsOf);
      const counts = counted.map((row) => row.cells);
      start -= groups.length;
      return { strip: tableStrip(strips.slice(start, end), [...groups, ...counts]), start, end };
    }
    const cells = rows.map((row) => row.cells);
    const isFound = start <= seed && end > seed && isTable(lines, cells, gutters);
    if (!isFound || isHeadAlone(whole, strips[end]) || isTornByHead(lines, cells)) return undefined;
    const heads = whole.slice(0, headCount).map((line) => headCells(line, cellsOf(line), gutters));
    const above = headCount > 0 ? [] : headsAbove(linesAbove(strips, start, floor), gutters, cellsOf);
    start -= above.length;
    return { strip: tableStrip(strips.slice(start, end), [...above, ...heads, ...cells]), start, end };
  }
  return undefined;
}

/** The lines right above a line that may be the head of a table, from top to bottom. */
function linesAbove(strips: readonly Strip<PdfTable>[], start: number, floor: number): readonly Strip<PdfTable>[] {
  const near: Strip<PdfTable>[] = [];
  for (let index = start - 1; index >= Math.max(floor, start - maxHeadLines); index -= 1) {
    const [above, below] = [strips[index], strips[index + 1]];
    if (above === undefined || below === undefined || !areNear(above, below) || isLed(above)) break;
    near.unshift(above);
  }
  return near;
}

/** Lines of the head of a table. */
const maxHeadLines = 2;
/** Columns at least for their number to tell a head. */
const minCounted = 3;

/** True for lines above one that has as many cells in other places: the head of the table that begins there. */
function isHeadAlone(lines: readonly Strip<PdfTable>[], next: Strip<PdfTable> | undefined): boolean {
  const last = lines.at(-1);
  if (lines.length > maxHeadLines || last === undefined || next === undefined || !areNear(last, next)) return false;
  const count = cellsOf(last).length;
  return count >= minCounted && cellsOf(next).length === count;
}

const isCode = ({ fragments }: Strip<PdfTable>): boolean => fragments.every(({ fixedPitch }) => fixedPitch);

const isSingle = ({ cells }: { readonly cells: readonly Cell[] }): boolean =>
  cells.filter(({ lines }) => lines.length > 0).length < 2;

/** The lines around a line with several cells that leave the same gaps free, as far as they stand together. */
function growRegion(
  strips: readonly Strip<PdfTable>[],
  seed: number,
  floor: number,
): { readonly start: number; readonly end: number } | undefined {
  const first = strips[seed];
  if (first === undefined || first.table !== undefined || isLed(first)) return undefined;
  let gutters = gapsOf(cellsOf(first));
  if (gutters.length === 0) return undefined;
  let end = seed + 1;
  for (let next = strips[end]; next !== undefined && end - seed < maxAlignedRows; next = strips[end]) {
    const above = strips[end - 1];
    if (
      above === undefined ||
      !(areNear(above, next) || (gutters.length > 1 && areRowsApart(strips, seed, end))) ||
      isAnother(strips.slice(Math.max(seed, end - nearLines), end), next)
    )
      break;
    const kept = gutters.flatMap((gutter) => shrink(gutter, cellsOf(next), next.size));
    if (kept.length === 0 || kept.length < gutters.length - 1) break;
    gutters = kept;
    end += 1;
  }
  let start = seed;
  for (let above = strips[start - 1]; above !== undefined && start > floor; above = strips[start - 1]) {
    const below = strips[start];
    if (below === undefined || seed - start >= maxLinesAbove || !areNear(above, below) || isLed(above)) break;
    const kept = gutters.flatMap((gutter) => shrink(gutter, piecesOf(above), above.size));
    if (kept.length < gutters.length) break;
    gutters = kept;
    start -= 1;
  }
  return { start, end };
}

/** True if a line may belong to the same table as the line above it; larger type is a heading. */
const areNear = (above: Strip<PdfTable>, next: Strip<PdfTable>): boolean =>
  areAlike(above, next) && next.y - above.y <= next.size * maxRowGap;

const areAlike = (above: Strip<PdfTable>, next: Strip<PdfTable>): boolean =>
  above.table === undefined && next.table === undefined && !isLed(next) && next.size <= above.size * maxSizeStep;

/**
 * True for a line with several cells that begins a row at a wide distance below the row above it, where the row before, of
 * those from the seed on, or the row after stands as far off.
 */
function areRowsApart(strips: readonly Strip<PdfTable>[], seed: number, index: number): boolean {
  const [above, next] = [strips[index - 1], strips[index]];
  if (above === undefined || next === undefined || !areAlike(above, next) || !beginsRow(next)) return false;
  const gap = next.y - above.y;
  if (gap > next.size * maxWideGap) return false;
  const after = strips.slice(index + 1, index + 1 + nearLines).find(beginsRow);
  const [last, before] = strips
    .slice(Math.max(seed, index - nearLines), index)
    .filter(beginsRow)
    .toReversed();
  const others = [(after?.y ?? next.y) - next.y, (last?.y ?? 0) - (before?.y ?? last?.y ?? 0)];
  return others.some((other) => other >= gap * minSameGap && other <= next.size * maxWideGap);
}

const beginsRow = (strip: Strip<PdfTable>): boolean =>
  strip.table === undefined && cellsOf(strip).length > 1 && !isLed(strip);

/** True for a line that stands clearly further off than the few lines before it, and is made in another way. */
function isAnother(rows: readonly Strip<PdfTable>[], next: Strip<PdfTable>): boolean {
  const gaps = rows.map((row, index) => (index === 0 ? 0 : row.y - (rows[index - 1]?.y ?? row.y)));
  const last = rows.at(-1);
  if (gaps.length < 3 || last === undefined) return false;
  if (next.y - last.y < Math.max(next.size * 1.8, Math.max(...gaps) * 1.5)) return false;
  const count = cellsOf(next).length;
  return count < 2 || count > cellsOf(last).length + 1;
}

/** The stretches that no line covers. */
function guttersOf(lines: readonly Strip<PdfTable>[]): readonly Run[] {
  const pieces = lines.flatMap(piecesOf).toSorted((one, other) => one.left - other.left);
  const size = lines[0]?.size ?? 0;
  return gapsOf(mergeRuns(pieces, 0)).filter(({ left, right }) => right - left >= size * minGutter);
}

/** Stretches of a line without gaps as wide as between words. */
const piecesOf = ({ fragments, size }: Strip<PdfTable>): readonly Run[] =>
  mergeRuns(
    fragments.filter(({ text }) => text.trim() !== "").map(({ x, width }) => ({ left: x, right: x + width })),
    size * 0.22,
  );

/** Stretches of a line that are further apart than words. */
export const cellsOf = (strip: Strip<PdfTable> | undefined): readonly Run[] =>
  strip === undefined ? [] : mergeRuns(runsOf(strip.fragments, strip.size), strip.size * 0.9);

function mergeRuns(runs: readonly Run[], gap: number): readonly Run[] {
  const merged: Run[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (last !== undefined && run.left - last.right < gap)
      merged[merged.length - 1] = { left: last.left, right: Math.max(last.right, run.right) };
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
  return right - left >= size * minGutter ? [{ left, right }] : [];
}

function isTable(
  lines: readonly Strip<PdfTable>[],
  rows: readonly (readonly Cell[])[],
  gutters: readonly Run[],
): boolean {
  const whole = rows.filter((cells) => !isSingle({ cells }));
  if (whole.length < (gutters.length >= 2 ? 2 : 3)) return false;
  const firsts = rows.map(([first]) => textOf(first)).filter((text) => text !== "");
  if (firsts.length > 0 && firsts.every((text) => listMarker.test(text))) return false;
  const areItems = firsts.length > 0 && firsts.every((text) => listMarker.test(text.split(/\s/, 1)[0] ?? ""));
  if (areItems && whole.length < rows.length) return false;
  if (lines.every(isCode)) return false;
  const edge = gutters[0]?.right ?? 0;
  const begun = lines.filter(({ runs }) => (runs[0]?.left ?? edge) < edge - 1);
  const isWrapped = begun.length < lines.length * minShareOfRows;
  return (!isWrapped && gutters.every((gutter) => isEdge(lines, gutter))) || !isJustified(begun);
}

/** True if what stands behind a gutter begins at the same place on nearly all lines, as only cells do. */
function isEdge(lines: readonly Strip<PdfTable>[], gutter: Run): boolean {
  const starts = lines.flatMap(
    (line) => piecesOf(line).find(({ left }) => left >= gutter.right - sameStart)?.left ?? [],
  );
  const first = Math.min(...starts);
  return starts.filter((start) => start - first < sameStart).length >= lines.length * minShareAligned;
}

const textOf = (cell: Cell | undefined): string =>
  (cell?.lines ?? [])
    .flat()
    .map(({ text }) => text)
    .join("")
    .trim();

/** Sentences whose words are set apart so that the lines end at the same place. */
function isJustified(rows: readonly Strip<PdfTable>[]): boolean {
  const ends = rows.map(({ runs }) => runs.at(-1)?.right ?? 0);
  const last = Math.max(...ends);
  const full = ends.filter((end) => last - end < sameEdge).length;
  if (full < (rows.length - 1) * minFullLines) return false;
  return flowOf(rows.map(({ fragments }) => fragments.map(({ text }) => text).join(" "))) >= minFlow;
}

function tableStrip(strips: readonly Strip<PdfTable>[], rows: PdfTable["rows"]): Strip<PdfTable> {
  const first = strips[0];
  const last = strips.at(-1);
  const runs = strips.flatMap((strip) => strip.runs);
  const left = Math.min(...runs.map((run) => run.left));
  const right = Math.max(...runs.map((run) => run.right));
  const top = (first?.y ?? 0) - (first?.size ?? 0);
  const table = { top, bottom: last?.y ?? 0, left, right, rows };
  return { y: first?.y ?? 0, size: first?.size ?? 0, fragments: [], runs: [{ left, right }], table };
}
