import { fileURLToPath } from "node:url";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createEngine, EngineError, type Engine, type JobEvent } from "@garner/core";
import { apiKeys, createHandler, toNodeListener } from "@garner/http";
import {
  shopProducts,
  shopRoutes,
  startBareServer,
  startCrawlSite,
  startFixtureSite,
  startModelServer,
  startWebhookReceiver,
  treeOfPages,
  type CrawlPage,
  type CrawlSite,
  type FixtureSite,
  type ModelServer,
} from "@garner/testkit/site";
import { build } from "esbuild";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createClient } from "./index.ts";
import type { ClientOptions } from "./options.ts";

let site: CrawlSite;
let shop: FixtureSite;
let models: ModelServer;
let embedded: Engine;
let server: Awaited<ReturnType<typeof startBareServer>>;
let remote: Engine;
/** Holds the two pages back that {@link slow} links to. */
let gate = Promise.withResolvers<void>();
beforeEach(() => {
  gate = Promise.withResolvers();
});

beforeAll(async () => {
  const pages: Readonly<Record<string, CrawlPage>> = {
    ...treeOfPages(12),
    "/circle": { redirect: "/circle" },
  };
  site = await startCrawlSite((path) => {
    if (/^\/slow-\d+\/[12]$/.test(path)) return { held: gate.promise };
    return /^\/slow-\d+$/.test(path) ? { links: [`${path}/1`, `${path}/2`] } : pages[path];
  });
  shop = await startFixtureSite({ routes: shopRoutes() });
  models = await startModelServer(({ user }) => {
    const [, weight] = /Weight \| (\d+) kg/.exec(user) ?? [];
    return { json: { result: { weight: Number(weight ?? 0) }, evidence: [] } };
  });
  const provider = createOpenAICompatible({
    name: "fixture",
    baseURL: models.baseUrl,
    supportsStructuredOutputs: true,
  });
  embedded = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
    models: { language: provider("fixture-model") },
    search: {
      name: "fixture",
      sources: new Set(["web"] as const),
      operators: new Set([]),
      search: async () => ({
        hits: [{ url: product(), title: "A product", description: "It can be had." }],
        warnings: [],
      }),
    },
  });
  // The team of an engine's own callers, so that both sides see the same jobs.
  const listener = toNodeListener(createHandler(embedded, { authenticate: apiKeys(["bypass:key"]) }));
  server = await startBareServer((request, response) => void listener(request, response));
  remote = clientWith({});
});
afterAll(async () => {
  gate.resolve();
  await remote[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await embedded[Symbol.asyncDispose]();
  await Promise.all([site, shop, models].map((each) => each[Symbol.asyncDispose]()));
});

function clientWith(options: Partial<ClientOptions>): Engine {
  return createClient({
    url: server.origin,
    apiKey: "key",
    sleep: async (_delayMs, signal) => signal.throwIfAborted(),
    ...options,
  });
}

let slowPages = 0;
/** A page that no test has seen, for what was seen is remembered. */
const slow = () => `${site.origin}/slow-${(slowPages += 1)}`;
const product = () => shop.origin + (shopProducts[0]?.path ?? "");

async function failure(work: Promise<unknown>): Promise<EngineError> {
  const thrown: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!EngineError.is(thrown)) throw new Error(`Not an EngineError: ${String(thrown)}`, { cause: thrown });
  return thrown;
}

async function all<Value>(values: AsyncIterable<Value>): Promise<Value[]> {
  const list: Value[] = [];
  for await (const value of values) list.push(value);
  return list;
}

