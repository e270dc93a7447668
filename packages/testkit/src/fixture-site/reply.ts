import type { IncomingMessage, ServerResponse } from "node:http";

/** One request to the fixture site. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** The rest of the path after the route's own: `["302", "3"]` for `/redirect/302/3`. */
  readonly rest: readonly string[];
  /** Number of times this very URL was asked for before. */
  readonly requestsBefore: number;
  /** Fires when the caller is gone or the site closes. */
  readonly gone: AbortSignal;
}

/** Answers the requests below one path. */
export type PageRoute = (exchange: Exchange) => void | Promise<void>;

/** Routes by the first segment of their path. */
export type PageRoutes = Readonly<Record<string, PageRoute>>;

/** Sends a whole answer. */
export function send(
  { response }: Exchange,
  body: string | Uint8Array,
  { status = 200, type = "text/html; charset=utf-8", headers = {} }: ReplyOptions = {},
): void {
  response.writeHead(status, { ...(type === "" ? {} : { "content-type": type }), ...headers }).end(body);
}

/** The parts of an answer of the fixture site besides its body. An empty `type` sends no `Content-Type`. */
export interface ReplyOptions {
  readonly status?: number;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** A page with enough text to be taken for content. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
}

/** A whole number from the query string. */
export function numberOf(url: URL, name: string, otherwise: number): number {
  const value = url.searchParams.get(name);
  return value === null ? otherwise : Number(value);
}
