import type { Resources } from "../resources.ts";
import { createRunner, recover } from "./runner.ts";

/** How much a worker does at once. */
export interface WorkOptions {
  /** Pages and deliveries under way at once; 50 when not given. */
  readonly concurrency?: number | undefined;
}

const purgeEveryMs = 10 * 60_000;

/**
 * Works through queued tasks until disposed: first what a crash left behind, then whatever comes. Disposing interrupts
 * what is under way, which is done again by the next worker.
 */
export function startWorker(resources: Resources, { concurrency = 50 }: WorkOptions = {}): AsyncDisposable {
  const stopping = new AbortController();
  const consuming = resources.queue.consume(createRunner(resources), { concurrency });
  const report = (thrown: unknown) => resources.onEvent({ type: "worker-error", error: String(thrown) });
  const recovering = recoverAll(resources, { signal: stopping.signal, report }).catch(report);
  const purging = purgeNowAndThen(resources, { signal: stopping.signal, report });
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await consuming[Symbol.asyncDispose]();
      await Promise.all([recovering, purging]);
    },
  };
}

/** The workers of one engine. Disposing stops them. */
export interface Workplace extends AsyncDisposable {
  work(options?: WorkOptions): AsyncDisposable;
  /** Starts a worker unless there is one. */
  ensureWork(): void;
}

/** Makes a {@link Workplace}. */
export function createWorkplace(resources: Resources): Workplace {
  const workers = new Set<AsyncDisposable>();
  const work = (options?: WorkOptions): AsyncDisposable => {
    const worker = startWorker(resources, options);
    workers.add(worker);
    return {
      async [Symbol.asyncDispose]() {
        workers.delete(worker);
        await worker[Symbol.asyncDispose]();
      },
    };
  };
  return {
    work,
    ensureWork() {
      if (workers.size === 0) work();
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...workers].map((worker) => worker[Symbol.asyncDispose]()));
      workers.clear();
    },
  };
}

interface Upkeep {
  readonly signal: AbortSignal;
  /** Told what went wrong; the worker goes on. */
  readonly report: (thrown: unknown) => void;
}

async function recoverAll(resources: Resources, { signal, report }: Upkeep): Promise<void> {
  for (const job of await resources.jobs.active()) {
    if (signal.aborted) return;
    await recover(job, resources).catch(report);
  }
}

async function purgeNowAndThen(resources: Resources, { signal, report }: Upkeep): Promise<void> {
  while (!signal.aborted) {
    await purge(resources).catch(report);
    // An interval that does not keep the process alive: the clock's deadline does not.
    const { promise, resolve } = Promise.withResolvers<void>();
    AbortSignal.any([signal, resources.clock.deadline(purgeEveryMs)]).addEventListener("abort", () => resolve(), {
      once: true,
    });
    await promise;
  }
}

async function purge({ jobs, deliveries, clock }: Resources): Promise<void> {
  const forgotten = await jobs.purge(clock.now());
  if (forgotten.length > 0) await deliveries.forget(forgotten);
}
