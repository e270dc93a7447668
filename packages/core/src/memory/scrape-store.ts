import { recentlyUsed } from "../collections/recently-used.ts";
import type { KeptScrape, ScrapeStore } from "../ports/scrape-store.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";

/** A string may take two bytes a character. */
const defaultMaxCharacters = 16 * 1024 * 1024;

/**
 * Keeps results in this process, 32 MB of them at most by default. The reference for every other scrape store. Throws
 * BAD_REQUEST for wrong options.
 */
export function memoryScrapeStore(options: { readonly maxCharacters?: number } = {}): ScrapeStore {
  checkOptions<typeof options>("memoryScrapeStore", options, { maxCharacters: option.amount.optional() });
  const { maxCharacters = defaultMaxCharacters } = options;
  const kept = recentlyUsed<KeptScrape>({ maxSize: maxCharacters, sizeOf: ({ json }) => 256 + json.length });
  return {
    async keep(scrape) {
      kept.set(scrape.id, scrape);
    },
    async get({ id, team, at }) {
      const found = kept.peek(id);
      return found?.team === team && found.expiresAt > at ? found.json : undefined;
    },
  };
}
