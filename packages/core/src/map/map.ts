import { withDeadline, type CallOptions } from "../call.ts";
import { EngineError } from "../errors.ts";
import type { TransformOptions } from "../page/transform.ts";
import type { Resources } from "../resources.ts";
import { MapRequest, type MapLink, type MapResult, type ParsedMapRequest } from "../schema/map.ts";
import { parseInput } from "../schema/parse-input.ts";
import { ScrapeRequest } from "../schema/scrape.ts";
import { parseWebUrl } from "../schema/web-url.ts";
import { takePage } from "../scrape/take-page.ts";
import { sitemapLocations } from "../sitemaps/locations.ts";
import { readSitemaps, type OpenUrl } from "../sitemaps/read-sitemaps.ts";
import { productToken, type RobotsRules } from "../url/robots.ts";
import { discoverLinks, type LinkPage } from "./discover-links.ts";
import { createLinkSet, type LinkSet } from "./link-set.ts";
import { pathFilter } from "./path-filter.ts";
import { rankLinks } from "./rank.ts";
import { isInScope } from "./scope.ts";

/** Links that are gathered before a search chooses among them. */
const maxGatheredLinks = 100_000;
/** Listing pages that are fetched in search of links. */
const maxLinkPages = 150;
/** How long sitemaps, and then pages, are read when the request has all the time of the world. */
const sitemapTimeMs = 30_000;
const discoveryTimeMs = 120_000;

/**
 * Finds the URLs of a site: what its sitemaps list, what its pages link to, and what earlier scrapes left in the index.
 * Throws MAP_TIMEOUT, and what the start page failed with when nothing else gave a link either.
 */
export async function map(input: unknown, call: CallOptions = {}, resources: Resources): Promise<MapResult> {
  const request = parseInput(MapRequest, input);
  const start = parseWebUrl(request.url);
  if (start === undefined) throw new EngineError("BAD_REQUEST", `"${request.url}" is not a URL.`);
  resources.guard.checkUrl(start);
  const { clock, policy } = resources;
  const timeoutMs = Math.min(request.timeout ?? policy.maxTimeoutMs, policy.maxTimeoutMs);
  return await withDeadline({ clock, timeoutMs, signal: call.signal, code: "MAP_TIMEOUT" }, async (signal) => {
    const mapping = startMapping(request, start, { resources, signal, timeoutMs });
    await gather(mapping);
    const found = mapping.links.toArray();
    const links = request.search === undefined ? found : await rankLinks(found, request.search);
    const warnings = [...new Set(mapping.warnings)];
    return {
      links: links.slice(0, request.limit),
      ...(warnings.length === 0 ? {} : { warning: warnings.slice(0, 10).join(" ") }),
    };
  });
}

/** One map in the making. */
interface Mapping {
  readonly request: ParsedMapRequest;
  readonly start: URL;
  readonly resources: Resources;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly links: LinkSet;
  readonly maxLinks: number;
  readonly warnings: string[];
}

function startMapping(
  request: ParsedMapRequest,
  start: URL,
  surroundings: Pick<Mapping, "resources" | "signal" | "timeoutMs">,
): Mapping {
  const matches = pathFilter(request);
  const scope = { ...request, start };
  return {
    request,
    start,
    ...surroundings,
    links: createLinkSet({
      ignoreQueryParameters: request.ignoreQueryParameters,
      accepts: (url) => isInScope(url, scope) && matches(url),
    }),
    maxLinks: request.search === undefined ? request.limit : maxGatheredLinks,
    warnings: [],
  };
}

async function gather(mapping: Mapping): Promise<void> {
  const { request, start, links, warnings } = mapping;
  const robots = await readRobots(mapping);
  if (request.sitemap !== "only") links.add({ url: start.href });
  if (request.sitemap !== "skip") await addFromSitemaps(mapping, robots?.sitemaps ?? []);
  if (request.sitemap === "only") {
    if (links.size === 0) warnings.push("No sitemap of this site could be read.");
    return;
  }
  const failure = await addFromPages(mapping, robots);
  if (request.useIndex) await addFromIndex(mapping);
  if (failure === undefined) return;
  if (links.size <= 1) throw failure;
  warnings.push(`The page ${start.href} could not be read: ${failure.message}`);
}

/** The site's robots.txt; undefined when its server can't say. */
async function readRobots({ start, resources, signal }: Mapping): Promise<RobotsRules | undefined> {
  const robots = await resources.robots.read(start, signal);
  return typeof robots === "object" && robots.state === "known" ? robots.rules : undefined;
}

