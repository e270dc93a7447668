import { hostPoliteness, hostRules, type HostPace, type Politeness } from "./host-rules.ts";
import type { Robots } from "./robots-cache.ts";
import type { PolitenessDependencies } from "./dependencies.ts";

/** The sender of requests, as politeness sees it. */
export interface Visitor {
  /** The user agent whose robots.txt group it obeys; undefined if it doesn't ask. */
  readonly robotsAgent?: string | undefined;
  /** The least time between two requests to one host that it wants itself. */
  readonly delayMs?: number | undefined;
}

/** The manners at an address: the pace to ask at, and the reason not to ask. */
export interface Manners {
  readonly pace: HostPace;
  readonly denial: string | undefined;
}

/** The dependencies of asking. */
export interface Surroundings {
  readonly resources: Pick<PolitenessDependencies, "politeness" | "robots" | "clock">;
  readonly signal: AbortSignal;
  /** Told how long a wait for robots.txt will be; may throw, so that nobody waits. */
  readonly beforeWait?: ((ms: number) => void) | undefined;
}

/** The user agent whose robots.txt group is obeyed at a host; undefined where the operator or the visitor doesn't ask. */
export function agentAt(host: string, { robotsAgent }: Visitor, politeness: Politeness): string | undefined {
  const isObeyed = (hostPoliteness(politeness, host).respectRobots ?? politeness.respectRobots) !== false;
  return isObeyed ? robotsAgent : undefined;
}

/** The manners at an address, or the milliseconds that its robots.txt keeps us waiting. */
export async function mannersAt(
  url: URL,
  visitor: Visitor,
  { resources, signal }: Surroundings,
): Promise<Manners | { readonly waitMs: number }> {
  const { politeness } = resources;
  const agent = agentAt(url.host, visitor, politeness);
  const robots = agent === undefined ? undefined : await resources.robots.read(url, signal);
  if (typeof robots === "number") return { waitMs: robots };
  const denial = robots && agent !== undefined ? robotsDenial(robots, url, agent) : undefined;
  const crawlDelayMs = robots?.state === "known" && agent !== undefined ? robots.rules.crawlDelayMs(agent) : undefined;
  return { pace: hostRules(politeness, url.host, { delayMs: visitor.delayMs, crawlDelayMs }), denial };
}

/** The manners at an address. Waits until its robots.txt can be read. */
export async function knownMannersAt(url: URL, visitor: Visitor, surroundings: Surroundings): Promise<Manners> {
  for (;;) {
    const manners = await mannersAt(url, visitor, surroundings);
    if (!("waitMs" in manners)) return manners;
    surroundings.beforeWait?.(manners.waitMs);
    await surroundings.resources.clock.sleep(manners.waitMs, surroundings.signal);
  }
}

function robotsDenial(robots: Robots, url: URL, agent: string): string | undefined {
  if (robots.state === "unreachable") return `${robots.reason}, which forbids everything (RFC 9309 §2.3.1.4).`;
  const { allowed, line } = robots.rules.check(url.href, agent);
  return allowed ? undefined : `robots.txt ${line ?? "forbids it"}`;
}
