import { toLine } from "./lines.ts";
import type { Cell, PdfTable } from "./ruled-tables.ts";
import type { Run, Strip } from "./strips.ts";

/** Lines of a head that name several columns together, at most. */
const maxLines = 2;
const minRows = 3;
/** Share of the rows that have text in all columns, or all but one. */
const minFull = 0.6;

/** How a table's lines are looked at. */
interface Measures {
  readonly cellsOf: (line: Strip<PdfTable>) => readonly Run[];
  readonly guttersOf: (lines: readonly Strip<PdfTable>[]) => readonly Run[];
}

/** The number of lines at the top of a table that cross the space between columns which all rows below leave free. */
export function countHeads(lines: readonly Strip<PdfTable>[], { cellsOf, guttersOf }: Measures): number {
  const all = guttersOf(lines).length;
  for (let count = Math.min(maxLines, lines.length - minRows); count > 0; count -= 1) {
    const rows = lines.slice(count);
    const columns = guttersOf(rows).length + 1;
    const isFiner = columns > all + 1 && columns > guttersOf(lines.slice(count - 1)).length + 1;
    const full = rows.filter((row) => cellsOf(row).length >= columns - 1).length;
    const areHeads = lines.slice(0, count).every((line) => cellsOf(line).length < columns);
    if (isFiner && areHeads && full >= rows.length * minFull) return count;
  }
  return 0;
}

/**
 * The lines above a table that are its head: one with a cell for each column, which may stand beside what is below it, as words
 * at the left of a column over numbers at its right, and one above that which names several columns together. From top
 * to bottom.
 */
export function headsAbove(
  above: readonly Strip<PdfTable>[],
  gutters: readonly Run[],
  cellsOf: Measures["cellsOf"],
): readonly (readonly Cell[])[] {
  const line = above.at(-1);
  if (line === undefined || gutters.length < minCountedGutters) return [];
  const inked = line.fragments.filter(({ text }) => text.trim() !== "");
  const pieces = inked.map(({ x, width }) => ({ left: x, right: x + width }));
  const cells = [cellsOf(line), pieces].find((some) => standOver(some, gutters));
  if (cells === undefined) return [];
  const head = cells.map(({ left, right }) => ({ columns: 1, lines: [textBetween(line, left, right)] }));
  if (head.some(hasLeaders) || head.filter(isLabel).length < head.length / 2) return [];
  return [...groupsAbove(above.slice(0, -1), cells, cellsOf), head];
}

/** The last line above a head if it names several of its columns together. */
export function groupsAbove(
  above: readonly Strip<PdfTable>[],
  head: readonly Run[],
  cellsOf: Measures["cellsOf"],
): readonly (readonly Cell[])[] {
  const line = above.at(-1);
  const groups = line === undefined ? [] : cellsOf(line);
  if (line === undefined || groups.length < 2 || groups.length >= head.length) return [];
  const cells = headCells(line, groups, middlesBetween(head));
  return cells.every((cell) => cell.lines.length === 0 || (isLabel(cell) && !hasLeaders(cell))) ? [cells] : [];
}

const textOf = ({ lines }: Cell): string =>
  lines
    .flat()
    .map(({ text }) => text)
    .join("")
    .trim();

/** True for words and years, which name columns as numbers don't. */
const isLabel = (cell: Cell): boolean => /\p{L}|^\d{4}$/u.test(textOf(cell));
/** True for dots that lead to a number of a page. */
const hasLeaders = (cell: Cell): boolean => /(?:[.\u2024\u2026\u00B7_]\s?){4}/.test(textOf(cell));

/** With fewer gaps between columns, their count tells nothing. */
const minCountedGutters = 2;
/** Texts may reach into the column beside them by this, in points. */
const maxReach = 2;

/** True for as many cells as there are columns, none of which is over another column than its own. */
const standOver = (cells: readonly Run[], gutters: readonly Run[]): boolean =>
  cells.length === gutters.length + 1 &&
  cells.every(({ left, right }, index) => {
    const [before, after] = [gutters[index - 1], gutters[index]];
    return left > (before?.left ?? -Infinity) - maxReach && right < (after?.right ?? Infinity) + maxReach;
  });

const middlesBetween = (cells: readonly Run[]): readonly Run[] =>
  cells.slice(1).map(({ left }, index) => ({ left: cells[index]?.right ?? left, right: left }));

function textBetween(line: Strip<PdfTable>, left: number, right: number): Cell["lines"][number] {
  const fragments = line.fragments.filter(({ x, width }) => x + width / 2 >= left && x + width / 2 <= right);
  return toLine({ ...line, fragments }).spans;
}

/** The cells of a line of the head, each over the columns that its text stands above. */
export function headCells(line: Strip<PdfTable>, cells: readonly Run[], gutters: readonly Run[]): readonly Cell[] {
  const middles = gutters.map(({ left, right }) => (left + right) / 2);
  const row: Cell[] = [];
  let column = 0;
  for (const { left, right } of cells) {
    const from = Math.max(column, middles.filter((middle) => middle <= left).length);
    const to = Math.max(from, middles.filter((middle) => middle < right).length);
    for (; column < from; column += 1) row.push({ lines: [], columns: 1 });
    row.push({ lines: [textBetween(line, left, right)], columns: to - from + 1 });
    column = to + 1;
  }
  for (; column <= middles.length; column += 1) row.push({ lines: [], columns: 1 });
  return row;
}
