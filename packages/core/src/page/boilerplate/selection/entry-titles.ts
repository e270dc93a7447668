import type { PageType } from "../outcome.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import { shortBlock, within } from "../blocks/sums.ts";
import type { Profile } from "../signals/profile.ts";
import type { RecordList } from "../signals/record-lists.ts";

/** Pages whose lists have entries: those of articles and products are comments and reviews, whose first link names a person. */
export const hasEntries: ReadonlySet<PageType> = new Set([
  "collection",
  "forum",
  "listing",
  "service",
  "home",
  "unknown",
]);

/** A larger share of digits makes a date or a number. */
const largestNumber = 0.3;
/** The text of an entry begins at most so many blocks after it does, and is no shorter than this, in tokens. */
const furthestExcerpt = 20;
const shortestExcerpt = 8;
/** The least share of the entries that have a title, if any has. */
const titledShare = 0.6;

/**
 * Keeps the titles of listed entries whose texts are kept: the first line of an entry, before its text, that is a link and
 * the same in no other entry. Linear in the size of the page.
 */
export function keepEntryTitles({ page: { blocks }, sums, texts, lists, traits }: Profile, kept: boolean[]): void {
  const toLink = traits.tag("a");
  const isOneLink = ({ region, measures }: Block): boolean => {
    if (measures.links > 0) return measures.links === 1 && measures.linkTokens === measures.tokens;
    let link: Region | undefined = (toLink[region.index] ?? 0) > 0 ? region : undefined;
    while (link !== undefined && link.element.name !== "a") link = link.parent;
    return link !== undefined && within(sums.tokens, link) === measures.tokens;
  };
  const titleOf = ({ first, end }: Region): number | undefined => {
    let title: number | undefined;
    for (const block of blocks.slice(first, Math.min(end, first + furthestExcerpt))) {
      const { index, measures } = block;
      if (measures.tokens === 0) continue;
      if (kept[index] === true && isExcerpt(block)) return title;
      if (title === undefined && isTitle(block) && isOneLink(block)) title = index;
    }
    return undefined;
  };
  for (const { region } of new Set(lists.around.filter((list): list is RecordList => list !== undefined))) {
    const entries = region.children.filter((child) => within(sums.tokens, child) > 0);
    const titles = entries.flatMap((entry) => titleOf(entry) ?? []);
    const different = new Set(titles.map((index) => texts[index] ?? "")).size;
    if (titles.length >= titledShare * entries.length && different === titles.length)
      for (const index of titles) kept[index] = true;
  }
}

/** True for a text, also a short one, that is not mostly links. */
const isExcerpt = ({ measures }: Block): boolean =>
  measures.tokens >= shortestExcerpt && measures.sentenceEnds > 0 && measures.linkTokens < measures.tokens / 2;

/** True for a line that is no date, number or initial. */
const isTitle = ({ measures }: Block): boolean =>
  measures.tokens > 1 &&
  measures.tokens <= shortBlock &&
  measures.times === 0 &&
  measures.digits <= largestNumber * measures.characters;
