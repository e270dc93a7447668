import { isTag, type AnyNode } from "domhandler";
import { textContent } from "domutils";
import type { PageType } from "../outcome.ts";
import { smallPage, type Profile } from "../signals/profile.ts";
import type { FlatPage, Region } from "../blocks/flat-page.ts";
import { headingLevel, isHeading } from "../blocks/sums.ts";
import { buys, fillsBasket, isBuyButton, type Wording } from "../../buying.ts";
import { isThread, ofArticle } from "./thread.ts";

/** Types of schema.org that only pages of one type declare. */
const ofDocumentation: ReadonlySet<string> = new Set(["techarticle", "apireference", "softwarehelp"]);
const ofForum: ReadonlySet<string> = new Set(["discussionforumposting", "qapage"]);
const ofNews: ReadonlySet<string> = new Set("newsarticle reportagenewsarticle liveblogposting recipe".split(" "));
const ofLists: ReadonlySet<string> = new Set("itemlist collectionpage searchresultspage blog".split(" "));

/** So many buttons with the same surroundings are those of a list of products. */
const fewestOfList = 3;

/**
 * The type that a page declares, as only pages of that type do: by schema.org, or by a button that puts goods into the basket
 * and stands in no list of such buttons. All pages of a template declare alike, whatever they are made of. Undefined when a
 * page declares nothing.
 */
export function declaredType(profile: Profile): PageType | undefined {
  const declares = (names: ReadonlySet<string>): boolean => [...profile.signs.types].some((type) => names.has(type));
  if (declares(ofDocumentation)) return "documentation";
  if (declares(ofForum) || isThread(profile)) return "forum";
  if (sellsOne(profile)) return "product";
  return declares(ofNews) && !declares(ofLists) ? "article" : undefined;
}

function sellsOne(profile: Profile): boolean {
  const { page, traits } = profile;
  const alike = new Map<number, number>();
  const all = buyButtons(page);
  const baskets = all.length === 0 ? all : buyButtons(page, fillsBasket);
  const buttons = baskets.length > 0 ? baskets : all.filter((button) => isBelowName(profile, button));
  const isListed = inLists(page, buttons);
  for (const { index } of buttons) {
    const signature = traits.signature[index] ?? 0;
    if (isListed[index] !== 1) alike.set(signature, (alike.get(signature) ?? 0) + 1);
  }
  return [...alike.values()].some((count) => count < fewestOfList);
}

/** No more words, or pictures, and links than these stand between the name of a product and the button that buys it at once. */
const belowName = { tokens: 200, links: 5 };

/** True if a heading of the first level is close above a button, and no list of links is between them. */
function isBelowName({ page: { blocks }, traits }: Profile, button: Region): boolean {
  const inLink = traits.tag("a");
  let [tokens, links] = [0, 0];
  for (let index = button.first - 1; index >= 0; index -= 1) {
    const { region, measures } = blocks[index] ?? {};
    if (region === undefined || measures === undefined) continue;
    if (measures.tokens > 0 && headingLevel(region) === 1) return true;
    tokens += Math.max(1, measures.tokens);
    if (measures.tokens > 0) links += (inLink[region.index] ?? 0) > 0 ? 1 : measures.links;
    if (tokens > belowName.tokens || links > belowName.links) return false;
  }
  return false;
}

/** 1 for each region in a list of which several entries have such a button, also where one of them looks different. */
function inLists({ regions }: FlatPage, buttons: readonly Region[]): Uint8Array {
  const entries = new Int32Array(regions.length);
  const holds = new Uint8Array(regions.length);
  for (const button of buttons)
    for (let part = button; holds[part.index] !== 1 && part.parent !== undefined; part = part.parent) {
      holds[part.index] = 1;
      entries[part.parent.index] = (entries[part.parent.index] ?? 0) + 1;
    }
  const listed = new Uint8Array(regions.length);
  for (const { index, parent } of regions) {
    const around = parent?.index ?? -1;
    if (listed[around] === 1 || (entries[around] ?? 0) >= fewestOfList) listed[index] = 1;
  }
  return listed;
}

