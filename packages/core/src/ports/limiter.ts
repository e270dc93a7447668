/** What a host may bear. */
export interface HostRules {
  /** Requests per second to begin with. */
  readonly startRate: number;
  readonly maxRate: number;
  /** Requests under way at once. */
  readonly maxConcurrency: number;
  /** Least time between the starts of two requests. */
  readonly intervalMs: number;
}

/** How a request to a host went. */
export interface RequestOutcome {
  /** HTTP status; absent if there was no answer. */
  readonly status?: number | undefined;
  /** What `Retry-After` said. */
  readonly retryAfterMs?: number | undefined;
  readonly durationMs: number;
}

/**
 * One budget per host, shared by all jobs and, in a shared store, by all processes. Both methods are atomic. Times come
 * from the caller's clock.
 */
export interface Limiter {
  /**
   * Takes a turn if one is due, and returns 0; else takes nothing and returns the milliseconds after which to ask again.
   * Every turn that was taken must be reported; one that is not is given up on after two minutes.
   */
  take(host: string, rules: HostRules, now: number): Promise<number>;
  /** Says how a turn went, from which the host's rate is learned. Without an outcome there was no request after all. */
  report(host: string, outcome: RequestOutcome | undefined, at: { readonly rules: HostRules; readonly now: number }): Promise<void>;
}
