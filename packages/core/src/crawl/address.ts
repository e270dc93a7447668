import { firstPart, type FrontierEntry } from "../ports/job-store.ts";
import { canonicalUrl, usualVariants } from "../url/canonical.ts";
import { withoutSession } from "../url/traps.ts";
import type { CrawlSettings } from "./settings.ts";

/** A URL as a crawl takes it: the address to fetch, and the key that tells pages apart. */
export interface Address {
  readonly key: string;
  readonly url: string;
}

type Identity = Pick<CrawlSettings, "deduplicateSimilarURLs" | "ignoreQueryParameters">;

/** The canonical address of a URL and its key (contract §4.1). Session ids never tell pages apart. Pure. */
export function crawlAddress(url: URL, { deduplicateSimilarURLs, ignoreQueryParameters }: Identity): Address {
  const address = canonicalUrl(url, { ignoreQueryParameters });
  const key = canonicalUrl(withoutSession(parsed(address, url)), {
    deduplicateSimilarURLs,
    ignoreTrackingParameters: deduplicateSimilarURLs,
  });
  return { key, url: address };
}

/** An address as a URL: the original URL if nothing has changed, since parsing is slow. */
export const parsed = (address: string, url: URL): URL => (address === url.href ? url : new URL(address));

/**
 * Spellings of an entry's address that may have a page if this one has none. The start of a crawl has no others, and neither
 * has an entry that is such a spelling itself. Pure.
 */
export function variantsOf(entry: FrontierEntry, settings: Identity): readonly string[] {
  const url = new URL(entry.url);
  const isOther = entry.foundOn === undefined || crawlAddress(url, settings).key !== entry.key;
  return !settings.deduplicateSimilarURLs || isOther ? [] : usualVariants(url).map(({ href }) => href);
}

/** The first entry of a crawl. Pure. */
export function startEntry(url: URL, settings: Identity): FrontierEntry {
  return { ...crawlAddress(url, settings), depth: 0, lane: url.host, part: firstPart };
}
