import type { Capture } from "../ports/page-source.ts";

/** Number of times an address is asked before its answer or failure is taken as it is. */
const maxAttempts = 3;

const firstDelayMs = 500;

/** A wait this long, asked for by a site, is kept when nobody says how much time there is. */
const maxUnboundedWaitMs = 10_000;

/** Time that must be left for the next attempt itself. */
const reserveMs = 500;

/** The time to wait before trying again after the try with this number: exponential backoff with jitter. Pure. */
export function backoffMs(number: number, random: number): number {
  return Math.round(firstDelayMs * 2 ** (number - 1) * (0.5 + random / 2));
}

/** One attempt that did not give a page, and the time there is for another. */
export interface Attempt {
  /** 1 for the first. */
  readonly number: number;
  /** The answer's status; undefined when the connection failed in passing. */
  readonly status?: number | undefined;
  /** The answer's `Retry-After` header. */
  readonly retryAfter?: string | undefined;
  readonly nowMs: number;
  /** When the time for the page is over; undefined when nobody says. */
  readonly deadlineAt?: number | undefined;
  /** In [0, 1). */
  readonly random: number;
}

/**
 * The time to wait before the next attempt: {@link backoffMs}, or what the site asks for. Undefined when
 * there should be none: too many attempts, a status that will not pass, or a wait that does not fit the deadline.
 */
export function retryDelayMs(attempt: Attempt): number | undefined {
  const { number, status, nowMs, deadlineAt } = attempt;
  if (number >= maxAttempts) return undefined;
  const wantedMs = parseRetryAfter(attempt.retryAfter, nowMs);
  const isPassing = status === undefined || status === 502 || status === 503 || status === 504;
  if (!isPassing && !(status === 429 && wantedMs !== undefined)) return undefined;
  const delayMs = wantedMs ?? backoffMs(number, attempt.random);
  const roomMs = deadlineAt === undefined ? maxUnboundedWaitMs : deadlineAt - nowMs - reserveMs;
  return delayMs <= roomMs ? delayMs : undefined;
}

/** Milliseconds that an answer's `Retry-After` asks for; undefined when it has none. */
export function retryAfterOf({ headers }: Pick<Capture, "headers">, nowMs: number): number | undefined {
  return parseRetryAfter(headers.find(([name]) => name.toLowerCase() === "retry-after")?.[1], nowMs);
}

/** Milliseconds that a `Retry-After` header asks for: seconds or an HTTP date (RFC 9110 §10.2.3). */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const text = header.trim();
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
