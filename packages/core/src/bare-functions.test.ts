import { treeOfPages, startBareServer, startCrawlSite, startFixtureSite } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { createEngine, type Engine } from "./engine.ts";
import { batchScrape, crawl, map, scrape, search } from "./bare-functions.ts";
import type { CallOptions } from "./ports/call.ts";
import type { SearchProvider } from "./ports/search-provider.ts";
import type { LanguageModel } from "./models/language-model.ts";

const providerOf = (find: SearchProvider["search"]): SearchProvider => ({
  name: "test",
  sources: new Set(["web"]),
  operators: new Set(),
  search: find,
});

const policy = { allowPrivateNetworks: true } as const;

describe("bare functions", () => {
  test("scrape, map and search, each with an engine of its own", async () => {
    await using site = await startFixtureSite();
    const url = `${site.origin}/article`;
    expect((await scrape({ url }, { policy })).markdown).toContain("# The lighthouse on the cape");
    await scrape({ url }, { policy });
    expect(site.visits("/article")).toBe(2); // no cache is left over
    expect((await map({ url: site.origin }, { policy })).links.length).toBeGreaterThan(0);
    expect((await search({ query: "lighthouse" }, { policy })).results.web).toEqual([]);
  });

  test("crawl: its result is the whole, iterated it gives its pages", async () => {
    await using site = await startCrawlSite(treeOfPages(5));
    const { status, pages } = await crawl({ url: site.origin }, { policy }).result();
    expect([status, pages.length]).toEqual(["completed", 5]);
    const seen: string[] = [];
    for await (const page of crawl({ url: site.origin }, { policy })) seen.push(page.metadata.url ?? "");
    expect(new Set(seen).size).toBe(5);
    const left = crawl({ url: site.origin }, { policy });
    for await (const page of left) {
      expect(page.metadata.statusCode).toBe(200);
      break; // which cancels the crawl and lets go of its engine
    }
  });

  test("batchScrape: its result has its pages", async () => {
    await using site = await startFixtureSite();
    const { pages } = await batchScrape({ urls: [`${site.origin}/article`] }, { policy }).result();
    expect(pages.map(({ metadata }) => metadata.statusCode)).toEqual([200]);
  });

  test("scrape, crawl and batchScrape take bare URLs", async () => {
    await using site = await startCrawlSite(treeOfPages(1));
    const { markdown } = await scrape(site.origin, { policy });
    const crawled = await crawl(site.origin, { policy }).result();
    const listed = await batchScrape([site.origin], { policy }).result();
    expect([...crawled.pages, ...listed.pages].map((page) => page.markdown)).toEqual([markdown, markdown]);
  });

  test("wrong input throws", () => {
    expect(() => crawl({ url: "nonsense:" }, { policy })).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
  });
});

/** Every operation that waits for somebody, against a server and a model that never answer. */
const waiting: Readonly<Record<string, (engine: Engine, url: string, call: CallOptions) => PromiseLike<unknown>>> = {
  scrape: (engine, url, call) => engine.scrape({ url }, call),
  "scrape with a model": (engine, _, call) =>
    engine.scrape({ url: answered, formats: [{ type: "json", prompt: "x" }] }, call),
  map: (engine, url, call) => engine.map({ url }, call),
  search: (engine, _, call) => engine.search({ query: "x" }, call),
  crawl: (engine, url, call) => engine.crawl({ url }, call).result(),
  batchScrape: (engine, url, call) => engine.batchScrape({ urls: [url] }, call).result(),
  extract: (engine, url, call) => engine.extract({ urls: [url], prompt: "x" }, call).result(),
  planCrawl: (engine, url, call) => engine.jobs.planCrawl({ url, prompt: "x" }, call),
};
let answered = "";

describe("a caller's signal", () => {
  test.each(Object.entries(waiting))("ends %s at once with ABORTED", async (_, start) => {
    await using site = await startFixtureSite();
    answered = `${site.origin}/article`;
    const caller = new AbortController();
    const giveUp = () => caller.abort(new Error("enough"));
    const forever = async (): Promise<never> => {
      giveUp();
      return await new Promise<never>(() => {});
    };
    await using silent = await startBareServer(giveUp);
    const model: LanguageModel = { specificationVersion: "v4", provider: "t", modelId: "t", doGenerate: forever };
    await using engine = createEngine({ policy, models: { language: model }, search: providerOf(forever) });
    await expect(start(engine, silent.origin, { signal: caller.signal })).rejects.toMatchObject({ code: "ABORTED" });
  });

  test.each(Object.entries(waiting))("that has fired keeps %s from starting", async (_, start) => {
    await using silent = await startBareServer(() => {});
    const model: LanguageModel = {
      specificationVersion: "v4",
      provider: "t",
      modelId: "t",
      doGenerate: async () => ({ content: [] }),
    };
    await using engine = createEngine({
      policy,
      models: { language: model },
      search: providerOf(async () => ({ hits: [], warnings: [] })),
    });
    await expect(start(engine, silent.origin, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: "ABORTED",
    });
    expect(silent.connections).toBe(0);
  });
});

test("two engines share nothing, and one that is disposed leaves the other alone", async () => {
  await using site = await startFixtureSite();
  const url = `${site.origin}/article`;
  await using one = createEngine({ policy });
  const other = createEngine({ policy });
  await one.scrape({ url });
  await other.scrape({ url });
  expect(site.visits("/article")).toBe(2);
  await other[Symbol.asyncDispose]();
  expect((await one.scrape({ url })).metadata.cacheState).toBe("hit");
  expect((await one.scrape({ url, maxAge: 0 })).metadata.statusCode).toBe(200);
});
