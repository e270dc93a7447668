import type { Profile } from "../profile.ts";
import { isHeading, isLong, within } from "../sums.ts";
import { magnitude, per, signedMagnitude, type Column } from "./column.ts";
import { holders, isPartOfTitle, tagRank } from "./own.ts";

const offsets = [-1, 1, 2] as const;
const reaches = [4, 10] as const;
const farAway = 60;

/** What stands before and after a block in reading order. */
export function neighbourColumns(profile: Profile): readonly Column[] {
  return [
    ...offsets.flatMap((offset) => besides(profile, offset)),
    ...reaches.flatMap((reach) => around(profile, reach)),
    ...landmarks(profile),
  ];
}

function besides({ page: { blocks } }: Profile, offset: number): readonly Column[] {
  return [
    [
      `n${offset}.tokens`,
      ({ index }) => {
        const other = blocks[index + offset];
        return other === undefined ? -1 : magnitude(other.measures.tokens);
      },
    ],
    [
      `n${offset}.linkDensity`,
      ({ index }) => {
        const other = blocks[index + offset];
        return other === undefined ? -1 : per(other.measures.linkTokens, other.measures.tokens);
      },
    ],
    [
      `n${offset}.tag`,
      ({ index }) => {
        const other = blocks[index + offset];
        return other === undefined ? -1 : tagRank(other.region);
      },
    ],
    [
      `n${offset}.sameRegion`,
      ({ index, block: { region } }) => {
        const other = blocks[index + offset]?.region;
        return other === undefined ? -1 : Number(other === region || other.parent === region.parent);
      },
    ],
  ];
}

function around({ page: { blocks }, sums }: Profile, reach: number): readonly Column[] {
  const first = (index: number): number => Math.max(0, index - reach);
  const end = (index: number): number => Math.min(blocks.length, index + reach + 1);
  const span = (index: number): { first: number; end: number } => ({ first: first(index), end: end(index) });
  const tokens = (index: number): number => within(sums.tokens, span(index));
  return [
    [`w${reach}.perBlock`, ({ index }) => magnitude(tokens(index) / (end(index) - first(index)))],
    [`w${reach}.linkDensity`, ({ index }) => per(within(sums.linkTokens, span(index)), tokens(index))],
    [`w${reach}.long`, ({ index }) => per(within(sums.long, span(index)), tokens(index))],
    [
      `w${reach}.before`,
      ({ index }) => magnitude(per(within(sums.tokens, { first: first(index), end: index }), index - first(index))),
    ],
    [
      `w${reach}.after`,
      ({ index }) => magnitude(per(within(sums.tokens, { first: index + 1, end: end(index) }), end(index) - index - 1)),
    ],
  ];
}

/** Distances to what stands out: long text, headings, the title. */
function landmarks(profile: Profile): readonly Column[] {
  const {
    page: { blocks },
    sums,
    total,
    texts,
    cues,
    signs,
    traits,
  } = profile;
  const count = blocks.length;
  const [beforeLong, afterLong, sinceHeading, headingLevel] = [0, 0, 0, 0].map(() => new Int32Array(count));
  const none = new Int32Array(0);
  let [long, heading, level, topHeading, title] = [-1, -1, 0, -1, -1];
  blocks.forEach((block, index) => {
    (beforeLong ?? none)[index] = long < 0 ? farAway : Math.min(farAway, index - long);
    if (isLong(block)) long = index;
    if (isHeading(block.region)) [heading, level] = [index, Number(block.region.element.name.slice(1))];
    (sinceHeading ?? none)[index] = heading < 0 ? farAway : Math.min(farAway, index - heading);
    (headingLevel ?? none)[index] = level;
    if (topHeading < 0 && holders(block.region, 3).some(({ element }) => element.name === "h1")) topHeading = index;
    if (title < 0 && block.measures.tokens >= 2 && isPartOfTitle(texts[index] ?? "", signs.titles)) title = index;
  });
  long = -1;
  for (let index = count - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    (afterLong ?? none)[index] = long < 0 ? farAway : Math.min(farAway, long - index);
    if (block !== undefined && isLong(block)) long = index;
  }
  const unframed = new Float64Array(count + 1);
  blocks.forEach(({ measures, region }, index) => {
    unframed[index + 1] = (unframed[index] ?? 0) + (traits.inFrame(region) ? 0 : measures.tokens);
  });
  const since = (index: number): number => sinceHeading?.[index] ?? farAway;
  return [
    ["prevGood", ({ index }) => beforeLong?.[index] ?? farAway],
    ["nextGood", ({ index }) => afterLong?.[index] ?? farAway],
    ["prevHead", ({ index }) => since(index)],
    ["headLevel", ({ index }) => headingLevel?.[index] ?? 0],
    ["headCue", ({ index }) => (since(index) < farAway ? (cues.text[index - since(index)] ?? 0) : 0)],
    [
      "afterH1",
      ({ index }) => {
        if (topHeading < 0) return -1;
        if (index <= topHeading) return index === topHeading ? 1 : 0;
        return 2 + Math.min(1, within(sums.tokens, { first: topHeading, end: index }) / total);
      },
    ],
    ["h1Distance", ({ index }) => (topHeading < 0 ? 0 : signedMagnitude(index - topHeading))],
    ["titleDistance", ({ index }) => (title < 0 ? 0 : signedMagnitude(index - title))],
    [
      "w5.wordCue",
      ({ index }) => {
        let sum = 0;
        for (let near = Math.max(0, index - 5); near < Math.min(count, index + 6); near += 1)
          sum += cues.text[near] ?? 0;
        return sum / 11;
      },
    ],
    ["freePosition", ({ index }) => per(unframed[index] ?? 0, unframed[count] ?? 0)],
  ];
}
