import type { FrontierEntry } from "../ports/job-store.ts";

/** A URL of a batch, and its place in the request that it came with. */
export interface IndexedUrl {
  readonly url: string;
  readonly index: number;
}

/** The frontier entries of one part of a batch. No URL is taken for another: the same one twice is two entries. Pure. */
export function batchEntries(urls: readonly IndexedUrl[], part: string): readonly FrontierEntry[] {
  return urls.map(({ url, index }) => ({ key: `${part}/${index}`, url, depth: 0, lane: new URL(url).host, part }));
}

/** The place of an entry's URL in the request that it came with. Pure. */
export function urlIndexOf({ key, part }: Pick<FrontierEntry, "key" | "part">): number {
  return Number(key.slice(part.length + 1));
}
