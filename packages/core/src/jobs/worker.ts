import { EngineError } from "../errors.ts";
import { isBrowserHere } from "./browser-elsewhere.ts";
import { createRunner } from "./runner.ts";
import { keepUp } from "./upkeep.ts";
import type { JobDependencies } from "./dependencies.ts";

/** The most that a worker does at once. */
export interface WorkOptions {
  /** Pages and deliveries under way at once; 50 when not given. */
  readonly concurrency?: number | undefined;
}

/**
 * Works through queued tasks until disposed: first what a crash left behind, then whatever comes. Disposing interrupts
 * what is under way, which is done again by the next worker. Throws BAD_REQUEST for a worker that would take nothing.
 */
export function startWorker(resources: JobDependencies, { concurrency = 50 }: WorkOptions = {}): AsyncDisposable {
  if (!(concurrency >= 1)) throw new EngineError("BAD_REQUEST", "`concurrency` must be a number of at least 1.");
  const stopping = new AbortController();
  const hasBrowser = isBrowserHere(resources);
  const consuming = resources.queue.consume(createRunner(resources, { hasBrowser }), { concurrency, hasBrowser });
  const upkeep = keepUp(resources, stopping.signal);
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await consuming[Symbol.asyncDispose]();
      await upkeep;
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
export function createWorkplace(resources: JobDependencies): Workplace {
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
