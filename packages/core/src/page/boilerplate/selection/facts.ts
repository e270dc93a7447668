import { isTag, type Element } from "domhandler";
import { existsOne, filter } from "domutils";
import { meanChance } from "../model/chances.ts";
import type { Block, Region } from "../blocks/flat-page.ts";
import { headingLevel, within } from "../blocks/sums.ts";
import { choiceNames } from "../../buying.ts";
import { readNames } from "../signals/cue-words.ts";
import type { Profile } from "../signals/profile.ts";
import { buyBoxOf } from "./buy-box.ts";
import { framesOnly } from "./frames.ts";

/** Least mean chance at which the facts about a product stay. */
const factChance = 0.15;
/** Fewest blocks of facts, and their longest mean, in tokens. */
const facts = { blocks: 4, tokensPerBlock: 15 };

/** Keeps a product's tables of facts, and lists of terms with their values, with their headings: many readers came for them. */
export function keepFacts(profile: Profile, chances: Float64Array, kept: boolean[]): void {
  const { page, sums } = profile;
  const isFrame = framesOnly(profile, kept);
  for (const region of page.regions) {
    const isOne = isFacts(region, within(sums.tokens, region)) || isTerms(region, sums);
    if (!isOne || isFrame(region) || meanChance(page.blocks.slice(region.first, region.end), chances) < factChance)
      continue;
    let first = region.first;
    for (let level = 7; ; first -= 1) {
      const before = page.blocks[first - 1]?.region;
      const above = before === undefined ? 0 : headingLevel(before);
      if (before === undefined || above === 0 || above >= level || !isBeside(before, region)) break;
      level = above;
    }
    kept.fill(true, first, region.end);
  }
}

/** With header cells and short ones, and no table inside: facts, not layout. */
export function isFacts(table: Region, tokens: number): boolean {
  if (table.element.name !== "table") return false;
  const blocks = table.end - table.first;
  if (blocks < facts.blocks || tokens / blocks > facts.tokensPerBlock) return false;
  let hasHeader = false;
  const open = [...table.children];
  for (let region = open.pop(); region !== undefined; region = open.pop()) {
    if (region.element.name === "table") return false;
    if (region.element.name === "th") hasHeader = true;
    for (const child of region.children) open.push(child);
  }
  return hasHeader;
}

function isTerms({ element, first, end }: Region, sums: Profile["sums"]): boolean {
  const blocks = end - first;
  return (
    element.name === "dl" &&
    blocks >= facts.blocks &&
    within(sums.tokens, { first, end }) / blocks <= facts.tokensPerBlock
  );
}

/** True if a heading right before a region stands beside it, or beside a box that it opens. */
function isBeside(heading: Region, region: Region): boolean {
  let holder = region.parent;
  while (holder !== undefined && holder !== heading.parent) holder = holder.parent;
  return holder !== undefined;
}

/** The choices of a product stand at most this many blocks after its name; each line is at most so many tokens. */
const furthestChoice = 40;
const longestChoice = 40;
const longestName = 6;

/** Keeps what a product can be chosen in, such as colours and sizes: choices between its name and the button that buys it. */
export function keepOptions(profile: Profile, title: number, kept: boolean[]): void {
  const button = title < 0 || kept[title] !== true ? undefined : buyBoxOf(profile, title)?.button;
  if (button === undefined) return;
  const { page, traits, url } = profile;
  const address = URL.parse(url);
  const filters = traits.concept("search");
  const first = title + 1;
  const between = { first, end: button.first >= first ? button.first : first + furthestChoice };
  for (const block of page.blocks.slice(first, Math.min(Math.max(button.end, between.end), first + furthestChoice))) {
    const { index, measures, region } = block;
    if (measures.tokens === 0 || measures.tokens > longestChoice) continue;
    if (!isChoice(block) && !choosesByLinks(block, address) && !isNamedChoice(profile, block, between)) continue;
    if ((filters[region.index] ?? 0) > 0) continue;
    kept[index] = true;
    const name = page.blocks[index - 1];
    if (name !== undefined && names(name, block)) kept[name.index] = true;
  }
}

/** Such a name is on a region at most this many steps up. */
const furthestName = 4;

/**
 * True for a line of words that is no sentence and no link, and that is named after the choices of a product itself or by a box
 * between others: a box with the button holds the amount, too.
 */
function isNamedChoice(
  { cues }: Profile,
  { nodes, region, measures }: Block,
  { first, end }: Pick<Region, "first" | "end">,
): boolean {
  if (measures.sentenceEnds > 0 || measures.media > 0 || measures.linkTokens >= measures.tokens / 2) return false;
  const isNamed = ({ attribs }: Element): boolean =>
    readNames(`${attribs["class"] ?? ""} ${attribs["id"] ?? ""}`, cues.names).some((word) => choiceNames.has(word));
  let holder: Region | undefined = region;
  for (let step = 0; step < furthestName && holder !== undefined; step += 1, holder = holder.parent) {
    if (holder.first < first || holder.end > end) break;
    if (isNamed(holder.element)) return true;
  }
  return existsOne(isNamed, [...nodes]);
}

const choiceRoles: ReadonlySet<string> = new Set(["radio", "option"]);

const isChoice = ({ nodes, region }: Block): boolean =>
  choiceRoles.has(region.element.attribs["role"] ?? "") || existsOne(isChoiceItself, [...nodes]);

/** True for links, and a name of at most a few words, that lead to the same page with another query. */
function choosesByLinks({ nodes, measures }: Block, address: URL | null): boolean {
  if (address === null || measures.links === 0) return false;
  if (measures.tokens - measures.linkTokens > longestName) return false;
  const leadsHere = ({ attribs }: Element): boolean => {
    const target = URL.parse(attribs["href"] ?? "", address.href);
    return target?.origin === address.origin && target.pathname === address.pathname && target.search.length > 1;
  };
  return filter((node) => isTag(node) && node.name === "a", [...nodes]).every((link) => isTag(link) && leadsHere(link));
}

const isChoiceItself = ({ name, attribs }: Element): boolean =>
  (name === "input" && /^radio$/i.test(attribs["type"] ?? "")) || choiceRoles.has(attribs["role"] ?? "");

/** True for a short line that opens the box of a choice: a legend, or a label. */
function names({ region, measures }: Block, choice: Block): boolean {
  if (measures.tokens === 0 || measures.tokens > longestName || measures.sentenceEnds > 0) return false;
  if (region.element.name === "legend") return true;
  for (let holder = choice.region, step = 0; step < 3 && holder.parent !== undefined; step += 1, holder = holder.parent)
    if (region.parent === holder.parent) return true;
  return false;
}
