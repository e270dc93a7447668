import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
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

/** A process with an engine on a file, which lives until it is killed; resolves when its program says "ready". */
async function startProcess(file: string, program: string): Promise<ChildProcess> {
  const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const whole = `
    import { createEngine } from ${here("../../core/src/index.ts")};
    import { sqlite } from ${here("index.ts")};
    const politeness = { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 };
    const engine = createEngine({ stores: { ...sqlite({ file: ${JSON.stringify(file)} }), cache: false }, policy: { allowPrivateNetworks: true, userAgent: "Worker" + process.pid }, network: { politeness } });
    setInterval(() => {}, 1000);
    ${program}`;
  const child = spawn(process.execPath, ["--conditions=source", "--input-type=module-typescript", "-e", whole], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) if (line === "ready") return child;
  throw new Error("The process has ended before it was ready.");
}

/** A process that works on the jobs of a file. */
function startWorker(file: string, concurrency = 5): Promise<ChildProcess> {
  return startProcess(file, `engine.jobs.work({ concurrency: ${concurrency} }); console.log("ready");`);
}

describe("several processes on one file", () => {
  test("share the work of a job, and a process that dies leaves its share to the others at once", async () => {
    const file = join(folder, "shared.sqlite");
    await using site = await startCrawlSite((path) => {
      const page = treeOfPages(120)[path];
      return page && { ...page, delayMs: 50 };
    });
    const stores = sqlite({ file });
    const engine = createEngine({
      stores,
      runtime: { worksOnItsJobs: false },
      policy: { allowPrivateNetworks: true },
    });
    const [first] = await Promise.all([startWorker(file), startWorker(file)]);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    const urls: unknown[] = [];
    for await (const event of engine.jobs.events({ id })) {
      if (event.type === "page") urls.push(event.url);
      if (event.sequence === 30) first.kill("SIGKILL");
    }
    expect(await engine.jobs.get({ id })).toMatchObject({
      status: "completed",
      completed: 120,
      failed: 0,
      creditsUsed: 120,
    });
    expect(new Set(urls).size).toBe(120);
    expect((await engine.usage.credits({})).periods[0]?.totalCredits).toBe(120);
    expect(new Set(site.requests.map(({ userAgent }) => userAgent)).size).toBe(2);
    await engine[Symbol.asyncDispose]();
    await stores[Symbol.asyncDispose]();
  }, 120_000);
});

test("a file that is new is opened by several at the same moment", async () => {
  const files = Array.from({ length: 60 }, (_, index) => join(folder, `new-${index}.sqlite`));
  const arrived = new SharedArrayBuffer(4 * files.length);
  const program = `
    const { workerData: { files, arrived } } = require("node:worker_threads");
    void import(${JSON.stringify(new URL("index.ts", import.meta.url).href)}).then(async ({ sqlite }) => {
      const counts = new Int32Array(arrived);
      for (const [index, file] of files.entries()) {
        Atomics.add(counts, index, 1);
        while (Atomics.load(counts, index) < 2);
        await sqlite({ file })[Symbol.asyncDispose]();
      }
    });`;
  const open = async () => {
    const options = { eval: true, workerData: { files, arrived }, execArgv: ["--conditions=source"] };
    const [exitCode] = (await once(new Worker(program, options), "exit")) as [number];
    return exitCode;
  };
  expect(await Promise.all([open(), open()])).toEqual([0, 0]);
});

describe("a job that is worked on by another process", () => {
  test("breaks off there when it is cancelled here, and takes and charges nothing more", async () => {
    const file = join(folder, "cancelled.sqlite");
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await using site = await startCrawlSite((path) => {
      if (path === "/") return { links: ["/held/1", "/held/2"] };
      return path.startsWith("/held/") ? { held } : path === "/robots.txt" ? undefined : {};
    });
    await using stores = sqlite({ file });
    await using engine = createEngine({
      stores,
      runtime: { worksOnItsJobs: false },
      policy: { allowPrivateNetworks: true },
    });
    await startWorker(file, 2);
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    while (site.requests.length < 3) await new Promise(setImmediate);
    expect(await engine.jobs.cancel({ id })).toEqual({ status: "cancelled" });
    // The worker's two hands are full with pages that never come; it can't take this one unless it lets go of them.
    const { id: other } = await engine.jobs.startBatchScrape({ urls: [`${site.origin}/other`] });
    for await (const _event of engine.jobs.events({ id: other }));
    release();
    const { id: last } = await engine.jobs.startBatchScrape({ urls: [`${site.origin}/last`] });
    for await (const _event of engine.jobs.events({ id: last }));
    expect(await engine.jobs.get({ id })).toMatchObject({
      status: "cancelled",
      completed: 1,
      failed: 0,
      creditsUsed: 1,
    });
    const types: string[] = [];
    for await (const { type } of engine.jobs.events({ id })) types.push(type);
    expect(types).toEqual(["started", "page", "cancelled"]);
    expect((await engine.usage.credits({})).periods[0]?.totalCredits).toBe(3);
  }, 120_000);

  test("goes on when the consumer that held it back is killed", async () => {
    const file = join(folder, "held.sqlite");
    await using site = await startCrawlSite(treeOfPages(200));
    const consumer = await startProcess(
      file,
      `const handle = engine.crawl({ url: ${JSON.stringify(`${site.origin}/`)}, sitemap: "skip" });
       for await (const page of handle) { console.log("ready"); await new Promise(() => {}); }`,
    );
    await using before = sqlite({ file });
    const looking = createEngine({ stores: before, runtime: { worksOnItsJobs: false } });
    const [job] = await before.jobs.active();
    const id = job?.id ?? "";
    while (!(await looking.jobs.get({ id, limit: 1 })).paused) await new Promise((resolve) => setTimeout(resolve, 20));
    const gone = once(consumer, "exit");
    consumer.kill("SIGKILL");
    await gone;
    expect(await looking.jobs.get({ id, limit: 1 })).toMatchObject({ status: "scraping", paused: true });

    // A minute later: nobody has said meanwhile that the job is still to be held.
    const clock = { ...systemClock, now: () => systemClock.now() + 60_000 };
    await using after = sqlite({ file, clock });
    await using engine = createEngine({
      stores: { ...after, cache: false },
      runtime: { clock },
      policy: { allowPrivateNetworks: true },
    });
    engine.jobs.work();
    for await (const _event of engine.jobs.events({ id }));
    expect(await engine.jobs.get({ id, limit: 1 })).toMatchObject({
      status: "completed",
      completed: 200,
      paused: false,
    });
    expect((await engine.usage.credits({})).periods[0]?.totalCredits).toBe(200);
    expect(new Set(site.requests.map(({ path }) => path)).size).toBe(200);
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
    const engine = createEngine({ stores: { ...before, cache: false }, policy, network: { politeness } });
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip", maxConcurrency: 3 });
    for await (const event of engine.jobs.events({ id })) if (event.sequence === 10) break;
    await engine[Symbol.asyncDispose]();
    await before[Symbol.asyncDispose]();

    const after = sqlite({ file });
    const next = createEngine({ stores: { ...after, cache: false }, policy, network: { politeness } });
    expect(await next.jobs.get({ id })).toMatchObject({ status: "scraping" });
    next.jobs.work();
    for await (const _event of next.jobs.events({ id }));
    expect(await next.jobs.get({ id })).toMatchObject({ status: "completed", completed: 40, total: 40 });
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
});
