import { isTag, type AnyNode } from "domhandler";
import { blockText, type Block, type Region } from "../blocks/flat-page.ts";
import { contentMark } from "../signals/candidates.ts";
import { isIndex, terse } from "./chrome.ts";
import type { Cues } from "../signals/cues.ts";
import { frontPage, markedChrome } from "./marked-chrome.ts";
import type { Profile } from "../signals/profile.ts";
import { keepWhole } from "./structure.ts";
import { headingLevel, isFringeAt, isRunningText, runningSum, within, type RunningSum } from "../blocks/sums.ts";
import { isFacts } from "./facts.ts";
import { isNote } from "./mending.ts";
import { longestNotice, opening, titleOf } from "./document-title.ts";
import { dropClosing, dropTrail } from "./document-ends.ts";
import { sourceLine } from "./wordings.ts";

/** Longest text before the content that names the page. */
const longestName = 80;

interface Span {
  readonly first: number;
  readonly end: number;
}

/**
 * Documentation is read to the last option: of the region that holds the document, everything stays but marked
 * chrome, and so does the page's name before it. Where that region is the whole body, short lines at its ends are none
 * of it.
 */
export function keepDocument(
  profile: Profile,
  { home: kernel, title: named }: { readonly home: Region; readonly title: number },
  kept: boolean[],
): void {
  const { page, traits } = profile;
  const home = holderOf(kernel);
  const title = titleOf(profile, { home, title: named }, kept);
  const name = nameOf(profile, { home, title }, kept);
  const { document, core } = documentAround(profile, { home, name }, kept);
  const chrome = markedChrome(profile, document);
  const fringes =
    document.parent === undefined
      ? fringesOf(profile, [...(title < 0 ? [] : [name]), ...(core.parent === undefined ? [] : [core])], kept)
      : chrome;
  const spared = isNamedAgain(profile, chrome, title) ? -1 : title;
  chrome.forEach((is, index) => {
    if (is && index !== spared) kept[index] = false;
  });
  keepWhole(profile, { chrome: chrome.map((is, index) => is || fringes[index] === true), whole: document }, kept);
  if (title >= document.first && chrome[title] === false) kept[title] = true;
  const before = core.parent === undefined && title >= 0 ? name.first : Math.min(name.first, core.first);
  const isNotice = title >= 0 && within(profile.sums.tokens, { first: 0, end: before }) <= longestNotice;
  for (const block of page.blocks) {
    const { index } = block;
    if (block.measures.links > 0 && sourceLine.test(profile.texts[index] ?? "")) kept[index] = false;
    if (index < before && (isNotice || !isRunningText(block))) kept[index] = false;
  }
  dropTrail(profile, { first: document.first, title }, kept);
  for (const { element, first, end } of page.regions)
    if (first >= core.end && isNote(element.attribs)) kept.fill(true, first, end);
  keepListingsBeside(profile, core, kept);
  dropClosing(profile, kept);
  for (let index = name.first; index < core.first; index += 1) {
    const block = page.blocks[index];
    const isTerse = block !== undefined && terse.has(block.region.element.name);
    const isText = isTerse ? block.measures.linkTokens < block.measures.tokens : !isFringeAt(page.blocks, index);
    const follows = block !== undefined && isText && traits.framed[block.region.index] === 0;
    const isMenu =
      index !== title && block !== undefined && isLinks(block) && countLinks(block.nodes, fileOf(profile)).within > 0;
    if ((index < name.end || follows) && chrome[index] !== true) kept[index] = !isMenu;
  }
}

/** Keeps listings in a column beside the document, as references of an API show requests and responses; not those of a frame. */
function keepListingsBeside({ page: { regions }, traits }: Profile, core: Region, kept: boolean[]): void {
  for (const region of regions) {
    const { element, first, end } = region;
    const isInside = first >= core.first && end <= core.end;
    if (element.name !== "pre" || isInside || traits.framed[region.index] === 1) continue;
    let around: Region | undefined = region;
    while (around !== undefined && (around.first > core.first || around.end < core.end)) around = around.parent;
    if (around?.parent !== undefined) kept.fill(true, first, end);
  }
}

/** Elements that are a part of a text, never all of it. */
const partNames: ReadonlySet<string> = new Set("ul ol dl li dd p pre blockquote figure details".split(" "));

/** The smallest region around another that may be a whole text. */
function holderOf(region: Region): Region {
  let holder = region;
  while (holder.parent !== undefined && partNames.has(holder.element.name)) holder = holder.parent;
  return holder;
}

/** True if the document repeats a title in a menu above it at its beginning, as manuals do. */
function isNamedAgain({ page: { blocks }, texts }: Profile, chrome: readonly boolean[], title: number): boolean {
  const name = texts[title] ?? "";
  if (name === "" || chrome[title] !== true) return false;
  const first = chrome.indexOf(false, title);
  return blocks.slice(first, first + opening).some((block) => first > 0 && blockText(block).startsWith(name));
}

