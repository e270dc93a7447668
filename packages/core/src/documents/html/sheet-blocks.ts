import { textOfCell, type TableCell } from "./table.ts";

/** A cell that is not empty, with its column. */
export type PlacedCell = readonly [column: number, cell: TableCell];

/** A row that is not empty, with its place on the sheet. */
export interface SheetRow {
  readonly index: number;
  readonly cells: readonly PlacedCell[];
}

/** A part of a sheet: the rows of one table, or lines of text beside tables. */
export interface SheetBlock {
  readonly kind: "table" | "lines";
  readonly rows: readonly SheetRow[];
}

/** Sheets with more groups of columns than this are one wide table. */
const maxColumnGroups = 40;
/** Tables stand below tables that stand beside tables; deeper nesting is a drawing. */
const maxDepth = 6;

/**
 * The tables of a sheet in reading order, and the lines of text around them. Empty columns part tables that have a header
 * and labels of their own; empty rows part tables whose columns or headers differ. Other gaps stand inside a table.
 */
export function sheetBlocks(rows: readonly SheetRow[], depth = 0): readonly SheetBlock[] {
  return besideEachOther(rows).flatMap((side) => {
    const blocks = belowEachOther(side);
    if (depth >= maxDepth || blocks.length < 2) return blocks;
    return blocks.flatMap((block) => (block.kind === "table" ? sheetBlocks(block.rows, depth + 1) : [block]));
  });
}

/** Parts rows at empty columns. */
function besideEachOther(rows: readonly SheetRow[]): readonly (readonly SheetRow[])[] {
  const groups = columnGroups(rows);
  if (groups.length < 2 || groups.length > maxColumnGroups) return [rows];
  const parts: (readonly SheetRow[])[] = [];
  let from = 0;
  let left = rows;
  for (const start of groups.slice(1)) {
    const right = between(left, start, Infinity);
    const own = between(left, from, start);
    const next = groups[groups.indexOf(start) + 1] ?? Infinity;
    if (!isTableOfItsOwn(between(right, start, next), own)) continue;
    parts.push(own);
    left = right;
    from = start;
  }
  return [...parts, left];
}

/** The first column of every run of columns that are used. */
function columnGroups(rows: readonly SheetRow[]): readonly number[] {
  const columns = columnsOf(rows);
  return [...columns].filter((column) => !columns.has(column - 1)).toSorted((one, other) => one - other);
}

const between = (rows: readonly SheetRow[], from: number, to: number): readonly SheetRow[] =>
  cellsWhere(rows, (_, column) => column >= from && column < to);

/** The rows with only the cells that are kept, without rows that have none. */
export const cellsWhere = (
  rows: readonly SheetRow[],
  isKept: (row: number, column: number) => boolean,
): readonly SheetRow[] =>
  rows
    .map(({ index, cells }) => ({ index, cells: cells.filter(([column]) => isKept(index, column)) }))
    .filter(({ cells }) => cells.length > 0);

const columnsOf = (rows: readonly SheetRow[]): ReadonlySet<number> =>
  new Set(rows.flatMap(({ cells }) => cells.map(([column]) => column)));

/** Its rows are named by labels of its own, or go on where the rows beside it have ended. */
function isTableOfItsOwn(rows: readonly SheetRow[], beside: readonly SheetRow[]): boolean {
  const table = withoutTitle(rows);
  const other = withoutTitle(beside);
  const [header, ...body] = table;
  if (header === undefined || body.length === 0 || columnsOf(table).size < 2 || columnsOf(other).size < 2) return false;
  if (other.length < 2 || !isHeader(header, table)) return false;
  if (header.index !== other[0]?.index || wordsOf(header) === wordsOf(other[0])) return true;
  if ((body.at(-1)?.index ?? 0) > (other.at(-1)?.index ?? 0)) return true;
  const first = header.cells[0]?.[0];
  const labels = body.flatMap(({ cells }) => cells.filter(([column]) => column === first).map(([, cell]) => cell));
  return (
    labels.length === body.length &&
    labels.every((label) => !isValue(label)) &&
    new Set(labels.map(textOfCell)).size === labels.length
  );
}

const wordsOf = ({ cells }: SheetRow): string => cells.map(([, cell]) => textOfCell(cell)).join("\n");

/** Rows without the lines of text above them. */
const withoutTitle = (rows: readonly SheetRow[]): readonly SheetRow[] => rows.slice(titleRows(rows));

/** Number of rows that hold one text each and stand above wider ones. */
function titleRows(rows: readonly SheetRow[]): number {
  const wide = rows.findIndex(({ cells }) => cells.length > 1);
  const lines = rows.slice(0, Math.max(0, wide));
  return lines.every(isLine) ? lines.length : 0;
}

