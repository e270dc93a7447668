import type { Block, Region } from "../blocks/flat-page.ts";
import { headingLevel, isLong, within } from "../blocks/sums.ts";
import { readNames } from "../signals/cue-words.ts";
import type { Profile } from "../signals/profile.ts";
import { headingText, namesIn } from "./page-title.ts";

/** Number of blocks searched for the title after one outside of the document. */
export const opening = 4;
/** Text above the name of a page that is no longer than this tells the reader something else. */
export const longestNotice = 80;
/** A line called a title is at most this many tokens. */
const longestTitle = 20;

/**
 * The title of a document. If only the site's name stands above it, the title is the document's first heading, if that says
 * more of `<title>`. If nothing was found above it, the title is the line above that begins or ends with a part of `<title>`,
 * or that the author called a title, or the heading that a page without any frame begins with.
 */
export function titleOf(
  profile: Profile,
  { home, title }: { readonly home: Region; readonly title: number },
  kept: readonly boolean[],
): number {
  const { signs, texts } = profile;
  const { blocks } = profile.page;
  const names = [...namesIn(signs.titles)].filter((name) => name.length > 2);
  if (title < 0) {
    const unknown = unknownTitle(profile, home, names);
    return unknown < 0 && home.parent === undefined ? headingAbove(profile, kept.indexOf(true)) : unknown;
  }
  const textAt = (index: number): string => headingText(texts[index] ?? "").toLowerCase();
  const isName = (index: number): boolean => textAt(index) !== "" && names.includes(textAt(index));
  if (!isName(title)) {
    const named = blocks.findIndex(
      (block, index) => index < title && headingLevel(block.region) === 1 && isName(index),
    );
    if (named >= 0 && signs.titles[0]?.startsWith(textAt(named)) === true) return named;
  }
  if (title >= home.first || (names.length > 1 && signs.titles[0]?.startsWith(textAt(title)) === true)) return title;
  for (let index = home.first; index < home.first + opening; index += 1) {
    const region = blocks[index]?.region;
    if (region === undefined || headingLevel(region) === 0) continue;
    return names.some((name) => name !== textAt(title) && textAt(index).includes(name)) ? index : title;
  }
  return title;
}

/** The heading right above the first kept block, if the page begins with it; -1 otherwise. */
function headingAbove({ page: { blocks }, sums }: Profile, first: number): number {
  const region = blocks[first - 1]?.region;
  const isFirst = within(sums.tokens, { first: 0, end: first - 1 }) === 0;
  return region !== undefined && isFirst && headingLevel(region) > 0 ? first - 1 : -1;
}

/** The title of a document that no heading names in full; -1 when it has none. */
function unknownTitle(
  { page: { blocks }, cues, sums, texts }: Profile,
  home: Region,
  names: readonly string[],
): number {
  const isNamed = ({ index, measures, region }: Block): boolean => {
    const text = headingText(texts[index] ?? "").toLowerCase();
    if (measures.linkTokens > 0 && !(headingLevel(region) > 0 && text === names[0])) return false;
    return names.some(
      (name) =>
        text.replace(/^[\d.]+ /, "") === name || (name.includes(" ") && (text.startsWith(name) || text.endsWith(name))),
    );
  };
  const isCalledTitle = ({ measures, region }: Block): boolean =>
    measures.tokens > 0 &&
    measures.tokens <= longestTitle &&
    measures.linkTokens === 0 &&
    readNames(region.element.attribs["class"] ?? "", cues.names).includes("title");
  const before = blocks.slice(0, home.first);
  const headed = before.findIndex((block) => headingLevel(block.region) > 0 && isNamed(block));
  const titled = headed >= 0 ? headed : before.findLastIndex(isNamed);
  if (titled >= 0) return titled;
  let called = before.findLastIndex(isCalledTitle);
  // Below a heading that is called the title, one of the same name is a member's.
  const above = blocks[called];
  if (above !== undefined && headingLevel(above.region) > 0) return called;
  for (const block of blocks.slice(home.first, home.end)) {
    const isNotice = within(sums.tokens, { first: 0, end: block.index + 1 }) <= longestNotice;
    if (isLong(block) && !isNotice) break;
    if (headingLevel(block.region) > 0 && isNamed(block)) return block.index;
    if (called < 0 && isCalledTitle(block)) called = block.index;
  }
  return called;
}
