import { setTimeout as sleep } from "node:timers/promises";
import { startCrawlSite, startRedisServer, type CrawlSite, type RedisServer } from "@garner/testkit/site";
import { Redis as Client } from "ioredis";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createEngine } from "@garner/core";
import { redis } from "./index.ts";
import { openPlant, slowTree, type Plant } from "../test/plant.ts";

/** These tests end and freeze the server, so that one that somebody else needs won't do. */
let server: RedisServer;
let plant: Plant;

beforeAll(async () => {
  server = await startRedisServer({ isDurable: true });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => {
  plant = openPlant(server.url);
});
afterEach(() => plant[Symbol.asyncDispose]());

const minutes = { timeout: 120_000 };
/** Where requests are counted: no process dies, and one that a busy machine holds up must not lose its tasks. */
const leaseMs = 60_000;

describe("several processes on one Redis", () => {
  test("share the work of a job, and one that dies leaves its share to the others", minutes, async () => {
    await using site = await slowTree(120);
    const [first] = await Promise.all([plant.startWorker(), plant.startWorker()]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await plant.until(id, ({ completed }) => completed >= 30);
    first.kill("SIGKILL");
    await plant.expectWhole(id, 120);
    expect(new Set(site.requests.map(({ userAgent }) => userAgent)).size).toBe(2);
  });

  test("keep a host's pace together", minutes, async () => {
    await using site = await slowTree(40, 0);
    const politeness = { startRate: 10, maxRate: 10 };
    await Promise.all([plant.startWorker({ politeness }), plant.startWorker({ politeness })]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await plant.expectWhole(id, 40);
    const [first, ...others] = site.requests.map(({ at }) => at).toSorted((one, other) => one - other);
    const seconds = ((others.at(-1) ?? 0) - (first ?? 0)) / 1000;
    // Each at its own pace, they would make twenty a second; a request that the machine holds up makes the time look shorter.
    expect(site.requests.length / seconds).toBeLessThanOrEqual(15);
    expect(new Set(site.requests.map(({ userAgent }) => userAgent)).size).toBe(2);
  });

  test("stop what they work on when the job is cancelled in another one", minutes, async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await using site = await startCrawlSite((path) => {
      if (path === "/") return { links: ["/held/1", "/held/2"] };
      return path.startsWith("/held/") ? { held } : path === "/robots.txt" ? undefined : {};
    });
    await plant.startWorker({ concurrency: 2, leaseMs });
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    while (site.requests.length < 3) await sleep(5);
    expect(await plant.engine.jobs.cancel({ id })).toEqual({ status: "cancelled" });
    // The worker's two hands are full with pages that never come; it can't take this one unless it lets go of them.
    const { id: other } = await plant.engine.jobs.startBatchScrape({ urls: [`${site.origin}/other`] });
    await plant.until(other, ({ status }) => status === "completed");
    release();
    expect(await plant.engine.jobs.get({ id })).toMatchObject({
      status: "cancelled",
      completed: 1,
      failed: 0,
      creditsUsed: 1,
    });
    expect(await plant.creditsUsed()).toBe(2);
  });

  test("take no more pages of a team at once than it may, and let no other team wait", minutes, async () => {
    await using shared = openPlant(server.url, { maxTeamConcurrency: 4 });
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await using site = await startCrawlSite((path) => (path.startsWith("/held/") ? { held } : {}));
    await Promise.all([1, 2].map(() => shared.startWorker({ concurrency: 4, leaseMs })));
    const urlsOf = (name: string) => Array.from({ length: 6 }, (_, index) => `${site.origin}/${name}/${index}`);
    const principal = { team: "busy", apiKey: "key" };
    const ids: string[] = [];
    for (const name of ["held/a", "held/b", "held/c"]) {
      ids.push((await shared.engine.jobs.startBatchScrape({ urls: urlsOf(name) }, { principal })).id);
    }
    const heldPages = () => site.requests.filter(({ path }) => path.startsWith("/held/")).length;
    while (heldPages() < 4) await sleep(5);
    // Half of all hands are free, and the other team was last.
    const { id } = await shared.engine.jobs.startBatchScrape({ urls: urlsOf("free") });
    await shared.until(id, ({ status }) => status === "completed");
    expect(heldPages()).toBe(4);
    release();
    for (const each of ids) {
      while ((await shared.engine.jobs.get({ id: each }, { principal })).status !== "completed") await sleep(20);
    }
    expect(heldPages()).toBe(18);
  });

  test(
    "take no more pages of a job at once than it wants, and another job of the team takes its own",
    minutes,
    async () => {
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await using site = await startCrawlSite(() => ({ held }));
      await using other = await startCrawlSite(() => ({ held }));
      await Promise.all([1, 2].map(() => plant.startWorker({ concurrency: 10, leaseMs })));
      const start = async ({ origin }: CrawlSite, maxConcurrency: number) => {
        const urls = Array.from({ length: 12 }, (_, index) => `${origin}/${index}`);
        return (await plant.engine.jobs.startBatchScrape({ urls, maxConcurrency })).id;
      };
      const ids = [await start(site, 3), await start(other, 5)];
      while (site.requests.length < 3 || other.requests.length < 5) await sleep(5);
      release();
      for (const id of ids) await plant.until(id, ({ status }) => status === "completed");
      expect([site.maxAtOnce, other.maxAtOnce]).toEqual([3, 5]);
      expect([site.requests.length, other.requests.length]).toEqual([12, 12]);
    },
  );

  test("let a team that comes later take its turn, however much the first one has left", minutes, async () => {
    await using shared = openPlant(server.url, { maxTeamConcurrency: 20 });
    await using site = await startCrawlSite(() => ({ delayMs: 5 }));
    await Promise.all([1, 2].map(() => shared.startWorker({ concurrency: 2, leaseMs })));
    const urlsOf = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${site.origin}/${name}/${index}`);
    const first = { principal: { team: "first", apiKey: "key" } };
    const { id: large } = await shared.engine.jobs.startBatchScrape({ urls: urlsOf("large", 400) }, first);
    while (site.requests.length < 10) await sleep(5);
    const { id: small } = await shared.engine.jobs.startBatchScrape({ urls: urlsOf("small", 10) });
    await shared.until(small, ({ status }) => status === "completed");
    const requests = site.requests.map(({ path }) => path);
    const between = requests.slice(requests.indexOf("/small/0"), requests.lastIndexOf("/small/9"));
    expect(between.filter((path) => path.startsWith("/large/")).length).toBeLessThan(100);
    await shared.engine.jobs.cancel({ id: large }, first);
  });

  test("give a single page at once while a crawl holds all their hands", minutes, async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await using site = await startCrawlSite((path) => (path.startsWith("/held/") ? { held } : {}));
    await using stores = redis({ url: server.url, prefix: "busy" });
    const policy = { allowPrivateNetworks: true };
    await using both = createEngine({ stores, policy });
    using _working = { [Symbol.dispose]: release };
    const urls = Array.from({ length: 200 }, (_, index) => `${site.origin}/held/${index}`);
    const { id } = await both.jobs.startBatchScrape({ urls });
    const isHeld = () => site.requests.some(({ path }) => path.startsWith("/held/"));
    while (!isHeld()) await sleep(5);
    const { metadata } = await both.scrape({ url: `${site.origin}/single` });
    expect(metadata.statusCode).toBe(200);
    expect(await both.jobs.get({ id, limit: 1 })).toMatchObject({ completed: 0 });
    await both.jobs.cancel({ id });
  });

  test("whose clocks differ by minutes finish a job together", minutes, async () => {
    await using site = await slowTree(60, 20);
    const politeness = { startRate: 30, maxRate: 30 };
    await Promise.all([
      plant.startWorker({ politeness, aheadMs: 7 * 60_000 }),
      plant.startWorker({ politeness, aheadMs: -5 * 60_000 }),
    ]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await plant.expectWhole(id, 60);
  });
});

describe("a worker that is frozen", () => {
  test("and wakes up with leases that are over adds nothing and takes nothing away", minutes, async () => {
    await using site = await slowTree(120, 30);
    const [frozen] = await Promise.all([plant.startWorker(), plant.startWorker()]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await plant.until(id, ({ completed }) => completed >= 20);
    frozen.kill("SIGSTOP");
    await plant.until(id, ({ completed }) => completed >= 110); // by the other one, also what the frozen one holds
    frozen.kill("SIGCONT");
    await plant.expectWhole(id, 120);
  });
});

describe("a Redis", () => {
  test("that loses power in the middle of a crawl and comes back loses nothing", minutes, async () => {
    await using site = await slowTree(150, 20);
    await Promise.all([plant.startWorker(), plant.startWorker()]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    for (const pages of [20, 60]) {
      await plant.until(id, ({ completed }) => completed >= pages);
      await server.kill();
      await expect(plant.engine.jobs.get({ id })).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
      await expect(plant.engine.jobs.startCrawl({ url: `${site.origin}/` })).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
      });
      await server.start();
    }
    await plant.expectWhole(id, 150);
  });

  test(
    "that is full refuses new jobs and says why, and goes on with the old ones once there is room",
    minutes,
    async () => {
      await using site = await slowTree(100, 20);
      await Promise.all([plant.startWorker(), plant.startWorker()]);
      const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
      await plant.until(id, ({ completed }) => completed >= 20);
      const operator = new Client(server.url);
      await operator.config("SET", "maxmemory", "1");
      await expect(plant.engine.jobs.startCrawl({ url: `${site.origin}/` })).rejects.toMatchObject({
        code: "STORE_UNAVAILABLE",
        message: expect.stringContaining("out of memory"),
      });
      await operator.config("SET", "maxmemory", "0");
      operator.disconnect();
      await plant.expectWhole(id, 100);
    },
  );

  test("that is emptied by somebody knows nothing of the old jobs, and takes new ones", minutes, async () => {
    await using site = await slowTree(40, 20);
    const start = async () => (await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" })).id;
    await Promise.all([plant.startWorker(), plant.startWorker()]);
    const lost = await start();
    await plant.until(lost, ({ completed }) => completed >= 10);
    await server.tell("FLUSHALL");
    await server.tell("SCRIPT FLUSH");
    await expect(plant.engine.jobs.get({ id: lost })).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
    const id = await start();
    await plant.until(id, ({ status }) => status === "completed");
    expect(await plant.engine.jobs.get({ id, limit: 1 })).toMatchObject({ completed: 40, total: 40, creditsUsed: 40 });
  });

  test("that hangs for a while answers nobody, and then the crawl goes on", minutes, async () => {
    await using site = await slowTree(100, 20);
    await Promise.all([plant.startWorker(), plant.startWorker()]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await plant.until(id, ({ completed }) => completed >= 20);
    process.kill(server.pid(), "SIGSTOP");
    await expect(plant.engine.jobs.get({ id })).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
    process.kill(server.pid(), "SIGCONT");
    await plant.expectWhole(id, 100);
  });
});
