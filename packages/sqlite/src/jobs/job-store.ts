import { jobSteps, type JobStore } from "@garner/core";
import type { Database } from "../database/database.ts";
import { jobRows } from "./job-rows.ts";

/** The steps of jobs: each is one transaction. */
export function jobStore(database: Database): JobStore {
  return { ...jobSteps(jobRows(database)), purge: (now) => purge(database, now) };
}

/** Rows that are deleted at once, so that nobody waits long for the file. */
const rowsAtOnce = 2000;
const pagesAtOnce = 1000;

async function purge(database: Database, now: number): Promise<readonly string[]> {
  const sql = "SELECT number, id FROM jobs WHERE expires_at < ?";
  const expired = await database.read(() => database.all<{ number: number; id: string }>(sql, now));
  for (const { number, id } of expired) {
    for (const table of ["urls", "decisions", "events", "lanes", "families"]) {
      await forget(database, table, number);
    }
    // Last, so that a purge that is interrupted is gone on with; nobody reads a job that has expired.
    await database.write(() => {
      database.run("DELETE FROM deliveries WHERE job_id = ?", id);
      database.run("DELETE FROM outboxes WHERE job_id = ?", id);
      database.run("DELETE FROM jobs WHERE number = ?", number);
    });
  }
  if (expired.length > 0) await shrink(database);
  return expired.map(({ id }) => id);
}

async function forget(database: Database, table: string, job: number): Promise<void> {
  const isSmall = table === "families"; // these have no numbers
  const which = isSmall ? "job = ?" : `number IN (SELECT number FROM ${table} WHERE job = ? LIMIT ${rowsAtOnce})`;
  for (let left = rowsAtOnce; left >= rowsAtOnce;) {
    left = await database.write(() => database.run(`DELETE FROM ${table} WHERE ${which}`, job));
    if (isSmall) return;
  }
}

/** Gives free pages of the file back, if it was made so that it can. */
async function shrink(database: Database): Promise<void> {
  const countFree = () => database.first<{ freelist_count: number }>("PRAGMA freelist_count")?.freelist_count ?? 0;
  for (let free = await database.read(countFree); free > 0;) {
    await database.write(() => database.all(`PRAGMA incremental_vacuum(${pagesAtOnce})`));
    const left = await database.read(countFree);
    if (left >= free) return;
    free = left;
  }
}
