import { setImmediate } from "node:timers/promises";
import MiniSearch from "minisearch";
import type { Clock } from "../ports/clock.ts";
import type { IndexedPage, IndexHit, PageIndex } from "../ports/page-index.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";
import { indexedWordsOf, wordsOf, wordsOfUrl } from "../text/words.ts";
import { withoutWww } from "../url/without-www.ts";
import { indexHost, indexKey, isOfHosts } from "./index-key.ts";
import { recentlyUsed } from "../collections/recently-used.ts";
import { compressText, expandText } from "./compressed-text.ts";

/** The capacity of a memory index. */
export interface MemoryPageIndexOptions {
  readonly clock: Pick<Clock, "now">;
  /** Characters of text in all pages together; 16 million by default. What was used least recently is forgotten. */
  readonly maxCharacters?: number | undefined;
  /** Bytes of all histories together, compressed; 64 MB by default. What was used least recently is dropped. */
  readonly maxHistoryBytes?: number | undefined;
}

const pagesPerStep = 20;

const textFields = ["url", "title", "description", "text"] as const;

/**
 * A page index in this process's memory. Adding a page is cheap: its words and links are counted at the first search.
 * Throws BAD_REQUEST for wrong options.
 */
export function memoryPageIndex(options: MemoryPageIndexOptions): PageIndex {
  const kinds = {
    clock: option.clock,
    maxCharacters: option.amount.optional(),
    maxHistoryBytes: option.amount.optional(),
  };
  checkOptions<MemoryPageIndexOptions>("memoryPageIndex", options, kinds);
  const { clock, maxCharacters = 16_000_000, maxHistoryBytes = 64 * 1024 * 1024 } = options;
  const shelf = createShelf(maxCharacters);
  const snapshots = createSnapshots(maxHistoryBytes, clock);
  return {
    async put(page) {
      shelf.put(teamKey(page.url, page.team), page);
    },
    async remove(url, team) {
      shelf.pages.delete(teamKey(url, team));
    },
    async search({ team, words, hosts, since = 0, until = Infinity, limit }) {
      const matches = await shelf.search(
        words,
        (page) =>
          page.team === team &&
          page.indexedAt >= since &&
          page.indexedAt < until &&
          (hosts === undefined || isOfHosts(indexHost(page.url), hosts)),
      );
      return matches
        .slice(0, limit)
        .flatMap((key) => shelf.pages.get(key) ?? [])
        .map(hitOf);
    },
    async list({ team, host, includeSubdomains, limit }) {
      const wanted = withoutWww(host);
      const matches = [...shelf.pages.values()].filter((page) => {
        if (page.team !== team) return false;
        const pageHost = indexHost(page.url);
        return pageHost === wanted || (includeSubdomains && isOfHosts(pageHost, [wanted]));
      });
      return matches
        .toSorted((one, other) => other.indexedAt - one.indexedAt)
        .slice(0, limit)
        .map(hitOf);
    },
    async countLinksTo(url, team) {
      return shelf.countLinksTo(teamKey(url, team));
    },
    readSnapshot: snapshots.read,
    writeSnapshot: snapshots.write,
  };
}

/** Texts under keys, compressed. */
function createSnapshots(maxBytes: number, clock: Pick<Clock, "now">) {
  let dropped = 0;
  const snapshots = recentlyUsed<{ readonly text: Uint8Array; readonly expiresAt: number }>({
    maxSize: maxBytes,
    sizeOf: ({ text }) => text.length + 250, // with its key and objects
    onForget({ expiresAt }) {
      if (expiresAt > clock.now()) dropped += 1;
    },
  });
  return {
    async read(key: string): Promise<string | undefined> {
      const kept = snapshots.get(key);
      return kept === undefined || kept.expiresAt <= clock.now() ? undefined : await expandText(kept.text);
    },
    async write(key: string, text: string, expiresAt: number): Promise<number> {
      const compressed = await compressText(text);
      snapshots.delete(key);
      dropped = 0;
      snapshots.set(key, { text: compressed, expiresAt });
      return snapshots.has(key) ? dropped : 1;
    },
  };
}

