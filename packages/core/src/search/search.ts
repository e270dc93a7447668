import { z } from "zod";
import { withDeadline } from "../concurrency/deadline.ts";
import type { Call } from "../ports/call.ts";
import { withDefinedFormats } from "../extensions/defined-formats.ts";
import { EngineError } from "../errors.ts";
import { inParallel } from "../concurrency/in-parallel.ts";
import type { SearchHit, SearchSource } from "../ports/search-provider.ts";
import { indexTeam } from "../page-index/index-team.ts";
import { creditBalance } from "../metering/credits.ts";
import type { MeteringDependencies } from "../metering/dependencies.ts";
import { parseRequest } from "../schema/input/parse-input.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { warningOf } from "../schema/warning.ts";
import { SearchRequest, type ParsedSearchRequest, type SearchResult } from "../schema/search.ts";
import { ScrapeRequest } from "../schema/scrape.ts";
import { parseWebUrl } from "../schema/fields/web-url.ts";
import { headersForPage, secretsAmong } from "../fetch/http/request-headers.ts";
import { checkSchemas, checkScrapeIsPossible } from "../scrape/check.ts";
import { withPlainSchemas } from "../scrape/formats/json/standard-schema.ts";
import { scrapePage } from "../scrape/scrape.ts";
import { categoryClause, categoryOf, type SearchCategory } from "./categories.ts";
import type { ChainAnswer, SearchWish } from "./chain.ts";
import { countryOf } from "./country.ts";
import { narrowed, parseQuery, without, type ParsedQuery } from "./query.ts";
import { readTime, unknownTimesIn } from "./time.ts";
import type { SearchDependencies } from "./dependencies.ts";

/** Results that are scraped at once. */
const concurrentScrapes = 6;

/** Time that is left for the answer when pages take too long. */
const answerMs = 500;

/**
 * Searches the web, images and news, and scrapes what was found when asked to. A page that can't be scraped keeps its
 * listing and says why; a provider that fails is a warning, or PROVIDER_FAILED when no other answered.
 */
export async function search(
  input: unknown,
  call: Call,
  resources: SearchDependencies & MeteringDependencies,
): Promise<SearchResult> {
  const { request: asked, warnings } = parseRequest(
    SearchRequest,
    withPlainSchemas(withDefinedFormats(input, resources.formats)),
  );
  const request = await withinCredits(asked, { call, resources });
  if (request.scrapeOptions !== undefined) {
    checkScrapeIsPossible(request.scrapeOptions, resources);
    await checkSchemas(request.scrapeOptions, ["scrapeOptions"], { call, resources });
  }
  const { clock, policy } = resources;
  const { maxTimeoutMs } = policy;
  const timeoutMs = Math.min(request.timeout, maxTimeoutMs);
  return await withDeadline(
    { clock, timeoutMs, maxTimeoutMs, signal: call.signal, code: "SCRAPE_TIMEOUT" },
    async (signal) => {
      const searching: Searching = {
        request,
        call,
        resources,
        signal,
        timeoutMs,
        givenUpAt: clock.monotonic() + timeoutMs - Math.min(answerMs, timeoutMs / 4),
        categories: namesOf(request.categories ?? []),
      };
      const { found, failures } = await searchSources(searching);
      const said = found.flatMap((source) => source.warnings);
      return {
        results: Object.fromEntries(found.map(({ source, results }) => [source, results])) as SearchResult["results"],
        creditsUsed: found.reduce((sum, source) => sum + source.credits, 0),
        ...warningOf([
          ...[...warnings, ...idleOptionsWarnings(input), ...resources.searchWarnings],
          ...[...targetingWarnings(request), ...timeWarnings(request), ...secretWarnings(request)],
          ...[creditsWarning(request, asked), ...said, ...failures],
        ]),
      };
    },
  );
}

