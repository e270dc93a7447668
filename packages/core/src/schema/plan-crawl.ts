import { z } from "zod";
import { crawlSettingFields } from "./crawl.ts";
import { parseWebUrl } from "./fields/web-url.ts";
import type * as Written from "./types.generated.ts";

/** `POST /v2/crawl/params-preview` (contract §2.9). Keys that it does not know are ignored. */
export const PlanCrawlRequest = z
  .object({
    url: z
      .string()
      .max(8192)
      .refine((text) => /^https?:\/\//i.test(text.trim()) && parseWebUrl(text) !== undefined, {
        error: "must be an absolute http or https URL, such as `https://example.com`",
      })
      .describe("The start URL."),
    prompt: z.string().min(1).max(10_000).describe("The pages wanted, in plain words."),
  })
  .meta({ id: "PlanCrawlRequest" });
export type PlanCrawlRequest = Written.PlanCrawlRequest;

const { includePaths, excludePaths, limit, crawlEntireDomain, allowSubdomains, allowExternalLinks, sitemap } =
  crawlSettingFields;
const { maxDiscoveryDepth, deduplicateSimilarURLs, ignoreQueryParameters } = crawlSettingFields;

/** The settings of a crawl that a model may choose; those that it does not choose are absent. */
export const CrawlPlan = z.strictObject({
  includePaths: includePaths.unwrap().optional(),
  excludePaths: excludePaths.unwrap().optional(),
  maxDiscoveryDepth,
  limit: limit.unwrap().optional(),
  crawlEntireDomain: crawlEntireDomain.unwrap().optional(),
  allowSubdomains: allowSubdomains.unwrap().optional(),
  allowExternalLinks: allowExternalLinks.unwrap().optional(),
  sitemap: sitemap.unwrap().optional(),
  deduplicateSimilarURLs: deduplicateSimilarURLs.unwrap().optional(),
  ignoreQueryParameters: ignoreQueryParameters.unwrap().optional(),
  // Clients read a whole number (contract §3.7).
  delay: z.int().min(1).max(3600).optional().describe("Seconds between two requests to one host."),
});
export type CrawlPlan = z.infer<typeof CrawlPlan>;

/** A model's proposal for a crawl, with the URL as it was sent. */
export const PlannedCrawl = CrawlPlan.extend({
  url: z.string(),
  warning: z.string().optional().describe("Notes on the proposal."),
}).meta({ id: "PlannedCrawl" });
export type PlannedCrawl = Written.PlannedCrawl;
