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

/** Features that are computed block by block. */
export interface BlockColumns extends Named {
  /** Writes the features of each block, in the order of the names, in time linear in the page. */
  readonly ofBlocks: (profile: Profile, columns: Columns) => void;
}

/** Columns to fill: one after the other as many values as there are rows, from the first value on. */
export interface Columns {
  readonly rows: readonly Row[];
  readonly values: Float32Array;
  readonly first: number;
}

/** Features of a block, out of what is the same for a whole page. */
interface BlockReading<Ground> {
  readonly names: string | readonly string[];
  /** Prepares for a page. */
  readonly prepare: (profile: Profile) => Ground;
  /**
   * Works out a block's features, in the order of the names, in constant time. Not a function that `prepare` makes: V8
   * forgets the compiled code of functions that die with their page, and would compile them anew for ever.
   */
  readonly read: (row: Row, ground: Ground) => readonly number[];
}

/** Makes columns of what is read of one block after the other. */
export function byBlock<Ground>({ names, prepare, read }: BlockReading<Ground>): BlockColumns {
  return {
    names: typeof names === "string" ? names.split(" ") : names,
    ofBlocks: (profile, columns) => fillByBlock(columns, read, prepare(profile)),
  };
}

function fillByBlock<Ground>({ rows, values, first }: Columns, read: BlockReading<Ground>["read"], ground: Ground) {
  for (let place = 0; place < rows.length; place += 1) {
    const row = rows[place];
    if (row === undefined) continue;
    const numbers = read(row, ground);
    // An iterator would make an object of every number.
    for (let column = 0; column < numbers.length; column += 1)
      values[first + column * rows.length + place] = numbers[column] ?? 0;
  }
}

/** Features that are the same for all blocks of a region. */
export interface RegionColumns extends Named {
  /** The numbers by region, in the order of the names; undefined where all are 0, as most are on most pages. */
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

/** Names of features, separated by spaces, with the name of their group before each. */
export const prefixed = (prefix: string, names: string): readonly string[] =>
  names.split(" ").map((name) => `${prefix}.${name}`);
