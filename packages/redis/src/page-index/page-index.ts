import {
  indexHost,
  indexKey,
  withoutWww,
  wordsOf,
  type IndexedPage,
  type IndexedSite,
  type IndexHit,
  type IndexQuery,
  type PageIndex,
} from "@garner/core";
import type { Connection } from "../connection.ts";
import { readDocument, writeDocument } from "../document-value.ts";
import { rarity, readRecords, recordBytes, worthOfWords, writeRecord } from "./index-words.ts";
import { putPage, removePage, replaceList } from "./index-scripts.ts";
import { digest } from "../keys.ts";

/** The capacity of an index. */
export interface PageIndexLimits {
  readonly clock: { now(): number };
  /** The most pages of each team. */
  readonly maxPages: number;
  readonly pageTtlMs: number;
}

/** A page index that can be asked for a page. */
export interface RedisPageIndex extends PageIndex {
  has(url: string, team: string): Promise<boolean>;
}

/** Everything that is read of a page before the page itself. */
type Meta = readonly [host: string, indexedAt: number];

const pagesAtOnce = 200;
/** The newest records of a word's list that a search reads. */
const maxBytesRead = 100_000 * recordBytes;

/** The keys of a team. */
function indexKeys(prefix: string, team: string) {
  const all = `${prefix}:{index:${team}}`;
  const names = [`${all}:pages`, `${all}:meta`, `${all}:numbers`, `${all}:order`, `${all}:hosts`] as const;
  const [pages, meta, numbers, , hosts] = names;
  return { all, pages, meta, numbers, hosts, names };
}

type IndexKeys = ReturnType<typeof indexKeys>;

/**
 * A page index in Redis, each team's in a hash slot of its own. A word has a list of the pages that have it, five bytes
 * each; removed pages stay in these lists, ignored, until they are twice as long as they could be.
 */
export function pageIndex(connection: Connection, limits: PageIndexLimits): RedisPageIndex {
  const { client, prefix, ask, run } = connection;
  const keysOf = (team: string) => indexKeys(prefix, team);
  return {
    put: (page) => putInto(connection, page, { keys: keysOf(page.team), limits }),
    async remove(url, team) {
      const { all, names } = keysOf(team);
      await run(removePage, names, [all, digest(indexKey(url))]);
    },
    has: async (url, team) => (await ask(() => client.hexists(keysOf(team).numbers, digest(indexKey(url))))) === 1,
    search: (query) => searchIn(connection, keysOf(query.team), query),
    list: (site) => listSite(connection, keysOf(site.team), site),
    async countLinksTo(url, team) {
      return await ask(() => client.scard(`${keysOf(team).all}:links:${digest(indexKey(url))}`));
    },
    ...snapshots(connection, limits),
  };
}

async function putInto(
  connection: Connection,
  page: IndexedPage,
  { keys, limits }: { readonly keys: IndexKeys; readonly limits: PageIndexLimits },
): Promise<void> {
  const { client, ask, run } = connection;
  const { url, title, description, text, links, indexedAt } = page;
  const number = await ask(() => client.incr(`${keys.all}:number`));
  const own = indexKey(url);
  const targets = [...new Set(links.map(indexKey))].filter((target) => target !== own).map(digest);
  const hit: IndexHit = {
    url,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...{ text, indexedAt },
  };
  const meta = JSON.stringify([indexHost(url), indexedAt, targets, digest(own)]);
  const words = [...worthOfWords(page)].flatMap(([word, worth]) => [word, writeRecord(number, worth)]);
  const { maxPages, pageTtlMs, clock } = limits;
  const bounds = [maxPages, clock.now() - pageTtlMs, 2 * maxPages * recordBytes];
  const head = [keys.all, number, digest(own), meta, writeDocument(JSON.stringify(hit)), ...bounds];
  const long = await run<readonly string[]>(putPage, keys.names, [...head, ...words]);
  for (const word of long) await compact(connection, keys, word);
}

/** Removes gone pages from a word's list. */
async function compact({ client, ask, run }: Connection, keys: IndexKeys, word: string): Promise<void> {
  const list = (await ask(() => client.getBuffer(word))) ?? Buffer.alloc(0);
  const living = new Set((await ask(() => client.hkeys(keys.meta))).map(Number));
  const kept = [...readRecords(list)].filter(([page]) => living.has(page));
  await run(replaceList, [word], [list.length, Buffer.concat(kept.map(([page, worth]) => writeRecord(page, worth)))]);
}

