import { toLine, type Line } from "./lines.ts";
import type { Run, Strip } from "./strips.ts";
import type { Cell } from "./ruled-tables.ts";

/** Lines of one row are nearer to each other than rows are, by this factor. */
const minGapStep = 1.2;
/** Distance of baselines in a cell, in font sizes, where the lines of a table are evenly spaced. */
const maxLineGap = 1.45;

/** A line of a table, by its columns; undefined where a column is empty. */
interface TableLine {
  readonly y: number;
  readonly size: number;
  readonly cells: readonly (Line | undefined)[];
}

/** A row of a table, and the number of lines that it was wrapped into. */
export interface AlignedRow {
  readonly cells: readonly Cell[];
  readonly strips: number;
}

/** The rows of a table that has no rules: its lines, those together that one row was wrapped into. */
export const alignedRows = <Table>(strips: readonly Strip<Table>[], gutters: readonly Run[]): readonly AlignedRow[] =>
  rowsBetween(strips, () => gutters.map(({ left, right }) => (left + right) / 2));

/** {@link alignedRows} of lines each of which has its own places between columns, always as many. */
export function rowsBetween<Table>(
  strips: readonly Strip<Table>[],
  placesOf: (strip: Strip<Table>) => readonly number[],
): readonly AlignedRow[] {
  const lines = strips.map((strip): TableLine => {
    const edges = [-Infinity, ...placesOf(strip), Infinity];
    const cells = edges.slice(1).map((to, column) => readCell(strip, edges[column] ?? -Infinity, to));
    return { y: strip.y, size: strip.size, cells };
  });
  const rows = spacedRows(lines) ?? evenRows(lines);
  return rows.map((row) => ({
    strips: row.length,
    cells: (row[0]?.cells ?? []).map((_, column) => ({ columns: 1, lines: textOf(row, column) })),
  }));
}

const textOf = (row: readonly TableLine[], column: number): Cell["lines"] =>
  row.flatMap(({ cells }) => (cells[column] === undefined ? [] : [cells[column].spans]));

function readCell<Table>(strip: Strip<Table>, from: number, to: number): Line | undefined {
  const fragments = strip.fragments.filter(({ x, width }) => x + width / 2 > from && x + width / 2 <= to);
  const line = toLine({ ...strip, fragments });
  return line.spans.length === 0 ? undefined : line;
}

const filled = ({ cells }: TableLine): number => cells.filter((cell) => cell !== undefined).length;

/**
 * Rows that stand further apart than the lines within them. In each, the cells of a column read as one text that was
 * wrapped, and some column needs fewer lines than another or makes a sentence: else the gaps part groups of rows.
 * Undefined if they are evenly spaced.
 */
function spacedRows(lines: readonly TableLine[]): readonly (readonly TableLine[])[] | undefined {
  const gaps = lines.slice(1).map(({ y }, index) => y - (lines[index]?.y ?? y));
  const limit = limitOf(gaps);
  if (limit === undefined) return undefined;
  const rows: TableLine[][] = [];
  for (const [index, line] of lines.entries()) {
    if (index > 0 && (gaps[index - 1] ?? 0) < limit) rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  const ends = columnEnds(lines);
  return rows.every((row) => row.length === 1 || isWrapped(row, ends)) ? rows : undefined;
}

/** The gap that parts small gaps from large ones; undefined when all are about alike. */
function limitOf(gaps: readonly number[]): number | undefined {
  const sorted = gaps.toSorted((one, other) => one - other);
  let best = { step: minGapStep, limit: undefined as number | undefined };
  for (const [index, gap] of sorted.entries()) {
    const next = sorted[index + 1];
    if (next !== undefined && next / gap > best.step) best = { step: next / gap, limit: (gap + next) / 2 };
  }
  return best.limit;
}

const columnEnds = (lines: readonly TableLine[]): readonly number[] =>
  (lines[0]?.cells ?? []).map((_, column) => Math.max(...lines.map(({ cells }) => cells[column]?.right ?? -Infinity)));

function isWrapped(row: readonly TableLine[], ends: readonly number[]): boolean {
  const columns = ends.map((_, column) => row.flatMap(({ cells }) => cells[column] ?? []));
  const isUneven = columns.some((lines) => lines.length > 0 && lines.length <= row.length / 2);
  const isSentence = columns.some(
    (lines) => lines.length > 1 && lines.slice(1).every(({ text }) => /^\p{Ll}/u.test(text)),
  );
  return (isUneven || isSentence) && columns.every((lines, column) => readsOn(lines, ends[column] ?? 0));
}

/** The width of a space, and the error in that of a word, as letters are not equally wide; in font sizes. */
const spaceWidth = 0.25;
const maxMisjudged = 0.7;

/** True if the first word of each line would not have fitted on the line above it. */
function readsOn(lines: readonly Line[], end: number): boolean {
  return lines.slice(1).every((line, index) => {
    const above = lines[index];
    if (above === undefined || (isNumber(above) && isNumber(line))) return false;
    const word = line.text.split(/\s/, 1)[0] ?? "";
    const width = ((line.right - line.left) / Math.max(1, line.text.length)) * word.length;
    return above.right + line.size * spaceWidth + width >= end - line.size * maxMisjudged;
  });
}

/** Evenly spaced lines: one without a first cell goes on with the row above. */
function evenRows(lines: readonly TableLine[]): readonly (readonly TableLine[])[] {
  const rows: TableLine[][] = [];
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    const row = rows.at(-1);
    const goesOn =
      above !== undefined &&
      line.cells[0] === undefined &&
      line.y - above.y < line.size * maxLineGap &&
      !isRowOfItsOwn(line, row ?? []);
    if (goesOn && row !== undefined) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** A row below whose first cell stands for several: its other cells are full, or have numbers below numbers. */
function isRowOfItsOwn(line: TableLine, above: readonly TableLine[]): boolean {
  const isFull = line.cells.length > 2 && filled(line) === line.cells.length - 1;
  return (
    isFull || line.cells.some((cell, column) => isNumber(cell) && above.some(({ cells }) => isNumber(cells[column])))
  );
}

/** True for a cell of digits and signs of amounts. */
export const isNumber = (cell: Line | undefined): boolean =>
  cell !== undefined && /^[\s\d.,%€$£()+−–-]*\d[\s\d.,%€$£()+−–-]*$/.test(cell.text);
