import { withDeadline } from "../concurrency/deadline.ts";
import type { Call } from "../ports/call.ts";
import { withDefinedFormats } from "../extensions/defined-formats.ts";
import { EngineError } from "../errors.ts";
import { invalidUrl } from "../jobs/invalid-url.ts";
import { takeLogins } from "../jobs/visits/logins.ts";
import type { JobCall } from "../jobs/job-call.ts";
import { chooseJobId, startJob, type PreparedJob, type StartRequest } from "../jobs/start.ts";
import { indexTeam } from "../page-index/index-team.ts";
import { firstPart, type FrontierEntry } from "../ports/job-store.ts";
import { formatObjects } from "../schema/formats.ts";
import { ExtractRequest, type ExtractStarted, type ParsedExtractRequest } from "../schema/extract.ts";
import { parseRequest } from "../schema/input/parse-input.ts";
import { warningOf } from "../schema/warning.ts";
import { parseWebUrl, withoutPassword } from "../schema/fields/web-url.ts";
import { receiverWarnings } from "../jobs/webhooks/receiver-warnings.ts";
import { webhookSettings } from "../schema/webhook.ts";
import { checkJobIsPossible } from "../jobs/browser-elsewhere.ts";
import { isEmptySchema } from "../scrape/formats/json/property-map.ts";
import { checkSchema, emptySchemaWarning, modelMissing } from "../scrape/formats/json/read-json.ts";
import { withPlainSchemas } from "../scrape/formats/json/standard-schema.ts";
import { parseQuery } from "../search/query.ts";
import { canonicalUrl } from "../url/canonical.ts";
import { globKey, readGlob } from "./glob.ts";
import type { ExtractSettings } from "./settings.ts";
import type { ExtractDependencies } from "./dependencies.ts";

const pagesPerGlob = 50;
const searchedPages = 5;
const searchTimeMs = 20_000;

/**
 * Prepares an extraction: parse the input and check what can be checked now. Starting it checks the schema, searches the
 * web where that is asked for, and puts the URLs into the frontier. What a `*` stands for is found by the job. Throws at
 * once.
 */
export function prepareExtract(
  input: unknown,
  call: JobCall & Call,
  resources: ExtractDependencies,
): PreparedJob<ExtractStarted> {
  const { request: asked, warnings } = parseRequest(
    ExtractRequest,
    withPlainSchemas(withDefinedFormats(input, resources.formats)),
  );
  const empty = asked.schema !== undefined && isEmptySchema(asked.schema) ? [emptySchemaWarning(asked.schema)] : [];
  const request = empty.length > 0 ? { ...asked, schema: undefined } : asked;
  if (request.schema === undefined && resources.model === undefined) throw modelMissing("extract: prompt");
  const { options, warnings: idle } = pageOptions(request);
  checkJobIsPossible(options, resources);
  const { valid, invalid } = sortUrls(request, resources);
  const asking = { id: chooseJobId("extract", call, resources.newId), call, resources, asked };
  const checked = { request, options, valid, invalid, warnings: [...warnings, ...idle, ...empty] };
  return { id: asking.id, start: () => startExtract(checked, asking) };
}

interface CheckedExtract extends SortedUrls {
  readonly request: ParsedExtractRequest;
  /** Those of every page. */
  readonly options: ParsedExtractRequest["scrapeOptions"];
  readonly warnings: readonly string[];
}

/** The options of every page: it is read for what an extraction needs, in no other format. */
function pageOptions({ scrapeOptions, timeout = scrapeOptions.timeout }: ParsedExtractRequest) {
  const others = formatObjects(scrapeOptions.formats).filter(({ type }) => type !== "markdown");
  const idle =
    "`scrapeOptions.formats` has no effect here: an extraction gives what it reads from pages, and no pages.";
  return {
    options: {
      ...scrapeOptions,
      formats: ["markdown" as const, "rawHtml" as const],
      ...(timeout === undefined ? {} : { timeout }),
    },
    warnings: others.length === 0 ? [] : [idle],
  };
}

