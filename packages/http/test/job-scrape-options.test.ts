import { readFile } from "node:fs/promises";
import { createEngine, type Engine } from "@garner/core";
import {
  contractClient,
  send,
  startCrawlSite,
  startFixtureSite,
  type ContractBody,
  type ContractClient,
  type ContractPage,
  type FixtureSite,
} from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

let site: FixtureSite;
let engine: Engine;
let client: ContractClient;

beforeAll(async () => {
  const pdf = await readFile(new URL("../../testkit/fixtures/documents/paper.pdf", import.meta.url));
  site = await startFixtureSite({ routes: { pdf: (exchange) => send(exchange, pdf, { type: "application/pdf" }) } });
  engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
  });
  client = contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) }));
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

async function scrape(url: string, options: ContractBody): Promise<ContractPage> {
  const { status, body } = await client.ask("POST", "/v2/scrape", { body: { url, ...options } });
  expect(status).toBe(200);
  return body["data"] as ContractPage;
}

/** A page without what no two scrapes have in common. */
function content({ metadata, ...page }: ContractPage): unknown {
  return { ...page, metadata: { ...metadata, scrapeId: "", cacheState: "", urlIndex: 0 } };
}

describe("every page of a job is what a scrape with the same options gives:", () => {
  test.each<readonly [string, ContractBody]>([
    ["/article", { formats: ["html", "rawHtml", "links"] }],
    ["/article", { formats: [] }],
    ["/article", { onlyMainContent: false }],
    ["/article", { includeTags: ["table"] }],
    ["/article", { excludeTags: ["table", ".lead"] }],
    ["/article", { removeBase64Images: false }],
    ["/headers", { headers: { "x-probe": "42" } }],
    ["/headers", { location: { country: "DE", languages: ["de"] } }],
    ["/pdf", { parsers: [] }],
  ])("%s %j", async (path, options) => {
    const url = `${site.origin}${path}`;
    const fresh = { maxAge: 0, ...options };
    const scraped = await scrape(url, fresh);
    expect(content(scraped)).not.toEqual(content(await scrape(url, { maxAge: 0 })));

    const crawled = await client.run("/v2/crawl", { url, limit: 1, sitemap: "skip", scrapeOptions: fresh });
    expect(crawled.pages.map(content)).toEqual([content(scraped)]);
    const batch = await client.run("/v2/batch/scrape", { urls: [url], ...fresh });
    expect(batch.pages.map(content)).toEqual([content(scraped)]);
  });

  test("a `timeout` is each page's own, and the reason why it is missing", async () => {
    const { id, pages } = await client.run("/v2/batch/scrape", { urls: [`${site.origin}/hang`], timeout: 300 });
    expect(pages).toEqual([]);
    expect((await client.ask("GET", `/v2/batch/scrape/${id}/errors`)).body).toMatchObject({
      errors: [{ url: `${site.origin}/hang`, code: "SCRAPE_TIMEOUT" }],
      robotsBlocked: [],
    });
  });

  test.each([
    [{ maxAge: 0 }, {}, 1],
    [{}, { maxAge: 0 }, 2],
    [{ storeInCache: false }, {}, 2],
  ])("one with %j, then one with %j, ask the site %i times", async (first, second, visits) => {
    const path = `/counted/${Object.keys(first).join("")}-${Object.keys(second).join("")}`;
    for (const scrapeOptions of [first, second]) {
      await client.run("/v2/crawl", { url: site.origin + path, limit: 1, sitemap: "skip", scrapeOptions });
    }
    expect(site.visits(path)).toBe(visits);
  });

  test.each([
    { formats: ["screenshot"] },
    { actions: [{ type: "wait", milliseconds: 1 }] },
    { waitFor: 1 },
    { mobile: true },
  ])("%j, which needs a browser, is refused at once where there is none", async (options) => {
    const url = `${site.origin}/article`;
    const crawl = await client.ask("POST", "/v2/crawl", { body: { url, scrapeOptions: options } });
    const batch = await client.ask("POST", "/v2/batch/scrape", { body: { urls: [url], ...options } });
    for (const { status, body } of [crawl, batch]) {
      expect(status).toBe(501);
      expect(body).toMatchObject({ success: false, code: "CAPABILITY_MISSING", error: expect.any(String) });
    }
  });
});

describe("a job's own options", () => {
  test("zeroDataRetention keeps nothing of a page for others", async () => {
    const url = `${site.origin}/counted/secret`;
    const request = { url, limit: 1, sitemap: "skip" };
    await client.run("/v2/crawl", { ...request, zeroDataRetention: true });
    await client.run("/v2/crawl", request);
    expect(site.visits("/counted/secret")).toBe(2);
    await client.run("/v2/crawl", request);
    expect(site.visits("/counted/secret")).toBe(2);
  });

  describe.each(["/v2/crawl", "/v2/batch/scrape"] as const)("%s: maxConcurrency is the most pages at once,", (path) => {
    test.each([
      [2, 2],
      [4, 4],
      [50, 20],
      [undefined, 20],
    ])("%s, and the team's limit", async (maxConcurrency, most) => {
      const paths = Array.from({ length: 40 }, (_, index) => `/p/${index}`);
      const seen = new Set<unknown>();
      let [waiting, release] = [0, Promise.withResolvers<void>()];
      // Pages are answered when so many of them are asked for at once, and it is known that no others are on their way.
      const held = () => {
        const { promise, resolve } = release;
        if ((waiting += 1) === most) {
          [waiting, release] = [0, Promise.withResolvers<void>()];
          const asking = client.ask("GET", "/v2/concurrency-check");
          void asking.then(({ body }) => seen.add(body["concurrency"])).then(() => resolve());
        }
        return promise;
      };
      await using many = await startCrawlSite((asked) => {
        if (asked === "/") return { links: paths };
        return asked.startsWith("/p/") ? { held: held() } : undefined;
      });
      const urls = paths.map((each) => many.origin + each);
      // Pages wait for each other, on whatever machine.
      const patient = { timeout: 110_000 };
      const asked =
        path === "/v2/crawl" ? { url: many.origin, sitemap: "skip", scrapeOptions: patient } : { urls, ...patient };
      const { status } = await client.run(path, { ...asked, maxConcurrency });
      expect(status).toMatchObject({ status: "completed", failed: 0 });
      expect([...seen]).toEqual([most]);
      expect(many.maxAtOnce).toBe(most);
    });
  });
});
