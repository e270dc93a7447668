import type { Block, Region } from "../blocks/flat-page.ts";
import type { PageType } from "../outcome.ts";
import { smallPage, type Profile } from "../signals/profile.ts";
import { headingLevel, isFringeAt, isHeading, isRunningText, keptSum, within } from "../blocks/sums.ts";

/** Separators between the names of a page and its site in `<title>`; before Chinese characters, also a hyphen without spaces. */
const separators = /\s[|–—·•»:-]+\s|[|»_]|:\s|-(?=\p{Script=Han})/u;
/** A line that is no heading has at least this many tokens if it is the name of the page. */
const shortestName = 3;
/** A larger part of the kept text than this is more than the lead-up to a title. */
const largestLead = 1 / 3;
/** Kept tokens outside links between two headings, from which on the first one names more than what leads up to the second. */
const leastSection = 20;

/**
 * The block that names the page, or -1: the last heading before the text that is an `h1` or equals `<title>` or
 * `og:title`; without one, the first line that does, or the only `h1` of a small page. Words below a heading are text,
 * too, be they cells of a table: the sheets of a book have a heading each.
 */
export function findTitle(profile: Profile, kept: readonly boolean[]): number {
  const { blocks } = profile.page;
  const { signature } = profile.traits;
  const names = namesIn(profile.signs.titles);
  let [heading, line, between] = [-1, -1, 0];
  const isOfEntry = titlesOfEntries(profile);
  const isInHeading = ({ region }: Block): boolean => heading >= 0 && isPartOf(region, blocks[heading]?.region);
  const isLikeHeading = ({ region }: Block): boolean =>
    signature[region.index] === signature[blocks[heading]?.region.index ?? -1];
  // The name of a brand or a site under the name of the page is none, nor is that of a section.
  let [isNamedTop, isNamedFirst] = [false, false];
  let [rank, beneath] = [Infinity, 0]; // of the highest kept heading, and the words under it
  for (const block of blocks) {
    const { index, region, measures } = block;
    if (measures.tokens === 0) continue;
    const text = headingText(profile.texts[index] ?? "");
    const isPlain = headingLevel(region) === 1 && measures.linkTokens < measures.tokens;
    const isOwn = isPlain && isOwnName(text, profile.signs.titles[0] ?? "");
    const isName = text !== "" && (isOwn || names.has(text.toLowerCase()) || isNamedWithSource(text, names));
    const isTop = kept[index] === true && headingLevel(region) === 1 && !isOfEntry(block);
    const isBelow = (isNamedTop && headingLevel(region) > 1) || (!isName && (isNamedFirst || isInHeading(block)));
    if (headingLevel(region) > 0 && (isName || isTop) && !isBelow) {
      if (heading < 0 && headingLevel(region) > rank && beneath >= leastSection) break;
      const headsText = between >= leastSection || (!isName && between > 0 && isLikeHeading(block));
      if (heading >= 0 && headsText) break;
      [heading, between] = [index, 0];
      isNamedTop = isName && isTop;
      isNamedFirst = isOwn;
    } else if (line < 0 && isName && measures.tokens >= shortestName) line = index;
    if (kept[index] !== true) continue;
    if (isRunningText(block)) break;
    if (headingLevel(region) === 0) {
      between += measures.tokens - measures.linkTokens;
      beneath += measures.tokens - measures.linkTokens;
    } else if (headingLevel(region) < rank) [rank, beneath] = [headingLevel(region), 0];
  }
  if (heading >= 0) return heading;
  return line >= 0 ? line : onlyTop(profile);
}

