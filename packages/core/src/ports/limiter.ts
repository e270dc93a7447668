/** The rate that a host bears. */
export interface HostRules {
  /** Requests per second to begin with. */
  readonly startRate: number;
  readonly maxRate: number;
  /** Least time between the answer to one request and the start of the next. */
  readonly intervalMs: number;
}

/** The outcome of a request to a host. */
export interface RequestOutcome {
  /** HTTP status; absent if there was no answer. */
  readonly status?: number | undefined;
  /** The value of `Retry-After`. */
  readonly retryAfterMs?: number | undefined;
  readonly durationMs: number;
  /** The page was asked for before, in vain: what is said of it again may be of this page alone. */
  readonly isRetry?: boolean | undefined;
}

/** The answer to a request for a turn. */
export interface TurnOffer {
  /** 0 if the turn was taken, else the milliseconds until one is due. */
  readonly waitMs: number;
  /** Requests per second that the host seems to bear by now. */
  readonly rate: number;
}

/** A host's reception of requests, by its newest answer. */
export interface HostReception {
  /** It turns everybody away, but has answered before, and not long ago: it may well answer later. */
  readonly refusesAll: boolean;
}

/**
 * One budget per host, shared by all jobs and, in a shared store, by all processes. Its methods are atomic: of
 * several that ask at once, one gets the turn. Times come from the caller's clock.
 *
 * Where rules have an interval, one request is under way at a time: the next turn is due the interval after the outcome was
 * reported, or half a minute after a turn of which nothing was heard.
 */
export interface Limiter {
  /** Takes a turn if one is due, else nothing. */
  take(host: string, rules: HostRules, now: number): Promise<TurnOffer>;
  /**
   * Reports the outcome of a request; the host's rate is learned from it. A report lost in a crash does no harm. Says how
   * the host receives everybody, if that is known.
   */
  report(
    host: string,
    outcome: RequestOutcome,
    at: { readonly rules: HostRules; readonly now: number },
  ): Promise<HostReception | void>;
  /** Gives back a turn with which nothing was sent. */
  giveBack(host: string, at: { readonly rules: HostRules; readonly now: number }): Promise<void>;
}
