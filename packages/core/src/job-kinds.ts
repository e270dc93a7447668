import { inRequestOrder, readBatchPage } from "./batch/read-page.ts";
import type { CrawlVisitDependencies } from "./crawl/dependencies.ts";
import { finishCrawl } from "./crawl/finish.ts";
import { followCrawl, refuseHop } from "./crawl/follow.ts";
import { crawlDelayMs, crawlRobotsAgent } from "./crawl/settings.ts";
import { crawlWarnings } from "./crawl/warnings.ts";
import type { ExtractVisitDependencies } from "./extract/dependencies.ts";
import { finishExtract } from "./extract/finish.ts";
import { extractPayload } from "./extract/settings.ts";
import { readExtractPage } from "./extract/read-page.ts";
import type { JobKinds } from "./jobs/kinds.ts";

/** The kinds of jobs: what each does differently, with what it needs for that. */
export function createJobKinds(resources: CrawlVisitDependencies & ExtractVisitDependencies): JobKinds {
  return {
    crawl: {
      eventPrefix: "crawl",
      tellsOfPages: true,
      robotsAgent: (job) => crawlRobotsAgent(job, resources),
      delayMs: crawlDelayMs,
      refuseHop,
      read: (visit) => followCrawl(visit, resources),
      finish: (job) => finishCrawl(job, resources),
      inOrder: (_job, pages) => pages,
      payload: ({ result }) => result,
      warnings: async (job) => crawlWarnings(job),
    },
    batch: {
      eventPrefix: "batch_scrape",
      tellsOfPages: true,
      robotsAgent: () => undefined,
      delayMs: () => undefined,
      refuseHop: () => undefined,
      read: readBatchPage,
      finish: async () => ({ state: "completed" }),
      inOrder: inRequestOrder,
      payload: ({ result }) => result,
      warnings: async () => [],
    },
    extract: {
      eventPrefix: "extract",
      tellsOfPages: false,
      robotsAgent: () => undefined,
      delayMs: () => undefined,
      refuseHop: () => undefined,
      read: (visit) => readExtractPage(visit, resources),
      finish: (job) => finishExtract(job, resources),
      inOrder: (_job, pages) => pages,
      payload: extractPayload,
      warnings: async () => [],
    },
  };
}
