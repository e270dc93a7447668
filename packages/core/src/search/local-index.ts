import { setImmediate } from "node:timers/promises";
import type { Clock } from "../ports/clock.ts";
import type { IndexHit, IndexQuery, PageIndex } from "../ports/page-index.ts";
import type { SearchHit, SearchOperator, SearchProvider } from "../ports/search-provider.ts";
import { plainText } from "../text/plain-text.ts";
import { singleSpaced } from "../text/single-spaced.ts";
import {
  bareWord,
  functionWords,
  indexedWordsOf,
  signedWordsOf,
  withForms,
  wordsOf,
  wordsOfUrl,
} from "../text/words.ts";
import { enforce, parseQuery, type ParsedQuery } from "./query.ts";
import { beginningOf, endOf } from "./time.ts";

const snippetCharacters = 240;

/** The most pages that are held against a query, each with its whole text. */
const maxHeld = 1000;
/** The number of pages that are asked for grows by so much while too few of them fit. */
const growth = 5;

/**
 * Searches the pages that the team of the caller has scraped before, and nothing else: in a chain it belongs behind the
 * providers that know the web. Operators are checked against the whole text of a page. More pages are asked for until enough
 * of them fit; where there are more than can be checked, a warning says so. The time of a page is when it was scraped.
 */
export function localIndexProvider(pageIndex: PageIndex, clock: Pick<Clock, "now">): SearchProvider {
  return {
    name: "local index",
    sources: new Set(["web"] as const),
    operators,
    async search(query, signal) {
      const asked = query.words.flatMap((text) => wordsOf(text));
      const telling = asked.filter((word) => !functionWords.has(word));
      const wanted: WantedPages = {
        team: query.team,
        words: [...new Set((telling.length > 0 ? telling : asked).flatMap((word) => [word, bareWord(word)]))],
        hosts: query.domains.map((domain) => domain.split("/")[0] ?? domain),
        since: beginningOf(query.time, clock.now()),
        until: endOf(query.time),
      };
      if (wanted.words.length === 0 && wanted.hosts.length === 0) return { hits: [], warnings: [wordlessWarning] };
      const parsed = parseQuery(query.text);
      // Without words, pages come by time anyway.
      const byTime = query.time?.newestFirst === true && wanted.words.length > 0;
      let limit = byTime ? maxHeld : query.limit;
      for (;;) {
        const found = await findPages(pageIndex, wanted, limit);
        const fitting = signedFirst(await fittingOf(found, { parsed, wanted, signal }), signedWordsOf(query.text));
        const isAll = found.length < limit;
        if (isAll || fitting.length >= query.limit || limit >= maxHeld) {
          const pages = byTime ? await newestOf(fitting, wanted.words, { limit: query.limit, signal }) : fitting;
          const hits = pages.slice(0, query.limit).map((page) => searchHit(page, telling));
          const isSure = isAll || (fitting.length >= query.limit && !byTime);
          return { hits, warnings: isSure ? [] : [heldWarning] };
        }
        limit = Math.min(maxHeld, limit * growth);
      }
    },
  };
}

const wordlessWarning =
  "The query has neither a word to look for nor a `site:`: pages that were scraped before are found by these alone.";
const heldWarning = `Only ${maxHeld} of the pages that were scraped before were held against the query: others may fit it, too.`;

interface WantedPages extends Pick<IndexQuery, "team" | "words" | "since" | "until"> {
  readonly hosts: readonly string[];
}

const byAge = (one: IndexHit, other: IndexHit): number => other.indexedAt - one.indexedAt;

/** The pages that match best; without any words those of the hosts, the newest first. */
async function findPages(
  pageIndex: PageIndex,
  { hosts, ...wanted }: WantedPages,
  limit: number,
): Promise<readonly IndexHit[]> {
  if (wanted.words.length > 0)
    return await pageIndex.search({ ...wanted, ...(hosts.length === 0 ? {} : { hosts }), limit });
  let newest: readonly IndexHit[] = [];
  // One host after the other: the texts of all together may be too much.
  for (const host of hosts) {
    const listed = await pageIndex.list({ team: wanted.team, host, includeSubdomains: true, limit });
    const pages = new Map([...newest, ...listed].map((page) => [page.url, page]));
    newest = [...pages.values()].toSorted(byAge).slice(0, limit);
  }
  return newest;
}

interface Fitting {
  readonly parsed: ParsedQuery;
  readonly wanted: WantedPages;
  readonly signal: AbortSignal;
}

/** The pages that fit the operators and the time, each held against them in a turn of its own. */
async function fittingOf(
  found: readonly IndexHit[],
  { parsed, wanted: { since = 0, until = Infinity }, signal }: Fitting,
): Promise<readonly IndexHit[]> {
  const fitting: IndexHit[] = [];
  for (const page of found) {
    const { url, title = "", description = "", text, indexedAt } = page;
    const said = {
      ...{ url, title },
      get description() {
        return `${description} ${plainText(text)}`;
      },
    };
    if (indexedAt >= since && indexedAt < until && enforce(said, parsed, noOperators)) fitting.push(page);
    await setImmediate();
    signal.throwIfAborted();
  }
  return fitting;
}

/** Pages with all of some signed words before the others: an index knows "C++" and "C#" as "c". */
function signedFirst(pages: readonly IndexHit[], signed: readonly string[]): readonly IndexHit[] {
  if (signed.length === 0) return pages;
  const has = ({ title = "", description = "", text }: IndexHit): boolean => {
    const said = `${title} ${description} ${text}`.toLowerCase();
    return signed.every((word) => said.includes(word));
  };
  const { true: first = [], false: others = [] } = Object.groupBy(pages, (page) => (has(page) ? "true" : "false"));
  return [...first, ...others];
}

/** The newest pages, before all others those that have every word: an index also finds what has one of them. */
async function newestOf(
  pages: readonly IndexHit[],
  words: readonly string[],
  { limit, signal }: { readonly limit: number; readonly signal: AbortSignal },
): Promise<readonly IndexHit[]> {
  const [complete, others]: [IndexHit[], IndexHit[]] = [[], []];
  for (const page of pages.toSorted(byAge)) {
    (hasEvery(words, page) ? complete : others).push(page);
    if (complete.length >= limit) break;
    await setImmediate();
    signal.throwIfAborted();
  }
  return [...complete, ...others];
}

function hasEvery(words: readonly string[], { url, title = "", description = "", text }: IndexHit): boolean {
  const own = new Set([...withForms(wordsOfUrl(url)), ...indexedWordsOf(`${title} ${description} ${text}`)]);
  return words.every((word) => own.has(bareWord(word)));
}

function searchHit({ url, title, description, text }: IndexHit, words: readonly string[]): SearchHit {
  return { url, title: title ?? url, description: description ?? snippetOf(text, words) };
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
