import type { Clock } from "../ports/clock.ts";

/**
 * A clock whose deadlines leave out waiting: `waitedMs` says how long has been waited in all, which may go on growing. So a
 * page's time is what its host takes, and not what politeness makes it wait between two redirects.
 */
export function patientClock(clock: Clock, waitedMs: () => number): Clock {
  return {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    deadline(ms) {
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
    },
  };
}
