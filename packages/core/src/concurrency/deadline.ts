import { EngineError, type ErrorCode } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import { patientDeadline } from "./patient-deadline.ts";

/** The error when the caller's signal has fired. */
export const gaveUp = (signal: AbortSignal): EngineError =>
  new EngineError("ABORTED", "The caller gave up.", { cause: signal.reason });

/** One time budget over everything that a call does. */
export interface Deadline {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** The longest time that the operator allows; undefined where a caller has no say. */
  readonly maxTimeoutMs?: number | undefined;
  /** The part of the time so far that was waiting, which does not count. */
  readonly waitedMs?: (() => number) | undefined;
  readonly signal: AbortSignal | undefined;
  /** What the work is waiting for, if that is known to be in trouble, as a sentence. */
  readonly trouble?: (() => string | undefined) | undefined;
  /** The error when the time is over. */
  readonly code: ErrorCode & `${string}_TIMEOUT`;
}

/**
 * Runs `work` until it settles, the time is over (SCRAPE_TIMEOUT or MAP_TIMEOUT), or the caller's signal fires
 * (ABORTED). It returns at that moment, even if `work` ignores its signal.
 */
export async function withDeadline<T>(deadline: Deadline, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { clock, timeoutMs, maxTimeoutMs, waitedMs = () => 0, trouble = () => undefined, code } = deadline;
  using timeout = patientDeadline(clock, timeoutMs, waitedMs);
  const signal = deadline.signal === undefined ? timeout.signal : AbortSignal.any([deadline.signal, timeout.signal]);
  const stopped = () =>
    deadline.signal?.aborted === true
      ? gaveUp(deadline.signal)
      : new EngineError(
          code,
          [`Not finished within ${timeoutMs} ms; ${moreTime(timeoutMs, maxTimeoutMs)}.`, trouble()]
            .filter(Boolean)
            .join(" "),
        );
  if (signal.aborted) throw stopped();
  try {
    return await unlessAborted(work(signal), signal, stopped);
  } catch (thrown) {
    throw signal.aborted ? stopped() : thrown;
  }
}

/** How to get more time than a call had, as a clause: from the caller, or from the operator who allows no more. */
export const moreTime = (timeoutMs: number, maxTimeoutMs = Infinity): string =>
  timeoutMs < maxTimeoutMs
    ? "set a larger `timeout`"
    : "the operator of this engine allows no more (`policy.maxTimeoutMs`)";

/** Waits for `work`, but no longer than until `signal` fires: then throws what `stopped` says. The work itself goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal, stopped: () => EngineError): Promise<T> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const interrupt = () => reject(stopped());
  signal.addEventListener("abort", interrupt, { once: true });
  if (signal.aborted) interrupt(); // while the work began
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}
