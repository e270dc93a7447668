import { firstPart, type FrontierEntry } from "../ports/job-store.ts";
import { canonicalUrl } from "../url/canonical.ts";
import { withoutSession } from "../url/traps.ts";
import type { CrawlSettings } from "./settings.ts";

/** A URL as a crawl takes it: the address to fetch, and the key that tells pages apart. */
export interface Address {
  readonly key: string;
  readonly url: string;
}

type Identity = Pick<CrawlSettings, "deduplicateSimilarURLs" | "ignoreQueryParameters">;

/**
 * The canonical address of a URL and its key (contract §4.1). Session ids never tell pages apart. What the key leaves out
 * stays in the address, since only that one is known to exist. Pure.
 */
export function crawlAddress(url: URL, { deduplicateSimilarURLs, ignoreQueryParameters }: Identity): Address {
  const address = canonicalUrl(url);
  const key = canonicalUrl(withoutSession(parsed(address, url)), {
    ignoreQueryParameters,
    deduplicateSimilarURLs,
    ignoreTrackingParameters: deduplicateSimilarURLs,
  });
  return { key, url: address };
}

/** An address as a URL: the original URL if nothing has changed, since parsing is slow. */
export const parsed = (address: string, url: URL): URL => (address === url.href ? url : new URL(address));

/** The first entry of a crawl. Pure. */
export function startEntry(url: URL, settings: Identity): FrontierEntry {
  return { ...crawlAddress(url, settings), depth: 0, lane: url.host, part: firstPart };
}
