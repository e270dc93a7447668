import type { Block, Region } from "../blocks/flat-page.ts";
import { headingLevel, within } from "../blocks/sums.ts";
import type { PageType } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";

/** A call is at most this many tokens, and stands at least so often on a page, in the same surroundings. */
const call = { tokens: 4, times: 3 };

/**
 * Drops the calls on the parts of an offer: the same few words on several of them, as a link or a button and all of its line.
 * Linear in the size of the page.
 */
export function dropCalls({ page, sums, texts, traits }: Profile, type: PageType, kept: boolean[]): void {
  if (type !== "service") return;
  const isLink = (region: Region, tokens: number): boolean => {
    let holder: Region | undefined = region;
    while (holder !== undefined && holder.element.name !== "a" && within(sums.tokens, holder) === tokens)
      holder = holder.parent;
    return holder?.element.name === "a" && within(sums.tokens, holder) === tokens;
  };
  const isCall = ({ measures, region }: Block): boolean =>
    measures.tokens > 0 &&
    measures.tokens <= call.tokens &&
    headingLevel(region) === 0 &&
    (measures.linkTokens + measures.controlTokens >= measures.tokens || isLink(region, measures.tokens));
  const alike = Map.groupBy(
    page.blocks.filter(isCall),
    ({ index, region }) => `${traits.signature[region.index] ?? 0} ${texts[index] ?? ""}`,
  );
  for (const calls of alike.values())
    if (calls.length >= call.times) for (const { index } of calls) kept[index] = false;
}
