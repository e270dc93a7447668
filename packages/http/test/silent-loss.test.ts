// What users of other services lost without being told, one test for each complaint.
import { createEngine } from "@garner/core";
import {
  contractClient,
  startCrawlSite,
  startWebhookReceiver,
  treeOfPages,
  type ContractBody,
  type ContractClient,
  type CrawlSite,
  type EndedJob,
} from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

function start(): { readonly engine: AsyncDisposable; readonly client: ContractClient } {
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
  });
  return { engine, client: contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) })) };
}

function pathsOf({ pages }: Pick<EndedJob, "pages">, { origin }: Pick<CrawlSite, "origin">): readonly string[] {
  return pages.map(({ metadata }) => metadata.sourceURL.replace(origin, "")).toSorted();
}

// firecrawl#2576
test("a page of a batch that fails while others succeed is told to the webhook, with its address", async () => {
  await using site = await startCrawlSite({ "/a": {}, "/b": {} });
  await using receiver = await startWebhookReceiver();
  const { engine, client } = start();
  await using _engine = engine;
  const unreachable = "http://127.0.0.1:1/gone";
  const urls = [`${site.origin}/a`, unreachable, `${site.origin}/b`];
  const { status } = await client.run("/v2/batch/scrape", { urls, webhook: receiver.url });
  expect(status).toMatchObject({ status: "completed", completed: 2 });

  const received = await receiver.has("batch_scrape.completed");
  const pages = received.map(({ message }) => message).filter(({ type }) => type === "batch_scrape.page");
  expect(pages).toHaveLength(3);
  expect(pages.filter(({ success }) => !success)).toEqual([
    expect.objectContaining({
      error: expect.stringMatching(/\w/),
      data: [{ metadata: expect.objectContaining({ sourceURL: unreachable }) }],
    }),
  ]);
});

// firecrawl#1410
test("a crawl leaves out what it is told to, also when a crawl before took it", async () => {
  await using site = await startCrawlSite({
    "/": { links: ["/docs", "/login/one"] },
    "/docs": { links: ["/login/two"] },
    "/login/one": {},
    "/login/two": {},
  });
  const { engine, client } = start();
  await using _engine = engine;
  const crawl = { url: `${site.origin}/`, sitemap: "skip" };

  const everything = await client.run("/v2/crawl", crawl);
  expect(pathsOf(everything, site)).toEqual(["/", "/docs", "/login/one", "/login/two"]);
  const less = await client.run("/v2/crawl", { ...crawl, excludePaths: ["^/login/"] });
  expect(pathsOf(less, site)).toEqual(["/", "/docs"]);
  expect(less.status).toMatchObject({ status: "completed", completed: 2, total: 2 });
});

// firecrawl#1426
test("a map has no page that was asked for once and never existed", async () => {
  await using site = await startCrawlSite({ "/": { links: ["/docs"] }, "/docs": {} });
  const { engine, client } = start();
  await using _engine = engine;
  for (const path of ["/docs/real-in-a-dream", "/docs"]) {
    const { body } = await client.ask("POST", "/v2/scrape", { body: { url: site.origin + path } });
    expect(body["success"]).toBe(true);
  }
  const { body } = await client.ask("POST", "/v2/map", { body: { url: site.origin, sitemap: "skip" } });
  const links = (body["links"] as readonly { readonly url: string }[]).map(({ url }) => url.replace(site.origin, ""));
  expect(links.toSorted()).toEqual(["", "/docs"]);
});

