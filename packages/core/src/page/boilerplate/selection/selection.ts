import { keepAlike } from "./alike.ts";
import { mostExpectedOverlap } from "./expected-overlap.ts";
import { emptyPlaceIn } from "./empty-place.ts";
import { dropNamedSections } from "./named-sections.ts";
import { settleGoods } from "./goods.ts";
import { dropChoices, dropCounts, dropSections } from "./sections.ts";
import { keepAuthors, keepCredits } from "./authors.ts";
import { isFacts, keepFacts, keepOptions } from "./facts.ts";
import { dropLanguages } from "./languages.ts";
import { hasEntries, keepEntryTitles } from "./entry-titles.ts";
import { dropCalls } from "./calls.ts";
import { dropFormNames, dropInvitations } from "./forms.ts";
import { dropBoxes, dropRelated, dropSignposts, dropTail } from "./chrome.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import {
  dropMenuCells,
  keepContinuations,
  keepHeadings,
  keepListsInText,
  keepNotes,
  keepShortSections,
} from "./mending.ts";
import { dropLead, findTitle, keepNameOfPage } from "./page-title.ts";
import type { LeftOut, PageType } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";
import { leftOutOf } from "./left-out.ts";
import { dropContents, markedChrome } from "./marked-chrome.ts";
import { keepParts } from "./parts.ts";
import { tellPageType } from "../model/page-type.ts";
import { isElsewhere } from "../blocks/repeats.ts";
import { keepMedia } from "./media-blocks.ts";
import { isOfLines, keepWhole } from "./structure.ts";
import { closeGaps } from "./gaps.ts";
import { keepDocument } from "./whole-document.ts";
import { headingLevel, isHeading, isRunningText, keptSum, within } from "../blocks/sums.ts";

/** The kept blocks, and the place of most of them. */
export interface Selection {
  readonly kept: readonly boolean[];
  /** The smallest region that holds nearly all kept text; undefined when nothing is kept. */
  readonly home: Region | undefined;
  readonly type: PageType;
  readonly leftOut: LeftOut | undefined;
  /** True when the chances were so low that the least bad blocks were taken. */
  readonly recovered: boolean;
  /** The place of the content, if the page has nothing there and nothing but the frame of its site around it. */
  readonly emptyPlace: string | undefined;
}

/** The home holds at least this share of the kept text. */
const homeShare = 0.75;
/** Below this chance, keeping a page's best blocks counts as recovery. */
const plausible = 0.2;
/** From this chance on, a block is content wherever it stands. */
const likely = 0.6;
/** A block of this many tokens that repeats earlier text to this share is a copy. */
const copy = { share: 0.8, tokens: 150 };

/**
 * Turns chances into decisions: keeps the set of blocks with the highest expected overlap with the truth, decides
 * tables as one, and corrects errors whatever the chances: a copy of text already kept, a menu in a layout table, a
 * record or a figure that lost its heading or caption, a gap in the middle of the content where code stands, a title
 * that was cut off its article. Keeps nothing of the frame around an {@link emptyPlaceIn empty place}, but where a block is likely.
 */
