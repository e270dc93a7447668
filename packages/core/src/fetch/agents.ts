import type { LookupFunction } from "node:net";
import { Agent, ProxyAgent, buildConnector, type Dispatcher } from "undici";
import { EngineError } from "../errors.ts";
import { answerLookup } from "./guard.ts";
import type { EgressGuard } from "../ports/egress-guard.ts";

/** Proxy servers by tier: `http:`, `https:` or `socks5:` URLs, with credentials if needed. */
export interface ProxyServers {
  readonly basic?: string | undefined;
  readonly stealth?: string | undefined;
}

/** Which way a request takes. */
export interface Route {
  readonly proxy: "basic" | "stealth";
  readonly skipTlsVerification: boolean;
}

/** Connections that are kept open and used again, apart for each proxy and each way to verify TLS. */
export interface Agents extends AsyncDisposable {
  /** The agent of a route. Where there is no proxy, it connects only to addresses the guard has checked. */
  agentFor(route: Route): Dispatcher;
  /** Whether a route leads through a proxy, which makes the connection to the page itself. */
  usesProxy(route: Route): boolean;
}

const connectTimeoutMs = 10_000;

const shared = {
  maxHeaderSize: 64 * 1024,
  // One connection, one request: the order and the end of every answer stay certain.
  pipelining: 1,
  allowH2: false,
} as const;

/** Builds the agents. Throws BAD_REQUEST for a proxy that is not an http, https or socks5 URL. */
export function createAgents(guard: EgressGuard, proxies: ProxyServers = {}): Agents {
  const servers = { basic: readProxy(proxies.basic), stealth: readProxy(proxies.stealth) };
  const agents = new Map<string, Dispatcher>();
  // A stealth route without a proxy of its own goes the basic way.
  const serverOf = (route: Route) => servers[route.proxy] ?? servers.basic;

  return {
    usesProxy: (route) => serverOf(route) !== undefined,
    agentFor(route) {
      const server = serverOf(route);
      const key = `${server ?? "direct"} ${route.skipTlsVerification}`;
      const tls = route.skipTlsVerification ? lenientTls : {};
      const agent = agents.get(key) ?? (server === undefined ? directAgent(guard, tls) : proxyAgent(server, tls));
      agents.set(key, agent);
      return agent;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

/** Who does not verify may as well speak to servers that only know what was safe once. */
const lenientTls: buildConnector.BuildOptions = {
  rejectUnauthorized: false,
  minVersion: "TLSv1",
  ciphers: "DEFAULT@SECLEVEL=0",
};

function directAgent(guard: EgressGuard, tls: buildConnector.BuildOptions): Dispatcher {
  return new Agent({ ...shared, connect: guardedConnector(guard, tls) });
}

/** Resolves, checks, and connects to what was checked: a second lookup, with another answer, never happens. */
function guardedConnector(guard: EgressGuard, tls: buildConnector.BuildOptions): buildConnector.connector {
  return (options, callback) => {
    const port = Number(options.port) || (options.protocol === "https:" ? 443 : 80);
    guard.resolve(options.hostname, port).then(
      (addresses) => {
        const lookup: LookupFunction = (_hostname, wanted, answer) => answerLookup(addresses, wanted, answer);
        const pinned = { ...tls, lookup, timeout: connectTimeoutMs, allowH2: shared.allowH2 };
        buildConnector(pinned)(options, callback);
      },
      (error: Error) => callback(error, null),
    );
  };
}

function proxyAgent(uri: string, tls: buildConnector.BuildOptions): Dispatcher {
  return new ProxyAgent({ ...shared, uri, requestTls: tls, connectTimeout: connectTimeoutMs });
}

function readProxy(server: string | undefined): string | undefined {
  if (server === undefined) return undefined;
  const url = URL.parse(server);
  if (url === null || !["http:", "https:", "socks5:"].includes(url.protocol) || url.hostname === "")
    throw new EngineError("BAD_REQUEST", "A proxy must be an http:, https: or socks5: URL.");
  return url.href;
}
