import type { Block } from "../flat-page.ts";

/** A block as columns see it. */
export interface Row {
  readonly index: number;
  readonly block: Block;
  /** Index of the block's region. */
  readonly region: number;
}

/** One feature of a block: a name that the trained model refers to, and how it is worked out in constant time. */
export type Column = readonly [name: string, value: (row: Row) => number];

/** Sizes count by their order of magnitude. */
export const magnitude = (amount: number): number => Math.log2(1 + amount);

/** A distance with its direction kept, by order of magnitude. */
export const signedMagnitude = (distance: number): number => Math.sign(distance) * magnitude(Math.abs(distance));

/** A whole divided, with nothing to divide by counted as one. */
export const per = (amount: number, whole: number): number => amount / Math.max(1, whole);
