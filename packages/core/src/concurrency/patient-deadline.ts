import type { Clock } from "../ports/clock.ts";

/** A signal that fires when some time is over. Disposing it lets go of whoever waits, and it fires no more. */
export interface PatientDeadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A deadline that leaves out waiting: `waitedMs` is the total wait so far, which may grow. A page's time is then its
 * host's, without the pauses that politeness puts between two redirects. Dispose it: the timer of the clock runs to its
 * end, and holds everything about a page until then.
 */
export function patientDeadline(clock: Pick<Clock, "deadline">, ms: number, waitedMs: () => number): PatientDeadline {
  const over = new AbortController();
  let disarm = (): void => undefined;
  const arm = (forMs: number, counted: number): void => {
    const signal = clock.deadline(forMs);
    const ring = (): void => {
      const waited = waitedMs();
      if (waited > counted) arm(waited - counted, waited);
      else over.abort(signal.reason);
    };
    signal.addEventListener("abort", ring, { once: true });
    disarm = () => signal.removeEventListener("abort", ring);
  };
  arm(ms, waitedMs());
  return { signal: over.signal, [Symbol.dispose]: () => disarm() };
}
