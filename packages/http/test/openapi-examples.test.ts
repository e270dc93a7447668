// Every address is asked once, of a real engine and a real site. What was sent and answered is what the description of
// the API shows; `vitest -u` writes it anew.
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createEngine, type ScrapeResult } from "@garner/core";
import { startCrawlSite, startModelServer, startWebhookReceiver, type CrawlPages } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { z } from "zod";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler, operationRoutes } from "../src/handler.ts";

const origin = "https://garner.example";
const held = new Promise<void>(() => {});
const pages: CrawlPages = {
  "/": { title: "Kites", body: "<p>Kites made by hand, since 1871.</p>", links: ["/delta", "/box", "/loop"] },
  "/delta": { title: "Delta kite", body: "<p>Flies in the lightest wind.</p><p>Price: 24 EUR</p>" },
  "/box": { title: "Box kite", body: "<p>Made of bamboo and paper.</p><p>Price: 36 EUR</p>" },
  "/loop": { redirect: "/loop" },
  "/private": {},
  "/held": { held },
  "/robots.txt": { raw: { text: "User-agent: *\nDisallow: /private", type: "text/plain" } },
};

interface Asked {
  readonly request?: unknown;
  readonly response: Readonly<Record<string, unknown>>;
}

test("the examples of the description are what really happened", async () => {
  await using site = await startCrawlSite(pages);
  await using hook = await startWebhookReceiver();
  await using models = await startModelServer(({ user }) => {
    if (user.includes("settings of a crawl")) return { json: { result: { includePaths: ["^/kites/"], limit: 25 } } };
    return { json: { result: { price: 24 }, evidence: [] } };
  });
  const model = createOpenAICompatible({ name: "fixture", baseURL: models.baseUrl, supportsStructuredOutputs: true });
  await using engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
    models: { language: model("fixture-model") },
    webhooks: { secret: "secret" },
    search: {
      name: "fixture",
      sources: new Set(["web"] as const),
      operators: new Set([]),
      search: async () => ({
        hits: [{ url: `${site.origin}/delta`, title: "Delta kite", description: "Flies in the lightest wind." }],
        warnings: [],
      }),
    },
  });
  const handler = createHandler(engine, { authenticate: noAuthentication(() => {}) });
  const operations: Record<string, Asked> = {};

  async function ask(name: string, { id = "", body }: { id?: string; body?: object } = {}) {
    const route = operationRoutes[name];
    if (route === undefined) throw new Error(`There is no ${name}.`);
    const request = new Request(`${origin}${route.path.replace("{id}", id)}`, {
      method: route.method,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = await handler(request);
    const response = (await answer.json()) as Asked["response"];
    expect({ name, status: answer.status, response }).toMatchObject({ status: 200 });
    // Nothing is answered that is not described, and nothing differs from what is.
    expect(z.parse(route.output, response), name).toEqual(response);
    expect(body === undefined ? undefined : z.safeParse(route.input, body).error, name).toBeUndefined();
    operations[name] = { ...(body === undefined ? {} : { request: body }), response };
    return response;
  }
  const started = async (name: string, body: object) => String((await ask(name, { body }))["id"]);
  const ended = async (id: string) => {
    for await (const _event of engine.jobs.events({ id }));
  };

  const url = `${site.origin}/`;
  const urls = [`${site.origin}/delta`, `${site.origin}/box`];
  const schema = { type: "object", properties: { price: { type: "number", description: "In EUR." } } };
  const page = { url: `${site.origin}/delta` };
  const crawl = { url, limit: 3, maxConcurrency: 1 };
  const extract = { urls: [page.url], prompt: "What does it cost?", schema };

  const { data } = await ask("scrape", { body: { ...page, formats: ["markdown", "links", { type: "json", schema }] } });
  await ask("getScrape", { id: (data as ScrapeResult).metadata.scrapeId ?? "" });
  await ask("v1Scrape", { body: { ...page, formats: ["markdown", "json"], jsonOptions: { schema } } });
  const base64 = Buffer.from("<h1>Kites</h1><p>Made by hand, since 1871.</p>").toString("base64");
  await ask("parseFile", { body: { file: { name: "kites.html", base64 } } });
  await ask("map", { body: { url, search: "kite" } });
  await ask("v1Map", { body: { url, ignoreSitemap: true } });
  await ask("search", { body: { query: "kite for light wind", limit: 1 } });
  await ask("v1Search", { body: { query: "kite for light wind", limit: 1, scrapeOptions: { formats: ["markdown"] } } });

  for (const version of ["", "v1"]) {
    const named = (name: string) => (version === "" ? name : `v1${name.replace(/^./, (first) => first.toUpperCase())}`);
    const webhook = version === "" ? { webhook: { url: hook.url, metadata: { order: "66" } } } : {};
    const crawled = await started(named("startCrawl"), { ...crawl, ...webhook });
    await ended(crawled);
    await ask(named("getCrawl"), { id: crawled });
    await ask(named("crawlErrors"), { id: crawled });
    if (version === "") await ask("explainCrawl", { id: crawled });
    else await ask("v1CrawlErrorsByDelete", { id: crawled });
    const { id: running } = await engine.jobs.startCrawl({ url: `${site.origin}/held` });
    await ask(named("activeCrawls"));
    await ask(named("ongoingCrawls"));
    if (version === "") {
      await ask("pauseCrawl", { id: running });
      await ask("resumeCrawl", { id: running });
    }
    await ask(named("cancelCrawl"), { id: running });

    const batch = await started(named("startBatchScrape"), { urls, maxConcurrency: 1 });
    await ended(batch);
    await ask(named("getBatchScrape"), { id: batch });
    await ask(named("batchScrapeErrors"), { id: batch });
    if (version === "v1") await ask("v1BatchScrapeErrorsByDelete", { id: batch });
    const { id: waiting } = await engine.jobs.startBatchScrape({ urls: [`${site.origin}/held`] });
    if (version === "") {
      await ask("pauseBatchScrape", { id: waiting });
      await ask("resumeBatchScrape", { id: waiting });
    }
    await ask(named("cancelBatchScrape"), { id: waiting });

    const extracted = await started(named("startExtract"), extract);
    await ended(extracted);
    await ask(named("getExtract"), { id: extracted });
  }
  const { id: dropped } = await engine.jobs.startExtract({ ...extract, urls: [`${site.origin}/held`] });
  await ask("cancelExtract", { id: dropped });
  await ask("planCrawl", { body: { url, prompt: "Only the pages of kites." } });

  await hook.has("crawl.completed");
  const { deliveries } = await engine.webhooks.list({});
  await expect.poll(async () => (await engine.webhooks.list({ status: "pending" })).deliveries).toEqual([]);
  await ask("listDeliveries");
  await ask("replayDelivery", { id: deliveries[0]?.id ?? "" });

  for (const version of ["", "v1"]) {
    const names = ["creditBalance", "creditUsage", "tokenBalance", "tokenUsage", "concurrency", "queueStatus"];
    for (const name of names)
      await ask(version === "" ? name : `v1${name.replace(/^./, (first) => first.toUpperCase())}`);
  }

  expect(Object.keys(operations).toSorted()).toEqual(Object.keys(operationRoutes).toSorted());
  const refused = await handler(
    new Request(`${origin}/v2/scrape`, { method: "POST", body: JSON.stringify({ url, formatz: ["markdown"] }) }),
  );
  const recorded = { failure: await refused.json(), operations };
  const text = `${JSON.stringify(recorded, null, 2)}\n`
    .replaceAll(site.origin, "https://kites.example")
    .replaceAll(hook.url, "https://shop.example/hook");
  await expect(sameEveryTime(text)).toMatchFileSnapshot("../src/openapi/examples.json");
});

/** Without what differs from run to run: ids, times, and what the queue of another run would hold. */
function sameEveryTime(text: string): string {
  const ids = new Map<string, string>();
  return text
    .replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (id) => {
      const known = ids.get(id) ?? `018f0000-0000-7000-8000-${String(ids.size + 1).padStart(12, "0")}`;
      ids.set(id, known);
      return known;
    })
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-01-31T12:00:00.000Z")
    .replaceAll(/"duration": [\d.]+/g, '"duration": 0.5');
}
