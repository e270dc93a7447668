import type { Clock } from "../ports/clock.ts";
import type { PageIndex } from "../ports/page-index.ts";
import type { SearchProvider } from "../ports/search-provider.ts";
import { functionWords, wordsOf } from "../text/words.ts";
import { beginningOf } from "./time.ts";

const snippetCharacters = 240;

/**
 * Searches the pages that were scraped before. It knows nothing else of the web, which a chain can put behind the
 * providers that do.
 */
export function localIndexProvider(pageIndex: PageIndex, clock: Pick<Clock, "now">): SearchProvider {
  return {
    name: "local index",
    sources: new Set(["web"] as const),
    operators: new Set(),
    async search(query) {
      const asked = query.words.flatMap((text) => wordsOf(text));
      const telling = asked.filter((word) => !functionWords.has(word));
      const words = telling.length > 0 ? telling : asked;
      const hits = await pageIndex.search({
        words,
        ...(query.domains.length === 0 ? {} : { hosts: query.domains.map((domain) => domain.split("/")[0] ?? domain) }),
        since: beginningOf(query.time, clock.now()),
        limit: query.limit,
      });
      return {
        hits: hits.map((hit) => ({
          url: hit.url,
          title: hit.title ?? hit.url,
          description: hit.description ?? snippetOf(hit.text, words),
        })),
        warnings: [],
      };
    },
  };
}

/** The part of a text around the first of some words. */
function snippetOf(text: string, words: readonly string[]): string {
  const plain = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[#*_`>|]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const lower = plain.toLowerCase();
  const first =
    words
      .map((word) => lower.indexOf(word))
      .filter((index) => index >= 0)
      .toSorted((one, other) => one - other)[0] ?? 0;
  const start = first < snippetCharacters / 2 ? 0 : plain.lastIndexOf(" ", first - snippetCharacters / 4) + 1;
  const snippet = plain.slice(start, start + snippetCharacters).trim();
  return start + snippetCharacters < plain.length ? `${snippet} …` : snippet;
}
