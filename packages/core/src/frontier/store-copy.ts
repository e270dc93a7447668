import type { Delivery } from "../ports/delivery-log.ts";
import type { IndexedPage } from "../ports/page-index.ts";
import type { Task } from "../ports/queue.ts";
import type { KeptScrape } from "../ports/scrape-store.ts";
import type { Changes, JobRow } from "./rows.ts";

/** Some of the rows of a job. */
export type JobRowsCopy = Pick<Changes, "added" | "lanes" | "decisions" | "events" | "spent">;

/** A job and all of its rows, portion by portion: lanes first, everything in the order in which it was made. */
export interface JobCopy {
  readonly row: JobRow;
  readonly rows: Iterable<JobRowsCopy>;
}

/**
 * Everything in a store that another store can take over, read while no engine works on it. Captures are left out,
 * because the next request makes them anew.
 */
export interface StoreCopy {
  readonly jobs: Iterable<JobCopy>;
  /** The tasks that were not done. Of a page that is kept, its task may still have to charge. */
  readonly tasks: Iterable<Task>;
  readonly deliveries: Iterable<Delivery>;
  /** The positions of the webhooks of jobs. */
  readonly positions: Iterable<{ readonly jobId: string; readonly sequence: number }>;
  /** Sums by month, ISO 8601. */
  readonly usage: Iterable<{
    readonly team: string;
    readonly startDate: string;
    readonly apiKey: string;
    readonly credits: number;
  }>;
  /** The charges: the first twelve bytes of the SHA-256 of each id, and the month, ISO 8601. */
  readonly charges: Iterable<{ readonly month: string; readonly idDigest: Uint8Array }>;
  /** Everything known about hosts, as the core's law has it. */
  readonly hosts: Iterable<{ readonly name: string; readonly state: unknown }>;
  /** Results of single scrapes, the oldest first; some may have expired. */
  readonly scrapes: Iterable<KeptScrape>;
  /** The index of pages, those put longest ago first. Their links are not kept as addresses. */
  readonly pages: Iterable<Omit<IndexedPage, "links">>;
  readonly snapshots: Iterable<{ readonly key: string; readonly text: string; readonly expiresAt: number }>;
}
