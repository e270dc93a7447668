import { withDefaults, type Given } from "../../collections/with-defaults.ts";
import type { HostRules } from "../../ports/limiter.ts";
import { closenessOf } from "../../url/host-pattern.ts";

/** An operator's rules for hosts. */
export interface Politeness {
  /** True if crawls obey robots.txt; `"always"` also when a request asks them not to. */
  readonly respectRobots: boolean | "always";
  /** Requests per second that an unknown host gets at first. */
  readonly startRate: number;
  /** Requests per second that a host gets at most, however much it seems to bear. */
  readonly maxRate: number;
  /** Requests to one host under way at once. */
  readonly maxConcurrencyPerHost: number;
  /** The longest `Crawl-delay` that is obeyed. */
  readonly maxCrawlDelayMs: number;
  /**
   * Rules for single hosts: `example.com`, which is every port of it, `127.0.0.1:8080`, or `*.example.com` for a domain with its
   * subdomains.
   */
  readonly hosts: Readonly<Record<string, HostPoliteness>>;
}

/** An operator's rules for one host; the others are those for all hosts. */
export interface HostPoliteness {
  readonly respectRobots?: boolean | undefined;
  readonly startRate?: number | undefined;
  readonly maxRate?: number | undefined;
  readonly maxConcurrency?: number | undefined;
  /** Least time between the answer to one request and the start of the next; wins over `Crawl-delay`. */
  readonly intervalMs?: number | undefined;
}

/** Gentle at first, and never more than a small site bears. */
export const defaultPoliteness: Politeness = {
  respectRobots: true,
  startRate: 5,
  maxRate: 50,
  maxConcurrencyPerHost: 10,
  maxCrawlDelayMs: 60_000,
  hosts: {},
};

/** An operator's rules for hosts; the others are those of {@link defaultPoliteness}. */
export type PolitenessOptions = Given<Politeness>;

/** Fills in the rules that an operator left out. Pure. */
export function fillPoliteness(options: PolitenessOptions = {}): Politeness {
  return withDefaults(defaultPoliteness, options);
}

/**
 * An operator's rules for a host: of its name with the port, else without it, else of the longest `*.` domain it belongs
 * to. Pure.
 */
export function hostPoliteness(politeness: Politeness, host: string): HostPoliteness {
  let closest = { rules: {}, closeness: 0 };
  for (const [pattern, rules] of Object.entries(politeness.hosts)) {
    const closeness = closenessOf(pattern, host);
    if (closeness > closest.closeness) closest = { rules, closeness };
  }
  return closest.rules;
}

/** True if a caller's wish to ignore robots.txt counts: it does not where the operator insists. Pure. */
export const mayIgnoreRobots = (isWished: boolean, { respectRobots }: Politeness): boolean =>
  isWished && respectRobots !== "always";

/** Says that a caller's wish to ignore robots.txt does not count, where it does not. Pure. */
export function robotsWarnings(isWished: boolean, politeness: Politeness): readonly string[] {
  if (!isWished || mayIgnoreRobots(isWished, politeness)) return [];
  return ["`ignoreRobotsTxt` has no effect here: the operator has robots.txt obeyed."];
}

/** The wishes of a job and of a host's robots.txt. */
export interface AskedPace {
  /** The job's own `delay`. */
  readonly delayMs?: number | undefined;
  readonly crawlDelayMs?: number | undefined;
}

/** The pace of a host, and the most requests that one process may have under way to it. */
export interface HostPace extends HostRules {
  readonly maxConcurrency: number;
}

/** The rules for requests to a host: the operator's, then the job's `delay`, then `Crawl-delay` (contract §4.3). Pure. */
export function hostRules(politeness: Politeness, host: string, asked: AskedPace): HostPace {
  const own = hostPoliteness(politeness, host);
  const crawlDelayMs = Math.min(asked.crawlDelayMs ?? 0, politeness.maxCrawlDelayMs);
  const maxRate = own.maxRate ?? politeness.maxRate;
  return {
    startRate: Math.min(own.startRate ?? politeness.startRate, maxRate),
    maxRate,
    maxConcurrency: own.maxConcurrency ?? politeness.maxConcurrencyPerHost,
    intervalMs: Math.max(own.intervalMs ?? 0, asked.delayMs ?? (own.intervalMs === undefined ? crawlDelayMs : 0)),
  };
}
