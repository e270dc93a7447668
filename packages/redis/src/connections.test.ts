import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createEngine } from "@garner/core";
import {
  testDeliveryLog,
  testJobStore,
  testLedger,
  testLimiter,
  testPageIndex,
  testScrapeStore,
  type Examined,
} from "@garner/testkit";
import {
  startCrawlSite,
  startRedisCluster,
  startRedisServer,
  startTlsRedisServer,
  treeOfPages,
  type RedisCluster,
} from "@garner/testkit/site";
import { Redis as Client } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redis, type RedisOptions, type RedisStores } from "./index.ts";

const patience = { timeout: 60_000 };

/** Two engines on one Redis crawl a site together; says what came of it. */
async function crawlTogether(options: RedisOptions) {
  const prefix = `test-${randomUUID()}`;
  await using site = await startCrawlSite(treeOfPages(30));
  await using stores = redis({ ...options, prefix });
  await using others = redis({ ...options, prefix });
  const config = {
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
  };
  await using asking = createEngine({ ...config, stores, runtime: { worksOnItsJobs: false } });
  await using working = createEngine({ ...config, stores: others });
  working.jobs.work({ concurrency: 5 });
  const { id } = await asking.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
  for (;;) {
    const job = await asking.jobs.get({ id, limit: 1 });
    if (job.status !== "scraping") return { job, periods: (await asking.usage.credits({})).periods };
    await sleep(20);
  }
}

const whole = {
  job: { status: "completed", completed: 30, total: 30, creditsUsed: 30 },
  periods: [{ totalCredits: 30 }],
};

describe("a cluster of three nodes", () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  }, 30_000);
  afterAll(() => cluster[Symbol.asyncDispose]());

  /** Keys of their own, and how to open them again. */
  function fresh<Name extends "jobs" | "ledger" | "limiter" | "deliveries" | "pageIndex" | "scrapes">(name: Name) {
    return (options: Pick<RedisOptions, "clock"> = {}): Examined<RedisStores[Name], [options?: object]> => {
      const prefix = `test-${randomUUID()}`;
      const opened: RedisStores[] = [];
      const another = (more: object = {}) => {
        const stores = redis({ url: cluster.urls, prefix, onError: () => {}, ...more });
        opened.push(stores);
        return stores[name];
      };
      return {
        store: another(options),
        another,
        async close() {
          for (const stores of opened) await stores[Symbol.asyncDispose]();
        },
      };
    };
  }

  test("takes a crawl, its tasks, credits and events", patience, async () => {
    expect(await crawlTogether({ url: cluster.urls })).toMatchObject(whole);
    expect(await crawlTogether({ url: cluster.urls.join(",") })).toMatchObject(whole);
  });

  test("wants a password with signs that mean something in a URL", patience, async () => {
    const password = "p@ss:/w%rd?#";
    await using guarded = await startRedisCluster();
    for (const url of guarded.urls) {
      const node = new Client(url);
      await node.config("SET", "masterauth", password);
      await node.config("SET", "requirepass", password);
      node.disconnect();
    }
    const urls = guarded.urls.map((url) => url.replace("//", `//:${encodeURIComponent(password)}@`));
    expect(await crawlTogether({ url: urls })).toMatchObject(whole);
    await using single = await startRedisServer({ settings: ["--requirepass", password] });
    const url = single.url.replace("//", `//:${encodeURIComponent(password)}@`);
    expect(await crawlTogether({ url })).toMatchObject(whole);
  });

  describe("the job store", () => testJobStore({ setup: fresh("jobs") }));
  describe("the ledger", () => testLedger({ setup: fresh("ledger") }));
  describe("the limiter", () => testLimiter({ setup: fresh("limiter") }));
  describe("the delivery log", () => testDeliveryLog({ setup: fresh("deliveries") }));
  describe("the scrape store", () => testScrapeStore({ setup: fresh("scrapes") }));
  describe("the page index", () => testPageIndex({ setup: fresh("pageIndex") }));
});

describe("a Redis behind TLS", () => {
  test("is trusted by its certificate, and not without it", patience, async () => {
    await using server = await startTlsRedisServer();
    const { url, certificate: ca, servername } = server;
    expect(await crawlTogether({ url, tls: { ca, servername } })).toMatchObject(whole);
    await using stranger = redis({ url, commandTimeoutMs: 500 });
    await expect(stranger.check()).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  });
});
