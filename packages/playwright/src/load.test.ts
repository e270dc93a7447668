import { createEngine, httpSource } from "@garner/core";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type PlaywrightOptions } from "./index.ts";

describe("more pages than a browser has room for", () => {
  let site: BrowserSite;
  beforeAll(async () => {
    site = await startBrowserSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const openEngine = (pool: PlaywrightOptions["pool"]) =>
    createEngine({
      sources: [httpSource(), playwright({ pool, sandbox: process.getuid?.() !== 0 })],
      stores: { cache: false },
      policy: { allowPrivateNetworks: ["127.0.0.1"] },
    });
  const urls = (count: number) => Array.from({ length: count }, (_, n) => `${site.origin}/static?${n}`);
  /** Each takes two seconds of waiting, and may take six in all. */
  const options = { waitFor: 2_000, timeout: 4_000 };

  test("are all read, because waiting for room is no part of their time", async () => {
    await using engine = openEngine({ maxOpenPages: 1 });
    await engine.scrape({ url: `${site.origin}/static`, waitFor: 1 });
    const pages = await Promise.all(urls(5).map((url) => engine.scrape({ url, ...options })));
    for (const { markdown } of pages) expect(markdown).toContain("lighthouse keeper");
  });

  test("are all read in a batch, which takes as many at once as there is room for", async () => {
    await using engine = openEngine({ maxOpenPages: 2, maxWaitMs: 1_000 });
    const job = engine.batchScrape({ urls: urls(6), waitFor: 1_500 });
    const { status, pages, total } = await job.result();
    expect([status, pages.length, total]).toEqual(["completed", 6, 6]);
  });

  test("fail in time, with what the operator can do, when room is never made", async () => {
    await using engine = openEngine({ maxOpenPages: 1, maxWaitMs: 500 });
    const first = engine.scrape({ url: `${site.origin}/static`, waitFor: 4_000 });
    await engine.scrape({ url: `${site.origin}/static`, timeout: 1_000 }); // plain HTTP waits for nobody
    const second = engine.scrape({ url: `${site.origin}/static?2`, waitFor: 1 });
    await expect(second).rejects.toMatchObject({
      code: "OVERLOADED",
      retryable: true,
      message: expect.stringContaining("`pool.maxOpenPages`"),
    });
    expect((await first).markdown).toContain("lighthouse keeper");
  });
});