/**
 * Short lines before the first kept block and after the last one, and after the tables, the index and the sections of a manual
 * at its end.
 */
function fringesOf(profile: Profile, known: readonly Span[], kept: readonly boolean[]): boolean[] {
  const { page, sums } = profile;
  const { blocks, regions } = page;
  const first = known.reduce((least, span) => Math.min(least, span.first), kept.indexOf(true));
  const isTable = (region: Region): boolean =>
    isFacts(region, within(sums.tokens, region)) &&
    within(sums.linkTokens, region) <= within(sums.tokens, region) * largestLinkShare;
  const parts: readonly Span[] = [
    ...known,
    ...regions.filter(isTable),
    ...sectionsAlike(profile, kept),
    ...blocks.filter(isIndex).map(({ index }) => ({ first: index, end: index + 1 })),
  ];
  const last = parts.reduce((most, span) => Math.max(most, span.end - 1), endOfSection(blocks, kept.lastIndexOf(true)));
  return blocks.map((_, index) => (index < first || index > last) && isFringeAt(blocks, index));
}

/** The boxes in the body that begin with a heading, as others alike do of which the heading and the end are kept. */
function sectionsAlike({ page: { blocks, root }, traits }: Profile, kept: readonly boolean[]): readonly Region[] {
  const sections = root.children.filter(({ first, end }) => {
    const heading = blocks[first]?.region;
    return end > first + 1 && heading !== undefined && headingLevel(heading) > 1;
  });
  const kindOf = ({ index }: Region): number => traits.signature[index] ?? -1;
  const kinds = new Set(
    sections.filter(({ first, end }) => kept[first] === true && kept[end - 1] === true).map(kindOf),
  );
  return sections.filter((section) => kinds.has(kindOf(section)));
}

/** A table of facts with a larger share of links may be a menu. */
const largestLinkShare = 0.5;

/** The last block of what stands beside a heading after it, if that is all links; otherwise the block itself. */
function endOfSection(blocks: readonly Block[], index: number): number {
  let region = blocks[index]?.region;
  if (region === undefined || headingLevel(region) < 2) return index;
  while (region.parent !== undefined && region.parent.end <= index + 1) region = region.parent;
  const next = region.parent?.children.find(({ first, end }) => first > index && end > first);
  const isList = next !== undefined && blocks.slice(next.first, next.end).every(isLinks);
  return isList ? next.end - 1 : index;
}

/** The page's name: the largest small region around its title, or around the last heading before the text. */
function nameOf(
  profile: Profile,
  { home, title }: { readonly home: Region; readonly title: number },
  kept: readonly boolean[],
): Span {
  const { blocks } = profile.page;
  const place = title >= 0 ? title : lastHeading(profile, home.first, kept);
  if (place < 0) return { first: home.first, end: home.first };
  let first = place;
  while (kept[first - 1] === true && isHeadingAlike(profile, first - 1, place)) first -= 1;
  let name: Span = { first, end: place + 1 };
  for (let holder = blocks[place]?.region; holder !== undefined; holder = holder.parent) {
    const size = within(profile.sums.tokens, holder);
    if (holder.end > home.first || size > longestName || within(profile.sums.linkTokens, holder) > size * 0.75) break;
    name = { first: Math.min(first, holder.first), end: holder.end };
  }
  return name;
}

/** True if two blocks are headings in the same surroundings: the lines of one title, as there is nothing between them. */
function isHeadingAlike({ page: { blocks }, traits: { signature } }: Profile, one: number, other: number): boolean {
  const [a, b] = [blocks[one]?.region, blocks[other]?.region];
  return a !== undefined && b !== undefined && headingLevel(a) > 0 && signature[a.index] === signature[b.index];
}

/**
 * The last top heading before a place or, without one, the last of any level, or of the highest level that is kept; -1 when
 * there is none outside of menus.
 */
function lastHeading({ page: { blocks }, traits }: Profile, end: number, kept: readonly boolean[]): number {
  const beside = [traits.tag("nav"), traits.tag("aside")];
  let [heading, highest] = [-1, 0];
  for (let index = end - 1; index >= 0; index -= 1) {
    const region = blocks[index]?.region;
    const level = region === undefined ? 0 : headingLevel(region);
    if (region === undefined || level === 0 || beside.some((steps) => (steps[region.index] ?? 0) > 0)) continue;
    if (level === 1) return index;
    if (heading < 0 || (kept[index] === true && level < highest)) [heading, highest] = [index, level];
  }
  return heading;
}

/** A region around the document adds no larger part of menus and the like to it than this. */
const maxFrame = 0.25;

/**
 * The largest region around the home that adds text to it rather than frames; the body only when it is the home. Inside
 * of the author's marked content, links, tabs and tables of members are text: only a frame by its element or one named
 * a sidebar is none.
 */