/** A search finds no more than its team has credits for (contract §1.4); without any it is refused before. */
async function withinCredits(
  request: ParsedSearchRequest,
  { call, resources }: { readonly call: Call; readonly resources: MeteringDependencies },
): Promise<ParsedSearchRequest> {
  const { remainingCredits } = await creditBalance(call, resources);
  return { ...request, limit: Math.min(request.limit, Math.max(1, remainingCredits)) };
}

/** Says that a search finds less than was asked for; empty when it may find it all. */
function creditsWarning({ limit }: ParsedSearchRequest, asked: ParsedSearchRequest): string {
  if (limit === asked.limit) return "";
  return `The search finds ${limit} of ${asked.limit} results at most: there were no more credits when it started.`;
}

interface Searching {
  readonly request: ParsedSearchRequest;
  readonly call: Call;
  readonly resources: SearchDependencies;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** The time at which unread pages and late sources are given up, so that there is an answer; on the monotonic clock. */
  readonly givenUpAt: number;
  readonly categories: readonly SearchCategory[];
}

interface FoundSource {
  readonly source: SearchSource;
  readonly results: readonly unknown[];
  readonly credits: number;
  readonly warnings: readonly string[];
}

/** One source with what it is asked besides the query: the object form does not inherit the request's (contract §2.16). */
interface AskedSource {
  readonly type: SearchSource;
  readonly tbs?: string | undefined;
  readonly lang?: string | undefined;
  readonly country?: string | undefined;
  readonly location?: string | undefined;
  readonly filter?: string | undefined;
}

function sourcesOf({ sources, tbs, lang, country, location, filter }: ParsedSearchRequest): readonly AskedSource[] {
  const asked = sources.map((source): AskedSource => {
    if (typeof source !== "string") return source;
    if (source === "images") return { type: source };
    return { type: source, tbs, lang, country, location, ...(source === "web" ? { filter } : {}) };
  });
  return asked.filter((source, index) => asked.findIndex(({ type }) => type === source.type) === index);
}

/** Warns of options of the request that its sources do not inherit. */
function targetingWarnings({ sources, tbs, lang, country, location, filter }: ParsedSearchRequest): readonly string[] {
  const isLeftOut = (source: (typeof sources)[number]): boolean =>
    typeof source === "object" && source.type !== "images" && !sources.includes(source.type);
  if (!sources.some(isLeftOut)) return [];
  const sent = Object.entries({ tbs, lang, country, location, filter }).filter(([, value]) => value !== undefined);
  if (sent.length === 0) return [];
  const names = sent.map(([name]) => `\`${name}\``).join(", ");
  return [
    `${names}: no effect on sources in their object form; name them as \`"web"\` or \`"news"\`, or write the options into \`{ "type": "web" }\`.`,
  ];
}

function timeWarnings(request: ParsedSearchRequest): readonly string[] {
  const unknown = sourcesOf(request).flatMap(({ tbs }) => unknownTimesIn(tbs));
  return [...new Set(unknown)].map(
    (part) => `\`tbs\`: "${part}" is no time filter that is known here; only search engines that know it obey it.`,
  );
}

/** Warns of headers that no result gets: whoever turns up in a search may be anybody. */
function secretWarnings({ scrapeOptions, includeDomains }: ParsedSearchRequest): readonly string[] {
  const secrets = secretsAmong(scrapeOptions?.headers ?? {});
  if (secrets.length === 0 || includeDomains !== undefined) return [];
  return [
    `\`scrapeOptions.headers\`: only sites of \`includeDomains\` get ${secrets.join(", ")}, which may be secret.`,
  ];
}

const SentOptions = z.looseObject({ scrapeOptions: z.looseObject({ formats: z.undefined().optional() }) });

/** Warns of options for pages if no pages are wanted. An empty list of formats says so explicitly. */
function idleOptionsWarnings(input: unknown): readonly string[] {
  const { data } = SentOptions.safeParse(input);
  if (data === undefined || Object.keys(data.scrapeOptions).length === 0) return [];
  return ["`scrapeOptions` has no effect here: results are scraped only with `scrapeOptions.formats`."];
}

