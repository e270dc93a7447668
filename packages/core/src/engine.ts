import { createResources, type EngineConfig } from "./resources.ts";
import type { ScrapeRequest } from "./schema/scrape.ts";
import { scrape, type ScrapeCall, type ScrapeOutcome } from "./scrape/scrape.ts";

/** Everything the engine can do. Methods validate their input and throw only EngineError. */
export interface Engine extends AsyncDisposable {
  /** Fetches one page and returns it in the requested formats. */
  scrape(input: ScrapeRequest, call?: ScrapeCall): Promise<ScrapeOutcome>;
}

/** Builds an engine. With no configuration it works in memory, over plain HTTP, in this process. */
export function createEngine(config: EngineConfig = {}): Engine {
  const resources = createResources(config);
  return {
    scrape: (input, call) => scrape(input, call, resources),
    [Symbol.asyncDispose]: () => resources[Symbol.asyncDispose](),
  };
}