async function addFromSitemaps(mapping: Mapping, namedInRobots: readonly string[]): Promise<void> {
  const { start, resources, links, maxLinks, warnings } = mapping;
  const budget = timeBudget(mapping, sitemapTimeMs);
  const open: OpenUrl = async (url, signal) => {
    const { status, body } = await resources.fetch(url, { signal });
    return { status, body: body ?? new ReadableStream<Uint8Array>({ start: (controller) => controller.close() }) };
  };
  const readFrom = async (urls: readonly string[], warnOfMissing: boolean) => {
    for await (const sitemap of readSitemaps(urls, { open, signal: budget, warnOfMissing })) {
      for (const { url, title } of sitemap.entries) links.add({ url, ...(title === undefined ? {} : { title }) });
      if (sitemap.warning !== undefined) warnings.push(sitemap.warning);
      if (links.size >= maxLinks) return;
    }
  };
  const { named, usual, unusual } = sitemapLocations(start, namedInRobots);
  try {
    await readFrom(named, true);
    await readFrom(
      usual.filter((url) => !named.includes(url)),
      false,
    );
    if (links.size <= 1) await readFrom(unusual, false);
  } catch (thrown) {
    mapping.signal.throwIfAborted();
    if (!budget.aborted) throw thrown;
    warnings.push("The sitemaps took too long; only a part of them was read.");
  }
}

/** Resolves with why the start page could not be read. */
async function addFromPages(mapping: Mapping, robots: RobotsRules | undefined): Promise<EngineError | undefined> {
  const { request, start, resources, links, maxLinks, warnings } = mapping;
  const agent = productToken(resources.policy.userAgent);
  const scope = { start, includeSubdomains: false, filterByPath: false, allowExternalLinks: false };
  const signal = timeBudget(mapping, discoveryTimeMs);
  const { failure, isCut } = await discoverLinks(start.href, {
    fetchPage: (url, pageSignal) => fetchLinkPage(mapping, url, pageSignal),
    mayVisit: (url) =>
      url === start.href ||
      (isInScope(new URL(url), scope) && (request.ignoreRobotsTxt || robots?.check(url, agent).allowed === true)),
    links,
    maxLinks,
    maxPages: maxLinkPages,
    signal,
  });
  mapping.signal.throwIfAborted();
  if (isCut && links.size < maxLinks) {
    warnings.push(
      `Not all listing pages were read: after ${maxLinkPages} pages, or when the time is up, the map ends.`,
    );
  }
  return failure;
}

const linkOutputs: TransformOptions = {
  onlyMainContent: false,
  includeTags: [],
  excludeTags: [],
  removeBase64Images: true,
  parsePdf: false,
  outputs: ["anchors"],
  explain: false,
};

async function fetchLinkPage(mapping: Mapping, url: string, signal: AbortSignal): Promise<LinkPage> {
  const { request, resources } = mapping;
  const scrapeRequest = ScrapeRequest.parse({
    url,
    formats: [],
    ...(request.ignoreCache ? { maxAge: 0 } : {}),
    ...(request.location === undefined ? {} : { location: request.location }),
    ...(request.headers === undefined ? {} : { headers: request.headers }),
  });
  const taken = await takePage(
    { request: scrapeRequest, formats: [], transform: linkOutputs },
    {},
    { resources, signal },
  );
  const { capture, content } = taken;
  if (capture.status >= 400) {
    throw new EngineError("SCRAPE_SITE_ERROR", `${url} answered with HTTP status ${capture.status}.`);
  }
  const { title, description } = content.metadata;
  return { url: capture.url, anchors: content.anchors ?? [], title, description };
}

async function addFromIndex({ request, start, resources, links, maxLinks }: Mapping): Promise<void> {
  const site = { host: start.host, includeSubdomains: request.includeSubdomains, limit: maxLinks };
  for (const { url, title, description } of await resources.pageIndex.list(site)) {
    if (links.size >= maxLinks) return;
    const about: MapLink = { url };
    if (title !== undefined) about.title = title;
    if (description !== undefined) about.description = description;
    links.add(about);
  }
}

/** Leaves a quarter of the request's time for what comes after, so that a slow site gives a part and not an error. */
function timeBudget({ resources, signal, timeoutMs }: Mapping, mostMs: number): AbortSignal {
  return AbortSignal.any([signal, resources.clock.deadline(Math.min(mostMs, timeoutMs * 0.75))]);
}
