import { setImmediate as nextTurn } from "node:timers/promises";
import { EngineError, type ErrorCode } from "@garner/core";
import type { z } from "zod";
import { jsonPieces } from "./json-pieces.ts";
import type { Place, Places } from "./places.ts";

/** The form of an operation's result on the wire. */
export interface Envelope<Result> {
  /** The body of the answer. */
  readonly schema: z.ZodType;
  /**
   * A pure function from the result, the sent input, and the contract's address to the body of the answer.
   */
  readonly write: (result: Result, sent: unknown, baseUrl: string) => unknown;
}

/** The parts of an answer besides its body. */
interface AnswerInit {
  readonly status?: number;
  readonly headers?: Headers;
}

/**
 * An answer with a JSON body. A short one announces its length, so that an answer to HEAD can say it too. A long one is
 * written piece by piece, each in its own turn of the event loop, so that other work comes in between, and holds a place
 * until it is written. Throws OVERLOADED when there is no place.
 */
export function jsonResponse(body: unknown, init: AnswerInit & { readonly places?: Places } = {}): Response {
  const pieces = jsonPieces(body);
  const first = pieces.next().value ?? "";
  const second = pieces.next();
  if (second.done === true) return textResponse(first, "application/json", init);
  const headers = new Headers(init.headers);
  headers.set("content-type", "application/json; charset=utf-8");
  const stream = inTurns(first + second.value, pieces, init.places);
  return new Response(stream, { status: init.status ?? 200, headers });
}

function inTurns(first: string, others: Iterator<string>, places: Places | undefined): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let place: Place | undefined;
  return new ReadableStream({
    start(controller) {
      place = places?.take(() => controller.error(new EngineError("ABORTED", "The caller has not read for long.")));
      controller.enqueue(encoder.encode(first));
    },
    async pull(controller) {
      place?.touch();
      await nextTurn();
      const { value, done } = others.next();
      if (done !== true) return controller.enqueue(encoder.encode(value));
      controller.close();
      place?.[Symbol.dispose]();
    },
    cancel: () => place?.[Symbol.dispose](),
  });
}

/** An answer with a body of text. */
export function textResponse(text: string, mediaType: string, init: AnswerInit = {}): Response {
  const bytes = new TextEncoder().encode(text);
  const headers = new Headers(init.headers);
  headers.set("content-type", `${mediaType}; charset=utf-8`);
  headers.set("content-length", String(bytes.byteLength));
  return new Response(bytes, { status: init.status ?? 200, headers });
}

/**
 * The answer to a failure: `{ success: false, code, error, details? }` with the status of its code, and `Retry-After`
 * where the failure knows it or the server is unavailable (503). An unexpected failure shows nothing but an id, under
 * which the log has the reason.
 */
export function errorResponse(error: EngineError, requestId: string): Response {
  const headers = new Headers();
  const retryAfterMs = retryAfterOf(error);
  if (retryAfterMs !== undefined) headers.set("retry-after", String(Math.ceil(retryAfterMs / 1000)));
  if (EngineError.is(error, "METHOD_NOT_ALLOWED") && error.details !== undefined)
    headers.set("allow", error.details.allow);
  if (error.code === "UNAUTHORIZED") headers.set("www-authenticate", "Bearer");
  return jsonResponse(errorBody(error, requestId), { status: error.status, headers });
}

/** After this time, a caller may check again if the store is back. */
const unavailableForMs = 5000;

function retryAfterOf(error: EngineError): number | undefined {
  const isLate = EngineError.is(error, "RATE_LIMITED") || EngineError.is(error, "OVERLOADED");
  return (isLate ? error.details?.retryAfterMs : undefined) ?? (error.status === 503 ? unavailableForMs : undefined);
}

/** A failure as the caller sees it. */
export interface ErrorBody {
  readonly success: false;
  readonly code: ErrorCode;
  readonly error: string;
  readonly details?: unknown;
}

/** The body of the answer to a failure. */
export function errorBody({ code, message, details }: EngineError, requestId: string): ErrorBody {
  const hidden = `Something unexpected went wrong. Error id: ${requestId}`;
  if (code === "UNKNOWN_ERROR") return { success: false, code, error: hidden };
  return { success: false, code, error: message, ...(details === undefined ? {} : { details }) };
}
