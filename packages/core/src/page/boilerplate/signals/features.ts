import { ancestorColumns } from "./columns/ancestors.ts";
import type { ColumnGroup, Columns, Row } from "./columns/column.ts";
import { neighbourColumns } from "./columns/neighbours.ts";
import { ownColumns } from "./columns/own.ts";
import { pageColumns } from "./columns/whole-page.ts";
import type { Profile } from "./profile.ts";

/** All columns. */
export const columnGroups: readonly ColumnGroup[] = [
  ...ownColumns,
  ...neighbourColumns,
  ...ancestorColumns,
  ...pageColumns,
];

/** Names of all features, in the order in which {@link describeBlocks} gives them. */
export const featureNames: readonly string[] = columnGroups.flatMap(({ names }) => names);

/**
 * Describes blocks by themselves, by their neighbours, their surroundings, the candidate generators and the page. Gives for
 * each of the {@link featureNames} a number of each block. The numbers of a feature stand together, because a tree asks for
 * few features of many blocks. Linear in the size of the page.
 */
export function describeBlocks(profile: Profile, indices: readonly number[]): Float32Array {
  const rows: Row[] = [];
  for (const index of indices) {
    const block = profile.page.blocks[index];
    if (block !== undefined) rows.push({ index, block, region: block.region.index });
  }
  const values = new Float32Array(rows.length * featureNames.length);
  let first = 0; // of the values of a group
  for (const group of columnGroups) {
    const columns = { rows, values, first };
    if ("ofBlocks" in group) group.ofBlocks(profile, columns);
    else if ("ofRegions" in group) fillByRegion(columns, group.ofRegions(profile));
    else fillAlike(columns, group.ofPage(profile));
    first += group.names.length * rows.length;
  }
  return values;
}

function fillByRegion({ rows, values, first }: Columns, columns: readonly (ArrayLike<number> | undefined)[]): void {
  for (let column = 0; column < columns.length; column += 1) {
    const numbers = columns[column];
    if (numbers === undefined) continue;
    const start = first + column * rows.length;
    for (let place = 0; place < rows.length; place += 1) values[start + place] = numbers[rows[place]?.region ?? 0] ?? 0;
  }
}

function fillAlike({ rows, values, first }: Columns, numbers: readonly number[]): void {
  for (let column = 0; column < numbers.length; column += 1) {
    const start = first + column * rows.length;
    values.fill(numbers[column] ?? 0, start, start + rows.length);
  }
}
