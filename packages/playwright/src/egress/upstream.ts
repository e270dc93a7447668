import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { request as httpRequest } from "node:http";
import { once } from "node:events";
import { EngineError, proxyUnreachable, readProxyUrl } from "@garner/core";

/** A proxy server outside, through which the browser's traffic leaves. */
export interface Upstream {
  readonly url: URL;
  /** The `Proxy-Authorization` header; undefined for a proxy without credentials. */
  readonly authorization: string | undefined;
}

/** Reads a proxy server's URL. Throws BAD_REQUEST for one that is not http, https or socks5. */
export function readUpstream(server: string): Upstream {
  const url = readProxyUrl(server);
  const { user, password } = credentialsOf(url);
  const authorization = user === "" ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return { url, authorization };
}

const connectTimeoutMs = 15_000;

/** A way to a host through a proxy, or the HTTP status or SOCKS reply with which the proxy refused it. */
export type Tunnel = { readonly socket: Socket } | { readonly refusedWith: number | string };

/** Asks a proxy for a connection to a host. Throws SCRAPE_SITE_ERROR when the proxy can't be reached, or is none. */
export async function openThrough(upstream: Upstream, host: string, port: number): Promise<Tunnel> {
  try {
    if (upstream.url.protocol === "socks5:") return await openThroughSocks(upstream, host, port);
    return await openThroughHttp(upstream, host, port);
  } catch (thrown) {
    // The message may name the proxy, which is the operator's own affair. Libraries keep the code in the message only.
    const code = /\bE[A-Z]{5,}\b/.exec(String(thrown))?.[0];
    const known = proxyUnreachable(thrown) ?? proxyUnreachable({ code });
    throw known ?? new EngineError("SCRAPE_SITE_ERROR", "The proxy opened no connection.", { cause: String(thrown) });
  }
}

async function openThroughHttp(upstream: Upstream, host: string, port: number): Promise<Tunnel> {
  const request = httpRequest({
    method: "CONNECT",
    host: upstream.url.hostname,
    port: portOf(upstream),
    path: `${bracketed(host)}:${port}`,
    headers: {
      host: `${bracketed(host)}:${port}`,
      ...(upstream.authorization === undefined ? {} : { "proxy-authorization": upstream.authorization }),
    },
    timeout: connectTimeoutMs,
    createConnection: () => connectTo(upstream),
  });
  request.on("timeout", () =>
    request.destroy(Object.assign(new Error("timed out"), { code: "UND_ERR_CONNECT_TIMEOUT" })),
  );
  request.end();
  const [response, socket] = (await once(request, "connect")) as [{ statusCode?: number }, Socket];
  const { statusCode = 0 } = response;
  if (statusCode >= 200 && statusCode < 300) return { socket };
  socket.destroy();
  return { refusedWith: statusCode };
}

/** A connection to the proxy server itself. The operator chose it, so the egress guard has no say. */
export function connectTo(upstream: Upstream): Socket {
  const target = { host: upstream.url.hostname, port: portOf(upstream) };
  if (upstream.url.protocol === "https:") return connectTls({ ...target, servername: upstream.url.hostname });
  return connectTcp(target);
}

/** The answers of a SOCKS proxy for a host that it can't reach (RFC 1928 §6), in the words of the library. */
const unreachableHost = /- (HostUnreachable|NetworkUnreachable|ConnectionRefused|TTLExpired)/;

async function openThroughSocks(upstream: Upstream, host: string, port: number): Promise<Tunnel> {
  const { user, password } = credentialsOf(upstream.url);
  const proxy = { host: upstream.url.hostname, port: portOf(upstream), type: 5 } as const;
  const { SocksClient } = await import("socks");
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: { ...proxy, ...(user === "" ? {} : { userId: user, password }) },
      command: "connect",
      destination: { host, port },
      timeout: connectTimeoutMs,
    });
    return { socket };
  } catch (thrown) {
    const reply = unreachableHost.exec(thrown instanceof Error ? thrown.message : "")?.[1];
    if (reply === undefined) throw thrown;
    return { refusedWith: reply };
  }
}

function portOf({ url }: Upstream): number {
  if (url.port !== "") return Number(url.port);
  return url.protocol === "https:" ? 443 : url.protocol === "socks5:" ? 1080 : 80;
}

function credentialsOf(url: URL): { readonly user: string; readonly password: string } {
  return { user: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
}

function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
