import type { Job, JobState, NewJob, PageError } from "@garner/core";
import { fromJson, toJson, type Database } from "./database.ts";

/** A job as its row has it. */
export interface JobRow {
  readonly number: number;
  readonly id: string;
  readonly state: JobState;
  /** What never changes about a job, as JSON. */
  readonly spec: string;
  readonly parts: string;
  readonly paused: number;
  readonly held_until: number | null;
  readonly base: string | null;
  readonly known: number;
  readonly completed: number;
  readonly failed: number;
  readonly open: number;
  /** Lanes with unfinished entries. */
  readonly lanes: number;
  readonly credits_used: number;
  readonly last_sequence: number;
  readonly last_page_at: number | null;
  readonly settled_at: number | null;
  readonly expires_at: number | null;
  readonly result: string | null;
  readonly error: string | null;
}

type Spec = Omit<NewJob, "parts">;

/** A job within a transaction: its counters change here, and are written back once. */
export type OpenJob = { -readonly [Column in keyof JobRow]: JobRow[Column] } & { readonly settings: Spec };

/** The row of a job. */
export function findJob(database: Database, id: string): JobRow | undefined {
  return database.first<JobRow>("SELECT * FROM jobs WHERE id = ?", id);
}

/** A job to work on within a transaction. */
export function openJob(database: Database, row: JobRow): OpenJob {
  return { ...row, settings: database.parsed<Spec>(row.spec) };
}

/** Adds a job. */
export function insertJob(database: Database, { parts, ...spec }: NewJob): OpenJob {
  const values = [spec.id, spec.team, "scraping", JSON.stringify(spec), JSON.stringify(parts)];
  database.run("INSERT INTO jobs (id, team, state, spec, parts) VALUES (?, ?, ?, ?, ?)", ...values);
  const row = findJob(database, spec.id);
  if (row === undefined) throw new Error("The job that was just added is not there.");
  return openJob(database, row);
}

/** Writes back what a step changed. */
export function saveJob(database: Database, job: OpenJob): void {
  database.run(
    `UPDATE jobs SET state = ?, parts = ?, paused = ?, held_until = ?, base = ?, known = ?, completed = ?, failed = ?,
       open = ?, lanes = ?, credits_used = ?, last_sequence = ?, last_page_at = ?, settled_at = ?, expires_at = ?,
       result = ?, error = ? WHERE number = ?`,
    ...[job.state, job.parts, job.paused, job.held_until, job.base, job.known, job.completed, job.failed, job.open],
    ...[job.lanes, job.credits_used, job.last_sequence, job.last_page_at, job.settled_at, job.expires_at, job.result],
    ...[job.error, job.number],
  );
}

/** A job as the port has it. */
export function toJob(database: Database, row: JobRow): Job {
  return {
    ...database.parsed<Spec>(row.spec),
    parts: database.parsed<NewJob["parts"]>(row.parts),
    state: row.state,
    paused: row.paused === 1,
    heldUntil: row.held_until ?? undefined,
    base: row.base ?? undefined,
    known: row.known,
    completed: row.completed,
    failed: row.failed,
    open: row.open,
    creditsUsed: row.credits_used,
    lastSequence: row.last_sequence,
    lastPageAt: row.last_page_at ?? undefined,
    settledAt: row.settled_at ?? undefined,
    expiresAt: row.expires_at ?? undefined,
    result: fromJson(row.result),
    error: fromJson<PageError>(row.error),
  };
}

/** Adds an event to a job's log. */
export function addEvent(
  { database, job }: { readonly database: Database; readonly job: OpenJob },
  event: {
    readonly type: string;
    readonly at: number;
    readonly page?: number | undefined;
    readonly id?: string | undefined;
    readonly url?: string | undefined;
    readonly document?: unknown;
    readonly error?: PageError | undefined;
  },
): void {
  job.last_sequence += 1;
  database.run(
    `INSERT INTO events (job, sequence, type, at, page, scrape_id, url, error, document)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[job.number, job.last_sequence, event.type, event.at, event.page ?? null, event.id ?? null, event.url ?? null],
    ...[toJson(event.error), toJson(event.document)],
  );
}
