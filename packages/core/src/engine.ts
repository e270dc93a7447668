import { checkedCall } from "./check-call.ts";
import { checkConfig } from "./check-config.ts";
import type { Call, CallOptions } from "./ports/call.ts";
import { createJobEngine, type JobEngine } from "./job-engine.ts";
import { metered, type Price } from "./metering/credits.ts";
import { map } from "./map/map.ts";
import { compose } from "./composition.ts";
import type { EngineConfig } from "./config.ts";
import { EngineError } from "./errors.ts";
import type { NoOtherKeys } from "./schema/asked-result.ts";
import type { MapRequest, MapResult } from "./schema/map.ts";
import type { ParseFileRequest } from "./schema/parse-file.ts";
import type { ScrapeResult } from "./schema/result.ts";
import type { ScrapeReference } from "./schema/scrape-reference.ts";
import type { ScrapeRequest } from "./schema/scrape.ts";
import type { SearchRequest, SearchResult } from "./schema/search.ts";
import { search } from "./search/search.ts";
import type { CheckedWish, GivenPage, OptionsOfWish, ReadWish } from "./schema/read.ts";
import type { ScrapeOutcome, ScrapeOutcomeOf } from "./scrape/page-result.ts";
import { getScrape } from "./scrape/kept-scrapes.ts";
import { read } from "./scrape/read.ts";
import { scrape, type ScrapeCall, type UnkeptScrape } from "./scrape/scrape.ts";
import { parseFile } from "./scrape/parse-file.ts";

/**
 * Everything the engine can do. Methods validate their input and throw only EngineError; after disposal they throw
 * ENGINE_DISPOSED.
 */
export interface Engine extends JobEngine {
  /** Fetches one page and returns it in the requested formats: the result has what was asked for, and nothing else. */
  scrape<const Request extends ScrapeRequest>(
    request: NoOtherKeys<Request, ScrapeRequest>,
    call?: ScrapeCall,
  ): Promise<ScrapeOutcomeOf<Request>>;
  /** Fetches one page and returns it as Markdown. */
  scrape(url: string, call?: ScrapeCall): Promise<ScrapeOutcomeOf<{ readonly url: string }>>;
  /**
   * Reads a page that the caller already has, with the same result as {@link Engine.scrape} of that page. Nothing is
   * fetched, and nothing is kept.
   */
  read<const Wish extends ReadWish = readonly ["markdown"]>(
    page: GivenPage,
    wish?: CheckedWish<Wish>,
    call?: CallOptions & Pick<ScrapeCall, "evidence" | "explain">,
  ): Promise<ScrapeOutcomeOf<OptionsOfWish<Wish>>>;
  /**
   * Returns the result of an earlier scrape once more. Results are kept for `policy.jobTtlMs`, except those of scrapes
   * with `zeroDataRetention` and those of more than 8 million characters. Throws JOB_NOT_FOUND.
   */
  getScrape(input: ScrapeReference, call?: CallOptions): Promise<ScrapeResult>;
  /** Reads a file of the caller as a scrape reads a page: a document, HTML, a feed or text. */
  parseFile(input: ParseFileRequest, call?: CallOptions): Promise<ScrapeResult>;
  /** Finds the URLs of a site. */
  map(input: MapRequest, call?: CallOptions): Promise<MapResult>;
  /** Searches the web, images and news. With `scrapeOptions`, it also scrapes the pages of the results. */
  search(input: SearchRequest, call?: CallOptions): Promise<SearchResult>;
}

/**
 * Builds an engine. With no configuration it works in memory, over plain HTTP, in this process. Throws BAD_REQUEST for an
 * option that does not exist, or is of the wrong type.
 */
export function createEngine(config: EngineConfig = {}): Engine {
  checkConfig(config);
  const closing = new AbortController();
  const resources = compose(config, closing.signal);
  let disposing: Promise<void> | undefined;
  const alive = () => {
    closing.signal.throwIfAborted();
    return resources;
  };
  const jobs = createJobEngine(alive, { worksOnItsJobs: config.runtime?.worksOnItsJobs ?? true });
  const dispose = async () => {
    closing.abort(disposed());
    await jobs[Symbol.asyncDispose]();
    await resources[Symbol.asyncDispose]();
  };
  /** Runs work and charges for it. Work that disposal cuts off throws ENGINE_DISPOSED, whatever broke first. */
  const charged = async <Options extends CallOptions, Work, Result>(
    work: (call: Options & Call) => Promise<Work>,
    price: Price<Work, Result>,
    options: Options,
  ): Promise<Result> => {
    alive();
    const call = checkedCall(options);
    try {
      return await metered(() => work(call), price, { call, resources });
    } catch (thrown) {
      closing.signal.throwIfAborted();
      throw EngineError.from(thrown);
    }
  };
  const scrapeCharged = async (input: unknown, options: ScrapeCall = {}) => {
    const request = typeof input === "string" ? { url: input } : input;
    return await charged((call) => scrape(request, call, resources), keptScrapePrice, options);
  };
  return {
    ...jobs,
    // The type of the result follows from the request, whose type is lost here: it is data that is yet to be parsed.
    scrape: scrapeCharged as Engine["scrape"],
    read: (async (page: unknown, wish: unknown, options: ScrapeCall = {}) =>
      charged((call) => read(page, { wish, call }, resources), scrapePrice, options)) as Engine["read"],
    getScrape: async (input, call = {}) => getScrape(input, checkedCall(call), alive()),
    parseFile: async (input, options = {}) =>
      charged((call) => parseFile(input, call, resources), scrapePrice, options),
    map: async (input, options = {}) => charged((call) => map(input, call, resources), mapPrice, options),
    search: async (input, options = {}) => charged((call) => search(input, call, resources), searchPrice, options),
    [Symbol.asyncDispose]: () => (disposing ??= dispose()),
  };
}

function disposed(): EngineError {
  return new EngineError("ENGINE_DISPOSED", "The engine was disposed. Make a new one with `createEngine`.");
}

const asItIs = <Result>(result: Result): Result => result;
const mapPrice: Price<MapResult> = { of: () => 1, finish: asItIs };
const searchPrice: Price<SearchResult> = { of: ({ creditsUsed }) => creditsUsed, finish: asItIs };
const scrapePrice: Price<ScrapeOutcome> = {
  of: ({ metadata }) => metadata.creditsUsed ?? 0,
  idOf: ({ metadata }) => metadata.scrapeId,
  finish: asItIs,
};
const keptScrapePrice: Price<UnkeptScrape, ScrapeOutcome> = {
  of: ({ outcome }) => scrapePrice.of(outcome),
  idOf: ({ outcome }) => scrapePrice.idOf?.(outcome),
  finish: ({ keep }) => keep(),
};
