import type { DecisionReason, TrapFamily } from "../url/decision.ts";
import type { WebhookSettings } from "../schema/webhook.ts";

/** The kind of a job. The kinds differ only in their seeds, their link following and their last step. */
export type JobKind = "crawl" | "batch" | "extract";

/** The state of a job. Every state but `scraping` is final; only appending URLs to a completed batch reopens it. */
export type JobState = "scraping" | "completed" | "failed" | "cancelled";

/** The part that a job is started with: its only one, unless URLs are added to a batch. */
export const firstPart = "0";

/** A job as it is started. Everything in it is JSON. */
export interface NewJob {
  readonly id: string;
  readonly kind: JobKind;
  readonly team: string;
  readonly apiKey: string;
  /** Tells two requests apart that were started under the same id. */
  readonly fingerprint: string;
  /** The settings that the job's kind reads. */
  readonly input: unknown;
  /** Scrape options by part; `append` adds parts behind the others. Every entry names the part whose options it is scraped with. */
  readonly parts: Readonly<Record<string, unknown>>;
  readonly webhook?: WebhookSettings | undefined;
  /** The most pages that the job may record. */
  readonly limit?: number | undefined;
  /** The most visits that may be open at once: the window. */
  readonly maxConcurrency: number;
  /** Open at most one visit per lane. */
  readonly oneVisitPerLane: boolean;
  /** Open no visit while another one two or more levels above it is unfinished, so that every depth is the shortest. */
  readonly shortestDepths: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** The time a settled job is kept. */
  readonly keptForMs: number;
}

/** A job and its progress. */
export interface Job extends NewJob {
  readonly state: JobState;
  /** Its owner wants no visits opened at present. */
  readonly paused: boolean;
  /** No visits open until then, because the taker of its pages is behind; renewed in time while that lasts. */
  readonly heldUntil?: number | undefined;
  /** The anchor of a crawl's scope, if its start page led to another host. */
  readonly base?: string | undefined;
  /** URLs admitted to the frontier that have neither failed, nor been dropped, nor turned out to be duplicates. */
  readonly known: number;
  /** Pages recorded. */
  readonly completed: number;
  readonly failed: number;
  /** Visits open now; none once it is settled. */
  readonly open: number;
  readonly creditsUsed: number;
  /** The number of URLs that were seen and not taken, by reason, without those left in the frontier. */
  readonly leftOut: Readonly<Partial<Record<DecisionReason, number>>>;
  /** The sequence number of the newest event; the first one is 1. */
  readonly lastSequence: number;
  /** The time of the newest page. */
  readonly lastPageAt?: number | undefined;
  readonly settledAt?: number | undefined;
  /** After this the job is unknown; absent while it works. */
  readonly expiresAt?: number | undefined;
  readonly result?: unknown;
  readonly error?: PageError | undefined;
}

/** A URL that a job is to visit. */
export interface FrontierEntry {
  /** Identity within the job: entries with equal keys are the same page. */
  readonly key: string;
  readonly url: string;
  /** The number of links between it and a seed. */
  readonly depth: number;
  /** The host it waits for. Lanes share the window fairly, so that a slow one does not hold up the others. */
  readonly lane: string;
  /** The part of the job that it belongs to. */
  readonly part: string;
  /** The page that linked to it; absent for seeds. */
  readonly foundOn?: string | undefined;
  readonly trap?: TrapFamily | undefined;
}

/** An entry that is open: to be visited now. */
export interface OpenEntry extends FrontierEntry {
  /** The number of times it was opened; a visit delivered for an earlier opening is void. */
  readonly opening: number;
}

/** One line of a crawl's ledger of decisions. */
export interface Decision {
  readonly url: string;
  readonly reason: DecisionReason;
  /** The rule that decided, in plain words: the robots.txt line, the pattern, the page it duplicates … */
  readonly detail: string;
  readonly depth: number;
  readonly foundOn?: string | undefined;
}

/** A decision, and the key of the entry that the URL would have been. */
export interface Refusal extends Decision {
  readonly key: string;
}

/** The outcome of a visit; `ongoing` if it continues but has already found too much to wait for its end. */
export type VisitOutcome =
  | { readonly kind: "page"; readonly document: unknown; readonly credits: number }
  | { readonly kind: "failed"; readonly error: PageError }
  | { readonly kind: "dropped"; readonly decision: Decision }
  | { readonly kind: "ongoing" };

/** The failure of a page or a job: a code of the error table, and plain words. */
export interface PageError {
  readonly code: string;
  readonly message: string;
}

/** The result of a visit. */
export interface Visit {
  readonly key: string;
  /** The id of the scrape. */
  readonly id: string;
  /** The time of its end. */
  readonly at: number;
  readonly outcome: VisitOutcome;
  /** The page that the visit really ended at, where redirects led to another one. */
  readonly landedOn?: { readonly key: string; readonly url: string } | undefined;
  readonly discovered: readonly FrontierEntry[];
  readonly refused: readonly Refusal[];
  /** A new {@link Job.base}. */
  readonly base?: string | undefined;
  /** True if the page reads differently from the one that linked to it; gives its trap family its budget back. */
  readonly isNovel?: boolean | undefined;
  /** True for a page that says that there is none under this address. */
  readonly isErrorPage?: boolean | undefined;
}

