import type { Job, JobRow, JobState, Levels, NewJob, PageError } from "@garner/core";
import { fromJson, toJson, type Database } from "../database/database.ts";

/** A job as its table has it. */
export interface JobColumns {
  readonly number: number;
  readonly id: string;
  readonly state: JobState;
  /** The part of a job that never changes, as JSON. */
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
  /** Unfinished entries by depth, as JSON. */
  readonly levels: string;
  /** JSON. */
  readonly left_out: string;
  readonly credits_used: number;
  readonly last_sequence: number;
  readonly last_page_at: number | null;
  readonly settled_at: number | null;
  readonly expires_at: number | null;
  readonly result: string | null;
  readonly error: string | null;
}

type Spec = Omit<NewJob, "parts">;

/** The rows of a job with this id. */
export function findJob(database: Database, id: string): JobColumns | undefined {
  return database.first<JobColumns>("SELECT * FROM jobs WHERE id = ?", id);
}

/** Adds a job, and returns its row in the table. */
export function insertJob(database: Database, { job }: JobRow): JobColumns {
  const { id, kind, team, apiKey, fingerprint, input, parts, webhook, limit } = job;
  const { maxConcurrency, oneVisitPerLane, shortestDepths, createdAt, keptForMs } = job;
  const spec: Spec = {
    ...{ id, kind, team, apiKey, fingerprint, input, webhook, limit },
    ...{ maxConcurrency, oneVisitPerLane, shortestDepths, createdAt, keptForMs },
  };
  const values = [id, team, "scraping", JSON.stringify(spec), JSON.stringify(parts)];
  database.run("INSERT INTO jobs (id, team, state, spec, parts) VALUES (?, ?, ?, ?, ?)", ...values);
  const added = findJob(database, id);
  if (added === undefined) throw new Error("The job that was just added is not there.");
  return added;
}

/** Writes back the changes of a step. */
export function saveJob(database: Database, columns: JobColumns, { job, lanes, levels }: JobRow): void {
  // Parts are large, and changed only by adding some.
  const parts = job.parts === database.parsed(columns.parts) ? columns.parts : JSON.stringify(job.parts);
  database.run(
    `UPDATE jobs SET state = ?, parts = ?, paused = ?, held_until = ?, base = ?, known = ?, completed = ?, failed = ?,
       open = ?, lanes = ?, levels = ?, left_out = ?, credits_used = ?, last_sequence = ?, last_page_at = ?,
       settled_at = ?, expires_at = ?, result = ?, error = ? WHERE number = ?`,
    ...[job.state, parts, job.paused ? 1 : 0, job.heldUntil ?? null, job.base ?? null, job.known, job.completed],
    ...[job.failed, job.open, lanes, JSON.stringify(levels), JSON.stringify(job.leftOut), job.creditsUsed],
    ...[job.lastSequence, job.lastPageAt ?? null, job.settledAt ?? null, job.expiresAt ?? null],
    ...[toJson(job.result), toJson(job.error), columns.number],
  );
}

/** A job as the core's rules have it. */
export function toRow(database: Database, columns: JobColumns): JobRow {
  return { job: toJob(database, columns), lanes: columns.lanes, levels: fromJson<Levels>(columns.levels) };
}

/** A job as the port has it. */
export function toJob(database: Database, columns: JobColumns): Job {
  return {
    ...database.parsed<Spec>(columns.spec),
    parts: database.parsed<NewJob["parts"]>(columns.parts),
    state: columns.state,
    paused: columns.paused === 1,
    heldUntil: columns.held_until ?? undefined,
    base: columns.base ?? undefined,
    known: columns.known,
    completed: columns.completed,
    failed: columns.failed,
    open: columns.open,
    creditsUsed: columns.credits_used,
    leftOut: fromJson<Job["leftOut"]>(columns.left_out),
    lastSequence: columns.last_sequence,
    lastPageAt: columns.last_page_at ?? undefined,
    settledAt: columns.settled_at ?? undefined,
    expiresAt: columns.expires_at ?? undefined,
    result: fromJson(columns.result),
    error: fromJson<PageError>(columns.error),
  };
}
