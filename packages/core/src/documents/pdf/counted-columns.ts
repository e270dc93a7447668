import { isNumber, rowsBetween, type AlignedRow } from "./aligned-rows.ts";
import type { Run, Strip } from "./strips.ts";
import { toLine } from "./lines.ts";

/** Edges of cells that are set alike differ by less, in points. */
const sameEdge = 2;
const minRows = 3;
const manyColumns = 4;
const minShareOfNumbers = 0.3;

/**
 * The rows of a table whose cells tell their columns only by their count: heads that begin at the left of a column over numbers
 * that end at its right stand nearer to the numbers of the column before. Undefined for any other table.
 */
export function countedRows<Table>(
  strips: readonly Strip<Table>[],
  cellsOf: (strip: Strip<Table>) => readonly Run[],
): readonly AlignedRow[] | undefined {
  const lines = strips.map(cellsOf);
  const count = Math.max(...lines.map((cells) => cells.length));
  const full = lines.filter((cells) => cells.length === count);
  const least = count < manyColumns ? minRows : 2;
  if (count < 2 || full.length < least || full.length < lines.length / 2) return undefined;
  const columns = Array.from({ length: count }, (_, column) => full.flatMap((cells) => cells[column] ?? []));
  if (!columns.every((cells, index) => isBefore(cells, columns[index + 1]))) return undefined;
  const places = new Map(strips.map((strip, index) => [strip, placesIn(lines[index] ?? [], columns)]));
  if ([...places.values()].includes(undefined) || !holdNumbers(strips.slice(1))) return undefined;
  return rowsBetween(strips, (strip) => places.get(strip) ?? []);
}

const isBefore = (cells: readonly Run[], next: readonly Run[] = []): boolean =>
  Math.max(...cells.map(({ left }) => left)) < Math.min(...next.map(({ left }) => left)) &&
  Math.max(...cells.map(({ right }) => right)) < Math.min(...next.map(({ right }) => right));

const holdNumbers = (strips: readonly Strip<unknown>[]): boolean => {
  const texts = strips.flatMap(({ fragments }) => fragments.filter(({ text }) => text.trim() !== ""));
  const numbers = texts.filter((fragment) => isNumber(toLine({ y: 0, size: fragment.size, fragments: [fragment] })));
  return numbers.length >= texts.length * minShareOfNumbers;
};

/** The places between the columns of a line; undefined where a cell is in none, or in one of several. */
function placesIn(cells: readonly Run[], columns: readonly (readonly Run[])[]): readonly number[] | undefined {
  const found = cells.map((cell, index) => (cells.length === columns.length ? index : columnOf(cell, columns)));
  if (found.some((column, index) => column === undefined || column <= (found[index - 1] ?? -1))) return undefined;
  return columns.slice(1).map((_, before) => {
    const next = found.findIndex((column) => (column ?? 0) > before);
    const [left, right] = [cells[next - 1]?.right ?? -Infinity, cells[next]?.left ?? Infinity];
    return left === -Infinity || right === Infinity ? (next === -1 ? Infinity : -Infinity) : (left + right) / 2;
  });
}

function columnOf(cell: Run, columns: readonly (readonly Run[])[]): number | undefined {
  const isAlike = (other: Run) =>
    Math.abs(other.left - cell.left) < sameEdge || Math.abs(other.right - cell.right) < sameEdge;
  const found = columns.flatMap((cells, index) => (cells.some(isAlike) ? [index] : []));
  const [column = 0, ...others] = found;
  const isWithin = (columns[column - 1] ?? []).every(({ right }) => right - sameEdge < cell.left);
  return found.length > 0 && others.length === 0 && isWithin ? column : undefined;
}
