import { ancestorColumns } from "./columns/ancestors.ts";
import type { ColumnGroup } from "./columns/column.ts";
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
 * Describes blocks by themselves, by their neighbours, their surroundings, the candidate generators and the page. For
 * each of the {@link featureNames} as many numbers as there are indices, one of each block: a tree asks for few
 * features of many blocks, which stand together so. Linear in the size of the page.
 */
export function describeBlocks(profile: Profile, indices: readonly number[]): Float32Array {
  const readers = columnGroups.map(({ read }) => read(profile));
  const height = indices.length;
  const values = new Float32Array(height * featureNames.length);
  indices.forEach((index, row) => {
    const block = profile.page.blocks[index];
    if (block === undefined) return;
    const about = { index, block, region: block.region.index };
    let place = row;
    for (const read of readers) {
      const numbers = read(about);
      // An iterator would make an object of every number.
      for (let column = 0; column < numbers.length; column += 1) {
        values[place] = numbers[column] ?? 0;
        place += height;
      }
    }
  });
  return values;
}
