import { leaders, toLine, type Span } from "./lines.ts";
import { flowOf, minFlow, runsOf, type Run, type Strip } from "./columns.ts";
import { toRows, type Fragment, type Row, type Rule } from "./page-text.ts";

/** A cell: its lines, and how many columns it spans. */
export interface Cell {
  readonly lines: readonly (readonly Span[])[];
  readonly columns: number;
}

/** A table with the place it takes on the page. */
export interface PdfTable {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** Lines nearer than this are one. */
const sameEdge = 4;
const maxRules = 3000;
const maxCellCharacters = 1500;
const maxColumns = 40;

/** The tables whose cells are drawn with lines, and the text that is in none of them. */
export function ruledTables(
  fragments: readonly Fragment[],
  rules: readonly Rule[],
): { tables: readonly PdfTable[]; rest: readonly Fragment[] } {
  const used = new Set<Fragment>();
  const tables = groupRules(rules.slice(0, maxRules)).flatMap((group) => {
    const table = readGrid(
      group,
      fragments.filter((fragment) => !used.has(fragment)),
      used,
    );
    return table === undefined ? [] : [table];
  });
  return { tables, rest: fragments.filter((fragment) => !used.has(fragment)) };
}

/** Rules that touch belong together. */
function groupRules(rules: readonly Rule[]): readonly (readonly Rule[])[] {
  const groups: { box: Rule; rules: Rule[] }[] = [];
  for (const rule of rules.toSorted((one, other) => one.top - other.top)) {
    const touching = groups.filter(({ box }) => touches(box, rule));
    const rest = groups.filter((group) => !touching.includes(group));
    const merged = [...touching.flatMap((group) => group.rules), rule];
    const box = touching.reduce((all, group) => unite(all, group.box), rule);
    groups.splice(0, groups.length, ...rest, { box, rules: merged });
  }
  return groups.map((group) => group.rules);
}

const touches = (one: Rule, other: Rule): boolean =>
  one.left <= other.right + sameEdge &&
  other.left <= one.right + sameEdge &&
  one.top <= other.bottom + sameEdge &&
  other.top <= one.bottom + sameEdge;

const unite = (one: Rule, other: Rule): Rule => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

function readGrid(rules: readonly Rule[], fragments: readonly Fragment[], used: Set<Fragment>): PdfTable | undefined {
  const vertical = rules.filter((rule) => rule.bottom - rule.top > rule.right - rule.left);
  const horizontal = rules.filter((rule) => rule.right - rule.left >= rule.bottom - rule.top);
  if (vertical.length === 0 || horizontal.length < 2) return undefined;
  const frame = rules.reduce(unite);
  const columns = edgesOf([frame.left, ...vertical.map(({ left, right }) => (left + right) / 2), frame.right]);
  const lines = edgesOf([frame.top, ...horizontal.map(({ top, bottom }) => (top + bottom) / 2), frame.bottom]);
  if (columns.length < 3 || lines.length < 3 || columns.length > maxColumns) return undefined;
  const [left = 0, top = 0, right = 0, bottom = 0] = [columns[0], lines[0], columns.at(-1), lines.at(-1)];
  const inside = fragments.filter(({ x, y, width, size }) => {
    const [middle, height] = [x + width / 2, y - size * 0.3];
    return middle > left && middle < right && height > top && height < bottom;
  });
  const rows = lines
    .slice(1)
    .map((end, index) => readGridRow({ inside, vertical, columns, from: lines[index] ?? 0, to: end }));
  const filled = rows.filter((row) => row.some(({ lines: text }) => text.length > 0));
  if (!looksFilled(filled)) return undefined;
  for (const fragment of inside) used.add(fragment);
  return { top, bottom, left, right, rows: filled };
}

/** Drawings and forms are grids too, but most of their cells are empty; boxes around prose hold too much. */
function looksFilled(rows: readonly (readonly Cell[])[]): boolean {
  const cells = rows.flat();
  const full = cells.filter(({ lines }) => lines.length > 0);
  const lengths = full.map(({ lines }) => lines.flat().reduce((sum, { text }) => sum + text.length, 0));
  if (rows.length < 2 || full.length < cells.length * 0.35 || lengths.some((length) => length > maxCellCharacters))
    return false;
  return rows.some((row) => row.filter(({ lines }) => lines.length > 0).length >= 2);
}

interface GridRow {
  readonly inside: readonly Fragment[];
  readonly vertical: readonly Rule[];
  readonly columns: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** A boundary between columns that is not drawn beside this row makes one cell of two. */
function readGridRow({ inside, vertical, columns, from, to }: GridRow): readonly Cell[] {
  const cells: Cell[] = [];
  const middle = (from + to) / 2;
  let start = 0;
  for (let index = 1; index < columns.length; index += 1) {
    const edge = columns[index] ?? 0;
    const isDrawn = vertical.some(
      (rule) => Math.abs((rule.left + rule.right) / 2 - edge) < sameEdge && rule.top < middle && rule.bottom > middle,
    );
    if (!isDrawn && index < columns.length - 1) continue;
    const left = columns[start] ?? 0;
    const within = inside.filter(({ x, y, width, size }) => {
      const [across, down] = [x + width / 2, y - size * 0.3];
      return across > left && across <= edge && down > from && down <= to;
    });
    cells.push({ lines: toRows(within).map((row) => toLine(row).spans), columns: index - start });
    start = index;
  }
  return cells;
}

function edgesOf(positions: readonly number[]): readonly number[] {
  const edges: number[] = [];
  for (const position of positions.toSorted((one, other) => one - other)) {
    if (position - (edges.at(-1) ?? -Infinity) > sameEdge) edges.push(position);
  }
  return edges;
}

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

/** What is left of a gap beside further text; nothing when too little. */
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
    const isContinuation = above !== undefined && cells[0]?.lines.length === 0 && strip.y - above.y < strip.size * 1.45;
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

function readCell(strip: Row, from: number, to: number): Cell {
  const fragments = strip.fragments.filter(({ x, width }) => x + width / 2 > from && x + width / 2 <= to);
  const { spans } = toLine({ ...strip, fragments });
  return { lines: spans.length === 0 ? [] : [spans], columns: 1 };
}
