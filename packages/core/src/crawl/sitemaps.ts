import type { TakenVisit } from "../jobs/findings.ts";
import { patientClock } from "../jobs/patient-clock.ts";
import { sitemapLocations } from "../sitemaps/locations.ts";
import { openInTurn } from "../sitemaps/open-in-turn.ts";
import { readSitemaps } from "../sitemaps/read-sitemaps.ts";
import { createStopwatch } from "../concurrency/stopwatch.ts";
import { sameHost } from "../url/scope.ts";
import type { CrawlVisitDependencies } from "./dependencies.ts";
import { crawlSettings } from "./settings.ts";

/** Contract §4.3. */
const maxSitemaps = 20;
const maxEntries = 1_000_000;
const totalTimeoutMs = 120_000;

interface SitemapSearch extends Pick<TakenVisit, "job" | "signal" | "turnAt"> {
  readonly resources: Pick<CrawlVisitDependencies, "robots" | "siteFetch" | "clock">;
  /** Where the crawl is anchored. */
  readonly base: URL;
}

/**
 * The URLs that a site's sitemaps list, sitemap by sitemap: those robots.txt names, those at the usual places, and for a
 * subdomain what its parent domain's sitemap has of it (contract §4.3). Each sitemap takes a turn at its host, like a
 * page. One that cannot be read lists nothing.
 */
export async function* crawlSitemaps(search: SitemapSearch): AsyncGenerator<readonly string[], void> {
  const { base, job, resources, signal } = search;
  const { sitemap: wanted, maxDiscoveryDepth } = crawlSettings(job);
  if (wanted === "skip" || maxDiscoveryDepth === 0) return;
  const taking = createStopwatch(resources.clock);
  // What the sites may take is limited, not what it takes to go through a million pages.
  const within = AbortSignal.any([signal, patientClock(resources.clock, taking.totalMs).deadline(totalTimeoutMs)]);
  const { named, usual, parent } = sitemapLocations(base, await namedInRobots(search));
  const reading = { open: openInTurn(search), signal: within, maxSitemaps, maxEntries };
  try {
    for await (const { entries } of readSitemaps([...named, ...usual], reading)) {
      taking.start();
      yield entries.map(({ url }) => url).filter((url) => url !== base.href);
      taking.stop();
    }
    for await (const { entries } of readSitemaps(parent, reading)) {
      taking.start();
      yield entries.map(({ url }) => url).filter((url) => sameHost(new URL(url), base));
      taking.stop();
    }
  } catch (thrown) {
    signal.throwIfAborted();
    if (!within.aborted) throw thrown; // else: what was read in time
  }
}

async function namedInRobots({ base, resources, signal }: SitemapSearch): Promise<readonly string[]> {
  const robots = await resources.robots.read(base, signal);
  return typeof robots !== "number" && robots.state === "known" ? robots.rules.sitemaps : [];
}
