import { STATUS_CODES } from "node:http";
import type { Dispatcher } from "./undici.ts";
import { EngineError } from "../../errors.ts";
import { causes, codeOf } from "../network-error.ts";
import { isOfGateway } from "../retry.ts";

/** The two ways to ask an HTTP proxy for something; a SOCKS proxy has tunnels only. */
export interface ProxyDispatchers {
  /** Through a tunnel (`CONNECT`), only the site can answer. */
  readonly tunnel: Dispatcher;
  /** Hands the request over to the proxy (RFC 9112 §3.2.2, absolute form). */
  readonly forward: Dispatcher;
}

/** Sends a request, reports its answer's status, and discards an answer that is not the site's. */
export interface ProxiedRequest<Answer> {
  readonly send: (dispatcher: Dispatcher) => Promise<Answer>;
  readonly statusOf: (answer: Answer) => number;
  readonly discard: (answer: Answer) => void;
}

/**
 * Sends a request through a proxy, and tells the proxy's answers from the site's: whatever comes through a tunnel is the
 * site's. Proxies that tunnel to the port of HTTPS only are handed requests for plain pages over; then their refusal of
 * the tunnel, and what a gateway says that can't reach a site, is taken for their own. Throws SCRAPE_SITE_ERROR for an
 * answer of the proxy.
 */
export async function sendThroughProxy<Answer>(
  url: URL,
  { tunnel, forward }: ProxyDispatchers,
  { send, statusOf, discard }: ProxiedRequest<Answer>,
): Promise<Answer> {
  let refusedWith: number;
  try {
    return await send(tunnel);
  } catch (thrown) {
    const status = refusalOf(thrown);
    if (status === undefined) throw proxyUnreachable(thrown) ?? thrown;
    if (url.protocol === "https:" || status === 407 || status >= 500) throw proxyRefusal("proxy", url, status);
    refusedWith = status;
  }
  const answer = await send(forward);
  const status = statusOf(answer);
  if (status !== refusedWith && !isOfGateway(status)) return answer;
  discard(answer);
  throw proxyRefusal(status === refusedWith ? "proxy" : "proxy, or a gateway behind it,", url, status);
}

/** The status with which a proxy refused a tunnel; undefined if something else went wrong. */
function refusalOf(thrown: unknown): number | undefined {
  for (const error of causes(thrown)) {
    const status = error instanceof Error ? /^Proxy response \((\d{3})\)/.exec(error.message)?.[1] : undefined;
    if (status !== undefined) return Number(status);
  }
  return undefined;
}

/**
 * The error of a proxy that took no connection itself; undefined for any other failure. Behind a proxy, nothing else is
 * connected to from here.
 */
export function proxyUnreachable(thrown: unknown): EngineError | undefined {
  const reason = reasons[codeOf(thrown)];
  if (reason === undefined) return undefined;
  // The cause is a text, so that it is not taken for the site's refusal.
  return new EngineError("SCRAPE_SITE_ERROR", `The proxy could not be reached: ${reason}.`, { cause: String(thrown) });
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "it refused the connection",
  ENOTFOUND: "its name does not resolve",
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to its network",
  UND_ERR_CONNECT_TIMEOUT: "it did not accept the connection in time",
  UND_ERR_PRX_CONN: "it closed the connection",
  UND_ERR_PRX_TLS: "its TLS certificate is not valid",
};

/** Reads a proxy server's address. Throws BAD_REQUEST for one that is not http, https or socks5. Pure. */
export function readProxyUrl(server: string): URL {
  const url = URL.parse(server);
  if (url === null || !["http:", "https:", "socks5:"].includes(url.protocol) || url.hostname === "")
    throw new EngineError("BAD_REQUEST", "`proxy` must be an http:, https: or socks5: URL.");
  return url;
}

/** The error for an answer that is not the site's: its sender, the request, and its status. */
export function proxyRefusal(whom: string, url: URL, status: number): EngineError {
  const meaning = STATUS_CODES[status];
  const reason = `The ${whom} answered ${status}${meaning === undefined ? "" : ` (${meaning})`} for ${url.host}`;
  const advice = status === 407 ? ": check its name and password." : ".";
  return new EngineError("SCRAPE_SITE_ERROR", reason + advice);
}
