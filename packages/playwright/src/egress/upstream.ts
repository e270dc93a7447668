import { connect as connectTcp, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { request as httpRequest } from "node:http";
import { once } from "node:events";
import { SocksClient } from "socks";
import { EngineError } from "@garner/core";

/** A proxy server outside, through which the browser's traffic leaves. */
export interface Upstream {
  readonly url: URL;
  /** The `Proxy-Authorization` header; undefined for a proxy without credentials. */
  readonly authorization: string | undefined;
}

/** Reads a proxy server's URL. Throws BAD_REQUEST for one that is not http, https or socks5. */
export function readUpstream(server: string): Upstream {
  const url = URL.parse(server);
  if (url === null || !["http:", "https:", "socks5:"].includes(url.protocol) || url.hostname === "")
    throw new EngineError("BAD_REQUEST", "A proxy must be an http:, https: or socks5: URL.");
  const { user, password } = credentialsOf(url);
  const authorization = user === "" ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  return { url, authorization };
}

const connectTimeoutMs = 15_000;

/** Opens a connection to a host and port through an upstream proxy. Rejects when the proxy refuses or can't be reached. */
export async function openThrough(upstream: Upstream, host: string, port: number): Promise<Socket> {
  if (upstream.url.protocol === "socks5:") return await openThroughSocks(upstream, host, port);
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
  request.on("timeout", () => request.destroy(new Error("The proxy did not answer in time.")));
  request.end();
  const [response, socket] = (await once(request, "connect")) as [{ statusCode?: number }, Socket];
  if (response.statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`The proxy answered ${response.statusCode ?? "nothing"}.`);
}

/** A connection to the proxy server itself. The operator chose it, so the egress guard has no say. */
export function connectTo(upstream: Upstream): Socket {
  const target = { host: upstream.url.hostname, port: portOf(upstream) };
  if (upstream.url.protocol === "https:") return connectTls({ ...target, servername: upstream.url.hostname });
  return connectTcp(target);
}

async function openThroughSocks(upstream: Upstream, host: string, port: number): Promise<Socket> {
  const { user, password } = credentialsOf(upstream.url);
  const { socket } = await SocksClient.createConnection({
    proxy: {
      host: upstream.url.hostname,
      port: portOf(upstream),
      type: 5,
      ...(user === "" ? {} : { userId: user, password }),
    },
    command: "connect",
    destination: { host, port },
    timeout: connectTimeoutMs,
  });
  return socket;
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