/** A source that fails or is late is missing from the answer, with a warning; when all fail, the search does. */
async function searchSources(searching: Searching) {
  const sources = sourcesOf(searching.request);
  const settled = await Promise.allSettled(sources.map((source) => searchSource(source, searching)));
  searching.signal.throwIfAborted();
  const found = settled.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  const failures = settled.flatMap((outcome, index) =>
    outcome.status === "rejected" ? [`${sources[index]?.type}: ${EngineError.from(outcome.reason).message}`] : [],
  );
  if (found.length === 0) throw settled.find((outcome) => outcome.status === "rejected")?.reason;
  return { found, failures };
}

async function searchSource(source: AskedSource, searching: Searching): Promise<FoundSource> {
  const { request, call, resources, categories } = searching;
  const wish: SearchWish = {
    team: indexTeam(call, resources),
    query: queryOf(request, source.type === "images" ? [] : categories),
    source: source.type,
    limit: request.limit,
    time: readTime(source.tbs),
    location: source.location,
    filter: source.filter,
    ...audienceOf(source),
  };
  const { hits, warnings: said } = await findHits(wish, searching);
  const isWanted = ({ url }: SearchHit) =>
    source.type === "images" || categories.length === 0 || categoryOf(url, categories) !== undefined;
  const fitting = hits.filter(isWanted);
  const lost = `\`categories\`: no result for ${source.type} shows by its address that it is of ${categories.join(" or ")}.`;
  const warnings = hits.length > 0 && fitting.length === 0 ? [...said, lost] : said;
  const valid = request.ignoreInvalidURLs ? fitting.filter(({ url }) => isScrapable(url, resources)) : fitting;
  const chosen = valid.slice(0, request.limit);
  if (source.type === "images")
    return { source: "images", results: chosen.map(imageResult), credits: chosen.length, warnings };
  const scraped = await scrapeHits(chosen, searching);
  const results = chosen.map((hit, index) => {
    const category = categoryOf(hit.url, categories);
    const listing = { position: index + 1, ...(category === undefined ? {} : { category }) };
    return { ...(source.type === "web" ? webResult(hit) : newsResult(hit)), ...listing, ...scraped[index]?.fields };
  });
  const credits = chosen.length + scraped.reduce((sum, page) => sum + page.credits, 0);
  return { source: source.type, results, credits, warnings };
}

/** The country and the language that results are for; a language such as `de-AT` names the country where nothing else does. */
function audienceOf({
  lang,
  country,
  location,
}: AskedSource): Pick<SearchWish, "country" | "language" | "isUntargeted"> {
  // Codes that were replaced, such as `iw` and `uk`, come out as those of today.
  const locale = lang === undefined ? undefined : new Intl.Locale(lang.replaceAll("_", "-"));
  const spoken = locale?.region?.length === 2 ? locale.region : undefined;
  const named = country ?? countryOf(location)?.code ?? spoken;
  return {
    country: named === undefined ? "us" : (new Intl.Locale(`und-${named}`).region ?? named).toLowerCase(),
    language: locale?.baseName.toLowerCase() ?? "en",
    isUntargeted: named === undefined && locale === undefined,
  };
}

/** The sites that the caller named. */
const addressesOf = ({ includeDomains = [] }: ParsedSearchRequest): readonly string[] =>
  includeDomains.map((domain) => `http://${domain}/`);

/** What a provider knows. One of several sources gives up in time for the others to be told. */
async function findHits(wish: SearchWish, searching: Searching): Promise<ChainAnswer> {
  const { request, resources, signal, givenUpAt } = searching;
  const { search: chain, clock } = resources;
  if (sourcesOf(request).length === 1) return await chain.search(wish, searching);
  const timeoutMs = Math.max(0, Math.round(givenUpAt - clock.monotonic()));
  return await withDeadline({ clock, timeoutMs, signal, code: "SCRAPE_TIMEOUT" }, (inTime) =>
    chain.search(wish, { signal: inTime, timeoutMs }),
  );
}

