import type { Block, Region } from "./flat-page.ts";

/** A running sum over blocks: entry `i` is the sum over the blocks before `i`, so that any span costs one subtraction. */
export type RunningSum = Float64Array;

/** The running sums that features and candidates are made of. */
export interface Sums {
  readonly tokens: RunningSum;
  readonly linkTokens: RunningSum;
  readonly commas: RunningSum;
  /** Tokens in long blocks, see {@link isLong}. */
  readonly long: RunningSum;
  readonly longBlocks: RunningSum;
  readonly paragraphTokens: RunningSum;
  readonly headings: RunningSum;
  readonly media: RunningSum;
}

/** Blocks up to this many tokens are short: labels, headings, links; their words are looked at. */
export const shortBlock = 30;

/** A block of running text: long enough, and mostly not links. */
export const isLong = ({ measures }: Block): boolean =>
  measures.tokens >= 20 && measures.linkTokens <= measures.tokens * 0.3;

const headings: ReadonlySet<string> = new Set(["h1", "h2", "h3", "h4", "h5", "h6"]);
/** True if a region is a heading, from `h1` to `h6`. */
export const isHeading = (region: Region): boolean => headings.has(region.element.name);

/** The level of the heading that a region is or stands directly in, from 1 to 6; 0 for other regions. */
export function headingLevel(region: Region): number {
  const heading = isHeading(region) ? region : region.parent;
  return heading !== undefined && isHeading(heading) ? Number(heading.element.name.slice(1)) : 0;
}

/** A line has at most this many tokens. */
export const longestLine = 12;

/** True if a block has more than a line to say, in sentences. */
export const isRunningText = ({ measures }: Block): boolean =>
  measures.tokens > longestLine && measures.sentenceEnds > 0;

/** True if a block frames a text rather than being one: a line that is no sentence, or next to nothing but links. */
export function isFringeAt(blocks: readonly Block[], index: number): boolean {
  const measures = blocks[index]?.measures;
  if (measures === undefined || measures.tokens === 0) return false;
  const isLabel = measures.tokens <= longestLine && measures.sentenceEnds === 0;
  return isLabel || measures.linkTokens >= measures.tokens * 0.8;
}

/** The {@link RunningSum} of a number of each block. */
export function runningSum(blocks: readonly Block[], weigh: (block: Block, index: number) => number): RunningSum {
  const sums = new Float64Array(blocks.length + 1);
  for (const block of blocks) sums[block.index + 1] = (sums[block.index] ?? 0) + weigh(block, block.index);
  return sums;
}

/** The running sum of the tokens in kept blocks. */
export function keptSum({ tokens }: Sums, kept: readonly boolean[]): RunningSum {
  const sums = new Float64Array(tokens.length);
  for (let index = 0; index + 1 < tokens.length; index += 1)
    sums[index + 1] = (sums[index] ?? 0) + (kept[index] === true ? between(tokens, index, index + 1) : 0);
  return sums;
}

/** The part of a running sum that belongs to the blocks from `first` up to but without `end`. */
export const between = (sums: RunningSum, first: number, end: number): number => (sums[end] ?? 0) - (sums[first] ?? 0);

/** The part of a running sum that belongs to a region or any other span of blocks. */
export const within = (sums: RunningSum, span: { readonly first: number; readonly end: number }): number =>
  between(sums, span.first, span.end);

/** Sums up the blocks of a page. Linear in their number. */
export function sumUp(blocks: readonly Block[]): Sums {
  const empty = (): RunningSum => new Float64Array(blocks.length + 1);
  const [tokens, linkTokens, commas, long] = [empty(), empty(), empty(), empty()];
  const [longBlocks, paragraphTokens, headingCounts, media] = [empty(), empty(), empty(), empty()];
  for (const block of blocks) {
    const { index, measures, region } = block;
    const isLongBlock = isLong(block);
    tokens[index + 1] = (tokens[index] ?? 0) + measures.tokens;
    linkTokens[index + 1] = (linkTokens[index] ?? 0) + measures.linkTokens;
    commas[index + 1] = (commas[index] ?? 0) + measures.commas;
    long[index + 1] = (long[index] ?? 0) + (isLongBlock ? measures.tokens : 0);
    longBlocks[index + 1] = (longBlocks[index] ?? 0) + Number(isLongBlock);
    const isParagraph = region.element.name === "p";
    paragraphTokens[index + 1] = (paragraphTokens[index] ?? 0) + (isParagraph ? measures.tokens : 0);
    headingCounts[index + 1] = (headingCounts[index] ?? 0) + Number(isHeading(region));
    media[index + 1] = (media[index] ?? 0) + measures.media;
  }
  return { tokens, linkTokens, commas, long, longBlocks, paragraphTokens, headings: headingCounts, media };
}
