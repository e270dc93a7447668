import type { Clock } from "../ports/clock.ts";

/** Adds up stretches of time. */
export interface Stopwatch {
  start(): void;
  stop(): void;
  /** The total of all stretches, including one still running. */
  totalMs(): number;
}

/** Takes a promise that is waited for before work can begin: the wait is no part of its time. Returns the same promise. */
export type Untimed = <T>(waiting: Promise<T>) => Promise<T>;

/** Adds the waits to a stopwatch. */
export function addingTo(stopwatch: Stopwatch): Untimed {
  return async (waiting) => {
    stopwatch.start();
    try {
      return await waiting;
    } finally {
      stopwatch.stop();
    }
  };
}

/** Makes a stopwatch that stands still. */
export function createStopwatch(clock: Pick<Clock, "monotonic">): Stopwatch {
  let before = 0;
  let since: number | undefined;
  const totalMs = () => before + (since === undefined ? 0 : clock.monotonic() - since);
  return {
    totalMs,
    start() {
      since = clock.monotonic();
    },
    stop() {
      before = totalMs();
      since = undefined;
    },
  };
}
