import Newest from "firecrawl";
import { FirecrawlClient as Sdk43 } from "firecrawl-4.3";
import { FirecrawlClient as Sdk32 } from "firecrawl-3.2";
import OldestSdk from "firecrawl-1.29";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKey, serve } from "./serve.ts";

let served: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  served = await serve();
});
afterAll(() => served[Symbol.asyncDispose]());

const schema = { type: "object", properties: { number: { type: "integer" } } };

describe.each([
  ["4.42.0", (key: string) => new Newest({ apiKey: key, apiUrl: served.url })],
  ["4.3.8", (key: string) => new Sdk43({ apiKey: key, apiUrl: served.url })],
  ["3.2.0", (key: string) => new Sdk32({ apiKey: key, apiUrl: served.url })],
] as const)("SDK %s", (_version, make) => {
  // The methods have been the same since 3.2.
  const client = (key = apiKey) => make(key) as Newest;

  test("scrapes, maps and searches", async () => {
    const page = await client().scrape(`${served.site}/p/1`, { formats: ["markdown", "links"] });
    expect(page.markdown).toContain("# Page number 1");
    expect((await client().map(served.site)).links.map(({ url }) => url)).toContain(`${served.site}/p/7`);
    const { web } = await client().search("page", { limit: 1 });
    expect(web).toMatchObject([{ url: `${served.site}/p/1` }]);
  });

  test("crawls, and scrapes a list", async () => {
    const crawl = await client().crawl(served.site, { limit: 5, pollInterval: 1 });
    expect(crawl).toMatchObject({ status: "completed", completed: 5 });
    expect(crawl.data).toHaveLength(5);
    const batch = await client().batchScrape([`${served.site}/p/1`, `${served.site}/p/2`], { pollInterval: 1 });
    expect(batch.data.map(({ markdown }) => String(markdown).slice(0, 15)).toSorted()).toEqual([
      "# Page number 1",
      "# Page number 2",
    ]);
  });

  test("extracts with the model, and asks for credits", async () => {
    const extracted = await client().extract({ urls: [`${served.site}/p/1`], schema, pollInterval: 1 });
    expect(extracted).toMatchObject({ success: true, data: { number: 1 } });
    expect((await client().getCreditUsage()).remainingCredits).toBeGreaterThan(0);
  });

  test("is told what is wrong with its key", async () => {
    await expect(client("fc-wrong").scrape(served.site)).rejects.toThrow(/Unauthorized/i);
  });
});

test("SDK 1.29.3 scrapes, crawls, maps, searches, extracts and scrapes a list", async () => {
  const client = new OldestSdk({ apiKey, apiUrl: served.url });
  const url = `${served.site}/p/1`;
  expect(await client.scrapeUrl(url)).toMatchObject({
    success: true,
    markdown: expect.stringContaining("# Page number 1"),
  });
  expect(await client.crawlUrl(served.site, { limit: 3 }, 1)).toMatchObject({ status: "completed", completed: 3 });
  expect(await client.mapUrl(served.site)).toMatchObject({ links: expect.arrayContaining([`${served.site}/p/7`]) });
  expect(await client.search("page", { limit: 1 })).toMatchObject({ data: [{ url }] });
  expect(await client.extract([url], { schema })).toMatchObject({ success: true, data: { number: 1 } });
  const batch = await client.batchScrapeUrls([url], {}, 1);
  expect(batch).toMatchObject({ status: "completed", data: [{ markdown: expect.any(String) }] });
});
