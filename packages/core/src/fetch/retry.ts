import type { Capture } from "../ports/page-source.ts";

/** Tries at one address; the answer or failure of the last one is taken as it is. */
const maxTriesAtAddress = 3;

const firstDelayMs = 500;

/** The longest wait a site may ask for, if no time limit is known. */
const maxUnboundedWaitMs = 10_000;

/** Time that must be left for the next try itself. */
const reserveMs = 500;

/** Milliseconds to wait after the try with this number: exponential backoff with jitter. Pure. */
export function backoffMs(number: number, random: number): number {
  return Math.round(firstDelayMs * 2 ** (number - 1) * (0.5 + random / 2));
}

/** A try that gave no page, and the time there is for another. */
export interface FailedTry {
  /** 1 for the first. */
  readonly number: number;
  /** The answer's status; undefined when the connection failed in passing. */
  readonly status?: number | undefined;
  /** The answer's `Retry-After` header. */
  readonly retryAfter?: string | undefined;
  readonly nowMs: number;
  /** The end of the page's time; undefined if there is none. */
  readonly deadlineAt?: number | undefined;
  /** In [0, 1). */
  readonly random: number;
}

/**
 * Milliseconds to wait before the next try: {@link backoffMs}, or as many as the site asks for. Undefined when there should
 * be none: after too many tries, for a status that will not pass, or when the wait does not fit the deadline.
 */
export function retryDelayMs(failed: FailedTry): number | undefined {
  const { number, status, nowMs, deadlineAt } = failed;
  if (number >= maxTriesAtAddress) return undefined;
  const wantedMs = parseRetryAfter(failed.retryAfter, nowMs);
  const isPassing = status === undefined || isOfGateway(status);
  if (!isPassing && !(status === 429 && wantedMs !== undefined)) return undefined;
  const delayMs = wantedMs ?? backoffMs(number, failed.random);
  const roomMs = deadlineAt === undefined ? maxUnboundedWaitMs : deadlineAt - nowMs - reserveMs;
  return delayMs <= roomMs ? delayMs : undefined;
}

/** True for the status of a gateway that got no answer: the next request may get one. Pure. */
export const isOfGateway = (status: number): boolean => status === 502 || status === 503 || status === 504;

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
