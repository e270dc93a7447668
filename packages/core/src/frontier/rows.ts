import type { JobEvent } from "../ports/job-reader.ts";
import type { Decision, FrontierEntry, Job, OpenEntry } from "../ports/job-store.ts";
import type { DecisionReason } from "../url/decision.ts";

/** Number of entries there that are, by depth; depths without any are left out. */
export type Levels = Readonly<Record<number, number>>;

/** A job as a store keeps it. */
export interface JobRow {
  readonly job: Job;
  /** Lanes with unfinished entries. */
  readonly lanes: number;
  /** Unfinished entries, where {@link Job.shortestDepths} asks for them. */
  readonly levels: Levels;
}

/** An entry of a job's frontier, and what became of it. Identified by its key. */
export interface EntryRow {
  /** Its depth is the least that it was found at. */
  readonly entry: FrontierEntry;
  readonly state: "pending" | "open" | "visited" | "failed" | "duplicate";
  /** Number of times it was opened. */
  readonly opening: number;
  /** Credits for its page. */
  readonly credits: number;
  /** The key of the page that it duplicates, or of the spelling that stands for it, see `spellings.ts`. */
  readonly duplicateOf?: string | undefined;
  /** Other spellings of its address: those that were asked for in its place, then those that may be. */
  readonly spellings?: readonly string[] | undefined;
}

/** The part of an entry that matters when it is met again. */
export interface SeenEntry {
  readonly url: string;
  readonly depth: number;
  readonly state: EntryRow["state"];
  readonly duplicateOf?: string | undefined;
  readonly spellings?: readonly string[] | undefined;
  /** Its lane; may be left out unless it is pending, and deeper than where it is seen now. */
  readonly lane?: string | undefined;
}

/** The entries that wait for one host. Identified by its name. */
export interface LaneRow {
  readonly name: string;
  readonly pending: Levels;
  readonly open: number;
  /** Number of its entries that were opened so far, and have not gone back. */
  readonly opened: number;
  /** Greater for lanes that were made later; absent until it is saved. */
  readonly age?: number | undefined;
}

/** An event, and its place among the pages if it brought one. */
export interface EventRow {
  readonly event: JobEvent;
  readonly page?: number | undefined;
}

/** The rows that a step needs beside the job's own. A store loads these and nothing else. */
export interface Needs {
  /**
   * Keys of entries: each with its lane while it is unfinished, what its trap family has spent, and the decisions about its
   * other spellings.
   */
  readonly entries?: readonly string[];
  /** Also the decisions about the URLs of these entries. */
  readonly withDecisions?: boolean;
  /** Every open entry, with its lane. */
  readonly open?: boolean;
  /**
   * URLs that were seen, with their keys and depths. Each asks for the {@link SeenEntry} of its key, with its lane if it is
   * pending and deeper, and for the decision about the URL, unless the entry is there under this very URL.
   */
  readonly links?: readonly Pick<FrontierEntry, "key" | "url" | "depth">[];
  /** Names of lanes. */
  readonly lanes?: readonly string[];
  /** Names of trap families. */
  readonly families?: readonly string[];
  /** URLs about which there may be a decision. */
  readonly decisions?: readonly string[];
}

/** The loaded part of a frontier. Whatever was asked for and is not in it does not exist. */
export interface FrontierState {
  readonly row: JobRow;
  /** By key. */
  readonly entries: ReadonlyMap<string, EntryRow>;
  /** The known ones of `links`, by key. */
  readonly seen: ReadonlyMap<string, SeenEntry>;
  /** By name. */
  readonly lanes: ReadonlyMap<string, LaneRow>;
  /** Admissions of trap families that led to nothing new, by family. */
  readonly spent: ReadonlyMap<string, number>;
  /** The reasons for which URLs were not taken, by URL. */
  readonly decided: ReadonlyMap<string, DecisionReason>;
}

/** Asks for the lanes whose first entries are to be opened next: least depth first, then least opened, then oldest. */
export interface LaneQuery {
  readonly count: number;
  /** Only lanes with fewer open entries. */
  readonly openBelow: number;
  /** Only lanes whose first pending entry is no deeper. */
  readonly depthUpTo: number;
}

/** The changes of a step. To be saved as one. */
export interface Changes {
  readonly row: JobRow;
  /** New entries, in order of admission. */
  readonly added: readonly EntryRow[];
  readonly changed: readonly EntryRow[];
  /** Entries that were met again: their new depths and other spellings, by key. All else of them stays as it is. */
  readonly met: ReadonlyMap<string, SeenEntry>;
  /** New and changed lanes. They have pending entries by the number that they have after `open`. */
  readonly lanes: readonly LaneRow[];
  /** By family. */
  readonly spent: ReadonlyMap<string, number>;
  /** By URL; undefined for one that was taken after all. */
  readonly decisions: ReadonlyMap<string, Decision | undefined>;
  readonly events: readonly EventRow[];
  /**
   * Number of entries to open, by lane, once all else is saved: pending ones, of the least depth first, then in order of
   * admission. Their state becomes `open`, and their `opening` one more.
   */
  readonly open: ReadonlyMap<string, number>;
}

/** The changes of a step, and its answer to the caller. */
export interface Taken<Result> {
  /** Nothing is to be saved if absent. */
  readonly changes?: Changes | undefined;
  /** True if `result` is to be told of all open entries, as they are when everything is saved. */
  readonly tellsOpen?: boolean | undefined;
  /** @param opened by lane, in the order in which they were opened */
  readonly result: (opened: ReadonlyMap<string, readonly OpenEntry[]>, open: readonly OpenEntry[]) => Result;
}

/** A step halfway: all rules have been followed but those of opening visits. */
export interface HalfTaken<Result> {
  /** The lanes that must be known to open visits; undefined if none are to be opened, or all that matter are known. */
  readonly lanes: LaneQuery | undefined;
  readonly finish: (lanes: readonly LaneRow[]) => Taken<Result>;
}

/**
 * One step of a job, as rules without a store. A store loads what `needs` says, takes the step, looks for the lanes that it
 * asks for, and saves the changes, all as one atomic step. Pure: it may be taken again on rows that are newer.
 */
export interface Step<Result> {
  needs(row: JobRow): Needs;
  take(state: FrontierState): HalfTaken<Result>;
}
