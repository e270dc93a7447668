import { EngineError } from "../errors.ts";
import type { Anchor } from "../page/anchors.ts";
import { canonicalUrl } from "../url/canonical.ts";
import type { LinkSet } from "./link-set.ts";
import { isPagination, listKey } from "./pagination.ts";

/** A page that was looked at for its links. */
export interface LinkPage {
  /** Where it was found, after redirects. */
  readonly url: string;
  readonly anchors: readonly Anchor[];
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Where links are looked for, and how long. */
export interface Discovery {
  /** Fetches a page for its links. Throws EngineError. */
  readonly fetchPage: (url: string) => Promise<LinkPage>;
  /** Whether a page may be fetched: it belongs to the site, and robots.txt allows it. */
  readonly mayVisit: (url: string) => boolean;
  /** Filled with what is found. */
  readonly links: LinkSet;
  /** Enough links to stop. */
  readonly maxLinks: number;
  /** Most pages to fetch. */
  readonly maxPages: number;
  /** Most links between the start page and a page that is fetched. */
  readonly maxDistance: number;
  readonly signal: AbortSignal;
}

/** What came of a discovery. */
export interface DiscoveryOutcome {
  readonly pagesFetched: number;
  /** Why the start page could not be looked at. */
  readonly failure?: EngineError | undefined;
  /** Pages of lists were left when the budget was spent. */
  readonly isCut: boolean;
}

const concurrentPages = 4;
/** A page whose like gave fewer new links than this on average is not worth fetching. */
const leastYield = 1.5;
/** New links expected of a page before anything was fetched, by its distance from the start page. */
const expectedYields = [Number.POSITIVE_INFINITY, 20, 10, 5] as const;
/** How many pages of the site count as much as that expectation. */
const expectationWeight = 4;
/** Of a page that the map itself doesn't want, such as one above its path. */
const unwantedShare = 0.25;

interface Candidate {
  readonly url: string;
  readonly distance: number;
  /** Pages alike: the pages of one list, or addresses of one shape. */
  readonly kin: string;
  readonly isPagination: boolean;
  /** Whether it is a page of the map, and not only one that may lead there. */
  readonly isWanted: boolean;
}

/**
 * Looks for the links of a site on its start page, on listing pages and on the further pages of lists. What to fetch
 * next is decided by what pages like it have given: lists are followed to their end, and a shape of address that gives
 * nothing new (product pages) is given up after a few tries, the sooner the less the site's other pages have given. Ends
 * when nothing promising is left, or at its limits.
 */
export async function discoverLinks(start: string, discovery: Discovery): Promise<DiscoveryOutcome> {
  const { links, maxLinks, maxPages, signal } = discovery;
  const candidates = new Map<string, Candidate>();
  const seen = new Set<string>();
  const yields = new Map<string, Yield>();
  let siteYield = nothingYet;
  const open = new Set<Promise<Fetched>>();
  let pagesFetched = 0;
  let failure: EngineError | undefined;

  const admit = (candidate: Candidate) => {
    const key = canonicalUrl(new URL(candidate.url), { deduplicateSimilarURLs: true });
    const waiting = candidates.get(key);
    if (waiting !== undefined && candidate.isPagination && !waiting.isPagination) candidates.set(key, candidate);
    if (seen.has(key) || candidate.distance > discovery.maxDistance || !discovery.mayVisit(candidate.url)) return;
    seen.add(key);
    candidates.set(key, candidate);
  };
  const promise = ({ kin, distance, isPagination, isWanted }: Candidate): number => {
    const known = yields.get(kin);
    const usual = (expectedYields[Math.min(distance, 3)] ?? 5) * (isWanted ? 1 : unwantedShare);
    const expected =
      (usual * expectationWeight + siteYield.links) /
      (expectationWeight + (usual === Infinity ? 0 : siteYield.fetched));
    if (known === undefined || known.fetched === 0) return isPagination ? expected + 1000 : expected;
    // Shops repeat what sells, so one page of a list without anything new is not its end; a few of them are.
    if (isPagination) return known.emptyInARow < 3 ? 1000 : 0;
    return (Math.min(expected, 20) + known.links) / (1 + known.fetched);
  };
  const takeBest = (): Candidate | undefined => {
    let best: [key: string, candidate: Candidate, promise: number] | undefined;
    for (const [key, candidate] of candidates) {
      const promised = promise(candidate);
      if (promised >= leastYield && (best === undefined || promised > best[2])) best = [key, candidate, promised];
    }
    if (best !== undefined) candidates.delete(best[0]);
    return best?.[1];
  };
  const record = ({ candidate, page }: Fetched) => {
    if (page === undefined) {
      learn(candidate, 0);
      return;
    }
    links.add({ url: page.url, title: page.title, description: page.description }, "page");
    let gain = 0;
    for (const anchor of page.anchors) {
      const next = candidateOf(anchor, page.url, { distance: candidate.distance, links });
      // The next page of a list is no gain: a calendar has one for ever.
      if (links.add({ url: anchor.url, title: titleOf(anchor) }, "link") && !next.isPagination) gain += 1;
      admit(next);
    }
    learn(candidate, gain);
  };
  const learn = ({ kin, distance }: Candidate, gain: number) => {
    yields.set(kin, sumOf(yields.get(kin), gain));
    // The start page is like no other.
    if (distance > 0) siteYield = sumOf(siteYield, gain);
  };

  admit({ url: start, distance: 0, kin: "start", isPagination: false, isWanted: true });
  while (links.size < maxLinks && !signal.aborted) {
    while (open.size < concurrentPages && pagesFetched < maxPages) {
      const next = takeBest();
      if (next === undefined) break;
      pagesFetched += 1;
      const fetching: Promise<Fetched> = fetchCandidate(next, discovery).then((fetched) => ({ ...fetched, fetching }));
      open.add(fetching);
    }
    if (open.size === 0) break;
    const fetched = await Promise.race(open);
    open.delete(fetched.fetching);
    if (fetched.failure !== undefined && fetched.candidate.distance === 0) failure = fetched.failure;
    record(fetched);
  }
  const isCut = [...candidates.values()].some((candidate) => promise(candidate) >= leastYield);
  return { pagesFetched, isCut, ...(failure === undefined ? {} : { failure }) };
}

/** What pages alike have given so far. */
interface Yield {
  readonly fetched: number;
  readonly links: number;
  readonly emptyInARow: number;
}

const nothingYet: Yield = { fetched: 0, links: 0, emptyInARow: 0 };

function sumOf(known: Yield = nothingYet, newLinks: number): Yield {
  return {
    fetched: known.fetched + 1,
    links: known.links + newLinks,
    emptyInARow: newLinks === 0 ? known.emptyInARow + 1 : 0,
  };
}

interface Fetched {
  readonly candidate: Candidate;
  readonly page?: LinkPage;
  readonly failure?: EngineError;
  readonly fetching: Promise<Fetched>;
}

async function fetchCandidate(candidate: Candidate, discovery: Discovery): Promise<Omit<Fetched, "fetching">> {
  try {
    return { candidate, page: await discovery.fetchPage(candidate.url) };
  } catch (thrown) {
    return { candidate, failure: EngineError.from(thrown) };
  }
}

function candidateOf(
  anchor: Anchor,
  pageUrl: string,
  { distance, links }: { readonly distance: number; readonly links: LinkSet },
): Candidate {
  const url = new URL(anchor.url);
  const candidate = { url: anchor.url, isPagination: isPagination(anchor, pageUrl), isWanted: links.accepts(url) };
  // The pages of a list are as far away as the list.
  return candidate.isPagination
    ? { ...candidate, distance: Math.max(1, distance), kin: `list ${listKey(url)}` }
    : { ...candidate, distance: distance + 1, kin: shapeOf(url) };
}

/** Addresses of one shape are usually made by one template: `/product/*`, `/*?category`. */
function shapeOf(url: URL): string {
  const segments = url.pathname.replace(/\/$/, "").split("/");
  segments[segments.length - 1] = segments.length > 1 ? "*" : "";
  const path = segments.map((segment) => segment.replace(/\d+/g, "#")).join("/");
  return `${url.host}${path}?${[...new Set(url.searchParams.keys())].toSorted().join("&")}`;
}

const telling = /\p{L}{2}/u;
const untelling =
  /^(?:read more|more|learn more|details|view|show|here|click here|next|previous|prev|older|newer|home|buy|add to cart|view product)$/i;

/**
 * A link's text says what is behind it, unless it only says that there is more, or leads to a place within the page and
 * says what is there.
 */
function titleOf({ text, url }: Anchor): string | undefined {
  const isOfPage = !/#(?![/!])./.test(url);
  return isOfPage && text.length <= 150 && telling.test(text) && !untelling.test(text) ? text : undefined;
}
