import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createEngine, EngineError, type Engine } from "@garner/core";
import { startCrawlSite, startRedisServer, treeOfPages, type CrawlSite, type RedisServer } from "@garner/testkit/site";
import { Redis as Client } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { redis, type RedisStores } from "./index.ts";

/** These tests end and freeze the server, so that one that somebody else needs won't do. */
let server: RedisServer;
let prefix: string;
let stores: RedisStores;
let engine: Engine;
const children: ChildProcess[] = [];

beforeAll(async () => {
  server = await startRedisServer({ isDurable: true });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  prefix = `test-${randomUUID()}`;
  stores = redis({ url: server.url, prefix, commandTimeoutMs: 1000, onError: () => {} });
  engine = createEngine({ stores, runtime: { worksOnItsJobs: false }, policy: { allowPrivateNetworks: true } });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await engine[Symbol.asyncDispose]();
  await stores[Symbol.asyncDispose]();
});

interface WorkerOptions {
  readonly concurrency?: number;
  /** By how much its clock is ahead of this one. */
  readonly aheadMs?: number;
  readonly politeness?: object;
}

/** A process that works on all jobs until it is killed. */
async function startWorker({ concurrency = 5, aheadMs = 0, politeness }: WorkerOptions = {}): Promise<ChildProcess> {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const generous = { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 };
  const program = `
    const { now } = Date;
    Date.now = () => now() + ${aheadMs};
    const { createEngine } = await import(${here("../../core/src/index.ts")});
    const { redis } = await import(${here("index.ts")});
    const stores = redis({ url: ${JSON.stringify(server.url)}, prefix: "${prefix}", leaseMs: 1000, commandTimeoutMs: 1000, onError: () => {} });
    const policy = { allowPrivateNetworks: true, userAgent: "Worker" + process.pid };
    const engine = createEngine({ stores: { ...stores, cache: false }, policy, network: { politeness: ${JSON.stringify(politeness ?? generous)} } });
    setInterval(() => {}, 1000);
    engine.jobs.work({ concurrency: ${concurrency} });
    console.log("ready");`;
  const parameters = ["--conditions=source", "--input-type=module-typescript", "-e", program];
  const child = spawn(process.execPath, parameters, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) if (line === "ready") return child;
  throw new Error("The process has ended before it was ready.");
}

/** A tree of pages that take a while. */
function slowTree(count: number, delayMs = 50): Promise<CrawlSite> {
  return startCrawlSite((path) => {
    const page = treeOfPages(count)[path];
    return page && { ...page, delayMs };
  });
}

/** How far a job is; undefined while the store is away. */
async function statusOf(id: string) {
  try {
    return await engine.jobs.get({ id, limit: 1 });
  } catch (thrown) {
    if (EngineError.is(thrown) && thrown.code === "STORE_UNAVAILABLE") return undefined;
    throw thrown;
  }
}

async function until(id: string, isReached: (status: { completed: number; status: string }) => boolean): Promise<void> {
  for (let status = await statusOf(id); status === undefined || !isReached(status); status = await statusOf(id)) {
    await sleep(20);
  }
}

/** Waits for the end of a crawl, and counts: each page once, and every counter right. */
async function expectWhole(id: string, count: number): Promise<void> {
  await until(id, ({ status }) => status !== "scraping");
  const job = await engine.jobs.get({ id, limit: 1 });
  expect(job).toMatchObject({ status: "completed", completed: count, total: count, failed: 0, creditsUsed: count });
  const urls: unknown[] = [];
  const sequences: number[] = [];
  for await (const event of engine.jobs.events({ id })) {
    sequences.push(event.sequence);
    if (event.type === "page") urls.push(event.url);
  }
  expect(sequences).toEqual(Array.from({ length: count + 2 }, (_, index) => index + 1));
  expect(new Set(urls).size).toBe(count);
  // The last charge is made beside the last step.
  for (let tries = 0; tries < 500 && (await creditsUsed()) < count; tries += 1) await sleep(20);
  expect(await creditsUsed()).toBe(count);
}

async function creditsUsed(): Promise<number> {
  return (await engine.usage.credits({})).periods.reduce((sum, period) => sum + period.totalCredits, 0);
}

const minutes = { timeout: 120_000 };

