import { EngineError, isErrorCode, type ErrorCode } from "@garner/core/errors";
import { isObject } from "./body.ts";

/** The error of an answer: that of the server's engine, or one by the status of a proxy in between. */
export async function failureOf(response: Response): Promise<EngineError> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!isObject(body) || !isErrorCode(body["code"])) return failureOfStatus(response);
  const { code, error, details } = body;
  const message = typeof error === "string" ? error : `The server answered ${response.status}.`;
  // The server wrote them for this code.
  return new EngineError(code, message, details === undefined ? {} : { details: details as never });
}

const codes: Readonly<Partial<Record<number, ErrorCode>>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "CREDITS_EXHAUSTED",
  403: "FORBIDDEN",
  404: "ROUTE_NOT_FOUND",
  405: "METHOD_NOT_ALLOWED",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "RATE_LIMITED",
  502: "OVERLOADED",
  503: "OVERLOADED",
  504: "OVERLOADED",
};

function failureOfStatus({ status }: Response): EngineError {
  return new EngineError(codes[status] ?? "UNKNOWN_ERROR", `The answer is a ${status}, and not one of Garner's.`);
}

/** The wait that the answer asks for, in milliseconds from `now` (RFC 9110 §10.2.3); undefined if none. Pure. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The error when the caller's signal has fired. */
export function gaveUp(signal: AbortSignal): EngineError {
  return new EngineError("ABORTED", "The caller gave up.", { cause: signal.reason });
}

/** The error of a failed job, from its last event. */
export function failureOfJob(code: string, message: string): EngineError {
  return new EngineError(isErrorCode(code) ? code : "UNKNOWN_ERROR", message);
}

/** The error if the server gave no answer. */
export function unreachable(url: string, cause: unknown): EngineError {
  return new EngineError("OVERLOADED", `The server at ${url} can't be reached, or the connection broke.`, { cause });
}

/** The refusal of an option that only works with an engine in the same process. */
export function onlyEmbedded(option: string, instead: string): EngineError {
  return new EngineError("CAPABILITY_MISSING", `\`${option}\` does not work over HTTP: ${instead}.`, {
    details: { option },
  });
}