function queryOf(
  { query, includeDomains = [], excludeDomains = [] }: ParsedSearchRequest,
  categories: readonly SearchCategory[],
): ParsedQuery {
  const chosen = without(narrowed(parseQuery(query), "site", includeDomains), excludeDomains);
  const ofCategories = categories.flatMap((category) => categoryClause(category));
  return ofCategories.length === 0 ? chosen : { clauses: [...chosen.clauses, ofCategories] };
}

function namesOf(categories: NonNullable<ParsedSearchRequest["categories"]>): readonly SearchCategory[] {
  return [...new Set(categories.map((category) => (typeof category === "string" ? category : category.type)))];
}

function isScrapable(address: string, { guard }: SearchDependencies): boolean {
  const url = parseWebUrl(address);
  if (url === undefined) return false;
  try {
    guard.checkUrl(url);
    return true;
  } catch {
    return false; // the question is if the address is refused
  }
}

function webResult({ url, title, description = "" }: SearchHit) {
  return { url, title, description };
}

function newsResult({ url, title, description = "", date, imageUrl }: SearchHit) {
  return {
    ...{ title, url, snippet: description },
    ...(date === undefined ? {} : { date }),
    ...(imageUrl === undefined ? {} : { imageUrl }),
  };
}

function imageResult({ title, url, imageUrl = url, imageWidth, imageHeight }: SearchHit, index: number) {
  return {
    ...{ title, imageUrl, url, position: index + 1 },
    ...(imageWidth === undefined ? {} : { imageWidth }),
    ...(imageHeight === undefined ? {} : { imageHeight }),
  };
}

interface ScrapedHit {
  readonly fields: Partial<ScrapeResult>;
  /** The cost of scraping on top of the listing: basic scrapes are free (requirements §8). */
  readonly credits: number;
}

async function scrapeHits(hits: readonly SearchHit[], searching: Searching): Promise<readonly ScrapedHit[]> {
  const { scrapeOptions } = searching.request;
  if (scrapeOptions === undefined || scrapeOptions.formats.length === 0) return [];
  return await inParallel(hits, concurrentScrapes, (hit) => scrapeHit(hit, scrapeOptions, searching));
}

async function scrapeHit(
  { url, title, description }: SearchHit,
  options: NonNullable<ParsedSearchRequest["scrapeOptions"]>,
  { request, call, resources, signal, givenUpAt }: Searching,
): Promise<ScrapedHit> {
  const { clock } = resources;
  try {
    const headers = options.headers && headersForPage(options.headers, url, addressesOf(request));
    const asked = ScrapeRequest.parse({ ...options, headers, url });
    const timeoutMs = Math.max(0, Math.round(givenUpAt - clock.monotonic()));
    const { outcome } = await withDeadline({ clock, timeoutMs, signal, code: "SCRAPE_TIMEOUT" }, (inTime) =>
      scrapePage(asked, { ...call, signal: inTime }, resources),
    );
    const { title: pageTitle = title, description: pageDescription = description } = outcome.metadata;
    const metadata = {
      ...outcome.metadata,
      title: pageTitle,
      ...(pageDescription === undefined ? {} : { description: pageDescription }),
    };
    return { fields: { ...outcome, metadata }, credits: Math.max(0, (outcome.metadata.creditsUsed ?? 1) - 1) };
  } catch (thrown) {
    signal.throwIfAborted();
    const error = EngineError.from(thrown);
    const statusCode = error.code === "URL_BLOCKED" ? 403 : 0;
    const metadata = { title, sourceURL: url, url, statusCode, error: error.message, proxyUsed: "basic" as const };
    return { fields: { metadata }, credits: 0 };
  }
}
