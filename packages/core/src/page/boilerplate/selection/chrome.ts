import { isTag, type Element } from "domhandler";
import { getElementsByTagName } from "domutils";
import { slugOf } from "./marked-chrome.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import { isSourceOfQuotation } from "../model/plain-rules.ts";
import type { PageType } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";
import {
  between,
  headingLevel,
  isFringeAt,
  isRunningText,
  keptSum,
  longestLine,
  runningSum,
  within,
} from "../blocks/sums.ts";
import {
  closingLine,
  controlLine,
  controlLink,
  latestHeading,
  referenceHeading,
  relatedHeading,
  shopLine,
  signpost,
} from "./wordings.ts";

/** Longer texts than this, in characters, are not looked at for their wording. */
const longestWording = 160;

/** The text of a block if it is short enough to be a line of chrome; empty otherwise. */
function lineOf({ page: { blocks }, texts }: Profile, index: number): string {
  const text = texts[index] ?? "";
  const isShort = (blocks[index]?.measures.tokens ?? 0) <= longestLine && text.length <= longestWording;
  return isShort ? text : "";
}

/** Drops short lines that send the reader elsewhere; a sentence of the text that happens to begin so stays. */
export function dropSignposts(profile: Profile, type: PageType, kept: boolean[]): void {
  const isOfPosts = type === "article" || type === "forum";
  const isOfGoods = type === "product" || type === "collection";
  for (const { index, measures, region } of profile.page.blocks) {
    if (measures.tokens === 0) continue;
    if (headingLevel(region) > 0 && isReference(lineOf(profile, index), type)) continue;
    const found = signpost.exec(profile.texts[index] ?? "");
    const sends = found !== null && (measures.sentenceEnds === 0 || found.groups?.["colon"] !== undefined);
    if (sends || controlLine.test(lineOf(profile, index))) kept[index] = false;
    if (sends) dropBeside(profile, index, kept);
    const isControl =
      isOfPosts && measures.linkTokens >= measures.tokens / 2 && controlLink.test(lineOf(profile, index));
    if (isControl || (isOfGoods && shopLine.test(lineOf(profile, index)))) kept[index] = false;
  }
}

/** Drops the rest of a small box beside the text that a line of this kind opens: the story that it sends to. */
function dropBeside({ page: { blocks }, sums }: Profile, index: number, kept: boolean[]): void {
  let box = blocks[index]?.region;
  while (box !== undefined && box.element.name !== "aside") box = box.parent;
  if (box === undefined || between(sums.tokens, box.first, index) > 0) return;
  if (within(sums.tokens, box) <= longestInvitation) kept.fill(false, box.first, box.end);
}

/** A larger part of the page than `most` is not chrome, whatever its name; nor one with a smaller share of `links`. */
const chrome = {
  related: { most: 0.5, links: 0.3 },
  namedRelated: { most: 0.75, links: 0 },
  latest: { most: 0.2, links: 0.9 },
  menu: { most: 0.3, links: 0.4 },
  invitation: { most: 0.4 },
};
/** An invitation to subscribe is at most this many tokens. */
const longestInvitation = 60;

/**
 * Drops sections that their heading says lead to other pages, and that are made of links or named so by their authors.
 * What a document refers to for more is a part of it.
 */
export function dropRelated(
  profile: Profile,
  { type, title }: { readonly type: PageType; readonly title: number },
  kept: boolean[],
): void {
  const { page, sums, total, traits } = profile;
  const { blocks } = page;
  const inLink = traits.tag("a");
  const isLinked = (region: Region): boolean => (inLink[region.index] ?? 0) > 0;
  const named = traits.concept("related");
  let links: Float64Array | undefined;
  const next = new Int32Array(7).fill(blocks.length);
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block === undefined || block.measures.tokens === 0) continue;
    const { region, measures } = block;
    const level = headingLevel(region);
    const isLead = level > 0 || (measures.linkTokens === 0 && !isLinked(region));
    const wording = isLead && index !== title ? boundsOf(lineOf(profile, index), type) : undefined;
    if (wording !== undefined) {
      links ??= runningSum(blocks, (each) => (isLinked(each.region) ? each.measures.tokens : each.measures.linkTokens));
      const scope = scopeAfter(region, index);
      const opens = between(sums.tokens, scope.first, index) === 0;
      const isNamed = opens && wording === chrome.related && isAround(scope, named);
      const bounds = isNamed ? chrome.namedRelated : wording;
      const end = opens ? scope.end : Math.min(scope.end, next[level] ?? 0);
      const size = between(sums.tokens, index + 1, end);
      const isSection = (opens || level > 0) && size > 0 && size <= bounds.most * total;
      if (isSection && between(links, index + 1, end) >= bounds.links * size) kept.fill(false, index, end);
    }
    if (level > 0) next.fill(index, level);
  }
}

