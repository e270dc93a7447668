// The published SDK of the older version, unmodified: every method of it that has an operation here.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createEngine, type Engine } from "@garner/core";
import { startCrawlSite, startModelServer, treeOfPages, type CrawlSite, type ModelServer } from "@garner/testkit/site";
import NewestFirecrawl from "firecrawl";
import Firecrawl, { type CrawlStatusResponse, type CrawlWatcher } from "firecrawl-1.29";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serve, type Served } from "./serve.ts";

let site: CrawlSite;
let models: ModelServer;
let engine: Engine;
let served: Served;
let client: Firecrawl;

beforeAll(async () => {
  site = await startCrawlSite({
    ...treeOfPages(130),
    "/mixed": { links: ["/mixed/bad", "/mixed/a/b/c"] },
    "/mixed/bad": { redirect: "/mixed/bad" },
    "/mixed/a/b/c": {},
    "/held": { held: new Promise<void>(() => {}) },
  });
  models = await startModelServer(() => ({ json: { result: { price: 5 }, evidence: [] } }));
  const provider = createOpenAICompatible({
    name: "fixture",
    baseURL: models.baseUrl,
    supportsStructuredOutputs: true,
  });
  engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
    models: { language: provider("fixture-model") },
    search: {
      name: "fixture",
      sources: new Set(["web"] as const),
      operators: new Set([]),
      search: async () => ({
        hits: [1, 2].map((index) => ({
          url: `${site.origin}/p/${index}`,
          title: `Page ${index}`,
          description: "Found.",
        })),
        warnings: [],
      }),
    },
  });
  served = await serve(engine);
  client = new Firecrawl({ apiKey: "fc-test", apiUrl: served.url });
});

