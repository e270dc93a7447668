import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine, type Engine } from "@garner/core";
import { startCrawlSite, startFixtureSite, treeOfPages, watchToEnd, type FixtureSite } from "@garner/testkit/site";
import Firecrawl from "firecrawl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listen } from "./app.ts";

let site: FixtureSite;
let engine: Engine;
let server: Server;
let client: Firecrawl;

beforeAll(async () => {
  site = await startFixtureSite();
  engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
  server = listen(engine, 0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  client = new Firecrawl({ apiKey: "fc-test", apiUrl: `http://127.0.0.1:${port}/api/garner/` });
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

describe("the published SDK, through an Express application", () => {
  test("scrapes a page into Markdown by default", async () => {
    const document = await client.scrape(`${site.origin}/article`);
    expect(document.markdown).toContain("# The lighthouse on the cape");
    expect(document.markdown).not.toContain("newsletter");
    expect(document.html).toBeUndefined();
    expect(document.metadata).toMatchObject({
      statusCode: 200,
      title: "The lighthouse on the cape",
      language: "en-GB",
    });
  });

  test("gets every format it asks for", async () => {
    const formats = ["markdown", "html", "rawHtml", "links"] as const;
    const document = await client.scrape(`${site.origin}/article`, { formats: [...formats], maxAge: 0 });
    expect(document.html).toContain("<h1");
    expect(document.rawHtml).toContain("<!doctype html>");
    expect(document.links).toContain("https://example.com/winds");
  });

  test("keeps the options that shape the content", async () => {
    const whole = await client.scrape(`${site.origin}/article`, { onlyMainContent: false });
    expect(whole.markdown).toContain("newsletter");
    const chosen = await client.scrape(`${site.origin}/article`, { includeTags: ["table"], excludeTags: ["thead"] });
    expect(chosen.markdown).toContain("1931");
    expect(chosen.markdown).not.toContain("Built in 1871");
  });

  test("sends headers along", async () => {
    await client.scrape(`${site.origin}/headers`, { headers: { "x-probe": "42" } });
    expect(site.requests.findLast((seen) => seen.path === "/headers")?.headers).toMatchObject({ "x-probe": "42" });
  });

  test("sees a page that answers 404 as a document", async () => {
    const document = await client.scrape(`${site.origin}/status/404`);
    expect(document.metadata).toMatchObject({ statusCode: 404, error: expect.any(String) });
  });

  test.each([
    ["a timeout", () => client.scrape(`${site.origin}/hang`, { timeout: 300 }), 408, "SCRAPE_TIMEOUT"],
    ["a blocked address", () => client.scrape("http://10.0.0.1/"), 403, "URL_BLOCKED"],
    ["a broken connection", () => client.scrape(`${site.origin}/reset`, { timeout: 5000 }), 500, "SCRAPE_SITE_ERROR"],
    ["a wrong option", () => client.scrape(`${site.origin}/`, { waitFor: 40_000, timeout: 1000 }), 400, "BAD_REQUEST"],
    [
      "a missing browser",
      () => client.scrape(`${site.origin}/`, { formats: ["screenshot"] }),
      501,
      "CAPABILITY_MISSING",
    ],
    ["a type that nobody reads", () => client.scrape(`${site.origin}/media/binary`), 415, "UNSUPPORTED_CONTENT"],
  ])("learns of %s", async (_, scrape, status, code) => {
    await expect(scrape()).rejects.toMatchObject({
      name: "FirecrawlSdkError",
      status,
      code,
      message: expect.any(String),
    });
  });

  test("crawls a site, and watches a crawl and a batch: every page once, then the end", async () => {
    await using tree = await startCrawlSite(treeOfPages(8));
    const options = { sitemap: "skip", scrapeOptions: { maxAge: 0 } } as const;
    const job = await client.crawl(`${tree.origin}/`, { ...options, pollInterval: 1 });
    expect(job).toMatchObject({ status: "completed", completed: 8, total: 8 });
    // So that what falls back to polling does not pass for a WebSocket.
    const pollInterval = 3600;
    const crawl = await client.startCrawl(`${tree.origin}/`, options);
    const crawlWatcher = client.watcher(crawl.id, { kind: "crawl", pollInterval });
    expect(await watchToEnd(crawlWatcher)).toEqual({ documents: 8, status: "completed" });
    const batch = await client.startBatchScrape([`${tree.origin}/p/1`, `${tree.origin}/p/2`]);
    const batchWatcher = client.watcher(batch.id, { kind: "batch", pollInterval });
    expect(await watchToEnd(batchWatcher)).toEqual({ documents: 2, status: "completed" });
  });
});
