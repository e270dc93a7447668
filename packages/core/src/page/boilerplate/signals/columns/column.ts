import type { Block } from "../../blocks/flat-page.ts";
import type { Profile } from "../profile.ts";

/** A block as columns see it. */
export interface Row {
  readonly index: number;
  readonly block: Block;
  /** Index of the block's region. */
  readonly region: number;
}

/** Features that are worked out together, because they look at the same things. */
export type ColumnGroup = BlockColumns | RegionColumns | PageColumns;

interface Named {
  /** The features' names in a trained model. */
  readonly names: readonly string[];
}

export interface BlockColumns extends Named {
  /** Prepares for a page; the function it returns works out a block's features, in the order of the names, in constant time. */
  readonly ofBlocks: (profile: Profile) => (row: Row) => readonly number[];
}

/** Features that are the same for all blocks of a region. */
export interface RegionColumns extends Named {
  /** In the order of the names, the numbers by region; undefined where all are 0, as most are on most pages. */
  readonly ofRegions: (profile: Profile) => readonly (ArrayLike<number> | undefined)[];
}

/** Features that are the same for all blocks of a page. */
export interface PageColumns extends Named {
  readonly ofPage: (profile: Profile) => readonly number[];
}

/** Sizes count by their order of magnitude. */
export const magnitude = (amount: number): number => Math.log2(1 + amount);

/** A distance with its direction kept, by order of magnitude. */
export const signedMagnitude = (distance: number): number => Math.sign(distance) * magnitude(Math.abs(distance));

/** A whole divided, with nothing to divide by counted as one. */
export const per = (amount: number, whole: number): number => amount / Math.max(1, whole);

export const prefixed = (prefix: string, names: string): readonly string[] =>
  names.split(" ").map((name) => `${prefix}.${name}`);
