import { createEngine, httpSource, bypassPrincipal, memoryLedger, systemClock, type Ledger } from "@garner/core";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type BrowserSource, type PlaywrightOptions } from "./index.ts";

describe("more pages than a browser has room for", () => {
  let site: BrowserSite;
  beforeAll(async () => {
    site = await startBrowserSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const openBrowser = (pool: PlaywrightOptions["pool"]) => playwright({ pool, sandbox: process.getuid?.() !== 0 });
  const openEngine = (browser: BrowserSource, ledger = memoryLedger()) =>
    createEngine({
      sources: [httpSource(), browser],
      stores: { cache: false, ledger },
      policy: { allowPrivateNetworks: ["127.0.0.1"] },
    });
  const urls = (count: number) => Array.from({ length: count }, (_, n) => `${site.origin}/static?${n}`);
  const creditsIn = async (ledger: Ledger) => {
    const months = await ledger.usage({ team: bypassPrincipal.team, byApiKey: false });
    return months.reduce((sum, { totalCredits }) => sum + totalCredits, 0);
  };
  /** Each takes two seconds of waiting, and may take six in all. */
  const options = { waitFor: 2_000, timeout: 4_000 };

  test("are all read, because waiting for room is no part of their time", async () => {
    await using engine = openEngine(openBrowser({ maxOpenPages: 1 }));
    await engine.scrape({ url: `${site.origin}/static`, waitFor: 1 });
    const pages = await Promise.all(urls(5).map((url) => engine.scrape({ url, ...options })));
    for (const { markdown } of pages) expect(markdown).toContain("lighthouse keeper");
  });

  test("are all read in a batch, which takes as many at once as there is room for", async () => {
    await using engine = openEngine(openBrowser({ maxOpenPages: 2, maxWaitMs: 1_000 }));
    const job = engine.batchScrape({ urls: urls(6), waitFor: 1_500 });
    const { status, pages, total } = await job.result();
    expect([status, pages.length, total]).toEqual(["completed", 6, 6]);
  });

  test("are all read when the browser is killed while they wait for it", async () => {
    const browser = openBrowser({ maxOpenPages: 2 });
    const ledger = memoryLedger();
    await using engine = openEngine(browser, ledger);
    site.takeRequests();
    const own = Promise.all(urls(8).map((url) => engine.scrape({ url, waitFor: 200 })));
    const job = engine.batchScrape({ urls: urls(8), waitFor: 200 });
    while (site.takeRequests().length === 0) await systemClock.sleep(20);
    const [victim] = (await browser.status()).browsers;
    if (victim === undefined || victim.pid < 2) throw new Error("no browser is running");
    process.kill(victim.pid, "SIGKILL");
    for (const { markdown } of await own) expect(markdown).toContain("lighthouse keeper");
    const { status, pages, creditsUsed } = await job.result();
    expect([status, pages.length, creditsUsed]).toEqual(["completed", 8, 8]);
    expect((await browser.status()).openPages).toBe(0);
    expect(await creditsIn(ledger)).toBe(16);
  });

  test("that give up while they wait leave their place to others, and cost nothing", async () => {
    const ledger = memoryLedger();
    await using engine = openEngine(openBrowser({ maxOpenPages: 1 }), ledger);
    const first = engine.scrape({ url: `${site.origin}/static?first`, waitFor: 1_000 });
    const impatient = new AbortController();
    const given = engine.scrape({ url: `${site.origin}/static?given`, waitFor: 1 }, { signal: impatient.signal });
    const last = engine.scrape({ url: `${site.origin}/static?last`, waitFor: 1 });
    impatient.abort();
    await expect(given).rejects.toMatchObject({ code: "ABORTED" });
    for (const { markdown } of await Promise.all([first, last])) expect(markdown).toContain("lighthouse keeper");
    expect(site.takeRequests()).not.toContain("/static?given");
    expect(await creditsIn(ledger)).toBe(2);
  });

  test("fail in time, with what the operator can do, when room is never made", async () => {
    await using engine = openEngine(openBrowser({ maxOpenPages: 1, maxWaitMs: 500 }));
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
