import { createEngine, EngineError, type Engine } from "@garner/core";
import { toNodeListener } from "@garner/http";
import { startBareServer, startCrawlSite, startFixtureSite, treeOfPages, type FixtureSite } from "@garner/testkit/site";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { garnerMcp, mcpHandler, type McpHandlerOptions } from "./index.ts";

let site: FixtureSite;
let engine: Engine;

beforeAll(async () => {
  site = await startFixtureSite();
  engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** The official client, connected to a server in this process. */
async function connected(options: Parameters<typeof garnerMcp>[1] = {}) {
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: "test", version: "1.0.0" });
  await garnerMcp(engine, options).connect(serverSide);
  await client.connect(clientSide);
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** The official client over HTTP. */
async function served(options: McpHandlerOptions = {}, headers: Record<string, string> = {}) {
  const listener = toNodeListener(mcpHandler(engine, options));
  const server = await startBareServer((request, response) => void listener(request, response));
  const url = new URL(`${server.origin}/mcp`);
  const client = new Client({ name: "test", version: "1.0.0" });
  const close = async () => {
    await client.close();
    await server[Symbol.asyncDispose]();
  };
  const connect = () =>
    // The SDK's types don't allow for exactOptionalPropertyTypes.
    client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }) as never);
  return { client, connect, url, [Symbol.asyncDispose]: close };
}

describe("the tools", () => {
  test("say what they do, what they take and what they change", async () => {
    await using client = await connected();
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "scrape",
      "search",
      "map",
      "crawl",
      "batch_scrape",
      "extract",
      "read_job",
      "cancel_job",
    ]);
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length).toBeGreaterThan(20);
      expect(inputSchema.type).toBe("object");
      expect(outputSchema?.type).toBe("object");
      expect(annotations?.title).toBeTypeOf("string");
    }
    expect(tools.find(({ name }) => name === "scrape")?.annotations).toMatchObject({ readOnlyHint: true });
    expect(tools.find(({ name }) => name === "cancel_job")?.annotations).toMatchObject({ destructiveHint: true });
  });

  test("give a page within the budget, as text and as data, and read on by the cursor", async () => {
    await using client = await connected({ maxTokens: 100 });
    const scrape = (cursor?: unknown) =>
      client.callTool({ name: "scrape", arguments: { url: `${site.origin}/article`, ...(cursor ? { cursor } : {}) } });
    const first = await scrape();
    const { nextCursor, markdown } = first.structuredContent as { nextCursor: string; markdown: string };
    expect(first.content).toMatchObject([{ type: "text", text: expect.stringContaining(markdown) }]);
    expect(markdown.length).toBeLessThan(600);
    const second = await scrape(nextCursor);
    expect(second.structuredContent).toHaveProperty("markdown");
    expect(second.structuredContent).not.toHaveProperty("markdown", markdown);
  });

  test("say in plain words why they failed", async () => {
    await using client = await connected();
    const blocked = await client.callTool({ name: "scrape", arguments: { url: "http://10.0.0.1/" } });
    expect(blocked).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("URL_BLOCKED") }] });
    const wrong = await client.callTool({ name: "scrape", arguments: { url: site.origin, formatz: [] } });
    expect(wrong).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("formatz") }] });
  });
});

test("a crawl tells how far it is, and stands among the resources while it works", async () => {
  await using tree = await startCrawlSite(treeOfPages(6));
  await using client = await connected();
  const progress: { readonly progress: number; readonly total?: number | undefined }[] = [];
  const crawl = await client.callTool({ name: "crawl", arguments: { url: `${tree.origin}/`, limit: 6 } }, undefined, {
    onprogress: (now) => progress.push(now),
    resetTimeoutOnProgress: true,
  });
  const { id } = crawl.structuredContent as { readonly id: string };
  expect(crawl.structuredContent).toMatchObject({ status: "completed", completed: 6 });
  expect(progress.at(-1)).toMatchObject({ progress: 6, total: 6 });
  const { contents } = await client.readResource({ uri: `garner://jobs/${id}` });
  const [content] = contents;
  const job = JSON.parse(content !== undefined && "text" in content ? String(content.text) : "{}") as object;
  expect(job).toMatchObject({ id, status: "completed", pages: expect.arrayContaining([`${tree.origin}/`]) });

  const held = await client.callTool({ name: "crawl", arguments: { url: `${site.origin}/hang`, waitSeconds: 0 } });
  const { resources } = await client.listResources();
  const { id: heldId } = held.structuredContent as { readonly id: string };
  expect(resources).toMatchObject([{ uri: `garner://jobs/${heldId}`, mimeType: "application/json" }]);
  await client.callTool({ name: "cancel_job", arguments: { id: heldId } });
});

