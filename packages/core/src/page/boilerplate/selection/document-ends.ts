import { blockText, type Block, type Region } from "../blocks/flat-page.ts";
import { headingLevel, within } from "../blocks/sums.ts";
import type { Profile } from "../signals/profile.ts";
import { closingLine, generatedLine } from "./wordings.ts";

/** A notice that closes a page is no longer than this. */
const longestNotice = 80;

/** Drops what closes a page: a notice of copyright without a heading of its own, and the name of the tool that made it. */
export function dropClosing({ page: { blocks }, sums, traits }: Profile, kept: boolean[]): void {
  const inFooter = traits.concept("footer");
  const isFooter = (region: Region): boolean => {
    let holder: Region | undefined = region;
    for (let steps = inFooter[region.index] ?? 0; steps > 1; steps -= 1) holder = holder?.parent;
    if ((inFooter[region.index] ?? 0) === 0 || holder === undefined || within(sums.headings, holder) > 0) return false;
    return within(sums.tokens, holder) <= longestNotice;
  };
  for (let index = kept.lastIndexOf(true); index > 0; index = kept.lastIndexOf(true)) {
    const [block, before] = [blocks[index], blocks[index - 1]];
    if (block === undefined || before === undefined || block.measures.tokens > longestNotice) return;
    const text = blockText(block);
    const isHeaded = headingLevel(before.region) > 0 || before.region.element.name === "dt";
    const isNotice = closingLine.test(text) || generatedLine.test(text) || isMenuLine(block.measures, longestPair + 1);
    if (isHeaded || !(isFooter(block.region) || isNotice)) return;
    kept[index] = false;
  }
}

/** Fewest links of a menu before the title, and their least share of its text. */
const menuBefore = { links: 3, share: 0.5 };

/** Drops what stands in a document before its title: links with arrows between them that end with its name, and menus. */
export function dropTrail(
  { page: { blocks, regions }, sums, texts }: Profile,
  { first, title }: { readonly first: number; readonly title: number },
  kept: boolean[],
): void {
  for (let index = first; index < title; index += 1) {
    const text = texts[index] ?? "";
    const links = blocks[index]?.measures.links ?? 0;
    const isTrail = /[»›→]/u.test(text) && text.endsWith(texts[title] ?? "");
    if ((isTrail && links > 0) || isMenuLine(blocks[index]?.measures, longestPair)) kept[index] = false;
  }
  if (within(sums.long, { first, end: title }) > 0) return;
  for (const region of regions) {
    if (region.first < first || region.end > title) continue;
    const links = blocks
      .slice(region.first, region.end)
      .reduce((count, { measures }) => count + measures.links - measures.fragmentLinks, 0);
    const share = within(sums.linkTokens, region) / Math.max(1, within(sums.tokens, region));
    if (links >= menuBefore.links && share >= menuBefore.share) kept.fill(false, region.first, region.end);
  }
}

/** Under a text, two links with a bar between them may be a part of it. */
const longestPair = 2;

/** True for so many links or more with separators between them, and nothing else. */
const isMenuLine = (measures: Block["measures"] | undefined, fewest: number): boolean =>
  measures !== undefined &&
  measures.links >= fewest &&
  measures.separators >= measures.links - 1 &&
  measures.linkTokens >= measures.tokens * 0.9;