describe.each([
  ["in this process", () => embedded],
  ["over HTTP", () => remote],
])("an engine %s", (_name, engineOf) => {
  let engine: Engine;
  beforeEach(() => {
    engine = engineOf();
  });

  test("scrapes a page in the formats that were asked for", async () => {
    const page = await engine.scrape({ url: `${site.origin}/`, formats: ["markdown", "links"] });
    expect(Object.keys(page).toSorted()).toEqual(["links", "markdown", "metadata"]);
    expect(page.links).toContain(`${site.origin}/p/1`);
    expect(page.metadata).toMatchObject({ statusCode: 200, title: "Page number 0" });
    expect((await engine.scrape(`${site.origin}/p/2`)).metadata.title).toBe("Page number 2");
  });

  test("reads data by a library's schema, with its transformations", async () => {
    const schema = z.object({ weight: z.number().transform((kg) => `${kg * 1000} g`) });
    const { json } = await engine.scrape({ url: product(), formats: [{ type: "json", schema }] });
    expect(json.weight).toMatch(/^[1-9]\d* g$/);
  });

  test("maps, searches and reads files", async () => {
    const { links } = await engine.map({ url: `${site.origin}/` });
    expect(links.map((link) => link.url)).toContain(`${site.origin}/p/1`);
    const found = await engine.search({ query: "a product" });
    expect(found.results.web?.map((hit) => hit.url)).toEqual([product()]);
    expect(Object.keys(found).toSorted()).toEqual(expect.arrayContaining(["creditsUsed", "results"]));
    const base64 = btoa("<h1>Mine</h1><p>It is a file.</p>");
    const file = await engine.parseFile({ file: { name: "mine.html", base64 } });
    expect(file.markdown).toContain("It is a file.");
  });

  test("crawls: pages as they come, the whole result, progress, status", async () => {
    const crawl = engine.crawl({ url: `${site.origin}/`, limit: 5 });
    const started = await crawl.started();
    expect(started).toEqual({ id: crawl.id });
    const pages = await all(crawl);
    expect(pages).toHaveLength(5);
    const result = await crawl.result();
    expect(result).toMatchObject({ id: crawl.id, kind: "crawl", status: "completed", completed: 5, total: 5 });
    expect(result.pages).toEqual(pages);
    expect((await all(crawl.progress)).at(-1)).toMatchObject({ status: "completed", completed: 5, lastSequence: 7 });
    expect((await crawl.status({ limit: 2 })).nextSkip).toBe(2);
  });

  test("tells progress until the end", async () => {
    const crawl = engine.crawl({ url: slow(), limit: 3 });
    const counts: number[] = [];
    for await (const { completed } of crawl.progress) {
      counts.push(completed);
      if (completed === 1) gate.resolve();
    }
    expect(counts.at(-1)).toBe(3);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  });

  test("pauses, resumes and cancels a crawl", async () => {
    const crawl = engine.crawl({ url: slow() });
    expect(await crawl.pause()).toEqual({ paused: true });
    expect((await crawl.status()).paused).toBe(true);
    expect(await crawl.resume()).toEqual({ paused: false });
    expect(await crawl.cancel()).toEqual({ status: "cancelled" });
    expect((await crawl.result()).status).toBe("cancelled");
    expect((await failure(crawl.pause())).code).toBe("CONFLICT");
  });

  test("a loop that is left, a signal that fires, and a handle that is disposed cancel the crawl", async () => {
    const left = engine.crawl({ url: slow() });
    for await (const _page of left) break;
    expect((await left.status()).status).toBe("cancelled");
    const caller = new AbortController();
    const aborted = engine.crawl({ url: slow() }, { signal: caller.signal });
    const { id } = await aborted.started();
    const result = failure(aborted.result());
    caller.abort();
    expect((await result).code).toBe("ABORTED");
    expect((await engine.jobs.attach({ id, kind: "crawl" }).result()).status).toBe("cancelled");
    const disposed = engine.crawl({ url: slow() });
    await disposed.started();
    await disposed[Symbol.asyncDispose]();
    expect((await disposed.status()).status).toBe("cancelled");
  });

  test("a crawl that fails throws where it is iterated, and says so in its result", async () => {
    const crawl = engine.crawl({ url: `${site.origin}/circle` });
    expect((await failure(all(crawl))).code).toBe("SCRAPE_SITE_ERROR");
    expect(await crawl.result()).toMatchObject({
      status: "failed",
      pages: [],
      errors: [{ code: "SCRAPE_SITE_ERROR" }],
    });
  });

  test("scrapes a batch in the order of its URLs, without the invalid ones", async () => {
    const urls = [`${site.origin}/p/3`, "no url", `${site.origin}/p/1`];
    const batch = engine.batchScrape({ urls });
    expect((await batch.started()).invalidURLs).toEqual(["no url"]);
    const result = await batch.result();
    expect(result.invalidURLs).toEqual(["no url"]);
    expect(result.pages.map(({ metadata }) => metadata.title)).toEqual(["Page number 3", "Page number 1"]);
    expect(await engine.jobs.errors({ id: batch.id })).toEqual({ errors: [], robotsBlocked: [] });
  });

  test("extracts data from pages", async () => {
    const schema = z.object({ weight: z.number() });
    const extract = engine.extract({ urls: [product()], schema, prompt: "How heavy is it?" });
    const result = await extract.result();
    expect(result).toMatchObject({ status: "completed", data: { weight: expect.any(Number) }, invalidURLs: [] });
    expect(await extract.status()).toMatchObject({ id: extract.id, status: "completed" });
  });

  test("errors have their codes and details", async () => {
    const wrong = await failure(engine.scrape({ url: `${site.origin}/`, onlyMainContent: "yes" as never }));
    expect(wrong).toMatchObject({ code: "BAD_REQUEST", status: 400, retryable: false });
    expect(wrong.details).toMatchObject([{ path: ["onlyMainContent"] }]);
    expect((await failure(engine.jobs.get({ id: "unknown" }))).code).toBe("JOB_NOT_FOUND");
    expect((await failure(engine.jobs.cancel({ id: ".." }))).code).toBe("JOB_NOT_FOUND");
    expect((await failure(all(engine.jobs.events({ id: "unknown" })))).code).toBe("JOB_NOT_FOUND");
    const gone = AbortSignal.abort();
    expect((await failure(engine.scrape(`${site.origin}/`, { signal: gone }))).code).toBe("ABORTED");
    const missing = await failure(engine.scrape({ url: `${site.origin}/`, formats: ["screenshot"] }));
    expect(missing).toMatchObject({ code: "CAPABILITY_MISSING", details: { option: expect.any(String) } });
  });
});

