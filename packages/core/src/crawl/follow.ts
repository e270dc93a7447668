import type { FrontierEntry, PageError, Refusal } from "../ports/job-store.ts";
import { pageOutcome, type Findings, type TakenVisit } from "../jobs/findings.ts";
import { deny, denyByPattern, denyLanding, sameHost, type Scope, type ScopeDenial } from "../url/scope.ts";
import { trapFamily } from "../url/traps.ts";
import type { CrawlVisitDependencies } from "./dependencies.ts";
import { crawlAddress, onlyPart, type Address } from "./address.ts";
import { pageText } from "./page-text.ts";
import { crawlScope, crawlSettings, type CrawlSettings } from "./settings.ts";
import { crawlSitemaps } from "./sitemaps.ts";

/** A place in a crawl from which links are followed. */
interface LinkSource {
  readonly settings: CrawlSettings;
  readonly scope: Scope;
  readonly from: URL;
  /** What the page reads like. */
  readonly text?: string | undefined;
  /** Depth of what it links to. */
  readonly depth: number;
  readonly foundOn: string;
}

/**
 * Reads a page of a crawl: whether it belongs to it, and which of its links to follow. The start page also brings the
 * site's sitemaps, and moves the crawl's scope if it led to another host.
 */
export async function followCrawl(visit: TakenVisit, resources: CrawlVisitDependencies): Promise<Findings> {
  const { job, entry, page } = visit;
  const settings = crawlSettings(job);
  const landing = new URL(page.outcome.metadata.url ?? entry.url);
  const isStart = entry.foundOn === undefined;
  const base = isStart && !sameHost(landing, new URL(settings.url)) ? landing : new URL(job.base ?? settings.url);
  const scope = crawlScope(settings, base, resources.compilePatterns);
  const denial = isStart ? undefined : denyLanding(landing, scope);
  if (denial !== undefined) {
    const refused = [{ ...crawlAddress(landing, settings), depth: entry.depth, foundOn: entry.url, ...denial }];
    return { outcome: { kind: "failed", error: crawlDenial(denial) }, discovered: [], refused };
  }

  const text = pageText(page.outcome);
  const source = { settings, scope, from: landing, text, depth: entry.depth + 1, foundOn: entry.url };
  const listing = { ...source, text: undefined, depth: 0, foundOn: "sitemap" };
  const landedOn = crawlAddress(landing, settings);
  if (isStart)
    await followSitemaps(crawlSitemaps({ ...visit, base, resources }), listing, { admit: visit.admit, landedOn });
  const excluded = isStart ? denyByPattern(landing, scope) : undefined;
  return {
    outcome: excluded ? { kind: "failed", error: crawlDenial(excluded) } : pageOutcome(page, settings),
    landedOn,
    ...followLinks(page.allLinks, source),
    base: isStart ? base.href : undefined,
    isNovel: entry.trap?.sourceText !== undefined && text !== undefined && text !== entry.trap.sourceText,
  };
}

/** The error of a page that turned out not to belong to the crawl. */
export const crawlDenialCode = "CRAWL_DENIAL";

function crawlDenial({ detail }: ScopeDenial): PageError {
  return { code: crawlDenialCode, message: detail };
}

interface Following {
  readonly discovered: readonly FrontierEntry[];
  readonly refused: readonly Refusal[];
}

/** Listed URLs that are taken in at once: a sitemap may have fifty thousand, and nothing else should wait for them. */
const urlsAtOnce = 250;

/**
 * Follows what sitemaps list until there is more than enough for the crawl's limit, also if many of the pages fail. Does
 * so piece by piece; what was taken in before a crash stays.
 */
async function followSitemaps(
  sitemaps: AsyncIterable<readonly string[]>,
  source: LinkSource,
  { admit, landedOn }: { readonly admit: TakenVisit["admit"]; readonly landedOn: Address },
): Promise<void> {
  const enough = 2 * source.settings.limit + 1000;
  for await (const urls of sitemaps) {
    for (let first = 0; first < urls.length; first += urlsAtOnce) {
      const { discovered, refused } = followLinks(urls.slice(first, first + urlsAtOnce), source);
      const others = discovered.filter(({ key }) => key !== landedOn.key);
      if ((await admit({ discovered: others, refused })) >= enough) return;
    }
  }
}

/** Sorts links into those to visit and those to refuse, each once. Pure. */
export function followLinks(links: readonly string[], source: LinkSource): Following {
  const discovered = new Map<string, FrontierEntry>();
  const refused = new Map<string, Refusal>();
  for (const link of links) {
    const url = URL.parse(link);
    if (url === null || !/^https?:$/.test(url.protocol)) continue;
    const address = crawlAddress(url, source.settings);
    const place = { ...address, depth: source.depth, foundOn: source.foundOn };
    const denial = denyLink(new URL(address.url), source);
    if (denial !== undefined) refused.set(address.url, { ...place, ...denial });
    else
      discovered.set(address.url, {
        ...place,
        lane: url.host,
        part: onlyPart,
        // A sitemap lists what there is.
        trap: source.foundOn === "sitemap" ? undefined : trapFamily(url, { url: source.from, text: source.text }),
      });
  }
  return { discovered: [...discovered.values()], refused: [...refused.values()] };
}

function denyLink(url: URL, { settings, scope, depth, foundOn }: LinkSource): ScopeDenial | undefined {
  const denial = deny(url, scope);
  if (denial !== undefined) return denial;
  const deepest = settings.maxDiscoveryDepth ?? Infinity;
  if (depth > deepest) return { reason: "depth", detail: `maxDiscoveryDepth is ${deepest}.` };
  if (settings.sitemap === "only" && foundOn !== "sitemap") {
    return { reason: "scope", detail: "Not in a sitemap, and `sitemap` is `only`." };
  }
  return undefined;
}
