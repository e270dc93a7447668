import { once } from "node:events";
import {
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { isOfGateway } from "@garner/core";
import { openProxied, refusalBy } from "./proxied.ts";
import { hostOf, type EgressSession } from "./session.ts";
import { connectTo } from "./upstream.ts";

/** Headers of one hop only (RFC 9110 §7.6.1). */
const hopHeaders = new Set(
  "connection keep-alive proxy-authorization proxy-connection te trailer transfer-encoding upgrade".split(" "),
);

/**
 * Serves a plain HTTP request, which a browser sends to a proxy with an absolute URL. If it can't, it closes the
 * connection without an answer: the page must not take a refusal of ours, or of a proxy behind us, for an answer of
 * the site.
 */
export function forward(session: EgressSession, request: IncomingMessage, response: ServerResponse): void {
  const url = URL.parse(request.url ?? "");
  if (url === null) return void response.destroy();
  const ended = new AbortController();
  response.once("close", () => ended.abort());
  send(session, url, { request, signal: ended.signal })
    .then((answer) => {
      answer.on("error", () => response.destroy());
      // Throws for an invalid status.
      response.writeHead(answer.statusCode ?? 502, writable(answer.statusMessage), rawEndToEnd(answer.rawHeaders));
      session.succeed(url);
      answer.on("data", (chunk: Buffer) => session.count(chunk.length));
      answer.pipe(response);
    })
    .catch((thrown: unknown) => {
      session.fail(url, thrown);
      response.destroy();
    });
}

/** Headers may be as wrong and as large as in browsers, which read them in the end. */
const likeBrowsers = { insecureHTTPParser: true, maxHeaderSize: 256 * 1024 };

/** Resolves with the site's answer. */
async function send(
  session: EgressSession,
  url: URL,
  { request, signal }: { readonly request: IncomingMessage; readonly signal: AbortSignal },
): Promise<IncomingMessage> {
  const { refusedWith, headers, ...route } = await routeTo(session, url);
  const allHeaders = { ...endToEnd(request), ...headers };
  const outgoing = httpRequest({ ...likeBrowsers, ...route, method: request.method, headers: allHeaders, signal });
  const answered = Promise.race([once(outgoing, "response"), refusedSwitch(outgoing)]);
  outgoing.on("error", () => undefined); // an error after the answer breaks the answer, too
  request.pipe(outgoing);
  const [answer] = (await answered) as [IncomingMessage];
  const { statusCode = 0 } = answer;
  if (refusedWith === undefined || (statusCode !== refusedWith && !isOfGateway(statusCode))) return answer;
  answer.destroy();
  const whom = statusCode === refusedWith ? "proxy" : "proxy, or a gateway behind it,";
  throw refusalBy(whom, { session, url, refusedWith: statusCode });
}

/** Rejects when the site switches to another protocol (101), which nobody asked it for. */
async function refusedSwitch(outgoing: ClientRequest): Promise<never> {
  const [, socket] = (await once(outgoing, "upgrade")) as [IncomingMessage, Duplex];
  socket.destroy();
  throw new Error("it switches to another protocol");
}

interface Route extends RequestOptions {
  readonly headers: Record<string, string>;
  /** The proxy has refused a tunnel with this status, and is asked to fetch the URL by itself. */
  readonly refusedWith?: number;
}

/** The route of a plain request: to the host itself at a checked address, or through the upstream proxy. */
async function routeTo(session: EgressSession, url: URL): Promise<Route> {
  const { rules, agent } = session;
  const port = Number(url.port) || 80;
  const path = url.pathname + url.search;
  const { upstream } = rules;
  if (upstream === undefined) {
    rules.guard.checkUrl(url);
    return { agent, host: hostOf(url), port, path, lookup: rules.guard.lookup(port), headers: {} };
  }
  // Through a tunnel, only the site can answer.
  const way = await openProxied(session, upstream, url);
  if ("socket" in way) return { path, headers: {}, createConnection: () => way.socket };
  const { refusedWith } = way;
  // Many proxies tunnel to the port of HTTPS only, and are handed plain requests over.
  if (typeof refusedWith === "string" || refusedWith >= 500 || refusedWith === 407)
    throw refusalBy("proxy", { session, url, refusedWith });
  const { authorization } = upstream;
  const headers = authorization === undefined ? {} : { "proxy-authorization": authorization };
  return { path: url.href, headers, createConnection: () => session.watch(connectTo(upstream)), refusedWith };
}

function endToEnd(request: IncomingMessage): Record<string, string | string[]> {
  const entries = Object.entries(request.headers).filter(([name]) => !hopHeaders.has(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function rawEndToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders
    .filter((_part, index) => {
      const name = rawHeaders[index - (index % 2)] ?? "";
      return !hopHeaders.has(name.toLowerCase());
    })
    .map(writable);
}

/** A header's value or a reason without the characters that neither may have (RFC 9110 §5.5). */
function writable(text = ""): string {
  return text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
}
