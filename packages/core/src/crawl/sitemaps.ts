import { EngineError } from "../errors.ts";
import type { TakenVisit } from "../jobs/findings.ts";
import { sitemapLocations } from "../sitemaps/locations.ts";
import { readSitemaps, type OpenUrl } from "../sitemaps/read-sitemaps.ts";
import { sameHost } from "../url/scope.ts";
import { crawlSettings } from "./settings.ts";

/** Contract §4.3. */
const maxSitemaps = 20;
const maxEntries = 1_000_000;
const totalTimeoutMs = 120_000;

interface SitemapSearch extends Pick<TakenVisit, "job" | "resources" | "signal" | "turnAt"> {
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
  const within = AbortSignal.any([signal, resources.clock.deadline(totalTimeoutMs)]);
  const { named, usual, parent } = sitemapLocations(base, await namedInRobots(search));
  const reading = { open: openInTurn(search), signal: within, maxSitemaps, maxEntries };
  try {
    for await (const { entries } of readSitemaps([...named, ...usual], reading)) {
      yield entries.map(({ url }) => url).filter((url) => url !== base.href);
    }
    for await (const { entries } of readSitemaps(parent, reading)) {
      yield entries.map(({ url }) => url).filter((url) => sameHost(new URL(url), base));
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

/** Fetches at the pace that the host bears. Robots.txt, which names sitemaps, is not asked whether they may be read. */
function openInTurn({ turnAt, resources }: SitemapSearch): OpenUrl {
  return async (address, signal) => {
    const url = new URL(address);
    const turn = await turnAt(url, signal);
    const startedAt = resources.clock.now();
    let answer: { readonly status?: number } | undefined;
    try {
      const { status, body } = await resources.fetch(url, { signal });
      answer = { status };
      return { status, body: body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() }) };
    } catch (thrown) {
      if (EngineError.from(thrown).retryable) answer = {};
      throw thrown;
    } finally {
      await turn.done(answer && { ...answer, durationMs: Math.max(0, resources.clock.now() - startedAt) });
    }
  };
}
