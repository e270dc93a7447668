import { isTag, type AnyNode, type ChildNode, type Element } from "domhandler";
import { existsOne } from "domutils";
import type { Block, Region } from "../blocks/flat-page.ts";
import { isRunningText, keptSum, within } from "../blocks/sums.ts";
import { readNames, type KnownNames } from "../signals/cue-words.ts";
import type { Profile } from "../signals/profile.ts";
import { authorCard } from "./named-sections.ts";

/** A line with an author's name, and perhaps a date, is at most this many tokens. */
const longestName = 8;
/** One character stands for the picture of an author that has none. */
export const initial = 1;
/** Less text than this does not make a post. */
const shortestPost = 4;

/** Keeps the name of who wrote a post, answer or comment, when the post itself is kept: a linked name before others. */
export function keepAuthors({ page, sums, lists, traits, cues }: Profile, kept: boolean[]): void {
  const named = traits.concept("author");
  const written = [traits.concept("post"), traits.concept("comment")];
  const keptTokens = keptSum(sums, kept);
  const credits = new Map<Region, number>();
  for (const { index, region, measures } of page.blocks) {
    let list = lists.around[region.index];
    if (list === undefined || measures.characters <= initial || measures.tokens > longestName) continue;
    if ((named[region.index] ?? 0) === 0 || !written.some((nearest) => (nearest[region.index] ?? 0) > 0)) continue;
    if (isOfCard(region, cues.names)) continue;
    let post = recordOf(region, list.region);
    if (within(keptTokens, post) < shortestPost) {
      list = lists.around[list.region.index] ?? list;
      post = recordOf(region, list.region);
    }
    const known = page.blocks[credits.get(post) ?? -1];
    if (known === undefined || (measures.linkTokens > 0 && known.measures.linkTokens === 0)) credits.set(post, index);
  }
  for (const [post, index] of credits) if (within(keptTokens, post) >= shortestPost) kept[index] = true;
}

const isOfCard = ({ element }: Region, known: KnownNames): boolean =>
  readNames(element.attribs["class"] ?? "", known).some((name) => authorCard.has(name));

/** The outermost region inside a list that holds the region. */
function recordOf(region: Region, list: Region): Region {
  let record = region;
  while (record.parent !== undefined && record.parent !== list) record = record.parent;
  return record;
}

/** A line over a post that says who wrote it is at most this many tokens, and at most so many lines before the post. */
const credit = { tokens: 30, blocks: 2 };
/** What a forum says of an author between the name and the post is at most so many lines, of so many tokens each. */
const card = { blocks: 12, tokens: 12 };

/** Addresses and names of links to the people of a forum. */
const personAddress =
  /(?:^|\/)(?:u|users?|members?|profiles?|people|[@~][^/]*)(?:[/?.]|$)|[?&;](?:u|uid|user|username|id)=/i;
const personClass =
  /(?:^|[\s_-])(?:author|user|username|hnuser|member|nick(?:name)?|poster|person)(?:-?link)?(?:[\s_-]|$)/i;
/** The name of a link to an author, and the address of one who has a page at the root of the site (GitHub). */
const authorClass = /(?:^|[\s_-])author(?:-?link)?(?:[\s_-]|$)/i;
const rootAddress = /^(?:https?:\/\/[^/]+)?\/[\w.-]+\/?$/i;

/** Keeps the line over each kept post of a forum that names who wrote it, in a link to that person. */
export function keepCredits({ page: { blocks } }: Profile, kept: boolean[]): void {
  for (const block of blocks.toReversed()) {
    const { index } = block;
    if (kept[index] === true || !isCredit(block)) continue;
    let [lines, dropped] = [0, 0];
    for (let next = index + 1; next < blocks.length && lines < credit.blocks; next += 1) {
      const post = blocks[next];
      if (post === undefined || (post.measures.tokens > 0 && isCredit(post))) break;
      if (post.measures.tokens > 0 && kept[next] === true) lines += 1;
      else if (post.measures.tokens > card.tokens || dropped === card.blocks) break;
      else if (post.measures.tokens > 0) dropped += 1;
      if (kept[next] === true && (isRunningText(post) || isRemark(post))) kept[index] = true;
    }
  }
}

/** True for a line over a post that names who wrote it, in a link to that person. */
export const isCredit = ({ nodes, measures, region }: Block): boolean =>
  measures.characters > initial &&
  measures.tokens <= credit.tokens &&
  nodes.some((node) => namesPerson(node, standsForPerson(region)));

/** True for a paragraph of a few words, and for a short sentence. */
const isRemark = ({ region, measures }: Block): boolean =>
  (region.element.name === "p" || measures.sentenceEnds > 0) && measures.tokens > measures.linkTokens;

/** Limit of steps up from a name to the element that is declared to be an author. */
const stepsToAuthor = 4;

/** True in a region that is named after a person, or declared by schema.org to be an author. */
function standsForPerson(region: Region): boolean {
  let holder: Region | undefined = region;
  for (let step = 0; step <= stepsToAuthor && holder !== undefined; step += 1, holder = holder.parent)
    if (isDeclaredAuthor(holder.element) || (step < 2 && isOfPerson(holder))) return true;
  return false;
}

/** The date of a post, with its number, beside its author, where schema.org tells which part of the line is the author. */
export function datesBesideAuthor({ nodes }: Block): readonly ChildNode[] {
  return nodes.some(holdsAuthor) ? nodes.filter((node) => holdsTime(node) && !holdsAuthor(node)) : [];
}

const holdsTime = (node: AnyNode): boolean => existsOne(({ name }) => name === "time", [node]);

const holdsAuthor = (node: AnyNode): boolean => existsOne(isDeclaredAuthor, [node]);

const isDeclaredAuthor = ({ attribs }: Element): boolean => /^(?:author|creator)$/.test(attribs["itemprop"] ?? "");

const isOfPerson = ({ element }: Region): boolean => personClass.test(element.attribs["class"] ?? "");

const namesPerson = (node: AnyNode, isNamed: boolean): boolean => {
  if (!isTag(node)) return false;
  if (node.name !== "a") return node.children.some((child) => namesPerson(child, isNamed || isDeclaredAuthor(node)));
  const { class: names = "", href = "" } = node.attribs;
  if (authorClass.test(names) && rootAddress.test(href)) return true;
  return (isNamed || personClass.test(names)) && personAddress.test(href);
};
