import type { LookupFunction } from "node:net";

/** An address that may be connected to. */
export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/**
 * The one door to the network. Every outgoing connection (page, redirect, subresource, robots.txt, sitemap, webhook,
 * model) is checked here, and connects to the very address that was checked.
 */
export interface EgressGuard {
  /** Throws URL_BLOCKED for a scheme other than http and https, and for a literal address or name that is refused. */
  checkUrl(url: URL): void;
  /**
   * The addresses of a host that may be connected to. Throws URL_BLOCKED if any of them is refused and
   * SCRAPE_DNS_RESOLUTION_ERROR if there is none.
   */
  resolve(hostname: string, port: number): Promise<readonly ResolvedAddress[]>;
  /**
   * Checks a URL that a proxy will connect to: the addresses of its name here must be allowed. A name that the operator
   * opened need not resolve, as perhaps only the proxy knows it. Throws like {@link EgressGuard.resolve}.
   */
  checkProxied(url: URL): Promise<void>;
  /** {@link EgressGuard.resolve} in the form that `net.connect` and undici take, so that a connection is pinned. */
  lookup(port: number): LookupFunction;
}
