import { z } from "zod";

/**
 * A host as an operator names it: `example.com`, which is every port of it, `127.0.0.1:8080`, or `*.example.com` for a domain
 * with its subdomains.
 */
export const HostPattern = z.string().max(255).refine(isHostPattern, {
  error:
    "must be a host as addresses have it, in lower case, such as `shop.example`, `127.0.0.1:8080` (no port 80 or 443), or `*.shop.example` for all below it",
});

/** True for what the host of some address can be; anything else would match none. */
function isHostPattern(pattern: string): boolean {
  if (pattern.startsWith("*.")) return /^[a-z\d._-]+$/.test(pattern.slice(2));
  return ["http", "https"].every((scheme) => URL.parse(`${scheme}://${pattern}/`)?.host === pattern && pattern !== "*");
}

/**
 * A number that says how closely a pattern names a host, which may have a port: the higher, the closer; 0 if it does not.
 * Pure.
 */
export function closenessOf(pattern: string, host: string): number {
  if (pattern === host) return Infinity;
  if (host.startsWith(`${pattern}:`)) return Number.MAX_VALUE;
  const isBelow = pattern.startsWith("*.") && `.${host.replace(/:\d+$/, "")}`.endsWith(pattern.slice(1));
  return isBelow ? pattern.length : 0;
}
