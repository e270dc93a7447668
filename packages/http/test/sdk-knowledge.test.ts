import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createEngine, type Engine } from "@garner/core";
import {
  docsRoutes,
  shopProducts,
  shopRoutes,
  startBareServer,
  startFixtureSite,
  startModelServer,
  type BareServer,
  type FixtureSite,
  type ModelServer,
} from "@garner/testkit/site";
import Firecrawl from "firecrawl";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";

let shop: FixtureSite;
let docs: FixtureSite;
let models: ModelServer;
let engine: Engine;
let server: BareServer;
let client: Firecrawl;

beforeAll(async () => {
  shop = await startFixtureSite({ routes: shopRoutes() });
  docs = await startFixtureSite({ routes: docsRoutes() });
  models = await startModelServer(({ user }) => {
    if (user.includes("settings of a crawl")) return { json: { result: { includePaths: ["^/docs/"], limit: 25 } } };
    const [, weight] = /Weight \| (\d+) kg/.exec(user) ?? [];
    return { json: { result: { weight: Number(weight ?? 0), summary: "made by hand" }, evidence: [] } };
  });
  const provider = createOpenAICompatible({
    name: "fixture",
    baseURL: models.baseUrl,
    supportsStructuredOutputs: true,
  });
  engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
    models: { language: provider("fixture-model") },
    search: {
      name: "fixture",
      sources: new Set(["web", "news", "images"] as const),
      operators: new Set([]),
      search: async () => ({
        hits: shopProducts
          .slice(0, 4)
          .map(({ path, name }) => ({ url: shop.origin + path, title: name, description: "" })),
        warnings: [],
      }),
    },
  });
  const listener = toNodeListener(createHandler(engine, { authenticate: noAuthentication(() => {}) }));
  server = await startBareServer((request, response) => void listener(request, response));
  client = new Firecrawl({ apiKey: "fc-test", apiUrl: server.origin });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await Promise.all([shop, docs, models].map((each) => each[Symbol.asyncDispose]()));
});

const product = () => shop.origin + (shopProducts[0]?.path ?? "");

describe("the published SDK", () => {
  test("maps a shop with 50 listing pages: all of its 1,000 products", async () => {
    const { links } = await client.map(shop.origin);
    const found = new Set(links.map((link) => link.url.replace(shop.origin, "")));
    expect(shopProducts.filter(({ path }) => !found.has(path)).length).toBe(0);
  });

  test("maps with a search and options", async () => {
    const { links } = await client.map(docs.origin, {
      search: "rate limits",
      limit: 3,
      includeSubdomains: true,
      sitemap: "include",
      timeout: 20_000,
    });
    expect(links[0]).toMatchObject({ url: `${docs.origin}/docs/guide/rate-limits` });
  });

  test("searches, and scrapes what it finds", async () => {
    const found = await client.search("lamps", {
      limit: 2,
      sources: ["web", "news"],
      scrapeOptions: { formats: ["markdown"] },
    });
    expect(found.web?.length).toBe(2);
    expect(found.news?.length).toBe(2);
    expect(found.web?.[0]).toMatchObject({
      markdown: expect.stringContaining("made by hand"),
      metadata: { statusCode: 200 },
    });
  });

  test("reads JSON by a Zod schema", async () => {
    const schema = z.object({ name: z.string(), price: z.number(), weight: z.number() });
    const json = {
      type: "json",
      schema: z.toJSONSchema(schema) as Record<string, unknown>,
      prompt: "The product",
    } as const;
    const result = await client.scrape(product(), { formats: [json] });
    expect(result.json).toEqual({
      name: shopProducts[0]?.name,
      price: Number(shopProducts[0]?.price),
      weight: expect.any(Number),
    });
  });

  test("says so when its own conversion of a Zod schema leaves nothing of it", async () => {
    const result = await client.scrape(product(), {
      formats: [{ type: "json", schema: z.object({ name: z.string() }), prompt: "The product" }],
    });
    expect(result.json).toEqual({ weight: expect.any(Number), summary: "made by hand" });
    expect(result.warning).toMatch(/The schema is empty/);
  });

  test("tracks changes and summarises", async () => {
    const formats = ["markdown", "summary", { type: "changeTracking", modes: ["git-diff"] }] as const;
    const first = await client.scrape(product(), { formats: [...formats] as never });
    const second = await client.scrape(product(), { formats: [...formats] as never });
    expect(first.changeTracking).toMatchObject({ changeStatus: "new", visibility: "visible", previousScrapeAt: null });
    expect(second.changeTracking).toMatchObject({ changeStatus: "same" });
    expect(second.summary).toEqual(expect.any(String));
  });

  test("extract gives the data with their sources", async () => {
    const schema = {
      type: "object",
      properties: { name: { type: "string" }, weight: { type: "number" } },
      required: ["name"],
    };
    const status = await client.extract({
      urls: [product()],
      schema,
      prompt: "The product",
      showSources: true,
      pollInterval: 1,
    });
    expect(status).toMatchObject({ success: true, status: "completed", data: { name: shopProducts[0]?.name } });
    expect(status.sources).toMatchObject({ name: [product()] });
  });

  test("previews the settings of a crawl", async () => {
    expect(await client.crawlParamsPreview(docs.origin, "Only the documentation")).toEqual({
      url: docs.origin,
      includePaths: ["^/docs/"],
      limit: 25,
    });
  });

  test("crawls by prompt", async () => {
    const started = await client.startCrawl(docs.origin, { prompt: "Only the documentation", limit: 2 });
    expect(started).toMatchObject({ id: expect.any(String) });
  });
});

