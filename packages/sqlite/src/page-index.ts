import {
  indexHost,
  indexKey,
  withoutWww,
  wordsOf,
  type IndexedPage,
  type IndexHit,
  type IndexQuery,
  type PageIndex,
} from "@garner/core";
import { digest, hexDigest, type Database } from "./database/database.ts";
import { addToIndex, hasPagesToIndex, indexPages, isTimeToIndex, removeWords } from "./pages-to-index.ts";

interface TeamPage {
  readonly team: string;
  readonly key: Uint8Array;
}

interface PageRow {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly text: string;
  readonly indexed_at: number;
}

const columns = "pages.url, pages.title, pages.description, pages.text, pages.indexed_at";

/** The weight of a match in address, title, description and text (https://sqlite.org/fts5.html#the_bm25_function). */
const weights = "2.0, 3.0, 2.0, 1.0";

/** A host is one of a JSON list, or below one; one without a port stands for all of its ports. */
const isOfHosts = `EXISTS (SELECT 1 FROM json_each(?) AS wanted
  WHERE pages.host = wanted.value OR pages.host LIKE '%.' || wanted.value
    OR pages.host LIKE wanted.value || ':%' OR pages.host LIKE '%.' || wanted.value || ':%')`;

/** The capacity of the index. */
export interface PageIndexLimits {
  readonly clock: { now(): number };
  readonly maxPages: number;
  readonly pageTtlMs: number;
  /** Gets what kept a page out of the index after it was put. */
  readonly onError: (error: unknown) => void;
}

/** After so many new pages, the index drops pages that are too many or too old. */
const maxPutsBetween = 200;
/** The most pages that are dropped at once, so that nobody waits long for the file. */
const maxPruned = 500;

/**
 * A page index in SQLite with FTS5. The index holds words as core cuts them (in the singular, without accents), so that
 * a search finds the same whichever index is used. A page is on the disk with the next step that somebody waits for. Its words
 * follow together with other pages' (`pages-to-index.ts`), and a search finds it at once all the same.
 */
export function pageIndex(database: Database, { onError, ...limits }: PageIndexLimits): PageIndex {
  const { clock } = limits;
  const prune = createPruning(database, limits);
  /** Reads with the words of all pages; if nothing can be written, with the words that are there. */
  const search = async <T>(work: () => T): Promise<T> => {
    if (await database.read(() => hasPagesToIndex(database)))
      await database.write(() => indexPages(database)).catch(onError);
    return await database.read(work);
  };

  return {
    async put(page) {
      const key = digest(indexKey(page.url));
      const targets = linkTargets(page);
      const keep = () => {
        forget(database, { team: page.team, key });
        insert(database, page, { key, targets });
        if (isTimeToIndex(database)) indexPages(database);
        prune();
      };
      database.writeSoon(keep, onError);
    },
    async remove(url, team) {
      await database.write(() => forget(database, { team, key: digest(indexKey(url)) }));
    },
    async search(query) {
      return (await search(() => searchPages(database, query))).map(hitOf);
    },
    async list({ team, host, includeSubdomains, limit }) {
      const wanted = withoutWww(host);
      const sql = `SELECT ${columns} FROM pages WHERE team = ? AND (host = ? OR (? = 1 AND ${isOfHosts}))
        ORDER BY indexed_at DESC LIMIT ?`;
      const values = [team, wanted, includeSubdomains ? 1 : 0, JSON.stringify([wanted]), limit];
      const rows = await database.read(() => database.all<PageRow>(sql, ...values));
      return rows.map(hitOf);
    },
    async countLinksTo(url, team) {
      const sql = `SELECT count(*) AS count FROM page_links JOIN pages ON pages.number = page_links.rowid
        WHERE page_links MATCH ? AND pages.team = ?`;
      const target = `"${hexDigest(indexKey(url))}"`;
      const row = await search(() => database.first<{ count: number }>(sql, target, team));
      return row?.count ?? 0;
    },
    async readSnapshot(key) {
      const sql = "SELECT text FROM snapshots WHERE key = ? AND expires_at > ?";
      return (await database.read(() => database.first<{ text: string }>(sql, key, clock.now())))?.text;
    },
    async writeSnapshot(key, text, expiresAt) {
      await database.write(() => {
        database.run("DELETE FROM snapshots WHERE expires_at <= ?", clock.now());
        database.run("INSERT OR REPLACE INTO snapshots (key, text, expires_at) VALUES (?, ?, ?)", key, text, expiresAt);
      });
    },
  };
}

