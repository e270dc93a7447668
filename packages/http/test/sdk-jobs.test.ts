import { createEngine, type Engine } from "@garner/core";
import {
  startBareServer,
  startCrawlSite,
  treeOfPages,
  watchToEnd,
  type CrawlSite,
  type JobWatcher,
} from "@garner/testkit/site";
import Firecrawl, { type CrawlJob } from "firecrawl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";
import { serveWebSockets } from "../src/live/websocket.ts";

let site: CrawlSite;
let engine: Engine;
let server: Awaited<ReturnType<typeof startBareServer>>;
let sockets: AsyncDisposable;
let client: Firecrawl;

beforeAll(async () => {
  site = await startCrawlSite({
    ...treeOfPages(30),
    "/robots.txt": { raw: { text: "User-agent: *\nDisallow: /private", type: "text/plain" } },
    "/mixed": { links: ["/mixed/good", "/mixed/bad", "/private"] },
    "/mixed/good": {},
    "/held": { links: ["/held/1"] },
    "/held/1": { held: new Promise<void>(() => {}) },
    "/mixed/bad": { redirect: "/mixed/bad" },
    "/slow": { links: ["/slow/1", "/slow/2", "/slow/3", "/slow/4", "/slow/5", "/slow/6"] },
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((index) => [`/slow/${index}`, { delayMs: 400 }])),
  });
  engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
  });
  const authenticate = noAuthentication(() => {});
  const basePath = "/api";
  const listener = toNodeListener(createHandler(engine, { authenticate, basePath }));
  server = await startBareServer((request, response) => void listener(request, response));
  sockets = serveWebSockets(server.server, engine, { authenticate, basePath });
  client = new Firecrawl({ apiKey: "fc-test", apiUrl: `${server.origin}/api` });
});

