import { spawn, type ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { createEngine, systemClock } from "@garner/core";
import { startCrawlSite, treeOfPages } from "@garner/testkit/site";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { sqlite } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-processes-"));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A process that works on the jobs of a file until it is killed; resolves when it does. */
async function startWorker(file: string): Promise<ChildProcess> {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const program = `
    import { createEngine } from ${here("../../core/src/index.ts")};
    import { sqlite } from ${here("index.ts")};
    const politeness = { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 };
    const engine = createEngine({ ...sqlite({ file: ${JSON.stringify(file)} }), cache: false, policy: { allowPrivateNetworks: true, userAgent: "Worker" + process.pid }, politeness });
    engine.work({ concurrency: 5 });
    setInterval(() => {}, 1000);
    console.log("working");`;
  const child = spawn(process.execPath, ["--conditions=source", "--input-type=module-typescript", "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) if (line === "working") break;
  return child;
}

describe("several processes on one file", () => {
  test("share the work of a job, and a process that dies leaves its share to the others at once", async () => {
    const file = join(folder, "shared.sqlite");
    await using site = await startCrawlSite((path) => {
      const page = treeOfPages(120)[path];
      return page && { ...page, delayMs: 50 };
    });
    const stores = sqlite({ file });
    const engine = createEngine({ ...stores, worksOnItsJobs: false, policy: { allowPrivateNetworks: true } });
    const [first] = await Promise.all([startWorker(file), startWorker(file)]);
    const { id } = await engine.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    const urls: unknown[] = [];
    for await (const event of engine.jobEvents({ id })) {
      if (event.type === "page") urls.push(event.url);
      if (event.sequence === 30) first.kill("SIGKILL");
    }
    expect(await engine.getJob({ id })).toMatchObject({
      status: "completed",
      completed: 120,
      failed: 0,
      creditsUsed: 120,
    });
    expect(new Set(urls).size).toBe(120);
    expect((await engine.creditUsage({})).periods[0]?.totalCredits).toBe(120);
    expect(new Set(site.requests.map(({ userAgent }) => userAgent)).size).toBe(2);
    await engine[Symbol.asyncDispose]();
    await stores[Symbol.asyncDispose]();
  }, 120_000);
});

describe("a file", () => {
  test("keeps jobs from one engine to the next, which goes on with them", async () => {
    const file = join(folder, "kept.sqlite");
    await using site = await startCrawlSite((path) => {
      const page = treeOfPages(40)[path];
      return page && { ...page, delayMs: 20 };
    });
    const politeness = { startRate: 1000, maxRate: 1000 };
    const policy = { allowPrivateNetworks: true };
    const before = sqlite({ file });
    const engine = createEngine({ ...before, policy, politeness, cache: false });
    const { id } = await engine.startCrawl({ url: `${site.origin}/`, sitemap: "skip", maxConcurrency: 3 });
    for await (const event of engine.jobEvents({ id })) if (event.sequence === 10) break;
    await engine[Symbol.asyncDispose]();
    await before[Symbol.asyncDispose]();

    const after = sqlite({ file });
    const next = createEngine({ ...after, policy, politeness, cache: false });
    expect(await next.getJob({ id })).toMatchObject({ status: "scraping" });
    next.work();
    for await (const _event of next.jobEvents({ id }));
    expect(await next.getJob({ id })).toMatchObject({ status: "completed", completed: 40, total: 40 });
    await next[Symbol.asyncDispose]();
    await after[Symbol.asyncDispose]();
  });

  test("of an older version is brought up to date, by whoever opens it first, without losing anything", async () => {
    const file = join(folder, "old.sqlite");
    new DatabaseSync(file).close();
    const all = await Promise.all(Array.from({ length: 5 }, async () => sqlite({ file })));
    await all[0]?.ledger.charge({ id: "1", team: "t", apiKey: "k", credits: 3, at: systemClock.now() });
    expect(await all[4]?.ledger.usage({ team: "t", byApiKey: false })).toMatchObject([{ totalCredits: 3 }]);
    for (const stores of all) await stores[Symbol.asyncDispose]();
  });

  test("that cannot be opened says so", () => {
    expect(() => sqlite({ file: join(folder, "no", "such", "folder.sqlite") })).toThrow(/unable to open/);
  });
});
