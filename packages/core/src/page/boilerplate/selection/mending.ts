import { isPartOfTitle } from "../signals/columns/own.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import { smallPage, type Profile } from "../signals/profile.ts";
import { headingLevel, isRunningText, keptSum, within } from "../blocks/sums.ts";

/** A section with less kept text than this does not speak for its heading. */
const smallestSection = 8;
/** Least chance for a block to follow the one it belongs to. */
const followingChance = 0.1;

/**
 * Keeps the heading of a record in a list, when most of the record's text is kept: the title of a post, a card, an entry.
 * On a small page, every section counts as a record.
 * Headings with the same surroundings stay or go together. The title of the page is another matter: it is a heading of
 * everything, wherever it stands.
 */
export function keepHeadings(
  { page, sums, texts, signs, lists, traits, total }: Profile,
  chances: Float64Array,
  kept: boolean[],
): void {
  const { blocks } = page;
  const keptTokens = keptSum(sums, kept);
  const kinds = new Map<number, { readonly headings: number[]; readonly isRecord: boolean }>();
  const next = new Int32Array(7).fill(blocks.length);
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block === undefined || block.measures.tokens === 0) continue;
    const level = headingLevel(block.region);
    if (level === 0) continue;
    const section = { first: index + 1, end: Math.min(next[level] ?? 0, scopeOf(block.region, index).end) };
    next.fill(index, level);
    const text = within(keptTokens, section);
    const speaks = text >= smallestSection && text >= within(sums.tokens, section) / 2;
    const isRecord = total <= smallPage || lists.around[block.region.index] !== undefined;
    const isTitle = level === 1 || isPartOfTitle(texts[index] ?? "", signs.titles);
    if (!speaks || isTitle) continue;
    const signature = traits.signature[block.region.index] ?? 0;
    const alike = kinds.get(signature) ?? { headings: [], isRecord };
    kinds.set(signature, alike);
    alike.headings.push(index);
  }
  for (const { headings, isRecord } of kinds.values()) {
    const sum = headings.reduce((total, index) => total + (chances[index] ?? 0), 0);
    const isLikely = isRecord && sum / headings.length >= followingChance;
    const areMost = headings.filter((index) => kept[index] === true).length * 2 >= headings.length;
    if (isLikely || areMost) for (const index of headings) kept[index] = true;
  }
}

/** The region that a heading heads: an element around it with more text after it, a few steps up. */
function scopeOf(region: Region, index: number): Region {
  let scope = region;
  for (let step = 0; step < 4 && scope.parent !== undefined && scope.end <= index + 1; step += 1) scope = scope.parent;
  return scope;
}

/** Elements that explain or continue the text before them. */
const continuing: ReadonlySet<string> = new Set(["pre", "figcaption", "math", "dd", "code"]);

/** Keeps code, captions and definitions right after kept text, a list or a table of the same region. */
export function keepContinuations({ page: { blocks } }: Profile, chances: Float64Array, kept: boolean[]): void {
  let before = -1;
  for (const { index, region, measures } of blocks) {
    if (measures.tokens === 0) continue;
    const isNext = before >= 0 && kept[before] === true && continuing.has(region.element.name);
    if (isNext && (chances[index] ?? 0) >= followingChance) {
      const figure = region.parent?.element.name === "figure" ? region.parent : region;
      if (figure.parent !== undefined && before >= figure.parent.first) kept[index] = true;
    }
    before = index;
  }
}

/** Names of footnotes and their ids, as Markdown renderers and word processors give them. */
const noteName = /(?:^|\s)(?:wp-block-)?(?:footnotes?|endnotes?)(?:\s|$)/i;
const noteId = /^(?:user-content-)?fn:?-?\d+$/i;
/** Least chance at which a note stays that leads to no place on the page: legal small print is called a footnote too. */
const noteChance = 0.4;

/** True if an element's attributes say that it holds a footnote, or all of them. */
export function isNote({ id, class: names, role }: Readonly<Record<string, string>>): boolean {
  if (role?.startsWith("doc-endnote") === true || role === "doc-footnote") return true;
  return (names !== undefined && noteName.test(names)) || (id !== undefined && noteId.test(id));
}

