import { jobSteps } from "../frontier/job-steps.ts";
import type { JobReader } from "../ports/job-reader.ts";
import type { JobStore } from "../ports/job-store.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";
import { memoryJobReader } from "./job-reader.ts";
import { memoryJobRows, type StoredJob } from "./job-rows.ts";

/** The capacity of a {@link memoryJobStore}. */
export interface MemoryJobStoreOptions {
  /** Most events of jobs that have ended; beyond, the oldest of these jobs are forgotten early. 100,000 when not given. */
  readonly maxEventsKept?: number | undefined;
}

/** Keeps jobs in this process. The reference for every other job store. Throws BAD_REQUEST for wrong options. */
export function memoryJobStore(options: MemoryJobStoreOptions = {}): JobStore & JobReader {
  checkOptions<MemoryJobStoreOptions>("memoryJobStore", options, { maxEventsKept: option.amount.optional() });
  const { maxEventsKept = 100_000 } = options;
  const jobs = new Map<string, StoredJob>();
  /** Jobs that were forgotten before their time, to be told of by the next purge. */
  const crowdedOut: string[] = [];

  function makeRoom(newest: StoredJob): void {
    if (newest.row.job.state === "scraping") return;
    const ended = [...jobs.values()].filter(({ row }) => row.job.state !== "scraping");
    let events = ended.reduce((sum, stored) => sum + stored.events.length, 0);
    for (const stored of ended) {
      if (events <= maxEventsKept) return;
      if (stored === newest) continue;
      events -= stored.events.length;
      jobs.delete(stored.row.job.id);
      crowdedOut.push(stored.row.job.id);
    }
  }

  return {
    ...jobSteps(memoryJobRows(jobs, makeRoom)),
    ...memoryJobReader(jobs),
    async purge(now) {
      const expired = [...jobs.values()].flatMap(({ row: { job } }) =>
        (job.expiresAt ?? Infinity) < now ? job.id : [],
      );
      for (const id of expired) jobs.delete(id);
      return [...crowdedOut.splice(0), ...expired];
    },
  };
}
