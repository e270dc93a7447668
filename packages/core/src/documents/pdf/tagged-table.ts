import type { CellSpan } from "./cell-spans.ts";
import type { Line } from "./lines.ts";
import type { Cell, PdfTable } from "./ruled-tables.ts";

/** A cell of a tagged table: its lines, with their places, and how far it reaches, if it says so. */
export interface TaggedCell {
  readonly lines: readonly Line[];
  readonly span: CellSpan | undefined;
}

type TaggedRow = readonly TaggedCell[];

/** Where a cell has its text. */
interface Extent {
  readonly left: number;
  readonly right: number;
}

/** The places of texts that are known to stand in a column, and in no other. */
interface Column {
  readonly texts: readonly Extent[];
  /** All of them; undefined if there are none. */
  readonly around: Extent | undefined;
}

/** Points by which a cell misses the columns from one up to another. */
type Misfit = (cell: TaggedCell, columns: readonly Column[], place: readonly [from: number, to: number]) => number;

/** One way to give the cells of a table their columns. */
interface Way {
  readonly rows: readonly (readonly Cell[])[];
  /** Points by which cells miss their columns, in rows that leave some out. */
  readonly cost: number;
  /** The cells of these rows. */
  readonly loose: number;
}

const maxColumns = 200;
/** Places of texts that are compared, of one column. */
const maxTexts = 50;
/** Comparisons of a cell with a column, for all rows that leave cells out. */
const maxComparisons = 20_000_000;
/** Points by which cells miss their columns in a table that is read for sure, and those of one that says nothing of spans. */
const sureMisfit = 2;
const likelyMisfit = 12;
/** Points that it costs to stand in a column without a known text. */
const unknownMisfit = 5;
/** Points that it costs to leave out a column, and to span one more, where cells don't say how far they reach. */
const leaveCost = 0.5;
const spanCost = 2;

/**
 * The rows of a tagged table, each with a cell in every column. Cells stand in the order of their tags, as far as they say
 * that they reach. Many programs tag no empty cells: the cells of such a row stand in the columns with whose texts they are
 * in line. The table is guessed where there are several ways to read it.
 */
export function taggedRows(rows: readonly TaggedRow[]): Pick<PdfTable, "rows" | "isGuessed"> {
  const isStated = rows.some((row) => row.some(({ span }) => span !== undefined));
  const count = columnCount(rows);
  if (count > maxColumns || comparisons(rows, count, isStated) > maxComparisons)
    return { rows: rows.map((row) => row.map((cell) => cellOf(cell, 1))).filter(hasText), isGuessed: true };
  const columns = columnsOf(rows, count);
  const known = placedRows(rows, columns, { misfit: inLine, isStated });
  if (known.cost <= known.loose * sureMisfit) return { rows: known.rows.filter(hasText) };
  if (!isStated) return { rows: known.rows.filter(hasText), isGuessed: known.cost > known.loose * likelyMisfit };
  const ways = [known, ...edges.map((edge) => placedRows(rows, columns, { misfit: besideMiddles(edge), isStated }))];
  const [best = known, ...others] = ways.toSorted((one, other) => one.cost - other.cost);
  const margin = best.loose * sureMisfit;
  const isSure =
    best.cost <= margin && others.every((way) => way.cost > best.cost + margin || isSame(way.rows, best.rows));
  return { rows: best.rows.filter(hasText), isGuessed: !isSure };
}

const cellOf = ({ lines }: TaggedCell, columns: number): Cell => ({ lines: lines.map(({ spans }) => spans), columns });
const empty: Cell = { lines: [], columns: 1 };
const hasText = (row: readonly Cell[]): boolean => row.some(({ lines }) => lines.length > 0);
const widthOf = ({ span }: TaggedCell): number => span?.columns ?? 1;
const total = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

const isSame = (one: Way["rows"], other: Way["rows"]): boolean =>
  one.every((row, index) => placesOf(row) === placesOf(other[index] ?? []));
const placesOf = (row: readonly Cell[]): string => row.map(({ lines, columns }) => `${lines.length} ${columns}`).join();

/** The most columns that a row has with the cells that reach into it from above. */
function columnCount(rows: readonly TaggedRow[]): number {
  let count = 0;
  let above: readonly CellSpan[] = [];
  for (const row of rows) {
    const spans = row.map(({ span }) => span ?? { columns: 1, rows: 1 });
    count = Math.max(count, total([...spans, ...above].map(({ columns }) => columns)));
    if (count > maxColumns) return count;
    above = [...spans, ...above].flatMap((span) => (span.rows > 1 ? [{ ...span, rows: span.rows - 1 }] : []));
  }
  return count;
}