export function selectBlocks(profile: Profile, chances: Float64Array): Selection {
  const { blocks } = profile.page;
  const united = uniteStructures(profile, chances);
  const { type, isDeclared } = tellPageType(profile);
  let best = 0;
  for (const chance of united) best = Math.max(best, chance);
  const emptyPlace = best < likely ? emptyPlaceIn(profile) : undefined;
  if (emptyPlace !== undefined)
    return { kept: blocks.map(() => false), home: undefined, type, leftOut: undefined, recovered: false, emptyPlace };
  const kept = mostExpectedOverlap(blocks, united);
  if (!madeOfLines.has(type)) readStrictly(profile, united, kept);
  if (type === "product") keepFacts(profile, united, kept);
  dropCopies(profile, type, kept);
  dropMenuCells(profile, kept);
  keepHeadings(profile, united, kept);
  if (hasEntries.has(type)) keepEntryTitles(profile, kept);
  keepContinuations(profile, united, kept);
  keepShortSections(profile, united, kept);
  keepNotes(profile, united, kept);
  const isDocumentation = type === "documentation";
  if (isDocumentation) dropContents(profile, kept);
  const home = homeOf(profile, kept);
  const chrome = home === undefined ? [] : markedChrome(profile, home);
  if (home !== undefined && type === "forum") dropSidebars(profile, home, kept);
  if (home !== undefined) {
    const content = { type, home, chances: united, chrome };
    closeGaps(profile, content, kept);
    keepWhole(profile, { chrome, whole: undefined }, kept);
    keepListsInText(profile, chrome, kept);
    keepParts(profile, content, kept);
    keepAlike(profile, content, kept);
    keepTitle(profile, home, kept);
    const title = findTitle(profile, kept);
    dropChrome(profile, { type, home, title, chances: united }, kept);
    if (type === "forum") dropSidebars(profile, home, kept);
    dropSections(profile, { type, isDeclared, title }, { kept, chrome });
    dropChoices(profile, type, kept);
    dropCounts(profile, type, kept);
    dropCalls(profile, type, kept);
    dropNamedSections(profile, { type, isDeclared, title }, kept);
    if (!isDocumentation) dropInvitations(profile, title, kept);
    if (!isDocumentation) dropFormNames(profile, title, kept);
    settleGoods(profile, { type, isDeclared, title }, kept);
    if (type === "product") keepOptions(profile, title, kept);
    if (isDocumentation) {
      keepDocument(profile, { home, title }, kept);
      dropInserts(profile, { type, title }, kept);
    }
    dropLanguages(profile, kept);
    keepAuthors(profile, kept);
    if (type === "forum") keepCredits(profile, kept);
    keepMedia(profile, { home, chrome }, kept);
  }
  const leftOut = leftOutOf(profile, home, { kept, chrome });
  return { kept, home, type, leftOut, recovered: home !== undefined && best < plausible, emptyPlace };
}

/** Pages on which short lines are the content. */
const madeOfLines: ReadonlySet<PageType> = new Set(["collection", "listing", "service", "home"]);
/** Content of fewer tokens than this is short: a line too many weighs as much as a paragraph does elsewhere. */
const shortContent = 150;
/** Least chance of a kept block in short content, unless it is a text or a heading. */
const strictChance = 0.4;

/** Reads pages of very short content a second time: lines that are not likely content go, where something likely stays. */
function readStrictly({ page: { blocks }, sums }: Profile, chances: Float64Array, kept: boolean[]): void {
  const keptTokens = keptSum(sums, kept);
  if ((keptTokens[blocks.length] ?? 0) > shortContent) return;
  const isDoubtful = (block: Block, index: number): boolean =>
    kept[index] === true &&
    (chances[index] ?? 0) < strictChance &&
    !isRunningText(block) &&
    headingLevel(block.region) === 0;
  const isSure = (block: Block, index: number): boolean =>
    kept[index] === true && (chances[index] ?? 0) >= strictChance && isRunningText(block);
  if (!blocks.some(isSure)) return;
  blocks.forEach((block, index) => {
    if (isDoubtful(block, index)) kept[index] = false;
  });
}

/** Gives all blocks of a table of facts, or of a list of lines, their mean chance, so that it stays or goes as one. */
function uniteStructures({ page, sums }: Profile, chances: Float64Array): Float64Array {
  const united = Float64Array.from(chances);
  for (const region of page.regions) {
    const { name } = region.element;
    const isList = name === "ul" || name === "ol";
    const isOne = name === "table" ? isFacts(region, within(sums.tokens, region)) : isList && isOfLines(region);
    if (!isOne) continue;
    let [sum, tokens] = [0, 0];
    for (let index = region.first; index < region.end; index += 1) {
      const size = page.blocks[index]?.measures.tokens ?? 0;
      sum += (chances[index] ?? 0) * size;
      tokens += size;
    }
    united.fill(sum / Math.max(1, tokens), region.first, region.end);
  }
  return united;
}