/** Keeps footnotes, unless they are likely small print, each with its number. */
export function keepNotes({ page: { blocks, regions } }: Profile, chances: Float64Array, kept: boolean[]): void {
  for (const { element, first, end } of regions) {
    if (!isNote(element.attribs)) continue;
    const leadsBack = blocks.slice(first, end).some(({ measures }) => measures.fragmentLinks > 0);
    const least = leadsBack ? followingChance : noteChance;
    for (let index = first; index < end; index += 1) {
      const size = blocks[index]?.measures.tokens ?? 0;
      if (size > 0 && (chances[index] ?? 0) >= least) kept[index] = true;
    }
    // The number of a note leads back to the text.
    const number = blocks[first]?.measures;
    if (number?.tokens === 1 && number.fragmentLinks === 1 && kept[first + 1] === true && first + 1 < end)
      kept[first] = true;
  }
}

/** Fewest links of a menu in a layout table. */
const menuLinks = 3;

/** Drops the menus of layout tables: cells with nothing but links, beside cells of running text. */
export function dropMenuCells({ page, sums }: Profile, kept: boolean[]): void {
  for (const { index, region, measures } of page.blocks) {
    if (kept[index] !== true || region.element.name !== "td" || measures.links < menuLinks) continue;
    const row = region.parent;
    const isMenu = measures.linkTokens >= measures.tokens * 0.9 && measures.sentenceEnds === 0;
    if (isMenu && row !== undefined && within(sums.long, row) > 3 * measures.tokens) kept[index] = false;
  }
}

/** This many paragraphs beside a list make it part of a text. */
const paragraphsBeside = 2;

const hasNoLinks = (blocks: readonly Block[]): boolean =>
  blocks.every(({ measures }) => measures.links === 0 && measures.buttons === 0 && measures.controlTokens === 0);

/** A text under a heading that is kept whatever its words has so many tokens at most, and at least this chance. */
const shortSection = { tokens: 60, chance: 0.25 };

/** Keeps the short text under a kept heading that would head nothing: a note on a recipe, the hours of a shop. */
export function keepShortSections({ page: { blocks }, texts }: Profile, chances: Float64Array, kept: boolean[]): void {
  for (const { index, region } of blocks) {
    if (kept[index] !== true || headingLevel(region) < 2 || texts[index] === "") continue;
    const scope = region.parent;
    let [end, tokens, lowest] = [index + 1, 0, 1];
    for (; end < (scope?.end ?? 0); end += 1) {
      const block = blocks[end];
      if (block === undefined || headingLevel(block.region) > 0 || kept[end] === true) break;
      tokens += block.measures.tokens;
      if (block.measures.tokens > 0) lowest = Math.min(lowest, chances[end] ?? 0);
    }
    const headsNothing = blocks[end] === undefined || end === scope?.end || kept[end] !== true;
    const isShort = tokens > 0 && tokens <= shortSection.tokens && lowest >= shortSection.chance;
    if (headsNothing && isShort && hasNoLinks(blocks.slice(index + 1, end))) kept.fill(true, index + 1, end);
  }
}

/**
 * Keeps lists of links that an author wrote among the paragraphs of a text: nothing names them, and the heading or
 * paragraph before them is kept.
 */
export function keepListsInText(
  { page: { blocks, regions } }: Profile,
  chrome: readonly boolean[],
  kept: boolean[],
): void {
  const paragraphs = new Map<Region, number>();
  for (const block of blocks) {
    const { index, region } = block;
    const isText = kept[index] === true && region.element.name === "p" && isRunningText(block);
    if (isText && region.parent !== undefined) paragraphs.set(region.parent, (paragraphs.get(region.parent) ?? 0) + 1);
  }
  for (const region of regions) {
    const { element, parent, first, end } = region;
    const isList = element.name === "ul" || element.name === "ol";
    if (!isList || parent === undefined || first === end || (paragraphs.get(parent) ?? 0) < paragraphsBeside) continue;
    const { class: names = "", id = "", role = "" } = element.attribs;
    let before = first - 1;
    while (before >= parent.first && blocks[before]?.measures.tokens === 0) before -= 1;
    const follows = before >= parent.first && kept[before] === true && blocks[before]?.region.parent === parent;
    const isPlain = names + id + role === "" || hasNoLinks(blocks.slice(first, end));
    if (isPlain && follows && chrome[first] !== true) kept.fill(true, first, end);
  }
}
