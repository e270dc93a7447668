import { describeBlocks } from "../signals/features.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import { blockModel } from "./block-model.generated.ts";
import type { Model } from "./model.ts";
import { frameOf, isMarkedMain } from "./plain-rules.ts";
import type { Profile } from "../signals/profile.ts";
import { smooth } from "./smoothing.ts";

/** Pages up to the first number of tokens are left to the rules of thumb, from the second on to the model. */
const handover = { from: 40, to: 160 };
/** Chances by frame; where all is framed, a block framed only by name is likelier content than a menu. */
const ruled = { nothing: 0.9, name: 0.08, element: 0.05 } as const;

/**
 * The chance of each block to be main content: the model's view on pages of some size, the rules' on very small
 * ones, and a mixture between, so that one word more never turns a page over.
 */
export function blockChances(profile: Profile, model: Model = blockModel): Float64Array {
  const trust = Math.min(1, Math.max(0, (profile.total - handover.from) / (handover.to - handover.from)));
  const learned = trust > 0 ? smooth(profile, learnedChances(profile, model)) : undefined;
  return trust === 1 && learned !== undefined ? learned : mixRules(profile, learned, trust);
}

/** The mean chance of some blocks, by the tokens in them. */
export function meanChance(blocks: readonly Block[], chances: Float64Array): number {
  let [sum, tokens] = [0, 0];
  for (const { index, measures } of blocks) {
    sum += (chances[index] ?? 0) * measures.tokens;
    tokens += measures.tokens;
  }
  return sum / Math.max(1, tokens);
}

/** Limit of blocks with the same surroundings judged one by one: the rows of a long table are all alike. */
const maxOfAKind = 300;

/** Asks the model about blocks with text; those beyond {@link maxOfAKind} get the mean chance of their kind. */
function learnedChances(profile: Profile, model: Model): Float64Array {
  const { blocks } = profile.page;
  const { signature } = profile.traits;
  const kinds: Kind[] = []; // by signature
  const rows: number[] = [];
  const rest: number[] = [];
  for (const { index, measures, region } of blocks) {
    if (measures.tokens === 0) continue;
    const kind = (kinds[signature[region.index] ?? 0] ??= { count: 0, sum: 0 });
    if (kind.count < maxOfAKind) {
      rows.push(index);
      kind.count += 1;
    } else rest.push(index);
  }
  const answers = model.chances(describeBlocks(profile, rows));
  const chances = new Float64Array(blocks.length);
  for (let row = 0; row < rows.length; row += 1) {
    const index = rows[row] ?? 0;
    const answer = answers[row] ?? 0;
    chances[index] = answer;
    const kind = kinds[signature[blocks[index]?.region.index ?? 0] ?? 0];
    if (kind !== undefined) kind.sum += answer;
  }
  for (const index of rest) {
    const { sum, count } = kinds[signature[blocks[index]?.region.index ?? 0] ?? 0] ?? { sum: 0, count: 1 };
    chances[index] = sum / count;
  }
  return chances;
}

/** Blocks with the same surroundings that the model was asked about, and the sum of their chances. */
interface Kind {
  count: number;
  sum: number;
}

/** Mixes the rules' view with the model's, which has `trust` of the weight. */
function mixRules(profile: Profile, learned: Float64Array | undefined, trust: number): Float64Array {
  const rules = ruledChances(profile);
  return rules.map((rule, index) => (1 - trust) * rule + trust * (learned?.[index] ?? 0));
}

function ruledChances({ page }: Profile): Float64Array {
  const holders = new Set<Region>();
  for (const region of page.regions) {
    if (!isMarkedMain(region)) continue;
    for (
      let holder: Region | undefined = region;
      holder !== undefined && !holders.has(holder);
      holder = holder.parent
    ) {
      holders.add(holder);
    }
  }
  const chances: number[] = [];
  for (const region of page.regions) {
    const around = chances[region.parent?.index ?? -1] ?? ruled.nothing;
    chances[region.index] = Math.min(around, ruled[frameOf(region, (outer) => holders.has(outer)) ?? "nothing"]);
  }
  return Float64Array.from(page.blocks, ({ region }) => chances[region.index] ?? ruled.nothing);
}