/** The work to do after a step. */
export interface Progress {
  /** The visits to deliver now: those that this step opened or, when it is a replay, all that are open. */
  readonly next: readonly OpenEntry[];
  /** The job is to be settled: no visit is open, and none may be opened any more. False once it is settled. */
  readonly exhausted: boolean;
  /** The cost of the visit: 0 unless its page was recorded. */
  readonly credits: number;
  /** The job's {@link Job.lastSequence} after the step; 0 if the job is unknown. */
  readonly lastSequence: number;
}

/** A change to a job's pause or hold; absent fields stay as they are. */
export interface PauseChange {
  readonly paused?: boolean;
  /** A new {@link Job.heldUntil}; false once the taker of the pages has caught up, or is gone. */
  readonly heldUntil?: number | false;
}

/** The end of a job. */
export interface Settlement {
  readonly state: Exclude<JobState, "scraping">;
  /** Only if the job is exhausted: URLs may have been added since that was said. */
  readonly onceExhausted?: boolean | undefined;
  readonly at: number;
  readonly result?: unknown;
  readonly error?: PageError | undefined;
}

/**
 * The source of truth for jobs: frontier, pages, counters, events, decisions. It knows *what* must happen, never
 * *when*. Every method is one atomic step, also between processes, and idempotent: replaying it after a crash changes
 * nothing and returns the work still to do. Entries open in order of depth, within a depth fairly between lanes: a lane
 * may have at most `ceil(maxConcurrency / lanes with unfinished entries)` open visits, or one with `oneVisitPerLane`.
 * No visit opens beyond `maxConcurrency`, beyond `limit` (open and recorded together), while paused or held, or once
 * settled. A store never looks at the time: a hold that is over is lifted by a worker.
 */
export interface JobStore {
  /** Saves a job with its seeds, records the event `started`, opens the first window. A known id changes nothing. */
  create(job: NewJob, seeds: readonly FrontierEntry[]): Promise<Progress>;
  /**
   * Adds a part, and admits its entries as `complete` admits discovered ones. A completed job is reopened, even if all
   * keys were known: `settledAt`, `expiresAt`, `result` and `error` go, only the event of its end stays. If a part of
   * that name exists already, this is a replay, which reopens nothing. Undefined if the job is unknown, failed or
   * cancelled.
   */
  append(id: string, part: AppendedPart): Promise<Progress | undefined>;
  /**
   * The work left for a delivered visit; undefined if the visit is still to be made. A finished visit returns the same
   * as `complete` did, with the whole open window. The visit of a paused or held job goes back to the frontier.
   * There is nothing to do (`next` is empty, `exhausted` false, `credits` 0) for an earlier opening, for an entry that
   * is in the frontier, and where the job or key is unknown.
   */
  recall(id: string, entry: { readonly key: string; readonly opening: number }): Promise<Progress | undefined>;
  /**
   * Records a visit: its page or error as the event `page`, its counters, its decisions. Whatever its outcome, admits
   * the discovered entries whose key is new; one whose key exists under another URL becomes a `duplicate` decision, and
   * its spelling of the address is remembered; a smaller depth replaces that of a pending entry. Notes the refused URLs: as a `duplicate` where the key was
   * admitted under another URL, not at all where it was under this one. An entry of a trap family is admitted while the
   * family has budget, else it becomes a `trap` decision; then the visit gives its family one back if it is novel or
   * admitted an entry outside of its family.
   * After a visit that brought no page, or an error page, the spelling of its address that was met first and not asked for
   * yet is admitted, as an entry of its own with the depth, lane, part and trap of this one. If there is none, the next one
   * that is met will be. Three other spellings of an address are asked for at most.
   * A visit that brought a page claims what it `landedOn`: a pending entry with that key becomes a `duplicate`, an
   * unknown key becomes known; if that key is open, visited or claimed by another visit, this visit becomes a
   * `duplicate`: it brings no page, and nothing that it found is taken over. An error page claims no pending entry under
   * another URL, and no error page keeps a page from being claimed later. Then opens the window. An entry that went
   * back to the frontier may be completed too. A settled job records nothing; an unknown job or key leaves nothing to
   * do. Of an `ongoing` visit, only `discovered`, `refused` and `base` count: it stays open, and nothing is opened. While
   * the first visit of a job is ongoing and has set `base`, no other one is opened, whatever happens.
   */
  complete(id: string, visit: Visit): Promise<Progress>;
  /**
   * Leaves `scraping` for good and records the event; the first call wins. Open entries go back to the frontier; pause
   * and hold end. With `onceExhausted`, changes nothing if the job is not exhausted. Returns the job as it is then;
   * undefined if it is unknown.
   */
  settle(id: string, settlement: Settlement): Promise<Job | undefined>;
  /**
   * Stops opening visits, or opens them again; returns the whole open window, also when nothing changes. Undefined if
   * the job is unknown or settled.
   */
  setPaused(id: string, change: PauseChange): Promise<Progress | undefined>;
  /** Forgets the jobs that expired before `now`; returns their ids. */
  purge(now: number): Promise<readonly string[]>;
}

/** URLs added to a job, with the options they are scraped with. */
export interface AppendedPart {
  readonly part: string;
  readonly options: unknown;
  readonly entries: readonly FrontierEntry[];
  /** Adds to the part of that name, which is there already. When all keys are known it is a replay. */
  readonly continues?: boolean | undefined;
}
