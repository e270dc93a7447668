import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import {
  createEngine,
  EngineError,
  type CallOptions,
  type Engine,
  type Principal,
  type ScrapeResult,
} from "@garner/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startFixtureSite, type FixtureSite } from "../fixture-site/site.ts";
import { scriptedEngine } from "../scripted-engine.ts";

/** An engine that can be reached over HTTP. */
export interface MountedSurface extends AsyncDisposable {
  /** The prefix of the contract's paths: `http://127.0.0.1:port/api/garner`, without a trailing slash. */
  readonly url: string;
}

/** Options of a mount. */
export interface SurfaceOptions {
  readonly authenticate?: ((request: Request) => Principal) | undefined;
  readonly allowedOrigins?: readonly string[] | undefined;
}

/** The settings of {@link testHttpSurface}. */
export interface HttpSurfaceSuite {
  /** Serves an engine on a free port of loopback. */
  readonly setup: (engine: Engine, options: SurfaceOptions) => Promise<MountedSurface>;
  /** True if a body parser of the host application runs first: what it rejects is then the host's to answer. */
  readonly hasBodyParser?: boolean;
  /** False if the engine stands behind a connection that has a caller of its own; then nobody's principal reaches it. */
  readonly knowsCallers?: boolean;
}

/** The exam of everything that serves the contract over HTTP. Call it inside `describe`. */
export function testHttpSurface({ setup, hasBodyParser = false, knowsCallers = true }: HttpSurfaceSuite): void {
  describe("with a real engine", () => {
    let site: FixtureSite;
    let engine: Engine;
    let surface: MountedSurface;
    beforeAll(async () => {
      site = await startFixtureSite();
      engine = createEngine({ policy: { allowPrivateNetworks: true } });
      surface = await setup(engine, { allowedOrigins: ["https://friend.example"] });
    });
    afterAll(async () => {
      await surface[Symbol.asyncDispose]();
      await engine[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    });

    const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${surface.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      });

    test("scrapes a page", async () => {
      const answer = await post("/v2/scrape", { url: `${site.origin}/article`, formats: ["markdown", "links"] });
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
      const body = await json(answer);
      expect(body).toMatchObject({
        success: true,
        data: { metadata: { statusCode: 200, sourceURL: `${site.origin}/article` } },
      });
      expect(body).toHaveProperty("data.markdown", expect.stringContaining("built in 1871"));
      expect(body).toHaveProperty("data.links", expect.arrayContaining(["https://example.com/winds"]));
      expect(body).not.toHaveProperty("data.html");
      expect(body).not.toHaveProperty("scrape_id");
    });

    test("tells a website's request its scrape id", async () => {
      const answer = await post("/v2/scrape", { url: `${site.origin}/article`, origin: "website-preview" });
      expect(await json(answer)).toMatchObject({ success: true, scrape_id: expect.any(String) });
    });

    test("a page that answers 404 is a success", async () => {
      const answer = await post("/v2/scrape", { url: `${site.origin}/status/404` });
      expect(answer.status).toBe(200);
      expect(await json(answer)).toMatchObject({
        success: true,
        data: { metadata: { statusCode: 404, error: expect.any(String) } },
      });
    });

    test("a page that takes too long is a 408", async () => {
      const answer = await post("/v2/scrape", { url: `${site.origin}/hang`, timeout: 300 });
      expect(answer.status).toBe(408);
      expect(await json(answer)).toMatchObject({ success: false, code: "SCRAPE_TIMEOUT", error: expect.any(String) });
    });

    test("names an unknown key", async () => {
      const answer = await post("/v2/scrape", { url: `${site.origin}/`, formatz: ["markdown"] });
      expect(answer.status).toBe(400);
      const body = await json(answer);
      expect(body).toMatchObject({ success: false, code: "BAD_REQUEST", details: [{ code: "unrecognized_keys" }] });
      expect(body).toHaveProperty("error", expect.stringContaining("formatz"));
    });

    test("says which field is wrong", async () => {
      const answer = await post("/v2/scrape", { url: `${site.origin}/`, waitFor: "soon" });
      expect(answer.status).toBe(400);
      expect(await json(answer)).toMatchObject({
        code: "BAD_REQUEST",
        details: [{ path: ["waitFor"], message: expect.any(String) }],
      });
    });

    test.each([
      ["an empty object", {}],
      ["a list", []],
      ["nothing", ""],
    ])("refuses %s as a body", async (_, body) => {
      const answer = await post("/v2/scrape", body);
      expect(answer.status).toBe(400);
      expect(await json(answer)).toMatchObject({ success: false });
    });

    // The host answers for what its own body parser rejects.
    if (!hasBodyParser) {
      test("refuses JSON that is no object", async () => {
        expect((await post("/v2/scrape", "null")).status).toBe(400);
      });

      test("refuses broken JSON", async () => {
        const answer = await post("/v2/scrape", '{"url":');
        expect(answer.status).toBe(400);
        expect(await json(answer)).toMatchObject({
          success: false,
          code: "BAD_REQUEST_INVALID_JSON",
          error: expect.any(String),
        });
      });

      test("refuses a body over 10 MiB", async () => {
        const answer = await post("/v2/scrape", { url: `${site.origin}/`, useMock: "x".repeat(11 * 1024 * 1024) });
        expect(answer.status).toBe(413);
        expect(await json(answer)).toMatchObject({ success: false, code: "PAYLOAD_TOO_LARGE" });
      });
    }

    test("refuses a body that is neither JSON nor a form", async () => {
      const answer = await post("/v2/scrape", JSON.stringify({ url: `${site.origin}/` }), {
        "content-type": "text/plain",
      });
      expect(answer.status).toBe(415);
      expect(await json(answer)).toMatchObject({ success: false, code: "UNSUPPORTED_MEDIA_TYPE" });
    });

    test("reads a form", async () => {
      const form = new URLSearchParams({
        url: `${site.origin}/article`,
        onlyMainContent: "false",
        formats: "markdown",
      });
      const answer = await post("/v2/scrape", form.toString(), { "content-type": "application/x-www-form-urlencoded" });
      expect(await json(answer)).toHaveProperty("data.markdown", expect.stringContaining("Imprint"));
    });

    test.each([
      "formats=links,html",
      'formats=["links","html"]',
      "formats[]=links&formats[]=html",
      "formats[0]=links&formats[1][type]=html",
    ])("reads lists and objects of a form: %s", async (formats) => {
      const form = new URLSearchParams(`${formats}&location[country]=DE&location[languages][]=de`);
      form.append("url", `${site.origin}/article`);
      const answer = await post("/v2/scrape", form.toString(), { "content-type": "application/x-www-form-urlencoded" });
      expect(await json(answer)).toMatchObject({ data: { links: expect.any(Array), html: expect.any(String) } });
    });

    test.each(["", "/"])("answers at the prefix itself: %j", async (path) => {
      const answer = await fetch(`${surface.url}${path}`);
      expect(answer.status).toBe(200);
      expect(await json(answer)).toMatchObject({ message: expect.stringContaining("Garner") });
    });

    test("answers unknown routes with JSON", async () => {
      const answer = await fetch(`${surface.url}/v2/nothing`);
      expect(answer.status).toBe(404);
      expect(await json(answer)).toMatchObject({ success: false, code: "ROUTE_NOT_FOUND", error: expect.any(String) });
    });

    test("says which methods a route answers", async () => {
      const answer = await fetch(`${surface.url}/v2/scrape`);
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST, OPTIONS");
      expect(await json(answer)).toMatchObject({ success: false, code: "METHOD_NOT_ALLOWED" });
    });

    const preflightFrom = (origin: string) =>
      fetch(`${surface.url}/v2/scrape`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,content-type",
        },
      });

    test("lets pages of the origins in that the operator names", async () => {
      const origin = "https://friend.example";
      const preflight = await preflightFrom(origin);
      expect(preflight.ok).toBe(true);
      expect(preflight.headers.get("access-control-allow-origin")).toBe(origin);
      expect(preflight.headers.get("access-control-allow-headers")).toBe("authorization,content-type");
      expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
      const failed = await fetch(`${surface.url}/v2/nothing`, { headers: { origin } });
      expect(failed.status).toBe(404);
      expect(failed.headers.get("access-control-allow-origin")).toBe(origin);
      expect(failed.headers.get("access-control-expose-headers")).toContain("x-request-id");
      expect(failed.headers.get("vary")).toContain("origin");
    });

    test("keeps the pages of all others out", async () => {
      const visits = site.requests.length;
      for (const origin of ["https://stranger.example", "https://friend.example.stranger.example", "null"]) {
        const preflight = await preflightFrom(origin);
        expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
        const refused = await post("/v2/scrape", { url: `${site.origin}/article` }, { origin });
        expect(refused.status).toBe(403);
        expect(await json(refused)).toMatchObject({ code: "FORBIDDEN", error: expect.stringContaining(origin) });
      }
      expect(site.requests).toHaveLength(visits);
    });

    test("serves pages of its own, and answers to no name that is not its own", async () => {
      const { host, origin, port } = new URL(surface.url);
      expect(await statusFor(surface.url, { host, origin })).toBe(200);
      expect(await statusFor(surface.url, { host: `localhost:${port}` })).toBe(200);
      expect(await statusFor(surface.url, { host: `rebound.example:${port}` })).toBe(403);
      expect(await statusFor(surface.url, { host: "rebound.example", origin: "http://rebound.example" })).toBe(403);
      expect(await statusFor(surface.url, { host: "a.example/?" })).toBe(400);
    });

    test.each(badHeads)("answers a request that is none: %j", async (head) => {
      const { port } = new URL(surface.url);
      const socket = connect(Number(port), "127.0.0.1");
      socket.end(`${head}\r\nConnection: close\r\n\r\n`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 4\d\d /);
    });

    test("greets, and says that it is well", async () => {
      const greeting = await fetch(`${surface.url}/test`);
      expect(greeting.status).toBe(200);
      expect(await greeting.text()).toContain("Hello");
      for (const path of [
        "/",
        "/health",
        "/health/live",
        "/health/ready",
        "/v0/health/liveness",
        "/v0/health/readiness",
      ]) {
        expect((await fetch(`${surface.url}${path}`)).status, path).toBe(200);
      }
    });

    test("answers HEAD like GET, without the body", async () => {
      const answer = await fetch(`${surface.url}/health`, { method: "HEAD" });
      expect(answer.status).toBe(200);
      expect(Number(answer.headers.get("content-length"))).toBeGreaterThan(0);
      expect(await answer.text()).toBe("");
    });

    test("keeps a request's id, or gives it one", async () => {
      const named = await fetch(`${surface.url}/health`, { headers: { "x-request-id": "order-66" } });
      expect(named.headers.get("x-request-id")).toBe("order-66");
      const unnamed = await fetch(`${surface.url}/health`, { headers: { "x-request-id": "<not sane>" } });
      expect(unnamed.headers.get("x-request-id")).toMatch(/^[\w-]{8,}$/);
    });

    test("runs a job, tells of it as it goes, and says where its status is", async () => {
      const started = (await (await post("/v2/crawl", { url: `${site.origin}/article`, limit: 1 })).json()) as Started;
      expect(started).toEqual({ success: true, id: expect.any(String), url: `${surface.url}/v2/crawl/${started.id}` });
      const events = await fetch(`${started.url}/events`);
      expect(events.headers.get("content-type")).toMatch(/^text\/event-stream/);
      const types = [...(await events.text()).matchAll(/^event: (\w+)$/gm)].map(([, type]) => type);
      expect(types).toEqual(["started", "page", "completed"]);
      expect(await json(await fetch(started.url))).toMatchObject({
        success: true,
        status: "completed",
        data: [{ markdown: expect.stringContaining("built in 1871") }],
      });
    });

    test("reads a file", async () => {
      const form = new FormData();
      form.set("options", '{"formats":["markdown"]}');
      form.set("file", new Blob(["name,price\nbox,36\n"]), "kites.csv");
      const answer = await fetch(`${surface.url}/v2/parse`, { method: "POST", body: form });
      expect(await json(answer)).toMatchObject({ success: true, data: { metadata: { sourceFile: "kites.csv" } } });
    });

    test("describes itself, as its caller reaches it", async () => {
      const answer = await fetch(`${surface.url}/openapi.json`);
      expect(await json(answer)).toMatchObject({ openapi: "3.1.1", servers: [{ url: surface.url }] });
    });

    test("says of what it does not have what does it instead", async () => {
      const answer = await post("/v2/agent", { prompt: "a" });
      expect(answer.status).toBe(404);
      expect(await json(answer)).toMatchObject({ error: expect.stringContaining("/v2/extract") });
    });

    test("serves the older crawl and map", async () => {
      const url = `${site.origin}/article`;
      const started = (await (await post("/v1/crawl", { url, limit: 1, maxDepth: 1 })).json()) as Started;
      expect(started.url).toBe(`${surface.url}/v1/crawl/${started.id}`);
      expect(await json(await fetch(started.url))).toMatchObject({ success: true, total: expect.any(Number) });
      const map = await post("/v1/map", { url, ignoreSitemap: true, limit: 1 });
      expect(await json(map)).toEqual({ success: true, links: [expect.any(String)] });
    });

    test("serves the older scrape", async () => {
      const answer = await post("/v1/scrape", { url: `${site.origin}/article`, formats: ["markdown"], parsePDF: true });
      expect(answer.status).toBe(200);
      expect(await json(answer)).toMatchObject({ success: true, data: { markdown: expect.any(String) } });
      expect((await post("/v1/scrape", { url: `${site.origin}/`, parsers: [] })).status).toBe(400);
    });
  });

  describe("with an engine that does as told", () => {
    const run = async (
      { scrape, options = {} }: { readonly scrape: Engine["scrape"]; readonly options?: SurfaceOptions },
      check: (url: string) => Promise<void>,
    ) => {
      await using engine = scriptedEngine({ scrape });
      await using surface = await setup(engine, options);
      await check(surface.url);
    };
    const scrapeAt = (
      url: string,
      { headers = {}, signal = null }: { headers?: Record<string, string>; signal?: AbortSignal | null } = {},
    ) =>
      fetch(`${url}/v2/scrape`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: '{"url":"https://example.com"}',
        signal,
      });

    test("hides what went wrong unexpectedly, but for an id", async () => {
      const scrape = () => Promise.reject(new Error("the password is hunter2"));
      await run({ scrape }, async (url) => {
        const answer = await scrapeAt(url, { headers: { "x-request-id": "failure-1" } });
        expect(answer.status).toBe(500);
        const text = await answer.text();
        expect(JSON.parse(text)).toMatchObject({ success: false, code: "UNKNOWN_ERROR" });
        expect(text).toContain("failure-1");
        expect(text).not.toContain("hunter2");
      });
    });

    test("says when to come back", async () => {
      const tooMany = new EngineError("RATE_LIMITED", "Too many requests.", { details: { retryAfterMs: 1500 } });
      await run({ scrape: () => Promise.reject(tooMany) }, async (url) => {
        const answer = await scrapeAt(url);
        expect(answer.status).toBe(429);
        expect(answer.headers.get("retry-after")).toBe("2");
      });
    });

    test("aborts the work when the caller disconnects", async () => {
      const { promise: started, resolve: start } = Promise.withResolvers<void>();
      const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
      const scrape = scraping((call) => {
        call.signal?.addEventListener("abort", () => stop());
        start();
        return new Promise(() => {});
      });
      await run({ scrape }, async (url) => {
        const caller = new AbortController();
        const answer = scrapeAt(url, { signal: caller.signal }).catch(() => "left");
        await started;
        caller.abort();
        expect(await answer).toBe("left");
        await stopped;
      });
    });

    test("does not abort the work of a caller who waits", async () => {
      const scrape = scraping(async (call) => {
        await new Promise((resolve) => void setImmediate(resolve));
        return { metadata: { title: String(call.signal?.aborted) } };
      });
      await run({ scrape }, async (url) => {
        expect(await json(await scrapeAt(url))).toMatchObject({ data: { metadata: { title: "false" } } });
      });
    });

    test("asks who is calling before it looks at the body, and hands the principal on", async () => {
      const authenticate = (request: Request): Principal => {
        if (request.headers.get("authorization") !== "Bearer sesame")
          throw new EngineError("UNAUTHORIZED", "Unauthorized.");
        return { team: "cave", apiKey: "key-1" };
      };
      const scrape = scraping(async (call) => ({ metadata: { title: call.principal?.team } }));
      await run({ scrape, options: { authenticate } }, async (url) => {
        const stranger = await scrapeAt(url, { headers: { "content-type": "text/plain" } });
        expect(stranger.status).toBe(401);
        expect(await json(stranger)).toMatchObject({ success: false, error: expect.any(String) });
        expect((await fetch(`${url}/health`)).status).toBe(200);
        const friend = await scrapeAt(url, { headers: { authorization: "Bearer sesame" } });
        const title: unknown = expect.stringMatching(knowsCallers ? /^cave$/ : /./);
        expect(await json(friend)).toMatchObject({ data: { metadata: { title } } });
      });
    });
  });
}

