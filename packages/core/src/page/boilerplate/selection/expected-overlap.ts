import type { Block } from "../blocks/flat-page.ts";

/**
 * Expected F1 of a set of blocks is 2·Σ(kept) p·t / (Σ(kept) t + Σ(all) p·t), with p the chance and t the size of a block; the
 * best set is a prefix of the blocks by falling chance (Ye et al., "Optimizing F-measure", ICML 2012). It keeps more on pages
 * where nothing is certain, and is never empty when there is text.
 */
export function mostExpectedOverlap(blocks: readonly Block[], chances: Float64Array): boolean[] {
  const order = byFallingChance(chances);
  let expected = 0;
  for (const { index, measures } of blocks) expected += (chances[index] ?? 0) * measures.tokens;
  let [overlap, size, best, end] = [0, 0, -1, 0];
  for (let rank = 0; rank < order.length; rank += 1) {
    const index = order[rank] ?? 0;
    const tokens = blocks[index]?.measures.tokens ?? 0;
    overlap += (chances[index] ?? 0) * tokens;
    size += tokens;
    const score = overlap / Math.max(1e-9, size + expected);
    if (score <= best || tokens === 0) continue;
    best = score;
    end = rank + 1;
  }
  const kept: boolean[] = [];
  for (const _ of blocks) kept.push(false);
  for (const index of order.subarray(0, end)) kept[index] = (blocks[index]?.measures.tokens ?? 0) > 0;
  return kept;
}

/** Indices of chances, the highest first and equal ones in their order. Asks no function to compare two of them. */
function byFallingChance(chances: Float64Array): Int32Array {
  const ranks = new Map<number, number>(); // of the next of equal chances
  const rising = chances.toSorted();
  // The first of equal ones is written last.
  for (let rank = rising.length - 1; rank >= 0; rank -= 1) ranks.set(rising[rising.length - 1 - rank] ?? 0, rank);
  const order = new Int32Array(chances.length);
  for (let index = 0; index < chances.length; index += 1) {
    const chance = chances[index] ?? 0;
    const rank = ranks.get(chance) ?? 0;
    ranks.set(chance, rank + 1);
    order[rank] = index;
  }
  return order;
}
