import type { Call } from "../ports/call.ts";
import { JobReference, type JobCancelled, type JobPaused } from "../schema/job.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import { jobHasEnded, ownJob } from "./own-job.ts";
import { advance } from "./runner.ts";
import type { JobDependencies } from "./dependencies.ts";

/**
 * Ends a job now. What was recorded stays readable; what is under way is broken off and not charged. Cancelling twice
 * is fine; a job that has ended otherwise throws CONFLICT.
 */
export async function cancelJob(input: unknown, call: Call, resources: JobDependencies): Promise<JobCancelled> {
  const { id } = await ownJob(parseInput(JobReference, input), call, resources);
  const job = await resources.jobs.settle(id, { state: "cancelled", at: resources.clock.now() });
  if (job !== undefined && job.state !== "cancelled") throw jobHasEnded(job);
  resources.bell.ringEnd(id);
  return { status: "cancelled" };
}

/** Stops taking pages until the job is resumed; those under way are finished. Throws CONFLICT for a job that has ended. */
export async function pauseJob(input: unknown, call: Call, resources: JobDependencies): Promise<JobPaused> {
  return await setPaused(input, true, { call, resources });
}

/** Takes pages again, whatever kept the job from it. Throws CONFLICT for a job that has ended. */
export async function resumeJob(input: unknown, call: Call, resources: JobDependencies): Promise<JobPaused> {
  return await setPaused(input, false, { call, resources });
}

async function setPaused(
  input: unknown,
  paused: boolean,
  { call, resources }: { readonly call: Call; readonly resources: JobDependencies },
): Promise<JobPaused> {
  const job = await ownJob(parseInput(JobReference, input), call, resources);
  const progress = await resources.jobs.setPaused(job.id, paused ? { paused } : { paused, heldUntil: false });
  if (progress === undefined) throw jobHasEnded(job);
  if (!paused) await advance(job, progress, resources);
  return { paused };
}
