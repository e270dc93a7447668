import type { Decision, Job, PageError } from "./job-store.ts";
import type { DecisionReason } from "../url/decision.ts";

/** An event of a job; events keep their order. */
export interface JobEvent {
  /** 1, 2, 3 … without gaps. */
  readonly sequence: number;
  readonly type: "started" | "page" | "completed" | "failed" | "cancelled";
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The id of the scrape, of a `page` event. */
  readonly id?: string | undefined;
  /** The URL that was visited, of a `page` event. */
  readonly url?: string | undefined;
  /** The page, of a `page` event that brought one. */
  readonly document?: unknown;
  /** The error, of a `page` event that brought no page, and of `failed`. */
  readonly error?: PageError | undefined;
}

/**
 * The part of a list to read: at most `limit`, and no more than have documents that are `maxBytes` bytes of JSON (in
 * UTF-8) together, but at least one if there is one.
 */
export interface Slice {
  readonly limit: number;
  readonly maxBytes?: number | undefined;
}

/** A notice that a job has new events. */
export interface JobNews {
  readonly id: string;
  /** The job is not worked on any more. */
  readonly hasEnded: boolean;
}

/**
 * Reads the jobs of a {@link JobStore}. Pages and events never change once written, and keep their order. Returned
 * values stay as they are, whatever happens to the job. Lists of an unknown job are empty.
 */
export interface JobReader {
  /**
   * Reports jobs that any process has changed, soon and as a rule: a caller that must not miss anything looks as well.
   * A store of one process has no need of it.
   */
  watch?(onNews: (news: JobNews) => void): AsyncDisposable;
  get(id: string): Promise<Job | undefined>;
  /** Jobs that are not settled, paused and held ones too, in the order of their creation: a team's, or all. */
  active(team?: string): Promise<readonly Job[]>;
  /** The time of the newest page of the team's jobs, settled or not; undefined if there is none. */
  lastPageAt(team: string): Promise<number | undefined>;
  /** Pages in the order of their recording, from `skip` on. `next` is the following `skip` if there are more. */
  pages(
    id: string,
    from: Slice & { readonly skip: number },
  ): Promise<{ readonly pages: readonly unknown[]; readonly next?: number | undefined }>;
  /** Events after the sequence number `after`. */
  events(id: string, from: Slice & { readonly after: number }): Promise<readonly JobEvent[]>;
  /** The `page` events that brought an error, so not `failed`: the first `limit` of them, or all. */
  errors(id: string, limit?: number): Promise<readonly JobEvent[]>;
  /**
   * Decisions after the cursor `after` (0 for the first), and the cursor to go on from if there are more. Cursors may
   * have gaps, and hold for as long as the job is kept, in every process. Those of a settled job end with the rest of
   * its frontier, as `limit` decisions.
   */
  decisions(
    id: string,
    from: { readonly after: number; readonly limit: number; readonly reason?: DecisionReason | undefined },
  ): Promise<{ readonly decisions: readonly Decision[]; readonly next?: number | undefined }>;
}
