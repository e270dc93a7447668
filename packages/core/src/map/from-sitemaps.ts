import { openInTurn } from "../fetch/politeness/open-in-turn.ts";
import { sitemapHomes } from "../sitemaps/locations.ts";
import { readSiteSitemaps } from "../sitemaps/site-sitemaps.ts";
import type { LinkPage } from "./discover-links.ts";
import { rulesInTime, turnAt } from "./manners.ts";
import { timeBudget, type Mapping } from "./mapping.ts";

/** Time sitemaps are read: half of the time, because pages come after them. */
const sitemapTime = { share: 0.5, maxMs: 30_000 };
/** Longest a file may send nothing. */
const patience = { share: 1 / 6, maxMs: 10_000 };

/** Adds the URLs in the site's sitemaps, and in those that the start page links to, if it was read by now. */
export async function addFromSitemaps(mapping: Mapping, startPage?: Pick<LinkPage, "sitemaps">): Promise<void> {
  const { start: asked, landing, resources, links, maxLinks, warnings, timeoutMs } = mapping;
  const budget = timeBudget(mapping, sitemapTime);
  const patienceMs = Math.ceil(Math.min(patience.maxMs, timeoutMs * patience.share));
  const open = openInTurn({ turnAt: (url, signal) => turnAt(url, mapping, signal), resources, patienceMs });
  try {
    for (const [place, start] of sitemapHomes(asked, landing).entries()) {
      const robots = await rulesInTime(start, mapping);
      const linkedOnStart = (place === 0 ? startPage?.sitemaps : undefined) ?? [];
      const site = { start, namedInRobots: robots?.sitemaps ?? [], linkedOnStart };
      let isListing = false;
      for await (const { entries, warning } of readSiteSitemaps(site, { open, signal: budget })) {
        isListing ||= entries.length > 0;
        await links.addAll(entries, "listing", maxLinks);
        if (warning !== undefined) warnings.push(warning);
        if (links.size >= maxLinks) return;
      }
      if (isListing) return;
    }
  } catch (thrown) {
    mapping.signal.throwIfAborted();
    if (!budget.aborted) throw thrown;
    warnings.push("The sitemaps took too long; only a part of them was read.");
  }
}