afterAll(async () => {
  await served[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await models[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

// The SDK's own schemas are of zod 3; a JSON Schema goes through unchanged.
const schema = { type: "object", properties: { price: { type: "number" } } } as never;

describe("the published SDK 1.29.3", () => {
  test("scrapes a page, and reads data from it by either name", async () => {
    const url = `${site.origin}/p/1`;
    expect(await client.scrapeUrl(url, { formats: ["markdown"] })).toMatchObject({
      success: true,
      markdown: expect.stringContaining("Page number"),
    });
    const jsonOptions = { schema, prompt: "Price?" };
    expect(await client.scrapeUrl(url, { formats: ["json"], jsonOptions })).toMatchObject({ json: { price: 5 } });
    expect(await client.scrapeUrl(url, { formats: ["extract"], extract: jsonOptions })).toMatchObject({
      extract: { price: 5 },
    });
  });

  test("crawls a site, and has every page of every chunk", async () => {
    const job = (await client.crawlUrl(`${site.origin}/`, { ignoreSitemap: true, limit: 120 })) as CrawlStatusResponse;
    expect(job).toMatchObject({ success: true, status: "completed", completed: 120, total: 120 });
    expect(new Set(job.data.map((page) => page.metadata?.sourceURL)).size).toBe(120);
  });

  test("passes a crawl's options on", async () => {
    const job = (await client.crawlUrl(`${site.origin}/mixed`, {
      ignoreSitemap: true,
      allowBackwardLinks: true,
      maxDepth: 1,
      excludePaths: ["^/$"],
      scrapeOptions: { formats: ["links"] },
    })) as CrawlStatusResponse;
    expect(job.data).toMatchObject([{ links: [`${site.origin}/mixed/bad`, `${site.origin}/mixed/a/b/c`] }]);
    expect(job.data[0]?.markdown).toBeUndefined();
  });

  test("asks how a crawl stands, chunk by chunk, for its errors, and cancels it", async () => {
    const started = await client.asyncCrawlUrl(`${site.origin}/mixed`, { ignoreSitemap: true, excludePaths: ["^/$"] });
    expect(started).toMatchObject({
      success: true,
      id: expect.any(String),
      url: expect.stringContaining("/v1/crawl/"),
    });
    const { id = "" } = started as { id?: string };
    for await (const _event of engine.jobs.events({ id }));
    expect(await client.checkCrawlStatus(id, true)).toMatchObject({ status: "completed", completed: 2 });
    expect(await client.checkCrawlErrors(id)).toMatchObject({
      errors: [{ url: `${site.origin}/mixed/bad`, error: expect.stringContaining("circle") }],
      robotsBlocked: [],
    });
    const held = (await client.asyncCrawlUrl(`${site.origin}/held`)) as { id: string };
    expect(await client.cancelCrawl(held.id)).toEqual({ status: "cancelled" });
    expect(await client.checkCrawlStatus(held.id)).toMatchObject({ status: "cancelled" });
  });

  test("scrapes a batch, waits for it, and asks how it stands", async () => {
    const urls = [1, 2, 3].map((index) => `${site.origin}/p/${index}`);
    const options = { formats: ["markdown" as const, "json" as const], jsonOptions: { schema, prompt: "Price?" } };
    const job = (await client.batchScrapeUrls(urls, options)) as CrawlStatusResponse;
    expect(job).toMatchObject({ success: true, status: "completed", completed: 3 });
    expect(job.data.map((page) => page.json)).toEqual([{ price: 5 }, { price: 5 }, { price: 5 }]);
    const started = await client.asyncBatchScrapeUrls([...urls, "not a url"], undefined, undefined, undefined, true);
    expect(started).toMatchObject({ success: true, invalidURLs: ["not a url"] });
    const { id = "" } = started as { id?: string };
    for await (const _event of engine.jobs.events({ id }));
    expect(await client.checkBatchScrapeStatus(id)).toMatchObject({ status: "completed", completed: 3 });
    expect(await client.checkBatchScrapeErrors(id)).toEqual({ errors: [], robotsBlocked: [] });
  });

  test("watches a crawl and a batch", async () => {
    const urls = [1, 2, 3].map((index) => `${site.origin}/p/${index}`);
    const crawl = await client.crawlUrlAndWatch(`${site.origin}/`, { ignoreSitemap: true, limit: 5 });
    expect(await watched(crawl)).toEqual({ documents: 5, status: "completed" });
    expect(await watched(await client.batchScrapeUrlsAndWatch(urls))).toEqual({ documents: 3, status: "completed" });
  });

  test("maps a site: addresses alone", async () => {
    const { links } = (await client.mapUrl(site.origin, { ignoreSitemap: true, limit: 5 })) as { links: string[] };
    expect(links).toHaveLength(5);
    expect(links.every((link) => link.startsWith(site.origin))).toBe(true);
  });

  test("searches: pages in one list, scraped if asked for", async () => {
    expect(await client.search("page", { limit: 2 })).toEqual({
      success: true,
      warning: undefined,
      data: [1, 2].map((index) =>
        expect.objectContaining({ url: `${site.origin}/p/${index}`, title: `Page ${index}` }),
      ),
    });
    const { data } = await client.search("page", { limit: 1, scrapeOptions: { formats: ["markdown"] } });
    expect(data).toMatchObject([{ markdown: expect.stringContaining("Page number") }]);
  });

  test("extract waits for the data, and asyncExtract gives an id", async () => {
    const answer = await client.extract([`${site.origin}/p/1`], { prompt: "Price?", schema });
    expect(answer).toMatchObject({ success: true, data: { price: 5 } });
    expect(await client.asyncExtract([`${site.origin}/p/1`], { prompt: "Price?", schema })).toMatchObject({
      success: true,
      id: expect.any(String),
    });
  });

  test("is told which of its methods are not here", async () => {
    const missing = [client.deepResearch("a", {}), client.generateLLMsText(site.origin)];
    for (const answer of await Promise.allSettled(missing)) {
      expect(answer).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("404") } });
    }
  });
});

test("the newest SDK asks for credits the older way", async () => {
  const { v1 } = new NewestFirecrawl({ apiKey: "fc-test", apiUrl: served.url });
  expect(await v1.getCreditUsage()).toMatchObject({ success: true, data: { remaining_credits: expect.any(Number) } });
  expect(await v1.getTokenUsage()).toMatchObject({ success: true, data: { remaining_tokens: expect.any(Number) } });
  expect(await v1.getQueueStatus()).toMatchObject({ success: true, maxConcurrency: 50 });
  expect(await v1.getCreditUsageHistorical()).toMatchObject({ periods: [{ creditsUsed: expect.any(Number) }] });
});

/** What a watcher says until the end: it says it once. */
function watched(watcher: CrawlWatcher): Promise<{ readonly documents: number; readonly status: string }> {
  return new Promise((resolve, reject) => {
    let documents = 0;
    watcher.addEventListener("document", () => {
      documents += 1;
    });
    watcher.addEventListener("done", ({ detail }) => resolve({ documents, status: detail.status }));
    watcher.addEventListener("error", ({ detail }) => reject(new Error(detail.error)));
  });
}
