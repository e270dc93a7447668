import { setTimeout as sleep } from "node:timers/promises";
import { startRedisServer, startTcpProxy, type RedisServer, type TcpProxy } from "@garner/testkit/site";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openPlant, slowTree } from "../test/plant.ts";

/** Everybody reaches Redis through the proxy, as through a network. */
let server: RedisServer;
let proxy: TcpProxy;

beforeEach(async () => {
  server = await startRedisServer({ isDurable: true });
  proxy = await startTcpProxy(server.port);
});
afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const minutes = { timeout: 120_000 };
const unavailable = { code: "STORE_UNAVAILABLE", retryable: true };

describe("the way to Redis", () => {
  test(
    "is cut off and falls silent in the middle of a crawl: callers are told, and nothing is lost",
    minutes,
    async () => {
      await using plant = openPlant(`redis://127.0.0.1:${proxy.port}`);
      await using site = await slowTree(60, 20);
      await Promise.all([plant.startWorker(), plant.startWorker()]);
      const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
      await plant.until(id, ({ completed }) => completed >= 20);
      proxy.cut();
      await expect(plant.engine.jobs.get({ id })).rejects.toMatchObject(unavailable);
      await expect(plant.engine.jobs.startCrawl({ url: `${site.origin}/` })).rejects.toMatchObject(unavailable);
      proxy.heal();
      await plant.until(id, ({ completed }) => completed >= 35);
      proxy.silence(); // what was sent arrives later, when nobody waits for it any more
      await expect(plant.engine.jobs.get({ id })).rejects.toMatchObject(unavailable);
      proxy.heal();
      await plant.expectWhole(id, 60);
    },
  );

  test("is long: a crawl takes longer, and is whole", minutes, async () => {
    await using plant = openPlant(`redis://127.0.0.1:${proxy.port}`);
    await using site = await slowTree(20, 20);
    proxy.slowDown(25);
    await plant.startWorker();
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await plant.expectWhole(id, 20);
  });
});

describe("a Redis that dies", () => {
  test("is followed by its replica, and the crawl goes on there from what the replica knows", minutes, async () => {
    await using replica = await startRedisServer({ settings: ["--replicaof", "127.0.0.1", `${server.port}`] });
    while (!(await replica.tell("INFO replication")).includes("master_link_status:up")) await sleep(20);
    await using plant = openPlant(`redis://127.0.0.1:${proxy.port}`);
    await using site = await slowTree(60, 20);
    await Promise.all([plant.startWorker(), plant.startWorker()]);
    const { id } = await plant.engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    await plant.until(id, ({ completed }) => completed >= 25);
    await server.kill();
    proxy.leadTo(replica.port); // which takes no writes yet
    await expect(plant.engine.jobs.startCrawl({ url: `${site.origin}/` })).rejects.toMatchObject(unavailable);
    await replica.tell("REPLICAOF NO ONE");
    await plant.expectWhole(id, 60);
  });
});
