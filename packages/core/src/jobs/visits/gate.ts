import { mannersAt, type Visitor } from "../../fetch/politeness/manners.ts";
import type { Turn } from "../../fetch/politeness/turns.ts";
import type { Decision, Job, OpenEntry } from "../../ports/job-store.ts";
import { formatObjects } from "../../schema/formats.ts";
import type { ParsedScrapeRequest } from "../../schema/scrape.ts";
import { loginAsHeader } from "../../schema/fields/login-as-header.ts";
import { isInCache } from "../../scrape/take-page.ts";
import type { JobDependencies } from "../dependencies.ts";

/** The permission to take a page now. The turn is absent for a page that is in the cache: nothing will be sent. */
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
  { resources, signal }: { readonly resources: JobDependencies; readonly signal: AbortSignal },
): Promise<Permission> {
  const url = new URL(entry.url);
  const manners = await mannersAt(url, visitorOf(job, resources), { resources, signal });
  if ("waitMs" in manners) return manners;
  if (manners.denial !== undefined) return { refusal: robotsRefusal(entry, manners.denial) };
  if (await comesFromCache(job, request, resources)) return { turn: undefined };
  const turn = await resources.turns.take(url.host, manners.pace, signal);
  return typeof turn === "number" ? { waitMs: turn } : { turn };
}

/** A job as hosts meet it. Pure. */
export function visitorOf(job: Job, resources: JobDependencies): Visitor {
  const kind = resources.kinds[job.kind];
  return { robotsAgent: kind.robotsAgent(job), delayMs: kind.delayMs(job) };
}

/** The decision not to take an entry because of robots.txt. Pure. */
export function robotsRefusal({ url, depth, foundOn }: OpenEntry, detail: string): Decision {
  return { url, reason: "robots", detail, depth, ...(foundOn === undefined ? {} : { foundOn }) };
}

async function comesFromCache(job: Job, request: ParsedScrapeRequest, resources: JobDependencies): Promise<boolean> {
  const formats = formatObjects(request.formats);
  if (formats.some((format) => format.type === "changeTracking")) return false; // compares what is there now
  const principal = { team: job.team, apiKey: job.apiKey };
  // A page that can't be taken at all says so when it is taken.
  return await isInCache({ request: loginAsHeader(request), formats }, { principal }, resources).catch(() => false);
}
