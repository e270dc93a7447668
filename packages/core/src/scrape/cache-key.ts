import { createHash } from "node:crypto";
import type { CaptureRequest } from "../ports/page-source.ts";
import { canonicalUrl } from "../url/canonical.ts";

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
 * The cache keys of a request: a hash over everything that changes the network's answer, and nothing else. Spellings of a
 * URL that a site can't tell apart are one page. `/x` and `/x/`, or http and https, are two, although most sites answer
 * both alike: one may redirect to the other, be gone, or be another page. Which of them to take is a crawl's decision.
 */
export function cacheKeys(request: CacheableRequest): CacheKeys {
  const { url, headers, location, team, ...rest } = request;
  const parts = {
    ...rest,
    url: URL.canParse(url) ? canonicalUrl(new URL(url)) : url,
    headers: Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
    location: location && { country: location.country.toUpperCase(), languages: location.languages },
  };
  return { shared: keyOf(stableJson(parts)), own: keyOf(stableJson({ ...parts, team })) };
}

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