afterAll(async () => {
  await sockets[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

describe("the published SDK", () => {
  test("crawls a site", async () => {
    const job = await client.crawl(`${site.origin}/`, { sitemap: "skip", pollInterval: 1 });
    expect(job).toMatchObject({ status: "completed", completed: 30, total: 30, creditsUsed: 30 });
    expect(new Set(job.data.map((page) => page.metadata?.sourceURL)).size).toBe(30);
    expect(job.data.every((page) => page.markdown?.includes("Page number"))).toBe(true);
    expect(job.next ?? null).toBeNull();
  });

  test("passes a crawl's options on", async () => {
    const job = await client.crawl(`${site.origin}/`, {
      limit: 5,
      includePaths: ["^/p/"],
      excludePaths: ["/p/[13]$"],
      maxDiscoveryDepth: 1,
      ignoreQueryParameters: true,
      crawlEntireDomain: true,
      scrapeOptions: { formats: ["html", "links"] },
      pollInterval: 1,
    });
    const paths = job.data.map((page) => new URL(page.metadata?.sourceURL ?? "").pathname).toSorted();
    expect(job.status).toBe("completed");
    expect(paths).toHaveLength(5);
    expect(paths.every((path) => /^\/p\/(?:2|4|5|6|7|8|9|10)$/.test(path))).toBe(true);
    expect(job.data[0]?.html).toContain("<h1>");
    expect(job.data[0]?.markdown).toBeUndefined();
  });

  test("scrapes a batch, in the order in which pages are done, with invalid URLs aside", async () => {
    const started = await client.startBatchScrape([`${site.origin}/p/1`, `${site.origin}/p/2`, "not a url"], {
      options: { formats: ["markdown"] },
      ignoreInvalidURLs: true,
    });
    expect(started.invalidURLs).toEqual(["not a url"]);
    const job = await client.batchScrape([`${site.origin}/p/1`, `${site.origin}/p/1`], {
      options: { formats: ["markdown"] },
      pollInterval: 1,
    });
    expect(job).toMatchObject({ status: "completed", completed: 2, total: 2 });
    expect(job.data).toHaveLength(2);
  });

  test("pages results, by hand and by itself", async () => {
    const { id } = await client.startCrawl(`${site.origin}/`, { limit: 12 });
    await finished(id);
    const byHand = await client.getCrawlStatus(id, { autoPaginate: false });
    expect(byHand.data).toHaveLength(12);
    const url = `${server.origin}/api/v2/crawl/${id}?limit=5`;
    const first = (await (await fetch(url)).json()) as { next: string; data: unknown[] };
    expect(first.data).toHaveLength(5);
    expect(first.next).toBe(`${server.origin}/api/v2/crawl/${id}?skip=5&limit=5`);
    const last = (await (await fetch(first.next.replace("skip=5", "skip=10"))).json()) as {
      next?: string;
      data: unknown[];
    };
    expect(last.data).toHaveLength(2);
    expect(last.next).toBeUndefined();
  });

  test("lists errors and what robots.txt forbids", async () => {
    const { id } = await client.startCrawl(`${site.origin}/mixed`, {
      crawlEntireDomain: true,
      sitemap: "skip",
      excludePaths: ["^/$"],
    });
    await finished(id);
    const { errors, robotsBlocked } = await client.getCrawlErrors(id);
    expect(errors).toMatchObject([{ url: `${site.origin}/mixed/bad`, code: "SCRAPE_SITE_ERROR" }]);
    expect(errors[0]?.error).toContain("circle");
    expect(robotsBlocked).toEqual([`${site.origin}/private`]);
    expect(await client.getCrawlStatus(id)).toMatchObject({ status: "completed", completed: 2, total: 2 });
  });

  test("cancels a crawl, once and for all", async () => {
    const { id } = await client.startCrawl(`${site.origin}/held`, { maxConcurrency: 1, sitemap: "skip" });
    expect((await client.getActiveCrawls()).crawls.map((crawl) => crawl.id)).toContain(id);
    expect(await client.cancelCrawl(id)).toBe(true);
    expect(await client.getCrawlStatus(id)).toMatchObject({ status: "cancelled" });
    expect((await client.getActiveCrawls()).crawls.map((crawl) => crawl.id)).not.toContain(id);
  });

  test("watches a crawl and a batch: every page once, then the end", async () => {
    const crawl = await client.startCrawl(`${site.origin}/slow`, { sitemap: "skip" });
    expect(await watchToEnd(client.watcher(crawl.id, { kind: "crawl" }))).toEqual({
      documents: 7,
      status: "completed",
    });
    const batch = await client.startBatchScrape([`${site.origin}/slow/1`, `${site.origin}/slow/2`]);
    expect(await watchToEnd(client.watcher(batch.id, { kind: "batch" }))).toEqual({
      documents: 2,
      status: "completed",
    });
  });

  // firecrawl#4223, firecrawl#2308
  test.each(["crawl", "batch"] as const)(
    "watches a %s from before its first page: it is told of no end, then of every page, then of the end with all of them",
    async (kind) => {
      const gate = Promise.withResolvers<void>();
      const held = gate.promise;
      await using waiting = await startCrawlSite({
        "/": { links: ["/1", "/2"], held },
        "/1": { held },
        "/2": { held },
      });
      const urls = ["/", "/1", "/2"].map((path) => waiting.origin + path);
      const { id } =
        kind === "crawl"
          ? await client.startCrawl(`${waiting.origin}/`, { sitemap: "skip" })
          : await client.startBatchScrape(urls);
      const watcher: JobWatcher = client.watcher(id, { kind });
      const seen: string[] = [];
      watcher.on("snapshot", (snapshot) => {
        const { status, completed, total } = snapshot as CrawlJob;
        seen.push(`${status}, ${completed} of ${total}`);
        gate.resolve();
      });
      watcher.on("document", () => seen.push("page"));
      watcher.on("done", (end) => seen.push(`${(end as CrawlJob).status} with ${(end as CrawlJob).data.length}`));
      await watcher.start();
      const known = kind === "crawl" ? 1 : 3;
      expect(seen).toEqual([
        `scraping, 0 of ${known}`,
        "page",
        "page",
        "page",
        "completed, 3 of 3",
        "completed with 3",
      ]);
    },
  );

  // firecrawl#2308
  test("watches a crawl from whatever moment on: every page, and then the end", async () => {
    const { id } = await client.startCrawl(`${site.origin}/`, { sitemap: "skip" });
    const watched = [];
    for await (const _event of engine.jobs.events({ id }))
      watched.push(watchToEnd(client.watcher(id, { kind: "crawl" })));
    const whole = { documents: 30, status: "completed" };
    expect(await Promise.all(watched)).toEqual(Array.from({ length: 32 }, () => whole));
  });

  test("asks for credits, usage, concurrency and the queue", async () => {
    expect((await client.getCreditUsage()).remainingCredits).toBeGreaterThan(0);
    const { periods } = await client.getCreditUsageHistorical();
    expect(periods.at(-1)?.creditsUsed).toBeGreaterThan(30);
    expect((await client.getConcurrency()).maxConcurrency).toBe(50);
    expect(await client.getQueueStatus()).toMatchObject({ maxConcurrency: 50 });
  });

  test("gets a crawl that never was as an error with its status", async () => {
    await expect(client.getCrawlStatus("00000000-0000-4000-8000-000000000000")).rejects.toMatchObject({ status: 404 });
  });
});

async function finished(id: string): Promise<void> {
  for await (const _event of engine.jobs.events({ id }));
}
