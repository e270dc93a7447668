import { createEngine } from "./engine.ts";
import type { EngineConfig } from "./resources.ts";
import type { ScrapeRequest } from "./schema/scrape.ts";
import type { ScrapeCall, ScrapeOutcome } from "./scrape/scrape.ts";

/**
 * Scrapes one page with an engine of its own, which is gone afterwards. For more than one page, an engine from
 * `createEngine` keeps connections and the cache. Throws EngineError.
 */
export async function scrapeOnce(
  input: ScrapeRequest,
  config: EngineConfig = {},
  call: ScrapeCall = {},
): Promise<ScrapeOutcome> {
  await using engine = createEngine(config);
  return await engine.scrape(input, call);
}
