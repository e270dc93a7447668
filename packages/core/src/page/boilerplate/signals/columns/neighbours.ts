import type { Region } from "../../blocks/flat-page.ts";
import type { Profile } from "../profile.ts";
import { between, isHeading, isLong } from "../../blocks/sums.ts";
import { byBlock, magnitude, per, prefixed, signedMagnitude, type BlockColumns } from "./column.ts";
import { isInside, isPartOfTitle, tagRank } from "./own.ts";

const farAway = 60;

/** The block some steps before or after. */
const besides = (offset: number): BlockColumns =>
  byBlock({
    names: prefixed(`n${offset}`, "tokens linkDensity tag sameRegion"),
    prepare: ({ page: { blocks } }) => blocks,
    read: ({ index, block: { region } }, blocks) => {
      const other = blocks[index + offset];
      if (other === undefined) return nobody;
      return [
        magnitude(other.measures.tokens),
        per(other.measures.linkTokens, other.measures.tokens),
        tagRank(other.region),
        Number(other.region === region || other.region.parent === region.parent),
      ];
    },
  });

const nobody: readonly number[] = [-1, -1, -1, -1];

/** The blocks up to some steps before and after. */
const around = (reach: number): BlockColumns =>
  byBlock({
    names: prefixed(`w${reach}`, "perBlock linkDensity long before after"),
    prepare: (profile) => profile,
    read: ({ index }, { page: { blocks }, sums }) => {
      const first = Math.max(0, index - reach);
      const end = Math.min(blocks.length, index + reach + 1);
      const tokens = between(sums.tokens, first, end);
      return [
        magnitude(tokens / (end - first)),
        per(between(sums.linkTokens, first, end), tokens),
        per(between(sums.long, first, end), tokens),
        magnitude(per(between(sums.tokens, first, index), index - first)),
        magnitude(per(between(sums.tokens, index + 1, end), end - index - 1)),
      ];
    },
  });

/** Distances to landmarks: long text, headings, the title. */
const landmarks = byBlock({
  names: "prevGood nextGood prevHead headLevel headCue afterH1 h1Distance titleDistance w5.wordCue freePosition",
  prepare: (profile) => ({
    marks: findLandmarks(profile),
    sums: profile.sums,
    total: profile.total,
    cues: profile.cues.text,
    unframed: unframedTokens(profile),
  }),
  read: ({ index }, { marks, sums, total, cues, unframed }) => {
    const { topHeading, title } = marks;
    const since = marks.sinceHeading[index] ?? farAway;
    return [
      marks.beforeLong[index] ?? farAway,
      marks.afterLong[index] ?? farAway,
      since,
      marks.headingLevel[index] ?? 0,
      since < farAway ? (cues[index - since] ?? 0) : 0,
      topHeading < 0
        ? -1
        : index <= topHeading
          ? Number(index === topHeading)
          : 2 + Math.min(1, between(sums.tokens, topHeading, index) / total),
      topHeading < 0 ? 0 : signedMagnitude(index - topHeading),
      title < 0 ? 0 : signedMagnitude(index - title),
      meanAround(cues, index),
      per(unframed[index] ?? 0, unframed[unframed.length - 1] ?? 0),
    ];
  },
});

interface Landmarks {
  /** Per block: steps to the nearest long block before and after, and to the nearest heading before. */
  readonly beforeLong: Int32Array;
  readonly afterLong: Int32Array;
  readonly sinceHeading: Int32Array;
  /** Per block: level of the nearest heading before; 0 when there is none. */
  readonly headingLevel: Int32Array;
  /** Indices of the first block of an `h1` and of the page's title; -1 when there is none. */
  readonly topHeading: number;
  readonly title: number;
}

function findLandmarks({ page: { blocks }, texts, signs }: Profile): Landmarks {
  const distances = (): Int32Array => new Int32Array(blocks.length);
  const [beforeLong, afterLong, sinceHeading, headingLevel] = [distances(), distances(), distances(), distances()];
  let [long, heading, level, topHeading, title] = [-1, -1, 0, -1, -1];
  for (const block of blocks) {
    const { index } = block;
    beforeLong[index] = long < 0 ? farAway : Math.min(farAway, index - long);
    if (isLong(block)) long = index;
    if (isHeading(block.region)) {
      heading = index;
      level = Number(block.region.element.name.slice(1));
    }
    sinceHeading[index] = heading < 0 ? farAway : Math.min(farAway, index - heading);
    headingLevel[index] = level;
    if (topHeading < 0 && isInside(block.region, isTopHeading)) topHeading = index;
    if (title < 0 && block.measures.tokens >= 2 && isPartOfTitle(texts[index] ?? "", signs.titles)) title = index;
  }
  long = -1;
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    afterLong[index] = long < 0 ? farAway : Math.min(farAway, long - index);
    if (block !== undefined && isLong(block)) long = index;
  }
  return { beforeLong, afterLong, sinceHeading, headingLevel, topHeading, title };
}

const isTopHeading = ({ element }: Region): boolean => element.name === "h1";

/** The running sum of the tokens outside the frame of the page. */
function unframedTokens({ page: { blocks }, traits }: Profile): Float64Array {
  const sums = new Float64Array(blocks.length + 1);
  for (const { index, measures, region } of blocks)
    sums[index + 1] = (sums[index] ?? 0) + (traits.framed[region.index] === 1 ? 0 : measures.tokens);
  return sums;
}

function meanAround(cues: Float32Array, index: number): number {
  let sum = 0;
  for (let near = Math.max(0, index - 5); near < Math.min(cues.length, index + 6); near += 1) sum += cues[near] ?? 0;
  return sum / 11;
}

/** The blocks before and after a block in reading order. */
export const neighbourColumns: readonly BlockColumns[] = [
  ...[-1, 1, 2].map(besides),
  ...[4, 10].map(around),
  landmarks,
];