/** Drops text that the page already has in other surroundings: a copy for other screens, an unformatted duplicate. */
function dropCopies({ page: { blocks }, repeats, traits }: Profile, type: PageType, kept: boolean[]): void {
  const seen = new Map<string, Region>();
  // A quote repeats on purpose; in a forum, a post that stands above.
  const quoted = type === "forum" ? undefined : traits.tag("blockquote");
  for (const { index, measures, region } of blocks) {
    if (kept[index] !== true || region.element.name === "pre" || (quoted?.[region.index] ?? 0) > 0) continue;
    const key = `${repeats.fingerprint[index] ?? 0}:${measures.tokens}`;
    const original = repeats.fingerprint[index] === 0 ? undefined : seen.get(key);
    const isMostlyOld = measures.tokens >= copy.tokens && (repeats.share[index] ?? 0) > copy.share;
    const isCopy = original !== undefined && isElsewhere(original, region, traits.signature);
    if (isMostlyOld || isCopy) kept[index] = false;
    else if (original === undefined) seen.set(key, region);
  }
}

function homeOf({ page, sums }: Profile, kept: readonly boolean[]): Region | undefined {
  const sizes = keptSum(sums, kept);
  const total = within(sizes, page.root);
  if (total === 0) return undefined;
  let home = page.root;
  for (;;) {
    const next = home.children.find((child) => within(sizes, child) >= homeShare * total);
    if (next === undefined) return home;
    home = next;
  }
}

/** Drops what stands in a sidebar beside the posts of a forum, such as its rules. */
function dropSidebars({ page }: Profile, home: Region, kept: boolean[]): void {
  for (const { element, first, end } of page.regions) {
    const isBeside = end <= home.first || first >= home.end;
    if (isBeside && (element.name === "aside" || sidebarClass.test(element.attribs["class"] ?? "")))
      kept.fill(false, first, end);
  }
}

const sidebarClass = /(?:^|\s)side(?:-?bar)?(?:\s|$)/i;

/** Keeps the top heading if it is inside the home of the content, before most of it. */
function keepTitle({ page: { blocks } }: Profile, home: Region, kept: boolean[]): void {
  const first = kept.indexOf(true);
  for (let index = home.first; index < home.end; index += 1) {
    const region = blocks[index]?.region;
    if (region === undefined || region.element.name !== "h1" || !isHeading(region)) continue;
    if (index <= first + 5) kept[index] = true;
    return;
  }
}

/** Drops insertions in the text that lead elsewhere or win subscribers. */
function dropInserts(
  profile: Profile,
  { type, title }: { readonly type: PageType; readonly title: number },
  kept: boolean[],
): void {
  dropRelated(profile, { type, title }, kept);
  dropBoxes(profile, title, kept);
  dropSignposts(profile, type, kept);
}

/** Drops text around the content, unless nothing else would be left. */
function dropChrome(
  profile: Profile,
  content: {
    readonly type: PageType;
    readonly home: Region;
    readonly title: number;
    readonly chances: Float64Array;
  },
  kept: boolean[],
): void {
  const before = kept.slice();
  const { title } = content;
  keepNameOfPage(profile, content, kept);
  dropLead(profile, title, kept);
  dropTail(profile, content, kept);
  dropInserts(profile, content, kept);
  if (holdsText(profile, kept)) return;
  const isEmpty = !holdsText(profile, before);
  before.forEach((was, index) => {
    kept[index] = was || isEmpty;
  });
}

/** True if anything is kept that can be read: buttons and labels have words and may still say nothing. */
const holdsText = ({ page: { blocks } }: Profile, kept: readonly boolean[]): boolean =>
  blocks.some(({ measures }, index) => kept[index] === true && measures.tokens > measures.controlTokens);
