import type { AppendedPart, FrontierEntry, JobStore, NewJob, Progress, Settlement } from "@garner/core";
import { digest, fromJson, toJson, type Database } from "./database.ts";
import { admitAll, findEntry, openEntries, openWindow, release, releaseAll, type UrlRow } from "./frontier.ts";
import { addEvent, findJob, insertJob, openJob, saveJob, toJob, type OpenJob } from "./job-row.ts";
import type { JobStep } from "./lanes.ts";
import { recordVisit, takeOver } from "./record-visit.ts";

/** The steps of jobs: each is one transaction. */
export function jobStore(database: Database): JobStore {
  /** One step of a job that exists. */
  function step<T>(id: string, work: (step: JobStep) => T): Promise<T | undefined> {
    return database.write(() => {
      const row = findJob(database, id);
      if (row === undefined) return undefined;
      const job = openJob(database, row);
      const result = work({ database, job });
      saveJob(database, job);
      return result;
    });
  }

  return {
    create: (job, seeds) => database.write(() => create(database, job, seeds)),
    append: (id, part) => step(id, (at) => append(at, part)),
    async recall(id, { key, opening }) {
      if (isStillToBeMade(database, id, { key, opening })) return undefined;
      const recalled = await step(id, (at) => recall(at, { key, opening }));
      return recalled === "still to be made" ? undefined : (recalled ?? nothingToDo());
    },
    async complete(id, visit) {
      const progress = await step(id, (at) => {
        const row = findEntry(at, visit.key);
        if (row === undefined) return nothingToDo(at.job);
        if (isFinished(row)) return proceed(at, { replay: true, credits: row.credits });
        if (at.job.state !== "scraping") return nothingToDo(at.job);
        if (visit.outcome.kind !== "ongoing") return proceed(at, { credits: recordVisit(at, row, visit) });
        takeOver(at, visit);
        return nothingToDo(at.job);
      });
      return progress ?? nothingToDo();
    },
    settle: (id, settlement) => step(id, (at) => settle(at, settlement)),
    setPaused: (id, { paused, heldUntil }) =>
      step(id, (at) => {
        if (at.job.state !== "scraping") return undefined;
        if (paused !== undefined) at.job.paused = paused ? 1 : 0;
        if (heldUntil !== undefined) at.job.held_until = heldUntil === false ? null : heldUntil;
        return proceed(at, { replay: true });
      }),
    purge: (now) => purge(database, now),
  };
}

function create(database: Database, newJob: NewJob, seeds: readonly FrontierEntry[]): Progress {
  const known = findJob(database, newJob.id);
  const at = { database, job: known === undefined ? insertJob(database, newJob) : openJob(database, known) };
  if (known === undefined) {
    addEvent(at, { type: "started", at: newJob.createdAt });
    admitAll(at, seeds);
  }
  const progress = proceed(at, { replay: known !== undefined });
  saveJob(database, at.job);
  return progress;
}

function append(at: JobStep, { part, options, entries }: AppendedPart): Progress | undefined {
  const { job } = at;
  if (job.state === "failed" || job.state === "cancelled") return undefined;
  const parts = fromJson<Record<string, unknown>>(job.parts) ?? {};
  if (Object.hasOwn(parts, part)) return proceed(at, { replay: true });
  job.parts = JSON.stringify({ ...parts, [part]: options });
  job.state = "scraping";
  job.settled_at = null;
  job.expires_at = null;
  job.result = null;
  job.error = null;
  admitAll(at, entries);
  return proceed(at);
}

interface Delivered {
  readonly key: string;
  readonly opening: number;
}

/** The usual case, told without writing: between a delivery and its visit, nothing else has happened. */
function isStillToBeMade(database: Database, id: string, { key, opening }: Delivered): boolean {
  const sql = `SELECT 1 FROM jobs JOIN urls ON urls.job = jobs.number WHERE jobs.id = ? AND jobs.state = 'scraping'
    AND jobs.paused = 0 AND jobs.held_until IS NULL AND urls.key_digest = ? AND urls.state = 'open' AND urls.opening = ?`;
  return database.first(sql, id, digest(key), opening) !== undefined;
}

function recall(at: JobStep, { key, opening }: Delivered): Progress | "still to be made" {
  const { job } = at;
  const row = findEntry(at, key);
  if (row === undefined) return nothingToDo(job);
  if (isFinished(row)) return proceed(at, { replay: true, credits: row.credits });
  if (job.state !== "scraping" || row.state === "pending" || row.opening !== opening) return nothingToDo(job);
  if (!isPaused(job)) return "still to be made";
  release(at, row);
  return nothingToDo(job);
}

function settle(step: JobStep, { state, at, result, error }: Settlement) {
  const { job } = step;
  if (job.state === "scraping") {
    releaseAll(step);
    job.state = state;
    job.paused = 0;
    job.held_until = null;
    job.settled_at = at;
    job.expires_at = at + job.settings.keptForMs;
    job.result = toJson(result);
    job.error = toJson(error);
    addEvent(step, { type: state, at, error });
  }
  return toJob(step.database, job);
}

function isPaused({ paused, held_until }: OpenJob): boolean {
  return paused === 1 || held_until !== null;
}

function isFinished(row: UrlRow): boolean {
  return row.state !== "pending" && row.state !== "open";
}

function proceed(at: JobStep, { replay = false, credits = 0 } = {}): Progress {
  const { job } = at;
  if (job.state !== "scraping") return { ...nothingToDo(job), credits };
  const opened = isPaused(job) ? [] : openWindow(at);
  const next = replay ? openEntries(at) : opened;
  const isFull = job.completed >= (job.settings.limit ?? Infinity);
  const exhausted = job.open === 0 && (isFull || job.lanes === 0);
  return { next, exhausted, credits, lastSequence: job.last_sequence };
}

function nothingToDo(job?: OpenJob): Progress {
  return { next: [], exhausted: false, credits: 0, lastSequence: job?.last_sequence ?? 0 };
}

/** Rows that are deleted at once, so that nobody waits long for the file. */
const rowsAtOnce = 2000;
const pagesAtOnce = 1000;

async function purge(database: Database, now: number): Promise<readonly string[]> {
  const sql = "SELECT number, id FROM jobs WHERE expires_at < ?";
  const expired = await database.read(() => database.all<{ number: number; id: string }>(sql, now));
  for (const { number, id } of expired) {
    for (const table of ["urls", "decisions", "events", "lanes", "levels", "families"]) {
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
  const isSmall = table === "levels" || table === "families"; // these have no numbers
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
