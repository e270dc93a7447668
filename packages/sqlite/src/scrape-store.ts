import type { ScrapeStore } from "@garner/core";
import type { Database } from "./database/database.ts";

/** After so many results, the table is searched for results that have to go. */
const sweepEvery = 64;

/** Results of scrapes in a table, of `maxBytes` at most: those that were kept longest ago go first. */
export function scrapeStore(database: Database, { maxBytes }: { readonly maxBytes: number }): ScrapeStore {
  let keptSinceSweep = 0;

  function sweep(at: number): void {
    database.run("DELETE FROM scrapes WHERE expires_at <= ?", at);
    database.run(
      `DELETE FROM scrapes WHERE number IN
         (SELECT number FROM (SELECT number, sum(bytes) OVER (ORDER BY number DESC) AS total FROM scrapes) WHERE total > ?)`,
      maxBytes,
    );
  }

  return {
    async keep({ id, team, json, expiresAt }, at) {
      const sql = `INSERT INTO scrapes (id, team, expires_at, bytes, json) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          team = excluded.team, expires_at = excluded.expires_at, bytes = excluded.bytes, json = excluded.json`;
      await database.write(() => {
        database.run(sql, id, team, expiresAt, Buffer.byteLength(json), json);
        if (keptSinceSweep % sweepEvery === 0) sweep(at);
        keptSinceSweep += 1;
      });
    },
    async get({ id, team, at }) {
      const sql = "SELECT json FROM scrapes WHERE id = ? AND team = ? AND expires_at > ?";
      return (await database.read(() => database.first<{ json: string }>(sql, id, team, at)))?.json;
    },
  };
}
