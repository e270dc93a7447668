import type { Block, Region } from "../blocks/flat-page.ts";
import { headingLevel, isRunningText, keptSum, within } from "../blocks/sums.ts";
import type { Content } from "./alike.ts";
import { markedIn } from "./beside.ts";
import type { PageType } from "../outcome.ts";
import type { Profile } from "../signals/profile.ts";

/** A region whose text is kept to this share is kept for what it is, not for what it holds. */
const mostOf = 0.75;
/** Smaller regions, in tokens, are not looked at. */
const smallestRegion = 60;
/** Least mean chance of a part that was left out, and its largest share of links. */
const part = { chance: 0.2, links: 0.4 };
/** Least mean chance of a part with something else behind it: at the end of a text, teasers of others look like parts. */
const openingChance = 0.35;
/** Fewest cards alike beside each other, and least mean chance: teasers of other pages look like them. */
const cards = { count: 3, chance: 0.3, steps: 3 };
/** A block less likely than this is none of a part that it stands in. */
const leastChance = 0.1;

/**
 * In a region that is mostly kept, keeps the parts that fell just below the cut: a section with its heading, rows of a
 * table, items of a list, cards, a quote. Parts that are marked as something else, made of links, or unlikely stay out. Pages
 * of one template differ in how much they say, so the cut differs; its parts are the same. Linear in the size of the page.
 */
export function keepParts(profile: Profile, content: Content, kept: boolean[]): void {
  const { page, sums, traits } = profile;
  const { type, chances } = content;
  const sizes = keptSum(sums, kept);
  const structures = (["table", "li", "blockquote"] as const).map(traits.tag);
  const isOther = markedIn(profile, content);
  const isPart = (run: readonly Block[], least: number): boolean => {
    const [first] = run;
    if (first === undefined || run.some(isOther)) return false;
    const isStructure = structures.some((nearest) => (nearest[first.region.index] ?? 0) > 0);
    const isCard = !isStructure && standsInCard(first.region, traits.alike);
    if (!isStructure && !isCard && !(headingLevel(first.region) > 0 && run.some(isRunningText))) return false;
    const span = { first: first.index, end: first.index + run.length };
    const chance = run.reduce((sum, block) => sum + block.measures.tokens * (chances[block.index] ?? 0), 0);
    const size = within(sums.tokens, span);
    return (
      size > 0 &&
      chance >= Math.max(least, isCard ? cards.chance : 0) * size &&
      within(sums.linkTokens, span) <= part.links * size
    );
  };
  const keepPart = (run: readonly Block[], least: number): void => {
    if (isPart(run, least)) for (const { index } of run) kept[index] = (chances[index] ?? 0) >= leastChance;
  };
  const isMostlyKept = (region: Region): boolean => {
    const all = within(sums.tokens, region);
    return region.parent !== undefined && all >= smallestRegion && within(sizes, region) >= mostOf * all;
  };
  let end = 0;
  for (const region of page.regions) {
    if (region.first < end || !isMostlyKept(region)) continue;
    end = region.end;
    for (const run of runsLeftOut(page.blocks.slice(region.first, region.end), kept)) {
      keepPart(run, part.chance);
      if (read.has(type)) keepPart(openingOf(run, isOther), openingChance);
    }
  }
}

/** True if a region is, or stands a few steps below, one of several alike. */
function standsInCard(region: Region, alike: Int32Array): boolean {
  let holder: Region | undefined = region;
  for (let step = 0; step < cards.steps && holder?.parent !== undefined; step += 1, holder = holder.parent) {
    const isText = holder.element.name === "p" || headingLevel(holder) > 0;
    if (!isText && (alike[holder.index] ?? 0) >= cards.count) return true;
  }
  return false;
}

/** Pages that are read on from one part to the next. */
const read: ReadonlySet<PageType> = new Set(["article", "documentation", "forum", "service", "home"]);

/** What follows the kept text before a run, without buttons between them, up to what is marked as something else. */
function openingOf(run: readonly Block[], isOther: (block: Block) => boolean): readonly Block[] {
  const first = run.findIndex((block) => !isOnlyControl(block));
  if (first < 0) return [];
  const end = run.findIndex((block, index) => index > first && (isOther(block) || isOnlyControl(block)));
  return run.slice(first, end < 0 ? run.length : end);
}

const isOnlyControl = ({ measures: { tokens, controlTokens } }: Block): boolean =>
  tokens > 0 && controlTokens === tokens;

/** Blocks one after another that are not kept. */
function runsLeftOut(blocks: readonly Block[], kept: readonly boolean[]): readonly (readonly Block[])[] {
  const runs: Block[][] = [];
  let run: Block[] | undefined;
  for (const block of blocks) {
    if (kept[block.index] === true) run = undefined;
    else if (run === undefined) runs.push((run = [block]));
    else run.push(block);
  }
  return runs;
}