/** Pages by their keys, with their words and links, which are counted at the first search. */
function createShelf(maxCharacters: number) {
  const uncounted = new Set<string>();
  const counted = createWordCount();
  const linkCount = createLinkCount();
  const pages = recentlyUsed<IndexedPage>({
    maxSize: maxCharacters,
    sizeOf: (page) => 500 + page.text.length + page.links.length * 60,
    onForget(page, key) {
      if (!uncounted.delete(key) && counted.has(key)) counted.discard(key);
      linkCount.remove(key, page);
    },
  });

  /** Counts in small steps, so that other work goes on in between. */
  async function countWords(): Promise<void> {
    let countedNow = 0;
    // Pages put while this runs are counted as well: a set grows while it is walked.
    for (const key of uncounted) {
      uncounted.delete(key);
      const page = pages.peek(key);
      if (page !== undefined) counted.add({ id: key, page });
      countedNow += 1;
      if (countedNow % pagesPerStep === 0) await setImmediate();
    }
  }

  return {
    pages,
    put(key: string, page: IndexedPage): void {
      pages.delete(key);
      pages.set(key, page);
      if (!pages.has(key)) return; // larger than the whole index
      uncounted.add(key);
      linkCount.add(key, page);
    },
    /** The keys of the wanted pages that have some of the words, the best first. */
    async search(words: readonly string[], isWanted: (page: IndexedPage) => boolean): Promise<readonly string[]> {
      await countWords();
      const filter = ({ id }: { readonly id: unknown }) => {
        const page = pages.peek(String(id));
        return page !== undefined && isWanted(page);
      };
      return counted.search(words.join(" "), { filter }).map(({ id }) => String(id));
    },
    countLinksTo: linkCount.to,
  };
}

/** A page of a team. */
function teamKey(url: string, team: string): string {
  return `${team}\n${indexKey(url)}`;
}

type Linking = Pick<IndexedPage, "team" | "links">;

/** The links between pages, compared by their keys, which are made at the first question. */
function createLinkCount() {
  const waiting = new Map<string, Linking>();
  const sourcesOf = new Map<string, Set<string>>();
  const targetsOf = (source: string, { links, team }: Linking) =>
    links.map((link) => teamKey(link, team)).filter((target) => target !== source);
  return {
    add: (source: string, page: Linking) => void waiting.set(source, page),
    remove(source: string, page: Linking) {
      if (waiting.delete(source)) return;
      for (const target of targetsOf(source, page)) {
        const sources = sourcesOf.get(target);
        if (sources?.delete(source) === true && sources.size === 0) sourcesOf.delete(target);
      }
    },
    /** Number of pages that link to one. */
    to(key: string): number {
      for (const [source, page] of waiting) {
        for (const target of targetsOf(source, page)) {
          sourcesOf.set(target, (sourcesOf.get(target) ?? new Set()).add(source));
        }
      }
      waiting.clear();
      return sourcesOf.get(key)?.size ?? 0;
    },
  };
}

/** BM25 over the words of pages. */
function createWordCount() {
  return new MiniSearch<{ readonly id: string; readonly page: IndexedPage }>({
    fields: [...textFields],
    extractField: ({ id, page }, field) =>
      field === "id" ? id : String(page[field as (typeof textFields)[number]] ?? ""),
    tokenize: (text, field) => [...(field === "url" ? wordsOfUrl(text) : indexedWordsOf(text))],
    processTerm: (word) => word,
    searchOptions: { tokenize: (text) => [...wordsOf(text)], boost: { title: 3, url: 2, description: 2 } },
  });
}

function hitOf({ url, title, description, text, indexedAt }: IndexedPage): IndexHit {
  return {
    url,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    text,
    indexedAt,
  };
}
