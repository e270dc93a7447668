import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createEngine } from "@garner/core";
import { sqlite } from "@garner/sqlite";
import { startCrawlSite, startRedisServer, startWebhookReceiver, treeOfPages } from "@garner/testkit/site";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { ask, killServer, startServerProcess } from "../test/server-process.ts";
import { readEnvironment } from "./environment.ts";
import { moveToRedis } from "./move-to-redis.ts";
import { startServer } from "./server.ts";

const pageCount = 30;

test(
  "a crawl that a server on a file was killed in goes on in Redis, and all that was kept is there",
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "garner-move-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await using redis = await startRedisServer();
    await using site = await startCrawlSite((path) => {
      const page = treeOfPages(pageCount)[path];
      return page && { ...page, delayMs: 20 };
    });
    const shared = { POLITENESS: JSON.stringify({ startRate: 30, maxRate: 30 }), LOG_LEVEL: "error" };
    const before = await startServerProcess({ variables: { ...shared, DATA_DIR: folder } });
    const start = async (path: string, body: object) => String((await ask(`${before.url}${path}`, body)).body["id"]);
    const done = await start("/v2/batch/scrape", { urls: [`${site.origin}/1`, `${site.origin}/nowhere`] });
    const running = await start("/v2/crawl", { url: `${site.origin}/`, sitemap: "skip" });
    const status = async (url: string, path: string) => (await ask(`${url}${path}`)).body;
    while (Number((await status(before.url, `/v2/crawl/${running}`))["completed"]) < 10) await sleep(20);
    const ended = await status(before.url, `/v2/batch/scrape/${done}`);
    await killServer(before);

    const variables = { DATA_DIR: folder, REDIS_URL: redis.url };
    expect(await moveToRedis(variables)).toMatch(/^2 jobs were moved to redis:.*; 0 were there already\.$/);
    const environment = { ...shared, REDIS_URL: redis.url, PORT: "0", ALLOW_PRIVATE_NETWORKS: "127.0.0.1" };
    const after = await startServer(readEnvironment(environment), pino({ level: "silent" }));
    // Before Redis goes, which hooks at a test's end come too late for.
    await using _ = { [Symbol.asyncDispose]: () => after.stop() };
    expect(await status(after.url, `/v2/batch/scrape/${done}`)).toEqual(
      JSON.parse(JSON.stringify(ended).replaceAll(before.url, after.url)),
    );
    while ((await status(after.url, `/v2/crawl/${running}`))["status"] === "scraping") await sleep(50);
    const job = await status(after.url, `/v2/crawl/${running}`);
    const urls = (job["data"] as { metadata: { sourceURL: string } }[]).map(({ metadata }) => metadata.sourceURL);
    expect(job).toMatchObject({ status: "completed", completed: pageCount, total: pageCount, creditsUsed: pageCount });
    expect(new Set(urls).size).toBe(pageCount);
    const credits = pageCount + Number(ended["creditsUsed"]);
    const charged = async () => {
      const { periods } = await status(after.url, "/v2/team/credit-usage/historical");
      return (periods as readonly { readonly totalCredits: number }[])[0]?.totalCredits ?? 0;
    };
    // The last pages are charged for while the job ends.
    while ((await charged()) < credits) await sleep(20);
    expect(await charged()).toBe(credits);

    // Once more changes nothing.
    expect(await moveToRedis(variables)).toMatch(/^0 jobs were moved to redis:.*; 2 were there already\.$/);
    expect((await status(after.url, `/v2/crawl/${running}`))["status"]).toBe("completed");
  },
);

test(
  "what waits is moved too: a job that is paused, and webhooks of one that has ended",
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "garner-move-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await using redis = await startRedisServer();
    await using site = await startCrawlSite(treeOfPages(10));
    await using receiver = await startWebhookReceiver([503]);
    const before = await startServerProcess({ variables: { DATA_DIR: folder, LOG_LEVEL: "error" } });
    const start = async (path: string, body: object) => String((await ask(`${before.url}${path}`, body)).body["id"]);
    const status = async (url: string, path: string) => (await ask(`${url}${path}`)).body;
    const ended = await start("/v2/batch/scrape", { urls: [`${site.origin}/p/1`], webhook: receiver.url });
    while ((await status(before.url, `/v2/batch/scrape/${ended}`))["status"] === "scraping") await sleep(20);
    while (receiver.received.length === 0) await sleep(20); // refused; it comes again in a second
    await killServer(before);
    const idle = await startServerProcess({ variables: { DATA_DIR: folder, LOG_LEVEL: "error", WORK: "false" } });
    const { body } = await ask(`${idle.url}/v2/crawl`, { url: `${site.origin}/`, sitemap: "skip" });
    const paused = `/v2/crawl/${String(body["id"])}`;
    await ask(`${idle.url}${paused}/pause`, {});
    idle.child.kill("SIGKILL");
    await idle.exitCode;

    await moveToRedis({ DATA_DIR: folder, REDIS_URL: redis.url });
    const after = await startServerProcess({ variables: { REDIS_URL: redis.url, LOG_LEVEL: "error" } });
    const sequences = () => new Set(receiver.received.slice(1).map(({ message }) => message.sequence));
    while (sequences().size < 3) await sleep(20);
    const ids = receiver.received.map(({ message }) => message.webhookId);
    expect(ids[1]).toBe(ids[0]);
    expect(await status(after.url, paused)).toMatchObject({ status: "scraping", completed: 0 });
    await ask(`${after.url}${paused}/resume`, {});
    while ((await status(after.url, paused))["status"] === "scraping") await sleep(20);
    expect(await status(after.url, paused)).toMatchObject({ status: "completed", completed: 10, creditsUsed: 10 });
  },
);

