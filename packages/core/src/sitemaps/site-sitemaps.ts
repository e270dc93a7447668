import { sitemapLocations } from "./locations.ts";
import { readSitemaps, type OpenUrl, type ReadSitemap, type SitemapReading } from "./read-sitemaps.ts";

/** A site whose sitemaps are looked for. */
export interface MappedSite {
  readonly start: URL;
  /** The `Sitemap:` lines of its robots.txt. */
  readonly namedInRobots: readonly string[];
  /** Those that its start page links to; see `readSitemapLinks`. */
  readonly linkedOnStart: readonly string[];
}

/** A piece of a site's sitemaps. */
export interface SiteSitemap extends ReadSitemap {
  /** It stands on the parent domain, whose entries may be of any of its subdomains. */
  readonly isParents: boolean;
}

/**
 * Reads the sitemaps of a site: those that robots.txt names, those that the start page links to, those in the usual places,
 * and the parent domain's (contract §4.3). If the site names none and none of these lists a page, less usual places are asked
 * one after the other, until one does, or the host fails. Of all these only named ones are missed with a warning. See {@link readSitemaps}.
 */
export async function* readSiteSitemaps(
  { start, namedInRobots, linkedOnStart }: MappedSite,
  reading: Omit<SitemapReading, "guesses">,
): AsyncGenerator<SiteSitemap, void, undefined> {
  const { named, usual, parent, unusual } = sitemapLocations(start, namedInRobots);
  const known = [...named, ...linkedOnStart, ...usual];
  // A site that names its sitemaps has no others.
  const namesNone = named.length + linkedOnStart.length === 0;
  const further = namesNone ? unusual.filter((url) => !known.includes(url)) : [];
  const guesses = new Set([...linkedOnStart, ...usual, ...parent, ...further].filter((url) => !named.includes(url)));
  const { open, hasFailed } = noteFailures(reading.open);
  let isListing = false;
  for (const urls of [known, parent, ...further.map((url) => [url])]) {
    const isGuess = urls !== known && urls !== parent;
    if (isGuess && (isListing || hasFailed())) return;
    for await (const sitemap of readSitemaps(urls, { ...reading, open, guesses })) {
      isListing ||= sitemap.entries.length > 0;
      yield { ...sitemap, isParents: urls === parent };
    }
  }
}

/** Opening that also tells if any address gave no answer, or that of a host in trouble, which should be asked no guesses. */
function noteFailures(open: OpenUrl): { readonly open: OpenUrl; readonly hasFailed: () => boolean } {
  let failed = false;
  return {
    hasFailed: () => failed,
    async open(url, signal) {
      try {
        const answer = await open(url, signal);
        failed ||= answer.status === 429 || answer.status >= 500;
        return answer;
      } catch (thrown) {
        failed = true;
        throw thrown;
      }
    },
  };
}
