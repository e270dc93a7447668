import { BatchScrapeRequest, CrawlRequest, ExtractRequest, extractKeys, keysWithoutEffect } from "@garner/core";
import { z } from "zod";
import { toV2Options, v1ScrapeSchema } from "./scrape.ts";
import { translation } from "../routes/translation.ts";

const { prompt: _later, sitemap: _renamed, ...crawlFields } = CrawlRequest.shape;

const V1CrawlRequest = z.strictObject({
  ...crawlFields,
  maxDepth: z
    .int()
    .min(0)
    .max(10_000)
    .default(10)
    .describe("Most segments that the path of a page has beyond those of the start URL."),
  allowBackwardLinks: z.boolean().default(false).describe("The old name of `crawlEntireDomain`."),
  ignoreSitemap: z.boolean().default(false).describe("Look for pages without the site's sitemap."),
  scrapeOptions: v1ScrapeSchema({}).prefault({}).describe("Options of every page."),
});

/** `POST /v1/crawl`. */
export const v1CrawlRequest = translation(V1CrawlRequest, (older) => {
  const { maxDepth, allowBackwardLinks, ignoreSitemap, scrapeOptions, ...same } = older;
  return {
    ...same,
    crawlEntireDomain: same.crawlEntireDomain || allowBackwardLinks,
    sitemap: ignoreSitemap ? "skip" : "include",
    excludePaths: [...same.excludePaths, ...deeperThan(maxDepth, older)],
    scrapeOptions: toV2Options(scrapeOptions),
  };
});

/** Paths with more segments are traps; a pattern for them would only cost time. */
const maxSegments = 100;

/** The pattern of paths that lie more levels below the start URL. Directory indexes are no level (contract §4.2). Pure. */
function deeperThan(levels: number, { url, regexOnFullURL }: { url: string; regexOnFullURL: boolean }): string[] {
  const { pathname = "" } = URL.parse(url) ?? {};
  const own = pathname.split("/").filter((segment) => segment !== "" && !/^index\.(?:html|php)$/.test(segment)).length;
  const most = own + levels;
  if (most >= maxSegments) return [];
  const host = regexOnFullURL ? "https?://[^/?#]+" : "";
  return [`^${host}(?:/+[^/?#]+){${most + 1}}`];
}

const { appendToId, ignoreInvalidURLs, maxConcurrency, webhook, urls, origin, integration } = BatchScrapeRequest.shape;

/** `POST /v1/batch/scrape`. */
export const v1BatchRequest = translation(
  v1ScrapeSchema({ urls, appendToId, ignoreInvalidURLs, maxConcurrency, webhook, origin, integration }),
  toV2Options,
);

const V1ExtractRequest = z
  .strictObject({
    ...ExtractRequest.shape,
    scrapeOptions: v1ScrapeSchema({
      onlyMainContent: z.boolean().default(false).describe("Leave out boilerplate."),
    }).prefault({}),
  })
  .register(keysWithoutEffect, extractKeys);

/** `POST /v1/extract`. */
export const v1ExtractRequest = translation(V1ExtractRequest, ({ scrapeOptions, ...same }) => ({
  ...same,
  scrapeOptions: toV2Options(scrapeOptions),
}));