/** Numbers, dates, amounts, shares and formulas, as sheets show them. */
const value =
  /^(?:[-+−(]?\s*\p{Sc}?\s*[-+]?\d[\d.,:'\u00A0\u202F /%E+-]*\s*(?:%|\p{Sc})?\)?|=.*|true|false|\d{4}-\d\d-\d\d.*)$/iu;

const isValue = (cell: TableCell): boolean => value.test(textOfCell(cell));

/** A row of texts only, over all columns of its table but an empty corner. */
function isHeader({ cells }: SheetRow, table: readonly SheetRow[]): boolean {
  return cells.length > 1 && cells.length >= columnsOf(table).size - 1 && cells.every(([, cell]) => !isValue(cell));
}

/** A table while it is gathered. */
interface OpenTable {
  readonly rows: SheetRow[];
  readonly columns: Set<number>;
  /** Rows of more than one cell. */
  wide: number;
}

const noTable = (): OpenTable => ({ rows: [], columns: new Set(), wide: 0 });

/** Parts rows at empty rows. A lone text after a gap belongs to the table when it goes on below. */
function belowEachOther(rows: readonly SheetRow[]): readonly SheetBlock[] {
  const blocks: SheetBlock[] = [];
  let table = noTable();
  let alone: SheetRow[] = [];
  const close = () => {
    blocks.push(...titledTable(table), ...blockOf("lines", alone));
    table = noTable();
    alone = [];
  };
  for (const stretch of stretches(rows)) {
    const isAlone = stretch.length === 1 && stretch.every(isLine);
    if (isAlone && table.rows.length > 0) alone.push(...stretch);
    else {
      if (beginsTable(stretch, table)) close();
      for (const row of [...alone.splice(0), ...stretch]) addRow(table, row);
    }
  }
  close();
  return blocks;
}

function addRow(table: OpenTable, row: SheetRow): void {
  table.rows.push(row);
  for (const [column] of row.cells) table.columns.add(column);
  if (row.cells.length > 1) table.wide += 1;
}

const isLine = ({ cells: [cell, ...others] }: SheetRow): boolean =>
  cell !== undefined && others.length === 0 && !isValue(cell[1]);

function titledTable({ rows, wide }: OpenTable): readonly SheetBlock[] {
  const titles = wide === 0 && rows.length === 1 ? 1 : titleRows(rows);
  return [...blockOf("lines", rows.slice(0, titles)), ...blockOf("table", rows.slice(titles))];
}

const blockOf = (kind: SheetBlock["kind"], rows: readonly SheetRow[]): readonly SheetBlock[] =>
  rows.length === 0 ? [] : [{ kind, rows }];

/** Rows without an empty one between them. */
function stretches(rows: readonly SheetRow[]): readonly (readonly SheetRow[])[] {
  const parts: SheetRow[][] = [];
  for (const row of rows) {
    const last = parts.at(-1);
    if (last !== undefined && last.at(-1)?.index === row.index - 1) last.push(row);
    else parts.push([row]);
  }
  return parts;
}

/** Rows after a gap are a table of their own if they leave the columns of the one before, or have a header. */
function beginsTable(stretch: readonly SheetRow[], above: OpenTable): boolean {
  if (above.wide === 0) return false;
  const rows = withoutTitle(stretch);
  const columns = columnsOf(rows);
  if ([...columns].some((column) => !above.columns.has(column))) return true;
  const [header, ...body] = rows;
  if (above.wide < 2 || header === undefined || body.length === 0 || !isHeader(header, rows)) return false;
  const gap = header.index - (above.rows.at(-1)?.index ?? 0) - 1;
  const hasValues = body.some(({ cells }) => cells.some(([, cell]) => isValue(cell)));
  return hasValues || gap > 1 || columns.size !== above.columns.size || isStyledAlike(header, above, body[0]);
}

/** True for a row that is set as the head of the table above it is, and not as the row below it. */
function isStyledAlike(header: SheetRow, above: OpenTable, below: SheetRow | undefined): boolean {
  const [head] = withoutTitle(above.rows);
  const styles = stylesOf(header);
  return styles !== "" && head !== undefined && stylesOf(head) === styles && stylesOf(below) !== styles;
}

/** The styles of a row's cells; empty where one has none. */
const stylesOf = (row: SheetRow | undefined): string => {
  const styles = (row?.cells ?? []).map(([column, cell]) =>
    typeof cell === "string" || cell.style === undefined ? "" : `${column}:${cell.style}`,
  );
  return styles.includes("") ? "" : styles.join(" ");
};
