import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { newApiKey } from "@garner/http";
import { redis as openRedis } from "@garner/redis";
import {
  startCrawlSite,
  startRedisServer,
  startTlsRedisServer,
  treeOfPages,
  type RedisServer,
} from "@garner/testkit/site";
import Firecrawl from "firecrawl";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ask, launchServer, startServerProcess } from "../test/server-process.ts";

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedisServer({ isDurable: true });
});
afterAll(() => redis[Symbol.asyncDispose]());

const start = (variables: Readonly<Record<string, string>> = {}) =>
  startServerProcess({
    variables: { REDIS_URL: redis.url, ALLOW_PRIVATE_NETWORKS: "127.0.0.1,localhost", ...variables },
  });

/** Asks until an answer is as it should be. */
async function until(url: string, isSo: (body: Readonly<Record<string, unknown>>) => boolean) {
  for (;;) {
    const { body } = await ask(url);
    if (isSo(body)) return body;
    await sleep(20);
  }
}

test("one server answers, another one works, and a third one can be asked as well", { timeout: 60_000 }, async () => {
  await using site = await startCrawlSite(treeOfPages(30));
  const [api, worker] = await Promise.all([start({ WORK: "false" }), start({ WORK_CONCURRENCY: "5" })]);
  expect(api.lines.join("\n")).toMatch(/data +Redis 7\S* at redis:\/\/127\.0\.0\.1:\d+ \(0 unfinished jobs\)/);
  expect(api.lines.join("\n")).toMatch(/jobs +left to other processes/);
  expect(worker.lines.join("\n")).toMatch(/jobs +worked on here, 5 pages at once/);
  const { body } = await ask(`${api.url}/v2/crawl`, { url: `${site.origin}/`, sitemap: "skip" });
  const status = `/v2/crawl/${String(body["id"])}`;
  expect(await until(`${api.url}${status}`, (job) => job["status"] === "completed")).toMatchObject({
    completed: 30,
    creditsUsed: 30,
  });
  const other = await start({ WORK: "false" });
  expect((await ask(`${other.url}${status}`)).body).toMatchObject({ status: "completed", completed: 30 });
  expect((await ask(`${other.url}/v2/team/credit-usage/historical`)).body).toMatchObject({
    periods: [{ totalCredits: 30 }],
  });
});

test(
  "while Redis is away, clients get a 503 that says when to come back; single pages go on",
  { timeout: 60_000 },
  async () => {
    await using site = await startCrawlSite(treeOfPages(3));
    const server = await start();
    await redis.kill();
    const answer = await fetch(`${server.url}/v2/crawl`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: `${site.origin}/` }),
    });
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ success: false, code: "STORE_UNAVAILABLE" });
    const client = new Firecrawl({ apiUrl: server.url, apiKey: "fc-key" });
    const refused = { status: 503, message: expect.stringContaining("Redis can't be reached") };
    await expect(client.startCrawl(`${site.origin}/`)).rejects.toMatchObject(refused);
    await expect(client.getCrawlStatus(randomUUID())).rejects.toMatchObject(refused);
    await redis.start();
    await until(`${server.url}/v2/team/queue-status`, ({ success }) => success === true);
    expect((await ask(`${server.url}/v2/scrape`, { url: `${site.origin}/` })).status).toBe(200);
  },
);

test("while Redis is away, every endpoint that needs it says when to come back", { timeout: 60_000 }, async () => {
  await using own = await startRedisServer();
  const { url } = await start({ REDIS_URL: own.url, WORK: "false" });
  const id = randomUUID();
  const site = "http://127.0.0.1:9/";
  const jobs = [`crawl/${id}`, `batch/scrape/${id}`];
  const asked = [
    "GET /health",
    ...jobs.flatMap((job) => [`GET ${job}`, `GET ${job}/errors`, `DELETE ${job}`, `POST ${job}/pause`]),
    ...[`GET crawl/${id}/decisions`, "GET crawl/active", "GET crawl/ongoing", `GET scrape/${id}`, `GET extract/${id}`],
    ...[`DELETE extract/${id}`, "GET webhooks/deliveries", `POST webhooks/deliveries/${id}/replay`],
    ...["GET team/queue-status", "GET team/credit-usage/historical", "GET concurrency-check"],
    ...[`POST crawl {"url":"${site}"}`, `POST batch/scrape {"urls":["${site}"]}`],
  ];
  await own.kill();
  const answers = asked.map(async (line) => {
    const [method = "", path = "", body] = line.split(" ");
    const headers = { "content-type": "application/json" };
    const target = new URL(path, `${url}/v2/`);
    const answer = await fetch(target, { method, headers, ...(body === undefined ? {} : { body }) });
    const { code } = (await answer.json()) as { readonly code?: string };
    return [line, answer.status, code, Number(answer.headers.get("retry-after")) > 0];
  });
  expect(await Promise.all(answers)).toEqual(asked.map((line) => [line, 503, "STORE_UNAVAILABLE", true]));
});

