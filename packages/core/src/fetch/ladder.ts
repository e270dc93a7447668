import type { Clock } from "../ports/clock.ts";
import type { Capability, PageSource } from "../ports/page-source.ts";
import type { Verdict } from "../schema/result.ts";

/** One try at a page: a source, and the kind of proxy it goes through. */
export interface Rung {
  readonly source: PageSource;
  readonly proxy: "basic" | "stealth";
}

/**
 * The tries for a request, cheapest first: every source as it is, then those that can be stealthy. `basic` leaves out
 * the stealthy tries and `stealth` the others (contract: `proxy`). Pure.
 */
export function rungsFor(sources: readonly PageSource[], proxy: "basic" | "stealth" | "auto"): readonly Rung[] {
  const basic = sources
    .filter((source) => !isOnlyStealthier(source, sources))
    .map((source): Rung => ({ source, proxy: "basic" }));
  const stealthy = sources.filter((source) => source.capabilities.has("stealth"));
  const stealth = stealthy.map((source): Rung => ({ source, proxy: "stealth" }));
  if (proxy === "basic") return basic;
  return proxy === "stealth" ? stealth : [...basic, ...stealth];
}

/** Whether an earlier source can do all that this one can, stealth aside: then trying it plainly tells nothing new. */
function isOnlyStealthier(source: PageSource, sources: readonly PageSource[]): boolean {
  if (!source.capabilities.has("stealth")) return false;
  const others: readonly Capability[] = [...source.capabilities].filter((capability) => capability !== "stealth");
  const earlier = sources.slice(0, sources.indexOf(source));
  return earlier.some((other) => others.every((capability) => other.capabilities.has(capability)) && others.length > 0);
}

/** Whether a page with this verdict may come out better one rung higher, and on which kind of rung. Pure. */
export function isWorthClimbing(verdict: Verdict, next: Rung): boolean {
  if (verdict === "blocked") return true;
  return (verdict === "needs-javascript" || verdict === "empty") && next.source.capabilities.has("javascript");
}

/** Remembers which rung served a host, so that the next page of it goes straight there. */
export interface HostMemory {
  /** The rungs from the one that last served the host upwards; all of them for a host that nothing is known about. */
  recall(host: string, rungs: readonly Rung[]): readonly Rung[];
  /** Notes that a page of the host came out right on this rung, and on none below. */
  learn(host: string, rung: Rung): void;
}

/** How long it is remembered: sites change, and the cheaper way deserves another try. */
const lifetimeMs = 30 * 60_000;
const maxHosts = 10_000;

/** Builds an empty memory. */
export function createHostMemory(clock: Clock): HostMemory {
  const served = new Map<string, { readonly source: string; readonly proxy: Rung["proxy"]; readonly until: number }>();
  return {
    recall(host, rungs) {
      const known = served.get(host);
      if (known === undefined) return rungs;
      if (known.until <= clock.now()) {
        served.delete(host);
        return rungs;
      }
      const start = rungs.findIndex(({ source, proxy }) => source.name === known.source && proxy === known.proxy);
      return start === -1 ? rungs : rungs.slice(start);
    },
    learn(host, { source, proxy }) {
      served.delete(host);
      served.set(host, { source: source.name, proxy, until: clock.now() + lifetimeMs });
      const [oldest] = served.keys();
      if (served.size > maxHosts && oldest !== undefined) served.delete(oldest);
    },
  };
}
