import type { Call } from "../ports/call.ts";
import type { ConcurrencyReport, QueueReport } from "../schema/usage.ts";
import type { JobDependencies } from "./dependencies.ts";

/** Number of pages the caller's team takes at once, and the most it may. */
export async function concurrency(call: Call, resources: JobDependencies): Promise<ConcurrencyReport> {
  const { activeJobsInQueue, maxConcurrency } = await queueStatus(call, resources);
  return { concurrency: activeJobsInQueue, maxConcurrency };
}

/** The pages that the caller's jobs still have to take. */
export async function queueStatus(call: Call, resources: JobDependencies): Promise<QueueReport> {
  const { team } = call.principal;
  const jobs = await resources.jobs.active(team);
  const active = jobs.reduce((sum, job) => sum + job.open, 0);
  const left = jobs.reduce(
    (sum, job) => sum + Math.max(0, Math.min(job.known, job.limit ?? Infinity) - job.completed),
    0,
  );
  const newest = await resources.jobs.lastPageAt(team);
  return {
    jobsInQueue: Math.max(left, active),
    activeJobsInQueue: active,
    waitingJobsInQueue: Math.max(0, left - active),
    maxConcurrency: resources.policy.maxTeamConcurrency,
    mostRecentSuccess: newest === undefined ? null : new Date(newest).toISOString(),
  };
}
