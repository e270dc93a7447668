import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, type Queue, type Task } from "@garner/core";
import { toNodeListener } from "@garner/http";
import { playwright } from "@garner/playwright";
import { redis } from "@garner/redis";
import { sqlite } from "@garner/sqlite";
import { startRedisServer } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { queuesPage, type QueuesPage, type QueuesPageOptions } from "./index.ts";

const key = "a-key-that-nobody-guesses";
const folder = mkdtempSync(join(tmpdir(), "garner-admin-"));
const closing: (() => Promise<void>)[] = [];

interface Opened {
  readonly queue: Queue;
  readonly page: QueuesPage;
}

const opened: Record<string, Opened> = {};
beforeAll(async () => {
  const server = await startRedisServer();
  const shared = redis({ url: server.url });
  const file = sqlite({ file: join(folder, "garner.sqlite") });
  const open = (queue: Queue, shown: QueuesPageOptions["queue"]) => ({
    queue,
    page: queuesPage({ key, queue: shown }),
  });
  opened["BullMQ"] = open(shared.queue, shared.bullQueue);
  opened["SQLite"] = open(file.queue, file.queueView);
  closing.push(
    async () => shared[Symbol.asyncDispose](),
    async () => server[Symbol.asyncDispose](),
    async () => file[Symbol.asyncDispose](),
  );
  for (const { queue } of Object.values(opened)) {
    await queue.push([task("now-1"), task("now-2")]);
    await queue.push([task("later-1"), task("later-2")], { delayMs: 3_600_000 });
  }
});
afterAll(async () => {
  for (const close of closing) await close();
  rmSync(folder, { recursive: true });
});

function task(id: string): Task {
  return { id, type: "deliver", jobId: "job", sequence: 1 };
}

interface BoardQueue {
  readonly counts: Readonly<Record<string, number>>;
  readonly jobs: readonly { readonly id: string; readonly data: Task }[];
}

describe.each(["BullMQ", "SQLite"])("the page over %s", (name) => {
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, ...init.headers };
    return (await opened[name]?.page(new Request(`http://garner.test${path}`, { ...init, headers }))) as Response;
  };
  const look = async (status: string): Promise<BoardQueue> => {
    const answer = await ask(`/admin/queues/api/queues?activeQueue=tasks&status=${status}&page=1&jobsPerPage=10`);
    const { queues } = (await answer.json()) as { queues: readonly BoardQueue[] };
    const [queue] = queues;
    if (queue === undefined) throw new Error("The board shows no queue.");
    return queue;
  };

  test("is shown to nobody without the key, and to nobody's surprise is no page under a wrong one", async () => {
    const page = opened[name]?.page;
    const of = (path: string, headers = {}) => page?.(new Request(`http://garner.test${path}`, { headers }));
    for (const headers of [{}, { authorization: "Bearer wrong" }, { authorization: `Basic ${btoa("admin:wrong")}` }]) {
      const refused = await of("/admin/queues", headers);
      expect(refused?.status).toBe(401);
      expect(refused?.headers.get("www-authenticate")).toContain("Basic");
    }
    expect(await of("/admin/wrong-key/queues")).toBeUndefined();
    expect(await of("/v2/scrape")).toBeUndefined();
    expect((await of(`/admin/${key}/queues`))?.status).toBe(200);
    expect((await of("/admin/queues", { authorization: `Basic ${btoa(`admin:${key}`)}` }))?.status).toBe(200);
  });

  test("asks nobody else for scripts, styles and fonts", async () => {
    const html = await (await ask("/admin/queues")).text();
    expect(html).toContain('<base href="/admin/queues/"');
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    const [, script = ""] = /src="(static\/js\/main[^"]+)"/.exec(html) ?? [];
    const answer = await ask(`/admin/queues/${script}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/javascript");
    expect((await ask("/admin/queues/static/..%2f..%2fpackage.json")).status).toBe(404);
  });

  test("lists tasks by state, and lets one be due now", async () => {
    expect((await look("waiting")).jobs.map(({ data }) => JSON.stringify(data)).join()).toContain("now-1");
    const delayed = await look("delayed");
    expect(delayed.counts).toMatchObject({ waiting: 2, delayed: 2 });
    const [first] = delayed.jobs;
    const promoted = await ask(`/admin/queues/api/queues/tasks/${first?.id}/promote`, { method: "PUT" });
    expect(promoted.status).toBeLessThan(300);
    expect((await look("latest")).counts).toMatchObject({ waiting: 3, delayed: 1 });
  });

  test("does nothing that another site's page asks for", async () => {
    const from = async (headers: Record<string, string>) =>
      (await ask("/admin/queues/api/queues/tasks/nothing", { method: "PUT", headers })).status;
    expect(await from({ "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await from({ origin: "https://elsewhere.example" })).toBe(403);
    expect(await from({ origin: "null" })).toBe(403);
    expect(await from({ origin: "http://garner.test" })).toBe(404);
    expect(await from({})).toBe(404);
  });

  test("answers what makes no sense as such", async () => {
    expect(await opened[name]?.page(new Request("http://garner.test/admin/%E0%A4%A/queues"))).toBeUndefined();
    expect((await ask("/admin/queues/api/queues/%E0%A4%A/promote", { method: "PUT" })).status).toBe(404);
    expect((await ask("/admin/queues/static/%E0%A4%A")).status).toBe(404);
    for (const body of ["{", "x".repeat(2_000_000)]) {
      const headers = { "content-length": String(body.length) };
      const answer = await ask("/admin/queues/api/queues/tasks/promote", { method: "PUT", body, headers });
      expect(answer.status).toBe(400);
    }
  });

  test("knows its place behind a proxy that shows it below another path", async () => {
    const below = async (prefix: string) =>
      (await ask("/admin/queues", { headers: { "x-forwarded-prefix": prefix } })).text();
    expect(await below("/tools/garner")).toContain('<base href="/tools/garner/admin/queues/"');
    for (const wrong of ["//elsewhere.example", '/"><script>', "tools"]) {
      expect(await below(wrong)).toContain('<base href="/admin/queues/"');
    }
  });

  test("is drawn by a browser", { timeout: 60_000 }, async () => {
    const page = opened[name]?.page;
    const listener = toNodeListener(async (request) => (await page?.(request)) ?? new Response("", { status: 404 }));
    const server = createServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    await using engine = createEngine({ sources: [playwright()], policy: { allowPrivateNetworks: true } });
    const url = `http://127.0.0.1:${port}/admin/${key}/queues/queue/tasks?status=delayed`;
    const actions = [{ type: "wait", selector: "main h4, main h3, main a" }] as const;
    const { markdown } = await engine.scrape({ url, onlyMainContent: false, actions: [...actions] });
    expect(markdown).toContain("tasks");
    expect(markdown).toMatch(/delayed/i);
    expect(markdown).toContain("deliver");
  });
});

test("a key that can be guessed is refused", () => {
  const queue = sqlite({ file: ":memory:" });
  expect(() => queuesPage({ key: "admin", queue: queue.queueView })).toThrow("at least 16 characters");
  for (const options of [null, { key: "k".repeat(16) }, { key: "k".repeat(16), queue: "redis" }])
    expect(() => queuesPage(options as never)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
});