interface Started {
  readonly id: string;
  readonly url: string;
}

/** The scrape of an engine that does this instead, whatever it is asked for. */
function scraping(work: (call: CallOptions) => Promise<ScrapeResult>): Engine["scrape"] {
  return ((_request: unknown, call: CallOptions = {}) => work(call)) as Engine["scrape"];
}

/** Requests that Node's parser may let through, and that no application knows what to do with. */
const badHeads = [
  "GET // HTTP/1.1\r\nHost: a b",
  "GET http://[/ HTTP/1.1\r\nHost: localhost",
  "GET /test HTTP/1.1\r\nHost: user:password@localhost",
  "GET /test HTTP/1.1\r\nHost: localhost\r\nHost: localhost",
  "GET /test HTTP/1.1",
  "GET //\\ HTTP/1.1\r\nHost: localhost/?",
  "TRACE /test HTTP/1.1\r\nHost: localhost",
  "POST /v2/scrape HTTP/1.1\r\nHost: localhost\r\nExpect: the unexpected",
  "GET /%00/%zz HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket",
];

/** The status of the greeting for a request with these headers, of which fetch would send its own. */
async function statusFor(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const [answer] = (await once(get(`${url}/test`, { headers, agent: false }), "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

const json = (answer: Response): Promise<unknown> => answer.json();