function documentAround(
  profile: Profile,
  { home, name }: { readonly home: Region; readonly name: Span },
  kept: readonly boolean[],
): { readonly document: Region; readonly core: Region } {
  const { page, traits, sums, cues } = profile;
  // A name around the home itself, such as `has-sidebar`, says nothing.
  const isAside = (nearest: Uint8Array): boolean => (nearest[home.index] ?? 0) === 0;
  const strong = [
    ...(["nav", "footer", "form"] as const).map(traits.tag),
    ...(["sidebar", "search", "login"] as const).map(traits.concept),
  ].filter(isAside);
  const named = (["navigation", "footer", "breadcrumb"] as const).map(traits.concept).filter(isAside);
  const isIn = (nearest: readonly Uint8Array[], region: Region): boolean =>
    nearest.some((steps) => (steps[region.index] ?? 0) > 0);
  const framesIn = (isFrame: (block: Block, index: number) => boolean): RunningSum =>
    runningSum(page.blocks, (block, index) => (isFrame(block, index) ? block.measures.tokens : 0));
  const isOfText = linksOfText(profile, kept);
  const inMenu = traits.tag("nav");
  const file = fileOf(profile);
  // A list of the document's own sections stands beside it or in it, but frames it nowhere.
  const listsSections = (block: Block): boolean =>
    (inMenu[block.region.index] ?? 0) > 0 && isLinks(block) && isWithin(block, file);
  const isStrong = (block: Block): boolean => isIn(strong, block.region) && !listsSections(block);
  const inMarked = framesIn(isStrong);
  // A line in a paragraph that is kept is said by the text, such as where the source of a file is.
  const isSaid = ({ region, index }: Block): boolean => kept[index] === true && region.element.name === "p";
  const front = frontPage(profile);
  const isOfFront = (index: number): boolean => front !== undefined && index >= front.first && index < front.end;
  const elsewhere = framesIn(
    (block, index) =>
      !isOfFront(index) &&
      (isStrong(block) ||
        isIn(named, block.region) ||
        (isLinks(block) && !isEnumeration(block) && !isIndex(block) && !isOfText(block, index) && !isSaid(block))),
  );
  const marked = outermostMarked(home, cues);
  let document = home;
  let core = home;
  for (let holder = home.parent; holder !== undefined; holder = holder.parent) {
    const known = [document, ...(holder.first <= name.first && document.first >= name.end ? [name] : [])];
    const addedTo = (sum: RunningSum): number =>
      known.reduce((rest, span) => rest - within(sum, span), within(sum, holder));
    const frames = marked !== undefined && holder.depth >= marked.depth ? inMarked : elsewhere;
    if (addedTo(frames) <= addedTo(sums.tokens) * maxFrame) document = holder;
    if (document.parent !== undefined) core = document;
  }
  return { document, core };
}

const isLinks = ({ measures: { tokens, linkTokens } }: Block): boolean => linkTokens > tokens * 0.8;

/** True for links with commas between them, as a text enumerates: menus have none. */
const isEnumeration = ({ measures: { commas, links } }: Block): boolean => links > 1 && commas >= links - 1;

/** The last part of a page's address, by which its links may name it. */
const fileOf = ({ url }: Profile): string => URL.parse(url)?.pathname.replace(/^.*\//, "") ?? "";

/** Counts the links of nodes, and those of them that lead to other places on the page. */
function countLinks(
  nodes: readonly AnyNode[],
  file: string,
  count = { all: 0, within: 0 },
): { readonly all: number; readonly within: number } {
  for (const node of nodes) {
    if (!isTag(node)) continue;
    if (node.name !== "a") countLinks(node.children, file, count);
    else if (node.attribs["href"] !== undefined) {
      count.all += 1;
      const [path, place] = node.attribs["href"].split("#");
      if (place !== undefined && (path === "" || path === file)) count.within += 1;
    }
  }
  return count;
}

/** Tells lists of links that belong to a text: most lead to its own places, or stand right under a heading of it that is kept. */
function linksOfText(profile: Profile, kept: readonly boolean[]): (block: Block, index: number) => boolean {
  let isHeaded = false;
  const file = fileOf(profile);
  const headed = profile.page.blocks.map((block, index) => {
    const isList = isHeaded && isLinks(block);
    isHeaded = isList || (headingLevel(block.region) > 1 && kept[index] === true);
    return isList;
  });
  return ({ nodes }, index) => {
    if (headed[index] === true) return true;
    return isWithin({ nodes }, file);
  };
}

/** True if half of the links of a block or more lead to other places on the page. */
function isWithin({ nodes }: Pick<Block, "nodes">, file: string): boolean {
  const { all, within: inside } = countLinks(nodes, file);
  return all > 0 && inside * 2 >= all;
}

/** The outermost region around another that the author marked as the content. */
function outermostMarked(region: Region, cues: Cues): Region | undefined {
  let marked: Region | undefined;
  for (let holder: Region | undefined = region; holder !== undefined; holder = holder.parent)
    if (contentMark(holder, cues) > 0) marked = holder;
  return marked;
}
