import type { CallOptions } from "./call.ts";
import { createJobEngine, type JobEngine } from "./jobs/job-engine.ts";
import { chargeCaller, requireCredits } from "./jobs/usage.ts";
import { map } from "./map/map.ts";
import { createResources, type EngineConfig } from "./resources.ts";
import type { MapRequest, MapResult } from "./schema/map.ts";
import type { ScrapeRequest } from "./schema/scrape.ts";
import type { SearchRequest, SearchResult } from "./schema/search.ts";
import { search } from "./search/search.ts";
import { scrape, type ScrapeCall, type ScrapeOutcome } from "./scrape/scrape.ts";

/** Everything the engine can do. Methods validate their input and throw only EngineError. */
export interface Engine extends JobEngine {
  /** Fetches one page and returns it in the requested formats. */
  scrape(input: ScrapeRequest, call?: ScrapeCall): Promise<ScrapeOutcome>;
  /** Finds the URLs of a site. */
  map(input: MapRequest, call?: CallOptions): Promise<MapResult>;
  /** Searches the web, images and news; with `scrapeOptions`, scrapes what was found. */
  search(input: SearchRequest, call?: CallOptions): Promise<SearchResult>;
}

/** Builds an engine. With no configuration it works in memory, over plain HTTP, in this process. */
export function createEngine(config: EngineConfig = {}): Engine {
  const resources = createResources(config);
  const jobs = createJobEngine(resources, { worksOnItsJobs: config.worksOnItsJobs ?? true });
  return {
    ...jobs,
    scrape: async (input, call = {}) => {
      await requireCredits(call, resources);
      const outcome = await scrape(input, call, resources);
      const { scrapeId = resources.newId(), creditsUsed = 0 } = outcome.metadata;
      await chargeCaller({ id: scrapeId, credits: creditsUsed }, call, resources);
      return outcome;
    },
    map: async (input, call = {}) => {
      await requireCredits(call, resources);
      const result = await map(input, call, resources);
      await chargeCaller({ id: resources.newId(), credits: 1 }, call, resources);
      return result;
    },
    search: async (input, call = {}) => {
      await requireCredits(call, resources);
      const result = await search(input, call, resources);
      await chargeCaller({ id: resources.newId(), credits: result.creditsUsed }, call, resources);
      return result;
    },
    async [Symbol.asyncDispose]() {
      await jobs[Symbol.asyncDispose]();
      await resources[Symbol.asyncDispose]();
    },
  };
}
