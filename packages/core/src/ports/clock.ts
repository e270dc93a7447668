/** The only door to time. */
export interface Clock {
  /** Whole milliseconds since the epoch: for moments that are kept or shown. It jumps when the machine's clock is set. */
  now(): number;
  /** Whole milliseconds since some moment, on a clock that never jumps: for durations within this process. */
  monotonic(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that fires after `ms`. Its timer does not keep the process alive. */
  deadline(ms: number): AbortSignal;
}
