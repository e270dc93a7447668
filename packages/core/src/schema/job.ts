import { z } from "zod";
import { decisionReasons } from "../url/decision.ts";
import { ScrapeResult } from "./result.ts";
import type * as Written from "./types.generated.ts";

const id = z.string().max(100).describe("The job's id.");

/** True for a text that may be the id of a job. Pure. */
export const isJobId = (text: string): boolean => /^[\w-]{1,100}$/.test(text);

const timestamp = z.string().describe("ISO 8601.");

/** A kind of job. */
export const JobKindName = z.enum(["crawl", "batch", "extract"]);

/** A job was accepted. */
export const JobStarted = z
  .object({
    id,
    promptGeneratedOptions: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("A model's choices for a crawl's prompt."),
    finalCrawlerOptions: z.record(z.string(), z.unknown()).optional().describe("That together with the options given."),
    warning: z.string().optional().describe("Notes on the reading of the request."),
  })
  .meta({ id: "JobStarted" });
export type JobStarted = Written.JobStarted;

/** Names a job. `kind` keeps a crawl's id from being read as a batch. */
export const JobReference = z.strictObject({ id, kind: JobKindName.optional() });
export type JobReference = Written.JobReference;

/** Asks for a job's status and a chunk of its pages. */
export const JobQuery = z.strictObject({
  id,
  kind: JobKindName.optional(),
  skip: z.int().min(0).optional().describe("Pages to leave out."),
  limit: z.int().min(1).max(10_000).optional().describe("Most pages of the chunk; 100 when not given."),
});
export type JobQuery = Written.JobQuery;

/** A page of a job that could not be scraped. */
export const PageFailure = z.object({
  id: z.string().describe("The id of the scrape."),
  timestamp,
  url: z.string(),
  code: z.string().optional(),
  error: z.string(),
});
export type PageFailure = Written.PageFailure;

/** A job's state. Pages come in the order of their recording and keep it. */
export const JobStatus = z
  .object({
    id,
    kind: JobKindName,
    status: z.enum(["scraping", "completed", "failed", "cancelled"]),
    paused: z
      .boolean()
      .describe("No page is taken until the job is resumed, or whoever iterates over its pages has caught up."),
    total: z.int().describe("Known pages without those that failed; equals `completed` at the end."),
    completed: z.int().describe("Pages scraped."),
    failed: z.int().describe("Pages that could not be scraped."),
    creditsUsed: z.int(),
    createdAt: timestamp,
    completedAt: timestamp.optional(),
    durationMs: z.int().optional().describe("From the start to the end, once it has ended."),
    expiresAt: timestamp.describe("When the job is forgotten."),
    error: z.string().optional().describe("Why the job failed."),
    warning: z.string().optional().describe("Notes on the result."),
    result: z.unknown().optional().describe("The outcome of the job's last step."),
    lastSequence: z.int().describe("The number of the job's newest event."),
    pages: z.array(ScrapeResult),
    errors: z.array(PageFailure).describe("Pages that could not be scraped; of more than 100, the first."),
    nextSkip: z
      .int()
      .optional()
      .describe("The `skip` of the next chunk, if there is one now, or this is the first of a job that works."),
  })
  .meta({ id: "JobStatus" });
export type JobStatus = Written.JobStatus;

/** The job was cancelled. */
export const JobCancelled = z.object({ status: z.literal("cancelled") }).meta({ id: "JobCancelled" });
export type JobCancelled = Written.JobCancelled;

/** True if a job is paused now. */
export const JobPaused = z.object({ paused: z.boolean() }).meta({ id: "JobPaused" });
export type JobPaused = Written.JobPaused;

/** The failed pages of a job, and those that robots.txt kept it from. */
export const JobErrors = z
  .object({
    errors: z.array(PageFailure),
    robotsBlocked: z.array(z.string()),
  })
  .meta({ id: "JobErrors" });
export type JobErrors = Written.JobErrors;

/** No fields: the caller alone decides the result. */
export const NoInput = z.strictObject({});
export type NoInput = z.input<typeof NoInput>;

/** The crawls that are not finished. */
export const ActiveCrawls = z
  .object({
    crawls: z.array(
      z.object({
        id,
        teamId: z.string(),
        url: z.string(),
        createdAt: timestamp,
        options: z.record(z.string(), z.unknown()),
      }),
    ),
  })
  .meta({ id: "ActiveCrawls" });
export type ActiveCrawls = Written.ActiveCrawls;

/** Asks for the URLs that a crawl did not take, and the reasons. */
export const ExplainCrawlRequest = z.strictObject({
  id,
  after: z.int().min(0).default(0).describe("The `next` of the list before."),
  limit: z.int().min(1).max(10_000).default(1000),
  reason: z.enum(decisionReasons).optional().describe("Only decisions for this reason."),
});
export type ExplainCrawlRequest = Written.ExplainCrawlRequest;

/** The ledger of decisions: every URL that a crawl saw and did not take, and the reason. */
export const CrawlDecisions = z
  .object({
    decisions: z.array(
      z.object({
        url: z.string(),
        reason: z.enum(decisionReasons),
        detail: z.string().describe("The rule that decided."),
        depth: z.int().describe("Links between the URL and the start."),
        foundOn: z.string().optional().describe("The page that links to it."),
      }),
    ),
    next: z.int().optional().describe("The `after` of the rest."),
  })
  .meta({ id: "CrawlDecisions" });
export type CrawlDecisions = Written.CrawlDecisions;

/** Asks for a job's events from any point on. */
export const JobEventsRequest = z.strictObject({
  id,
  kind: JobKindName.optional(),
  after: z.int().min(0).default(0).describe("The sequence number of the last event that is known."),
});
export type JobEventsRequest = Written.JobEventsRequest;
