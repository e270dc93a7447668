import { indexedWordsOf, wordsOfUrl } from "@garner/core";
import type { Database } from "./database/database.ts";

/** A page whose words and links are to be indexed. */
interface PageToIndex {
  /** The number of its row. */
  readonly number: number;
  readonly characters: number;
  /** The pages it links to, as words. */
  readonly targets: string;
}

/** A page of the file gets a part of each index, and what is written at once shares these: so many pages wait for each other. */
const pagesAtOnce = 16;
/** Fewer where they are long, so that nobody waits for their words for more than some milliseconds. */
const charactersAtOnce = 200_000;

/** Notes a page whose words will be needed once somebody searches. */
export function addToIndex(database: Database, { number, characters, targets }: PageToIndex): void {
  const sql = "INSERT OR REPLACE INTO pages_to_index (number, characters, targets) VALUES (?, ?, ?)";
  database.run(sql, number, characters, targets);
}

/** True if pages wait to be indexed. */
export function hasPagesToIndex(database: Database): boolean {
  return database.first("SELECT 1 FROM pages_to_index LIMIT 1") !== undefined;
}

/** True if so many wait that their turn has come. */
export function isTimeToIndex(database: Database): boolean {
  const sql = "SELECT count(*) AS pages, total(characters) AS characters FROM pages_to_index";
  const waiting = database.first<{ pages: number; characters: number }>(sql);
  return (waiting?.pages ?? 0) >= pagesAtOnce || (waiting?.characters ?? 0) >= charactersAtOnce;
}

interface PageColumns {
  readonly number: number;
  readonly url: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly text: string;
  readonly targets: string;
}

/** Indexes the pages that wait. */
export function indexPages(database: Database): void {
  const pages = database.all<PageColumns>(
    `SELECT number, url, title, description, text, targets FROM pages_to_index JOIN pages USING (number)`,
  );
  for (const { number, targets, ...page } of pages) {
    const insertWords = "INSERT INTO page_words (rowid, url, title, description, text) VALUES (?, ?, ?, ?, ?)";
    database.run(insertWords, number, ...searchableWords(page));
    database.run("INSERT INTO page_links (rowid, targets) VALUES (?, ?)", number, targets);
  }
  database.run("DELETE FROM pages_to_index");
}

/** Takes a page out of both indexes, wherever it is on its way to them. */
export function removeWords(database: Database, number: number): void {
  if (database.run("DELETE FROM pages_to_index WHERE number = ?", number) > 0) return;
  database.run("DELETE FROM page_words WHERE rowid = ?", number);
  database.run("DELETE FROM page_links WHERE rowid = ?", number);
}

/** The indexed words of a page's address, title, description and text, separated by spaces. */
function searchableWords({
  url,
  title,
  description,
  text,
}: Omit<PageColumns, "number" | "targets">): readonly string[] {
  const words = [title ?? "", description ?? "", text].map(indexedWordsOf);
  return [wordsOfUrl(url), ...words].map((each) => each.join(" "));
}