describe("several processes on one Redis", () => {
  test("share the work of a job, and one that dies leaves its share to the others", minutes, async () => {
    await using site = await slowTree(120);
    const [first] = await Promise.all([startWorker(), startWorker()]);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await until(id, ({ completed }) => completed >= 30);
    first.kill("SIGKILL");
    await expectWhole(id, 120);
    expect(new Set(site.requests.map(({ userAgent }) => userAgent)).size).toBe(2);
  });

  test("keep a host's pace together", minutes, async () => {
    await using site = await slowTree(40, 0);
    const politeness = { startRate: 20, maxRate: 20 };
    await Promise.all([startWorker({ politeness }), startWorker({ politeness })]);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await expectWhole(id, 40);
    const [first, ...others] = site.requests.map(({ at }) => at).toSorted((one, other) => one - other);
    const seconds = ((others.at(-1) ?? 0) - (first ?? 0)) / 1000;
    expect(site.requests.length / seconds).toBeLessThanOrEqual(23);
    expect(new Set(site.requests.map(({ userAgent }) => userAgent)).size).toBe(2);
  });

  test("stop what they work on when the job is cancelled in another one", minutes, async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await using site = await startCrawlSite((path) => {
      if (path === "/") return { links: ["/held/1", "/held/2"] };
      return path.startsWith("/held/") ? { held } : path === "/robots.txt" ? undefined : {};
    });
    await startWorker({ concurrency: 2 });
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    while (site.requests.length < 3) await sleep(5);
    expect(await engine.jobs.cancel({ id })).toEqual({ status: "cancelled" });
    // The worker's two hands are full with pages that never come; it can't take this one unless it lets go of them.
    const { id: other } = await engine.jobs.startBatchScrape({ urls: [`${site.origin}/other`] });
    await until(other, ({ status }) => status === "completed");
    release();
    expect(await engine.jobs.get({ id })).toMatchObject({
      status: "cancelled",
      completed: 1,
      failed: 0,
      creditsUsed: 1,
    });
    expect(await creditsUsed()).toBe(2);
  });

  test("whose clocks differ by minutes finish a job together", minutes, async () => {
    await using site = await slowTree(60, 20);
    const politeness = { startRate: 30, maxRate: 30 };
    await Promise.all([
      startWorker({ politeness, aheadMs: 7 * 60_000 }),
      startWorker({ politeness, aheadMs: -5 * 60_000 }),
    ]);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await expectWhole(id, 60);
  });
});

describe("a worker that is frozen", () => {
  test("and wakes up with leases that are over adds nothing and takes nothing away", minutes, async () => {
    await using site = await slowTree(120, 30);
    const [frozen] = await Promise.all([startWorker(), startWorker()]);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await until(id, ({ completed }) => completed >= 20);
    frozen.kill("SIGSTOP");
    await until(id, ({ completed }) => completed >= 110); // by the other one, also what the frozen one holds
    frozen.kill("SIGCONT");
    await expectWhole(id, 120);
  });
});

describe("a Redis", () => {
  test("that loses power in the middle of a crawl and comes back loses nothing", minutes, async () => {
    await using site = await slowTree(150, 20);
    await Promise.all([startWorker(), startWorker()]);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    for (const pages of [20, 60]) {
      await until(id, ({ completed }) => completed >= pages);
      await server.kill();
      await expect(engine.jobs.get({ id })).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      await expect(engine.jobs.startCrawl({ url: `${site.origin}/` })).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
      });
      await server.start();
    }
    await expectWhole(id, 150);
  });

  test(
    "that is full refuses new jobs and says why, and goes on with the old ones once there is room",
    minutes,
    async () => {
      await using site = await slowTree(100, 20);
      await Promise.all([startWorker(), startWorker()]);
      const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
      await until(id, ({ completed }) => completed >= 20);
      const operator = new Client(server.url);
      await operator.config("SET", "maxmemory", "1");
      await expect(engine.jobs.startCrawl({ url: `${site.origin}/` })).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
        message: expect.stringContaining("out of memory"),
      });
      await operator.config("SET", "maxmemory", "0");
      operator.disconnect();
      await expectWhole(id, 100);
    },
  );

  test("that hangs for a while answers nobody, and then the crawl goes on", minutes, async () => {
    await using site = await slowTree(100, 20);
    await Promise.all([startWorker(), startWorker()]);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await until(id, ({ completed }) => completed >= 20);
    process.kill(server.pid(), "SIGSTOP");
    await expect(engine.jobs.get({ id })).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    process.kill(server.pid(), "SIGCONT");
    await expectWhole(id, 100);
  });
});