test("a job that is unknown is a resource that is not found", async () => {
  await using client = await connected();
  const uri = "garner://jobs/nope";
  await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_002, data: { uri } });
});

describe("over Streamable HTTP", () => {
  test("the official client calls tools and hears of progress", async () => {
    await using tree = await startCrawlSite(treeOfPages(3));
    await using server = await served();
    await server.connect();
    const progress: number[] = [];
    const crawl = await server.client.callTool(
      { name: "crawl", arguments: { url: `${tree.origin}/`, limit: 3 } },
      undefined,
      { onprogress: ({ progress: now }) => progress.push(now) },
    );
    expect(crawl.structuredContent).toMatchObject({ status: "completed", completed: 3 });
    expect(progress.at(-1)).toBe(3);
  });

  test("a caller without a key is refused, and jobs are those of its team", async () => {
    const authenticate = (request: Request) => {
      if (request.headers.get("authorization") !== "Bearer right")
        throw new EngineError("UNAUTHORIZED", "The API key is unknown.");
      return { team: "mine", apiKey: "right" };
    };
    await using stranger = await served({ authenticate });
    await expect(stranger.connect()).rejects.toThrow("The API key is unknown.");
    await using friend = await served({ authenticate }, { authorization: "Bearer right" });
    await friend.connect();
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/article`, limit: 1 });
    const reading = await friend.client.callTool({ name: "read_job", arguments: { id } });
    expect(reading).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("JOB_NOT_FOUND") }] });
  });

  test("a page of an origin that is not named is refused, and a refusal has the status of its reason", async () => {
    const from = async (origin: string, options: McpHandlerOptions = {}) => {
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const headers = { origin, accept: "application/json, text/event-stream", "content-type": "application/json" };
      const answer = await mcpHandler(
        engine,
        options,
      )(new Request("http://127.0.0.1:3000/mcp", { method: "POST", body, headers }));
      await answer.body?.cancel();
      return answer;
    };
    const statusOf = async (...asked: Parameters<typeof from>) => (await from(...asked)).status;
    const anyone = { authenticate: () => ({ team: "mine", apiKey: "right" }) };
    expect(await statusOf("http://127.0.0.1:3000")).toBe(200);
    expect(await statusOf("http://localhost:6274")).toBe(200);
    expect(await statusOf("https://app.example", { ...anyone, allowedHosts: ["app.example"] })).toBe(200);
    for (const origin of ["https://app.example", "null", "http://127.0.0.1.app.example"])
      for (const options of [{}, anyone]) expect(await statusOf(origin, options)).toBe(403);
    const tooMany = () => Promise.reject(new EngineError("RATE_LIMITED", "Too many requests."));
    expect(await statusOf("http://localhost", { authenticate: tooMany })).toBe(429);
    const unknown = await from("http://localhost", { authenticate: () => Promise.reject(new Error("a bug")) });
    expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  test("without keys, other host names, and other methods, are refused", async () => {
    const handle = mcpHandler(engine);
    expect((await handle(new Request("http://rebound.example/mcp", { method: "POST" }))).status).toBe(403);
    const get = await handle(new Request("http://127.0.0.1/mcp"));
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
    const broken = await handle(new Request("http://127.0.0.1/mcp", { method: "POST", body: "{" }));
    expect(broken.status).toBeGreaterThanOrEqual(400);
    expect(broken.status).toBeLessThan(500);
  });
});

test("what is no engine, and options that would have no effect, are refused when the server is made", () => {
  const refusal = (words: string) =>
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(words) });
  expect(() => mcpHandler(undefined as never)).toThrow(refusal("must be an engine"));
  expect(() => mcpHandler(engine, { authentificate: () => {} } as never)).toThrow(refusal("`authenticate`?"));
  expect(() => garnerMcp(engine, null as never)).toThrow(refusal("garnerMcp: the options must be an object."));
});