/** The words of a heading, without the sign behind them that links to it; the sign of “C#” is none. */
export const headingText = (text: string): string => text.replace(/[¶§🔗\u{F0C1}]$|(?<=\s|\p{Ll}{2})#$/u, "").trimEnd();

/** True if a region is, or is inside of, the heading of another. */
function isPartOf(region: Region, other: Region | undefined): boolean {
  const heading = [other, other?.parent].find((holder) => holder !== undefined && isHeading(holder));
  return heading !== undefined && (region === heading || region.parent === heading);
}

/**
 * True for the part of `<title>` that names the page, before the name of its site, or after that and a colon or the path to a
 * file; and for a name that ends with `<title>`.
 */
function isOwnName(text: string, title: string): boolean {
  const name = text.toLowerCase();
  if (name === "" || name === title) return false;
  if (name.endsWith(` ${title}`)) return title.includes(" ");
  return (
    title.endsWith(`: ${name}`) ||
    title.endsWith(`/${name}`) ||
    (title.startsWith(name) && title.slice(name.length).search(separators) === 0)
  );
}

/** Tells headings of the first level that lead to other pages, and of which there are several alike: entries of a list. */
function titlesOfEntries({ page: { blocks }, traits: { signature } }: Profile): (block: Block) => boolean {
  const isLinked = ({ region, measures }: Block): boolean =>
    headingLevel(region) === 1 && measures.linkTokens === measures.tokens;
  const counts = new Map<number, number>();
  for (const block of blocks) {
    const kind = signature[block.region.index] ?? 0;
    if (isLinked(block)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return (block) => isLinked(block) && (counts.get(signature[block.region.index] ?? 0) ?? 0) > 1;
}

/** The only `h1` of a small page, whatever `<title>` says, or -1: where it leads elsewhere it names the site. */
function onlyTop({ page: { blocks }, total }: Profile): number {
  if (total > smallPage) return -1;
  const [top, another] = blocks.filter(({ region, measures }) => measures.tokens > 0 && headingLevel(region) === 1);
  return top === undefined || another !== undefined || top.measures.linkTokens > 0 ? -1 : top.index;
}

/** True for the name of a page with its source in parentheses behind it, as lists of links have it. */
function isNamedWithSource(text: string, names: ReadonlySet<string>): boolean {
  const name = /^(.{8,200}?)\s*\([\w.-]+\)$/.exec(text.toLowerCase())?.[1];
  return name !== undefined && names.has(name);
}

/** The names of which `<title>` and its like are made: the page's, its section's, the site's. */
export const namesIn = (titles: readonly string[]): ReadonlySet<string> =>
  new Set(titles.flatMap((title) => [title, ...title.split(separators)]).map(trim));

const trim = (text: string): string => text.trim();

/**
 * Keeps the name of a page where it stands outside the content, as page builders have it, unless kept text begins with
 * a heading of its own. On larger articles the model decides: of news, most people call only the text its content.
 */
export function keepNameOfPage(
  { page: { blocks }, total }: Profile,
  { type, title }: { readonly type: PageType; readonly title: number },
  kept: boolean[],
): void {
  if (title < 0 || (total > smallPage && type === "article")) return;
  const opening = kept.findIndex((is, index) => is && (index > title || isHeadingBlock(blocks[index]?.region)));
  if (opening > title) kept[title] = true;
}

const isHeadingBlock = (region: Region | undefined): boolean => region !== undefined && headingLevel(region) > 0;

/** Drops the short lines and menus before the title: breadcrumbs, phone numbers, the buttons of a toolbar. */
export function dropLead({ page: { blocks, root }, sums }: Profile, title: number, kept: boolean[]): void {
  if (kept[title] !== true) return;
  const tokens = keptSum(sums, kept);
  if ((tokens[title] ?? 0) > within(tokens, root) * largestLead) return;
  for (let index = 0; index < title; index += 1)
    if (isFringeAt(blocks, index) && !isTitleParagraph(blocks[index]?.region)) kept[index] = false;
}

/** True for a paragraph that a word processor styles as the title of a document, or as the line below it. */
const isTitleParagraph = (region: Region | undefined): boolean =>
  region?.element.name === "p" && /(?:^|\s)Mso(?:Sub)?[Tt]itle(?:\s|$)/.test(region.element.attribs["class"] ?? "");
