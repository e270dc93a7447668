import { once } from "node:events";
import { createEngine, type Engine } from "@garner/core";
import { startBareServer, startCrawlSite, treeOfPages, type CrawlPage, type CrawlSite } from "@garner/testkit/site";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { apiKeys } from "../src/access/auth.ts";
import { createHandler, type Handler } from "../src/handler.ts";
import { toNodeListener } from "../src/node/listener.ts";
import { serveWebSockets } from "../src/live/websocket.ts";

const authenticate = apiKeys(["team:key", "other:other"]);
const closing = new AbortController();
let site: CrawlSite;
let engine: Engine;
let handler: Handler;
let server: Awaited<ReturnType<typeof startBareServer>>;
let sockets: AsyncDisposable;
/** Holds the page `/slow/1` back. */
let gate = Promise.withResolvers<void>();
beforeEach(() => {
  gate = Promise.withResolvers();
});

beforeAll(async () => {
  const pages: Readonly<Record<string, CrawlPage>> = {
    ...treeOfPages(12),
    "/slow": { links: ["/slow/1"] },
    "/circle": { redirect: "/circle" },
  };
  site = await startCrawlSite((path) => (path === "/slow/1" ? { held: gate.promise } : pages[path]));
  engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
  });
  handler = createHandler(engine, { authenticate, closing: closing.signal });
  const listener = toNodeListener(handler);
  server = await startBareServer((request, response) => void listener(request, response));
  sockets = serveWebSockets(server.server, engine, { authenticate });
});
afterAll(async () => {
  await sockets[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

type Body = Readonly<Record<string, unknown>>;

async function ask(
  method: string,
  path: string,
  { body, headers = {}, key = "key" }: { body?: unknown; headers?: Record<string, string>; key?: string } = {},
): Promise<{ status: number; body: Body }> {
  const init = { method, headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers } };
  const answer = await handler(
    new Request(`http://api.test${path}`, { ...init, ...(body === undefined ? {} : { body: JSON.stringify(body) }) }),
  );
  return { status: answer.status, body: (await answer.json()) as Body };
}

async function startCrawl(path = "/", more: Body = {}): Promise<string> {
  const { body } = await ask("POST", "/v2/crawl", {
    body: { url: `${site.origin}${path}`, sitemap: "skip", scrapeOptions: { maxAge: 0 }, ...more },
  });
  return String(body["id"]);
}

async function finished(id: string): Promise<void> {
  for await (const _event of engine.jobs.events({ id }, { principal: { team: "team", apiKey: "k" } }));
}

describe("a crawl over HTTP", () => {
  test("is started, followed and read", async () => {
    const started = await ask("POST", "/v2/crawl", { body: { url: `${site.origin}/` } });
    expect(started).toEqual({ status: 200, body: { success: true, id: expect.any(String), url: expect.any(String) } });
    const id = String(started.body["id"]);
    expect(started.body["url"]).toBe(`http://api.test/v2/crawl/${id}`);
    await finished(id);
    const { body } = await ask("GET", `/v2/crawl/${id}`);
    expect(body).toMatchObject({
      success: true,
      status: "completed",
      completed: 12,
      total: 12,
      failed: 0,
      creditsUsed: 12,
    });
    expect(body["data"]).toHaveLength(12);
    expect(body).not.toHaveProperty("next");
    expect(Date.parse(String(body["expiresAt"]))).toBeGreaterThan(Date.parse(String(body["completedAt"])));
  });

  test("has its absolute URLs where callers reach it", async () => {
    const headers = { "x-forwarded-proto": "https" };
    const { body } = await ask("POST", "/v2/crawl", { body: { url: `${site.origin}/` }, headers });
    expect(body["url"]).toMatch(/^https:\/\/api\.test\/v2\/crawl\//);
    const mounted = createHandler(engine, { authenticate, basePath: "/garner/", publicUrl: "https://public.test/" });
    const init = {
      method: "POST",
      headers: { authorization: "Bearer key", "content-type": "application/json" },
      body: JSON.stringify({ url: `${site.origin}/` }),
    };
    const answer = (await (await mounted(new Request("http://inside/garner/v2/crawl", init))).json()) as Body;
    expect(answer["url"]).toMatch(/^https:\/\/public\.test\/garner\/v2\/crawl\//);
  });

  test("leads on from the first chunk while it works, and from a later one only to pages that are there", async () => {
    const id = await startCrawl("/slow", { maxConcurrency: 1 });
    expect((await ask("GET", `/v2/crawl/${id}?limit=1`)).body["next"]).toMatch(
      new RegExp(`^http://api\\.test/v2/crawl/${id}\\?skip=[01]&limit=1$`),
    );
    for await (const event of engine.jobs.events({ id }, { principal: { team: "team", apiKey: "k" } }))
      if (event.sequence === 2) break;
    for (const [skip, pages] of [
      [0, 1],
      [1, 0],
    ]) {
      const { body } = await ask("GET", `/v2/crawl/${id}?skip=${skip}`);
      expect(body).toMatchObject({ status: "scraping" });
      expect(body["data"]).toHaveLength(pages ?? 0);
      expect(body).not.toHaveProperty("next");
    }
    gate.resolve();
    await finished(id);
    const { body } = await ask("GET", `/v2/crawl/${id}?skip=0&limit=1`);
    expect(body["data"]).toHaveLength(1);
    expect(body["next"]).toBe(`http://api.test/v2/crawl/${id}?skip=1&limit=1`);
    const rest = await ask("GET", `/v2/crawl/${id}?skip=1&limit=1`);
    expect(rest.body["data"]).toHaveLength(1);
    expect(rest.body).not.toHaveProperty("next");
  });

  test("can be cancelled, once; what is gone stays gone", async () => {
    const id = await startCrawl("/slow");
    expect((await ask("GET", "/v2/crawl/active")).body["crawls"]).toContainEqual(
      expect.objectContaining({
        id,
        teamId: "team",
        url: `${site.origin}/slow`,
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        options: expect.objectContaining({
          sitemap: "skip",
          limit: 10_000,
          scrapeOptions: expect.objectContaining({ maxAge: 0, formats: ["markdown"] }),
        }),
      }),
    );
    expect((await ask("GET", "/v2/crawl/ongoing")).body).toEqual((await ask("GET", "/v2/crawl/active")).body);
    expect(await ask("DELETE", `/v2/crawl/${id}`)).toEqual({ status: 200, body: { status: "cancelled" } });
    expect((await ask("GET", `/v2/crawl/${id}`)).body).toMatchObject({ success: true, status: "cancelled" });
    const done = await startCrawl();
    await finished(done);
    expect((await ask("DELETE", `/v2/crawl/${done}`)).status).toBe(409);
  });

  test("is read whatever else the query says, but not from a page that cannot be", async () => {
    const id = await startCrawl();
    expect((await ask("GET", `/v2/crawl/${id}?_=1700000000&origin=mine`)).status).toBe(200);
    expect(await ask("GET", `/v2/crawl/${id}?skip=-1`)).toMatchObject({
      status: 400,
      body: { error: "`skip` must be at least 0, not -1.", details: [{ path: ["skip"] }] },
    });
    expect((await ask("GET", `/v2/crawl/${id}/errors`)).body).toEqual({ errors: [], robotsBlocked: [] });
  });

  test("can be paused and resumed", async () => {
    const id = await startCrawl();
    expect((await ask("POST", `/v2/crawl/${id}/pause`)).body).toEqual({ success: true, paused: true });
    expect((await ask("GET", `/v2/crawl/${id}`)).body).toMatchObject({ status: "scraping", paused: true });
    expect((await ask("POST", `/v2/crawl/${id}/resume`)).body).toEqual({ success: true, paused: false });
    await finished(id);
  });

  test("says why it did not take what it did not take, in pages", async () => {
    const id = await startCrawl("/", { excludePaths: ["/p/1$", "/p/2$"] });
    await finished(id);
    const { body } = await ask("GET", `/v2/crawl/${id}/decisions?limit=1`);
    expect(body["decisions"]).toEqual([
      {
        url: `${site.origin}/p/1`,
        reason: "pattern",
        detail: "excludePaths: /p/1$",
        depth: 1,
        foundOn: `${site.origin}/`,
      },
    ]);
    const rest = await ask("GET", String(body["next"]).replace("http://api.test", ""));
    expect(rest.body).toMatchObject({ decisions: [{ url: `${site.origin}/p/2` }] });
    expect(rest.body).not.toHaveProperty("next");
  });

  test("that fails is a 200 with the reason", async () => {
    const id = await startCrawl("/circle");
    await finished(id);
    expect(await ask("GET", `/v2/crawl/${id}`)).toMatchObject({
      status: 200,
      body: { success: true, status: "failed", error: expect.stringContaining("circle"), data: [] },
    });
    expect((await ask("GET", `/v2/crawl/${id}/errors`)).body).toMatchObject({
      errors: [
        {
          id: expect.any(String),
          timestamp: expect.any(String),
          url: `${site.origin}/circle`,
          code: "SCRAPE_SITE_ERROR",
        },
      ],
      robotsBlocked: [],
    });
  });

  test("of nobody, or of another team, is a 404", async () => {
    const id = await startCrawl();
    for (const [path, key] of [
      [id, "other"],
      ["never", "key"],
    ] as const) {
      for (const what of ["", "/errors", "/decisions", "/events"]) {
        const answer = await ask("GET", `/v2/crawl/${path}${what}`, { key });
        expect(answer).toMatchObject({ status: 404, body: { success: false, error: expect.any(String) } });
      }
      expect((await ask("DELETE", `/v2/crawl/${path}`, { key })).status).toBe(404);
    }
    expect((await ask("GET", `/v2/batch/scrape/${id}`)).status).toBe(404);
  });

  test("with an idempotency key is started once, and the first answer is given again", async () => {
    const headers = { "x-idempotency-key": "3f0e5a38-6a1c-4b9c-8f50-1f6f7ab0a111" };
    const body = { url: `${site.origin}/` };
    const first = await ask("POST", "/v2/crawl", { body, headers });
    expect(await ask("POST", "/v2/crawl", { body, headers })).toEqual(first);
    expect((await ask("POST", "/v2/crawl", { body: { ...body, limit: 5 }, headers })).status).toBe(409);
    expect((await ask("POST", "/v2/crawl", { body, headers: { "x-idempotency-key": "no uuid" } })).status).toBe(409);
  });

  test("with a bad pattern is a 400 that quotes it", async () => {
    const answer = await ask("POST", "/v2/crawl", { body: { url: site.origin, includePaths: ["a(b"] } });
    expect(answer).toMatchObject({
      status: 400,
      body: { success: false, code: "BAD_REQUEST", error: expect.stringContaining("`a(b`") },
    });
  });
});

test("a batch over HTTP", async () => {
  const urls = [`${site.origin}/p/1`, "nonsense url"];
  const { body } = await ask("POST", "/v2/batch/scrape", { body: { urls, formats: ["links"] } });
  expect(body).toMatchObject({
    success: true,
    invalidURLs: ["nonsense url"],
    url: expect.stringContaining("/v2/batch/scrape/"),
  });
  await finished(String(body["id"]));
  expect((await ask("GET", `/v2/batch/scrape/${String(body["id"])}`)).body).toMatchObject({
    status: "completed",
    completed: 1,
    data: [{ links: expect.any(Array), metadata: { sourceURL: `${site.origin}/p/1` } }],
  });
  const strict = await ask("POST", "/v2/batch/scrape", {
    body: { urls: [`${site.origin}/p/1`], ignoreInvalidURLs: false },
  });
  expect(strict.body).not.toHaveProperty("invalidURLs");
});

test("credits and the queue over HTTP", async () => {
  const id = await startCrawl();
  await finished(id);
  expect((await ask("GET", "/v2/team/credit-usage")).body).toMatchObject({
    success: true,
    data: { remainingCredits: expect.any(Number) },
  });
  expect((await ask("GET", "/v2/team/token-usage")).body).toMatchObject({
    success: true,
    data: { remainingTokens: expect.any(Number) },
  });
  const { body } = await ask("GET", "/v2/team/credit-usage/historical?byApiKey=true");
  const [period] = body["periods"] as [Body];
  expect(period).toMatchObject({
    apiKey: expect.stringMatching(/^key-/),
    startDate: expect.any(String),
    endDate: expect.any(String),
  });
  expect(period["creditsUsed"]).toBe(period["totalCredits"]);
  const tokens = (await ask("GET", "/v2/team/token-usage/historical")).body["periods"] as [Body];
  expect(tokens[0]["tokensUsed"]).toBe(Number(period["totalCredits"]) * 15);
  expect((await ask("GET", "/v2/concurrency-check")).body).toMatchObject({ success: true, maxConcurrency: 50 });
  expect((await ask("GET", "/v2/team/queue-status")).body).toMatchObject({
    success: true,
    jobsInQueue: expect.any(Number),
    mostRecentSuccess: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect((await ask("GET", "/v2/webhooks/deliveries")).body).toEqual({ success: true, deliveries: [] });
});

describe("Server-Sent Events", () => {
  const url = (id: string) => `${server.origin}/v2/crawl/${id}/events`;
  const authorization = "Bearer key";

  test("tell everything that happened, and go on from any event", async () => {
    const id = await startCrawl();
    const answer = await fetch(url(id), { headers: { authorization } });
    expect(answer.headers.get("content-type")).toContain("text/event-stream");
    const frames = (await answer.text()).split("\n\n").filter((frame) => frame.startsWith("id: "));
    expect(frames.map((frame) => frame.split("\n")[0])).toEqual(
      Array.from({ length: 14 }, (_, index) => `id: ${index + 1}`),
    );
    expect(frames[0]).toContain("event: started");
    expect(frames.at(-1)).toContain("event: completed");
    const page = JSON.parse(frames[1]?.split("data: ")[1] ?? "") as Body;
    expect(page).toMatchObject({
      type: "page",
      id,
      success: true,
      url: `${site.origin}/`,
      document: { markdown: expect.any(String) },
    });
    const rest = await (await fetch(url(id), { headers: { authorization, "last-event-id": "12" } })).text();
    expect(rest.match(/^id: .*$/gm)).toEqual(["id: 13", "id: 14"]);
    const after = (place: string) => fetch(`${url(id)}?after=${place}`, { headers: { authorization } });
    expect((await (await after("13")).text()).match(/^id: .*$/gm)).toEqual(["id: 14"]);
    const wrong = await after("page-13");
    expect([wrong.status, ((await wrong.json()) as Body)["error"]]).toEqual([
      400,
      '`after` must be the number of an event, not "page-13".',
    ]);
  });

  test("end when the server shuts down", async () => {
    const id = await startCrawl("/slow");
    const answer = await fetch(url(id), { headers: { authorization } });
    const text = answer.text();
    closing.abort();
    expect(await text).toContain("event: started");
  });
});

describe("WebSockets", () => {
  interface Watched {
    readonly frames: readonly Body[];
    readonly code: number;
    readonly protocol: string;
  }

  async function watch(
    path: string,
    protocol: string | undefined,
    { headers = {}, onFrame = () => {} }: { headers?: Record<string, string>; onFrame?: () => void } = {},
  ): Promise<Watched> {
    const address = `ws://127.0.0.1:${server.port}${path}`;
    const client =
      protocol === undefined ? new WebSocket(address, { headers }) : new WebSocket(address, protocol, { headers });
    const frames: Body[] = [];
    client.on("message", (text) => {
      frames.push(JSON.parse((text as Buffer).toString()) as Body);
      onFrame();
    });
    const [code] = (await once(client, "close")) as [number];
    return { frames, code, protocol: client.protocol };
  }

  test("catch up, then bring every page and the end; the key is the subprotocol or a header", async () => {
    const id = await startCrawl("/slow");
    const { frames, code, protocol } = await watch(`/v2/crawl/${id}`, "key", { onFrame: () => gate.resolve() });
    expect(frames.map(({ type }) => type).slice(0, 1)).toEqual(["catchup"]);
    expect(frames.at(-1)).toMatchObject({ type: "done", data: { status: "completed", total: 2, completed: 2 } });
    const [catchup] = frames as [{ data: { data: unknown[] } }];
    expect(catchup.data).toMatchObject({ success: true, status: "scraping" });
    expect(catchup.data.data.length + frames.filter(({ type }) => type === "document").length).toBe(2);
    expect({ code, protocol }).toEqual({ code: 1000, protocol: "key" });
    const later = await watch(`/v2/crawl/${id}`, undefined, { headers: { authorization: "Bearer key" } });
    expect(later.frames.map(({ type }) => type)).toEqual(["catchup", "done"]);
  });

  test("are closed with the reason for strangers, unknown jobs and jobs that failed", async () => {
    const id = await startCrawl("/circle");
    expect(await watch(`/v2/crawl/${id}`, "wrong")).toMatchObject({ code: 3000, frames: [{ type: "error" }] });
    expect(await watch("/v2/crawl/never", "key")).toMatchObject({ code: 1008, frames: [{ type: "error" }] });
    await finished(id);
    const { frames } = await watch(`/v2/crawl/${id}`, "key");
    expect(frames.at(-1)).toMatchObject({ type: "error", error: expect.stringContaining("circle") });
  });

  test("do not stand at other paths", async () => {
    const client = new WebSocket(`ws://127.0.0.1:${server.port}/elsewhere`);
    const [error] = (await once(client, "error")) as [Error];
    expect(error.message).toContain("404");
  });
});
