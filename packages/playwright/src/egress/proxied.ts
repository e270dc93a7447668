import { EngineError, proxyRefusal } from "@garner/core";
import { hostOf, type EgressSession } from "./session.ts";
import { openThrough, type Tunnel, type Upstream } from "./upstream.ts";

/**
 * Asks the upstream proxy for a way to a URL's host. The proxy looks the name up by itself, so that at least its
 * addresses here must be allowed. Throws EngineError for a host that the guard forbids, and for a proxy that can't be
 * reached.
 */
export async function openProxied(session: EgressSession, upstream: Upstream, url: URL): Promise<Tunnel> {
  const { guard } = session.rules;
  guard.checkUrl(url);
  await guard.checkProxied(url);
  const port = Number(url.port) || (url.protocol === "https:" ? 443 : 80);
  const way = await openThrough(upstream, hostOf(url), port).catch((thrown: unknown) => {
    throw session.blameProxy(EngineError.from(thrown));
  });
  if ("socket" in way) session.watch(way.socket);
  return way;
}

/** The error for a refusal by the upstream proxy. It is the proxy's own fault unless it could not reach the host. */
export function refusalBy(
  whom: string,
  { session, url, refusedWith }: { session: EgressSession; url: URL; refusedWith: number | string },
): EngineError {
  if (typeof refusedWith === "string")
    return new EngineError("SCRAPE_SITE_ERROR", `The proxy could not reach ${url.host} (${refusedWith}).`);
  const error = proxyRefusal(whom, url, refusedWith);
  return refusedWith >= 500 ? error : session.blameProxy(error);
}
