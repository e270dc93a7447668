import type { TakenVisit } from "../jobs/findings.ts";
import { openInTurn } from "../fetch/politeness/open-in-turn.ts";
import { sitemapHomes } from "../sitemaps/locations.ts";
import { readSiteSitemaps } from "../sitemaps/site-sitemaps.ts";
import { patientDeadline } from "../concurrency/patient-deadline.ts";
import { createStopwatch } from "../concurrency/stopwatch.ts";
import { sameHost } from "../url/scope.ts";
import type { CrawlVisitDependencies } from "./dependencies.ts";
import { crawlSettings } from "./settings.ts";

/** Contract §4.3. */
const maxSitemaps = 20;
const maxEntries = 1_000_000;
const totalTimeoutMs = 120_000;
/** Sitemaps arrive in small pieces, and every step of a job costs. */
const fewestAtOnce = 250;

interface SitemapSearch extends Pick<TakenVisit, "job" | "signal" | "turnAt"> {
  readonly resources: Pick<CrawlVisitDependencies, "robots" | "siteFetch" | "clock">;
  /** The URL that the crawl's scope starts from. */
  readonly base: URL;
  /** The sitemaps that the start page links to. */
  readonly linkedOnStart: readonly string[];
  /** The URL that the start page was found at. */
  readonly landing: URL;
}

/** A part of the URLs in a site's sitemaps. */
export interface Listed {
  readonly urls: readonly string[];
  /** The sitemaps that could not be read to their end, and the reasons. */
  readonly unread: readonly { readonly url: string; readonly detail: string }[];
}

/**
 * The URLs in a site's sitemaps: those that robots.txt names, those that the start page links to, those at the usual places,
 * and, for a subdomain, its entries in the parent domain's sitemap (contract §4.3). Each sitemap takes a turn at its host, like a page. A sitemap that can't be
 * read lists nothing; it is reported if robots.txt or another sitemap names it, or if it was waited for. When the time is
 * over, the URLs read so far count.
 */
export async function* crawlSitemaps(search: SitemapSearch): AsyncGenerator<Listed, void> {
  const { job, resources, signal } = search;
  const { sitemap: wanted, maxDiscoveryDepth } = crawlSettings(job);
  if (wanted === "skip" || maxDiscoveryDepth === 0) return;
  const taking = createStopwatch(resources.clock);
  // The time of the sites is limited, not the time to go through a million pages.
  using deadline = patientDeadline(resources.clock, totalTimeoutMs, taking.totalMs);
  const within = AbortSignal.any([signal, deadline.signal]);
  let gathered: string[] = [];
  try {
    for await (const { urls, unread } of listed(search, within)) {
      gathered.push(...urls);
      if (gathered.length < fewestAtOnce && unread.length === 0) continue;
      taking.start();
      yield { urls: gathered, unread };
      taking.stop();
      gathered = [];
    }
  } catch (thrown) {
    signal.throwIfAborted();
    if (!within.aborted) throw thrown; // the time is over: the URLs read so far count
  }
  if (gathered.length > 0) yield { urls: gathered, unread: [] };
}

async function* listed(search: SitemapSearch, signal: AbortSignal): AsyncGenerator<Listed, void> {
  const { base, landing, linkedOnStart } = search;
  const reading = { open: openInTurn(search), signal, maxSitemaps, maxEntries };
  for (const [place, start] of sitemapHomes(base, landing).entries()) {
    const linked = place === 0 ? linkedOnStart : [];
    const site = { start, namedInRobots: await namedInRobots(start, search), linkedOnStart: linked };
    let isListing = false;
    for await (const { url: address, entries, isParents, warning } of readSiteSitemaps(site, reading)) {
      isListing ||= entries.length > 0;
      const urls = entries.map(({ url }) => url);
      yield {
        urls: urls.filter((url) => (isParents ? sameHost(new URL(url), base) : url !== base.href)),
        unread: warning === undefined ? [] : [{ url: address, detail: warning }],
      };
    }
    if (isListing) return;
  }
}

async function namedInRobots(start: URL, { resources, signal }: SitemapSearch): Promise<readonly string[]> {
  const robots = await resources.robots.read(start, signal);
  return typeof robots !== "number" && robots.state === "known" ? robots.rules.sitemaps : [];
}
