import { EngineError } from "../errors.ts";
import { parseRetryAfter } from "../fetch/retry.ts";

/** The part of the AI SDK's call errors that is looked at. */
interface CallError {
  readonly statusCode?: unknown;
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
  readonly responseBody?: unknown;
  readonly isRetryable?: unknown;
  readonly message?: unknown;
}

function callError(thrown: unknown): CallError {
  return typeof thrown === "object" && thrown !== null ? thrown : {};
}

/** Whether a provider refused because it is busy or out of order, which passes. */
export function isBusy(thrown: unknown): boolean {
  const { statusCode, isRetryable } = callError(thrown);
  if (typeof statusCode === "number") return statusCode === 429 || statusCode === 408 || statusCode >= 500;
  return isRetryable === true;
}

/** Whether a provider does not know the answer format that was asked for. */
export function isRefusedFormat(thrown: unknown): boolean {
  const { statusCode, responseBody } = callError(thrown);
  const isRefusal = statusCode === 400 || statusCode === 404 || statusCode === 415 || statusCode === 422;
  return (
    isRefusal && /response_format|json_schema|text\.format|structured|schema|grammar/i.test(String(responseBody ?? ""))
  );
}

const longestRetryAfterMs = 60_000;

/** When a question is asked again: its attempt so far, the time, and a number in [0, 1) for the jitter. */
export interface FailedAttempt {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly random: number;
}

/** How long to wait before the next attempt: what the provider says, else exponentially longer, with jitter. */
export function retryDelayMs(thrown: unknown, { number, now, random }: FailedAttempt): number {
  const headers = callError(thrown).responseHeaders ?? {};
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  const toldMs = Number.isFinite(exact) && exact >= 0 ? exact : parseRetryAfter(headers["retry-after"], now);
  if (toldMs !== undefined) return Math.min(toldMs, longestRetryAfterMs) + random * 100;
  return 1000 * 2 ** (number - 1) * (0.75 + random / 2);
}

/** The engine's error for a failed question. The provider's own words are in the message, its answer in the cause. */
export function modelFailure(thrown: unknown): EngineError {
  if (EngineError.is(thrown)) return thrown;
  const { statusCode, message } = callError(thrown);
  const status = typeof statusCode === "number" ? ` with HTTP status ${statusCode}` : "";
  const reason = typeof message === "string" && message !== "" ? `: ${message.slice(0, 300)}` : "";
  const advice = statusCode === 401 || statusCode === 403 ? " Check the key." : "";
  return new EngineError(
    "PROVIDER_FAILED",
    `The language model failed${status}${reason.replace(/\.$/, "")}.${advice}`,
    {
      cause: thrown,
      ...(typeof statusCode === "number" ? { details: { providerStatus: statusCode } } : {}),
    },
  );
}
