import {
  ActiveCrawls,
  BatchScrapeStarted,
  CrawlDecisions,
  DeliveryList,
  DeliveryRecord,
  ExtractStarted,
  JobCancelled,
  JobErrors,
  JobStatus,
  PlannedCrawl,
  ScrapeResult,
  type JobProgress,
} from "@garner/core";
import { z } from "zod";
import { next, success, warning } from "./bodies.ts";
import type { Envelope } from "./envelope.ts";

/** `{ success: true, … }`: the result's own fields beside the flag. */
export function flat(result: z.ZodObject): Envelope<object> {
  return {
    schema: z.object({ success, ...result.shape }),
    write: (fields) => ({ success: true, ...fields }),
  };
}

/** `{ success: true, id, url }` and the other fields of a started job; `url` has its status (contract §2.7, §2.8). */
export function started(path: string): Envelope<{ readonly id: string }> {
  return {
    schema: z.object({ success, url: z.string().describe("Where the status is."), ...BatchScrapeStarted.shape }),
    write: ({ id, ...more }, _sent, baseUrl) => ({ success: true, id, url: `${baseUrl}${path}/${id}`, ...more }),
  };
}

/** `{ success: true, id, urlTrace: [], invalidURLs? }` (contract §2.17). */
export const extractStarted: Envelope<ExtractStarted> = {
  schema: z.object({ success, ...ExtractStarted.shape, urlTrace: z.array(z.unknown()) }),
  write: (result) => ({ success: true, ...result, urlTrace: [] }),
};

/** `{ success: true, data: { url, … }, warning? }` (contract §2.9). */
export const planned: Envelope<PlannedCrawl> = {
  schema: z.object({ success, data: PlannedCrawl.omit({ warning: true }), warning }),
  write: ({ warning: told, ...data }) => ({ success: true, data, ...(told === undefined ? {} : { warning: told }) }),
};

const {
  status: state,
  paused,
  durationMs: _inSeconds,
  ...progress
} = JobStatus.omit({
  id: true,
  kind: true,
  result: true,
  lastSequence: true,
  pages: true,
  nextSkip: true,
}).shape;

/** The status of a crawl or batch, whose pages have this schema. */
function statusSchema(page: z.ZodType) {
  return z.object({
    success,
    status: state,
    ...progress,
    errors: progress.errors.optional(),
    paused: paused.optional(),
    duration: z.number().optional().describe("Seconds from the start to the end, once it has ended."),
    next,
    data: z.array(page),
  });
}

/** The form of a job's pages. */
export interface PageForm {
  readonly schema: z.ZodType;
  readonly write: (result: ScrapeResult) => unknown;
}

/** Pages as they are. */
export const plainPage: PageForm = { schema: ScrapeResult, write: (result) => result };

/**
 * The status of a crawl or batch with a chunk of its pages, and the first of its errors if there are some (contract
 * §2.10); `next` is where the next chunk is.
 */
export function status(path: string, page = plainPage): Envelope<JobStatus> {
  return {
    schema: statusSchema(page.schema),
    write: (job, sent, baseUrl) => {
      const more =
        job.nextSkip === undefined
          ? {}
          : { next: `${baseUrl}${path}/${job.id}?${nextQuery(job.nextSkip, sent).toString()}` };
      const failures = job.errors.length === 0 ? {} : { errors: job.errors };
      return { ...statusBody(job), ...failures, ...more, data: job.pages.map(page.write) };
    },
  };
}

/** The status of a job as it stands on the wire, without pages and errors. Pure. */
export function statusBody(job: JobProgress): object {
  const { completedAt } = job;
  return {
    success: true,
    status: job.status,
    total: job.total,
    completed: job.completed,
    failed: job.failed,
    creditsUsed: job.creditsUsed,
    createdAt: job.createdAt,
    expiresAt: job.expiresAt,
    ...(job.paused ? { paused: true } : {}),
    ...(completedAt === undefined ? {} : { completedAt, duration: (job.durationMs ?? 0) / 1e3 }),
    ...(job.error === undefined ? {} : { error: job.error }),
    ...(job.warning === undefined ? {} : { warning: job.warning }),
  };
}

function nextQuery(skip: number, sent: unknown): URLSearchParams {
  const limit = typeof sent === "object" && sent !== null && "limit" in sent ? { limit: String(sent.limit) } : {};
  return new URLSearchParams({ skip: String(skip), ...limit });
}

/** `{ status: "cancelled" }`, without `success` (contract §2.11). */
export const cancelled: Envelope<JobCancelled> = {
  schema: JobCancelled,
  write: ({ status: how }) => ({ status: how }),
};

/** `{ errors, robotsBlocked }`, without `success` (contract §2.12). */
export const errors: Envelope<JobErrors> = {
  schema: JobErrors,
  write: ({ errors: failed, robotsBlocked }) => ({ errors: failed, robotsBlocked }),
};

const { createdAt, ...activeCrawl } = ActiveCrawls.shape.crawls.element.shape;

/** `{ success: true, crawls }`, with the mixed case of the contract (§2.13). */
export const active: Envelope<ActiveCrawls> = {
  schema: z.object({ success, crawls: z.array(z.object({ ...activeCrawl, created_at: createdAt })) }),
  write: ({ crawls }) => ({
    success: true,
    crawls: crawls.map(({ createdAt: at, ...crawl }) => ({ ...crawl, created_at: at })),
  }),
};

/** `{ success: true, decisions, next? }`; `next` is where the rest is. */
export const decisions: Envelope<CrawlDecisions> = {
  schema: z.object({ success, decisions: CrawlDecisions.shape.decisions, next }),
  write: ({ decisions: list, next: after }, sent, baseUrl) => {
    const { id = "", ...query } = textsOf(sent);
    const more = new URLSearchParams({ ...query, after: String(after) });
    const url = after === undefined ? {} : { next: `${baseUrl}/v2/crawl/${id}/decisions?${more.toString()}` };
    return { success: true, decisions: list, ...url };
  },
};

/** `{ success: true, deliveries, next? }`; `next` is where the rest is. */
export const deliveries: Envelope<DeliveryList> = {
  schema: z.object({ success, deliveries: DeliveryList.shape.deliveries, next }),
  write: ({ deliveries: list, nextSkip }, sent, baseUrl) => {
    const more = new URLSearchParams({ ...textsOf(sent), skip: String(nextSkip) });
    const url = nextSkip === undefined ? {} : { next: `${baseUrl}/v2/webhooks/deliveries?${more.toString()}` };
    return { success: true, deliveries: list, ...url };
  },
};

function textsOf(sent: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(sent ?? {}).map(([name, value]) => [name, String(value)]));
}

/** `{ success: true, delivery }`. */
export const replayed: Envelope<DeliveryRecord> = {
  schema: z.object({ success, delivery: DeliveryRecord }),
  write: (delivery) => ({ success: true, delivery }),
};
