import { startRedisCluster, startRedisServer, type RedisCluster } from "@garner/testkit/site";
import { Redis as Client } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crawlTogether, whole } from "../test/crawl-together.ts";
import { freshStores, testStores } from "../test/fresh-stores.ts";

const patience = { timeout: 60_000 };

describe("a cluster of three nodes", () => {
  let cluster: RedisCluster;
  beforeAll(async () => {
    cluster = await startRedisCluster();
  }, 30_000);
  afterAll(() => cluster[Symbol.asyncDispose]());

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

  testStores(freshStores(() => cluster.urls));
});
