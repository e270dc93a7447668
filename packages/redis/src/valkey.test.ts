import { spawnSync } from "node:child_process";
import { startRedisServer, type RedisServer } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { crawlTogether, whole } from "../test/crawl-together.ts";
import { freshStores, testStores } from "../test/fresh-stores.ts";
import { redis } from "./index.ts";

/** `packages/workshop/ensure-valkey.sh` brings one where Debian has it. */
const program = "valkey-server";
const isInstalled = spawnSync(program, ["--version"]).status === 0;

describe.skipIf(!isInstalled)("Valkey", () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer({ program, isDurable: true });
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test("takes a crawl, its tasks, credits and events, and says its version", { timeout: 60_000 }, async () => {
    expect(await crawlTogether({ url: server.url })).toMatchObject(whole);
    await using stores = redis({ url: server.url });
    expect(await stores.check()).toEqual({ version: expect.stringMatching(/^[8-9]\./), warnings: [] });
  });

  testStores(freshStores(() => server.url));
});
