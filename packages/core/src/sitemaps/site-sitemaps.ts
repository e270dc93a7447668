import { sitemapLocations } from "./locations.ts";
import { readSitemaps, type ReadSitemap, type SitemapReading } from "./read-sitemaps.ts";

/** A site whose sitemaps are looked for. */
export interface MappedSite {
  readonly start: URL;
  /** The `Sitemap:` lines of its robots.txt. */
  readonly namedInRobots: readonly string[];
  /** Look in unusual places too when the others list nothing. */
  readonly isThorough?: boolean | undefined;
}

/** A piece of a site's sitemaps. */
export interface SiteSitemap extends ReadSitemap {
  /** It stands on the parent domain, whose entries may be of any of its subdomains. */
  readonly isParents: boolean;
}

/**
 * Reads the sitemaps of a site: those that robots.txt names, those in the usual places, and the parent domain's
 * (contract §4.3). Of these only named ones are missed with a warning. See {@link readSitemaps}.
 */
export async function* readSiteSitemaps(
  { start, namedInRobots, isThorough = false }: MappedSite,
  reading: Omit<SitemapReading, "guesses">,
): AsyncGenerator<SiteSitemap, void, undefined> {
  const { named, usual, parent, unusual } = sitemapLocations(start, namedInRobots);
  const guesses = new Set([...usual, ...parent, ...unusual].filter((url) => !named.includes(url)));
  let isListing = false;
  for (const urls of [[...named, ...usual], parent, unusual]) {
    if (urls === unusual && (isListing || !isThorough)) return;
    for await (const sitemap of readSitemaps(urls, { ...reading, guesses })) {
      isListing ||= sitemap.entries.length > 0;
      yield { ...sitemap, isParents: urls === parent };
    }
  }
}
