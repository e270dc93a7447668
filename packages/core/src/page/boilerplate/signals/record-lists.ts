import type { FlatPage, Region } from "../blocks/flat-page.ts";
import { within, type Sums } from "../blocks/sums.ts";
import type { Traits } from "./traits.ts";

/** A region whose children look like one record after another: products, posts, search results, rows. */
export interface RecordList {
  readonly region: Region;
  readonly count: number;
  readonly tokens: number;
  readonly tokensPerRecord: number;
  readonly blocksPerRecord: number;
  /** Standard deviation of the records' length over its mean. */
  readonly variation: number;
  readonly linkDensity: number;
  /** Share of records that hold an image, and a heading. */
  readonly media: number;
  readonly headings: number;
  readonly score: number;
}

/** The lists of records on a page. */
export interface RecordLists {
  /** The list that makes up most of the page, menus and the like set aside. */
  readonly best: RecordList | undefined;
  /** Per region: the innermost list of real records (not single words) around it. */
  readonly around: readonly (RecordList | undefined)[];
  /** Per region: depth inside the innermost list of any kind, from 1; 0 outside. */
  readonly depth: Int32Array;
}

const fewestRecords = 3;
const frameDiscount = 0.2;

/** Finds all lists of records. Linear in the number of regions. */
export function findRecordLists(page: FlatPage, sums: Sums, traits: Traits): RecordLists {
  const lists: (RecordList | undefined)[] = [];
  for (const region of page.regions) lists.push(recordListOf(region, sums));
  const around: (RecordList | undefined)[] = [];
  const depth = new Int32Array(page.regions.length);
  let best: RecordList | undefined;
  let bestScore = 0;
  for (const { index, parent } of page.regions) {
    const above = parent?.index ?? -1;
    const holder = lists[above];
    around[index] = holder !== undefined && holder.blocksPerRecord >= 1.5 ? holder : around[above];
    const own = lists[index];
    depth[index] = own !== undefined ? 1 : (depth[above] ?? 0) > 0 ? (depth[above] ?? 0) + 1 : 0;
    const score = (own?.score ?? 0) * (traits.framed[index] === 1 ? frameDiscount : 1);
    if (score > bestScore) {
      best = own;
      bestScore = score;
    }
  }
  return { best, around, depth };
}

function recordListOf(region: Region, sums: Sums): RecordList | undefined {
  if (region.children.length < fewestRecords) return undefined;
  const tag = commonestTag(region);
  let [count, tokens, squares, blocks, linkTokens, media, headings] = [0, 0, 0, 0, 0, 0, 0];
  for (const child of region.children) {
    const size = within(sums.tokens, child);
    if (child.element.name !== tag || size === 0) continue;
    count += 1;
    tokens += size;
    squares += size * size;
    blocks += child.end - child.first;
    linkTokens += within(sums.linkTokens, child);
    if (within(sums.media, child) > 0) media += 1;
    if (within(sums.headings, child) > 0) headings += 1;
  }
  if (count < fewestRecords) return undefined;
  const tokensPerRecord = tokens / count;
  const blocksPerRecord = blocks / count;
  const variation = Math.sqrt(Math.max(0, squares / count - tokensPerRecord ** 2)) / tokensPerRecord;
  const richness =
    Math.min(1, (blocksPerRecord - 0.8) / 2) * (1 + (0.5 * media) / count) * (1 + (0.5 * headings) / count);
  return {
    region,
    count,
    tokens,
    tokensPerRecord,
    blocksPerRecord,
    variation,
    linkDensity: linkTokens / tokens,
    media: media / count,
    headings: headings / count,
    score: Math.max(0.01, (tokens * richness) / (1 + variation ** 2)),
  };
}

function commonestTag({ children }: Region): string {
  const counts = new Map<string, number>();
  let commonest = "";
  for (const { element } of children) {
    counts.set(element.name, (counts.get(element.name) ?? 0) + 1);
    if ((counts.get(element.name) ?? 0) > (counts.get(commonest) ?? 0)) commonest = element.name;
  }
  return commonest;
}
