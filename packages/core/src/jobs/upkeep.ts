import type { Job } from "../ports/job-store.ts";
import { holdLeftMs } from "./keep-pace.ts";
import { advance, recover } from "./runner.ts";
import type { JobDependencies } from "./dependencies.ts";

/** The longest time that a job which another process has ended is worked on here. */
const lookForEndsEveryMs = 500;
const liftHoldsEveryMs = 5000;
const purgeEveryMs = 10 * 60_000;
/** A job that got no further in this time may have lost its tasks. */
const recoverEveryMs = 60_000;

/**
 * Looks after all jobs until the signal fires, beside the tasks of a worker. It takes up what a crash of any process left
 * behind, breaks off visits of jobs that another process has ended, lifts holds of consumers that are gone, and forgets what
 * has expired. A failure is told as `worker-error`, and the step is tried again.
 */
export async function keepUp(resources: JobDependencies, signal: AbortSignal): Promise<void> {
  const report = (thrown: unknown) => resources.onEvent({ type: "worker-error", error: String(thrown) });
  const repeat = (everyMs: number, step: (resources: JobDependencies) => Promise<void>) =>
    nowAndThen(everyMs, () => step(resources).catch(report), { clock: resources.clock, signal });
  await Promise.all([
    repeat(recoverEveryMs, recovery({ signal, report })),
    repeat(lookForEndsEveryMs, lookForEnds),
    repeat(liftHoldsEveryMs, liftHolds),
    repeat(purgeEveryMs, purge),
  ]);
}

async function nowAndThen(
  everyMs: number,
  step: () => Promise<void>,
  { clock, signal }: { readonly clock: JobDependencies["clock"]; readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await step();
    // An interval that does not keep the process alive: the clock's deadline does not.
    const { promise, resolve } = Promise.withResolvers<void>();
    const ending = AbortSignal.any([signal, clock.deadline(everyMs)]);
    ending.addEventListener("abort", () => resolve(), { once: true });
    // One that fired during the step fires no more.
    if (!ending.aborted) await promise;
  }
}

/**
 * Delivers the unfinished work of jobs again: of all jobs at first, then of those without progress since the last look.
 * A task may be lost on its way to the queue, with its process or its connection.
 */
function recovery({ signal, report }: { readonly signal: AbortSignal; readonly report: (thrown: unknown) => void }) {
  let seen: ReadonlyMap<string, string> | undefined;
  return async (resources: JobDependencies): Promise<void> => {
    const jobs = await resources.jobs.active();
    const before = seen;
    seen = new Map(jobs.map((job) => [job.id, progressOf(job)]));
    for (const job of jobs) {
      if (signal.aborted) return;
      if (before !== undefined && before.get(job.id) !== progressOf(job)) continue;
      await recover(job, resources).catch(report); // the other jobs go on
    }
  };
}

function progressOf({ lastSequence, known, open }: Job): string {
  return `${lastSequence} ${known} ${open}`;
}

/** Finds the jobs that another process has ended: the bell rings in one process only. */
async function lookForEnds({ jobs, bell }: JobDependencies): Promise<void> {
  const look = async (id: string) => (await jobs.get(id))?.state !== "scraping" && bell.ringEnd(id);
  await Promise.all(bell.listenedTo().map(look)); // one that can't be read hides no other
}

async function liftHolds(resources: JobDependencies): Promise<void> {
  const { jobs, clock } = resources;
  for (const job of await jobs.active()) {
    if (job.heldUntil === undefined || holdLeftMs(job.heldUntil, clock.now()) > 0) continue;
    const progress = await jobs.setPaused(job.id, { heldUntil: false });
    if (progress !== undefined) await advance(job, progress, resources);
  }
}

async function purge({ jobs, deliveries, clock }: JobDependencies): Promise<void> {
  const forgotten = await jobs.purge(clock.now());
  if (forgotten.length > 0) await deliveries.forget(forgotten);
}
