import type { Database } from "./database/database.ts";

/** After so many new rows, the table is searched for rows that have to go. */
const sweepEvery = 64;

/** A table whose rows expire, and together have at most so many bytes. */
export interface SweptTable {
  readonly table: "captures" | "scrapes";
  readonly maxBytes: number;
}

/**
 * The function to call with each new row's time: now and then, it deletes the rows that have expired, and beyond `maxBytes` those
 * with the lowest numbers.
 */
export function createSweep(database: Database, { table, maxBytes }: SweptTable): (at: number) => void {
  let addedSince = 0;
  return (at) => {
    const isTime = addedSince % sweepEvery === 0;
    addedSince += 1;
    if (!isTime) return;
    database.run(`DELETE FROM ${table} WHERE expires_at <= ?`, at);
    database.run(
      `DELETE FROM ${table} WHERE number IN
         (SELECT number FROM (SELECT number, sum(bytes) OVER (ORDER BY number DESC) AS total FROM ${table}) WHERE total > ?)`,
      maxBytes,
    );
  };
}
