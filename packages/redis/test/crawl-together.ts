import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createEngine } from "@garner/core";
import { startCrawlSite, treeOfPages } from "@garner/testkit/site";
import { redis, type RedisOptions } from "../src/index.ts";

/** The job, and the months in which it was charged. */
export interface CrawledTogether {
  readonly job: object;
  readonly periods: readonly object[];
}

/** Two engines on one Redis crawl a site together; says what came of it. */
export async function crawlTogether(options: RedisOptions): Promise<CrawledTogether> {
  const prefix = options.prefix ?? `test-${randomUUID()}`;
  await using site = await startCrawlSite(treeOfPages(30));
  await using stores = redis({ ...options, prefix });
  await using others = redis({ ...options, prefix });
  const config = {
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
  };
  await using asking = createEngine({ ...config, stores, runtime: { worksOnItsJobs: false } });
  await using working = createEngine({ ...config, stores: others });
  working.jobs.work({ concurrency: 5 });
  const { id } = await asking.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
  for (;;) {
    const job = await asking.jobs.get({ id, limit: 1 });
    if (job.status !== "scraping") return { job, periods: (await asking.usage.credits({})).periods };
    await sleep(20);
  }
}

/** The outcome when nothing is missing. */
export const whole = {
  job: { status: "completed", completed: 30, total: 30, creditsUsed: 30 },
  periods: [{ totalCredits: 30 }],
};
