import type { Clock } from "../ports/clock.ts";

/** A signal that fires when some time is over. Disposing it lets go of whoever waits, and it fires no more. */
export interface PatientDeadline extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A deadline that leaves out waiting: `waitedMs` says how long has been waited in all, which may go on growing. So a page's
 * time is what its host takes, and not what politeness makes it wait between two redirects. The timer of the clock goes on
 * to its end: not disposed, it would hold everything about a page for so long.
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
