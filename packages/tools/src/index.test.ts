import { createEngine, EngineError, estimateTokens, type Engine } from "@garner/core";
import { startBareServer, startCrawlSite, startFixtureSite, treeOfPages, type FixtureSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { agentTools, type AgentTools, type ToolProgress } from "./index.ts";

let site: FixtureSite;
let engine: Engine;
let tools: AgentTools;

beforeAll(async () => {
  site = await startFixtureSite();
  engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
  tools = agentTools(engine);
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** Calls a tool as a model does: with JSON, checked against its schemas. */
async function use<Name extends keyof AgentTools>(name: Name, input: unknown, call = {}) {
  const { input: accepts, output: returns, run } = tools[name] as AgentTools["scrape"];
  const answer: unknown = await run(accepts.parse(input), call);
  returns.parse(answer);
  return answer as Record<string, unknown> & { readonly nextCursor?: string };
}

test("every tool has schemas that models can read", () => {
  for (const { input, output, description } of Object.values(tools)) {
    expect(description.length).toBeGreaterThan(20);
    for (const schema of [input, output])
      expect(JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })).length).toBeLessThan(8000);
  }
});

describe("a page", () => {
  test("is read as Markdown, with what was asked for besides", async () => {
    const page = await use("scrape", { url: `${site.origin}/article`, formats: ["markdown", "links"] });
    expect(page).toMatchObject({
      url: `${site.origin}/article`,
      title: "The lighthouse on the cape",
      statusCode: 200,
      markdown: expect.stringContaining("built in 1871"),
      links: expect.arrayContaining(["https://example.com/winds"]),
    });
    expect(page).not.toHaveProperty("nextCursor");
    expect(page).not.toHaveProperty("verdict");
  });

  test("that is long is read part by part, and nothing of it is lost", async () => {
    const { markdown } = await engine.scrape({ url: `${site.origin}/article`, formats: ["markdown"] });
    const parts: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await use("scrape", { url: `${site.origin}/article`, maxTokens: 100, cursor });
      parts.push(String(page["markdown"]));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(parts.length).toBeGreaterThan(2);
    const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    expect(words(parts.join(" "))).toEqual(expect.arrayContaining(words(markdown)));
  });

  test("in Chinese keeps to the budget as one in English does, HTML and jobs too", async () => {
    const sentence = "灯塔建于一八七一年，至今仍为过往船只指引航向，守塔人每天傍晚点亮灯火。";
    const html = `<main><h1>灯塔</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(100)}</main>`;
    await using chinese = await startBareServer((_request, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8").end(html);
    });
    const page = await use("scrape", { url: chinese.origin, formats: ["markdown", "html"], maxTokens: 1000 });
    for (const field of ["markdown", "html"]) {
      const tokens = estimateTokens(String(page[field]));
      expect(tokens, field).toBeGreaterThan(700);
      expect(tokens, field).toBeLessThanOrEqual(1000);
    }
    expect(page["warning"]).toContain("`html` is cut");
    const batch = await use("batch_scrape", { urls: [chinese.origin], maxTokens: 1000 });
    const [{ markdown } = { markdown: "" }] = batch["pages"] as { markdown: string }[];
    expect(estimateTokens(markdown)).toBeGreaterThan(700);
    expect(estimateTokens(markdown)).toBeLessThanOrEqual(1000);
    expect(batch.nextCursor).toEqual(expect.any(String));
  });

  test("that is none says what it is", async () => {
    const missing = await use("scrape", { url: `${site.origin}/status/404` });
    expect(missing).toMatchObject({ statusCode: 404, warning: expect.any(String) });
  });

  test("with a cursor of nobody is refused", async () => {
    const reading = use("scrape", { url: `${site.origin}/article`, cursor: "abc" });
    await expect(reading).rejects.toSatisfy((thrown) => EngineError.is(thrown, "BAD_REQUEST"));
  });
});

test("a map lists pages with their titles", async () => {
  const { links } = await use("map", { url: site.origin, limit: 5 });
  expect(links).toHaveLength(5);
});

test("a map of a page alone tells what lists the rest of its site", async () => {
  await using tree = await startCrawlSite({ "/docs": { links: ["/blog"] }, "/blog": {} });
  const alone = await use("map", { url: `${tree.origin}/docs` });
  expect(alone).toMatchObject({
    links: [expect.anything()],
    warning: expect.stringContaining("`filterByPath: false`"),
  });
  const { links } = await use("map", { url: `${tree.origin}/docs`, filterByPath: false });
  expect(links).toHaveLength(2);
});

describe("a crawl", () => {
  test("tells how far it is, and gives its pages; the rest is read on, each page once", async () => {
    await using tree = await startCrawlSite(treeOfPages(9));
    const progress: ToolProgress[] = [];
    const crawl = await use(
      "crawl",
      { url: `${tree.origin}/`, limit: 9, maxTokens: 100 },
      { onProgress: (now: ToolProgress) => progress.push(now) },
    );
    expect(crawl).toMatchObject({ status: "completed", completed: 9, total: 9, failed: 0 });
    expect(progress.at(-1)).toEqual({ completed: 9, total: 9 });
    const urls = new Set((crawl["pages"] as { url: string }[]).map(({ url }) => url));
    let cursor = crawl.nextCursor;
    while (cursor !== undefined) {
      const more = await use("read_job", { id: crawl["id"], cursor, maxTokens: 100 });
      for (const { url } of more["pages"] as { url: string }[]) urls.add(url);
      cursor = more.nextCursor;
    }
    expect(urls.size).toBe(9);
  });

  test("that takes longer than the patience goes on, and can be cancelled", async () => {
    const crawl = await use("crawl", { url: `${site.origin}/hang`, waitSeconds: 0 });
    expect(crawl).toMatchObject({ status: "scraping", completed: 0, nextCursor: "0.0" });
    expect(await use("cancel_job", { id: crawl["id"] })).toEqual({ status: "cancelled" });
    expect(await use("read_job", { id: crawl["id"] })).toMatchObject({ status: "cancelled" });
  });

  test("ends with the caller that gives up", async () => {
    const abort = new AbortController();
    const crawling = use("crawl", { url: `${site.origin}/hang` }, { signal: abort.signal });
    abort.abort();
    await expect(crawling).rejects.toMatchObject({ code: "ABORTED" });
    expect((await engine.jobs.active()).crawls).toEqual([]);
  });
});

test("a batch gives its pages and names the URLs that are none", async () => {
  const batch = await use("batch_scrape", { urls: [`${site.origin}/article`, "not a url"] });
  expect(batch).toMatchObject({ status: "completed", completed: 1, invalidURLs: ["not a url"] });
  expect(batch["pages"]).toMatchObject([{ markdown: expect.stringContaining("lighthouse") }]);
});

test("what needs a model says so", async () => {
  const extracting = use("extract", { urls: [site.origin], prompt: "The year it was built." });
  await expect(extracting).rejects.toSatisfy((thrown) => EngineError.is(thrown, "CAPABILITY_MISSING"));
});

test("what is no engine, and options that would have no effect, are refused when the tools are made", () => {
  const refusal = (words: string) =>
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(words) });
  expect(() => agentTools(null as never)).toThrow(refusal("must be an engine"));
  expect(() => agentTools(engine, null as never)).toThrow(refusal("agentTools: the options must be an object."));
  expect(() => agentTools(engine, { maxToken: 5 } as never)).toThrow(refusal("Did you mean `maxTokens`?"));
});
