import { hash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { EngineError } from "@garner/core";
import { checkDatabase } from "./check-database.ts";
import { commitGroup } from "./commit-group.ts";
import { migrations } from "./migrations.ts";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "./node-sqlite.ts";
import { storeFailure } from "./store-failure.ts";

/** A value that SQLite stores. */
export type Value = SQLInputValue;

/**
 * One SQLite file, with the few verbs that the stores speak. All throw STORE_UNAVAILABLE when the disk, the file or
 * another process keeps them from it.
 */
export interface Database {
  /** Runs a statement; returns the number of rows it changed. */
  run(sql: string, ...values: readonly Value[]): number;
  /** The first row. `Row` is the statement's selection: the one place where SQLite's answers get their type. */
  first<Row>(sql: string, ...values: readonly Value[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly Value[]): readonly Row[];
  /** The rows one by one: those that are not asked for are not read. Not to be interleaved with the same statement. */
  each<Row>(sql: string, ...values: readonly Value[]): Iterable<Row>;
  /** Runs `work` between this statement and COMMIT; if it throws, nothing of it happened. */
  transact<T>(begin: "BEGIN" | "BEGIN IMMEDIATE", work: () => T): T;
  /** Reads as of one moment, now, what {@link writeSoon} has written included. A single statement does so by itself. */
  read<T>(work: () => T): Promise<T>;
  /**
   * Runs `work` as one step that no other process interrupts; if it throws, nothing of it happened. Resolves when its
   * changes are committed. Another step of its transaction may make it necessary to run it again.
   */
  write<T>(work: () => T): Promise<T>;
  /**
   * {@link write} for a step that nobody waits for: it is committed with the next one that somebody waits for, or soon, and
   * `fail` gets the reason if it was not.
   */
  writeSoon(work: () => void, fail: (reason: unknown) => void): void;
  /** A value of JSON that is read again and again. Every reader gets the same one, so nobody may change it. */
  parsed<T>(json: string): T;
  /** Closes the file, after the steps that wait; does nothing when it is closed. */
  close(): void;
}

/** Options of opening a file. */
export interface DatabaseOptions {
  /** Path of the file; it is made if there is none. `:memory:` keeps nothing. */
  readonly file: string;
  /** The time to wait for another process that is writing. */
  readonly busyTimeoutMs: number;
}

/** Memory for pages of the file. The system keeps the others, and reading these from it costs next to nothing. */
const cacheKib = 8 * 1024;

/** Values that are kept parsed: two for every job that is worked on. */
const maxParsed = 500;

/**
 * Opens a file and brings its tables up to date. Write-ahead logging lets readers go on while one process writes;
 * committed data survives the death of any process (https://sqlite.org/wal.html). A new file is its owner's alone, and
 * so are the logs that SQLite puts beside it. Throws like {@link checkDatabase}.
 */
export function openDatabase({ file, busyTimeoutMs }: DatabaseOptions): Database {
  if (file !== ":memory:") {
    checkDatabase(file, { busyTimeoutMs });
    closeSync(openSync(file, "a", 0o600));
  }
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  const database = databaseOf(connection);
  try {
    prepare(connection);
    migrate(database, connection);
  } catch (thrown) {
    connection.close();
    throw storeFailure(thrown);
  }
  return database;
}

function databaseOf(connection: DatabaseSync): Database {
  const statement = statementsOf(connection);
  const values = new Map<string, unknown>();
  let isClosed = false;

  /** Runs a question to SQLite, and throws its failure as our own error. */
  function ask<T>(question: () => T): T {
    try {
      return question();
    } catch (thrown) {
      throw isClosed ? closed(thrown) : storeFailure(thrown);
    }
  }

  const database: Database = {
    run: (sql, ...values) => ask(() => Number(statement(sql).run(...values).changes)),
    first: <Row>(sql: string, ...values: readonly Value[]) =>
      ask(() => statement(sql).get(...values)) as Row | undefined,
    all: <Row>(sql: string, ...values: readonly Value[]) =>
      ask(() => statement(sql).all(...values)) as readonly unknown[] as readonly Row[],
    *each<Row>(sql: string, ...values: readonly Value[]) {
      const rows = ask(() => statement(sql).iterate(...values));
      try {
        yield* rows as Iterable<unknown> as Iterable<Row>;
      } catch (thrown) {
        throw storeFailure(thrown);
      }
    },
    transact(begin, work) {
      database.run(begin);
      try {
        const result = work();
        database.run("COMMIT");
        return result;
      } catch (thrown) {
        // SQLite has ended some by itself, such as those that a full disk stopped.
        if (connection.isTransaction) database.run("ROLLBACK");
        throw thrown;
      }
    },
    async read(work) {
      group.commitUnawaited();
      return database.transact("BEGIN", work);
    },
    write: (work) => group.add(work),
    writeSoon: (work, fail) => group.addUnawaited(work, fail),
    parsed<T>(json: string) {
      const known = values.get(json) ?? fromJson(json);
      if (values.size >= maxParsed) values.clear();
      values.set(json, known);
      return known as T;
    },
    close() {
      if (isClosed) return;
      group.commit();
      isClosed = true;
      connection.close();
    },
  };
  const group = commitGroup(database);
  return database;
}

/** Prepares each statement once. */
function statementsOf(connection: DatabaseSync): (sql: string) => StatementSync {
  const prepared = new Map<string, StatementSync>();
  return (sql) => {
    const known = prepared.get(sql) ?? prepareOnAnyNode(connection, sql);
    prepared.set(sql, known);
    return known;
  };
}

/** A program that ends puts away its store before what uses it, most often. */
function closed(cause: unknown): EngineError {
  const message = "The store does not work: its file is closed. Dispose the engine first, and then its stores.";
  return new EngineError("STORE_UNAVAILABLE", message, { cause });
}

/** Node 22 binds no values by their numbers; Node 24 does, so that nobody would notice. */
function prepareOnAnyNode(connection: DatabaseSync, sql: string): StatementSync {
  if (/\?\d/.test(sql)) throw new TypeError(`Values must not be numbered: ${sql}`);
  return connection.prepare(sql);
}

function prepare(connection: DatabaseSync): void {
  // In a new file, deleted space can be given back to the disk; after a burst, so is the space of the log.
  connection.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;");
  connection.exec("PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864;");
  connection.exec(`PRAGMA cache_size = -${cacheKib};`);
  // A damaged file's claims about itself are not believed.
  connection.exec("PRAGMA cell_size_check = ON; PRAGMA trusted_schema = OFF;");
}

/** Runs the migrations that the file has not seen, each exactly once, whoever else opens it at the same moment. */
function migrate(database: Database, connection: DatabaseSync): void {
  database.transact("BEGIN IMMEDIATE", () => {
    const done = database.first<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0;
    connection.function("site_digest", (url) => Buffer.from(siteDigest(String(url)), "hex"));
    for (const migration of migrations.slice(done)) connection.exec(migration);
    if (done < migrations.length) connection.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/** Sixteen bytes that stand for a text in an index: enough that no two texts of one file share them. */
export function digest(text: string): Uint8Array {
  return hash("sha256", text, "buffer").subarray(0, 16);
}

/** {@link digest} in hexadecimal, which costs a third; `unhex` makes bytes of it in a statement. */
export function hexDigest(text: string): string {
  return hash("sha256", text, "hex").slice(0, 32);
}

/**
 * {@link hexDigest} of a URL after the first four bytes of that of its origin, so that the entries of a site stand together
 * in an index: the links of one page are then written to one of its pages, and not to nearly all.
 */
export function siteDigest(url: string): string {
  const end = url.indexOf("/", url.indexOf("//") + 2);
  return hexDigest(end === -1 ? url : url.slice(0, end)).slice(0, 8) + hexDigest(url);
}

/** A value as JSON; undefined as null. */
export function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

/** A value from {@link toJson}. Throws STORE_UNAVAILABLE if it is one no more. */
export function fromJson<T>(text: string): T;
export function fromJson<T>(text: string | null): T | undefined;
export function fromJson<T>(text: string | null): T | undefined {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new EngineError("STORE_UNAVAILABLE", "The store does not work: the database is damaged.", { cause });
  }
}
