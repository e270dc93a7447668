import type { Clock } from "../ports/clock.ts";

/** Tells those who wait in this process that a job has news, or has been ended. */
export interface Bell {
  ring(jobId: string): void;
  /** Rings, and tells those who work on the job to stop. */
  ringEnd(jobId: string): void;
  /** Waits for the next ring. Take it before looking for news, so that none is missed in between, and dispose of it. */
  next(jobId: string): NextRing;
  /** Listens for the job's end. Dispose of it. */
  end(jobId: string): JobEnd;
  /** The jobs with a listener for their end. */
  listenedTo(): readonly string[];
}

/** The next ring of a {@link Bell}. */
export interface NextRing extends Disposable {
  /** Resolves when the bell rings. */
  readonly rung: Promise<void>;
}

/** The end of a job that is being worked on. */
export interface JobEnd extends Disposable {
  /** Fires when the job is ended. */
  readonly signal: AbortSignal;
}

interface Waiting extends PromiseWithResolvers<void> {
  listeners: number;
}

/** Makes a {@link Bell}. It remembers nothing about jobs without a listener. */
export function createBell(): Bell {
  const waiting = new Map<string, Waiting>();
  const working = new Map<string, Set<AbortController>>();

  function ring(jobId: string): void {
    waiting.get(jobId)?.resolve();
    waiting.delete(jobId);
  }

  return {
    ring,
    ringEnd(jobId) {
      for (const worker of working.get(jobId) ?? []) worker.abort("The job was ended.");
      ring(jobId);
    },
    next(jobId) {
      const awaited = waiting.get(jobId) ?? { ...Promise.withResolvers<void>(), listeners: 0 };
      awaited.listeners += 1;
      waiting.set(jobId, awaited);
      return {
        rung: awaited.promise,
        [Symbol.dispose]() {
          awaited.listeners -= 1;
          if (awaited.listeners === 0 && waiting.get(jobId) === awaited) waiting.delete(jobId);
        },
      };
    },
    listenedTo: () => [...working.keys()],
    end(jobId) {
      const worker = new AbortController();
      const workers = working.get(jobId) ?? new Set();
      working.set(jobId, workers.add(worker));
      return {
        signal: worker.signal,
        [Symbol.dispose]() {
          workers.delete(worker);
          if (workers.size === 0 && working.get(jobId) === workers) working.delete(jobId);
        },
      };
    },
  };
}

/** Waits for news, but no longer than `waitMs`: another process may have them. Ends early when one of `signals` fires. */
export async function waitForNews(
  { rung }: NextRing,
  waitMs: number,
  { clock, signals }: { readonly clock: Clock; readonly signals: readonly (AbortSignal | undefined)[] },
): Promise<void> {
  const settled = new AbortController();
  const given = signals.filter((signal) => signal !== undefined);
  const either = AbortSignal.any([settled.signal, ...given]);
  try {
    await Promise.race([rung, clock.sleep(waitMs, either)]);
  } catch (thrown) {
    if (!given.some((signal) => signal.aborted)) throw thrown;
  } finally {
    settled.abort("There is news."); // a plain reason: an error would cost a stack that is never read
  }
}
