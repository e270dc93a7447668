import { request as httpRequest, type IncomingMessage, type RequestOptions, type ServerResponse } from "node:http";
import { hostOf, type EgressSession } from "./session.ts";
import { connectTo, openThrough, type Upstream } from "./upstream.ts";

/** Headers of one hop only (RFC 9110 §7.6.1). */
const hopHeaders = new Set([
  "connection",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Serves a plain HTTP request, which a browser sends to a proxy with an absolute URL. What cannot be served gets a
 * closed connection and no answer: the page must not take a refusal of ours for an answer of the site.
 */
export function forward(session: EgressSession, request: IncomingMessage, response: ServerResponse): void {
  const url = URL.parse(request.url ?? "");
  if (url === null) return void response.destroy();
  const fail = (thrown: unknown) => {
    session.fail(url, thrown);
    response.destroy();
  };
  try {
    session.rules.guard.checkUrl(url);
  } catch (refusal) {
    return fail(refusal);
  }
  const { headers, ...route } = routeOf(session, url);
  const outgoing = httpRequest({ ...route, method: request.method, headers: { ...endToEnd(request), ...headers } });
  outgoing.on("error", fail);
  outgoing.on("response", (answer) => {
    session.succeed(url);
    answer.on("data", (chunk: Buffer) => session.count(chunk.length));
    answer.on("error", () => response.destroy());
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, rawEndToEnd(answer.rawHeaders));
    answer.pipe(response);
  });
  response.on("close", () => outgoing.destroy());
  request.pipe(outgoing);
}

interface Route extends RequestOptions {
  readonly headers: Record<string, string>;
}

/** Where a plain request is sent: to the host itself at a checked address, or to the upstream proxy. */
function routeOf({ rules, agent }: EgressSession, url: URL): Route {
  const port = Number(url.port) || 80;
  const path = url.pathname + url.search;
  const { upstream } = rules;
  if (upstream === undefined)
    return { agent, host: hostOf(url), port, path, lookup: rules.guard.lookup(port), headers: {} };
  if (upstream.url.protocol === "socks5:") return { path, headers: {}, createConnection: throughSocks(upstream, url) };
  const { authorization } = upstream;
  return {
    path: url.href,
    headers: authorization === undefined ? {} : { "proxy-authorization": authorization },
    createConnection: () => connectTo(upstream),
  };
}

function throughSocks(upstream: Upstream, url: URL): NonNullable<RequestOptions["createConnection"]> {
  return (_options, done) => {
    openThrough(upstream, hostOf(url), Number(url.port) || 80).then(
      (socket) => done(null, socket),
      // Node reads no second argument when there is an error, but its types ask for one.
      (error: Error) => done(error, undefined as never),
    );
    return undefined;
  };
}

function endToEnd(request: IncomingMessage): Record<string, string | string[]> {
  const entries = Object.entries(request.headers).filter(([name]) => !hopHeaders.has(name));
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

function rawEndToEnd(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_part, index) => {
    const name = rawHeaders[index - (index % 2)] ?? "";
    return !hopHeaders.has(name.toLowerCase());
  });
}
