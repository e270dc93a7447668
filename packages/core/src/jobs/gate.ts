import { hostPoliteness, hostRules, type HostPace } from "../fetch/politeness/host-rules.ts";
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

/** What asking works with. */
export interface Surroundings {
  readonly resources: Resources;
  readonly signal: AbortSignal;
}

/** Asks robots.txt whether a page may be taken at all, and the host's pace whether it may be taken now. */
export async function askToVisit(
  { job, entry, request }: WantedVisit,
  { resources, signal }: Surroundings,
): Promise<Permission> {
  const url = new URL(entry.url);
  const manners = await mannersAt(url, job, { resources, signal });
  if ("waitMs" in manners) return manners;
  if (manners.denial !== undefined) return { refusal: robotsRefusal(entry, manners.denial) };
  if (await isCached(url, request, resources)) return { turn: undefined };
  const turn = await resources.turns.take(url.host, manners.pace, signal);
  return typeof turn === "number" ? { waitMs: turn } : { turn };
}

/** How to behave at an address: at which pace to ask, and why not to ask; or how long robots.txt keeps us waiting. */
type Manners = { readonly pace: HostPace; readonly denial: string | undefined } | { readonly waitMs: number };

/** What robots.txt, the operator and the job say about an address. */
async function mannersAt(url: URL, job: Job, { resources, signal }: Surroundings): Promise<Manners> {
  const { politeness } = resources;
  const kind = jobKinds[job.kind];
  const own = hostPoliteness(politeness, url.host);
  const isObeyed = (own.respectRobots ?? politeness.respectRobots) !== false;
  const agent = isObeyed ? kind.robotsAgent(job, resources) : undefined;
  const robots = agent === undefined ? undefined : await resources.robots.read(url, signal);
  if (typeof robots === "number") return { waitMs: robots };
  const denial = robots && agent !== undefined ? robotsDenial(robots, url, agent) : undefined;
  const crawlDelayMs = robots?.state === "known" && agent !== undefined ? robots.rules.crawlDelayMs(agent) : undefined;
  return { pace: hostRules(politeness, url.host, { delayMs: kind.delayMs(job), crawlDelayMs }), denial };
}

/** What robots.txt, the operator and the job say about an address, once robots.txt can say. */
export async function settledMannersAt(url: URL, job: Job, surroundings: Surroundings) {
  for (;;) {
    const manners = await mannersAt(url, job, surroundings);
    if (!("waitMs" in manners)) return manners;
    await surroundings.resources.clock.sleep(manners.waitMs, surroundings.signal);
  }
}

function robotsDenial(robots: Robots, url: URL, agent: string): string | undefined {
  if (robots.state === "unreachable") return `${robots.reason}, which forbids everything (RFC 9309 §2.3.1.4).`;
  const { allowed, line } = robots.rules.check(url.href, agent);
  return allowed ? undefined : `robots.txt ${line ?? "forbids it"}`;
}

/** The decision not to take an entry because of robots.txt. Pure. */
export function robotsRefusal({ url, depth, foundOn }: OpenEntry, detail: string): Decision {
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
