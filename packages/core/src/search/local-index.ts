import type { Clock } from "../ports/clock.ts";
import type { IndexHit, PageIndex } from "../ports/page-index.ts";
import type { SearchOperator, SearchProvider, SearchQuery } from "../ports/search-provider.ts";
import { plainText } from "../text/plain-text.ts";
import { singleSpaced } from "../text/single-spaced.ts";
import { functionWords, wordsOf } from "../text/words.ts";
import { enforce, parseQuery } from "./query.ts";
import { beginningOf, endOf } from "./time.ts";

const snippetCharacters = 240;

/** Factor on the limit, because checking the operators afterwards drops some results. */
const overfetch = 5;

/**
 * Searches the pages that the team of the caller has scraped before, and nothing else: in a chain it belongs behind the
 * providers that know the web. Operators are checked against the whole text of a page.
 */
export function localIndexProvider(pageIndex: PageIndex, clock: Pick<Clock, "now">): SearchProvider {
  async function find(query: SearchQuery): Promise<readonly IndexHit[]> {
    const asked = query.words.flatMap((text) => wordsOf(text));
    const telling = asked.filter((word) => !functionWords.has(word));
    const hosts = query.domains.map((domain) => domain.split("/")[0] ?? domain);
    const [since, until] = [beginningOf(query.time, clock.now()), endOf(query.time)];
    const { team } = query;
    const limit = query.limit * overfetch;
    if (asked.length > 0) {
      const words = telling.length > 0 ? telling : asked;
      return await pageIndex.search({ team, words, ...(hosts.length === 0 ? {} : { hosts }), since, until, limit });
    }
    const lists = await Promise.all(
      hosts.map((host) => pageIndex.list({ team, host, includeSubdomains: true, limit })),
    );
    return lists.flat().filter(({ indexedAt }) => indexedAt >= (since ?? 0) && indexedAt < (until ?? Infinity));
  }

  return {
    name: "local index",
    sources: new Set(["web"] as const),
    operators,
    async search(query) {
      const parsed = parseQuery(query.text);
      const found = (await find(query)).filter(({ url, title = "", text }) =>
        enforce({ url, title, description: text }, parsed, noOperators),
      );
      const words = query.words.flatMap((text) => wordsOf(text)).filter((word) => !functionWords.has(word));
      const hits = found.slice(0, query.limit).map((hit) => ({
        url: hit.url,
        title: hit.title ?? hit.url,
        description: hit.description ?? snippetOf(hit.text, words),
      }));
      return { hits, warnings: [] };
    },
  };
}

const operators = new Set(["phrase", "exclude", "site", "inurl", "intitle", "filetype"] as const);
const noOperators: ReadonlySet<SearchOperator> = new Set();

/** The part of a text around the first of some words. */
function snippetOf(text: string, words: readonly string[]): string {
  const plain = singleSpaced(plainText(text));
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
