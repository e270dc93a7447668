import { BatchScrapeRequest, CrawlRequest, ExtractRequest, MapRequest, SearchRequest } from "@garner/core";
import { describe, expect, test } from "vitest";
import { v1MapRequest, v1SearchRequest } from "./find.ts";
import { v1BatchRequest, v1CrawlRequest, v1ExtractRequest } from "./jobs.ts";

const url = "https://example.com/docs/a/index.html";

describe("requests of the older version", () => {
  test.each([
    ["crawl", v1CrawlRequest, CrawlRequest, { url }],
    ["batch", v1BatchRequest, BatchScrapeRequest, { urls: [url] }],
    ["extract", v1ExtractRequest, ExtractRequest, { urls: [url], prompt: "Price?" }],
    ["map", v1MapRequest, MapRequest, { url }],
    ["search", v1SearchRequest, SearchRequest, { query: "a", scrapeOptions: {} }],
  ])("a %s with nothing but its defaults is a request of the newer", (_, older, newer, body) => {
    expect(newer.safeParse(older.translate(body).input).error).toBeUndefined();
  });

  test.each([
    [{}, { sitemap: "include", crawlEntireDomain: false, limit: 10_000 }],
    [{ ignoreSitemap: true }, { sitemap: "skip" }],
    [{ allowBackwardLinks: true }, { crawlEntireDomain: true }],
    [{ crawlEntireDomain: true }, { crawlEntireDomain: true }],
    [
      { maxDiscoveryDepth: 2, limit: 7, delay: 1 },
      { maxDiscoveryDepth: 2, limit: 7, delay: 1 },
    ],
    [
      { scrapeOptions: { formats: ["extract"], extract: { prompt: "Price?" } } },
      { scrapeOptions: { formats: [{ type: "json", prompt: "Price?" }], maxAge: 0 } },
    ],
  ])("crawl %j", (older, newer) => {
    expect(v1CrawlRequest.translate({ url, ...older }).input).toMatchObject(newer);
  });

  test.each([
    [{ maxDepth: 0 }, "/docs/a/", true],
    [{ maxDepth: 0 }, "/docs/a/b", false],
    [{ maxDepth: 1 }, "/docs/a/b", true],
    [{ maxDepth: 1 }, "/docs/a/b/c", false],
    [{}, `/docs/a${"/b".repeat(10)}`, true],
    [{}, `/docs/a${"/b".repeat(11)}`, false],
    [{ maxDepth: 0, regexOnFullURL: true }, "https://example.com/docs/a?x=/1/2", true],
    [{ maxDepth: 0, regexOnFullURL: true }, "https://example.com/docs/a/b", false],
    [{ maxDepth: 10_000 }, "/a".repeat(200), true],
  ])("the depth of paths: with %j, %s is taken: %s", (older, path, isTaken) => {
    const { excludePaths } = CrawlRequest.parse(v1CrawlRequest.translate({ url, ...older }).input);
    expect(excludePaths.some((pattern) => new RegExp(pattern).test(path))).toBe(!isTaken);
  });

  test.each([
    [{}, "include"],
    [{ ignoreSitemap: true }, "skip"],
    [{ sitemapOnly: true }, "only"],
  ])("map %j", (older, sitemap) => {
    expect(v1MapRequest.translate({ url, ...older }).input).toMatchObject({ sitemap });
  });

  test("a search scrapes nothing unless it says what", () => {
    expect(v1SearchRequest.translate({ query: "a", scrapeOptions: {} }).input).toMatchObject({
      scrapeOptions: { formats: [] },
    });
  });

  test.each([
    ["a name of the newer version", v1CrawlRequest, { url, sitemap: "skip" }, "sitemap"],
    ["a wrong scrape option", v1CrawlRequest, { url, scrapeOptions: { waitFor: "soon" } }, "scrapeOptions.waitFor"],
    ["a format's options without it", v1BatchRequest, { urls: [url], jsonOptions: {} }, "jsonOptions"],
  ])("refuses %s by the name that was sent", (_, older, body, name) => {
    expect(() => older.translate(body)).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(name) }),
    );
  });
});