test.each(["gone", "frozen"])(
  "a server whose Redis is %s stops when it is told to",
  { timeout: 60_000 },
  async (how) => {
    await using own = await startRedisServer();
    await using site = await startCrawlSite((path) => ({ ...treeOfPages(200)[path], delayMs: 100 }));
    const server = await start({ REDIS_URL: own.url, LOG_LEVEL: "fatal" });
    const { body } = await ask(`${server.url}/v2/crawl`, { url: `${site.origin}/`, sitemap: "skip" });
    await until(`${server.url}/v2/crawl/${String(body["id"])}?limit=1`, ({ completed }) => Number(completed) >= 5);
    if (how === "gone") await own.kill();
    else process.kill(own.pid(), "SIGSTOP");
    expect((await ask(`${server.url}/v2/team/queue-status`)).status).toBe(503);
    server.child.kill("SIGTERM");
    expect(await server.exitCode).toBe(0);
  },
);

test("servers share the API keys in Redis, from one request to the next", { timeout: 60_000 }, async () => {
  await using stores = openRedis({ url: redis.url });
  const variables = { USE_DB_AUTHENTICATION: "true", API_KEYS: "fixed:a-fixed-key", WORK: "false" };
  const [one, other] = await Promise.all([start(variables), start({ ...variables, API_KEYS: "" })]);
  const { key, stored } = newApiKey("acme", 1);
  const statuses = async () => {
    const asked = [one, other].flatMap(({ url }) => [key, "a-fixed-key"].map((token) => ({ url, token })));
    const answers = asked.map(({ url, token }) =>
      ask(`${url}/v2/team/queue-status`, undefined, { authorization: `Bearer ${token}` }),
    );
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses()).toEqual([401, 200, 401, 401]);
  await stores.apiKeys.add(stored);
  expect(await statuses()).toEqual([200, 200, 200, 401]);
  await stores.apiKeys.remove(stored.id);
  expect(await statuses()).toEqual([401, 200, 401, 401]);
});

test("a server says at its start what may cost jobs in its Redis", { timeout: 60_000 }, async () => {
  await using forgetful = await startRedisServer({ settings: ["--maxmemory-policy", "allkeys-lru"] });
  const { logged } = await startServerProcess({ variables: { REDIS_URL: forgetful.url } });
  const says = (words: string) => logged(({ msg }) => String(msg).includes(words));
  await says("forgets keys when it is full (allkeys-lru): set `maxmemory-policy noeviction`");
  await says("loses what is new when it ends: set `appendonly yes`");
});

test("a server whose Redis wants a password says so at once", { timeout: 60_000 }, async () => {
  await using guarded = await startRedisServer({ settings: ["--requirepass", "secret"] });
  const { exitCode, complaints } = launchServer({ variables: { REDIS_URL: guarded.url } });
  expect(await exitCode).toBe(1);
  expect(complaints()).toMatch(/^REDIS_URL: .*wants a password/m);
});

test("a server of a Redis behind TLS is told of its certificates by files", { timeout: 60_000 }, async () => {
  await using secured = await startTlsRedisServer({ asksClients: true, subjects: "DNS:redis.example" });
  const variables = { REDIS_URL: secured.url, WORK: "false" };
  const { exitCode, complaints } = launchServer({ variables });
  expect(await exitCode).toBe(1);
  expect(complaints()).toMatch(/^REDIS_URL: .*certificate of Redis.*REDIS_TLS_CA/m);
  const unreadable = launchServer({ variables: { ...variables, REDIS_TLS_CA: "/nowhere.pem" } });
  expect(await unreadable.exitCode).toBe(1);
  expect(unreadable.complaints()).toMatch(/^REDIS_TLS_CA: \/nowhere\.pem can't be read/m);
  const { certificate, key } = secured.client;
  const server = await start({
    ...{ ...variables, REDIS_TLS_CA: secured.authority, REDIS_TLS_SERVERNAME: "redis.example" },
    ...{ REDIS_TLS_CERT: certificate, REDIS_TLS_KEY: key, REDIS_PREFIX: "here" },
  });
  expect((await ask(`${server.url}/v2/team/queue-status`)).status).toBe(200);
});

test.each(["Redis", "a file"])(
  "the page of the queue in %s is there for who has the key, and for nobody without one",
  async (place) => {
    const folder = mkdtempSync(join(tmpdir(), "garner-admin-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const data: Record<string, string> = place === "Redis" ? { REDIS_URL: redis.url } : { DATA_DIR: folder };
    const key = "a-key-that-nobody-guesses";
    const [open, closed] = await Promise.all([
      startServerProcess({ variables: { ...data, ADMIN_KEY: key } }),
      startServerProcess({ variables: data }),
    ]);
    expect((await fetch(`${open.url}/admin/queues`)).status).toBe(401);
    expect((await fetch(`${open.url}/admin/queues`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
    expect((await fetch(`${open.url}/admin/${key}/queues`)).status).toBe(200);
    expect((await fetch(`${open.url}/admin/another-key-of-length/queues`)).status).toBe(404);
    expect((await fetch(`${closed.url}/admin/queues`)).status).toBe(404);
    expect(open.lines.join()).not.toContain(key);
  },
);
