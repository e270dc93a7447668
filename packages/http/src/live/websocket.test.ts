import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { createEngine, EngineError, type Engine } from "@garner/core";
import { startCrawlSite, type CrawlSite } from "@garner/testkit/site";
import Firecrawl from "firecrawl";
import FirecrawlOf3 from "firecrawl-3.2";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { noAuthentication, type Authenticate } from "../access/auth.ts";
import { createHandler } from "../handler.ts";
import type { RequestRecord, WebSocketOptions } from "../options.ts";
import { toNodeListener } from "../node/listener.ts";
import { serveWebSockets } from "./websocket.ts";

const open = noAuthentication(() => {});
/** More than a frame has room for, all together. */
const bigPages = Array.from({ length: 4 }, (_, index) => `/big/${index}`);
const never = new Promise<void>(() => {});
let site: CrawlSite;
let engine: Engine;

beforeAll(async () => {
  site = await startCrawlSite({
    "/held": { held: never },
    ...Object.fromEntries(bigPages.map((path) => [path, { body: `${path} ${"x".repeat(4 * 1024 * 1024)}` }])),
  });
  engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 } },
  });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

interface Served {
  readonly server: Server;
  readonly port: number;
}

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve({ port: wanted = 0, ...options }: WebSocketOptions & { port?: number } = {}): Promise<Served> {
  const authenticate = options.authenticate ?? open;
  const listener = toNodeListener(createHandler(engine, { ...options, authenticate }));
  const server = createServer((request, response) => void listener(request, response)).listen(wanted, "127.0.0.1");
  const sockets = serveWebSockets(server, engine, { ...options, authenticate });
  await once(server, "listening");
  closing.push(() => {
    void sockets[Symbol.asyncDispose]();
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

const handshake = ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"];

function upgradeHead(target: string, host: string, key = "AAAAAAAAAAAAAAAAAAAAAA=="): string {
  return [`GET ${target} HTTP/1.1`, `Host: ${host}`, ...handshake, `Sec-WebSocket-Key: ${key}`, "", ""].join("\r\n");
}

const withoutHost = (head: string): string => head.replace(/Host: .*\r\n/, "");

function send(port: number, bytes: string): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => {});
  socket.write(bytes);
  return socket;
}

async function startHeldJob(): Promise<string> {
  return (await engine.jobs.startBatchScrape({ urls: [`${site.origin}/held`] })).id;
}

describe("upgrades", () => {
  test.each([
    ["//", "a.localhost"],
    ["///", "a.localhost"],
    ["/\\", "a.localhost"],
    ["http://[", "a.localhost"],
    ["http://[/v2/crawl/x", "a.localhost"],
    ["/v2/crawl/%zz/%", "a.localhost"],
    ["*", "a.localhost"],
    ["/v2/crawl/x", "[broken"],
    ["/v2/crawl/x", "user:password@a.localhost"],
    ["/v2/crawl/x", ""],
  ])("of the target %s of the host %s are refused", async (target, host) => {
    const { port } = await serve();
    expect(await text(send(port, upgradeHead(target, host)))).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect((await fetch(`http://127.0.0.1:${port}/test`)).status).toBe(200);
  });

  test("without a Host header are refused", async () => {
    const { port } = await serve();
    const id = await startHeldJob();
    expect(await text(send(port, withoutHost(upgradeHead(`/v2/batch/scrape/${id}`, ""))))).toMatch(
      /^HTTP\/1\.1 400 [^]*no Host header/,
    );
  });

  test("survive clients that reset the connection at any moment", async () => {
    const { port } = await serve();
    const id = await startHeldJob();
    const heads = [
      upgradeHead("/elsewhere", "localhost"),
      upgradeHead(`/v2/batch/scrape/${id}`, "localhost"),
      upgradeHead(`/v2/batch/scrape/${id}`, "localhost", "no key"),
      upgradeHead("//", "localhost"),
    ];
    const torn = Array.from({ length: 200 }, async (_, index) => {
      const socket = send(port, heads[index % heads.length] ?? "");
      const closed = new Promise<unknown>((resolve) => void socket.once("close", resolve));
      await (index % 3 === 0 ? once(socket, "connect") : Promise.race([once(socket, "data"), closed]));
      socket.resetAndDestroy();
      await closed;
    });
    await Promise.all(torn);
    expect((await fetch(`http://127.0.0.1:${port}/test`)).status).toBe(200);
    await engine.jobs.cancel({ id });
  });

  test("of other paths are left to other listeners, and refused when none answers", async () => {
    const { server, port } = await serve();
    server.on("upgrade", ({ url }, socket) => void (url === "/mine" && socket.end("HTTP/1.1 418 Mine\r\n\r\n")));
    expect(await text(send(port, upgradeHead("/mine", "localhost")))).toMatch(/^HTTP\/1\.1 418 /);
    expect(await text(send(port, upgradeHead("/nobodys", "localhost")))).toMatch(/^HTTP\/1\.1 404 /);
  });

  test("by pages of strangers, and to names of strangers, are refused", async () => {
    const { port } = await serve();
    const id = await startHeldJob();
    const refusal = async (headers: Readonly<Record<string, string>>) => {
      const client = new WebSocket(`ws://127.0.0.1:${port}/v2/batch/scrape/${id}`, { headers });
      const [error] = (await once(client, "error")) as [Error];
      return error.message;
    };
    expect(await refusal({ origin: "https://stranger.example" })).toContain("403");
    expect(await refusal({ host: "rebound.example" })).toContain("403");
    await engine.jobs.cancel({ id });
  });

  test("are authenticated with the URL and the headers that they really have", async () => {
    const seen: Request[] = [];
    const authenticate: Authenticate = (request) => {
      seen.push(request);
      const isKnown = request.headers.get("cookie") === "session=1" && request.headers.get("x-team-key") === "secret";
      if (!isKnown) throw new EngineError("UNAUTHORIZED", "Who are you?");
      return { team: "bypass", apiKey: "session" };
    };
    const { port } = await serve({ authenticate, basePath: "/api" });
    const id = await startHeldJob();
    const address = `ws://127.0.0.1:${port}/api/v2/batch/scrape/${id}?lang=en`;
    const client = new WebSocket(address, { headers: { cookie: "session=1", "x-team-key": "secret" } });
    const [frame] = (await once(client, "message")) as [Buffer];
    expect(JSON.parse(frame.toString())).toMatchObject({ type: "catchup" });
    expect(seen[0]?.url).toBe(address.replace("ws:", "http:"));
    client.terminate();
    await engine.jobs.cancel({ id });
  });
});

describe("watchers", () => {
  test("that never read are disconnected", async () => {
    const { promise: left, resolve } = Promise.withResolvers<RequestRecord>();
    const { port } = await serve({ pingEveryMs: 50, onRequest: resolve });
    const id = await startHeldJob();
    const deaf = send(port, upgradeHead(`/v2/batch/scrape/${id}`, "localhost")).pause();
    expect(await left).toMatchObject({ path: `/v2/batch/scrape/${id}`, status: 499, error: { code: "ABORTED" } });
    deaf.destroy();
    await engine.jobs.cancel({ id });
  });

  test("that answer stay, and what they say is not listened to", async () => {
    const { port } = await serve({ pingEveryMs: 1000 });
    const id = await startHeldJob();
    const client = new WebSocket(`ws://127.0.0.1:${port}/v2/batch/scrape/${id}`);
    await once(client, "open");
    for (let pings = 0; pings < 3; pings += 1) await once(client, "ping");
    expect(client.readyState).toBe(client.OPEN);
    client.send("x".repeat(100_000));
    const [code] = (await once(client, "close")) as [number];
    expect(code).toBe(1009);
    await engine.jobs.cancel({ id });
  });

  test("get every page of a job that one frame has no room for, and where to read them again", async () => {
    const { port } = await serve();
    const client = new Firecrawl({ apiKey: "key", apiUrl: `http://127.0.0.1:${port}` });
    const urls = bigPages.map((path) => site.origin + path);
    const { id } = await engine.jobs.startBatchScrape({ urls, formats: ["rawHtml"] });
    for await (const _event of engine.jobs.events({ id }));
    const watcher = client.watcher(id, { kind: "batch", pollInterval: 3600 });
    const documents: unknown[] = [];
    const snapshots: { status: string; next: string | null; data: unknown[] }[] = [];
    watcher.on("document", (document) => documents.push((document as { rawHtml: string }).rawHtml.length));
    watcher.on("snapshot", (snapshot) => snapshots.push(snapshot as (typeof snapshots)[number]));
    await watcher.start();
    expect(documents).toHaveLength(bigPages.length);
    expect(snapshots.map(({ status }) => status)).toEqual(["scraping", "completed"]);
    const { next = "", data = [] } = snapshots[1] ?? {};
    const rest = (await (await fetch(next ?? "")).json()) as { data: unknown[] };
    expect(data.length + rest.data.length).toBe(bigPages.length);
  });

  test("are sent away when the server shuts down, those that never read, too", async () => {
    const closing = new AbortController();
    const { server, port } = await serve({ closing: closing.signal });
    const id = await startHeldJob();
    const client = new WebSocket(`ws://127.0.0.1:${port}/v2/batch/scrape/${id}`);
    const frames: string[] = [];
    client.on("message", (frame: Buffer) => frames.push((JSON.parse(frame.toString()) as { type: string }).type));
    await once(client, "message");
    const deaf = send(port, upgradeHead(`/v2/batch/scrape/${id}`, "localhost"));
    await once(deaf, "data");
    deaf.pause();
    closing.abort();
    server.close();
    const [code] = (await once(client, "close")) as [number];
    expect({ code, frames }).toEqual({ code: 1001, frames: ["catchup"] });
    await once(server, "close");
    deaf.destroy();
    await engine.jobs.cancel({ id });
  });

  test.each([
    ["4.42", Firecrawl],
    ["3.2", FirecrawlOf3],
  ])("of client %s go on with the server that comes after", async (_version, Client) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await using slow = await startCrawlSite({ "/now": {}, "/later": { held } });
    const { id } = await engine.jobs.startBatchScrape({ urls: ["/now", "/later"].map((path) => slow.origin + path) });
    const closing = new AbortController();
    const { server, port } = await serve({ closing: closing.signal });
    const client = new Client({ apiKey: "key", apiUrl: `http://127.0.0.1:${port}` });
    const watcher = client.watcher(id, { kind: "batch", pollInterval: 1 });
    const ended = new Promise((resolve) => {
      for (const event of ["done", "error"]) watcher.on(event, (state) => resolve({ event, ...(state as object) }));
    });
    const seen = new Promise((resolve) => void watcher.on("document", resolve));
    void watcher.start();
    await seen;
    closing.abort();
    await new Promise((resolve) => void server.close(resolve));
    await serve({ port });
    release();
    expect(await ended).toMatchObject({ event: "done", status: "completed" });
  });
});
