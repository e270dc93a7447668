import { recentlyUsed } from "../collections/recently-used.ts";
import type { KeptScrape, ScrapeStore } from "../ports/scrape-store.ts";

/** A string may take two bytes a character. */
const defaultMaxCharacters = 16 * 1024 * 1024;

/** Keeps results in this process, 32 MB of them at most by default. The reference for every other scrape store. */
export function memoryScrapeStore({ maxCharacters = defaultMaxCharacters } = {}): ScrapeStore {
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
