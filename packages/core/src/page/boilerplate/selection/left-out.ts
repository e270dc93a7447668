import { blockText, type Block, type Region } from "../blocks/flat-page.ts";
import type { LeftOut } from "../outcome.ts";
import { contentMark, markedAround } from "../signals/candidates.ts";
import { smallPage, type Profile } from "../signals/profile.ts";
import { headingLevel, isLong, keptSum, within } from "../blocks/sums.ts";
import { markedIn } from "./beside.ts";
import { sectionHeadings } from "./section-words.ts";
import { latestHeading, relatedHeading } from "./wordings.ts";

/** Less running text than this, or than this share of the kept text, is nothing to warn of. */
const substantial = { tokens: 80, share: 0.1 };
/** Fewest entries of a list that is missed on a small page, and least and most tokens of them all and of each. */
const entries = { count: 3, least: 6, most: 60 };
/** Longest quote of the first text left out. */
const longestQuote = 60;

/** The decision on each block. */
interface Decided {
  readonly kept: readonly boolean[];
  readonly chrome: readonly boolean[];
}

/**
 * Finds text that was left out inside of the content without a mark that says why: running text and, on small pages, lists of
 * cards in what the author marked as the content, such as a row of products. Undefined when it is little. On larger pages,
 * such cards are teasers far more often than content.
 */
export function leftOutOf(profile: Profile, home: Region | undefined, decided: Decided): LeftOut | undefined {
  if (home === undefined) return undefined;
  const { page } = profile;
  const { kept } = decided;
  const isUnmarked = unmarkedOf(profile, home, decided);
  let [words, first] = [0, -1];
  const miss = (block: Block): void => {
    if (block.measures.tokens === 0) return;
    words += block.measures.tokens;
    if (first < 0 || block.index < first) first = block.index;
  };
  for (const block of page.blocks.slice(home.first, home.end)) if (isLong(block) && isUnmarked(block)) miss(block);
  const keptTokens = within(keptSum(profile.sums, kept), page.root);
  const isText = words >= substantial.tokens && words >= substantial.share * keptTokens;
  if (!isText) [words, first] = [0, -1];
  for (const { first: start, end } of listsLeftOut(profile, markedAround(home, profile.cues), isUnmarked))
    for (const block of page.blocks.slice(start, end)) if (!isLong(block) || !isText) miss(block);
  const block = page.blocks[first];
  if (block === undefined) return undefined;
  const text = blockText(block);
  const quote = text.length <= longestQuote ? text : `${text.slice(0, longestQuote).trimEnd()}…`;
  return { words, quote };
}

/** Tells blocks that were left out and that nothing says to be something else. */
function unmarkedOf(profile: Profile, home: Region, { kept, chrome }: Decided): (block: Block) => boolean {
  const isMarked = markedIn(profile, { home, chrome });
  return (block) => kept[block.index] !== true && !isMarked(block);
}

/** Lists of cards inside of a marked region of a small page, of which nothing is kept and that no heading sends elsewhere. */
function* listsLeftOut(profile: Profile, scope: Region, isUnmarked: (block: Block) => boolean): Generator<Region> {
  const { page, sums, texts, total, cues } = profile;
  if (total > smallPage || contentMark(scope, cues) === 0) return;
  let end = 0;
  for (const region of page.regions) {
    const isInside = region.index > scope.index && region.first >= scope.first && region.end <= scope.end;
    if (!isInside || region.first < end || within(sums.tokens, region) < entries.least) continue;
    if (!holdsCards(profile, region) || isSentElsewhere(page.blocks, texts, region.first)) continue;
    const blocks = page.blocks.slice(region.first, region.end);
    if (!blocks.every((block) => block.measures.tokens === 0 || isUnmarked(block))) continue;
    end = region.end;
    yield region;
  }
}

/** True for several entries alike, each with a picture or a heading, and for several links with a picture each in one line. */
function holdsCards({ page: { blocks }, sums, traits }: Profile, region: Region): boolean {
  const only = region.end - region.first === 1 ? blocks[region.first] : undefined;
  if (only !== undefined && only.region === region)
    return only.measures.links >= entries.count && only.measures.media >= only.measures.links;
  const full = region.children.filter((child) => within(sums.tokens, child) > 0);
  if (full.length < entries.count || within(sums.tokens, region) > entries.most * full.length) return false;
  const isShown = [sums.media, sums.headings].some((sum) => within(sum, region) >= full.length);
  return isShown && new Set(full.map(({ index }) => traits.signature[index])).size === 1;
}

/** The most blocks above a list that are searched for its heading. */
const furthestHeading = 3;

/** True if the heading over a list says that it leads elsewhere, or is of a section that has a reason to go. */
function isSentElsewhere(blocks: readonly Block[], texts: readonly string[], first: number): boolean {
  for (let index = first; index >= Math.max(0, first - furthestHeading); index -= 1) {
    const text = texts[index] ?? "";
    if (relatedHeading.test(text) || latestHeading.test(text)) return true;
    if (Object.values(sectionHeadings).some((words) => words.test(text))) return true;
    const region = blocks[index]?.region;
    if (index < first && region !== undefined && headingLevel(region) > 0) return false;
  }
  return false;
}
