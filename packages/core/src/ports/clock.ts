/** The only door to time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when it fires first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A signal that fires after `ms`. Its timer does not keep the process alive. */
  deadline(ms: number): AbortSignal;
}
