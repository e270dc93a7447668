import { createEngine } from "@garner/core";
import { startBareServer, startCrawlSite } from "@garner/testkit/site";
import Firecrawl from "firecrawl";
import FirecrawlOf3 from "firecrawl-3.2";
import FirecrawlOf43 from "firecrawl-4.3";
import { describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler, type FetchHandler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";

interface Settings {
  readonly apiKey: string;
  readonly apiUrl: string;
}

/** What is used of a published client here, in the same words in every version that speaks /v2. */
interface PublishedClient {
  scrape(url: string, options?: object): Promise<{ readonly markdown?: string }>;
  map(url: string): Promise<{ readonly links: readonly { readonly url?: string }[] }>;
  search(query: string, options?: object): Promise<{ readonly web?: readonly object[] }>;
  crawl(url: string, options: object): Promise<StatusRead>;
  startExtract(request: object): Promise<{ readonly id?: string }>;
  startBatchScrape(urls: string[]): Promise<{ readonly id: string }>;
  getBatchScrapeStatus(id: string): Promise<StatusRead>;
  cancelBatchScrape(id: string): Promise<boolean>;
  batchScrape(urls: string[], waiting: { pollInterval: number; timeout?: number }): Promise<StatusRead>;
}

interface StatusRead {
  readonly status: string;
  readonly completed: number;
  readonly total: number;
  readonly data: readonly unknown[];
}

const clients: readonly (readonly [string, (settings: Settings) => PublishedClient])[] = [
  ["4.42.0", (settings) => new Firecrawl(settings)],
  ["4.3.8", (settings) => new FirecrawlOf43(settings)],
  ["3.2.0", (settings) => new FirecrawlOf3(settings)],
];

const pageCount = 10;

/**
 * A server and a site of ten pages, of which one more is done before each status request is answered: who followed
 * `next` for as long as pages come would have his answer when the job has ended.
 */
async function serve() {
  const gates = Array.from({ length: pageCount }, () => Promise.withResolvers<void>());
  const site = await startCrawlSite(
    Object.fromEntries(gates.map(({ promise }, index) => [`/${index}`, { held: promise }])),
  );
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
  });
  const inner = createHandler(engine, { authenticate: noAuthentication(() => {}) });
  const statusRequests: string[] = [];
  const handler: FetchHandler = async (request) => {
    const id = request.method === "GET" ? /\/batch\/scrape\/([^/?]+)/.exec(request.url)?.[1] : undefined;
    if (id === undefined) return await inner(request);
    const done = statusRequests.push(request.url);
    gates[done - 1]?.resolve();
    for await (const { sequence } of engine.jobs.events({ id })) if (sequence > Math.min(done, pageCount)) break;
    return await inner(request);
  };
  const listener = toNodeListener(handler);
  const server = await startBareServer((request, response) => void listener(request, response));
  return {
    settings: { apiKey: "fc-test", apiUrl: server.origin },
    urls: gates.map((_gate, index) => `${site.origin}/${index}`),
    statusRequests,
    finishAll: () => {
      for (const gate of gates) gate.resolve();
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

describe.each(clients)("client %s", (_version, connect) => {
  test("asks how a job stands: it is told at once, and can still cancel it", async () => {
    await using served = await serve();
    const client = connect(served.settings);
    const { id } = await client.startBatchScrape(served.urls);
    const first = await client.getBatchScrapeStatus(id);
    expect(first).toMatchObject({ status: "scraping", total: pageCount });
    // One answer, and where the client follows `next` by itself, the one that it leads to.
    expect(served.statusRequests.length).toBeLessThanOrEqual(2);
    expect(first.data).toHaveLength(served.statusRequests.length);
    expect(await client.cancelBatchScrape(id)).toBe(true);
    expect(await client.getBatchScrapeStatus(id)).toMatchObject({ status: "cancelled" });
  });

  test("gives up waiting for a job when it was told to", async () => {
    await using served = await serve();
    const waiting = connect(served.settings).batchScrape(served.urls, { pollInterval: 1, timeout: 1 });
    await expect(waiting).rejects.toThrow("did not complete within 1 seconds");
  });

  test("waits for a job and has every page once", async () => {
    await using served = await serve();
    served.finishAll();
    const job = await connect(served.settings).batchScrape(served.urls, { pollInterval: 1 });
    expect(job).toMatchObject({ status: "completed", completed: pageCount, total: pageCount });
    expect(job.data).toHaveLength(pageCount);
  });

  test("crawls, maps, searches and extracts", async () => {
    await using served = await serve();
    served.finishAll();
    const client = connect(served.settings);
    const url = served.urls[0] ?? "";
    expect(await client.crawl(url, { limit: 1, pollInterval: 1 })).toMatchObject({ status: "completed", completed: 1 });
    expect((await client.map(url)).links).toEqual([expect.objectContaining({ url })]);
    // Without a provider, what was scraped before.
    expect((await client.search("page", { limit: 1, sources: ["web"] })).web).toEqual([
      expect.objectContaining({ url }),
    ]);
    const schema = { type: "object", properties: { name: { type: "string" } } };
    expect(await client.startExtract({ urls: [url], schema })).toMatchObject({ id: expect.any(String) });
  });

  test("scrapes a page", async () => {
    await using served = await serve();
    served.finishAll();
    const { markdown } = await connect(served.settings).scrape(served.urls[0] ?? "", { formats: ["markdown"] });
    expect(markdown).toContain("Page /0");
  });
});

describe("client 4.42.0", () => {
  test("is told which of its methods and formats are not here", async () => {
    await using served = await serve();
    const client = new Firecrawl(served.settings);
    const url = served.urls[0] ?? "";
    const missing = [
      client.startAgent({ prompt: "a" }),
      client.browser({}),
      client.interact("id", { prompt: "a" }),
      client.createMonitor({ name: "a", schedule: { text: "hourly" }, targets: [{ type: "scrape", urls: [url] }] }),
    ];
    for (const answer of await Promise.allSettled(missing)) {
      expect(answer).toMatchObject({
        status: "rejected",
        reason: { status: 404, message: expect.stringContaining("is not here: ") },
      });
    }
    await expect(client.scrape(url, { formats: ["branding"] })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("`branding` is not available here"),
    });
  });
});
