import { startCrawlSite } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { createEngine, type EngineConfig, type ScrapeResult } from "../../src/index.ts";
import { unlimitedPoliteness } from "./unlimited.ts";

function start(config: EngineConfig = {}) {
  return createEngine({
    policy: { allowPrivateNetworks: ["127.0.0.1"] },
    network: { politeness: unlimitedPoliteness },
    ...config,
  });
}

const nobodyListens = "http://127.0.0.1:1/gone";

describe("the result of a batch", () => {
  test("lists invalid URLs, and pages in the order of the request, each with the place of its URL", async () => {
    // Answered last to first.
    const answers = ["/0", "/2", "/4"].map(() => Promise.withResolvers<void>());
    await using site = await startCrawlSite({
      "/0": { held: answers[0]?.promise ?? Promise.resolve() },
      "/2": { held: answers[1]?.promise ?? Promise.resolve() },
      "/4": {},
    });
    await using engine = start();
    const urls = [`${site.origin}/0`, "no url", `${site.origin}/2`, "http://10.0.0.1/", `${site.origin}/4`];
    const job = engine.batchScrape({ urls });
    const came: (number | undefined)[] = [];
    for await (const page of job) {
      came.push(page.metadata.urlIndex);
      answers[2 - came.length]?.resolve();
    }
    expect(came).toEqual([4, 2, 0]);
    const { pages, total, invalidURLs, errors } = await job.result();
    expect(pages.map(({ metadata }) => metadata.urlIndex)).toEqual([0, 2, 4]);
    expect(pages.map(({ metadata }) => metadata.sourceURL)).toEqual([urls[0], urls[2], urls[4]]);
    expect({ total, invalidURLs, errors }).toEqual({
      total: 3,
      invalidURLs: ["no url", "http://10.0.0.1/"],
      errors: [],
    });
  });

  test("tells the same URL twice apart", async () => {
    await using site = await startCrawlSite({ "/": {} });
    await using engine = start();
    const { pages } = await engine.batchScrape({ urls: [site.origin, site.origin] }).result();
    expect(pages.map(({ metadata }) => metadata.urlIndex)).toEqual([0, 1]);
  });

  test("gives every URL a place of its own, also where many are added at the same moment", async () => {
    const gate = Promise.withResolvers<void>();
    await using site = await startCrawlSite({ "/": { held: gate.promise }, "/a": {}, "/b": {} });
    await using engine = start();
    const { id } = await engine.jobs.startBatchScrape({ urls: [`${site.origin}/`] });
    const urls = [`${site.origin}/a`, `${site.origin}/b`];
    await Promise.all(Array.from({ length: 4 }, () => engine.jobs.startBatchScrape({ urls, appendToId: id })));
    gate.resolve();
    for await (const { type } of engine.jobs.events({ id })) if (type === "completed") break;
    const { pages } = await engine.jobs.get({ id });
    const places = pages.map(({ metadata }) => metadata.urlIndex ?? -1).toSorted((one, other) => one - other);
    expect(places).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("lists the pages that failed, with URL and code, while it works and at its end", async () => {
    const gate = Promise.withResolvers<void>();
    await using site = await startCrawlSite({
      "/": { held: gate.promise },
      "/binary": { raw: { text: "?", type: "application/x-own" } },
    });
    await using engine = start();
    const { id } = await engine.jobs.startBatchScrape({ urls: [`${site.origin}/`, `${site.origin}/binary`] });
    for await (const { error } of engine.jobs.events({ id })) if (error !== undefined) break;
    const failure = {
      url: `${site.origin}/binary`,
      code: "UNSUPPORTED_CONTENT",
      error: expect.stringContaining("x-own"),
    };
    expect(await engine.jobs.get({ id })).toMatchObject({ status: "scraping", failed: 1, errors: [failure] });
    gate.resolve();
    for await (const _event of engine.jobs.events({ id }));
    expect(await engine.jobs.get({ id })).toMatchObject({ status: "completed", failed: 1, errors: [failure] });
    const awaited = await engine.batchScrape({ urls: [`${site.origin}/`, nobodyListens] }).result();
    expect(awaited).toMatchObject({ completed: 1, errors: [{ url: nobodyListens, code: "SCRAPE_SITE_ERROR" }] });
  });
});

test("the result of an extraction lists invalid URLs and pages that could not be read", async () => {
  await using site = await startCrawlSite({
    "/": { body: `<script type="application/ld+json">{"@type":"Product","name":"Lamp","url":"/"}</script>` },
  });
  await using engine = start();
  const schema = { type: "object", properties: { name: { type: "string" } } };
  const urls = [`${site.origin}/`, `${site.origin}/missing`, "no url"];
  expect(await engine.extract({ urls, schema }).result()).toMatchObject({
    status: "completed",
    data: { name: "Lamp" },
    invalidURLs: ["no url"],
    errors: [{ url: `${site.origin}/missing`, code: "SCRAPE_SITE_ERROR", error: expect.stringContaining("404") }],
  });
});

describe("a page that answers with an error", () => {
  const pages = {
    "/": { links: ["/found", "/missing", "/broken"] },
    "/found": {},
    "/missing": { status: 404, links: ["/behind"] },
    "/broken": { status: 500 },
    "/behind": {},
  };
  const pathsOf = (found: readonly ScrapeResult[], origin: string) =>
    found.map(({ metadata }) => `${metadata.sourceURL}`.replace(origin, "")).toSorted();

  test("says so in its warning", async () => {
    await using site = await startCrawlSite(pages);
    await using engine = start();
    const missing = await engine.scrape({ url: `${site.origin}/missing` });
    expect(missing.warning).toBe("The page answered 404 Not Found.");
    expect((await engine.scrape({ url: `${site.origin}/found` })).warning).toBeUndefined();
    const crawled = await engine.crawl({ url: site.origin, sitemap: "skip" }).result();
    expect(pathsOf(crawled.pages, site.origin)).toEqual(["/", "/behind", "/broken", "/found", "/missing"]);
    const warnings = crawled.pages.flatMap(({ warning }) => warning ?? []).toSorted();
    expect(warnings).toEqual(["The page answered 404 Not Found.", "The page answered 500 Internal Server Error."]);
  });

  test("says so of a redirect that leads to no address, too", async () => {
    const nowhere = { status: 302, headers: { location: "http://a.test:99999/" } };
    await using site = await startCrawlSite({ "/nowhere": nowhere });
    await using engine = start();
    const { warning, metadata } = await engine.scrape({ url: `${site.origin}/nowhere` });
    expect([warning, metadata.statusCode]).toEqual(["The page answered 302 Found.", 302]);
  });

  test("is an error of a crawl or batch that excludes such pages, and costs nothing; its links are followed", async () => {
    await using site = await startCrawlSite(pages);
    await using engine = start();
    const crawled = await engine.crawl({ url: site.origin, sitemap: "skip", excludeErrorPages: true }).result();
    expect(pathsOf(crawled.pages, site.origin)).toEqual(["/", "/behind", "/found"]);
    expect(crawled).toMatchObject({ status: "completed", completed: 3, failed: 2, total: 3, creditsUsed: 3 });
    expect(
      crawled.errors.map(({ url, code, error }) => `${code} ${url.replace(site.origin, "")} ${error}`).toSorted(),
    ).toEqual([
      "SCRAPE_SITE_ERROR /broken The page answered 500 Internal Server Error.",
      "SCRAPE_SITE_ERROR /missing The page answered 404 Not Found.",
    ]);
    const urls = ["/missing", "/found"].map((path) => site.origin + path);
    const batch = await engine.batchScrape({ urls, excludeErrorPages: true }).result();
    expect(batch).toMatchObject({ completed: 1, failed: 1, errors: [{ url: urls[0] }] });
    expect(batch.pages.map(({ metadata }) => metadata.urlIndex)).toEqual([1]);
  });

  test("that a crawl starts from fails it only if it leads nowhere", async () => {
    await using site = await startCrawlSite(pages);
    await using engine = start();
    const crawl = (path: string) =>
      engine
        .crawl({ url: site.origin + path, sitemap: "skip", crawlEntireDomain: true, excludeErrorPages: true })
        .result();
    expect(await crawl("/missing")).toMatchObject({ status: "completed", completed: 1, failed: 1 });
    expect(await crawl("/broken")).toMatchObject({
      status: "failed",
      error: "The start URL could not be taken: The page answered 500 Internal Server Error.",
    });
  });
});
