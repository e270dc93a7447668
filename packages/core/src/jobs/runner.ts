import type { Job, OpenEntry, Progress } from "../ports/job-store.ts";
import type { Task, TaskHandler, TaskOutcome } from "../ports/queue.ts";
import type { Resources } from "../resources.ts";
import { jobKinds } from "./kinds.ts";
import { deliver, wakeOutbox } from "./outbox.ts";
import type { TaskRun } from "./task-run.ts";
import { makeVisit } from "./visit.ts";

const done: TaskOutcome = { next: "done" };

/**
 * The loop that every job goes through, one task at a time. Tasks are delivered at least once, store steps are atomic and
 * idempotent, and effects outside of the store are idempotent by their id: so a crash at any moment loses nothing and
 * repeats nothing.
 */
export function createRunner(resources: Resources): TaskHandler {
  return async (task, attempt, signal) => {
    const run = { attempt, signal };
    try {
      return task.type === "visit" ? await runVisit(task, run, resources) : await deliver(task, run, resources);
    } catch (thrown) {
      if (!signal.aborted) resources.onEvent({ type: "task-error", id: task.id, attempt, error: String(thrown) });
      throw thrown; // the queue delivers it again
    }
  };
}

async function runVisit(
  { jobId, entry }: Extract<Task, { type: "visit" }>,
  run: TaskRun,
  resources: Resources,
): Promise<TaskOutcome> {
  const recalled = await resources.jobs.recall(jobId, entry);
  if (recalled !== undefined) return await followUp(jobId, entry, recalled, resources);
  const job = await resources.jobs.get(jobId);
  if (job === undefined) return done;
  const visit = await makeVisit(job, entry, { ...run, resources });
  if ("next" in visit) return visit;
  return await followUp(jobId, entry, await resources.jobs.complete(jobId, visit), resources);
}

/** What a visit leads to. A replay does all of it again, and changes nothing that was done. */
async function followUp(
  jobId: string,
  entry: OpenEntry,
  progress: Progress,
  resources: Resources,
): Promise<TaskOutcome> {
  const job = await resources.jobs.get(jobId);
  if (job === undefined) return done;
  const { team, apiKey } = job;
  if (progress.credits > 0) {
    const id = `${jobId}/${entry.key}`;
    await resources.ledger.charge({ id, team, apiKey, credits: progress.credits, at: job.lastPageAt ?? job.createdAt });
  }
  await advance(jobId, progress, resources);
  return done;
}

/** Delivers the visits that a step opened, settles the job if there is nothing left to do, and tells who waits. */
export async function advance(jobId: string, progress: Progress, resources: Resources): Promise<void> {
  const { jobs, queue } = resources;
  if (progress.next.length > 0) await queue.push(progress.next.map((entry) => visitTask(jobId, entry)));
  let { lastSequence } = progress;
  let job = await jobs.get(jobId);
  if (job !== undefined && progress.exhausted) {
    job = await settle(job, resources);
    lastSequence = job?.lastSequence ?? lastSequence;
  }
  if (job?.webhook !== undefined) await wakeOutbox(job.id, lastSequence, resources);
  resources.bell.ring(jobId);
}

async function settle(job: Job, resources: Resources): Promise<Job | undefined> {
  const ending = await jobKinds[job.kind].finish(job, resources);
  const settled = await resources.jobs.settle(job.id, { ...ending, at: resources.clock.now() });
  resources.onEvent({ type: "job-end", id: job.id, status: settled?.state ?? ending.state });
  return settled;
}

function visitTask(jobId: string, entry: OpenEntry): Task {
  return { id: `visit:${jobId}:${entry.opening}:${entry.key}`, type: "visit", jobId, entry };
}

/** Delivers what a job still has to do, as after a crash of everything that was under way. */
export async function recover(job: Job, resources: Resources): Promise<void> {
  const progress = await resources.jobs.setPaused(job.id, job.paused);
  if (progress !== undefined) await advance(job.id, progress, resources);
}
