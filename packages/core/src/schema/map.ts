import { z } from "zod";
import { keysWithoutEffect, mapKeys } from "./fields/client-keys.ts";
import { Headers } from "./fields/headers.ts";
import { Location, originFields } from "./scrape.ts";
import { pathPatterns, refinePathPatterns } from "./fields/path-patterns.ts";
import { WebUrl } from "./fields/web-url.ts";
import type * as Written from "./types.generated.ts";

/** `POST /v2/map` (requirements §4.8, contract §2.15). */
export const MapRequest = z
  .strictObject({
    url: WebUrl,
    search: z.string().max(2000).optional().describe("Keep what matches these words, best match first."),
    sitemap: z
      .enum(["skip", "include", "only"])
      .default("include")
      .describe("`only` returns what the sitemaps list, `skip` ignores them, `include` combines them with the rest."),
    includeSubdomains: z.boolean().default(true).describe("Also return URLs of other hosts of the same domain."),
    ignoreQueryParameters: z
      .boolean()
      .default(true)
      .describe("Return URLs without their query; those that differ only in it become one."),
    limit: z.int().min(1).max(30_000).default(5000).describe("Most links to return."),
    timeout: z
      .int()
      .positive()
      .max(24 * 60 * 60 * 1000)
      .optional()
      .describe("Milliseconds the request may take; no limit when not given."),
    filterByPath: z.boolean().default(true).describe("Return only URLs below the path of `url`."),
    useIndex: z.boolean().default(true).describe("Also return pages known from earlier scrapes."),
    ignoreCache: z
      .boolean()
      .default(false)
      .describe("Fetch listing pages fresh instead of taking them from the cache."),
    includePaths: pathPatterns.describe("Regular expressions; only URLs whose path matches one are returned."),
    excludePaths: pathPatterns.describe("Regular expressions; URLs whose path matches one are left out."),
    regexOnFullURL: z.boolean().default(false).describe("Match the patterns against the whole URL, not only its path."),
    allowExternalLinks: z.boolean().default(false).describe("Also return links that lead to other sites."),
    crawlEntireDomain: z.boolean().default(false).describe("The same as `filterByPath: false`, as crawls say it."),
    allowSubdomains: z.boolean().default(false).describe("The same as `includeSubdomains: true`, as crawls say it."),
    maxDiscoveryDepth: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .describe("Most links between the start URL and a page that is looked at for more."),
    deduplicateSimilarURLs: z
      .boolean()
      .default(true)
      .describe("Return http/https, www, trailing slash and index file variants of a URL once."),
    ignoreRobotsTxt: z.boolean().default(false).describe("Also look for links on pages that robots.txt disallows."),
    location: Location.optional().describe("The place to ask pages from."),
    headers: Headers.optional().describe("Headers sent with every page request."),
    ...originFields,
  })
  .superRefine(refinePathPatterns)
  .meta({ id: "MapRequest" })
  .register(keysWithoutEffect, mapKeys);
/** A map request as a caller writes it. */
export type MapRequest = Written.MapRequest;
/** A map request with all defaults filled in. */
export type ParsedMapRequest = z.output<typeof MapRequest>;

/** One URL of a site, with its title and description if known. */
export const MapLink = z.looseObject({
  url: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
});
export type MapLink = Written.MapLink;

/** The URLs of a site, best match first where there was a search. */
export const MapResult = z
  .looseObject({
    links: z.array(MapLink),
    warning: z.string().optional().describe("Notes on this result, in plain words."),
  })
  .meta({ id: "MapResult" });
export type MapResult = Written.MapResult;
