import { registrableDomain } from "../url/registrable-domain.ts";

/** The possible places of a site's sitemaps. */
export interface SitemapLocations {
  /** The `Sitemap:` lines of robots.txt (https://www.sitemaps.org/protocol.html#submit_robots). */
  readonly named: readonly string[];
  readonly usual: readonly string[];
  /** The sitemaps of a subdomain's parent domain, whose entries for the subdomain count (contract §4.3). */
  readonly parent: readonly string[];
  /** Each worth a look only when those before gave nothing. */
  readonly unusual: readonly string[];
}

/** The most usual first. */
const unusualPaths = ["/sitemap_index.xml", "/wp-sitemap.xml", "/sitemap-index.xml", "/sitemap.xml.gz", "/sitemap.txt"];

/**
 * The places to look for sitemaps of a start URL: the start URL itself when it is one, those that robots.txt names,
 * `sitemap.xml` below the start URL and at the root, and what common publishing systems use (contract §4.3). Pure.
 */
export function sitemapLocations(startUrl: URL, namedInRobots: readonly string[]): SitemapLocations {
  const named = isSitemapAddress(startUrl) ? [startUrl.href, ...namedInRobots] : namedInRobots;
  const below = startUrl.pathname.replace(/\/[^/.]*\.[^/]*$/, "").replace(/\/$/, "");
  const usual = [...new Set([`${below}/sitemap.xml`, "/sitemap.xml"])].map((path) => new URL(path, startUrl).href);
  return {
    named,
    usual,
    parent: parentSitemaps(startUrl),
    unusual: unusualPaths.map((path) => new URL(path, startUrl).href),
  };
}

/**
 * The addresses whose sitemaps are those of a site, to be asked until one lists something: the start at the host that it
 * leads to, such as `www.`, and the start itself. Pure.
 */
export function sitemapHomes(startUrl: URL, landing: URL): readonly URL[] {
  const home = new URL(`${startUrl.pathname}${startUrl.search}`, landing);
  return home.href === startUrl.href ? [startUrl] : [home, startUrl];
}

/** True if a URL looks like one of a sitemap and not of a page. Pure. */
export function isSitemapAddress(url: URL): boolean {
  return /\.xml(?:\.gz)?$/i.test(url.pathname);
}

function parentSitemaps(startUrl: URL): readonly string[] {
  const domain = registrableDomain(startUrl.hostname);
  const isBelow = domain !== undefined && ![domain, `www.${domain}`].includes(startUrl.hostname);
  if (!isBelow) return [];
  const parent = new URL("/sitemap.xml", startUrl);
  parent.hostname = domain;
  return [parent.href];
}
