import type { Line } from "./lines.ts";
import type { Cell } from "./ruled-tables.ts";

/** A cell of a tagged table: its lines, with their places. */
type TaggedCell = readonly Line[];

/** Where a cell or a column has its text. */
interface Extent {
  readonly left: number;
  readonly right: number;
}

const maxColumns = 200;

/**
 * The rows of a tagged table, each with a cell in every column. Tags name the cells of a row, and how many columns and rows a
 * cell stands for only in attributes that are not read: rows with fewer cells than others have theirs below the cells that
 * stand at the same place.
 */
export function taggedRows(rows: readonly (readonly TaggedCell[])[]): readonly (readonly Cell[])[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  if (count > maxColumns) return rows.map((row) => row.map((cell) => cellOf(cell, 1)));
  const columns = columnsOf(rows.filter((row) => row.length === count));
  return rows.map((row, index) => {
    if (row.length === count) return row.map((cell) => cellOf(cell, 1));
    return placed(row, columns, index > 0);
  });
}

const cellOf = (lines: TaggedCell, columns: number): Cell => ({ lines: lines.map(({ spans }) => spans), columns });
const empty: Cell = { lines: [], columns: 1 };

function extentOf(cell: TaggedCell): Extent | undefined {
  if (cell.length === 0) return undefined;
  return {
    left: Math.min(...cell.map(({ left }) => left)),
    right: Math.max(...cell.map(({ right }) => right)),
  };
}

/** The places of columns in the rows that have all of them. */
function columnsOf(rows: readonly (readonly TaggedCell[])[]): readonly (Extent | undefined)[] {
  return (rows[0] ?? []).map((_, column) => extentOf(rows.flatMap((row) => row[column] ?? [])));
}

/** The cheapest way to give the cells of a row their columns, in order; `mayLeave` some out below taller cells. */
function placed(row: readonly TaggedCell[], columns: readonly (Extent | undefined)[], mayLeave: boolean): Cell[] {
  const best = new Map<string, { cost: number; cells: readonly Cell[] }>();
  const search = (cell: number, column: number): { cost: number; cells: readonly Cell[] } => {
    const lines = row[cell];
    if (lines === undefined && column >= columns.length) return { cost: 0, cells: [] };
    const key = `${cell} ${column}`;
    const known = best.get(key);
    if (known !== undefined) return known;
    let result = { cost: Infinity, cells: [] as readonly Cell[] };
    const consider = (cost: number, first: Cell, rest: { cost: number; cells: readonly Cell[] }) => {
      if (cost + rest.cost < result.cost) result = { cost: cost + rest.cost, cells: [first, ...rest.cells] };
    };
    const left = columns.length - column - (row.length - cell);
    if (mayLeave && left > 0) consider(leaveCost, empty, search(cell, column + 1));
    if (lines !== undefined) {
      for (let span = 1; span <= left + 1; span += 1)
        consider(
          misfit(lines, columns, [column, column + span]) + (mayLeave ? (span - 1) * spanCost : 0),
          cellOf(lines, span),
          search(cell + 1, column + span),
        );
    }
    best.set(key, result);
    return result;
  };
  return [...search(0, 0).cells];
}

/** Points that it costs to leave out a column, and to span one more; text in both of them costs more. */
const leaveCost = 0.5;
const spanCost = 2;

/** Points between a cell and the columns that it would stand for, at either side or at the middle, and over other columns. */
function misfit(
  cell: TaggedCell,
  columns: readonly (Extent | undefined)[],
  [from, to]: readonly [number, number],
): number {
  const own = extentOf(cell);
  const spanned = columns.slice(from, to).filter((column) => column !== undefined);
  if (own === undefined || spanned.length === 0) return 0;
  const left = Math.min(...spanned.map((column) => column.left));
  const right = Math.max(...spanned.map((column) => column.right));
  const over = columns.map((column, index) =>
    column === undefined || (index >= from && index < to) ? 0 : overlap(own, column),
  );
  const apart = Math.min(
    Math.abs(own.left - left),
    Math.abs(own.right - right),
    Math.abs(own.left + own.right - left - right) / 2,
  );
  return apart + over.reduce((sum, points) => sum + points, 0);
}

const overlap = (one: Extent, other: Extent): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left));
