import type { Job, JobRow, Levels, NewJob } from "@garner/core";
import { format, refusalOfNewer } from "../format.ts";
import { digest } from "../keys.ts";

/** The number of rows of a kind ever made: the number of the next one. */
export interface Counters {
  readonly entries: number;
  readonly lanes: number;
  readonly decisions: number;
  readonly found: number;
}

type Spec = Omit<NewJob, "parts">;

/** The part of a job that changes, as Redis has it. */
interface RowValue {
  readonly format?: number;
  readonly job: Omit<Job, keyof NewJob>;
  readonly lanes: number;
  readonly levels: Levels;
  readonly counters: Counters;
}

/** The part of a job that seldom changes, and may be large. A process keeps it. */
export interface LargeParts {
  /** Distinguishes it from any other. */
  readonly version: string;
  readonly spec: Spec;
  readonly parts: NewJob["parts"];
}

/** A job as a process knows it. */
export interface KnownJob {
  readonly row: JobRow;
  readonly counters: Counters;
  readonly large: LargeParts;
}

/** A job that is not in Redis yet. */
export function newKnownJob(row: JobRow): KnownJob {
  const { id, kind, team, apiKey, fingerprint, input, parts, webhook, limit } = row.job;
  const { maxConcurrency, oneVisitPerLane, shortestDepths, createdAt, keptForMs } = row.job;
  const spec: Spec = {
    ...{ id, kind, team, apiKey, fingerprint, input, webhook, limit },
    ...{ maxConcurrency, oneVisitPerLane, shortestDepths, createdAt, keptForMs },
  };
  return { row, counters: { entries: 0, lanes: 0, decisions: 0, found: 0 }, large: { version: "", spec, parts } };
}

/** The parts to save in place of the present ones; undefined if they are the same. */
export function newLargeParts({ version, spec, parts }: LargeParts, { job }: JobRow): LargeParts | undefined {
  if (version !== "" && job.parts === parts) return undefined;
  return { version: digest(JSON.stringify([spec, job.parts])), spec, parts: job.parts };
}

/** The part of a job that changes, as text. */
export function writeRow({ job, lanes, levels }: JobRow, counters: Counters): string {
  const { state, paused, heldUntil, base, known, completed, failed, open, creditsUsed, leftOut } = job;
  const { lastSequence, lastPageAt, settledAt, expiresAt, result, error } = job;
  const value: RowValue = {
    format,
    job: {
      ...{ state, paused, heldUntil, base, known, completed, failed, open, creditsUsed, leftOut },
      ...{ lastSequence, lastPageAt, settledAt, expiresAt, result, error },
    },
    ...{ lanes, levels, counters },
  };
  return JSON.stringify(value);
}

/** Reads the text of {@link writeRow}. Throws STORE_UNAVAILABLE if a newer version did. */
export function readRow(text: string, large: LargeParts): KnownJob {
  const { format: written, job, lanes, levels, counters } = JSON.parse(text) as RowValue;
  const refusal = refusalOfNewer(`The job ${large.spec.id}`, written);
  if (refusal !== undefined) throw refusal;
  return { row: { job: { ...large.spec, parts: large.parts, ...job }, lanes, levels }, counters, large };
}