/** The comparisons that it takes at most to place the cells of rows that leave some out. */
const comparisons = (rows: readonly TaggedRow[], count: number, isStated: boolean): number =>
  total(
    rows.map((row) => {
      const spare = Math.max(0, count - total(row.map(widthOf)));
      return spare === 0 ? 0 : row.length * count * (spare + 1) * (isStated ? edges.length + 1 : spare + 1);
    }),
  );

/** The texts of rows that have a cell in every column, as far as each stands in only one. */
function columnsOf(rows: readonly TaggedRow[], count: number): readonly Column[] {
  const columns = Array.from({ length: count }, () => new Map<string, Extent>());
  let taken: readonly number[] = columns.map(() => 0);
  let unknownRows = 0;
  for (const row of rows) {
    const places = isFull(row, taken) && unknownRows === 0 ? inOrder(row, taken).places : undefined;
    for (const [index, cell] of row.entries()) {
      const extent = extentOf(cell);
      if (places === undefined || extent === undefined || widthOf(cell) > 1) continue;
      const column = columns[places[index] ?? 0];
      if (column !== undefined && column.size < maxTexts)
        column.set(`${Math.round(extent.left)} ${Math.round(extent.right)}`, extent);
    }
    unknownRows = Math.max(0, unknownRows - 1);
    if (places === undefined) unknownRows = Math.max(unknownRows, ...row.map(({ span }) => (span?.rows ?? 1) - 1));
    taken = takenBelow(row, places ?? [], taken);
  }
  return columns.map((column) => ({ texts: [...column.values()], around: unite([...column.values()]) }));
}

const unite = (extents: readonly Extent[]): Extent | undefined =>
  extents.length === 0
    ? undefined
    : { left: Math.min(...extents.map(({ left }) => left)), right: Math.max(...extents.map(({ right }) => right)) };

const isFull = (row: TaggedRow, taken: readonly number[]): boolean =>
  total(row.map(widthOf)) === taken.filter((left) => left === 0).length;

/** Cells that stand one after the other where no cell from above does. */
function inOrder(row: TaggedRow, taken: readonly number[]): PlacedRow {
  const cells: Cell[] = [];
  const places: number[] = [];
  let column = 0;
  const skip = () => {
    for (; (taken[column] ?? 0) > 0; column += 1) cells.push(empty);
  };
  for (const cell of row) {
    skip();
    cells.push(cellOf(cell, widthOf(cell)));
    places.push(column);
    column += widthOf(cell);
  }
  skip();
  return { cost: 0, cells, places };
}

/** How many more rows the cells of each column reach below a row. */
function takenBelow(row: TaggedRow, places: readonly number[], taken: readonly number[]): readonly number[] {
  const below = taken.map((left) => Math.max(0, left - 1));
  for (const [index, place] of places.entries()) {
    const { columns = 1, rows = 1 } = row[index]?.span ?? {};
    if (rows > 1) below.fill(rows - 1, place, place + columns);
  }
  return below;
}

function extentOf({ lines }: TaggedCell): Extent | undefined {
  if (lines.length === 0) return undefined;
  return {
    left: Math.min(...lines.map(({ left }) => left)),
    right: Math.max(...lines.map(({ right }) => right)),
  };
}

interface Reading {
  readonly misfit: Misfit;
  /** True if cells say how far they reach. */
  readonly isStated: boolean;
}

function placedRows(rows: readonly TaggedRow[], columns: readonly Column[], { misfit, isStated }: Reading): Way {
  let taken: readonly number[] = columns.map(() => 0);
  let [cost, loose] = [0, 0];
  const placed = rows.map((row, index): readonly Cell[] => {
    const isWhole = isFull(row, taken);
    const mayLeave = isStated || index > 0;
    const best = isWhole ? inOrder(row, taken) : placedRow(row, columns, { misfit, isStated, taken, mayLeave });
    if (best === undefined) return row.map((cell) => cellOf(cell, widthOf(cell))); // more than there are columns
    if (!isWhole) {
      cost += best.cost;
      loose += row.length;
    }
    taken = takenBelow(row, best.places, taken);
    return best.cells;
  });
  return { rows: placed, cost, loose };
}

interface Placing extends Reading {
  readonly taken: readonly number[];
  /** True if the row may leave out columns, as below taller cells. */
  readonly mayLeave: boolean;
}

interface PlacedRow {
  readonly cost: number;
  readonly cells: readonly Cell[];
  readonly places: readonly number[];
}

