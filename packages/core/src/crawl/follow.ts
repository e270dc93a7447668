import { computeFor } from "../concurrency/pure-work.ts";
import { pageOutcome, type Findings, type TakenVisit } from "../jobs/findings.ts";
import type { FrontierEntry, PageError } from "../ports/job-store.ts";
import { denyHop, movedAnchor, sameHost, type ScopeDenial } from "../url/scope.ts";
import { leadsBelowItself } from "../url/traps.ts";
import { withoutFragment } from "../url/without-fragment.ts";
import { crawlAddress } from "./address.ts";
import type { CrawlVisitDependencies } from "./dependencies.ts";
import { sortLinks, type Following, type LinkSource } from "./link-work.ts";
import { pageText } from "./page-text.ts";
import { crawlSettings, type CrawlSettings } from "./settings.ts";
import { crawlSitemaps, type Listed } from "./sitemaps.ts";

/**
 * Reads a page of a crawl: tells if it belongs to the crawl, and which of its links to follow. The start page also brings
 * the site's sitemaps, and moves the crawl's scope if it led somewhere else.
 */
export async function followCrawl(visit: TakenVisit, resources: CrawlVisitDependencies): Promise<Findings> {
  const { job, entry, page } = visit;
  const settings = crawlSettings(job);
  const landing = new URL(page.outcome.metadata.url ?? entry.url);
  const isStart = entry.foundOn === undefined;
  const start = new URL(settings.url);
  // A page that stands in the way, such as a login, says nothing about where the pages are, unless they are at its host.
  const isThere = page.outcome.metadata.verdict === "ok" || !sameHost(landing, start);
  const moved = isStart && isThere ? movedAnchor(start, landing) : undefined;
  const base = moved ?? new URL(job.base ?? start);
  const { allLinks } = page;
  const isBelowItself = leadsBelowItself(landing, allLinks);
  // Compared only among pages that differ in nothing but their parameters, or may be one page under ever longer paths.
  const isCompared = landing.search !== "" || isBelowItself || entry.trap?.sourceText !== undefined;
  const text = isCompared ? pageText(page.outcome) : undefined;
  const movedTo = isStart ? base.href : undefined;
  const source = {
    ...{ settings, base: base.href, from: landing.href, isStart, text, leadsBelowItself: isBelowItself },
    ...{ depth: entry.depth + 1, foundOn: entry.url },
  };
  const sort = async (links: readonly string[], from: LinkSource) =>
    await sortFor(visit, { links, source: from }, resources);
  const first = await sort(allLinks.slice(0, linksAtOnce), source);
  const { denial } = first;
  if (denial !== undefined && !isStart) return ledAway(landing, denial, { entry, settings });
  const landedOn = crawlAddress(page.isRendered ? landing : withoutFragment(landing), settings);
  const { statusCode = 200, verdict } = page.outcome.metadata;
  const isErrorPage = statusCode >= 400 || verdict === "soft-404";
  // The store does not know yet that the entry led to this page.
  const isHere = ({ key, url }: FrontierEntry) => key === landedOn.key && (!isErrorPage || url === landedOn.url);
  const admit: TakenVisit["admit"] = ({ discovered, refused }) =>
    visit.admit({ discovered: discovered.filter((entry) => !isHere(entry)), refused, base: movedTo });
  if (isStart) {
    const listing = { ...source, text: undefined, leadsBelowItself: undefined, depth: 0, foundOn: "sitemap" };
    const sitemaps = crawlSitemaps({ ...visit, base, landing, linkedOnStart: page.sitemaps, resources });
    await followSitemaps(sitemaps, async (urls) => await sort(urls, listing), { job, admit });
  }
  let last = first;
  for (let next = linksAtOnce; next < allLinks.length; next += linksAtOnce) {
    await admit(last);
    last = await sort(allLinks.slice(next, next + linksAtOnce), source);
  }
  return {
    outcome: denial ? { kind: "failed", error: crawlDenial(denial) } : pageOutcome(page, settings),
    landedOn,
    discovered: last.discovered,
    refused: last.refused,
    isErrorPage,
    base: movedTo,
    isNovel: entry.trap?.sourceText !== undefined && text !== undefined && text !== entry.trap.sourceText,
  };
}

/** Sorts links, on another thread if that takes long. */
async function sortFor(
  { job, signal }: Pick<TakenVisit, "job" | "signal">,
  work: { readonly links: readonly string[]; readonly source: LinkSource },
  { compute }: CrawlVisitDependencies,
): Promise<Following> {
  if (isLight(work)) return await sortLinks.run(work);
  return await computeFor({ compute, team: job.team, signal }, sortLinks, work);
}

/** The end of a page that a redirect leads out of the crawl, known before its host is asked; undefined if it may go on. */
export function refuseHop(target: URL, { job, entry }: Pick<TakenVisit, "job" | "entry">): Findings | undefined {
  if (entry.foundOn === undefined) return undefined; // the start may be anywhere
  const settings = crawlSettings(job);
  const denial = denyHop(target, { ...settings, base: new URL(job.base ?? settings.url) });
  return denial && ledAway(target, denial, { entry, settings });
}

function ledAway(
  to: URL,
  denial: ScopeDenial,
  { entry, settings }: Pick<TakenVisit, "entry"> & { readonly settings: CrawlSettings },
): Findings {
  const refused = [{ ...crawlAddress(to, settings), depth: entry.depth, foundOn: entry.url, ...denial }];
  return { outcome: { kind: "failed", error: crawlDenial(denial) }, discovered: [], refused };
}

/** Sorting so many links, or links of so many characters, takes the event loop a few milliseconds. */
const maxLightLinks = 500;
const maxLightLength = 50_000;

/** True if links are sorted sooner than another thread is asked. */
function isLight(work: { readonly links: readonly string[]; readonly source: LinkSource }): boolean {
  const { includePaths, excludePaths } = work.source.settings;
  if (work.links.length > maxLightLinks || includePaths.length + excludePaths.length > 0) return false;
  return work.links.reduce((sum, { length }) => sum + length, 0) <= maxLightLength;
}

/** The error of a page that turned out not to belong to the crawl. */
export const crawlDenialCode = "CRAWL_DENIAL";

function crawlDenial({ detail }: ScopeDenial): PageError {
  return { code: crawlDenialCode, message: detail };
}

/** Listed URLs that are taken in at once: a sitemap may have fifty thousand, and nothing else should wait for them. */
const urlsAtOnce = 250;
/** The same for the links of a page, which most pages have fewer of. */
const linksAtOnce = 1000;

/**
 * Follows what sitemaps list until there is more than enough for the crawl's limit, also if many of the pages fail. Does
 * so piece by piece; what was taken in before a crash stays.
 */
async function followSitemaps(
  sitemaps: AsyncIterable<Listed>,
  sort: (urls: readonly string[]) => Promise<Following>,
  { job, admit }: Pick<TakenVisit, "job" | "admit">,
): Promise<void> {
  const enough = 2 * crawlSettings(job).limit + 1000;
  for await (const { urls, unread } of sitemaps) {
    // The key is no page's: a sitemap that can't be read says nothing about a page of its address.
    const refused = unread.map((each) => ({
      ...each,
      key: `sitemap ${each.url}`,
      reason: "sitemap" as const,
      depth: 0,
    }));
    if (refused.length > 0) await admit({ discovered: [], refused });
    for (let first = 0; first < urls.length; first += urlsAtOnce) {
      if ((await admit(await sort(urls.slice(first, first + urlsAtOnce)))) >= enough) return;
    }
  }
}
