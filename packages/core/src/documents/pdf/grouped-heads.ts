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

/** The cells of a line of the head, each over the columns that its text stands above. */
export function headCells(line: Strip<PdfTable>, cells: readonly Run[], gutters: readonly Run[]): readonly Cell[] {
  const middles = gutters.map(({ left, right }) => (left + right) / 2);
  const row: Cell[] = [];
  let column = 0;
  for (const { left, right } of cells) {
    const from = Math.max(column, middles.filter((middle) => middle <= left).length);
    const to = Math.max(from, middles.filter((middle) => middle < right).length);
    for (; column < from; column += 1) row.push({ lines: [], columns: 1 });
    const fragments = line.fragments.filter(({ x, width }) => x + width / 2 >= left && x + width / 2 <= right);
    row.push({ lines: [toLine({ ...line, fragments }).spans], columns: to - from + 1 });
    column = to + 1;
  }
  for (; column <= middles.length; column += 1) row.push({ lines: [], columns: 1 });
  return row;
}
