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

/** True if an earlier source can do all that this one can, stealth aside: then trying it plainly tells nothing new. */
function isOnlyStealthier(source: PageSource, sources: readonly PageSource[]): boolean {
  if (!source.capabilities.has("stealth")) return false;
  const others: readonly Capability[] = [...source.capabilities].filter((capability) => capability !== "stealth");
  const earlier = sources.slice(0, sources.indexOf(source));
  return earlier.some((other) => others.every((capability) => other.capabilities.has(capability)) && others.length > 0);
}

/** The findings on a page that tell if it is all there. */
export interface Finding {
  readonly verdict: Verdict;
  /** What scripts may fill, on a page with hardly anything else. */
  readonly unfilledPlace?: string | undefined;
}

/** True if a page with these findings may come out better from a source that can do this. Pure. */
export function isWorthClimbing(
  { verdict, unfilledPlace }: Finding,
  { capabilities }: Pick<PageSource, "capabilities">,
): boolean {
  if (verdict === "blocked") return true;
  const isUnmade = verdict === "needs-javascript" || verdict === "empty" || unfilledPlace !== undefined;
  return isUnmade && capabilities.has("javascript");
}
