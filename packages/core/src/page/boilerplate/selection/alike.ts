import { isTag, type AnyNode } from "domhandler";
import type { Block, Region } from "../blocks/flat-page.ts";
import { isRunningText, keptSum, runningSum, within } from "../blocks/sums.ts";
import type { PageType } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";
import { markedIn } from "./beside.ts";

/** Pages that are read from one end to the other, and pages that consist of parts side by side. */
const told: ReadonlySet<PageType> = new Set(["article", "documentation", "forum", "service"]);
const composed: ReadonlySet<PageType> = new Set(["service", "home"]);

/** Least chance of a text that stands where kept text stands, its largest share of links, and least kept tokens there. */
const text = { chance: 0.15, links: 0.3, keptTokens: 40 };
/** Fewest parts alike beside each other, their least size, the least share of it that is kept, and least mean chance of a part. */
const part = { count: 3, tokens: 30, kept: 0.5, chance: 0.2 };

/** What is known of the content when it is put right. */
export interface Content {
  readonly type: PageType;
  readonly home: Region;
  readonly chances: Float64Array;
  /** The blocks that are marked as chrome. */
  readonly chrome: readonly boolean[];
}

/**
 * Keeps what is like the kept content around it and fell below the cut: paragraphs in the surroundings of kept ones, as the
 * end of a long text, and parts of a page of which more than half of those beside them are kept. What a name or a place marks
 * as something else stays out. Linear in the size of the page.
 */
export function keepAlike(profile: Profile, content: Content, kept: boolean[]): void {
  const isMarked = markedIn(profile, content);
  const isUnmarked = (block: Block): boolean => !isMarked(block);
  if (told.has(content.type)) keepTexts(profile, content, isUnmarked, kept);
  if (!composed.has(content.type)) return;
  keepSiblings(profile, content, isUnmarked, kept);
  keepQuotations(profile, content, isUnmarked, kept);
}

/** Least chance of a quotation, its least size, and the longest line behind it that says whose it is. */
const quotation = { chance: 0.25, tokens: 8, source: 10 };

/** Keeps what somebody is quoted to have said of a service, with the line that says who. */
function keepQuotations(
  { page: { blocks, regions } }: Profile,
  { chances }: { readonly chances: Float64Array },
  isUnmarked: (block: Block) => boolean,
  kept: boolean[],
): void {
  for (const { element, parent, first, end } of regions) {
    if (element.name !== "blockquote") continue;
    const said = blocks.slice(first, end).filter(isUnmarked);
    if (
      !said.some(({ measures }) => measures.tokens >= quotation.tokens) ||
      said.some((block) => (chances[block.index] ?? 0) < quotation.chance && !isSourceOf(block))
    )
      continue;
    for (const { index } of said) kept[index] = true;
    const source = blocks[end];
    if (source !== undefined && end < (parent?.end ?? 0) && isSourceOf(source)) kept[end] = true;
  }
  // Page builders cite whoever said something, and often mark what was said as no quotation.
  for (const block of blocks) {
    const before = blocks[block.index - 1];
    const follows = before !== undefined && kept[before.index] === true && before.measures.sentenceEnds > 0;
    if (follows && block.nodes.some(isCite) && block.measures.tokens <= quotation.source) kept[block.index] = true;
  }
}

/** True for a short line that says who is quoted. */
const isSourceOf = ({ region, measures, nodes }: Block): boolean =>
  measures.tokens <= quotation.source && (region.element.name === "figcaption" || nodes.some(isCite));

const isCite = (node: AnyNode): boolean => isTag(node) && node.name === "cite";

function keepTexts(
  { page: { blocks }, traits: { signature } }: Profile,
  { home, chances }: { readonly home: Region; readonly chances: Float64Array },
  isUnmarked: (block: Block) => boolean,
  kept: boolean[],
): void {
  const keptTokens = new Map<number, number>();
  const kindOf = ({ region }: Block): number => signature[region.index] ?? 0;
  for (const block of blocks) {
    if (kept[block.index] !== true || !isRunningText(block)) continue;
    keptTokens.set(kindOf(block), (keptTokens.get(kindOf(block)) ?? 0) + block.measures.tokens);
  }
  for (const block of blocks.slice(home.first, home.end)) {
    const { index, measures } = block;
    if (kept[index] === true || (chances[index] ?? 0) < text.chance || !isRunningText(block)) continue;
    const isProse = measures.linkTokens <= text.links * measures.tokens;
    const isAlike = (keptTokens.get(kindOf(block)) ?? 0) >= text.keptTokens;
    if (isProse && isAlike && isUnmarked(block)) kept[index] = true;
  }
}

function keepSiblings(
  { page, sums, traits: { signature } }: Profile,
  { home, chances }: { readonly home: Region; readonly chances: Float64Array },
  isUnmarked: (block: Block) => boolean,
  kept: boolean[],
): void {
  const keptTokens = keptSum(sums, kept);
  const likely = runningSum(page.blocks, ({ index, measures }) => (chances[index] ?? 0) * measures.tokens);
  const isMostlyKept = (parts: readonly Region[]): boolean => {
    const [size, keptSize] = [sums.tokens, keptTokens].map((sum) =>
      parts.reduce((all, one) => all + within(sum, one), 0),
    );
    return size !== undefined && keptSize !== undefined && size >= part.tokens && keptSize >= part.kept * size;
  };
  const isLeftOut = (one: Region): boolean =>
    within(keptTokens, one) <= within(sums.tokens, one) / 2 &&
    within(likely, one) >= part.chance * within(sums.tokens, one);
  for (const { first, end, children } of page.regions) {
    if (children.length < part.count || first < home.first || end > home.end) continue;
    for (const parts of Map.groupBy(children, ({ index }) => signature[index]).values()) {
      if (parts.length < part.count || !isMostlyKept(parts)) continue;
      const blocks = parts.filter(isLeftOut).flatMap((one) => page.blocks.slice(one.first, one.end));
      for (const block of blocks.filter(isUnmarked)) kept[block.index] = true;
    }
  }
}