describe("the wire", () => {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(server.origin + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  test("an extraction is answered with its id, and its status with what it gave", async () => {
    const started = await post("/v2/extract", {
      urls: [product(), "not a url"],
      schema: { type: "object", properties: { name: { type: "string" } } },
    });
    expect(started).toEqual({
      status: 200,
      body: { success: true, id: expect.any(String), urlTrace: [], invalidURLs: ["not a url"] },
    });
    const response = await fetch(`${server.origin}/v2/extract/${String(started.body["id"])}`);
    expect(await response.json()).toMatchObject({
      success: true,
      status: expect.stringMatching(/processing|completed/),
      expiresAt: expect.any(String),
    });
    const gone = await fetch(`${server.origin}/v2/extract/00000000-0000-4000-8000-000000000000`);
    expect(gone.status).toBe(404);
  });

  test("a search is grouped by source, with what it cost", async () => {
    const { status, body } = await post("/v2/search", { query: "lamps", limit: 2 });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { success: true, data: { web: [{ position: 1 }, { position: 2 }] }, creditsUsed: 2, warning: null },
    });
  });

  test.each([
    ["/v2/map", { url: "http://a.example", limit: 30_001 }],
    ["/v2/map", { url: "http://a.example", unknown: 1 }],
    ["/v2/search", { query: "a", sources: ["web", { type: "films" }] }],
    ["/v2/search", { query: "a", limit: 101 }],
    ["/v2/extract", {}],
    ["/v2/crawl/params-preview", { url: "a.example", prompt: "x" }],
  ])("%s with %j is a 400", async (path, body) => {
    expect(await post(path, body)).toMatchObject({
      status: 400,
      body: { success: false, code: "BAD_REQUEST", details: expect.any(Array) },
    });
  });

  test("a format that asks for evidence gets it", async () => {
    const schema = { type: "object", properties: { name: { type: "string" } } };
    const { status, body } = await post("/v2/scrape", {
      url: product(),
      formats: [{ type: "json", schema, evidence: true }],
    });
    expect(status).toBe(200);
    const name = shopProducts[0]?.name;
    expect(body["data"]).toMatchObject({ json: { name }, evidence: [{ path: "name", verified: true }] });
  });

  test("a map that takes too long is a 408", async () => {
    await using site = await startFixtureSite({ routes: { "": () => {}, "robots.txt": () => {} } });
    expect(await post("/v2/map", { url: site.origin, timeout: 300 })).toMatchObject({
      status: 408,
      body: { success: false, code: "MAP_TIMEOUT" },
    });
  });
});
