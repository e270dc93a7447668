import type { CallOptions } from "./ports/call.ts";
import { createEngine, type Engine } from "./engine.ts";
import type { BatchHandle, ExtractHandle } from "./engine-groups.ts";
import type { JobHandle } from "./jobs/handle.ts";
import type { JobCall } from "./jobs/job-call.ts";
import type { EngineConfig } from "./config.ts";
import type { BatchScrapeRequest } from "./schema/batch.ts";
import type { CrawlRequest } from "./schema/crawl.ts";
import type { ExtractRequest } from "./schema/extract.ts";
import type { NoOtherKeys, PageOf, ScrapeResultOf } from "./schema/asked-result.ts";
import type { MapRequest, MapResult } from "./schema/map.ts";
import type { PlanCrawlRequest, PlannedCrawl } from "./schema/plan-crawl.ts";
import type { ScrapeRequest } from "./schema/scrape.ts";
import type { SearchRequest, SearchResult } from "./schema/search.ts";
import type { ScrapeOutcomeOf } from "./scrape/page-result.ts";
import type { ScrapeCall } from "./scrape/scrape.ts";

// The operations as bare functions, each with an engine of its own that is gone afterwards. For more than one call, an
// engine of `createEngine` keeps connections and the cache.

/** Fetches one page and returns it in the requested formats. Throws EngineError. */
export async function scrape<const Request extends ScrapeRequest>(
  request: NoOtherKeys<Request, ScrapeRequest>,
  config?: EngineConfig,
  call?: ScrapeCall,
): Promise<ScrapeOutcomeOf<Request>>;
/** Fetches one page and returns it as Markdown. Throws EngineError. */
export async function scrape(
  url: string,
  config?: EngineConfig,
  call?: ScrapeCall,
): Promise<ScrapeOutcomeOf<{ readonly url: string }>>;
export async function scrape(
  input: ScrapeRequest | string,
  config: EngineConfig = {},
  call: ScrapeCall = {},
): Promise<ScrapeOutcomeOf<ScrapeRequest>> {
  await using engine = createEngine(config);
  return await engine.scrape(typeof input === "string" ? { url: input } : input, call);
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

/** Lets the model of `config` propose the settings of a crawl from a wish in plain words. Throws EngineError. */
export async function planCrawl(
  input: PlanCrawlRequest,
  config: EngineConfig = {},
  call: CallOptions = {},
): Promise<PlannedCrawl> {
  await using engine = createEngine(config);
  return await engine.jobs.planCrawl(input, call);
}

/** Crawls a site from a start URL. Its engine ends with the job. */
export function crawl<const Request extends CrawlRequest>(
  request: NoOtherKeys<Request, CrawlRequest>,
  config?: EngineConfig,
  call?: JobCall,
): JobHandle<PageOf<Request>>;
/** Crawls a site from a start URL, with its pages as Markdown. Its engine ends with the job. */
export function crawl(url: string, config?: EngineConfig, call?: JobCall): JobHandle<ScrapeResultOf<object>>;
export function crawl(
  input: CrawlRequest | string,
  config: EngineConfig = {},
  call: JobCall = {},
): JobHandle<PageOf<CrawlRequest>> {
  const request = typeof input === "string" ? { url: input } : input;
  return withOwnEngine(config, (engine) => engine.crawl(request, call));
}

/** Scrapes a list of URLs. Its engine ends with the job. */
export function batchScrape<const Request extends BatchScrapeRequest>(
  request: NoOtherKeys<Request, BatchScrapeRequest>,
  config?: EngineConfig,
  call?: JobCall,
): BatchHandle<ScrapeResultOf<Request>>;
/** Scrapes a list of URLs as Markdown. Its engine ends with the job. */
export function batchScrape(
  urls: readonly string[],
  config?: EngineConfig,
  call?: JobCall,
): BatchHandle<ScrapeResultOf<object>>;
export function batchScrape(
  input: BatchScrapeRequest | readonly string[],
  config: EngineConfig = {},
  call: JobCall = {},
): BatchHandle<ScrapeResultOf<BatchScrapeRequest>> {
  const request = "urls" in input ? input : { urls: [...input] };
  return withOwnEngine(config, (engine) => engine.batchScrape(request, call));
}

/** Extracts structured data from pages. Its engine ends with the job. */
export function extract(request: ExtractRequest, config: EngineConfig = {}, call: JobCall = {}): ExtractHandle {
  return withOwnEngine(config, (engine) => engine.extract(request, call));
}

/** The part of a handle that its engine's end depends on. */
interface EndingJob<Result> extends AsyncDisposable {
  readonly progress: AsyncIterable<unknown>;
  result(): Promise<Result>;
}

/** A job that ends with its engine. Its handle can still be read afterwards. */
function withOwnEngine<Result, Handle extends EndingJob<Result>>(
  config: EngineConfig,
  start: (engine: Engine) => Handle,
): Handle {
  const engine = createEngine(config);
  const job = startOrDispose(engine, start);
  const end = async () => {
    await using _ = engine;
    for await (const _state of job.progress);
  };
  const ended = end();
  // The handle reports why its job failed.
  ended.catch(() => undefined);
  return {
    ...job,
    result: async () => {
      await ended.catch(() => undefined);
      return await job.result();
    },
    async [Symbol.asyncDispose]() {
      await job[Symbol.asyncDispose]();
      await ended.catch(() => undefined);
    },
  };
}

function startOrDispose<Handle>(engine: Engine, start: (engine: Engine) => Handle): Handle {
  try {
    return start(engine);
  } catch (thrown) {
    void engine[Symbol.asyncDispose]();
    throw thrown;
  }
}
