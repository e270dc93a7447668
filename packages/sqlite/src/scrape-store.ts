import type { ScrapeStore } from "@garner/core";
import type { Database } from "./database/database.ts";
import { createSweep } from "./sweep.ts";

/** Results of scrapes in a table, of `maxBytes` at most: those that were kept longest ago go first. */
export function scrapeStore(database: Database, { maxBytes }: { readonly maxBytes: number }): ScrapeStore {
  const sweep = createSweep(database, { table: "scrapes", maxBytes });
  return {
    async keep({ id, team, json, expiresAt }, at) {
      const sql = `INSERT INTO scrapes (id, team, expires_at, bytes, json) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          team = excluded.team, expires_at = excluded.expires_at, bytes = excluded.bytes, json = excluded.json`;
      await database.write(() => {
        database.run(sql, id, team, expiresAt, Buffer.byteLength(json), json);
        sweep(at);
      });
    },
    async get({ id, team, at }) {
      const sql = "SELECT json FROM scrapes WHERE id = ? AND team = ? AND expires_at > ?";
      return (await database.read(() => database.first<{ json: string }>(sql, id, team, at)))?.json;
    },
  };
}
