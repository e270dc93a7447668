/** Choices that are the same for the same seed. */
export interface Random {
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Numbers from a seed (xorshift32, Marsaglia 2003). */
export function randomOf(seed: number): Random {
  let state = (Math.imul(seed, 2_654_435_761) | 1) >>> 0;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % Math.max(1, Math.floor(limit));
  };
  return {
    below,
    pick: (items) => {
      const item = items[below(items.length)];
      if (item === undefined) throw new TypeError("There is nothing to pick from.");
      return item;
    },
  };
}

/** `count` things, one after the other. */
export function several<Item>(count: number, make: (index: number) => Item): readonly Item[] {
  return Array.from({ length: Math.max(0, Math.floor(count)) }, (_, index) => make(index));
}
