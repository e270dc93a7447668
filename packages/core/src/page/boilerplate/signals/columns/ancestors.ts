import { conceptNames } from "../cue-words.ts";
import type { Region } from "../../blocks/flat-page.ts";
import type { Profile } from "../profile.ts";
import { between, shortBlock, within } from "../../blocks/sums.ts";
import { tellingTags } from "../traits.ts";
import {
  byBlock,
  magnitude,
  per,
  prefixed,
  type BlockColumns,
  type ColumnGroup,
  type RegionColumns,
} from "./column.ts";

/** The region some steps up from a block's own, or the outermost one. */
const atLevel = (level: number): BlockColumns =>
  byBlock({
    names: prefixed(
      `a${level}`,
      "share linkDensity perBlock long blocks same index cue inner commas media pShare first",
    ),
    prepare: (profile) => profile,
    read: (row, { page, sums, total, cues, traits }) => {
      const { first, end, index } = above(row.block.region, level);
      const tokens = between(sums.tokens, first, end);
      const opening = page.blocks[first]?.measures.tokens ?? Infinity;
      return [
        tokens / total,
        per(between(sums.linkTokens, first, end), tokens),
        magnitude(per(tokens, end - first)),
        per(between(sums.long, first, end), tokens),
        magnitude(end - first),
        magnitude(traits.alike[index] ?? 0),
        Math.min(30, traits.place[index] ?? 0),
        cues.own[index] ?? 0,
        per(between(sums.tokens, first, row.index), tokens),
        per(between(sums.commas, first, end), tokens),
        per(between(sums.media, first, end), end - first),
        per(between(sums.paragraphTokens, first, end), tokens),
        opening <= shortBlock / 3 ? (cues.text[first] ?? 0) : 0,
      ];
    },
  });

function above(region: Region, steps: number): Region {
  let holder = region;
  for (let step = 0; step < steps; step += 1) holder = holder.parent ?? holder;
  return holder;
}

/** The nearest region around a block that holds at least this share of the page. */
const atSize = (size: number): BlockColumns =>
  byBlock({
    names: prefixed(`s${size}`, "share linkDensity long cue depth"),
    prepare: (profile) => ({ ...profile, nearest: nearestOfSize(profile, size) }),
    read: ({ block, region }, { page, sums, total, cues, nearest }) => {
      const { first, end, index, depth } = nearest[region] ?? page.root;
      const tokens = between(sums.tokens, first, end);
      return [
        tokens / total,
        per(between(sums.linkTokens, first, end), tokens),
        per(between(sums.long, first, end), tokens),
        cues.own[index] ?? 0,
        block.region.depth - depth,
      ];
    },
  });

function nearestOfSize({ page, sums, total }: Profile, size: number): readonly Region[] {
  const nearest: Region[] = [];
  for (const region of page.regions) {
    const isLarge = region.parent === undefined || within(sums.tokens, region) >= size * total;
    nearest[region.index] = isLarge ? region : (nearest[region.parent?.index ?? 0] ?? page.root);
  }
  return nearest;
}

interface PathTotals {
  regions: number;
  tokens: number;
  linkTokens: number;
  long: number;
  cue: number;
}

/** All blocks whose region and its surroundings have the same tags and classes: usually they belong together. */
const onSamePath = byBlock({
  names: ["pathCount", ...prefixed("path", "share linkDensity long cue")],
  prepare: (profile) => ({ paths: pathTotals(profile), traits: profile.traits, total: profile.total }),
  read: ({ region }, { paths, traits, total }) => {
    const path = paths[traits.signature[region] ?? 0] ?? oneRegion;
    const { regions, tokens, linkTokens, long, cue } = path;
    return [magnitude(regions), tokens / total, per(linkTokens, tokens), per(long, tokens), cue / regions];
  },
});

const noPath = (): PathTotals => ({ regions: 0, tokens: 0, linkTokens: 0, long: 0, cue: 0 });
const oneRegion: Readonly<PathTotals> = { ...noPath(), regions: 1 };

/** For each signature, the totals of the regions that have it. */
function pathTotals({ page, sums, cues, traits: { signature } }: Profile): readonly PathTotals[] {
  const paths: PathTotals[] = [];
  for (const { index } of page.regions) (paths[signature[index] ?? 0] ??= noPath()).regions += 1;
  for (const { index, region, measures } of page.blocks) {
    const path = (paths[signature[region.index] ?? 0] ??= noPath());
    path.tokens += measures.tokens;
    path.linkTokens += measures.linkTokens;
    path.long += between(sums.long, index, index + 1);
    path.cue += cues.text[index] ?? 0;
  }
  return paths;
}

/** Kinds and names of the elements around a block. */
const named: RegionColumns = {
  names: [
    ...["cueSum", "cueMin", "cueMax", "inChrome"],
    ...conceptNames.map((name) => `is.${name}`),
    ...tellingTags.map((name) => `in.${name}`),
  ],
  ofRegions: ({ cues, traits }) => [cues.sum, cues.lowest, cues.highest, traits.framed, ...traits.nearest],
};

/** The surroundings of a block: its region, the regions around that, their names, and all regions like its own. */
export const ancestorColumns: readonly ColumnGroup[] = [
  ...[0, 1, 2, 3, 4].map(atLevel),
  ...[0.15, 0.4, 0.75].map(atSize),
  onSamePath,
  named,
];
