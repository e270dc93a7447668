import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createEngine, errorTable, type Engine } from "@garner/core";
import { startFixtureSite, startWebhookReceiver } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { apiKeys, noAuthentication } from "../src/access/auth.ts";
import { createHandler, operationRoutes, type FetchHandler } from "../src/handler.ts";
import { WatchFrame } from "../src/wire/watch-frame.ts";
import { webhookPayloads } from "../src/openapi/webhooks.ts";
import { JobEventMessage } from "../src/wire/sse.ts";
import { serve } from "./serve.ts";

interface Described {
  readonly openapi: string;
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: { readonly responses: Readonly<Record<string, object>> };
}

interface DescribedOperation {
  readonly operationId?: string;
  readonly responses?: Readonly<Record<string, object>>;
}

const open = noAuthentication(() => {});
let engine: Engine;
let handler: FetchHandler;
let text: string;
let described: Described;

beforeAll(async () => {
  engine = createEngine({ policy: { allowPrivateNetworks: true } });
  handler = createHandler(engine, { authenticate: open, basePath: "/api/garner" });
  text = await (await handler(new Request("https://garner.test/api/garner/openapi.json"))).text();
  described = JSON.parse(text) as Described;
});
afterAll(() => engine[Symbol.asyncDispose]());

describe("the description of the API", () => {
  test("passes every rule of Redocly's strictest set, with references that lead somewhere", async () => {
    const folder = await mkdtemp(join(tmpdir(), "garner-openapi-"));
    const file = join(folder, "openapi.json");
    await writeFile(file, text);
    const bin = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin/cli.js");
    const options = ["lint", file, "--extends=recommended-strict", "--format=json"];
    const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const run = promisify(execFile)(process.execPath, [bin, ...options], { cwd: folder, env });
    const { stdout } = await run.catch((thrown: { readonly stdout: string }) => thrown);
    await rm(folder, { recursive: true });
    expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
    expect(text).not.toContain("__shared");
  });

  test("names the server as its caller knows it, and how to authenticate", async () => {
    expect(described.servers).toEqual([{ url: "https://garner.test/api/garner" }]);
    expect(described.security).toEqual([{}, { apiKey: [] }]);
    const closed = createHandler(engine, { authenticate: apiKeys(["key"]) });
    const answer = await closed(new Request("https://garner.test/openapi.json"));
    expect(await answer.json()).toMatchObject({ security: [{ apiKey: [] }] });
  });

  test("has every route: what it describes is answered, and nothing else answers", async () => {
    const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([name]) => name !== "parameters")
        .map(([method, { operationId }]) => ({ path, method: method.toUpperCase(), operationId })),
    );
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(Object.keys(operationRoutes)));
    for (const [path, methods] of Object.entries(described.paths)) {
      const address = `https://garner.test/api/garner${path.replaceAll(/\{\w+\}/g, "none")}`;
      const answer = await handler(new Request(address, { method: "OPTIONS" }));
      const allowed = (answer.headers.get("allow") ?? "").split(", ").map((method) => method.toLowerCase());
      const wanted = Object.keys(methods).filter((name) => name !== "parameters");
      expect(allowed.filter((method) => method !== "head" && method !== "options").toSorted(), path).toEqual(
        expect.arrayContaining(wanted),
      );
    }
  });

  test("has every error code, by status", () => {
    for (const [code, { status }] of Object.entries(errorTable)) {
      const isNamed = Object.values(described.paths)
        .flatMap((methods) => Object.values(methods))
        .some(({ responses = {} }) => {
          const { $ref = "" } = (responses[status] ?? {}) as { readonly $ref?: string };
          return JSON.stringify(described.components.responses[$ref.split("/").at(-1) ?? ""] ?? {}).includes(
            `"${code}"`,
          );
        });
      expect(isNamed || code === "METHOD_NOT_ALLOWED", code).toBe(true);
    }
    expect(text).toContain("`METHOD_NOT_ALLOWED`");
  });

  test("shows a recorded answer of every operation", () => {
    for (const name of Object.keys(operationRoutes)) {
      const methods = Object.values(described.paths).flatMap((path) => Object.values(path));
      const ok = methods.find(({ operationId }) => operationId === name)?.responses?.["200"];
      expect(ok, name).toMatchObject({
        content: { "application/json": { examples: { recorded: { value: expect.any(Object) } } } },
      });
    }
  });

  test("has the webhooks of jobs as they come", async () => {
    await using site = await startFixtureSite();
    await using hook = await startWebhookReceiver();
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/article`, limit: 1, webhook: hook.url });
    const received = await hook.has("crawl.completed");
    expect(received.map(({ message }) => message.type)).toEqual(["crawl.started", "crawl.page", "crawl.completed"]);
    expect(Object.keys(described.webhooks)).toEqual(Object.keys(webhookPayloads));
    for (const { message } of received) expect(webhookPayloads[message.type]?.parse(message)).toEqual(message);
    expect(received.every(({ message }) => message.id === id)).toBe(true);
  });

  test("has the events of jobs as they come, over both ways to watch", async () => {
    await using site = await startFixtureSite();
    await using served = await serve(engine);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/article`, limit: 1 });
    const stream = await (await fetch(`${served.url}/v2/crawl/${id}/events`)).text();
    const events = [...stream.matchAll(/^data: (.*)$/gm)].map(([, data = ""]) => JSON.parse(data) as unknown);
    expect(events).toHaveLength(3);
    for (const event of events) expect(z.parse(z.strictObject(JobEventMessage.shape), event)).toEqual(event);
    const socket = new WebSocket(`${served.url.replace("http", "ws")}/v2/crawl/${id}`);
    const frames: unknown[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    socket.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data))));
    socket.addEventListener("close", () => resolve());
    await promise;
    for (const frame of frames) expect(z.parse(z.strictObject(WatchFrame.shape), frame)).toEqual(frame);
    expect(frames.length).toBeGreaterThan(1);
  });
});
