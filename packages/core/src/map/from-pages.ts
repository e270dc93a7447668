import { moreTime } from "../concurrency/deadline.ts";
import { EngineError } from "../errors.ts";
import { agentAt } from "../fetch/politeness/manners.ts";
import { politePacing } from "../fetch/politeness/pacing.ts";
import { isRefusal } from "../fetch/politeness/rate-law.ts";
import { startPoliteTrip } from "../fetch/politeness/polite-trip.ts";
import type { TransformOptions } from "../transform/transformer.ts";
import { ScrapeRequest } from "../schema/scrape.ts";
import { loginAsHeader } from "../schema/fields/login-as-header.ts";
import { takePage } from "../scrape/take-page.ts";
import type { RobotsRules } from "../url/robots.ts";
import { withUserinfo } from "../url/userinfo.ts";
import { discoverLinks, type LinkPage } from "./discover-links.ts";
import { mannersOnTheWayTo, visitorOf } from "./manners.ts";
import { timeBudget, type Mapping } from "./mapping.ts";
import { isInScope } from "./scope.ts";

/** Pages that are fetched in search of links. */
const maxLinkPages = 150;
/** Time for reading pages; the rest is for the answer. */
const discoveryTime = { share: 0.75, maxMs: 120_000 };
/** Tries for a page whose host refuses for the moment. */
const maxTries = 3;

/** The pages of a map that are looked at for their links, each fetched once. */
export interface LinkPages {
  /** Rejects with EngineError. */
  take(url: string): Promise<LinkPage>;
  /** Fires when the time for pages is over. */
  readonly signal: AbortSignal;
}

/**
 * Adds the links of the start page, of listing pages, and of their further pages. Resolves with the reason if the start
 * page could not be read.
 */
export async function addFromPages(
  mapping: Mapping,
  robots: RobotsRules | undefined,
  pages: LinkPages,
): Promise<EngineError | undefined> {
  const { request, start, resources, links, maxLinks, warnings } = mapping;
  const agent = agentAt(start.host, visitorOf(mapping), resources.politeness);
  const scope = { start, includeSubdomains: false, filterByPath: false, allowExternalLinks: false };
  const { signal } = pages;
  const { failure, isCut } = await discoverLinks(start.href, {
    fetchPage: pages.take,
    mayVisit: (url) =>
      url === start.href ||
      (isInScope(new URL(url), scope) && (agent === undefined || robots?.check(url, agent).allowed === true)),
    links,
    maxLinks,
    maxPages: maxLinkPages,
    maxDistance: request.maxDiscoveryDepth ?? Infinity,
    signal,
  });
  mapping.signal.throwIfAborted();
  if (failure !== undefined && signal.aborted) return tookTooLong(start.href, mapping);
  if (agent !== undefined && robots === undefined && failure === undefined)
    warnings.push("robots.txt could not be read, so only the start page was looked at for links.");
  else if (isCut && links.size < maxLinks) {
    warnings.push(
      `Not all listing pages were read: after ${maxLinkPages} pages, or when the time is up, the map ends.`,
    );
  }
  return failure;
}

function tookTooLong(url: string, { timeoutMs, resources }: Mapping): EngineError {
  const advice = moreTime(timeoutMs, resources.policy.maxTimeoutMs);
  return new EngineError("MAP_TIMEOUT", `The page ${url} did not answer in time; ${advice}.`);
}

const linkOutputs: TransformOptions = {
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  parsePdf: false,
  outputs: ["anchors"],
  explain: false,
};

/** Fetches the pages of a map, at the pace that their hosts bear. */
export function createLinkPages(mapping: Mapping): LinkPages {
  const signal = timeBudget(mapping, discoveryTime);
  const taken = new Map<string, Promise<LinkPage>>();
  return {
    signal,
    async take(url) {
      const taking = taken.get(url) ?? fetchLinkPage(url, mapping, signal);
      taken.set(url, taking);
      const page = await taking;
      taken.set(page.url, taking);
      return page;
    },
  };
}

async function fetchLinkPage(url: string, mapping: Mapping, signal: AbortSignal): Promise<LinkPage> {
  const { request, call, resources } = mapping;
  const trip = startPoliteTrip({ mannersAt: mannersOnTheWayTo(url, mapping), resources });
  const pacing = politePacing({ trip, signal, clock: resources.clock });
  for (let tries = 1; ; tries += 1) {
    const scrapeRequest = ScrapeRequest.parse({
      url: withUserinfo(url, mapping.logins),
      formats: [],
      // A refusal may be in the cache by now.
      ...(request.ignoreCache || tries > 1 ? { maxAge: 0 } : {}),
      ...(request.location === undefined ? {} : { location: request.location }),
      ...(request.headers === undefined ? {} : { headers: request.headers }),
    });
    const page = { request: loginAsHeader(scrapeRequest), formats: [], transform: linkOutputs };
    const { capture, content } = await takePage(page, { ...call, pacing }, { resources, signal });
    if (isRefusal(capture) && tries < maxTries) continue; // the next turn comes when the host lets in again
    if (capture.status >= 400)
      throw new EngineError("SCRAPE_SITE_ERROR", `${url} answered with HTTP status ${capture.status}.`);
    const { title, description } = content.metadata;
    return { url: capture.url, anchors: content.anchors ?? [], sitemaps: content.sitemaps, title, description };
  }
}
