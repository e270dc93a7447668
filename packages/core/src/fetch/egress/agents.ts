import type { TlsOptions } from "./connections.ts";
import type { Dispatcher } from "./undici.ts";
import { loadedOnce } from "../../concurrency/loaded-once.ts";
import type { EgressGuard } from "../../ports/egress-guard.ts";
import type { ProxyServers } from "../../ports/page-source.ts";
import { readProxyUrl, sendThroughProxy, type ProxiedRequest } from "./proxied.ts";

/** The way that a request takes. */
export interface Route {
  readonly proxy: "basic" | "stealth";
  readonly skipTlsVerification: boolean;
}

/** Connections that are kept open and used again, apart for each proxy and each way to verify TLS. */
export interface Agents extends AsyncDisposable {
  /**
   * Sends a request on its route. Where there is no proxy, it goes only to addresses the guard has checked; a proxy looks
   * the name up by itself, so that at least what it means here must be allowed. Throws EngineError for what the guard
   * forbids and for what only a proxy answered, anything else as it comes.
   */
  send<Answer>(url: URL, route: Route, request: ProxiedRequest<Answer>): Promise<Answer>;
}

/** Builds the agents. Throws BAD_REQUEST for a proxy that is not an http, https or socks5 URL. */
export function createAgents(guard: EgressGuard, proxies: ProxyServers = {}): Agents {
  const servers = { basic: readProxy(proxies.basic), stealth: readProxy(proxies.stealth) };
  const agents = new Map<string, Dispatcher>();
  const loadConnections = loadedOnce(() => import("./connections.ts"));
  // A stealth route without a proxy of its own goes the basic way.
  const serverOf = (route: Route) => servers[route.proxy] ?? servers.basic;

  function agentFor(name: string, { skipTlsVerification }: Route, make: (tls: TlsOptions) => Dispatcher): Dispatcher {
    const key = `${name} ${skipTlsVerification}`;
    const agent = agents.get(key) ?? make(skipTlsVerification ? lenientTls : {});
    agents.set(key, agent);
    return agent;
  }

  return {
    async send(url, route, request) {
      guard.checkUrl(url);
      const server = serverOf(route);
      if (server !== undefined) await guard.checkProxied(url);
      const { directAgent, proxyAgent } = await loadConnections();
      if (server === undefined) return await request.send(agentFor("direct", route, (tls) => directAgent(guard, tls)));
      const agent = (proxyTunnel: boolean) =>
        agentFor(`${server} ${proxyTunnel}`, route, (tls) => proxyAgent(server, { tls, proxyTunnel }));
      return await sendThroughProxy(url, { tunnel: agent(true), forward: agent(false) }, request);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
}

/** A caller who verifies nothing may also use servers with outdated TLS. */
const lenientTls: TlsOptions = {
  rejectUnauthorized: false,
  minVersion: "TLSv1",
  ciphers: "DEFAULT@SECLEVEL=0",
};

function readProxy(server: string | undefined): string | undefined {
  return server === undefined ? undefined : readProxyUrl(server).href;
}
