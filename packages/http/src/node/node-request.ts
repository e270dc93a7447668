import type { IncomingMessage } from "node:http";
import { EngineError } from "@garner/core";

/** A request of Node's HTTP server, or of a framework on top of it that may have parsed the body already. */
export interface NodeRequest extends IncomingMessage {
  /** The URL before a router cut off its mount path (Express). */
  readonly originalUrl?: string;
  /** The body, if a body parser ran before (Express). */
  readonly body?: unknown;
}

/**
 * The URL and headers of a request, in the terms of the Fetch standard. Throws BAD_REQUEST for requests that Node's
 * parser accepts and HTTP forbids (RFC 9112 §3.2): an invalid target or `Host`, or two of them.
 */
export function readHead(request: NodeRequest): { readonly url: URL; readonly headers: Headers } {
  const headers = headersOf(request);
  const isEncrypted = "encrypted" in request.socket && request.socket.encrypted === true;
  const scheme = isEncrypted ? "https" : "http";
  const url = URL.parse(`${scheme}://${authorityOf(request, headers)}${pathOf(request)}`);
  if (url === null) throw new EngineError("BAD_REQUEST", "The target of the request is not a URL.");
  return { url, headers };
}

function headersOf({ rawHeaders }: NodeRequest): Headers {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    // HTTP/2 has its own name for the host, and others that are no headers.
    if (name === ":authority") headers.set("host", rawHeaders[index + 1] ?? "");
    else if (!name.startsWith(":")) headers.append(name, rawHeaders[index + 1] ?? "");
  }
  return headers;
}

/** The host and port of the server as its caller knows it. A client of HTTP/1.0 need not say. */
function authorityOf({ socket }: NodeRequest, headers: Headers): string {
  const host = headers.get("host");
  if (host === null) return `localhost:${socket.localPort ?? 80}`;
  if (/[\s/?#@\\,]/.test(host) || !URL.canParse(`http://${host}`))
    throw new EngineError("BAD_REQUEST", "The `Host` header is not one host.");
  return host;
}

/** A client of a proxy sends a whole URL as its target, and `OPTIONS *` is about the server. */
function pathOf({ originalUrl, url = "/" }: NodeRequest): string {
  const target = originalUrl ?? url;
  if (target.startsWith("/")) return target;
  if (target === "*") return "/";
  const { pathname, search } = URL.parse(target) ?? { pathname: "", search: "" };
  if (!pathname.startsWith("/")) throw new EngineError("BAD_REQUEST", "The target of the request is not a URL.");
  return pathname + search;
}
