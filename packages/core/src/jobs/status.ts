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
/** How long a request for the next chunk waits for one (contract §3.5). */
const patienceMs = 1000;

/**
 * How a job stands, with a chunk of its pages. A chunk ends at `limit` pages or 10 MB. While the job works there is a
 * next chunk; a request for one waits up to a second for news, and one that waited in vain is told of no further chunk,
 * so that nobody asks in a tight loop.
 */
export async function getJob(input: unknown, call: CallOptions, resources: Resources): Promise<JobStatus> {
  const query = parseInput(JobQuery, input);
  const { id } = await ownJob(query, call, resources);
  const from = { skip: query.skip ?? 0, limit: query.limit ?? defaultLimit, maxBytes: chunkBytes };
  if (query.skip !== undefined) await waitForPage(id, from.skip, { call, resources });
  const job = await ownJob(query, call, resources);
  const { pages, next } = await resources.jobs.pages(id, from);
  const mayGrow = job.state === "scraping" && (pages.length > 0 || query.skip === undefined);
  const nextSkip = next ?? (mayGrow ? from.skip + pages.length : undefined);
  const warning = job.state === "scraping" ? undefined : await jobKinds[job.kind].warning(job, resources);
  return {
    ...describeJob(job, resources),
    ...(warning === undefined ? {} : { warning }),
    pages: pages.map(toResult),
    ...(nextSkip === undefined ? {} : { nextSkip }),
  };
}

interface Asking {
  readonly call: CallOptions;
  readonly resources: Resources;
}

async function waitForPage(id: string, skip: number, { call, resources }: Asking): Promise<void> {
  const { jobs, bell, clock } = resources;
  const giveUpAt = clock.now() + patienceMs;
  for (let left = patienceMs; left > 0; left = giveUpAt - clock.now()) {
    using news = bell.next(id);
    const job = await jobs.get(id);
    if (job === undefined || job.completed > skip || job.state !== "scraping") return;
    await waitFor(news.rung, Math.min(left, 250), { call, resources });
  }
}

/** Waits for news, but no longer than `waitMs`: another process may have them. */
export async function waitFor(news: Promise<void>, waitMs: number, { call, resources }: Asking): Promise<void> {
  const settled = new AbortController();
  const signal = call.signal === undefined ? settled.signal : AbortSignal.any([settled.signal, call.signal]);
  try {
    await Promise.race([news, resources.clock.sleep(waitMs, signal)]);
  } catch (thrown) {
    if (call.signal?.aborted !== true) throw thrown;
  } finally {
    settled.abort("There is news."); // a plain reason: nobody looks at the stack of an error
  }
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
