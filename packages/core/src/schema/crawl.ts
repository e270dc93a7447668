import { z } from "zod";
import { pathPatterns, refinePathPatterns } from "./fields/path-patterns.ts";
import { excludeErrorPages, originFields, ScrapeOptions, zeroDataRetention } from "./scrape.ts";
import { WebUrl } from "./fields/web-url.ts";
import { Webhook } from "./webhook.ts";
import type * as Written from "./types.generated.ts";

/** The scope of a crawl; see {@link CrawlRequest}. */
export const crawlSettingFields = {
  includePaths: pathPatterns.describe("Regular expressions; only URLs whose path matches one are taken."),
  excludePaths: pathPatterns.describe("Regular expressions; URLs whose path matches one are not taken."),
  maxDiscoveryDepth: z
    .int()
    .min(0)
    .max(10_000)
    .optional()
    .describe("Most links between the start URL and a page; 0 takes the start URL only."),
  limit: z.int().positive().max(10_000_000).default(10_000).describe("Most pages."),
  crawlEntireDomain: z.boolean().default(false).describe("Also follow siblings and parents of the start URL."),
  allowSubdomains: z.boolean().default(false).describe("Follow links to other subdomains of the domain."),
  allowExternalLinks: z.boolean().default(false).describe("Follow links to other domains."),
  ignoreRobotsTxt: z
    .boolean()
    .default(false)
    .describe("Take pages that robots.txt forbids, if the operator allows it."),
  robotsUserAgent: z.string().min(1).max(200).optional().describe("The user agent whose robots.txt group applies."),
  sitemap: z.enum(["skip", "include", "only"]).default("include").describe("`only` follows no links."),
  deduplicateSimilarURLs: z
    .boolean()
    .default(true)
    .describe("Take http/https, www, trailing slash and index file variants of a URL once."),
  ignoreQueryParameters: z.boolean().default(false).describe("Take URLs that differ in their query once."),
  excludeErrorPages,
  regexOnFullURL: z.boolean().default(false).describe("Match the patterns against the whole URL."),
  delay: z.number().positive().max(3600).optional().describe("Seconds between two requests to one host."),
};

/** `POST /v2/crawl` (contract §2.8). */
export const CrawlRequest = z
  .strictObject({
    url: WebUrl.describe("The start URL."),
    prompt: z.string().min(1).max(10_000).optional().describe("The pages wanted, in plain words."),
    ...crawlSettingFields,
    ignoreSitemap: z
      .boolean()
      .default(false)
      .describe('The older name of `sitemap: "skip"`, which clients still send.'),
    maxConcurrency: z.int().positive().optional().describe("Most pages at once; capped by the team's limit."),
    scrapeOptions: ScrapeOptions.prefault({}).describe("Options of every page."),
    webhook: Webhook.optional(),
    zeroDataRetention,
    ...originFields,
  })
  .superRefine(refinePathPatterns)
  .meta({ id: "CrawlRequest" });
/** A crawl request as a caller writes it. */
export type CrawlRequest = Written.CrawlRequest;
/** A crawl request with all defaults filled in. */
export type ParsedCrawlRequest = z.output<typeof CrawlRequest>;
