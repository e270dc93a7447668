import type { RobotsRules } from "../url/robots.ts";
import { openInTurn } from "../fetch/politeness/open-in-turn.ts";
import { readSiteSitemaps } from "../sitemaps/site-sitemaps.ts";
import type { LinkPage } from "./discover-links.ts";
import { turnAt } from "./manners.ts";
import { timeBudget, type Mapping } from "./mapping.ts";

/** Time sitemaps are read: half of the time, because pages come after them. */
const sitemapTime = { share: 0.5, maxMs: 30_000 };
/** Longest a file may send nothing. */
const patience = { share: 1 / 6, maxMs: 10_000 };

/** Places that may name the site's sitemaps. */
export interface Naming {
  readonly robots: RobotsRules | undefined;
  /** The start page, if it was read by now. */
  readonly startPage?: Pick<LinkPage, "sitemaps"> | undefined;
}

/** Adds the URLs in the site's sitemaps. */
export async function addFromSitemaps(mapping: Mapping, { robots, startPage }: Naming): Promise<void> {
  const { start, resources, links, maxLinks, warnings, timeoutMs } = mapping;
  const budget = timeBudget(mapping, sitemapTime);
  const patienceMs = Math.ceil(Math.min(patience.maxMs, timeoutMs * patience.share));
  const open = openInTurn({ turnAt: (url, signal) => turnAt(url, mapping, signal), resources, patienceMs });
  const site = { start, namedInRobots: robots?.sitemaps ?? [], linkedOnStart: startPage?.sitemaps ?? [] };
  try {
    for await (const { entries, warning } of readSiteSitemaps(site, { open, signal: budget })) {
      await links.addAll(entries, "listing", maxLinks);
      if (warning !== undefined) warnings.push(warning);
      if (links.size >= maxLinks) return;
    }
  } catch (thrown) {
    mapping.signal.throwIfAborted();
    if (!budget.aborted) throw thrown;
    warnings.push("The sitemaps took too long; only a part of them was read.");
  }
}
