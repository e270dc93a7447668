import { hostPoliteness, hostRules } from "../fetch/politeness/host-rules.ts";
import type { Robots } from "../fetch/politeness/robots-cache.ts";
import type { Turn } from "../fetch/politeness/turns.ts";
import type { Decision, Job, OpenEntry } from "../ports/job-store.ts";
import type { Resources } from "../resources.ts";
import { formatObjects } from "../schema/formats.ts";
import type { ParsedScrapeRequest } from "../schema/scrape.ts";
import { captureRequest } from "../scrape/plan.ts";
import { jobKinds } from "./kinds.ts";

/** Whether a page may be taken now. The turn is absent for a page that is in the cache: nothing will be sent. */
export type Permission =
  | { readonly turn: Turn | undefined }
  | { readonly waitMs: number }
  | { readonly refusal: Decision };

interface WantedVisit {
  readonly job: Job;
  readonly entry: OpenEntry;
  readonly request: ParsedScrapeRequest;
}

/** Asks robots.txt whether a page may be taken at all, and the host's pace whether it may be taken now. */
export async function askToVisit(
  { job, entry, request }: WantedVisit,
  { resources, signal }: { readonly resources: Resources; readonly signal: AbortSignal },
): Promise<Permission> {
  const url = new URL(entry.url);
  const { politeness } = resources;
  const own = hostPoliteness(politeness, url.host);
  const isObeyed = (own.respectRobots ?? politeness.respectRobots) !== false;
  const agent = isObeyed ? jobKinds[job.kind].robotsAgent(job, resources) : undefined;
  const robots = agent === undefined ? undefined : await resources.robots.read(url, signal);
  if (typeof robots === "number") return { waitMs: robots };
  const detail = robots && agent !== undefined ? denial(robots, url, agent) : undefined;
  if (detail !== undefined) return { refusal: refusal(entry, detail) };
  if (await isCached(url, request, resources)) return { turn: undefined };
  const crawlDelayMs = robots?.state === "known" && agent !== undefined ? robots.rules.crawlDelayMs(agent) : undefined;
  const rules = hostRules(politeness, url.host, { delayMs: jobKinds[job.kind].delayMs(job), crawlDelayMs });
  const turn = await resources.turns.take(url.host, rules, signal);
  return typeof turn === "number" ? { waitMs: turn } : { turn };
}

function denial(robots: Robots, url: URL, agent: string): string | undefined {
  if (robots.state === "unreachable") return `${robots.reason}, which forbids everything (RFC 9309 §2.3.1.4).`;
  const { allowed, line } = robots.rules.check(url.href, agent);
  return allowed ? undefined : `robots.txt ${line ?? "forbids it"}`;
}

function refusal({ url, depth, foundOn }: OpenEntry, detail: string): Decision {
  return { url, reason: "robots", detail, depth, ...(foundOn === undefined ? {} : { foundOn }) };
}

/** Whether a scrape will be served from the cache: the conditions under which a scrape reads it. */
async function isCached(url: URL, request: ParsedScrapeRequest, resources: Resources): Promise<boolean> {
  const formats = formatObjects(request.formats);
  const isComparison = formats.some((format) => format.type === "changeTracking");
  const mayRead = request.maxAge > 0 && request.proxy !== "stealth" && !isComparison;
  if (!mayRead || resources.cache === undefined || request.headers !== undefined || request.actions !== undefined)
    return false;
  const wanted = captureRequest(url, request, { formats });
  return (await resources.cache.read(wanted, request.maxAge)).capture !== undefined;
}
