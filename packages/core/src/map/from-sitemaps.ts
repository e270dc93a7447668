import type { RobotsRules } from "../url/robots.ts";
import { sitemapLocations } from "../sitemaps/locations.ts";
import { openInTurn } from "../sitemaps/open-in-turn.ts";
import { readSitemaps } from "../sitemaps/read-sitemaps.ts";
import { turnAt } from "./manners.ts";
import { timeBudget, type Mapping } from "./mapping.ts";

/** How long sitemaps are read: half of the time, because pages come after them. */
const sitemapTime = { share: 0.5, mostMs: 30_000 };
/** How long a file may send nothing. */
const patience = { share: 1 / 6, mostMs: 10_000 };

/** Adds what the site's sitemaps list: those that robots.txt names, then those in the usual places. */
export async function addFromSitemaps(mapping: Mapping, robots: RobotsRules | undefined): Promise<void> {
  const { start, resources, links, maxLinks, warnings, timeoutMs } = mapping;
  const budget = timeBudget(mapping, sitemapTime);
  const patienceMs = Math.ceil(Math.min(patience.mostMs, timeoutMs * patience.share));
  const open = openInTurn({ turnAt: (url, signal) => turnAt(url, mapping, signal), resources, patienceMs });
  const readFrom = async (urls: readonly string[], warnOfMissing: boolean) => {
    for await (const sitemap of readSitemaps(urls, { open, signal: budget, warnOfMissing })) {
      await links.addAll(sitemap.entries, "listing", maxLinks);
      if (sitemap.warning !== undefined) warnings.push(sitemap.warning);
      if (links.size >= maxLinks) return;
    }
  };
  const { named, usual, parent, unusual } = sitemapLocations(start, robots?.sitemaps ?? []);
  const before = links.size;
  try {
    await readFrom(named, true);
    const guesses = [...usual, ...parent];
    await readFrom(
      guesses.filter((url) => !named.includes(url)),
      false,
    );
    if (links.size === before) await readFrom(unusual, false);
  } catch (thrown) {
    mapping.signal.throwIfAborted();
    if (!budget.aborted) throw thrown;
    warnings.push("The sitemaps took too long; only a part of them was read.");
  }
}