/** The cheapest way to give the cells of a row their columns, in order; undefined where they have no place. */
function placedRow(row: TaggedRow, columns: readonly Column[], placing: Placing): PlacedRow | undefined {
  const { misfit, isStated, taken, mayLeave } = placing;
  const best = new Map<number, PlacedRow>();
  const freeFrom = (column: number): number => taken.slice(column).filter((left) => left === 0).length;
  const widthFrom = (cell: number): number => total(row.slice(cell).map(widthOf));
  const search = (cell: number, column: number): PlacedRow => {
    const first = row[cell];
    if (first === undefined && column >= columns.length) return { cost: 0, cells: [], places: [] };
    const key = cell * (maxColumns + 1) + column;
    const known = best.get(key);
    if (known !== undefined) return known;
    let result: PlacedRow = { cost: Infinity, cells: [], places: [] };
    const leave = (cost: number) => {
      const rest = search(cell, column + 1);
      if (cost + rest.cost < result.cost) result = { ...rest, cost: cost + rest.cost, cells: [empty, ...rest.cells] };
    };
    const spare = freeFrom(column) - widthFrom(cell);
    if (column < columns.length && (taken[column] ?? 0) > 0) leave(0);
    else if (spare >= 0 && column < columns.length) {
      if (mayLeave && spare > 0) leave(isStated ? 0 : leaveCost);
      const [least, most] = first === undefined ? [1, 0] : isStated ? [widthOf(first), widthOf(first)] : [1, spare + 1];
      for (let width = least; first !== undefined && width <= most; width += 1) {
        const isFree = taken.slice(column, column + width).every((left) => left === 0);
        const rest = isFree && column + width <= columns.length ? search(cell + 1, column + width) : undefined;
        if (rest === undefined) break;
        const wide = isStated || !mayLeave ? 0 : (width - 1) * spanCost;
        const cost = misfit(first, columns, [column, column + width]) + wide + rest.cost;
        if (cost < result.cost)
          result = { cost, cells: [cellOf(first, width), ...rest.cells], places: [column, ...rest.places] };
      }
    }
    best.set(key, result);
    return result;
  };
  const found = search(0, 0);
  return found.cost === Infinity ? undefined : found;
}

/** Points between a cell and the texts of its columns, at either side or at the middle, and over those of other columns. */
const inLine: Misfit = (cell, columns, [from, to]) => {
  const own = extentOf(cell);
  if (own === undefined) return 0;
  const around = unite(columns.slice(from, to).flatMap((column) => column.around ?? []));
  if (around === undefined) return unknownMisfit;
  const known = to - from === 1 ? (columns[from]?.texts ?? []) : [around];
  const apart = Math.min(
    ...known.flatMap(({ left, right }) => [
      Math.abs(own.left - left),
      Math.abs(own.right - right),
      Math.abs(own.left + own.right - left - right) / 2,
    ]),
  );
  const over = columns.map((column, index) =>
    column.around === undefined || (index >= from && index < to) ? 0 : overlap(own, column.around),
  );
  return apart + total(over);
};

const overlap = (one: Extent, other: Extent): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left));

/** The side on which a cell is in line with others of its column. */
type Edge = (cell: TaggedCell) => "left" | "right";

const isNumber = ({ lines }: TaggedCell): boolean =>
  /^[^\p{L}]*\d[^\p{L}]*$/u.test(lines.flatMap(({ spans }) => spans.map(({ text }) => text)).join(""));

/** Below heads in the middle of their columns, cells stand on the left, on the right, or numbers on the right and words on the left. */
const edges: readonly Edge[] = [() => "left", () => "right", (cell) => (isNumber(cell) ? "right" : "left")];

/** Points by which a cell misses the way from the middle of a column to that of the next one. */
const besideMiddles =
  (edge: Edge): Misfit =>
  (cell, columns, [from, to]) => {
    const own = extentOf(cell);
    if (own === undefined) return 0;
    const middle = (index: number): number | undefined => {
      const around = columns[index]?.around;
      return around === undefined ? undefined : (around.left + around.right) / 2;
    };
    const isLeft = edge(cell) === "left";
    const [inner, outer] = isLeft ? [middle(from), middle(from - 1)] : [middle(to - 1), middle(to)];
    if (inner === undefined) return unknownMisfit;
    const direction = isLeft ? 1 : -1;
    const place = isLeft ? own.left : own.right;
    return (
      Math.max(0, direction * (place - inner)) + Math.max(0, direction * ((outer ?? -direction * Infinity) - place))
    );
  };
