import { conceptNames } from "../cue-words.ts";
import type { Region } from "../flat-page.ts";
import type { Profile } from "../profile.ts";
import { shortBlock, within } from "../sums.ts";
import { tellingTags } from "../traits.ts";
import { magnitude, per, type Column, type Row } from "./column.ts";

const levels = [0, 1, 2, 3, 4] as const;
const sizes = [0.15, 0.4, 0.75] as const;

/** What surrounds a block: its region, the regions around that, what they are called, and all regions like its own. */
export function ancestorColumns(profile: Profile): readonly Column[] {
  const { cues, traits } = profile;
  const holders = holdersUpTo(levels.length, profile.page.regions);
  return [
    ...levels.flatMap((level) => atLevel(profile, level, holders[level] ?? [])),
    ...sizes.flatMap((size) => atSize(profile, size)),
    ...onSamePath(profile),
    ["cueSum", ({ region }) => cues.sum[region] ?? 0],
    ["cueMin", ({ region }) => cues.lowest[region] ?? 0],
    ["cueMax", ({ region }) => cues.highest[region] ?? 0],
    ...conceptNames.map((name): Column => {
      const nearest = traits.concept(name);
      return [`is.${name}`, ({ region }) => nearest[region] ?? 0];
    }),
    ...tellingTags.map((name): Column => {
      const nearest = traits.tag(name);
      return [`in.${name}`, ({ region }) => nearest[region] ?? 0];
    }),
    ["inChrome", ({ block }) => Number(traits.inFrame(block.region))],
  ];
}

/** For each number of steps, the region that many steps up from each region, or the outermost one. */
function holdersUpTo(steps: number, regions: readonly Region[]): readonly (readonly Region[])[] {
  const holders = [regions];
  while (holders.length < steps) holders.push((holders.at(-1) ?? []).map((holder) => holder.parent ?? holder));
  return holders;
}

function atLevel(
  { page, sums, total, cues, traits }: Profile,
  level: number,
  holders: readonly Region[],
): readonly Column[] {
  const column = (name: string, value: (holder: Region, tokens: number, row: Row) => number): Column => [
    `a${level}.${name}`,
    (row) => {
      const holder = holders[row.region] ?? page.root;
      return value(holder, within(sums.tokens, holder), row);
    },
  ];
  return [
    column("share", (_, tokens) => tokens / total),
    column("linkDensity", (holder, tokens) => per(within(sums.linkTokens, holder), tokens)),
    column("perBlock", (holder, tokens) => magnitude(per(tokens, holder.end - holder.first))),
    column("long", (holder, tokens) => per(within(sums.long, holder), tokens)),
    column("blocks", (holder) => magnitude(holder.end - holder.first)),
    column("same", ({ index }) => magnitude(traits.alike[index] ?? 0)),
    column("index", ({ index }) => Math.min(30, traits.place[index] ?? 0)),
    column("cue", ({ index }) => cues.own[index] ?? 0),
    column("inner", (holder, tokens, { index }) =>
      per(within(sums.tokens, { first: holder.first, end: index }), tokens),
    ),
    column("commas", (holder, tokens) => per(within(sums.commas, holder), tokens)),
    column("media", (holder) => per(within(sums.media, holder), holder.end - holder.first)),
    column("pShare", (holder, tokens) => per(within(sums.paragraphTokens, holder), tokens)),
    column("first", (holder) => {
      const opening = page.blocks[holder.first];
      return opening !== undefined && opening.measures.tokens <= shortBlock / 3 ? (cues.text[holder.first] ?? 0) : 0;
    }),
  ];
}

/** The nearest region around a block that holds at least this share of the page. */
function atSize({ page, sums, total, cues }: Profile, size: number): readonly Column[] {
  const nearest: Region[] = [];
  for (const region of page.regions) {
    const isLarge = region.parent === undefined || within(sums.tokens, region) >= size * total;
    nearest[region.index] = isLarge ? region : (nearest[region.parent?.index ?? 0] ?? page.root);
  }
  const column = (name: string, value: (holder: Region, tokens: number, row: Row) => number): Column => [
    `s${size}.${name}`,
    (row) => {
      const holder = nearest[row.region] ?? page.root;
      return value(holder, within(sums.tokens, holder), row);
    },
  ];
  return [
    column("share", (_, tokens) => tokens / total),
    column("linkDensity", (holder, tokens) => per(within(sums.linkTokens, holder), tokens)),
    column("long", (holder, tokens) => per(within(sums.long, holder), tokens)),
    column("cue", ({ index }) => cues.own[index] ?? 0),
    column("depth", ({ depth }, _, { block }) => block.region.depth - depth),
  ];
}

/** All blocks whose region and its surroundings have the same tags and classes: usually they belong together. */
function onSamePath({ page, sums, total, cues, traits }: Profile): readonly Column[] {
  const regions = new Map<string, number>();
  for (const signature of traits.signature) regions.set(signature, (regions.get(signature) ?? 0) + 1);
  const totals = new Map<string, { tokens: number; linkTokens: number; long: number; cue: number }>();
  page.blocks.forEach(({ region, measures }, index) => {
    const signature = traits.signature[region.index] ?? "";
    let sum = totals.get(signature);
    if (sum === undefined) totals.set(signature, (sum = { tokens: 0, linkTokens: 0, long: 0, cue: 0 }));
    sum.tokens += measures.tokens;
    sum.linkTokens += measures.linkTokens;
    sum.long += within(sums.long, { first: index, end: index + 1 });
    sum.cue += cues.text[index] ?? 0;
  });
  const empty = { tokens: 0, linkTokens: 0, long: 0, cue: 0 };
  const of = (region: number): typeof empty => totals.get(traits.signature[region] ?? "") ?? empty;
  const alike = (region: number): number => regions.get(traits.signature[region] ?? "") ?? 1;
  return [
    ["pathCount", ({ region }) => magnitude(alike(region))],
    ["path.share", ({ region }) => of(region).tokens / total],
    ["path.linkDensity", ({ region }) => per(of(region).linkTokens, of(region).tokens)],
    ["path.long", ({ region }) => per(of(region).long, of(region).tokens)],
    ["path.cue", ({ region }) => of(region).cue / alike(region)],
  ];
}
