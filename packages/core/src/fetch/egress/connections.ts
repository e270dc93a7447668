import type { LookupFunction } from "node:net";
import type { EgressGuard } from "../../ports/egress-guard.ts";
import { answerLookup } from "./guard.ts";
import { Agent, ProxyAgent, buildConnector, type Dispatcher } from "./undici.ts";

const connectTimeoutMs = 10_000;

const shared = {
  maxHeaderSize: 64 * 1024,
  // One connection, one request: the order and the end of every answer stay certain.
  pipelining: 1,
  allowH2: false,
} as const;

/** Options of TLS, such as how strictly a server's certificate is checked. */
export type TlsOptions = buildConnector.BuildOptions;

/** Makes connections to addresses that the guard has checked. */
export function directAgent(guard: EgressGuard, tls: TlsOptions): Dispatcher {
  return new Agent({ ...shared, connect: guardedConnector(guard, tls) });
}

/** Resolves, checks, and connects to what was checked: a second lookup, with another answer, never happens. */
function guardedConnector(guard: EgressGuard, tls: TlsOptions): buildConnector.connector {
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

/** Makes connections through a proxy. */
export function proxyAgent(
  uri: string,
  { tls, proxyTunnel }: { readonly tls: TlsOptions; readonly proxyTunnel: boolean },
): Dispatcher {
  return new ProxyAgent({ ...shared, uri, proxyTunnel, requestTls: tls, connectTimeout: connectTimeoutMs });
}
