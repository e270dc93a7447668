import type { Job, OpenEntry, Progress } from "../ports/job-store.ts";
import type { Task, TaskGroup, TaskHandler, TaskOutcome } from "../ports/queue.ts";
import { deliver, wakeOutbox } from "./webhooks/outbox.ts";
import type { TaskRun } from "./task-run.ts";
import { leaveToBrowser } from "./browser-elsewhere.ts";
import { makeVisit } from "./visits/visit.ts";
import { isUnavailable, onceStored, storeRestMs } from "./once-stored.ts";
import type { JobDependencies } from "./dependencies.ts";

const done: TaskOutcome = { next: "done" };

/**
 * The loop that every job goes through, one task at a time. Tasks are delivered at least once, store steps are atomic and
 * idempotent, and effects outside of the store are idempotent by their id: so a crash at any moment loses nothing and
 * repeats nothing.
 */
export function createRunner(
  resources: JobDependencies,
  { hasBrowser }: { readonly hasBrowser: boolean },
): TaskHandler {
  return async (task, attempt, signal) => {
    const run = { attempt, signal, hasBrowser };
    try {
      return task.type === "visit" ? await runVisit(task, run, resources) : await deliver(task, run, resources);
    } catch (thrown) {
      if (!signal.aborted) resources.onEvent({ type: "task-error", id: task.id, attempt, error: String(thrown) });
      // A store that is out of order says nothing about the task, so that it is no attempt.
      if (isUnavailable(thrown)) return { next: "postpone", delayMs: storeRestMs };
      throw thrown; // the queue delivers it again
    }
  };
}

async function runVisit(
  task: Extract<Task, { type: "visit" }>,
  run: TaskRun,
  resources: JobDependencies,
): Promise<TaskOutcome> {
  const { jobId, entry } = task;
  // At the same time, so that a store may ask once for both.
  const [recalled, job] = await Promise.all([resources.jobs.recall(jobId, entry), resources.jobs.get(jobId)]);
  if (job === undefined) return done;
  if (recalled !== undefined) return await followUp(job, { entry, progress: recalled }, resources);
  using end = resources.bell.end(jobId);
  const signal = AbortSignal.any([run.signal, end.signal]);
  const visit = await makeVisit(job, entry, { ...run, signal, resources }).catch((thrown: unknown) => {
    if (end.signal.aborted && !run.signal.aborted) return done; // the result is no longer wanted
    throw thrown;
  });
  if (visit === "for a browser") return await leaveToBrowser(task, resources);
  if ("next" in visit) {
    if (visit.next !== "done") resources.longWaits.note(jobId, { url: entry.url, delayMs: visit.delayMs });
    return visit;
  }
  const progress = await onceStored(() => resources.jobs.complete(jobId, visit), { ...resources, signal });
  return await followUp(job, { entry, progress }, resources);
}

/** The effects of a visit. A replay does all of it again, and changes nothing that was done. */
async function followUp(
  job: Job,
  { entry, progress }: { readonly entry: OpenEntry; readonly progress: Progress },
  resources: JobDependencies,
): Promise<TaskOutcome> {
  const { team, apiKey } = job;
  const { credits } = progress;
  const charge = { id: `${job.id}/${entry.key}`, team, apiKey, credits, at: resources.clock.now() };
  // At the same time, so that a store may put both into one transaction; neither needs the other.
  await Promise.all([credits > 0 ? resources.ledger.charge(charge) : undefined, pushVisits(job, progress, resources)]);
  await conclude(job, progress, resources);
  return done;
}

/** The part of a job that delivering its tasks needs. */
export type AdvancedJob = Pick<Job, "id" | "team" | "webhook">;

/** Delivers the visits that a step opened, settles the job if there is nothing left to do, and tells who waits. */
export async function advance(job: AdvancedJob, progress: Progress, resources: JobDependencies): Promise<void> {
  await pushVisits(job, progress, resources);
  await conclude(job, progress, resources);
}

/**
 * {@link advance} for a caller whose step is stored, and counts whatever follows. A failure is told as `worker-error`, and a
 * worker takes the job up again when it gets no further.
 */
export async function advanceStored(job: AdvancedJob, progress: Progress, resources: JobDependencies): Promise<void> {
  try {
    await advance(job, progress, resources);
  } catch (thrown) {
    resources.onEvent({ type: "worker-error", error: String(thrown) });
  }
}

async function pushVisits(
  { id, team }: AdvancedJob,
  { next }: Progress,
  { queue, policy }: JobDependencies,
): Promise<void> {
  const group = { name: team, concurrency: policy.maxTeamConcurrency };
  if (next.length > 0) await queue.push(next.map((entry) => visitTask(id, { entry, group })));
}

async function conclude(job: AdvancedJob, progress: Progress, resources: JobDependencies): Promise<void> {
  const settled = progress.exhausted ? await settle(job.id, resources) : undefined;
  if (job.webhook !== undefined) await wakeOutbox(job, settled?.lastSequence ?? progress.lastSequence, resources);
  resources.bell.ring(job.id);
}

async function settle(jobId: string, resources: JobDependencies): Promise<Job | undefined> {
  const job = await resources.jobs.get(jobId);
  if (job === undefined) return undefined;
  const ending = await resources.kinds[job.kind].finish(job);
  const settled = await resources.jobs.settle(job.id, { ...ending, onceExhausted: true, at: resources.clock.now() });
  if (settled?.state !== "scraping")
    resources.onEvent({ type: "job-end", id: job.id, status: settled?.state ?? ending.state });
  return settled;
}

function visitTask(jobId: string, { entry, group }: { readonly entry: OpenEntry; readonly group: TaskGroup }): Task {
  return { id: `visit:${jobId}:${entry.opening}:${entry.key}`, group, type: "visit", jobId, entry };
}

/** Delivers the rest of a job's work, for example after a crash. */
export async function recover(job: Job, resources: JobDependencies): Promise<void> {
  const progress = await resources.jobs.setPaused(job.id, {});
  if (progress !== undefined) await advance(job, progress, resources);
}
