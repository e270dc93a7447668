import type { CallOptions } from "./ports/call.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { JobHandle, JobResult } from "./jobs/handle.ts";
import type { JobCall } from "./jobs/job-call.ts";
import type { EngineConfig } from "./config.ts";
import type { BatchScrapeRequest } from "./schema/batch.ts";
import type { CrawlRequest } from "./schema/crawl.ts";
import type { ExtractRequest, ExtractStatus } from "./schema/extract.ts";
import type { NoOtherKeys } from "./schema/asked-result.ts";
import type { MapRequest, MapResult } from "./schema/map.ts";
import type { PlanCrawlRequest, PlannedCrawl } from "./schema/plan-crawl.ts";
import type { ScrapeRequest } from "./schema/scrape.ts";
import type { SearchRequest, SearchResult } from "./schema/search.ts";
import type { ScrapeCall, ScrapeOutcomeOf } from "./scrape/scrape.ts";

// The operations as bare functions, each with an engine of its own that is gone afterwards. For more than one call, an
// engine of `createEngine` keeps connections and the cache.

/** Fetches one page and returns it in the requested formats. Throws EngineError. */
export async function scrape<const Request extends ScrapeRequest>(
  request: NoOtherKeys<Request, ScrapeRequest>,
  config: EngineConfig = {},
  call: ScrapeCall = {},
): Promise<ScrapeOutcomeOf<Request>> {
  await using engine = createEngine(config);
  return await engine.scrape(request, call);
}

/** Finds the URLs of a site. Throws EngineError. */
export async function map(input: MapRequest, config: EngineConfig = {}, call: CallOptions = {}): Promise<MapResult> {
  await using engine = createEngine(config);
  return await engine.map(input, call);
}

/** Searches the web with the providers of `config.search`. Throws EngineError. */
export async function search(
  input: SearchRequest,
  config: EngineConfig = {},
  call: CallOptions = {},
): Promise<SearchResult> {
  await using engine = createEngine(config);
  return await engine.search(input, call);
}

/** Extracts structured data from pages, and waits for it. Throws EngineError. */
export async function extract(
  input: ExtractRequest,
  config: EngineConfig = {},
  call: CallOptions = {},
): Promise<ExtractStatus> {
  await using engine = createEngine(config);
  return await engine.extract(input, call);
}

/** Lets the model of `config` propose the settings of a crawl from a wish in plain words. Throws EngineError. */
export async function planCrawl(
  input: PlanCrawlRequest,
  config: EngineConfig = {},
  call: CallOptions = {},
): Promise<PlannedCrawl> {
  await using engine = createEngine(config);
  return await engine.planCrawl(input, call);
}

/** Crawls a site: await it for the whole result, or iterate it for its pages as they come. */
export function crawl(input: CrawlRequest, config: EngineConfig = {}, call: JobCall = {}): JobHandle {
  return withOwnEngine(config, (engine) => engine.crawl(input, call));
}

/** Scrapes a list of URLs: await it for the whole result, or iterate it for its pages as they come. */
export function batchScrape(input: BatchScrapeRequest, config: EngineConfig = {}, call: JobCall = {}): JobHandle {
  return withOwnEngine(config, (engine) => engine.batchScrape(input, call));
}

/** A job whose engine ends with it: when it was awaited, or when its pages were iterated. */
function withOwnEngine(config: EngineConfig, start: (engine: Engine) => JobHandle): JobHandle {
  const engine = createEngine(config);
  const handle = start(engine);
  const collect = async (): Promise<JobResult> => {
    await using _ = engine;
    return await handle;
  };
  let whole: Promise<JobResult> | undefined;
  return {
    started: () => handle.started(),
    // oxlint-disable-next-line unicorn/no-thenable -- that a job can be awaited is its purpose
    then: (onDone, onFailed) => (whole ??= collect()).then(onDone, onFailed),
    async *[Symbol.asyncIterator]() {
      await using _ = engine;
      yield* handle;
    },
  };
}
