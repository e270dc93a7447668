import type { Profile } from "../signals/profile.ts";
import { within } from "../blocks/sums.ts";

/** Fewest blocks with the same surroundings that are smoothed together. */
const fewestAlike = 6;
/** Share of its kind in a block's log-odds. */
const kinship = 0.7;
/** Share of long text from which a page counts as prose, and the loss of trust where there is none. */
const prose = { share: 0.6, doubt: 0.2 };

/**
 * Chances as they are after looking at the page as a whole. Blocks with the same elements and classes around them, such
 * as the prices in a list of products, move towards the mean of their kind: a template shows all of them or none. And
 * the less running text a page has, the less certain its content is to people, so chances move towards a half and the
 * selection, which weighs possible losses, keeps more. Linear in the number of blocks.
 */
export function smooth(profile: Profile, chances: Float64Array): Float64Array {
  const { page, sums, total } = profile;
  const longShare = within(sums.long, page.root) / total;
  const belief = 1 - prose.doubt * Math.max(0, 1 - longShare / prose.share);
  const smoothed = new Float64Array(chances.length);
  for (let index = 0; index < chances.length; index += 1) smoothed[index] = logOdds(chances[index] ?? 0);
  for (const kind of kindsOf(profile)) {
    let [sum, weights] = [0, 0];
    for (const index of kind) {
      const weight = Math.sqrt(page.blocks[index]?.measures.tokens ?? 0);
      sum += weight * (smoothed[index] ?? 0);
      weights += weight;
    }
    for (const index of kind) smoothed[index] = (1 - kinship) * (smoothed[index] ?? 0) + (kinship * sum) / weights;
  }
  for (let index = 0; index < smoothed.length; index += 1)
    smoothed[index] = 1 / (1 + Math.exp(-belief * (smoothed[index] ?? 0)));
  return smoothed;
}

/** Groups of blocks with text whose surroundings have the same tags and classes, if large enough. */
function kindsOf({ page: { blocks }, traits }: Profile): readonly (readonly number[])[] {
  const kinds = new Map<number, number[]>();
  for (const { index, region, measures } of blocks) {
    if (measures.tokens === 0) continue;
    const signature = traits.signature[region.index] ?? 0;
    const kind = kinds.get(signature);
    if (kind === undefined) kinds.set(signature, [index]);
    else kind.push(index);
  }
  return [...kinds.values()].filter(({ length }) => length >= fewestAlike);
}

const tiny = 1e-9;
const logOdds = (chance: number): number => Math.log((chance + tiny) / (1 - chance + tiny));