describe("a limit", () => {
  // firecrawl#41
  test("counts what the paths leave, not what they filter out", async () => {
    const links = ["/home", "/imprint", "/about", "/pages/1", "/pages/2", "/pages/3"];
    await using site = await startCrawlSite((path) => (path === "/" ? { links } : {}));
    const { engine, client } = start();
    await using _engine = engine;
    const crawl = { url: `${site.origin}/`, sitemap: "skip", limit: 2, includePaths: ["/pages/.*"] };
    const job = await client.run("/v2/crawl", crawl);
    expect(pathsOf(job, site)).toEqual(["/pages/1", "/pages/2"]);
    expect(job.status).toMatchObject({ status: "completed", completed: 2, total: 2, creditsUsed: 2 });
  });

  // firecrawl#400
  test.each([
    [1, 1, ["markdown"]],
    [10, 10, ["links"]],
    [100, 100, ["markdown", "html", "links"]],
    [200, 142, ["markdown"]],
  ])("of %i makes %i pages of 142, in whatever format, and asks for no more", async (limit, count, formats) => {
    await using site = await startCrawlSite(treeOfPages(142));
    const { engine, client } = start();
    await using _engine = engine;
    const crawl = { url: `${site.origin}/`, sitemap: "skip", limit, scrapeOptions: { formats } };
    const job = await client.run("/v2/crawl", crawl);
    expect(new Set(pathsOf(job, site)).size).toBe(count);
    expect(job.status).toMatchObject({ status: "completed", completed: count, total: count, creditsUsed: count });
    expect(site.requests).toHaveLength(count);
  });

  // firecrawl#435
  test("holds on a site whose sitemap lists thousands of pictures", async () => {
    const listed = Array.from({ length: 3000 }, (_, index) =>
      index % 50 === 0 ? `/majors/${index}` : `/${index}.jpg`,
    );
    const sitemap = `<urlset>${listed.map((path) => `<url><loc>${path}</loc></url>`).join("")}</urlset>`;
    await using site = await startCrawlSite((path) =>
      path === "/sitemap.xml" ? { raw: { text: sitemap, type: "application/xml" } } : { links: ["/majors/linked"] },
    );
    const { engine, client } = start();
    await using _engine = engine;
    const job = await client.run("/v2/crawl", { url: `${site.origin}/`, limit: 20, maxDiscoveryDepth: 2 });
    expect(job.status).toMatchObject({ status: "completed", completed: 20, total: 20, creditsUsed: 20 });
    expect(pathsOf(job, site).filter((path) => path.endsWith(".jpg"))).toEqual([]);
    expect(site.requests).toHaveLength(20);
  });

  // crawl4ai#927, crawl4ai#938
  test("holds while many pages with many links each are under way at once", async () => {
    const links = Array.from({ length: 106 }, (_, index) => `/item/${index}/lamp`);
    await using site = await startCrawlSite({
      "/": { links },
      ...Object.fromEntries(links.map((path, index) => [path, { links: links.slice(index), delayMs: index % 7 }])),
    });
    const { engine, client } = start();
    await using _engine = engine;
    const crawl = { url: `${site.origin}/`, sitemap: "skip", limit: 15, maxConcurrency: 20, maxDiscoveryDepth: 2 };
    const job = await client.run("/v2/crawl", crawl);
    expect(new Set(pathsOf(job, site)).size).toBe(15);
    expect(job.status).toMatchObject({ completed: 15, total: 15, creditsUsed: 15 });
    expect(site.requests).toHaveLength(15);
  });

  // crawl4ai#1510
  test("that isn't reached ends no crawl after its first page, however long the way", async () => {
    const words = ["quay", "crane", "lock", "ferry", "buoy", "mast", "keel"];
    const paths = ["/", ...words.flatMap((one) => words.map((other) => `/${one}/${other}`))];
    await using site = await startCrawlSite(
      Object.fromEntries(paths.map((path, index) => [path, { links: paths.slice(index + 1, index + 2) }])),
    );
    const { engine, client } = start();
    await using _engine = engine;
    const job = await client.run("/v2/crawl", {
      url: `${site.origin}/`,
      sitemap: "skip",
      limit: 50,
      maxConcurrency: 1,
    });
    expect(pathsOf(job, site)).toEqual(paths.toSorted());
  });
});

// crawl4ai#843, crawl4ai#986
test("a page to which every page links, however it is written, is asked for once", async () => {
  const paths = ["/", "/about", "/shop", "/shop/lamps"];
  const spellings = paths.flatMap((path) => [path, `${path}#top`, `{origin}${path}`, `${path}?utm_source=menu`]);
  await using site = await startCrawlSite((path) => (path.includes("robots") ? undefined : { links: spellings }));
  const { engine, client } = start();
  await using _engine = engine;
  const job = await client.run("/v2/crawl", { url: site.origin, sitemap: "skip" });
  expect(pathsOf(job, site)).toEqual(paths);
  expect(site.requests.map(({ path }) => path).toSorted()).toEqual(paths);
});

// crawl4ai#1509, crawl4ai#1679
test("crawls of several sites at once bring all pages of each, and none of another", async () => {
  await using first = await startCrawlSite(treeOfPages(40));
  await using second = await startCrawlSite(treeOfPages(25));
  const { engine, client } = start();
  await using _engine = engine;
  const crawl = (url: string, more: ContractBody = {}) => client.run("/v2/crawl", { url, sitemap: "skip", ...more });
  const jobs = await Promise.all([
    crawl(`${first.origin}/`),
    crawl(`${second.origin}/`),
    crawl(`${first.origin}/`, { limit: 7 }),
  ]);
  expect(jobs.map(({ status }) => [status["completed"], status["total"]])).toEqual([
    [40, 40],
    [25, 25],
    [7, 7],
  ]);
  expect(jobs.map(({ pages }) => new Set(pages.map(({ metadata }) => metadata.sourceURL)).size)).toEqual([40, 25, 7]);
  expect(jobs.map(({ pages }) => new Set(pages.map(({ metadata }) => new URL(metadata.sourceURL).origin)))).toEqual([
    new Set([first.origin]),
    new Set([second.origin]),
    new Set([first.origin]),
  ]);
});

// firecrawl#1347
test("a crawl whose pages fail, move, and are forbidden comes to its end, and its counters meet", async () => {
  await using site = await startCrawlSite({
    "/robots.txt": { raw: { text: "User-agent: *\nDisallow: /private", type: "text/plain" } },
    "/": { links: ["/a", "/old", "/older", "/private", "/circle", "/binary", "/gone", "/away", "/b"] },
    "/a": { links: ["/b", "/circle"] },
    "/b": {},
    "/old": { redirect: "/a" },
    "/older": { redirect: "/old" },
    "/circle": { redirect: "/circle" },
    "/binary": { raw: { text: "?", type: "application/x-own" } },
    "/gone": { status: 410 },
    "/away": { redirect: "http://127.0.0.1:1/" },
  });
  const { engine, client } = start();
  await using _engine = engine;
  const { status, pages } = await client.run("/v2/crawl", { url: `${site.origin}/`, sitemap: "skip" });
  // The page at /a counts once, whichever of the addresses that lead to it came first.
  const landed = pathsOf({ pages }, site).map((path) => path.replace(/^\/old(?:er)?$/, "/a"));
  expect(landed.toSorted()).toEqual(["/", "/a", "/b", "/gone"]);
  expect(status).toMatchObject({ status: "completed", completed: 4, total: 4, failed: 3, creditsUsed: 4 });
});
