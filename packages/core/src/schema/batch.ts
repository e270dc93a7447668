import { z } from "zod";
import { keysWithoutEffect, scrapeKeys } from "./fields/client-keys.ts";
import { isJobId, JobStarted } from "./job.ts";
import { checkScrapeOptions, excludeErrorPages, originFields, scrapeOptionFields } from "./scrape.ts";
import { Webhook } from "./webhook.ts";
import type * as Written from "./types.generated.ts";

/** `POST /v2/batch/scrape` (contract §2.7). URLs are looked at one by one: an invalid one need not spoil the others. */
export const BatchScrapeRequest = z
  .strictObject({
    urls: z
      .array(z.string().max(100_000))
      .min(1)
      .max(50_000, {
        error: "must have at most 50000 entries; add more to the batch with `appendToId`",
      })
      .describe("The URLs to scrape; the same URL twice is scraped twice."),
    ...scrapeOptionFields,
    appendToId: z
      .string()
      .max(100)
      .refine(isJobId, { error: "must be the `id` that starting a batch has answered with" })
      .optional()
      .describe("The batch to add the URLs to; they are scraped with the options given here."),
    ignoreInvalidURLs: z.boolean().default(true).describe("Leave out invalid URLs and list them, instead of failing."),
    excludeErrorPages,
    maxConcurrency: z.int().positive().optional().describe("Most pages at once; capped by the team's limit."),
    webhook: Webhook.optional(),
    ...originFields,
  })
  .superRefine(checkScrapeOptions)
  .meta({ id: "BatchScrapeRequest" })
  .register(keysWithoutEffect, scrapeKeys);
/** A batch request as a caller writes it. */
export type BatchScrapeRequest = Written.BatchScrapeRequest;
/** A batch request with all defaults filled in. */
export type ParsedBatchScrapeRequest = z.output<typeof BatchScrapeRequest>;

/** A batch was accepted; `invalidURLs` is absent when invalid URLs were not tolerated. */
export const BatchScrapeStarted = JobStarted.extend({ invalidURLs: z.array(z.string()).optional() }).meta({
  id: "BatchScrapeStarted",
});
export type BatchScrapeStarted = Written.BatchScrapeStarted;
