import { conceptNames } from "./cue-words.ts";
import type { Cues } from "./cues.ts";
import type { Block, FlatPage, Region } from "../blocks/flat-page.ts";
import { within, type Sums } from "../blocks/sums.ts";

/** A span of blocks, from `first` up to but without `end`. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/** The homes of the main content as independent generators see them. They are weighed against each other block by block. */
export interface Nominations {
  /** The region whose paragraphs hand up the highest score (the idea of Readability, Arc90 2009). */
  readonly density: Region | undefined;
  /** The run of blocks with the most text over links (maximum subsequence, Pasternack and Roth 2009). */
  readonly span: Span;
  /** The region that the author marked: `articleBody`, `article`, `main`, or a name that says so. */
  readonly semantic: Region | undefined;
}

/** Asks every generator. Linear in the size of the page. */
export const nominate = (page: FlatPage, sums: Sums, cues: Cues): Nominations => ({
  density: densest(page, sums),
  span: richestSpan(page.blocks),
  semantic: markedRegion(page, sums, cues),
});

const shares = [1, 1 / 1.6, 1 / 5, 1 / 7.5];

function densest(page: FlatPage, sums: Sums): Region | undefined {
  const scores = new Float64Array(page.regions.length);
  for (const { measures, region } of page.blocks) {
    if (measures.tokens < 8) continue;
    const textual = 1 - measures.linkTokens / measures.tokens;
    const score = (1 + measures.commas + Math.min(3, measures.tokens / 20)) * textual;
    let holder: Region | undefined = region.parent ?? region;
    for (const share of shares) {
      if (holder === undefined) break;
      scores[holder.index] = (scores[holder.index] ?? 0) + score * share;
      holder = holder.parent;
    }
  }
  for (const region of page.regions) {
    const linkDensity = within(sums.linkTokens, region) / Math.max(1, within(sums.tokens, region));
    scores[region.index] = (scores[region.index] ?? 0) * (1 - linkDensity);
  }
  return highest(page.regions, scores);
}

function richestSpan(blocks: readonly Block[]): Span {
  let best: Span = { first: 0, end: 0 };
  let [bestSum, sum, first] = [0, 0, 0];
  // Plainly, as what takes lists apart is slow until it is optimized.
  for (const { index, measures } of blocks) {
    if (sum <= 0) {
      sum = 0;
      first = index;
    }
    sum += measures.tokens - 2.2 * measures.linkTokens - 4;
    if (sum <= bestSum) continue;
    bestSum = sum;
    best = { first, end: index + 1 };
  }
  return best;
}

const wholeConcept = 1 << conceptNames.indexOf("whole");

/** Strength of an author's mark that a region holds the content; 0 without one. */
export function contentMark({ element: { name, attribs }, index }: Region, cues: Cues): number {
  if (attribs["itemprop"] === "articleBody" || ((cues.concepts[index] ?? 0) & wholeConcept) !== 0) return 3;
  if (name === "article" || attribs["role"] === "article") return 2;
  return name === "main" || attribs["role"] === "main" ? 1.5 : 0;
}

/** The outermost region around the home that an author marked as the content; the home where none is. */
export function markedAround(home: Region, cues: Cues): Region {
  let marked = home;
  for (let holder: Region | undefined = home; holder?.parent !== undefined; holder = holder.parent)
    if (contentMark(holder, cues) > 0) marked = holder;
  return marked;
}

function markedRegion({ regions }: FlatPage, sums: Sums, cues: Cues): Region | undefined {
  const scores = new Float64Array(regions.length);
  for (const region of regions) scores[region.index] = contentMark(region, cues) * within(sums.tokens, region);
  return highest(regions, scores);
}

function highest(regions: readonly Region[], scores: Float64Array): Region | undefined {
  let best: Region | undefined;
  let bestScore = 0;
  for (const region of regions) {
    const own = scores[region.index] ?? 0;
    if (own <= bestScore) continue;
    best = region;
    bestScore = own;
  }
  return best;
}
