import { mannersAt, type Visitor } from "../fetch/politeness/manners.ts";
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
  const manners = await mannersAt(url, visitorOf(job, resources), { resources, signal });
  if ("waitMs" in manners) return manners;
  if (manners.denial !== undefined) return { refusal: robotsRefusal(entry, manners.denial) };
  if (await isCached(url, request, resources)) return { turn: undefined };
  const turn = await resources.turns.take(url.host, manners.pace, signal);
  return typeof turn === "number" ? { waitMs: turn } : { turn };
}

/** A job as hosts meet it. Pure. */
export function visitorOf(job: Job, resources: Resources): Visitor {
  const kind = jobKinds[job.kind];
  return { robotsAgent: kind.robotsAgent(job, resources), delayMs: kind.delayMs(job) };
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