describe("the client", () => {
  test.each(["", "garner.example", "ftp://garner.example", "http://garner example", "http://a/?b", "http://u:p@a/"])(
    "refuses %j as its address, and says why without repeating it",
    (url) => {
      expect(() => createClient({ url })).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
      expect(() => createClient({ url })).not.toThrow("u:p");
    },
  );

  test.each([
    [undefined, "The options of a client must be an object with the server's `url`."],
    [null, "The options of a client must be an object"],
    [{}, "`url` is missing."],
    [{ url: new URL("http://garner.example") }, "`url` must be a string."],
    [{ url: "http://garner.example", apikey: "key" }, "Unknown key `apikey`; the options are `url`, `apiKey`,"],
    [{ url: "http://garner.example", maxRetries: -1 }, "`maxRetries` must be a number that is not negative."],
  ])("is not made of options that would have no effect: %j", (options, message) => {
    expect(() => createClient(options as never)).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }),
    );
  });

  test.each([
    [undefined, "The request is missing."],
    [null, "The request must be an object, not null."],
    [{}, "`id` is missing."],
    [{ id: 5 }, "`id` must be a string, not 5."],
  ])("refuses what is no job, as the engine does: %j", async (job, message) => {
    for (const engine of [embedded, remote]) {
      const { jobs, webhooks } = engine;
      const asking = [
        ...[jobs.get, jobs.getExtract, jobs.cancel, jobs.pause, jobs.resume, jobs.errors, jobs.explain],
        ...[engine.getScrape, webhooks.replay, async (input: never) => jobs.attach(input)],
        async (input: never) => jobs.events(input)[Symbol.asyncIterator]().next(),
      ];
      for (const ask of asking)
        await expect((async () => ask(job as never))()).rejects.toMatchObject({ code: "BAD_REQUEST", message });
    }
  });

  test("refuses options of a call that are none, as the engine does", async () => {
    const call = { signal: null } as never;
    for (const engine of [embedded, remote])
      for (const [options, message] of [
        [null as never, "The options of a call must be an object."],
        [call, "`signal` must be an AbortSignal."],
      ] as const)
        for (const ask of [
          () => engine.scrape(product(), options),
          () => engine.map({ url: product() }, options),
          () => engine.crawl(product(), options).started(),
          () => engine.jobs.startCrawl({ url: product() }, options),
          () => engine.jobs.get({ id: "none" }, options),
        ])
          await expect((async () => ask())()).rejects.toMatchObject({ code: "BAD_REQUEST", message });
  });

  test("gives of the same job exactly what the engine gives", async () => {
    await using receiver = await startWebhookReceiver();
    const crawl = embedded.crawl({ url: `${site.origin}/`, limit: 4, excludePaths: ["p/2"], webhook: receiver.url });
    const { id } = await crawl.result();
    const batch = await embedded
      .batchScrape([`${site.origin}/p/4`, `${site.origin}/circle`, `${site.origin}/p/1`])
      .result();
    const extract = await embedded.extract({ urls: [product()], prompt: "How heavy?" }).result();
    await receiver.has("crawl.completed");
    const pending = async () => (await embedded.webhooks.list({ status: "pending" })).deliveries;
    await expect.poll(pending, { timeout: 60_000 }).toEqual([]);
    const asked: readonly ((engine: Engine) => Promise<unknown>)[] = [
      (engine) => engine.jobs.get({ id }),
      (engine) => engine.jobs.get({ id, skip: 1, limit: 2 }),
      (engine) => engine.jobs.get({ id: batch.id }),
      (engine) => engine.jobs.getExtract({ id: extract.id }),
      (engine) => engine.jobs.errors({ id: batch.id }),
      (engine) => engine.jobs.explain({ id, limit: 1 }),
      (engine) => engine.jobs.active(),
      (engine) => all(engine.jobs.events({ id })),
      (engine) => all(engine.jobs.events({ id: batch.id, after: 2 })),
      (engine) => engine.jobs.attach(id).result(),
      (engine) => engine.jobs.attach(batch.id).result(),
      (engine) => engine.webhooks.list(),
      (engine) => engine.webhooks.list({ jobId: id, status: "delivered", limit: 1 }),
      (engine) => engine.usage.credits(),
      (engine) => engine.usage.credits({ byApiKey: true }),
      (engine) => engine.usage.balance(),
      (engine) => engine.usage.concurrency(),
      (engine) => engine.usage.queue(),
    ];
    for (const ask of asked) expect(await ask(remote), ask.toString()).toEqual(await ask(embedded));
    const [delivery] = (await remote.webhooks.list({ jobId: id })).deliveries;
    expect(await remote.webhooks.replay({ id: delivery?.id ?? "" })).toMatchObject({ jobId: id, attempts: 2 });
  });

  test("goes on after the last event when the connection is cut", async () => {
    const asked: (string | null)[] = [];
    const client = clientWith({
      fetch: (input, init) => {
        if (String(input).endsWith("/events")) asked.push(new Headers(init?.headers).get("last-event-id"));
        return fetch(input, init);
      },
    });
    const { id } = await client.jobs.startCrawl({ url: slow() });
    const events: JobEvent[] = [];
    for await (const event of client.jobs.events({ id, kind: "crawl" })) {
      events.push(event);
      if (event.sequence !== 2) continue;
      server.server.closeAllConnections();
      gate.resolve();
    }
    expect(events.map(({ sequence, type }) => `${sequence} ${type}`)).toEqual([
      ...["1 started", "2 page", "3 page", "4 page", "5 completed"],
    ]);
    expect(asked[0]).toBe("0");
    expect(asked).toContain("2");
    expect(await all(client.jobs.events({ id, after: 5 }))).toEqual([]);
  });

  test("outlasts any number of quiet streams", async () => {
    let quiet = 10;
    const client = clientWith({
      fetch: async (input, init) => {
        if (!String(input).endsWith("/events") || quiet === 0) return fetch(input, init);
        quiet -= 1;
        if (quiet === 0) gate.resolve();
        return new Response(": still here\n\n");
      },
    });
    expect((await client.crawl(slow()).result()).pages).toHaveLength(3);
    expect(quiet).toBe(0);
  });

  test("starts one job, however often the answer is lost", async () => {
    const keys: (string | null)[] = [];
    const client = clientWith({
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        if (init?.method !== "POST") return response;
        keys.push(new Headers(init.headers).get("x-idempotency-key"));
        if (keys.length < 3) throw new TypeError("The connection broke.");
        return response;
      },
    });
    const visits = site.visits("/p/7");
    const batch = client.batchScrape([`${site.origin}/p/7`]);
    expect((await batch.result()).pages).toHaveLength(1);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(site.visits("/p/7")).toBe(visits + 1);
  });

  test("comes back when a busy server asks it to, and only then", async () => {
    const answers = [
      new Response('{"success":false,"code":"OVERLOADED","error":"Full."}', {
        status: 503,
        headers: { "retry-after": "7" },
      }),
      new Response("<h1>Bad gateway</h1>", { status: 502 }),
    ];
    const delays: number[] = [];
    const client = clientWith({
      random: () => 1,
      sleep: async (delayMs) => void delays.push(delayMs),
      fetch: async (input, init) => answers.shift() ?? fetch(input, init),
    });
    expect((await client.scrape(`${site.origin}/`)).metadata.statusCode).toBe(200);
    expect(delays).toEqual([7000, 1000]);
    let tries = 0;
    const refusing = clientWith({
      fetch: async () => {
        tries += 1;
        return Response.json({ success: false, code: "CONFLICT", error: "No." }, { status: 409 });
      },
    });
    expect(await failure(refusing.scrape(`${site.origin}/`))).toMatchObject({ code: "CONFLICT", message: "No." });
    expect(tries).toBe(1);
  });

  test("asks once within a request's own time, and ends a crawl once", async () => {
    const asked: string[] = [];
    const client = clientWith({
      fetch: async (input, init) => {
        asked.push(`${init?.method} ${new URL(String(input)).pathname}`);
        return await fetch(input, init);
      },
    });
    const scrape = client.scrape({ url: `${shop.origin}/hang`, timeout: 200 });
    expect(await failure(scrape)).toMatchObject({ code: "SCRAPE_TIMEOUT" });
    const map = client.map({ url: `${shop.origin}/hang`, timeout: 200, sitemap: "skip" });
    expect(await failure(map)).toMatchObject({ code: "MAP_TIMEOUT" });
    expect(asked).toEqual(["POST /v2/scrape", "POST /v2/map"]);
    const caller = new AbortController();
    const aborted = client.crawl({ url: slow() }, { signal: caller.signal });
    const { id } = await aborted.started();
    for await (const _page of aborted) {
      caller.abort();
      break;
    }
    await aborted[Symbol.asyncDispose]();
    expect(asked.filter((request) => request === `DELETE /v2/crawl/${id}`)).toHaveLength(1);
  });

  test("gives up on a server that is not there, and never replays a delivery twice", async () => {
    expect(() => clientWith({ url: "garner.example" })).toThrow(/http/);
    let tries = 0;
    const client = clientWith({
      maxRetries: 2,
      fetch: async () => {
        tries += 1;
        throw new TypeError("fetch failed");
      },
    });
    expect(await failure(client.map({ url: site.origin }))).toMatchObject({ code: "OVERLOADED", retryable: true });
    expect(tries).toBe(3);
    await failure(client.webhooks.replay({ id: "one" }));
    expect(tries).toBe(4);
  });

  test("says what works only in the engine's own process", async () => {
    const refusals = [
      remote.read({ url: site.origin, html: "<p>Hi" }),
      remote.scrape(site.origin, { explain: true }),
      remote.scrape(site.origin, { principal: { team: "other" } as never }),
      all(remote.extract({ urls: [product()], prompt: "How heavy?" })),
    ];
    for (const refused of refusals) expect((await failure(refused)).code).toBe("CAPABILITY_MISSING");
    expect(() => remote.jobs.work()).toThrow(expect.objectContaining({ code: "CAPABILITY_MISSING" }));
    expect(() => remote.crawl(site.origin, { id: "mine" })).toThrow(/idempotencyKey/);
  });

  test("needs the right key, and does nothing more once it is disposed", async () => {
    expect((await failure(clientWith({ apiKey: "wrong" }).usage.balance())).code).toBe("UNAUTHORIZED");
    const client = clientWith({});
    const crawl = client.crawl(slow());
    const { id } = await crawl.started();
    const result = failure(crawl.result());
    await client[Symbol.asyncDispose]();
    expect((await result).code).toBe("ENGINE_DISPOSED");
    expect((await failure(client.scrape(site.origin))).code).toBe("ENGINE_DISPOSED");
    expect((await remote.jobs.cancel({ id })).status).toBe("cancelled");
  });

  test("is bundled for browsers without anything of Node", async () => {
    const { metafile, outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL("index.ts", import.meta.url))],
      ...{ bundle: true, platform: "browser", format: "esm", conditions: ["source"], write: false, metafile: true },
    });
    const outputs = Object.values(metafile.outputs);
    expect(outputs.flatMap(({ imports }) => imports)).toEqual([]);
    const program = outputFiles.map(({ text }) => text).join("");
    expect(program).not.toMatch(/\b(?:node:|Buffer\b|process\.)/);
    expect(program).toContain("createClient");
  });
});
