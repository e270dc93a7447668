import {
  indexHost,
  indexKey,
  wordsOf,
  wordsOfUrl,
  type IndexedPage,
  type IndexHit,
  type IndexQuery,
  type PageIndex,
} from "@garner/core";
import { digest, type Database } from "./database.ts";

interface PageRow {
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly text: string;
  readonly indexed_at: number;
}

const columns = "pages.url, pages.title, pages.description, pages.text, pages.indexed_at";

/** How much a match in address, title, description and text counts (https://sqlite.org/fts5.html#the_bm25_function). */
const weights = "2.0, 3.0, 2.0, 1.0";

/** A host is one of a JSON list, or below one; one without a port stands for all of its ports. */
const isOfHosts = `EXISTS (SELECT 1 FROM json_each(?) AS wanted
  WHERE pages.host = wanted.value OR pages.host LIKE '%.' || wanted.value
    OR pages.host LIKE wanted.value || ':%' OR pages.host LIKE '%.' || wanted.value || ':%')`;

/** How much the index keeps. */
export interface PageIndexLimits {
  readonly clock: { now(): number };
  readonly maxPages: number;
  readonly pageTtlMs: number;
}

/** After so many pages, those that are too many or too old go. */
const mostPutsBetween = 200;
/** Most that go at once, so that nobody waits long for the file. */
const mostPruned = 500;

/**
 * A page index in SQLite with FTS5. The index holds words as core cuts them (in the singular, without accents), so that a
 * search finds the same whichever index is used.
 */
export function pageIndex(database: Database, { clock, maxPages, pageTtlMs }: PageIndexLimits): PageIndex {
  const putsBetween = Math.min(mostPutsBetween, Math.ceil(maxPages / 10));
  let putsSince = 0;

  function prune(): void {
    putsSince += 1;
    if (putsSince < putsBetween) return;
    putsSince = 0;
    const { count = 0 } = database.first<{ count: number }>("SELECT count(*) AS count FROM pages") ?? {};
    const surplus = Math.min(mostPruned, Math.max(0, count - maxPages));
    // A page that is put again gets a new number, so the lowest are those put longest ago.
    const oldest = database.all<{ key: Uint8Array; indexed_at: number }>(
      "SELECT key, indexed_at FROM pages ORDER BY number LIMIT ?",
      mostPruned,
    );
    const stale = clock.now() - pageTtlMs;
    for (const [position, { key, indexed_at }] of oldest.entries()) {
      if (position < surplus || indexed_at < stale) forget(key);
    }
  }

  function forget(key: Uint8Array): void {
    const row = database.first<{ number: number }>("SELECT number FROM pages WHERE key = ?", key);
    if (row === undefined) return;
    database.run("DELETE FROM page_words WHERE rowid = ?", row.number);
    database.run("DELETE FROM page_links WHERE source = ?", key);
    database.run("DELETE FROM pages WHERE number = ?", row.number);
  }

  function insert(page: IndexedPage, key: Uint8Array, words: readonly string[]): void {
    const { url, title = null, description = null, text, links, indexedAt } = page;
    const inserted = database.first<{ number: number }>(
      "INSERT INTO pages (key, host, url, title, description, text, indexed_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING number",
      ...[key, indexHost(url), url, title, description, text, indexedAt],
    );
    database.run(
      "INSERT INTO page_words (rowid, url, title, description, text) VALUES (?, ?, ?, ?, ?)",
      inserted?.number ?? 0,
      ...words,
    );
    const own = indexKey(url);
    const targets = new Set(links.map(indexKey).filter((target) => target !== own));
    for (const target of targets)
      database.run("INSERT OR IGNORE INTO page_links (target, source) VALUES (?, ?)", digest(target), key);
  }

  return {
    async put(page) {
      const key = digest(indexKey(page.url));
      const words = searchableWords(page); // cut before the transaction, so that nobody waits for it
      await database.write(() => {
        forget(key);
        insert(page, key, words);
        prune();
      });
    },
    async remove(url) {
      await database.write(() => forget(digest(indexKey(url))));
    },
    async search(query) {
      return (await database.read(() => searchPages(database, query))).map(hitOf);
    },
    async list({ host, includeSubdomains, limit }) {
      const wanted = host.replace(/^www\.(?=[^.]+\.)/, "");
      const sql = `SELECT ${columns} FROM pages WHERE host = ? OR (? = 1 AND ${isOfHosts})
        ORDER BY indexed_at DESC LIMIT ?`;
      const values = [wanted, includeSubdomains ? 1 : 0, JSON.stringify([wanted]), limit];
      const rows = await database.read(() => database.all<PageRow>(sql, ...values));
      return rows.map(hitOf);
    },
    async countLinksTo(url) {
      const sql = "SELECT count(*) AS count FROM page_links WHERE target = ?";
      const row = await database.read(() => database.first<{ count: number }>(sql, digest(indexKey(url))));
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

/** What the index holds of a page's address, title, description and text, as words that are parted by spaces. */
function searchableWords({ url, title = "", description = "", text }: IndexedPage): readonly string[] {
  return [wordsOfUrl(url), wordsOf(title), wordsOf(description), wordsOf(text)].map((words) => words.join(" "));
}

/** The last moment of a JavaScript date. */
const maxTime = 8.64e15;

function searchPages(
  database: Database,
  { words, hosts, since = 0, until = maxTime, limit }: IndexQuery,
): readonly PageRow[] {
  const terms = [...new Set(words.flatMap((word) => wordsOf(word)))];
  if (terms.length === 0) return [];
  return database.all<PageRow>(
    `SELECT ${columns} FROM page_words JOIN pages ON pages.number = page_words.rowid
     WHERE page_words MATCH ? AND pages.indexed_at >= ? AND pages.indexed_at < ? AND (? IS NULL OR ${isOfHosts})
     ORDER BY bm25(page_words, ${weights}) LIMIT ?`,
    terms.map((term) => `"${term}"`).join(" OR "),
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
