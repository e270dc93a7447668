import type { Call } from "../ports/call.ts";
import type { JobEvent } from "../ports/job-reader.ts";
import type { Job } from "../ports/job-store.ts";
import { JobQuery, JobReference, type JobErrors, type JobStatus, type PageFailure } from "../schema/job.ts";
import { parseInput } from "../schema/input/parse-input.ts";
import type { ScrapeResult } from "../schema/result.ts";
import { warningOf } from "../schema/warning.ts";
import type { JobProgress } from "./job-call.ts";
import { ownJob } from "./own-job.ts";
import { missedDeliveries } from "./webhooks/receiver-warnings.ts";
import type { JobDependencies } from "./dependencies.ts";

const defaultLimit = 100;
/** Most errors that a status lists. */
const listedErrors = 100;
/** Largest chunk of pages as JSON, so that with what stands around them an answer has at most 10 MiB (contract §2.10). */
const chunkBytes = 10 * 1024 * 1024 - 64 * 1024;

/**
 * The state of a job, with a chunk of its pages: at most `limit` of them, and 10 MB together with the first errors. It waits
 * for nothing. The first chunk of a job that works always has a next one, so that its reader knows that more will come; a
 * later chunk has one only if its pages are there now. A reader who follows chunks to their end has what there is.
 */
export async function getJob(input: unknown, call: Call, resources: JobDependencies): Promise<JobStatus> {
  const query = parseInput(JobQuery, input);
  // The job, read before its pages: if it has ended by then, they are complete.
  const job = await ownJob(query, call, resources);
  const errors = await firstErrors(job, resources);
  const from = { skip: query.skip ?? 0, limit: query.limit ?? defaultLimit };
  const maxBytes = chunkBytes - Buffer.byteLength(JSON.stringify(errors));
  const { pages, next } = await resources.jobs.pages(job.id, { ...from, maxBytes });
  const mayGrow = job.state === "scraping" && query.skip === undefined;
  const nextSkip = next ?? (mayGrow ? pages.length : undefined);
  return {
    ...describeJob(job, resources),
    ...warningOf(await warningsOf(job, resources)),
    pages: pages.map(toResult),
    errors: [...errors],
    ...(nextSkip === undefined ? {} : { nextSkip }),
  };
}

/** The state of a job, without its pages. */
export function describeJob(job: Job, { clock }: JobDependencies): JobProgress {
  const { id, kind, state: status, completed, failed, creditsUsed, lastSequence } = job;
  const { createdAt, settledAt, error, result } = job;
  return {
    ...{ id, kind, status, completed, failed, creditsUsed, lastSequence },
    paused: job.paused || job.heldUntil !== undefined,
    total: Math.min(job.known, job.limit ?? Infinity),
    createdAt: iso(createdAt),
    expiresAt: iso(job.expiresAt ?? clock.now() + job.keptForMs),
    ...(settledAt === undefined ? {} : { completedAt: iso(settledAt), durationMs: Math.max(0, settledAt - createdAt) }),
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

/** Warnings about a job: that it waits long while it works, and what is to be known about its result once it has ended. */
async function warningsOf(job: Job, resources: JobDependencies): Promise<readonly (string | undefined)[]> {
  return job.state === "scraping" ? [resources.longWaits.warning(job.id)] : await endWarnings(job, resources);
}

/** Warnings about the result of a job that has ended; none while it works. */
export async function endWarnings(job: Job, resources: JobDependencies): Promise<readonly string[]> {
  if (job.state === "scraping") return [];
  const missed = await missedDeliveries(job, resources);
  return [...(await resources.kinds[job.kind].warnings(job)), ...(missed === undefined ? [] : [missed])];
}

/** The errors of a job that its status lists. */
export async function firstErrors(job: Job, { jobs }: JobDependencies): Promise<readonly PageFailure[]> {
  return job.failed === 0 ? [] : (await jobs.errors(job.id, listedErrors)).map(toFailure);
}

/** A page that failed, as the event log keeps it. */
export function toFailure({ id = "", at, url = "", error }: JobEvent): PageFailure {
  return { id, timestamp: iso(at), url, code: error?.code ?? "UNKNOWN_ERROR", error: error?.message ?? "" };
}

/** The pages of a job that failed, and the URLs that robots.txt kept it from. */
export async function jobErrors(input: unknown, call: Call, resources: JobDependencies): Promise<JobErrors> {
  const job = await ownJob(parseInput(JobReference, input), call, resources);
  const events = await resources.jobs.errors(job.id);
  const { decisions } = await resources.jobs.decisions(job.id, { after: 0, limit: 100_000, reason: "robots" });
  return {
    errors: events.map(toFailure),
    robotsBlocked: decisions.map(({ url }) => url),
  };
}