async function startExtract(
  { request, options, valid, invalid, warnings }: CheckedExtract,
  asking: StartRequest & { readonly resources: ExtractDependencies },
): Promise<ExtractStarted> {
  const { schema } = request;
  const { call, resources } = asking;
  if (schema !== undefined) await checkSchema(schema, ["schema"], asking);
  const { addresses, ...login } = takeLogins(valid);
  const found = await searchPages(request, call, resources);
  const seeds = uniqueEntries([...addresses, ...found.urls].map(seedOf));
  if (seeds.length === 0 && invalid.length === 0)
    throw new EngineError("BAD_REQUEST", ["urls: nothing was found to extract from.", ...found.warnings].join(" "));
  const settings: ExtractSettings = {
    ...(schema === undefined ? {} : { schema }),
    ...promptOf(request),
    ignoreSitemap: request.ignoreSitemap,
    includeSubdomains: request.includeSubdomains,
    showSources: request.showSources,
    pagesPerGlob: request.limit ?? pagesPerGlob,
    ...(request.timeout === undefined ? {} : { timeoutMs: request.timeout }),
    warnings: [...warnings, ...found.warnings],
  };
  const plan = {
    kind: "extract",
    input: settings,
    parts: { [firstPart]: { ...options, namedAddresses: addresses, ...login } },
    webhook: webhookSettings(request.webhook),
    limit: request.limit,
    maxConcurrency: resources.policy.maxConcurrency,
    oneVisitPerLane: false,
    shortestDepths: false,
  } as const;
  const { id } = await startJob(plan, seeds, asking);
  return {
    id,
    ...(request.ignoreInvalidURLs ? { invalidURLs: [...invalid] } : {}),
    ...warningOf([...warnings, ...receiverWarnings(request.webhook, resources)]),
  };
}

function promptOf({ systemPrompt, prompt }: ParsedExtractRequest): { readonly prompt?: string } {
  const prompts = [systemPrompt, prompt].filter((text) => text !== undefined && text !== "");
  return prompts.length === 0 ? {} : { prompt: prompts.join("\n\n") };
}

function seedOf(address: string): FrontierEntry {
  const glob = readGlob(address);
  const url = new URL(glob?.base ?? address);
  const key = glob === undefined ? `page ${canonicalUrl(url, { deduplicateSimilarURLs: true })}` : globKey(address);
  return { key, url: url.href, depth: 0, lane: url.host, part: firstPart };
}

function uniqueEntries(entries: readonly FrontierEntry[]): readonly FrontierEntry[] {
  return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}

interface SortedUrls {
  readonly valid: readonly string[];
  readonly invalid: readonly string[];
}

function sortUrls({ urls = [], ignoreInvalidURLs }: ParsedExtractRequest, { guard }: ExtractDependencies): SortedUrls {
  const valid: string[] = [];
  const invalid: string[] = [];
  for (const [index, text] of urls.entries()) {
    try {
      const url = parseWebUrl(text);
      if (url === undefined) throw invalidUrl(text, index);
      guard.checkUrl(url);
      valid.push(url.href);
    } catch (thrown) {
      if (!ignoreInvalidURLs) throw thrown;
      invalid.push(withoutPassword(text));
    }
  }
  return { valid, invalid };
}

/** The words to search for: the prompt, or else the description in the schema. */
function queryOf({ prompt, schema = {} }: ParsedExtractRequest): string {
  const described = [schema["title"], schema["description"]].filter((text) => typeof text === "string").join(" ");
  return (prompt === undefined || prompt.trim() === "" ? described : prompt).trim().slice(0, 300);
}

interface FoundPages {
  readonly urls: readonly string[];
  readonly warnings: readonly string[];
}

/** Without URLs, the web is the only place to look; with them, a search that fails is only a warning. */
async function searchPages(
  request: ParsedExtractRequest,
  call: Call,
  resources: ExtractDependencies,
): Promise<FoundPages> {
  const { urls = [], enableWebSearch } = request;
  if (urls.length > 0 && !enableWebSearch) return { urls: [], warnings: [] };
  const query = queryOf(request);
  if (query === "")
    return {
      urls: [],
      warnings: ["The web was not searched: without a prompt, the schema needs a title or a description."],
    };
  const wish = {
    team: indexTeam(call, resources),
    query: parseQuery(query),
    source: "web",
    limit: searchedPages,
    country: "us",
    language: "en",
    isUntargeted: true,
  } as const;
  const deadline = {
    clock: resources.clock,
    timeoutMs: searchTimeMs,
    signal: call.signal,
    code: "SCRAPE_TIMEOUT",
  } as const;
  try {
    const { hits, warnings } = await withDeadline(deadline, (signal) =>
      resources.search.search(wish, { signal, timeoutMs: searchTimeMs }),
    );
    return {
      urls: hits
        .slice(0, searchedPages)
        .map(({ url }) => url)
        .filter((url) => parseWebUrl(url) !== undefined),
      warnings: [...resources.searchWarnings, ...warnings],
    };
  } catch (thrown) {
    const error = EngineError.from(thrown);
    if (urls.length === 0 || error.code === "ABORTED") throw error;
    return { urls: [], warnings: [`The web was not searched: ${error.message}`] };
  }
}
