import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Handler, RequestContext } from "./handler.ts";

/** A request of Node's HTTP server, or of a framework on top of it that may have parsed the body already. */
export interface NodeRequest extends IncomingMessage {
  /** The URL before a router cut off its mount path (Express). */
  readonly originalUrl?: string;
  /** The body, if a body parser ran before (Express). */
  readonly body?: unknown;
}

/** Answers one request of a Node HTTP server. Resolves when the answer is sent, or the caller is gone. */
export type NodeListener = (request: NodeRequest, response: ServerResponse, context?: RequestContext) => Promise<void>;

/**
 * Turns a handler into a listener for `http.createServer` and for frameworks with Node's request and response. The
 * request's signal fires when the caller disconnects before the answer is complete.
 */
export function toNodeListener(handler: Handler): NodeListener {
  return async (request, response, context) => {
    const disconnected = new AbortController();
    response.once("close", () => {
      if (!response.writableFinished) disconnected.abort(new Error("The caller disconnected."));
    });
    // The Fetch standard refuses to build requests with these methods (HTTP tunnelling and diagnostics).
    if (/^(?:CONNECT|TRACE|TRACK)$/.test(request.method ?? "")) {
      response.writeHead(405, { allow: "GET, HEAD, POST, DELETE, OPTIONS" }).end();
      return;
    }
    await send(await handler(toFetchRequest(request, disconnected.signal), context), response);
  };
}

function toFetchRequest(request: NodeRequest, signal: AbortSignal): Request {
  const { method = "GET", rawHeaders } = request;
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!name.startsWith(":")) headers.append(name, rawHeaders[index + 1] ?? "");
  }
  const body = method === "GET" || method === "HEAD" ? null : bodyOf(request, headers);
  const init = { method, headers, body, signal, duplex: "half" } as const;
  return new Request(urlOf(request), init);
}

function urlOf(request: NodeRequest): string {
  const target = request.originalUrl ?? request.url ?? "/";
  // A proxy's client sends an absolute URL as its target, and `OPTIONS *` is about the server as a whole.
  const path = target.startsWith("/") ? target : target.replace(/^(?:\w+:\/\/[^/]*|\*)\/?/, "/");
  const scheme = "encrypted" in request.socket ? "https" : "http";
  const url = `${scheme}://${request.headers.host}${path}`;
  return URL.canParse(url) ? url : `${scheme}://localhost${path}`;
}

/** The unread stream, or what a body parser made of it. */
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
  if (/^application\/x-www-form-urlencoded\b/i.test(headers.get("content-type") ?? "")) return formOf(body);
  headers.set("content-type", "application/json");
  return JSON.stringify(body);
}

/** A parsed form as it was sent: the values are text again, for the handler to read by its own rules. */
function formOf(fields: object): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, asText(one));
  }
  return form.toString();
}

function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body === null) {
    response.end();
    return;
  }
  try {
    await pipeline(answer.body, response);
  } catch (cause) {
    // The pipeline has closed the connection, which is all that can be said to a caller in the middle of an answer.
    if (!response.destroyed) throw cause;
  }
}
