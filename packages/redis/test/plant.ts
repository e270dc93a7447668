import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createEngine, EngineError, type Engine } from "@garner/core";
import { startCrawlSite, treeOfPages, type CrawlSite } from "@garner/testkit/site";
import { expect } from "vitest";
import { redis } from "../src/index.ts";

/** How a worker is started. */
export interface WorkerOptions {
  readonly concurrency?: number;
  /** Short by default, so that nobody waits long for the tasks of a process that died. */
  readonly leaseMs?: number;
  /** By how much its clock is ahead of this one. */
  readonly aheadMs?: number;
  readonly politeness?: object;
  /** A command that runs it as its own last arguments. */
  readonly within?: readonly string[];
  /** True for a process of the version before, which does not know the present format. */
  readonly isOlder?: boolean;
  /** A crawl that it starts itself. */
  readonly crawl?: { readonly id: string; readonly url: string };
}

/** How a {@link Plant} is set up. */
export interface PlantOptions {
  /** Most pages of one team at once. */
  readonly maxTeamConcurrency?: number;
}

/** An engine that only asks, and processes that work, on keys of their own. Disposing kills them. */
export interface Plant extends AsyncDisposable {
  readonly engine: Engine;
  /** Starts a process that works on all jobs until it is killed. */
  startWorker(options?: WorkerOptions): Promise<ChildProcess>;
  /** Waits until a job is so far; a store that is away is waited for. */
  until(id: string, isReached: (status: JobProgress) => boolean): Promise<void>;
  /** Waits for the end of a crawl, and counts: each page once, and every counter right. */
  expectWhole(id: string, count: number): Promise<void>;
  creditsUsed(): Promise<number>;
}

interface JobProgress {
  readonly completed: number;
  readonly status: string;
}

/** Opens a {@link Plant}. */
export function openPlant(url: string, { maxTeamConcurrency = 50 }: PlantOptions = {}): Plant {
  const prefix = `test-${randomUUID()}`;
  const stores = redis({ url, prefix, commandTimeoutMs: 1000, onError: () => {} });
  const policy = { allowPrivateNetworks: true, maxTeamConcurrency };
  const engine = createEngine({ stores, runtime: { worksOnItsJobs: false }, policy });
  const children: ChildProcess[] = [];

  async function startWorker(options: WorkerOptions = {}): Promise<ChildProcess> {
    const { concurrency = 5, leaseMs = 1000, aheadMs = 0, politeness, isOlder = false, crawl, within = [] } = options;
    const here = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const generous = { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 };
    const program = `
      ${isOlder ? olderFormat : ""}
      const { now } = Date;
      Date.now = () => now() + ${aheadMs};
      const { createEngine } = await import(${here("../../core/src/index.ts")});
      const { redis } = await import(${here("../src/index.ts")});
      const stores = redis({ url: ${JSON.stringify(url)}, prefix: "${prefix}", leaseMs: ${leaseMs}, commandTimeoutMs: 1000, onError: () => {} });
      const policy = { ...${JSON.stringify(policy)}, userAgent: "Worker" + process.pid };
      const engine = createEngine({ stores: { ...stores, cache: false }, policy, network: { politeness: ${JSON.stringify(politeness ?? generous)} } });
      setInterval(() => {}, 1000);
      engine.jobs.work({ concurrency: ${concurrency} });
      const crawl = ${JSON.stringify(crawl)};
      if (crawl) await engine.jobs.startCrawl({ url: crawl.url, sitemap: "skip" }, { id: crawl.id });
      console.log("ready");`;
    const node = [process.execPath, "--conditions=source", "--input-type=module-typescript", "-e", program];
    const [command = "", ...parameters] = [...within, ...node];
    const child = spawn(command, parameters, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    for await (const line of createInterface({ input: child.stdout })) if (line === "ready") return child;
    throw new Error("The process has ended before it was ready.");
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

  async function until(id: string, isReached: (status: JobProgress) => boolean): Promise<void> {
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

  return {
    ...{ engine, startWorker, until, expectWhole, creditsUsed },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill("SIGKILL");
      await engine[Symbol.asyncDispose]();
      await stores[Symbol.asyncDispose]();
    },
  };
}

/** Takes the number of the format back by one, before the package is loaded. */
const olderFormat = `
  const { registerHooks } = await import("node:module");
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith("/redis/src/format.ts")) return loaded;
      const source = String(loaded.source).replace(/(const format = )(\\d+)/, (_, start, number) => start + (number - 1));
      return { ...loaded, source };
    },
  });`;

/** A tree of pages that take a while. */
export function slowTree(count: number, delayMs = 50): Promise<CrawlSite> {
  return startCrawlSite((path) => {
    const page = treeOfPages(count)[path];
    return page && { ...page, delayMs };
  });
}
