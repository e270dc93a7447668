import { MapRequest, SearchRequest } from "@garner/core";
import { z } from "zod";
import { toV2Options, v1Formats, v1ScrapeSchema } from "./scrape.ts";
import { translation } from "../routes/translation.ts";

const { sitemap: _renamed, ...mapFields } = MapRequest.shape;

const V1MapRequest = z.strictObject({
  ...mapFields,
  ignoreSitemap: z.boolean().default(false).describe("Look for URLs without the site's sitemaps."),
  sitemapOnly: z.boolean().default(false).describe("Return only what the sitemaps list."),
  allowBackwardLinks: z.boolean().default(false).describe("The old name of `crawlEntireDomain`."),
});

/** `POST /v1/map`. */
export const v1MapRequest = translation(V1MapRequest, (older) => {
  const { ignoreSitemap, sitemapOnly, allowBackwardLinks, ...same } = older;
  return {
    ...same,
    crawlEntireDomain: same.crawlEntireDomain || allowBackwardLinks,
    sitemap: sitemapOnly ? "only" : ignoreSitemap ? "skip" : "include",
  };
});

const { sources: _onlyWeb, categories: _later, scrapeOptions: _older, ...searchFields } = SearchRequest.shape;

const V1SearchRequest = z.strictObject({
  ...searchFields,
  scrapeOptions: v1ScrapeSchema({ formats: v1Formats.default([]).describe("The formats of every result.") })
    .optional()
    .describe("With formats, every result is scraped."),
});

/** `POST /v1/search`: the web, and nothing else. */
export const v1SearchRequest = translation(V1SearchRequest, ({ scrapeOptions, ...same }) => ({
  ...same,
  ...(scrapeOptions === undefined ? {} : { scrapeOptions: toV2Options(scrapeOptions) }),
}));