/** True for a heading under which a document refers to more. */
const isReference = (heading: string, type: PageType): boolean =>
  type === "documentation" && referenceHeading.test(heading);

/** Bounds of size and links for a section under a heading that leads elsewhere; undefined for other headings. */
function boundsOf(heading: string, type: PageType): { readonly most: number; readonly links: number } | undefined {
  if (isReference(heading, type)) return undefined;
  if (relatedHeading.test(heading)) return chrome.related;
  return latestHeading.test(heading) ? chrome.latest : undefined;
}

/** The smallest region around a block that goes on after it. */
function scopeAfter(region: Region, index: number): Region {
  let scope = region;
  while (scope.parent !== undefined && scope.end <= index + 1) scope = scope.parent;
  return scope;
}

/** True if a region, or one that holds nothing else, has a name of a concept: `steps` are those to the nearest. */
function isAround(region: Region, steps: Uint8Array): boolean {
  let holder = region;
  while (steps[holder.index] !== 1) {
    if (holder.parent?.first !== region.first || holder.parent.end !== region.end) return false;
    holder = holder.parent;
  }
  return true;
}

/** True for a box beside the page that a button brings in, as Bootstrap has it, and that is not shown. */
const isClosed = ({ element }: Region): boolean => {
  const names = (element.attribs["class"] ?? "").split(/\s+/);
  return names.includes("offcanvas") && !names.includes("show");
};

/** Drops menus, boxes that are closed, and small ones named after a newsletter, unless they hold the page's title. */
export function dropBoxes({ page, sums, texts, total, traits }: Profile, title: number, kept: boolean[]): void {
  const keptTokens = keptSum(sums, kept);
  const most = within(keptTokens, page.root) * chrome.menu.most;
  const [menus, invitations] = [traits.tag("nav"), traits.concept("newsletter")];
  const isOutermost = (steps: Uint8Array, { index, parent }: Region): boolean =>
    steps[index] === 1 && parent !== undefined && steps[parent.index] !== 1;
  for (const region of page.regions) {
    const size = within(sums.tokens, region);
    const isSmall = within(keptTokens, region) <= most;
    const isMenu = isOutermost(menus, region) && isSmall && within(sums.linkTokens, region) >= size * chrome.menu.links;
    const isInvitation =
      isOutermost(invitations, region) &&
      headingLevel(region) === 0 &&
      slugOf(texts[region.first] ?? "") !== region.element.attribs["id"] &&
      size <= longestInvitation &&
      size <= chrome.invitation.most * total;
    const holdsTitle = title >= region.first && title < region.end;
    if ((isMenu || isInvitation || (isSmall && isClosed(region))) && !holdsTitle)
      kept.fill(false, region.first, region.end);
  }
}

/** Fewest links of a menu, and limit of tokens of each. */
const menu = { links: 3, tokensPerLink: 4 };

/** Elements whose text may be short and is no chrome: facts, and items of lists. */
export const terse: ReadonlySet<string> = new Set(["td", "th", "dt", "dd", "li", "caption", "figcaption", "pre"]);

/** True for such an element, and for a paragraph in one. */
const isOfTerse = ({ element, parent }: Region): boolean =>
  terse.has(element.name) || (element.name === "p" && parent !== undefined && terse.has(parent.element.name));

/** A line likelier content than this is not closing chrome of a page. */
const sureContent = 0.7;

