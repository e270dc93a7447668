import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { digest, openDatabase, siteDigest, type Database } from "./database.ts";
import { migrations } from "./migrations.ts";
import { DatabaseSync } from "./node-sqlite.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-database-"));
afterAll(() => rmSync(folder, { recursive: true }));

function open(name: string): Database & Disposable {
  const database = openDatabase({ file: join(folder, name), busyTimeoutMs: 100 });
  return { ...database, [Symbol.dispose]: () => database.close() };
}

const charge = (database: Database, id: number, bytes = 16) =>
  database.write(() => database.run("INSERT INTO charges (id_digest) VALUES (?)", new Uint8Array(bytes).fill(id)));

const charges = (database: Database) =>
  database.all<{ size: number }>("SELECT length(id_digest) AS size FROM charges").map(({ size }) => size);

/** Lets the file grow by so many pages: SQLite answers as on a full disk, and ends the transaction by itself. */
function leaveRoom(database: Database, pages: number): void {
  const used = database.first<{ page_count: number }>("PRAGMA page_count")?.page_count ?? 0;
  database.first(`PRAGMA max_page_count = ${used + pages}`);
}

test("what has no room on the disk fails by itself: those that share its transaction don't, and all goes on with room", async () => {
  using database = open("full.sqlite");
  leaveRoom(database, 5);
  const outcomes = await Promise.allSettled([charge(database, 1), charge(database, 2, 100_000), charge(database, 3)]);
  expect(outcomes).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { code: "STORE_UNAVAILABLE", message: expect.stringContaining("the disk is full") } },
    { status: "fulfilled" },
  ]);
  expect(charges(database)).toEqual([16, 16]);
  leaveRoom(database, 100);
  await charge(database, 2, 100_000);
  expect(charges(database)).toHaveLength(3);
});

test("a step that waits too long for another process fails, and so do those that share its transaction; the next one does not", async () => {
  using database = open("busy.sqlite");
  using other = open("busy.sqlite");
  other.run("BEGIN IMMEDIATE");
  const outcomes = await Promise.allSettled([charge(database, 1), charge(database, 2)]);
  expect(outcomes).toMatchObject(
    [1, 2].map(() => ({ status: "rejected", reason: { code: "STORE_UNAVAILABLE", retryable: true } })),
  );
  other.run("ROLLBACK");
  await charge(database, 1);
  expect(charges(database)).toHaveLength(1);
});

test("a mistake of ours is no trouble with the store", async () => {
  using database = open("mistake.sqlite");
  await expect(database.write(() => database.run("INSERT INTO nowhere VALUES (1)"))).rejects.toThrow(/no such table/);
  await expect(database.read(() => database.all("SELECT 1 FROM nowhere"))).rejects.toThrow(/no such table/);
  await charge(database, 1);
});

test("a file that is closed says so, and is closed once", async () => {
  const database = open("closed.sqlite");
  await charge(database, 1);
  database.close();
  database.close();
  const failure = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("its file is closed") };
  await expect(charge(database, 2)).rejects.toMatchObject(failure);
  expect(() => charges(database)).toThrow(expect.objectContaining(failure));
});

test("a new database, and what SQLite puts beside it, is its owner's alone", async () => {
  using database = open("private.sqlite");
  await charge(database, 1);
  for (const suffix of ["", "-wal", "-shm"]) {
    expect(statSync(join(folder, `private.sqlite${suffix}`)).mode & 0o777, suffix).toBe(0o600);
  }
});

test("decisions of an earlier version are known by their URLs", () => {
  const file = join(folder, "earlier.sqlite");
  const old = new DatabaseSync(file);
  const published = 11;
  for (const migration of migrations.slice(0, published)) old.exec(migration);
  old.exec(`PRAGMA user_version = ${published}`);
  const urls = ["https://a.example/one", "https://a.example/two", "https://a.example", "tel:1"];
  const insert =
    "INSERT INTO decisions (job, url_digest, url, reason, detail, depth) VALUES (1, ?, ?, 'external', '', 1)";
  for (const url of urls) old.prepare(insert).run(digest(url), url);
  old.close();
  using database = open("earlier.sqlite");
  const find = "SELECT url FROM decisions WHERE job = 1 AND url_digest = unhex(?)";
  expect(urls.map((url) => database.first(find, siteDigest(url)))).toEqual(urls.map((url) => ({ url })));
  // Those of one site stand together.
  expect(new Set(urls.slice(0, 3).map((url) => siteDigest(url).slice(0, 8))).size).toBe(1);
});
