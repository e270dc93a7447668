import { Keyv } from "keyv";
import { digest, type Database } from "./database/database.ts";
import { createSweep } from "./sweep.ts";

/** The capacity of the cache. */
export interface CacheLimits {
  readonly clock: { now(): number };
  readonly maxBytes: number;
  /** Gets what kept a capture out of the file after it was set. */
  readonly onError: (error: unknown) => void;
}

/**
 * A cache of captures for all processes of a file, of `maxBytes` at most: those that were set longest ago go first. A capture
 * is on the disk with the next step that somebody waits for, and is found at once all the same.
 */
export function cache(database: Database, { clock, maxBytes, onError }: CacheLimits): Keyv {
  /** Values that are still to be written. */
  const unwritten = new Map<string, string>();
  const sweep = createSweep(database, { table: "captures", maxBytes });

  function insert(key: string, value: string, expiresAt: number): void {
    // A capture that is set again gets a new number, so the lowest are those set longest ago.
    const sql = "INSERT OR REPLACE INTO captures (key_digest, expires_at, bytes, value) VALUES (?, ?, ?, ?)";
    database.run(sql, digest(key), expiresAt, Buffer.byteLength(value), value);
    sweep(clock.now());
  }

  function read(key: string): string | undefined {
    const sql = "SELECT value FROM captures WHERE key_digest = ?";
    return unwritten.get(key) ?? database.first<{ value: string }>(sql, digest(key))?.value;
  }

  const store = {
    async get(key: string) {
      return read(key);
    },
    async set(key: string, value: string, ttlMs: number = monthMs) {
      const expiresAt = clock.now() + Math.ceil(ttlMs);
      const forget = () => {
        if (unwritten.get(key) === value) unwritten.delete(key);
      };
      unwritten.set(key, value);
      database.writeSoon(
        () => {
          insert(key, value, expiresAt);
          forget();
        },
        (reason) => {
          forget();
          onError(reason);
        },
      );
    },
    async delete(key: string) {
      unwritten.delete(key);
      const deletes = () => database.run("DELETE FROM captures WHERE key_digest = ?", digest(key));
      return (await database.write(deletes)) > 0;
    },
    async has(key: string) {
      return read(key) !== undefined;
    },
    async clear() {
      unwritten.clear();
      await database.write(() => database.run("DELETE FROM captures"));
    },
  };
  return new Keyv({ store });
}

const monthMs = 30 * 24 * 60 * 60 * 1000;
