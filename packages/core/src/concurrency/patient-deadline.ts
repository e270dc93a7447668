import type { Clock } from "../ports/clock.ts";

/**
 * A signal that fires after a time that leaves out waiting: `waitedMs` says how long has been waited in all, which may go
 * on growing. So a page's time is what its host takes, and not what politeness makes it wait between two redirects.
 */
export function patientDeadline(clock: Pick<Clock, "deadline">, ms: number, waitedMs: () => number): AbortSignal {
  const over = new AbortController();
  const arm = (forMs: number, counted: number) => {
    const signal = clock.deadline(forMs);
    const ring = () => {
      const waited = waitedMs();
      if (waited > counted) arm(waited - counted, waited);
      else over.abort(signal.reason);
    };
    signal.addEventListener("abort", ring, { once: true });
  };
  arm(ms, waitedMs());
  return over.signal;
}
