import { EngineError } from "../errors.ts";
import { engineErrorIn } from "../fetch/network-error.ts";
import { parseRetryAfter } from "../fetch/retry.ts";
import { withoutKeys } from "../text/without-keys.ts";

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

/** True if a provider refused because it is busy or out of order, which passes; what this engine gave up does not. */
export function isBusy(thrown: unknown): boolean {
  if (engineErrorIn(thrown) !== undefined) return false;
  const { statusCode, isRetryable } = callError(thrown);
  if (typeof statusCode === "number") return statusCode === 429 || statusCode === 408 || statusCode >= 500;
  return isRetryable === true;
}

/** True if a provider does not know the answer format that was asked for. */
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

/**
 * The time to wait before the next attempt: what the provider says, else exponentially longer, with jitter. Undefined if the
 * provider asks for more than anybody waits.
 */
export function retryDelayMs(thrown: unknown, { number, now, random }: FailedAttempt): number | undefined {
  const headers = callError(thrown).responseHeaders ?? {};
  const exact = Number(headers["retry-after-ms"] ?? Number.NaN);
  const toldMs = Number.isFinite(exact) && exact >= 0 ? exact : parseRetryAfter(headers["retry-after"], now);
  if (toldMs !== undefined) return toldMs > longestRetryAfterMs ? undefined : toldMs + random * 100;
  return 1000 * 2 ** (number - 1) * (0.75 + random / 2);
}

/** The words of a provider about a failure, without keys. Pure. */
export function saidByProvider(thrown: unknown): { readonly status?: number; readonly message: string } {
  const { statusCode, message } = callError(thrown);
  const said = typeof message === "string" ? withoutKeys(message.slice(0, 2000)) : "";
  return { ...(typeof statusCode === "number" ? { status: statusCode } : {}), message: said };
}

/**
 * The engine's error for a failed question, with the provider's own words in its message; but for a refused key, which is
 * a matter between the operator and the provider. Its answer is in the cause.
 */
export function modelFailure(thrown: unknown): EngineError {
  const known = engineErrorIn(thrown);
  if (known !== undefined) return known;
  const { status, message } = saidByProvider(thrown);
  const options = { cause: thrown, ...(status === undefined ? {} : { details: { providerStatus: status } }) };
  if (status === 401 || status === 403) {
    const refusal = `The provider of the language model refused the key (HTTP status ${status}). The operator has to check it.`;
    return new EngineError("PROVIDER_FAILED", refusal, options);
  }
  const how = status === undefined ? "" : ` with HTTP status ${status}`;
  const reason = message === "" ? "" : `: ${message.slice(0, 300).replace(/\.$/, "")}`;
  return new EngineError("PROVIDER_FAILED", `The language model failed${how}${reason}.`, options);
}
