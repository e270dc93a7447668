import { createHash } from "node:crypto";
import type { CaptureRequest } from "../ports/page-source.ts";
import { canonicalUrl, type CanonicalOptions } from "../url/canonical.ts";

/** A request together with the sources that may serve it: both decide what comes back. */
export interface CacheableRequest extends CaptureRequest {
  /** The rungs of the ladder that the request may climb, such as `http basic`. */
  readonly rungs?: readonly string[] | undefined;
  /** The team that asks. What a site keeps from others is kept apart for each. */
  readonly team: string;
  /** True if the capture of a climb may be kept. Climbs that differ in this are not shared. Absent where nobody climbs. */
  readonly isStored?: boolean | undefined;
}

/** The keys of a request's captures. */
export interface CacheKeys {
  /** Captures for anybody. */
  readonly shared: string;
  /** Captures for the team that asked. */
  readonly own: string;
}

/**
 * The cache keys of a request: a hash over everything that changes the network's answer, and nothing else. URLs that
 * differ only in http or https, `www.`, default port, trailing slash, index file or fragment have one place
 * (contract §4.1); {@link isSpelledAlike} tells them apart. `/index.xml` stays apart from `/`: on many sites it is the feed.
 */
export function cacheKeys(request: CacheableRequest): CacheKeys {
  return keysAt(request, { deduplicateSimilarURLs: true });
}

/** The key of a trip to the network: those who ask for another spelling of the address go themselves. */
export const tripKey = (request: CacheableRequest): string => keysAt(request).own;

/** True if a site can't tell two addresses apart. `/x` may redirect to `/x/`, be gone, or be another page. */
export const isSpelledAlike = (one: string, other: string): boolean => spelled(one) === spelled(other);

function keysAt(request: CacheableRequest, variants?: CanonicalOptions): CacheKeys {
  const { url, headers, location, team, ...rest } = request;
  const parts = {
    ...rest,
    url: spelled(url, variants),
    headers: Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    location: location && { country: location.country.toUpperCase(), languages: location.languages },
  };
  return { shared: keyOf(stableJson(parts)), own: keyOf(stableJson({ ...parts, team })) };
}

const spelled = (url: string, variants?: CanonicalOptions): string =>
  URL.canParse(url) ? canonicalUrl(new URL(url), variants) : url;

function keyOf(identity: string): string {
  return `capture:${createHash("sha256").update(identity).digest("hex")}`;
}

/** JSON with the keys of every object in order, so that equal requests give equal text. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, inOrder);
}

function inOrder(_key: string, part: unknown): unknown {
  if (typeof part !== "object" || part === null || Array.isArray(part)) return part;
  return Object.fromEntries(Object.entries(part).toSorted(byKey));
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]): number => (one < other ? -1 : 1);
