import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { EngineError } from "@garner/core";
import { errorResponse } from "../wire/envelope.ts";
import type { FetchHandler } from "../handler.ts";
import { readHead, type NodeRequest } from "./node-request.ts";

/** Answers one request of a Node HTTP server. Resolves once the answer is sent or the caller gone; never rejects. */
export type NodeListener = (request: NodeRequest, response: ServerResponse) => Promise<void>;

/** The options of a {@link NodeListener}. All are optional. */
export interface NodeListenerOptions {
  /** The longest a caller may stop reading its answer; then the connection is closed. A minute when not given. */
  readonly stallTimeoutMs?: number | undefined;
  /** Called if a handler rejects, which is a bug; a process warning when not given. The caller gets a 500. */
  readonly onFailure?: ((thrown: unknown) => void) | undefined;
}

/**
 * Turns a handler into a listener for `http.createServer` and for frameworks with Node's request and response. The
 * request's signal fires when the caller disconnects before the answer is complete. No caller can make it throw:
 * requests outside the Fetch standard get 400 or 405, and callers that do not read are disconnected.
 */
export function toNodeListener(handler: FetchHandler, options: NodeListenerOptions = {}): NodeListener {
  const { stallTimeoutMs = 60_000, onFailure = warnOf } = options;
  return async (request, response) => {
    const disconnected = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) disconnected.abort(new Error("The caller disconnected."));
    });
    try {
      const asked = readRequest(request, disconnected.signal);
      const answer = asked instanceof Request ? await handler(asked) : errorResponse(asked, "");
      closeWhenStalled(response, stallTimeoutMs);
      // The rest of a body that is too large may be of any size.
      const isLast = answer.status === 413 && !request.complete;
      await send(answer, response, isLast);
      discardRest(request);
      if (isLast) endSoon(request, response);
    } catch (thrown) {
      onFailure(thrown);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { connection: "close" }).end();
    }
  };
}

/** Discards the rest of a refused request, which would block the next one on the connection. */
function discardRest(request: NodeRequest): void {
  if (request.complete || request.destroyed) return;
  request.removeAllListeners("data");
  request.resume();
}

/** The time a caller may go on sending after the last answer of its connection, which it may not have read yet. */
const lingerMs = 2000;

/** Ends an answer and the connection once the caller has stopped sending: closed earlier, the answer might be lost. */
function endSoon(request: NodeRequest, response: ServerResponse): void {
  const end = () => void response.end();
  const patience = setTimeout(end, lingerMs).unref();
  request.once("end", end).once("close", end);
  response.once("close", () => clearTimeout(patience));
}

/** Applies from now until the answer is sent: any delay before is our own work. */
function closeWhenStalled(response: ServerResponse, stallTimeoutMs: number): void {
  const usualMs = response.req.socket.timeout ?? 0;
  response.setTimeout(stallTimeoutMs, () => {
    // An event stream without news is quiet, which is no fault.
    if (response.writableLength > 0) response.destroy();
    else response.setTimeout(stallTimeoutMs);
  });
  // Before Node's own listener, which begins the time that the connection is kept alive.
  response.prependOnceListener("finish", () => response.setTimeout(usualMs));
}

function warnOf(thrown: unknown): void {
  process.emitWarning(thrown instanceof Error ? thrown : new Error(String(thrown)));
}

function readRequest(request: NodeRequest, signal: AbortSignal): Request | EngineError {
  const { method = "GET" } = request;
  // The Fetch standard refuses to build requests with these methods (HTTP tunnelling and diagnostics).
  if (/^(?:CONNECT|TRACE|TRACK)$/.test(method)) {
    const allow = "GET, HEAD, POST, DELETE, OPTIONS";
    return new EngineError("METHOD_NOT_ALLOWED", `${method} is not for this server.`, { details: { allow } });
  }
  try {
    const { url, headers } = readHead(request);
    const body = method === "GET" || method === "HEAD" ? null : bodyOf(request, headers);
    const init = { method, headers, body, signal, duplex: "half" } as const;
    return new Request(url, init);
  } catch (cause) {
    if (EngineError.is(cause)) return cause;
    return new EngineError("BAD_REQUEST", "The head of the request can't be read.", { cause });
  }
}

/** The unread stream, or the value that a body parser made of it. */
function bodyOf(
  request: NodeRequest,
  headers: Headers,
): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string | null {
  const { body } = request;
  if (!request.readableDidRead) return Readable.toWeb(request) as ReadableStream<Uint8Array>;
  headers.delete("content-encoding");
  headers.delete("content-length");
  if (body === undefined || body === null) return null;
  if (typeof body === "string") return body;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  const type = headers.get("content-type") ?? "";
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return formOf(body);
  if (/^multipart\b/i.test(type)) throw uploadTaken();
  headers.set("content-type", "application/json");
  return JSON.stringify(body);
}

/** A parser of uploads keeps the files in a place of its own. */
function uploadTaken(): EngineError {
  return new EngineError("CAPABILITY_MISSING", "A parser of uploads read this one before Garner: let it run after.", {
    details: { option: "file" },
  });
}

/** A parsed form as it was sent: the values are text again, for the handler to read by its own rules. */
function formOf(fields: object): string {
  const form = new URLSearchParams();
  const open = Object.entries(fields);
  // In the order of the fields, and without recursion: the host's parser decides how deep they are nested.
  open.reverse();
  for (let field = open.pop(); field !== undefined; field = open.pop()) {
    const [name, value] = field;
    if (typeof value !== "object" || value === null) form.append(name, String(value));
    else if (Array.isArray(value) && value.every((one) => typeof one !== "object")) {
      for (const one of value) form.append(name, String(one));
    } else for (const [key, inner] of Object.entries(value).toReversed()) open.push([`${name}[${key}]`, inner]);
  }
  return form.toString();
}

/** The last answer of a connection is not ended here. */
async function send(answer: Response, response: ServerResponse, isLast: boolean): Promise<void> {
  response.writeHead(answer.status, [...answer.headers, ...(isLast ? [["connection", "close"]] : [])].flat());
  if (answer.body === null) {
    response.end();
    return;
  }
  try {
    await pipeline(answer.body, response, { end: !isLast });
  } catch (cause) {
    // The pipeline has closed the connection, which is all that can be said to a caller in the middle of an answer.
    if (!response.destroyed) throw cause;
  }
}