/** The function to call after every put: now and then, it removes the pages that are too many or too old. */
function createPruning(
  database: Database,
  { clock, maxPages, pageTtlMs }: Omit<PageIndexLimits, "onError">,
): () => void {
  const putsBetween = Math.min(maxPutsBetween, Math.ceil(maxPages / 10));
  let putsSince = 0;
  return () => {
    putsSince += 1;
    if (putsSince < putsBetween) return;
    putsSince = 0;
    const { count = 0 } = database.first<{ count: number }>("SELECT count(*) AS count FROM pages") ?? {};
    const surplus = Math.min(maxPruned, Math.max(0, count - maxPages));
    // A page that is put again gets a new number, so the lowest are those put longest ago.
    const oldest = database.all<TeamPage & { readonly indexed_at: number }>(
      "SELECT team, key, indexed_at FROM pages ORDER BY number LIMIT ?",
      maxPruned,
    );
    const stale = clock.now() - pageTtlMs;
    for (const [position, { indexed_at, ...page }] of oldest.entries()) {
      if (position < surplus || indexed_at < stale) forget(database, page);
    }
  };
}

function forget(database: Database, { team, key }: TeamPage): void {
  const sql = "SELECT number FROM pages WHERE team = ? AND key = ?";
  const row = database.first<{ number: number }>(sql, team, key);
  if (row === undefined) return;
  removeWords(database, row.number);
  database.run("DELETE FROM pages WHERE number = ?", row.number);
}

interface Searchable {
  readonly key: Uint8Array;
  readonly targets: string;
}

function insert(database: Database, page: IndexedPage, { key, targets }: Searchable): void {
  const { team, url, title = null, description = null, text, indexedAt } = page;
  const inserted = database.first<{ number: number }>(
    "INSERT INTO pages (team, key, host, url, title, description, text, indexed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
    ...[team, key, indexHost(url), url, title, description, text, indexedAt],
  );
  addToIndex(database, { number: inserted?.number ?? 0, characters: text.length, targets });
}

/** The targets of a page's links, besides itself, as words of an index: those of many pages are written together. */
function linkTargets({ url, links }: IndexedPage): string {
  const own = indexKey(url);
  const targets = new Set(links.map(indexKey).filter((target) => target !== own));
  return [...targets].map(hexDigest).join(" ");
}

/** The last moment of a JavaScript date. */
const maxTime = 8.64e15;

function searchPages(
  database: Database,
  { team, words, hosts, since = 0, until = maxTime, limit }: IndexQuery,
): readonly PageRow[] {
  const terms = [...new Set(words.flatMap((word) => wordsOf(word)))];
  if (terms.length === 0) return [];
  return database.all<PageRow>(
    `SELECT ${columns} FROM page_words JOIN pages ON pages.number = page_words.rowid
     WHERE page_words MATCH ? AND pages.team = ? AND pages.indexed_at >= ? AND pages.indexed_at < ? AND (? IS NULL OR ${isOfHosts})
     ORDER BY bm25(page_words, ${weights}) LIMIT ?`,
    terms.map((term) => `"${term}"`).join(" OR "),
    team,
    since,
    until,
    hosts === undefined ? null : "given",
    JSON.stringify(hosts ?? []),
    limit,
  );
}

function hitOf({ url, title, description, text, indexed_at }: PageRow): IndexHit {
  return {
    url,
    ...(title === null ? {} : { title }),
    ...(description === null ? {} : { description }),
    text,
    indexedAt: indexed_at,
  };
}
