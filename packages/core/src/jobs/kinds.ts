import { readBatchPage } from "../batch/read-page.ts";
import { followCrawl } from "../crawl/follow.ts";
import { finishCrawl } from "../crawl/finish.ts";
import { crawlWarnings } from "../crawl/warnings.ts";
import { crawlRobotsAgent, crawlDelayMs } from "../crawl/settings.ts";
import { finishExtract } from "../extract/finish.ts";
import { readExtractPage } from "../extract/read-page.ts";
import type { Job, JobKind, Settlement } from "../ports/job-store.ts";
import type { Resources } from "../resources.ts";
import type { Findings, TakenVisit } from "./findings.ts";

/** What a kind of job does differently from the others. */
export interface JobKindRules {
  /** The first word of its webhook events. */
  readonly eventPrefix: "crawl" | "batch_scrape" | "extract";
  /** The user agent whose robots.txt group it obeys; undefined if it doesn't ask. Pure. */
  robotsAgent(job: Job, resources: Resources): string | undefined;
  /** The least time between two requests to one host that it asks for itself. Pure. */
  delayMs(job: Job): number | undefined;
  /** Reads a page. */
  read(visit: TakenVisit): Promise<Findings>;
  /** The last step, when no visit is left: how the job ends. May run again after a crash. */
  finish(job: Job, resources: Resources): Promise<Omit<Settlement, "at">>;
  /** What the caller of a job that has ended should know about its result. */
  warnings(job: Job, resources: Resources): Promise<readonly string[]>;
}

/** The kinds of jobs. */
export const jobKinds: Readonly<Record<JobKind, JobKindRules>> = {
  crawl: {
    eventPrefix: "crawl",
    robotsAgent: crawlRobotsAgent,
    delayMs: crawlDelayMs,
    read: followCrawl,
    finish: finishCrawl,
    warnings: crawlWarnings,
  },
  batch: {
    eventPrefix: "batch_scrape",
    robotsAgent: () => undefined,
    delayMs: () => undefined,
    read: readBatchPage,
    finish: async () => ({ state: "completed" }),
    warnings: async () => [],
  },
  extract: {
    eventPrefix: "extract",
    robotsAgent: () => undefined,
    delayMs: () => undefined,
    read: readExtractPage,
    finish: finishExtract,
    warnings: async () => [],
  },
};
