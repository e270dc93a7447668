import type { FlatPage, Region } from "../blocks/flat-page.ts";
import { terse } from "./chrome.ts";
import { markedChrome } from "./marked-chrome.ts";
import type { Profile } from "../signals/profile.ts";
import { keepWhole } from "./structure.ts";
import { headingLevel, isFringeAt, runningSum, within, type RunningSum } from "../blocks/sums.ts";
import { sourceLine } from "./wordings.ts";

/** What a page says before its text to name it is no longer than this. */
const longestName = 80;

interface Span {
  readonly first: number;
  readonly end: number;
}

/**
 * Documentation is read to the last option: of the region that holds the document, everything stays but what is marked as
 * chrome, and so does what names the page before it. Where that region is the whole body, short lines at its ends are none
 * of it.
 */
export function keepDocument(
  profile: Profile,
  { home, title }: { readonly home: Region; readonly title: number },
  kept: boolean[],
): void {
  const { page, traits } = profile;
  const name = nameOf(profile, home, title);
  const document = documentAround(profile, home, name);
  const chrome = markedChrome(profile, document);
  const fringes = document.parent === undefined ? fringesOf(page, kept) : chrome;
  chrome.forEach((is, index) => {
    if (is && index !== title) kept[index] = false;
  });
  keepWhole(profile, { chrome: chrome.map((is, index) => is || fringes[index] === true), whole: document }, kept);
  page.blocks.forEach(({ measures }, index) => {
    if (measures.links > 0 && sourceLine.test(profile.texts[index] ?? "")) kept[index] = false;
  });
  for (let index = name.first; index < document.first; index += 1) {
    const block = page.blocks[index];
    const isTerse = block !== undefined && terse.has(block.region.element.name);
    const isText = isTerse ? block.measures.linkTokens < block.measures.tokens : !isFringeAt(page.blocks, index);
    const follows = block !== undefined && isText && !traits.inFrame(block.region);
    if ((index < name.end || follows) && chrome[index] !== true) kept[index] = true;
  }
}

/** Short lines before the first kept block and after the last one. */
function fringesOf({ blocks }: FlatPage, kept: readonly boolean[]): boolean[] {
  const [first, last] = [kept.indexOf(true), kept.lastIndexOf(true)];
  return blocks.map((_, index) => (index < first || index > last) && isFringeAt(blocks, index));
}

/** What names the page: the largest small region around its title, or around the last heading before the text. */
function nameOf(profile: Profile, home: Region, title: number): Span {
  const { blocks } = profile.page;
  const place = title >= 0 ? title : lastHeading(profile, home.first);
  let name: Span = { first: place, end: place + 1 };
  if (place < 0) return { first: home.first, end: home.first };
  for (let holder = blocks[place]?.region; holder !== undefined; holder = holder.parent) {
    const size = within(profile.sums.tokens, holder);
    if (holder.end > home.first || size > longestName || within(profile.sums.linkTokens, holder) > size * 0.75) break;
    name = holder;
  }
  return name;
}

/** The last top heading before a place or, without one, the last of any level; -1 when there is none outside of menus. */
function lastHeading({ page: { blocks }, traits }: Profile, end: number): number {
  const beside = [traits.tag("nav"), traits.tag("aside")];
  let heading = -1;
  for (let index = end - 1; index >= 0; index -= 1) {
    const region = blocks[index]?.region;
    const level = region === undefined ? 0 : headingLevel(region);
    if (region === undefined || level === 0 || beside.some((steps) => (steps[region.index] ?? 0) > 0)) continue;
    if (level === 1) return index;
    if (heading < 0) heading = index;
  }
  return heading;
}

/** A region around the document adds no larger part of menus and the like to it than this. */
const mostFrame = 0.25;

/** The largest region around the home that adds text to it rather than what frames it; the body only when it is the home. */
function documentAround({ page, traits, sums }: Profile, home: Region, name: Span): Region {
  const framing = [
    ...(["nav", "footer", "form"] as const).map(traits.tag),
    ...(["navigation", "sidebar", "footer", "breadcrumb", "search", "login"] as const).map(traits.concept),
  ];
  const frames = runningSum(page.blocks, ({ region, measures: { tokens, linkTokens } }) => {
    const isFrame = linkTokens > tokens * 0.8 || framing.some((nearest) => (nearest[region.index] ?? 0) > 0);
    return isFrame ? tokens : 0;
  });
  let document = home;
  for (let holder = home.parent; holder?.parent !== undefined; holder = holder.parent) {
    const known = [document, ...(holder.first <= name.first && document.first >= name.end ? [name] : [])];
    const addedTo = (sum: RunningSum): number =>
      known.reduce((rest, span) => rest - within(sum, span), within(sum, holder));
    if (addedTo(frames) > addedTo(sums.tokens) * mostFrame) break;
    document = holder;
  }
  return document;
}
