import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createEngine, type Task } from "@garner/core";
import { givenRedisUrl, startCrawlSite, startRedisServer, treeOfPages, type RedisServer } from "@garner/testkit/site";
import { Redis as Client } from "ioredis";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { redis } from "./index.ts";
import { openPlant } from "../test/plant.ts";

let server: RedisServer | undefined;
beforeAll(async () => {
  if (givenRedisUrl() === undefined) server = await startRedisServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

/** Stores on keys of their own, a look at these keys, and what the stores complained of. */
function open() {
  const [url, prefix] = [givenRedisUrl() ?? server?.url ?? "", `test-${randomUUID()}`];
  const complaints: string[] = [];
  const stores = redis({ url, prefix, onError: (error) => complaints.push(String(error)) });
  const client = new Client(url);
  onTestFinished(async () => {
    client.disconnect();
    await stores[Symbol.asyncDispose]();
  });
  return { stores, client, prefix, complaints };
}

/** A crawl that a process has started and none works on; `change` may do something to its row. */
async function startedCrawl(origin: string, change: (row: Record<string, unknown>) => void) {
  const { stores, client, prefix } = open();
  const engine = createEngine({ stores, policy: { allowPrivateNetworks: true }, runtime: { worksOnItsJobs: false } });
  onTestFinished(() => engine[Symbol.asyncDispose]());
  const { id } = await engine.jobs.startCrawl({ url: `${origin}/`, sitemap: "skip" });
  const key = `${prefix}:{job:${id}}`;
  const row = JSON.parse((await client.hget(key, "row")) ?? "") as Record<string, unknown>;
  change(row);
  await client.hset(key, "row", JSON.stringify(row));
  return { engine, id };
}

test("a job of a newer version is refused with a sentence, and left alone", { timeout: 30_000 }, async () => {
  await using site = await startCrawlSite(treeOfPages(5));
  const { engine, id } = await startedCrawl(site.origin, (row) => (row["format"] = 2));
  const refusal = {
    code: "STORE_UNAVAILABLE",
    message: expect.stringMatching(
      /^The job \S+ was written by a newer version of @garner\/redis \(format 2; .*: update/,
    ),
  };
  await expect(engine.jobs.get({ id })).rejects.toMatchObject(refusal);
  await expect(engine.jobs.cancel({ id })).rejects.toMatchObject(refusal);
});

test("a job of the version before there were numbers goes on", { timeout: 30_000 }, async () => {
  await using site = await startCrawlSite(treeOfPages(5));
  const { engine, id } = await startedCrawl(site.origin, (row) => delete row["format"]);
  engine.jobs.work();
  while ((await engine.jobs.get({ id, limit: 1 })).status === "scraping") await sleep(20);
  expect(await engine.jobs.get({ id, limit: 1 })).toMatchObject({ status: "completed", completed: 5 });
});

test("a task of a newer version waits for a newer process, and holds up no other", { timeout: 30_000 }, async () => {
  const { stores, complaints } = open();
  const task = (id: string): Task => ({ id, type: "deliver", jobId: "job", sequence: 1 });
  const handled: string[] = [];
  await stores.bullQueue.add("deliver", { format: 2, task: task("new"), extra: 0, survived: 0 });
  await stores.queue.push([task("old")]);
  await using _working = stores.queue.consume(
    async ({ id }) => {
      handled.push(id);
      return { next: "done" };
    },
    { concurrency: 1 },
  );
  while (handled.length === 0 || complaints.length === 0) await sleep(5);
  expect(handled).toEqual(["old"]);
  expect(complaints[0]).toMatch(/A task \(deliver\) was written by a newer version/);
  while ((await stores.bullQueue.getDelayedCount()) === 0) await sleep(5);
});

test("an old and a new process finish a crawl together that the old one has begun", { timeout: 60_000 }, async () => {
  await using own = await startRedisServer();
  await using plant = openPlant(own.url);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  let isOldAlone = true;
  await using site = await startCrawlSite((path) => {
    const page = treeOfPages(30)[path];
    const isHeld = isOldAlone && site.requests.length > 8;
    return page && { ...page, ...(isHeld ? { held } : {}) };
  });
  const crawl = { id: randomUUID(), url: `${site.origin}/` };
  await plant.startWorker({ isOlder: true, crawl });
  while (site.requests.length < 13) await sleep(5); // its hands are full
  await plant.startWorker();
  isOldAlone = false;
  await plant.until(crawl.id, ({ completed }) => completed >= 10);
  release(); // what the old one has in hand it can't save any more
  await plant.expectWhole(crawl.id, 30);
  expect(new Set(site.requests.map(({ userAgent }) => userAgent)).size).toBe(2);
});
