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
import { addFromSitemaps } from "./from-sitemaps.ts";
import { isSitemapAddress } from "../sitemaps/locations.ts";
import { rulesInTime } from "./manners.ts";
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
  const { maxTimeoutMs } = policy;
  const timeoutMs = Math.min(request.timeout ?? maxTimeoutMs, maxTimeoutMs);
  return await withDeadline(
    { clock, timeoutMs, maxTimeoutMs, signal: call.signal, code: "MAP_TIMEOUT" },
    async (signal) => {
      const mapping = startMapping(request, { resources, call, signal, timeoutMs });
      const hits = takesOnlySitemaps(mapping) ? await addFromSitemapsOnly(mapping) : await gather(mapping);
      const links = await inOrder(mapping, hits);
      const found = [...new Set([...mapping.warnings, ...pathWarnings(mapping)])].slice(0, 10);
      const told = [...warnings, ...robotsWarnings(request.ignoreRobotsTxt, resources.politeness), ...found];
      return { links: links.slice(0, request.limit), ...warningOf(told) };
    },
  );
}

/** Says why a map may have found nothing but its start: it lists only what lies below that. */
function pathWarnings(mapping: Mapping): readonly string[] {
  const { request, start, scope } = mapping;
  const takesWholeSite = isInScope(new URL("/", start), { ...scope, start });
  if (hasOthers(mapping) || request.limit === 1 || takesWholeSite) return [];
  return [
    `No other page was found below ${start.href}; with \`filterByPath: false\`, those of the whole site are listed, too.`,
  ];
}

/** True if there are links beside the start, which may itself be left out by patterns. */
const hasOthers = ({ links, start }: Mapping): boolean => links.size > links.among([start.href]).length;

/** True if the caller asked for sitemaps only, or if the start URL is itself a sitemap. */
function takesOnlySitemaps({ request, start }: Mapping): boolean {
  return request.sitemap === "only" || (request.sitemap === "include" && isSitemapAddress(start));
}

/** Adds links from everywhere. Resolves with what search engines found, best first. */
async function gather(mapping: Mapping): Promise<readonly string[]> {
  const { links, warnings } = mapping;
  const pages = createLinkPages(mapping);
  const [robots, { isElsewhere, startPage }] = await Promise.all([readRobots(mapping), land(mapping, pages)]);
  await links.addAll([{ url: mapping.start.href }], "link", mapping.maxLinks);
  const rules = isElsewhere ? await readRobots(mapping) : robots;
  const [hits, failure] = await Promise.all([
    addFromSearch(mapping),
    addFromSite(mapping, { robots: rules, startPage }, pages),
  ]);
  if (failure !== undefined && !hasOthers(mapping)) throw failure;
  if (failure !== undefined) warnings.push(`The page ${mapping.start.href} could not be read: ${failure.message}`);
  return hits;
}

/**
 * Adds the URLs of the index, of the sitemaps, and of links. Resolves with the reason if the start page could not be
 * read.
 */
async function addFromSite(
  mapping: Mapping,
  { robots, startPage }: { readonly robots: RobotsRules | undefined; readonly startPage: LinkPage | undefined },
  pages: LinkPages,
): Promise<EngineError | undefined> {
  const { request } = mapping;
  if (request.useIndex) await addFromIndex(mapping);
  if (request.sitemap !== "skip") await addFromSitemaps(mapping, startPage);
  return await addFromPages(mapping, robots, pages);
}

/**
 * Adds only the URLs in sitemaps; if there are none, those of the sitemaps that the start page links to, or at the host that
 * the start URL leads to.
 */
async function addFromSitemapsOnly(mapping: Mapping): Promise<readonly string[]> {
  await addFromSitemaps(mapping);
  if (mapping.links.size === 0) {
    const { isElsewhere, startPage } = await land(mapping, createLinkPages(mapping));
    if (isElsewhere || (startPage?.sitemaps ?? []).length > 0) await addFromSitemaps(mapping, startPage);
  }
  if (mapping.links.size === 0)
    mapping.warnings.push("No sitemap of this site could be read, or none lists a page of it.");
  return [];
}

/** The robots.txt of the site's host; undefined when its server can't say, or not in time. */
const readRobots = (mapping: Mapping): Promise<RobotsRules | undefined> => rulesInTime(mapping.landing, mapping);

/** The outcome of looking where a start URL leads. */
interface Landing {
  /** True if that is another host. */
  readonly isElsewhere: boolean;
  readonly startPage: LinkPage | undefined;
}

/**
 * Looks where the start URL leads. A page that fails or takes long is left to who needs it.
 */
async function land(mapping: Mapping, pages: LinkPages): Promise<Landing> {
  const { start } = mapping;
  const impatience = timeBudget(mapping, landingTime);
  const startPage = await Promise.race([
    pages.take(start.href).catch(() => undefined), // asked for again, and reported, by who reads the page
    new Promise<undefined>((resolve) => impatience.addEventListener("abort", () => resolve(undefined), { once: true })),
  ]);
  mapping.signal.throwIfAborted();
  const url = startPage === undefined ? null : URL.parse(startPage.url);
  if (url === null) return { isElsewhere: false, startPage };
  mapping.landAt(url);
  return { isElsewhere: url.origin !== start.origin || mapping.start !== start, startPage };
}

/** The links as they were found; for a search, those of search engines first, then the others by how well they match. */
async function inOrder({ request, links, working }: Mapping, hits: readonly string[]): Promise<readonly MapLink[]> {
  const found = links.toArray();
  if (request.search === undefined) return found;
  const first = links.among(hits);
  const known = new Set(first);
  return [...first, ...(await rankLinks(found, request.search, working)).filter((link) => !known.has(link))];
}