/** Drops the end of a page: its footer, the last short lines and links after the home of the content, menus, lines on copyright. */
export function dropTail(
  profile: Profile,
  {
    type,
    home,
    title,
    chances,
  }: { readonly type: PageType; readonly home: Region; readonly title: number; readonly chances: Float64Array },
  kept: boolean[],
): void {
  dropPageFooter(profile, title, kept);
  dropPlainFooter(profile, title, kept);
  const { blocks } = profile.page;
  for (let index = blocks.length - 1; index >= home.end; index -= 1) {
    const block = blocks[index];
    if (kept[index] !== true || block === undefined || block.measures.tokens === 0) continue;
    const isTerse = isOfTerse(block.region) && block.measures.linkTokens < block.measures.tokens / 2;
    if (isTerse || !isFringeAt(blocks, index) || (chances[index] ?? 0) > sureContent) break;
    kept[index] = false;
  }
  const last = blocks[kept.lastIndexOf(true)];
  if (last !== undefined && isMenu(last) && !(type === "documentation" && isIndex(last))) kept[last.index] = false;
  const first = blocks[kept.indexOf(true)];
  if (first !== undefined && isMenu(first)) kept[first.index] = false;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (kept[index] !== true || block === undefined || block.measures.tokens === 0) continue;
    if (closingLine.test(lineOf(profile, index))) kept[index] = false;
    else if (isRunningText(block) || block.measures.tokens > longestLine) break;
  }
}

/** The footer of the whole page is no larger a part of the kept text than this. */
const largestFooter = 0.75;

/**
 * Drops the footer of the whole page, with all its small print: one outside of every section and article (HTML Standard
 * §4.3.8), or with the role `contentinfo`.
 */
function dropPageFooter({ page, sums, traits }: Profile, title: number, kept: boolean[]): void {
  const sizes = keptSum(sums, kept);
  const total = within(sizes, page.root);
  const sectioning = (["article", "section", "aside", "nav"] as const).map((tag) => traits.tag(tag));
  for (const region of page.regions) {
    const { name, attribs } = region.element;
    const isOfPage =
      name === "footer" &&
      !isSourceOfQuotation(region) &&
      sectioning.every((nearest) => (nearest[region.index] ?? 0) === 0);
    if (!isOfPage && attribs["role"] !== "contentinfo") continue;
    const holdsTitle = title >= region.first && title < region.end;
    if (!holdsTitle && within(sizes, region) <= largestFooter * total) kept.fill(false, region.first, region.end);
  }
}

/** A footer of plain boxes has as many links, is no larger a part of the page, and its line on copyright is among the last lines. */
const plainFooter = { links: 3, share: 0.5, most: 0.4, lastLines: 6, blocks: 200 };

/** Drops the boxes around the line on copyright at the end of a page, as far as they hold links and short lines. */
function dropPlainFooter(profile: Profile, title: number, kept: boolean[]): void {
  const { page, sums, total, traits } = profile;
  const { blocks } = page;
  const closing = blocks
    .filter(({ measures }) => measures.tokens > 0)
    .slice(-plainFooter.lastLines)
    .find(({ index }) => closingLine.test(lineOf(profile, index)));
  if (closing === undefined) return;
  const inLink = traits.tag("a");
  let footer: Region | undefined;
  for (let box: Region | undefined = closing.region; box?.parent !== undefined; box = box.parent) {
    const tokens = within(sums.tokens, box) - closing.measures.tokens;
    if (tokens > plainFooter.most * total || box.end - box.first > plainFooter.blocks) break;
    if (title >= box.first && title < box.end) break;
    const inside = blocks.slice(box.first, box.end);
    if (inside.some((block) => isRunningText(block) || headingLevel(block.region) === 1)) break;
    const linked = inside.filter(({ region, measures }) => measures.linkTokens > 0 || (inLink[region.index] ?? 0) > 0);
    const linkTokens = linked.reduce((sum, { measures }) => sum + measures.tokens, 0);
    if (linked.length >= plainFooter.links && linkTokens >= plainFooter.share * tokens) footer = box;
  }
  if (footer !== undefined) kept.fill(false, footer.first, footer.end);
}

function isMenu({ measures }: Block): boolean {
  if (measures.links < menu.links || measures.sentenceEnds > 0) return false;
  const isAllLinks = measures.linkTokens >= measures.tokens * 0.9;
  return isAllLinks && measures.tokens <= menu.tokensPerLink * measures.links;
}

/** Fewest links to places on pages that are an index. */
const fewestPlaces = 12;

/** True for many links, half of them or more to places on pages: the index of a manual. */
export function isIndex({ nodes, measures: { links, fragmentLinks } }: Block): boolean {
  if (links < fewestPlaces || fragmentLinks < links / 2) return false;
  const leadsToPlace = ({ attribs }: Element): boolean => /#./.test(attribs["href"] ?? "");
  const anchors = nodes.flatMap((node) => (isTag(node) ? getElementsByTagName("a", node) : []));
  return anchors.filter(leadsToPlace).length >= links / 2;
}
