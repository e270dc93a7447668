import { gaveUp, unlessAborted } from "./deadline.ts";

/** One piece of work that several callers wait for. */
interface SharedWork<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
}

/** Runs `work` under `key`, or joins the run that is under way. See {@link shareWork}. */
export type Share<T> = (key: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * Lets callers that ask for the same thing at the same time share one run. A caller whose signal fires leaves with ABORTED,
 * and the run goes on for the others, no matter who started it. The run's signal fires when the last caller has left; the
 * next caller gets a new run.
 */
export function shareWork<T>(): Share<T> {
  const underWay = new Map<string, SharedWork<T>>();

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): SharedWork<T> {
    const controller = new AbortController();
    const result = work(controller.signal).finally(() => forget(key, started));
    const started: SharedWork<T> = { result, controller, waiting: 0 };
    underWay.set(key, started);
    // Callers that left no longer listen, so a late failure has no reader.
    result.catch(() => undefined);
    return started;
  }

  function forget(key: string, finished: SharedWork<T>): void {
    if (underWay.get(key) === finished) underWay.delete(key);
  }

  return async (key, signal, work) => {
    if (signal.aborted) throw gaveUp(signal);
    const shared = underWay.get(key) ?? start(key, work);
    shared.waiting += 1;
    try {
      return await unlessAborted(shared.result, signal, () => gaveUp(signal));
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        forget(key, shared);
        shared.controller.abort(signal.reason);
      }
    }
  };
}
