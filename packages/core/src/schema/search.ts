import { z } from "zod";
import { Format } from "./formats.ts";
import { ScrapeResult } from "./result.ts";
import {
  keysWithoutEffect,
  scrapeKeys,
  searchKeys,
  searchSourceValues,
  valuesWithoutEffect,
} from "./fields/client-keys.ts";
import { checkScrapeOptions, originFields, scrapeOptionFields } from "./scrape.ts";
import type * as Written from "./types.generated.ts";

const SourceName = z.enum(["web", "images", "news"]);
const CategoryName = z.enum(["github", "research", "pdf"]);

/** A language, with a script and a region where they are given. */
const languageTag = /^[a-zA-Z]{2,3}(?:[-_][a-zA-Z]{4})?(?:[-_](?:[a-zA-Z]{2}|\d{3}))?$/;

const targeting = {
  tbs: z
    .string()
    .max(200)
    .optional()
    .describe("Time filter: `qdr:h|d|w|m|y`, `cdr:1,cd_min:MM/DD/YYYY,cd_max:MM/DD/YYYY`, `sbd:1`."),
  filter: z.string().max(200).optional().describe("Filter of the search engine, passed on."),
  lang: z
    .string()
    .regex(languageTag, { error: "must be a language such as `de` or `pt-BR`" })
    .optional()
    .describe("ISO 639-1 language; `en` when not given."),
  country: z
    .string()
    .regex(/^[a-zA-Z]{2}$/, { error: "must be the two letters of a country, such as `de`" })
    .optional()
    .describe("ISO 3166-1 alpha-2 country; `us` when not given."),
  location: z
    .string()
    .max(200)
    .optional()
    .describe("A place to search from, such as `Germany` or `Berlin,Berlin,Germany`."),
};

const SourceObject = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("web"), ...targeting }),
  z.strictObject({ type: z.literal("images") }),
  z.strictObject({ type: z.literal("news") }),
]);

const Sources = z
  .array(z.union([SourceName, SourceObject]))
  .min(1)
  .max(10)
  .superRefine((sources, context) => {
    const known = new Map<string, string>();
    for (const [index, source] of sources.entries()) {
      const object = typeof source === "string" ? { type: source } : source;
      const options = JSON.stringify(object);
      if ((known.get(object.type) ?? options) !== options) {
        const message = `must not have \`${object.type}\` twice with different options: the result has one`;
        context.addIssue({ code: "custom", path: [index], message });
      }
      known.set(object.type, options);
    }
  })
  .register(valuesWithoutEffect, searchSourceValues);
const Categories = z.array(z.union([CategoryName, z.strictObject({ type: CategoryName })])).max(10);

/** As people write them: with `*.`, in any alphabet, as an address, with a part of the site. */
const Domain = z.string().min(1).max(253).refine(isDomain, { error: "must be a domain such as `example.com`" });
const domains = z.array(Domain).max(50);

function isDomain(text: string): boolean {
  const bare = text
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/^\*?\./, "");
  const { hostname = "", username } = URL.parse(`http://${bare}`) ?? {};
  return !/\s/.test(bare) && username === "" && /^(?:[a-z\d_-]+\.)*[a-z\d_-]+$/.test(hostname);
}

/** Options for the pages of results; change tracking is not available here. */
const ResultScrapeOptions = z
  .strictObject({
    ...scrapeOptionFields,
    formats: z.array(Format).max(50).default([]).describe("The formats of every result."),
  })
  .superRefine((options, context) => {
    const isTracked = options.formats.some(
      (format) => (typeof format === "string" ? format : format.type) === "changeTracking",
    );
    if (isTracked)
      context.addIssue({ code: "custom", path: ["formats"], message: "must not have `changeTracking` in a search" });
    else checkScrapeOptions(options, context);
  })
  .register(keysWithoutEffect, scrapeKeys);

/** `POST /v2/search` (requirements §4.9, contract §2.16). */
export const SearchRequest = z
  .strictObject({
    query: z
      .string()
      .max(5000)
      .refine((query) => query.trim() !== "", { error: "must not be empty" })
      .describe("The query; operators are supported."),
    limit: z.int().min(1).max(100).default(5).describe("Most results of every source."),
    sources: Sources.default(["web"]).describe("The sources to search: `web`, `images`, `news`."),
    categories: Categories.optional().describe("Only `github` (code, issues, docs), `research` (papers) or `pdf`."),
    ...targeting,
    includeDomains: domains.optional().describe("Only results of these domains."),
    excludeDomains: domains.optional().describe("No results of these domains."),
    timeout: z
      .int()
      .positive()
      .max(24 * 60 * 60 * 1000)
      .default(60_000)
      .describe("Milliseconds that the request may take, scraping included."),
    ignoreInvalidURLs: z.boolean().default(false).describe("Leave out results that the other endpoints would refuse."),
    scrapeOptions: ResultScrapeOptions.optional().describe("With formats, every web and news result is scraped."),
    ...originFields,
  })
  .superRefine((request, context) => {
    if (request.includeDomains !== undefined && request.excludeDomains !== undefined) {
      context.addIssue({
        code: "custom",
        path: ["excludeDomains"],
        message: "must not be given together with `includeDomains`",
      });
    }
  })
  .meta({ id: "SearchRequest" })
  .register(keysWithoutEffect, searchKeys);
/** A search request as a caller writes it. */
export type SearchRequest = Written.SearchRequest;
/** A search request with all defaults filled in. */
export type ParsedSearchRequest = z.output<typeof SearchRequest>;

const listing = { url: z.string(), title: z.string(), position: z.int(), category: z.string().optional() };
const scraped = ScrapeResult.partial().shape;

/** A found page; with `scrapeOptions`, including its scraped content. */
export const WebResult = z.looseObject({ ...scraped, ...listing, description: z.string() });
export type WebResult = Written.WebResult;

/** A found news article; with `scrapeOptions`, including its scraped content. */
export const NewsResult = z.looseObject({
  ...scraped,
  ...listing,
  snippet: z.string(),
  date: z.string().optional(),
  imageUrl: z.string().optional(),
});
export type NewsResult = Written.NewsResult;

/** A found picture, and the page that shows it. */
export const ImageResult = z.looseObject({
  title: z.string(),
  imageUrl: z.string(),
  imageWidth: z.int().optional(),
  imageHeight: z.int().optional(),
  url: z.string(),
  position: z.int(),
});
export type ImageResult = Written.ImageResult;

/** The results by source; only the sources that were asked for. */
export const SearchResult = z
  .object({
    results: z.object({
      web: z.array(WebResult).optional(),
      images: z.array(ImageResult).optional(),
      news: z.array(NewsResult).optional(),
    }),
    creditsUsed: z.int(),
    warning: z.string().optional().describe("Notes on this result, in plain words."),
  })
  .meta({ id: "SearchResult" });
export type SearchResult = Written.SearchResult;
