import { inSlices } from "../concurrency/in-slices.ts";
import { EngineError } from "../errors.ts";
import type { Anchor } from "../page/anchors.ts";
import { createCandidates, type Candidate } from "./candidates.ts";
import type { LinkSet } from "./link-set.ts";
import { isPagination, listKey } from "./pagination.ts";

/** A page that was looked at for its links. */
export interface LinkPage {
  /** The page's address, after redirects. */
  readonly url: string;
  readonly anchors: readonly Anchor[];
  /** The sitemaps that it links to. */
  readonly sitemaps?: readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** The sources of a map's links, and the time for them. */
export interface Discovery {
  /** Fetches a page for its links. Throws EngineError. */
  readonly fetchPage: (url: string) => Promise<LinkPage>;
  /** True if a page may be fetched: it belongs to the site, and robots.txt allows it. */
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

/** The outcome of a discovery. */
export interface DiscoveryOutcome {
  readonly pagesFetched: number;
  /** The reason why the start page could not be read. */
  readonly failure?: EngineError | undefined;
  /** Pages of lists were left when the budget was spent. */
  readonly isCut: boolean;
}

const concurrentPages = 4;
const anchorsAtOnce = 250;

/**
 * Looks for the links of a site on its start page, on listing pages and on the further pages of lists. What to fetch
 * next is decided by what pages like it have given: lists are followed to their end, and a shape of address that gives
 * nothing new (product pages) is given up after a few tries, the sooner the less the site's other pages have given. Ends
 * when nothing promising is left, or at its limits.
 */
export async function discoverLinks(start: string, discovery: Discovery): Promise<DiscoveryOutcome> {
  const { links, maxLinks, maxPages, signal } = discovery;
  const { admit, takeBest, learn, hasPromising } = createCandidates(discovery);
  const open = new Set<Promise<Fetched>>();
  let pagesFetched = 0;
  let failure: EngineError | undefined;

  const record = async ({ candidate, page }: Fetched) => {
    if (page === undefined) {
      learn(candidate, 0);
      return;
    }
    await links.addAll([page], "page", Infinity);
    let gain = 0;
    for await (const anchors of inSlices(page.anchors, anchorsAtOnce)) {
      await links.consider(anchors.map(({ url }) => url));
      for (const anchor of anchors) {
        const next = candidateOf(anchor, page.url, { distance: candidate.distance, links });
        // Paging brings nothing by itself: a calendar has a next page for ever.
        if (links.add({ url: anchor.url, title: titleOf(anchor) }, "link") && !next.isPagination) gain += 1;
        admit(next);
      }
      if (links.size >= maxLinks) break;
    }
    learn(candidate, gain);
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
    await record(fetched);
  }
  return { pagesFetched, isCut: hasPromising(), ...(failure === undefined ? {} : { failure }) };
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
