import { ancestorColumns } from "./columns/ancestors.ts";
import type { Column } from "./columns/column.ts";
import { neighbourColumns } from "./columns/neighbours.ts";
import { ownColumns } from "./columns/own.ts";
import { nominationColumns, pageColumns } from "./columns/whole-page.ts";
import type { Profile } from "./profile.ts";

/** A number per block and feature, row by row in document order. */
export interface Features {
  readonly names: readonly string[];
  readonly width: number;
  readonly values: Float32Array;
}

/** What to describe; everything when left out. */
export interface Wanted {
  /** Names of the features that a model uses. */
  readonly columns?: ReadonlySet<string>;
  /** Indices of the blocks. */
  readonly rows?: readonly number[];
}

/**
 * Describes blocks by themselves, by their neighbours, by what surrounds them, by what the candidate generators say and by
 * what the page is like. Linear in the size of the page.
 */
export function describeBlocks(profile: Profile, wanted: Wanted = {}): Features {
  const columns: readonly Column[] = [
    ...ownColumns(profile),
    ...neighbourColumns(profile),
    ...ancestorColumns(profile),
    ...nominationColumns(profile),
    ...pageColumns(profile),
  ].filter(([name]) => wanted.columns === undefined || wanted.columns.has(name));
  const { blocks } = profile.page;
  const rows = (wanted.rows ?? blocks.map((_, index) => index)).flatMap((index) => {
    const block = blocks[index];
    return block === undefined ? [] : [{ index, block, region: block.region.index }];
  });
  const width = columns.length;
  const values = new Float32Array(rows.length * width);
  // Column by column: what works out a feature stays in the processor's cache while it goes down the page.
  columns.forEach(([, value], column) => {
    let at = column;
    for (const row of rows) {
      values[at] = value(row);
      at += width;
    }
  });
  return { names: columns.map(([name]) => name), width, values };
}
