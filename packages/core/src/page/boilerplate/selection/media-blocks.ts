import { markedAround } from "../signals/candidates.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import type { Profile } from "../signals/profile.ts";
import { keptSum, within } from "../blocks/sums.ts";

/**
 * Keeps images without words of their own: between kept blocks, at the ends of the content, and beside one kept block
 * where they lead nowhere and stand in no card of their own.
 */
export function keepMedia(
  { page, cues, sums, traits }: Profile,
  { home, chrome }: { readonly home: Region; readonly chrome: readonly boolean[] },
  kept: boolean[],
): void {
  const { blocks } = page;
  const scope = markedAround(home, cues);
  const keptTokens = keptSum(sums, kept);
  const linked = traits.tag("a");
  const before = neighbours(blocks, 1);
  const after = neighbours(blocks, -1);
  for (let index = scope.first; index < scope.end; index += 1) {
    const block = blocks[index];
    if (block === undefined || block.measures.tokens > 0 || chrome[index] === true) continue;
    const [previous, next] = [before[index] ?? -1, after[index] ?? -1];
    const sides = [
      previous < scope.first || kept[previous] === true,
      next < 0 || next >= scope.end || kept[next] === true,
    ];
    const isLinked = block.measures.links > 0 || (linked[block.region.index] ?? 0) > 0;
    const standsFree = !isLinked && within(keptTokens, wordedAround(block.region, sums.tokens)) > 0;
    if (sides.every(Boolean) || (sides.some(Boolean) && standsFree)) kept[index] = true;
  }
}

/** The nearest block with words before each block (or, backwards, after it); -1 when there is none. */
function neighbours(blocks: readonly Block[], step: 1 | -1): Int32Array {
  const nearest = new Int32Array(blocks.length).fill(-1);
  let last = -1;
  for (let index = step === 1 ? 0 : blocks.length - 1; index >= 0 && index < blocks.length; index += step) {
    nearest[index] = last;
    if ((blocks[index]?.measures.tokens ?? 0) > 0) last = index;
  }
  return nearest;
}

/** The smallest region around an image that has words. */
function wordedAround(region: Region, tokens: Float64Array): Region {
  let holder = region;
  while (holder.parent !== undefined && within(tokens, holder) === 0) holder = holder.parent;
  return holder;
}