test(
  "what callers may ask for again is moved: results of scrapes, idempotency keys, the index of pages",
  { timeout: 90_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "garner-move-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    await using redis = await startRedisServer();
    await using site = await startCrawlSite({ "/one": { title: "Quinces", body: "Quinces ripen in October." } });
    const before = await startServerProcess({ variables: { DATA_DIR: folder, LOG_LEVEL: "error" } });
    const { body: scraped } = await ask(`${before.url}/v2/scrape`, { url: `${site.origin}/one` });
    const { scrapeId } = (scraped["data"] as { readonly metadata: { readonly scrapeId: string } }).metadata;
    const batch = { urls: [`${site.origin}/one`] };
    const idempotent = { "x-idempotency-key": "0b1f2a4e-6a53-4a43-9c1e-7c1f8a2b3c4d" };
    const started = await ask(`${before.url}/v2/batch/scrape`, batch, idempotent);
    const kept = await ask(`${before.url}/v2/scrape/${scrapeId}`);
    const search = { query: "quinces october" };
    const found = await ask(`${before.url}/v2/search`, search);
    expect(JSON.stringify(found.body)).toContain(`${site.origin}/one`);
    await killServer(before);

    const variables = { DATA_DIR: folder, REDIS_URL: redis.url };
    await moveToRedis(variables);
    await moveToRedis(variables);
    const after = await startServerProcess({ variables: { REDIS_URL: redis.url, LOG_LEVEL: "error", WORK: "false" } });
    expect(kept.status).toBe(200);
    expect(await ask(`${after.url}/v2/scrape/${scrapeId}`)).toEqual(kept);
    const again = await ask(`${after.url}/v2/batch/scrape`, batch, idempotent);
    expect([again.status, again.body["id"]]).toEqual([200, started.body["id"]]);
    const other = await ask(`${after.url}/v2/batch/scrape`, { urls: [`${site.origin}/two`] }, idempotent);
    expect(other.status).toBe(409);
    expect((await ask(`${after.url}/v2/search`, search)).body).toEqual(found.body);
  },
);

test("a page that was kept and not charged for yet is charged for after the move", { timeout: 90_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "garner-move-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  await using redis = await startRedisServer();
  await using site = await startCrawlSite({ "/one": {} });
  const id = await (async () => {
    await using stores = sqlite({ file: join(folder, "garner.sqlite") });
    const ledger = {
      ...stores.ledger,
      charge: async () => Promise.reject(new Error("It is ended before it charges.")),
    };
    const policy = { allowPrivateNetworks: true } as const;
    await using engine = createEngine({ policy, stores: { ...stores, ledger } });
    const job = await engine.jobs.startBatchScrape({ urls: [`${site.origin}/one`] });
    while ((await engine.jobs.get({ id: job.id })).completed === 0) await sleep(20);
    return job.id;
  })();

  await moveToRedis({ DATA_DIR: folder, REDIS_URL: redis.url });
  const after = await startServerProcess({ variables: { REDIS_URL: redis.url, LOG_LEVEL: "error" } });
  const get = async (path: string) => (await ask(`${after.url}${path}`)).body;
  while ((await get(`/v2/batch/scrape/${id}`))["status"] === "scraping") await sleep(20);
  expect(await get("/v2/team/credit-usage/historical")).toMatchObject({ periods: [{ totalCredits: 1 }] });
  expect(site.visits("/one")).toBe(1);
});

test("the command says what it needs, and fails", async () => {
  const program = fileURLToPath(new URL("main.ts", import.meta.url));
  const env = { PATH: process.env["PATH"] };
  const child = spawn(process.execPath, ["--conditions=source", program, "move-to-redis"], { env });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const [code] = (await once(child, "close")) as [number];
  expect({ code, said }).toEqual({ code: 1, said: "Set DATA_DIR and REDIS_URL.\n" });
  const nowhere = { DATA_DIR: "/nowhere", REDIS_URL: "redis://127.0.0.1:1" };
  await expect(moveToRedis(nowhere)).rejects.toThrow("/nowhere");
});