/** The regions that a button that sells goods stands in, with no other around it, or that are one. */
export const buyButtons = ({ regions }: FlatPage, says: Wording = buys): readonly Region[] =>
  regions.filter((region) => {
    const inner = new Set<AnyNode>(region.children.map((child) => child.element));
    return (
      isRoleButton(region) || region.element.children.some((node) => !inner.has(node) && holdsBuyButton(node, says))
    );
  });

/** True for the text of a box that acts as such a button. */
const isRoleButton = ({ element, parent, children }: Region): boolean =>
  children.length === 0 &&
  [element, parent?.element].some((holder) => holder?.attribs["role"] === "button") &&
  fillsBasket(textContent(element));

const controls: ReadonlySet<string> = new Set(["input", "button", "a"]);

/** True if a node is, or holds, such a button or link; what is inside of one is no other. */
function holdsBuyButton(node: AnyNode, says: Wording): boolean {
  if (!isTag(node)) return false;
  return controls.has(node.name) ? isBuyButton(node, says) : node.children.some((child) => holdsBuyButton(child, says));
}

/** Types of schema.org, words of addresses, and programs that speak of a forum. */
const ofPosts: ReadonlySet<string> = new Set(
  "discussionforumposting qapage question answer comment usercomments socialmediaposting".split(" "),
);
const forumAddress =
  /forum|threads?\b|topics?\b|discuss|\/t\/|question|viewtopic|community|boards?\b|\bbbs\b|\bqa?\b|answers/i;
const forumProgram = /discourse|vbulletin|xenforo|phpbb|mybb|simple machines|flarum|nodebb|invision|kunena|bbpress/;

/**
 * Types that what a page declares, or what it lacks, speaks against. The model knows few small pages: it takes comments under
 * a short post for a thread, and any page without chrome for documentation.
 */
export function contradictedTypes(profile: Profile): ReadonlySet<PageType> {
  const contradicted = new Set<PageType>();
  const { types, openGraphType, generator } = profile.signs;
  const isPost = types.has("blogposting") || isBlogPost(profile);
  const isArticle = isPost || openGraphType === "article" || [...types].some((type) => ofArticle.test(type));
  const isOfForum = [...types].some((type) => ofPosts.has(type)) || forumAddress.test(profile.url);
  if (isArticle && !isOfForum && !forumProgram.test(generator)) contradicted.add("forum");
  if (types.has("collectionpage") || types.has("searchresultspage")) contradicted.add("product");
  if (isPost || (profile.total <= smallPage && !isTechnical(profile))) contradicted.add("documentation");
  return contradicted;
}

/** Classes that blogs give a page of one post, and a post itself (microformats h-entry and hAtom). */
const pageOfPost = /(?:^|\s)single-post(?:\s|$)/;
const entry = /(?:^|\s)(?:hentry|h-entry)(?:\s|$)/;

function isBlogPost({ page: { root, regions } }: Profile): boolean {
  if (pageOfPost.test(root.element.attribs["class"] ?? "")) return true;
  return regions.filter(({ element }) => entry.test(element.attribs["class"] ?? "")).length === 1;
}

const manualAddress =
  /\bdocs?\b|documentation|manual|reference|guide|tutorial|\bapi\b|wiki|\bman\b|\bhelp\b|handbook|\bspec/i;
const ofManuals: ReadonlySet<string> = new Set("pre code kbd samp var dfn dt tt".split(" "));
/** So many headings with ids of their own, and links to places on the page, have only texts made to be looked things up in. */
const fewestPlaces = 2;

/** Names of functions, members and packages. */
const codeName = /\w\(\)|\w::\w|\w_\w|(?<!\w)_\w|(?<![@/.\w])(?!www\.)[a-z]\w*\.[a-z]\w*\.[a-z]\w/;

/** True if something on a page is as manuals have it. */
function isTechnical({ page: { blocks, regions }, texts, url }: Profile): boolean {
  if (manualAddress.test(url) || texts.some((text) => codeName.test(text))) return true;
  if (regions.some(({ element }) => ofManuals.has(element.name))) return true;
  let [places, fragments] = [0, 0];
  for (const region of regions) if (isHeading(region) && region.element.attribs["id"] !== undefined) places += 1;
  for (const { measures } of blocks) {
    fragments += measures.fragmentLinks;
    if (measures.technicalTokens > 0) return true;
  }
  return places >= fewestPlaces || fragments > fewestPlaces;
}
