import type { CallOptions } from "../call.ts";
import type { Job } from "../ports/job-store.ts";
import type { Resources } from "../resources.ts";
import { JobQuery, JobReference, type JobErrors, type JobStatus } from "../schema/job.ts";
import { parseInput } from "../schema/parse-input.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { jobKinds } from "./kinds.ts";
import { ownJob } from "./own-job.ts";

const defaultLimit = 100;
/** Largest chunk of pages as JSON, so that with what stands around them an answer has at most 10 MiB (contract §2.10). */
export const chunkBytes = 10 * 1024 * 1024 - 64 * 1024;

/**
 * How a job stands, with a chunk of its pages: at most `limit` of them, and 10 MB. The first chunk of a job that works
 * leads on, so that its reader sees that more will come; a later one leads on only to pages that are there now. So who
 * follows chunks to their end has what there is, and asks again later for the rest. Nobody is kept waiting.
 */
export async function getJob(input: unknown, call: CallOptions, resources: Resources): Promise<JobStatus> {
  const query = parseInput(JobQuery, input);
  const from = { skip: query.skip ?? 0, limit: query.limit ?? defaultLimit, maxBytes: chunkBytes };
  // The job before its pages: one that has ended has all of them.
  const job = await ownJob(query, call, resources);
  const { pages, next } = await resources.jobs.pages(job.id, from);
  const mayGrow = job.state === "scraping" && query.skip === undefined;
  const nextSkip = next ?? (mayGrow ? pages.length : undefined);
  const warning = job.state === "scraping" ? undefined : await jobKinds[job.kind].warning(job, resources);
  return {
    ...describeJob(job, resources),
    ...(warning === undefined ? {} : { warning }),
    pages: pages.map(toResult),
    ...(nextSkip === undefined ? {} : { nextSkip }),
  };
}

/** How a job stands, without its pages. */
export function describeJob(job: Job, { clock }: Resources): Omit<JobStatus, "pages" | "nextSkip"> {
  const { id, kind, state: status, completed, failed, creditsUsed, lastSequence } = job;
  const { createdAt, settledAt, error, result } = job;
  return {
    ...{ id, kind, status, completed, failed, creditsUsed, lastSequence },
    paused: job.paused || job.heldUntil !== undefined,
    total: Math.min(job.known, job.limit ?? Infinity),
    createdAt: iso(createdAt),
    expiresAt: iso(job.expiresAt ?? clock.now() + job.keptForMs),
    ...(settledAt === undefined ? {} : { completedAt: iso(settledAt), durationMs: settledAt - createdAt }),
    ...(error === undefined ? {} : { error: error.message }),
    ...(result === undefined ? {} : { result }),
  };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

/** A page as the store keeps it: it was a scrape result when it was recorded. */
export function toResult(page: unknown): ScrapeResult {
  return page as ScrapeResult;
}

/** The pages of a job that failed, and the URLs that robots.txt kept it from. */
export async function jobErrors(input: unknown, call: CallOptions, resources: Resources): Promise<JobErrors> {
  const job = await ownJob(parseInput(JobReference, input), call, resources);
  const events = await resources.jobs.errors(job.id);
  const { decisions } = await resources.jobs.decisions(job.id, { after: 0, limit: 100_000, reason: "robots" });
  return {
    errors: events.map(({ id = "", at, url = "", error }) => ({
      id,
      timestamp: iso(at),
      url,
      code: error?.code ?? "UNKNOWN_ERROR",
      error: error?.message ?? "",
    })),
    robotsBlocked: decisions.map(({ url }) => url),
  };
}
