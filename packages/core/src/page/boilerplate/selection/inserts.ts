import { isTag, isText, type ChildNode, type Element } from "domhandler";
import { existsOne, textContent } from "domutils";
import type { Block, Region } from "../blocks/flat-page.ts";
import { headingLevel, shortBlock } from "../blocks/sums.ts";
import { readNames } from "../signals/cue-words.ts";
import type { Profile } from "../signals/profile.ts";
import { isVote } from "../model/thread.ts";
import { datesBesideAuthor, initial, isCredit } from "./authors.ts";
import { authorCard } from "./named-sections.ts";

/** Links to code and its editor in brackets, and buttons that fold code: whole texts. */
const bracketed = /^\[\s*(?:(?:view )?source|src|docs|edit(?: source)?)\s*\]$/iu;
const folding = /^(?:click to )?(?:toggle|show|hide|view) source$/iu;
/** Such links without brackets, where a name says what they are. */
const bare = /^\(?(?:(?:view )?source(?: code)?|src|edit|toc)\)?$/iu;
const codeName = /(?:^|[\s_-])(?:see)?(?:src|source|viewcode)(?:link|[\s_-]|$)/iu;
const permalinkName = /(?:^|[\s_-])(?:anchor|headerlink|permalink)(?:[\s_-]|$)/iu;

const inline: ReadonlySet<string> = new Set(["a", "span", "small", "button", "label"]);
const longestInsert = 40;

/**
 * Finds the extras that generators of documentation put into the line of a heading, a term or a signature: links to its source
 * and to the table of contents, buttons that fold code. Linear in the size of the blocks.
 */
export function insertsIn(blocks: readonly Block[], kept: readonly boolean[]): readonly ChildNode[] {
  const inserts: ChildNode[] = [];
  const search = (node: ChildNode, region: Region): void => {
    if (!isTag(node)) return;
    if (inline.has(node.name) && isInsert(node, region)) inserts.push(node);
    else for (const child of node.children) search(child, region);
  };
  blocks.forEach(({ nodes, region }, index) => {
    if (kept[index] === true && nodes.length > 0) for (const node of nodes) search(node, region);
  });
  return inserts;
}

function isInsert(element: Element, region: Region): boolean {
  const text = textOf(element);
  if (folding.test(text) || (element.name === "a" && bracketed.test(text))) return true;
  if (element.name !== "a" || !bare.test(text)) return false;
  const isNamed = codeName.test(element.attribs["class"] ?? "") || codeName.test(region.element.attribs["class"] ?? "");
  const isPermalink = headingLevel(region) > 0 && permalinkName.test(element.attribs["class"] ?? "");
  return isNamed || isPermalink;
}

/** Links in the line over a post that do something with it, fold it or lead to its neighbours: whole texts. */
const control =
  /^(?:\[[–−+-]\]|\(\d+ (?:child(?:ren)?|repl(?:y|ies))\)|parent|root|prev|next|context|link|permalink|post|reply|quote|hide|past|flag|favou?rite|un-?favou?rite|save|un-?vote|share|report|embed|caches|web)$/iu;

/**
 * Finds such links over the posts of a thread, each with the bar before it, counts of votes, pictures of authors and what
 * stands beside their names: the date, and what is said of them. Linear in the size of the blocks.
 */
export function controlsIn({ page: { blocks }, cues }: Profile, kept: readonly boolean[]): readonly ChildNode[] {
  const inserts: ChildNode[] = [];
  const isOfCard = (node: ChildNode): boolean =>
    isTag(node) && readNames(node.attribs["class"] ?? "", cues.names).some((name) => authorCard.has(name));
  const searchCard = (node: ChildNode): void => {
    if (isOfCard(node)) inserts.push(node);
    else if (isTag(node)) node.children.forEach(searchCard);
  };
  const search = (node: ChildNode): void => {
    if (!isTag(node)) return;
    if (inline.has(node.name) && control.test(textOf(node))) {
      inserts.push(node);
      if (node.prev !== null && isBar(node.prev)) inserts.push(node.prev);
    } else for (const child of node.children) search(child);
  };
  for (const block of blocks) {
    if (kept[block.index] !== true) continue;
    if (block.measures.tokens <= shortBlock) block.nodes.forEach(searchCard);
    if (isAvatar(block)) inserts.push(...block.nodes);
    else if (isCredit(block)) {
      block.nodes.forEach(search);
      inserts.push(...datesBesideAuthor(block));
    } else if (block.measures.tokens === 1 && countsVotes(block)) inserts.push(...block.nodes);
  }
  return inserts;
}

/** True for the picture of an author, by its name or that of its box, with no words, or for the initial in its place. */
const isAvatar = ({ nodes, region, measures }: Block): boolean =>
  measures.characters <= initial && (isNamedAvatar(region.element) || existsOne(isNamedAvatar, [...nodes]));

const isNamedAvatar = ({ attribs }: Element): boolean => /(?:^|[\s_-])avatar(?:[\s_-]|$)/i.test(attribs["class"] ?? "");

/** True for a number of votes, by the name of its box or link. */
const countsVotes = ({ nodes, region }: Block): boolean =>
  [...nodes, region.element].some(
    (node) => isTag(node) && (isVote(node) || voteCount.test(node.attribs["class"] ?? "")),
  ) && /^[-−]?\d+$/.test(nodes.map(wordsIn).join("").trim());

const voteCount = /(?:^|[\s_-])vote-?count(?:[\s_-]|$)/i;
const wordsIn = (node: ChildNode): string => (isTag(node) ? textOf(node) : isText(node) ? node.data : "");

const isBar = (node: ChildNode): boolean =>
  isText(node)
    ? /^\s*[|·•]\s*$/.test(node.data)
    : isTag(node) && node.name === "span" && node.children.length === 1 && node.children.every(isBar);

/** The text of an element, or nothing of a longer one. */
function textOf(element: Element): string {
  if (element.children.length > 3) return "";
  const text = textContent(element).trim();
  return text.length > longestInsert ? "" : text;
}