async function searchIn(connection: Connection, keys: IndexKeys, query: IndexQuery): Promise<readonly IndexHit[]> {
  const { client, ask } = connection;
  const ranked = await rank(connection, keys, query.words);
  const wanted: string[] = [];
  for (let from = 0; from < ranked.length && wanted.length < query.limit; from += pagesAtOnce) {
    const some = ranked.slice(from, from + pagesAtOnce);
    const values = await ask(() => client.hmget(keys.meta, ...some));
    const metas = values.map((value) => (value === null ? undefined : (JSON.parse(value) as Meta)));
    wanted.push(...some.filter((_, index) => isWanted(metas[index], query)));
  }
  return await readPages(connection, keys, wanted.slice(0, query.limit));
}

/** The numbers of the pages that have some of the words, best first; some of them have gone. */
async function rank(
  { client, ask }: Connection,
  keys: IndexKeys,
  words: readonly string[],
): Promise<readonly string[]> {
  const all = await ask(() => client.hlen(keys.meta));
  const scores = new Map<number, number>();
  for (const term of new Set(words.flatMap((word) => wordsOf(word)))) {
    const list = await ask(() => client.getrangeBuffer(`${keys.all}:word:${term}`, -maxBytesRead, -1));
    const idf = rarity(list.length / recordBytes, all);
    for (const [page, worth] of readRecords(list)) scores.set(page, (scores.get(page) ?? 0) + idf * worth);
  }
  return [...scores].toSorted(([, one], [, other]) => other - one).map(([page]) => String(page));
}

async function listSite(connection: Connection, keys: IndexKeys, site: IndexedSite): Promise<readonly IndexHit[]> {
  const { client, ask } = connection;
  const { host, includeSubdomains, limit } = site;
  const own = withoutWww(host);
  const known = includeSubdomains ? await ask(() => client.smembers(keys.hosts)) : [own];
  const found: { readonly number: string; readonly indexedAt: number }[] = [];
  for (const name of known.filter((each) => each === own || isOfHost(each, own))) {
    const pairs = await ask(() => client.zrevrange(`${keys.all}:host:${name}`, 0, limit - 1, "WITHSCORES"));
    for (let at = 0; at < pairs.length; at += 2) {
      found.push({ number: pairs[at] ?? "", indexedAt: Number(pairs[at + 1]) });
    }
  }
  const newest = found.toSorted((one, other) => other.indexedAt - one.indexedAt).slice(0, limit);
  return await readPages(
    connection,
    keys,
    newest.map(({ number }) => number),
  );
}

async function readPages(
  { client, ask }: Connection,
  { pages }: IndexKeys,
  numbers: readonly string[],
): Promise<readonly IndexHit[]> {
  const values = numbers.length === 0 ? [] : await ask(() => client.hmgetBuffer(pages, ...numbers));
  return values.flatMap((value) => (value === null ? [] : [readDocument(value) as IndexHit]));
}

function snapshots(
  { client, prefix, ask }: Connection,
  { clock }: PageIndexLimits,
): Pick<PageIndex, "readSnapshot" | "writeSnapshot"> {
  const place = (key: string) => `${prefix}:snapshot:${digest(key)}`;
  return {
    async readSnapshot(key) {
      const value = await ask(() => client.getBuffer(place(key)));
      const [expiresAt, text] = value === null ? [0, ""] : (readDocument(value) as [number, string]);
      return expiresAt > clock.now() ? text : undefined;
    },
    async writeSnapshot(key, text, expiresAt) {
      const value = writeDocument(JSON.stringify([expiresAt, text]));
      await ask(() => client.set(place(key), value, "PX", Math.max(1, expiresAt - clock.now())));
    },
  };
}

function isWanted(meta: Meta | undefined, { hosts, since = 0, until = Infinity }: IndexQuery): boolean {
  if (meta === undefined) return false;
  const [host, indexedAt] = meta;
  return (
    indexedAt >= since && indexedAt < until && (hosts === undefined || hosts.some((wanted) => isOfHost(host, wanted)))
  );
}

/** A host is another one or below it; one without a port stands for all of its ports. */
function isOfHost(host: string, wanted: string): boolean {
  return [host, host.replace(/:\d+$/, "")].some((name) => name === wanted || name.endsWith(`.${wanted}`));
}
