import { withDeadline } from "../concurrency/deadline.ts";
import type { Call } from "../ports/call.ts";
import type { EngineError } from "../errors.ts";
import { MapRequest, type MapLink, type MapResult } from "../schema/map.ts";
import { parseRequest } from "../schema/input/parse-input.ts";
import { warningOf } from "../schema/warning.ts";
import type { RobotsRules } from "../url/robots.ts";
import type { LinkPage } from "./discover-links.ts";
import { addFromIndex, addFromSearch } from "./from-elsewhere.ts";
import { addFromPages, createLinkPages, type LinkPages } from "./from-pages.ts";
import { addFromSitemaps, type Naming } from "./from-sitemaps.ts";
import { isSitemapAddress } from "../sitemaps/locations.ts";
import { robotsInTime } from "./manners.ts";
import { robotsWarnings } from "../fetch/politeness/host-rules.ts";
import { startMapping, timeBudget, type Mapping } from "./mapping.ts";
import { rankLinks } from "./rank.ts";
import { isInScope } from "./scope.ts";
import type { MapDependencies } from "./dependencies.ts";

/** The longest wait for the start page before its site's sitemaps are read. */
const landingTime = { share: 0.3, maxMs: 10_000 };

/**
 * Finds the URLs of a site in its sitemaps, in the links of its pages, with search engines, and in the index of earlier
 * scrapes. Throws MAP_TIMEOUT, and the start page's own failure when nothing else gave a link either.
 */
export async function map(input: unknown, call: Call, resources: MapDependencies): Promise<MapResult> {
  const { request, warnings } = parseRequest(MapRequest, input);
  const { clock, policy } = resources;
  const timeoutMs = Math.min(request.timeout ?? policy.maxTimeoutMs, policy.maxTimeoutMs);
  return await withDeadline({ clock, timeoutMs, signal: call.signal, code: "MAP_TIMEOUT" }, async (signal) => {
    const mapping = startMapping(request, { resources, call, signal, timeoutMs });
    const hits = takesOnlySitemaps(mapping) ? await addFromSitemapsOnly(mapping) : await gather(mapping);
    const links = await inOrder(mapping, hits);
    const found = [...new Set([...mapping.warnings, ...pathWarnings(mapping)])].slice(0, 10);
    const told = [...warnings, ...robotsWarnings(request.ignoreRobotsTxt, resources.politeness), ...found];
    return { links: links.slice(0, request.limit), ...warningOf(told) };
  });
}

/** Says why a map may have found nothing but its start: it lists only what lies below that. */
function pathWarnings({ request, start, scope, links }: Mapping): readonly string[] {
  const takesWholeSite = isInScope(new URL("/", start), { ...scope, start });
  if (links.size > 1 || request.limit === 1 || takesWholeSite) return [];
  return [
    `No other page was found below ${start.href}; with \`filterByPath: false\`, those of the whole site are listed, too.`,
  ];
}

/** True if the caller asked for sitemaps only, or if the start URL is itself a sitemap. */
function takesOnlySitemaps({ request, start }: Mapping): boolean {
  return request.sitemap === "only" || (request.sitemap === "include" && isSitemapAddress(start));
}

/** Adds links from everywhere. Resolves with what search engines found, best first. */
async function gather(mapping: Mapping): Promise<readonly string[]> {
  const { links, warnings } = mapping;
  const pages = createLinkPages(mapping);
  const [robots, { isMoved, startPage }] = await Promise.all([readRobots(mapping), land(mapping, pages)]);
  await links.addAll([{ url: mapping.start.href }], "link", mapping.maxLinks);
  const rules = isMoved ? await readRobots(mapping) : robots;
  const [hits, failure] = await Promise.all([
    addFromSearch(mapping),
    addFromSite(mapping, { robots: rules, startPage }, pages),
  ]);
  if (failure !== undefined && links.size <= 1) throw failure;
  if (failure !== undefined) warnings.push(`The page ${mapping.start.href} could not be read: ${failure.message}`);
  return hits;
}

/**
 * Adds the URLs of the index, of the sitemaps, and of links. Resolves with the reason if the start page could not be
 * read.
 */
async function addFromSite(mapping: Mapping, naming: Naming, pages: LinkPages): Promise<EngineError | undefined> {
  const { request } = mapping;
  if (request.useIndex) await addFromIndex(mapping);
  if (request.sitemap !== "skip") await addFromSitemaps(mapping, naming);
  return await addFromPages(mapping, naming.robots, pages);
}

/**
 * Adds only the URLs in sitemaps; if there are none, those of the sitemaps that the start page links to, or of the site that
 * the start URL leads to.
 */
async function addFromSitemapsOnly(mapping: Mapping): Promise<readonly string[]> {
  await addFromSitemaps(mapping, { robots: await readRobots(mapping) });
  if (mapping.links.size === 0) {
    const { isMoved, startPage } = await land(mapping, createLinkPages(mapping));
    if (isMoved || (startPage?.sitemaps ?? []).length > 0)
      await addFromSitemaps(mapping, { robots: await readRobots(mapping), startPage });
  }
  if (mapping.links.size === 0)
    mapping.warnings.push("No sitemap of this site could be read, or none lists a page of it.");
  return [];
}

/** The site's robots.txt; undefined when its server can't say, or not in time. */
async function readRobots(mapping: Mapping): Promise<RobotsRules | undefined> {
  const robots = await robotsInTime(mapping.start, mapping);
  return typeof robots === "object" && robots.state === "known" ? robots.rules : undefined;
}

/** The outcome of looking where a start URL leads. */
interface Landing {
  /** True if that is another site. */
  readonly isMoved: boolean;
  readonly startPage?: LinkPage | undefined;
}

/**
 * Looks where the start URL leads. When that is another site, the map is of that one. A page that fails or takes long is
 * left to who needs it.
 */
async function land(mapping: Mapping, pages: LinkPages): Promise<Landing> {
  const { scope, start } = mapping;
  const impatience = timeBudget(mapping, landingTime);
  const startPage = await Promise.race([
    pages.take(start.href).catch(() => undefined), // asked for again, and reported, by who reads the page
    new Promise<undefined>((resolve) => impatience.addEventListener("abort", () => resolve(undefined), { once: true })),
  ]);
  mapping.signal.throwIfAborted();
  const url = startPage === undefined ? null : URL.parse(startPage.url);
  if (url === null || isInScope(url, { ...scope, start, allowExternalLinks: false }))
    return { isMoved: false, startPage };
  mapping.moveTo(url);
  return { isMoved: true, startPage };
}

/** The links as they were found; for a search, those of search engines first, then the others by how well they match. */
async function inOrder({ request, links, working }: Mapping, hits: readonly string[]): Promise<readonly MapLink[]> {
  const found = links.toArray();
  if (request.search === undefined) return found;
  const first = links.among(hits);
  const known = new Set(first);
  return [...first, ...(await rankLinks(found, request.search, working)).filter((link) => !known.has(link))];
}
