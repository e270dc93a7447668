import { randomUUID } from "node:crypto";
import { startCrawlSite, treeOfPages, type CrawlPages } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { crawl, EngineError, systemClock, type EngineConfig, type JobHandle } from "../../src/index.ts";
import { memoryJobStore } from "../../src/memory/job-store.ts";
import { config, startCrawled } from "./crawled-site.ts";

async function start(pages: CrawlPages, more: EngineConfig = {}) {
  const { site, engine } = await startCrawled(pages, more);
  return { url: `${site.origin}/`, engine };
}

const pathsOf = async (job: AsyncIterable<{ readonly metadata: { readonly url?: string | undefined } }>) => {
  const paths: string[] = [];
  for await (const { metadata } of job) paths.push(metadata.url ?? "");
  return paths.toSorted();
};

describe("a handle", () => {
  test("comes at once, with an id, and is no promise; its job starts by itself", async () => {
    const { url, engine } = await start(treeOfPages(3));
    const job = engine.crawl(url);
    expect(job).not.toHaveProperty("then");
    expect(await Promise.resolve(job)).toBe(job);
    expect(await job.started()).toMatchObject({ id: job.id });
    for await (const _event of engine.jobs.events({ id: job.id }));
    expect(await job.status()).toMatchObject({ id: job.id, kind: "crawl", status: "completed", completed: 3 });
    expect((await job.status({ skip: 2, limit: 1 })).pages).toHaveLength(1);
  });

  test("of a wrong request is never made: it throws on that line", async () => {
    const { engine } = await start({});
    const requests = [
      () => engine.crawl("nonsense:"),
      () => engine.crawl({ url: "https://a.example", limit: -1 }),
      () => engine.crawl("http://10.0.0.1/"),
      () => engine.batchScrape([]),
      () => engine.batchScrape({ urls: ["no url"], ignoreInvalidURLs: false }),
      () => engine.extract({ urls: [] }),
      () => engine.crawl("https://a.example", { id: "no id" }),
      () => engine.crawl("https://a.example", { id: "a", idempotencyKey: randomUUID() }),
    ];
    for (const request of requests) expect(request).toThrow(expect.objectContaining({ name: "EngineError" }));
  });

  test("whose job can't be stored tells so to whoever asks, and to nobody else", async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => unhandled.push(reason);
    process.on("unhandledRejection", note);
    try {
      const { url, engine } = await start(treeOfPages(3), {
        stores: { jobs: { ...memoryJobStore(), create: () => Promise.reject(new Error("disk full")) } },
      });
      engine.crawl(url);
      const job = engine.crawl(url, { signal: new AbortController().signal });
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      for (const told of [job.started(), job.result(), job.status(), job.cancel(), pathsOf(job), pathsOf(job)])
        await expect(told).rejects.toThrow("disk full");
      await job[Symbol.asyncDispose]();
      expect(unhandled).toEqual([]);
    } finally {
      process.off("unhandledRejection", note);
    }
  });

  test("can be iterated by several loops, before and after its end, and asked for the whole", async () => {
    const { url, engine } = await start(treeOfPages(30));
    const job = engine.crawl({ url, sitemap: "skip" });
    const [one, other, whole] = await Promise.all([pathsOf(job), pathsOf(job), job.result()]);
    expect(one).toHaveLength(30);
    expect(other).toEqual(one);
    expect(whole.pages).toHaveLength(30);
    expect(await pathsOf(job)).toEqual(one);
    expect((await job.result()).pages).toBe(whole.pages);
  });

  test("left by a loop goes on for another loop, and is cancelled when the last one leaves", async () => {
    const { url, engine } = await start(treeOfPages(300));
    const job = engine.crawl({ url, sitemap: "skip" });
    const staying = job[Symbol.asyncIterator]();
    await staying.next();
    for await (const _page of job) break;
    expect(await job.status({ limit: 1 })).toMatchObject({ status: "scraping" });
    await staying.return?.();
    expect(await job.status({ limit: 1 })).toMatchObject({ status: "cancelled" });
  });

  test("pauses, resumes and cancels its job", async () => {
    const { url, engine } = await start(treeOfPages(300));
    const job = engine.crawl({ url, sitemap: "skip", maxConcurrency: 1 });
    expect(await job.pause()).toEqual({ paused: true });
    expect(await job.status({ limit: 1 })).toMatchObject({ status: "scraping", paused: true });
    expect(await job.resume()).toEqual({ paused: false });
    expect(await job.cancel()).toEqual({ status: "cancelled" });
    const { status, pages } = await job.result();
    expect(status).toBe("cancelled");
    expect(await pathsOf(job)).toHaveLength(pages.length);
    await expect(job.pause()).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("that goes out of scope cancels a job that has not ended, and leaves one that has", async () => {
    const { url, engine } = await start(treeOfPages(300));
    const ids: string[] = [];
    {
      await using job = engine.crawl({ url, sitemap: "skip" });
      await using ended = engine.batchScrape([url]);
      await ended.result();
      ids.push(job.id, ended.id);
    }
    const states = await Promise.all(ids.map(async (id) => (await engine.jobs.get({ id, limit: 1 })).status));
    expect(states).toEqual(["cancelled", "completed"]);
  });

  test("whose signal fires cancels a job that nobody follows", async () => {
    const { url, engine } = await start(treeOfPages(300));
    const caller = new AbortController();
    const job = engine.crawl({ url, sitemap: "skip" }, { signal: caller.signal });
    await job.started();
    caller.abort(new Error("enough"));
    for await (const _event of engine.jobs.events({ id: job.id }));
    expect(await engine.jobs.get({ id: job.id, limit: 1 })).toMatchObject({ status: "cancelled" });
  });

  test("whose engine is disposed leaves nobody waiting", async () => {
    const { url, engine } = await start((path) => (path === "/robots.txt" ? undefined : { delayMs: 3_600_000 }));
    const job = engine.crawl({ url, sitemap: "skip" });
    await job.started();
    const waiting = [job.result(), pathsOf(job), pathsOf(job)];
    const outcomes = Promise.allSettled(waiting);
    await engine[Symbol.asyncDispose]();
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "ENGINE_DISPOSED" } });
  });
});

describe("when the store of a job is out of order for a while", () => {
  /** A store of which some looks fail: those at jobs with the one list of failures, those at events with the other. */
  function failingStore() {
    const jobs = memoryJobStore();
    const failures: Record<"get" | "events", Error[]> = { get: [], events: [] };
    const failing =
      <Args extends readonly unknown[], Value>(name: "get" | "events", look: (...args: Args) => Promise<Value>) =>
      async (...args: Args): Promise<Value> => {
        const failure = failures[name].shift();
        if (failure !== undefined) throw failure;
        return await look(...args);
      };
    const store = { ...jobs, get: failing("get", jobs.get), events: failing("events", jobs.events) };
    return { jobs: store, failures };
  }
  const outages = (length: number) =>
    Array.from({ length }, () => new EngineError("STORE_UNAVAILABLE", "The store can't be reached."));
  /** Time for it to be in order again is not waited for. */
  const runtime = {
    clock: { ...systemClock, sleep: (_: number, signal?: AbortSignal) => systemClock.sleep(1, signal) },
  };

  test("a loop over its pages misses none, and the job is not cancelled", async () => {
    const { jobs, failures } = failingStore();
    const { url, engine } = await start(treeOfPages(60), { stores: { jobs }, runtime });
    const job = engine.crawl({ url, sitemap: "skip" });
    let pages = 0;
    for await (const _page of job) {
      pages += 1;
      if (pages % 20 === 1) failures.get = outages(5);
      if (pages % 20 === 1) failures.events = outages(5);
    }
    expect(pages).toBe(60);
    failures.events = outages(1);
    expect((await job.result()).pages).toHaveLength(60);
    expect(await job.status({ limit: 1 })).toMatchObject({ status: "completed", completed: 60 });
  });

  test("what fails otherwise ends the loop and not the job, and its result can be asked for again", async () => {
    const { jobs, failures } = failingStore();
    const { url, engine } = await start(treeOfPages(60), { stores: { jobs }, runtime });
    const job = engine.crawl({ url, sitemap: "skip" });
    await job.started();
    failures.events = [new Error("a fault"), new Error("a fault")];
    await expect(pathsOf(job)).rejects.toThrow("a fault");
    await expect(job.result()).rejects.toThrow("a fault");
    expect(await job.result()).toMatchObject({ status: "completed", pages: { length: 60 } });
  });

  test("a signal that fires meanwhile still cancels it", async () => {
    const { jobs, failures } = failingStore();
    const { url, engine } = await start(treeOfPages(300), { stores: { jobs }, runtime });
    const caller = new AbortController();
    const job = engine.crawl({ url, sitemap: "skip" }, { signal: caller.signal });
    await job.started();
    failures.get = outages(20);
    caller.abort(new Error("enough"));
    await expect(pathsOf(job)).rejects.toMatchObject({ code: "ABORTED" });
    while (failures.get.length > 0) await new Promise(setImmediate);
    for await (const _event of engine.jobs.events({ id: job.id }));
    expect(await engine.jobs.get({ id: job.id, limit: 1 })).toMatchObject({ status: "cancelled" });
  });
});

describe("an id of the caller's", () => {
  test("names the job; the same request again gets it, another one and another team's don't", async () => {
    const { url, engine } = await start(treeOfPages(3));
    const id = "nightly_2026-11-22";
    const first = engine.crawl({ url, sitemap: "skip" }, { id });
    expect(first.id).toBe(id);
    expect((await first.result()).completed).toBe(3);
    const again = engine.crawl({ url, sitemap: "skip" }, { id });
    expect(await again.result()).toEqual(await first.result());
    const others = [
      engine.crawl({ url, limit: 1 }, { id }),
      engine.batchScrape([url], { id }),
      engine.crawl({ url, sitemap: "skip" }, { id, principal: { team: "other", apiKey: "k" } }),
    ];
    for (const other of others) await expect(other.started()).rejects.toMatchObject({ code: "CONFLICT" });
  });
});

test("a job of a caller who has given up already is not started", async () => {
  const { url, engine } = await start(treeOfPages(3));
  const call = { id: "given-up", signal: AbortSignal.abort() };
  const { startCrawl, startBatchScrape } = engine.jobs;
  for (const starting of [startCrawl({ url }, call), startBatchScrape({ urls: [url] }, call)])
    await expect(starting).rejects.toMatchObject({ code: "ABORTED" });
  await expect(engine.jobs.get({ id: call.id })).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
});

describe("an id of the host's", () => {
  test("that another job has starts nothing, nor does one that can't be an id", async () => {
    const ids = ["one", "one", 5 as never, "a/b"];
    const { url, engine } = await start(treeOfPages(3), { runtime: { newId: () => ids.shift() ?? randomUUID() } });
    const first = await engine.jobs.startCrawl({ url, sitemap: "skip", limit: 1 });
    expect(first.id).toBe("one");
    await expect(engine.jobs.startCrawl({ url, sitemap: "skip", limit: 1 })).rejects.toMatchObject({
      code: "CONFLICT",
      message: '`runtime.newId` made the id "one", which another job has.',
    });
    for (const _wrong of [5, "a/b"])
      await expect(engine.jobs.startCrawl({ url })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: expect.stringContaining("An id of `runtime.newId` must have"),
      });
  });
});

describe("a job that is attached to", () => {
  test("is followed like one's own, and outlives the handle", async () => {
    const { url, engine } = await start(treeOfPages(60));
    const { id } = await engine.jobs.startCrawl({ url, sitemap: "skip" });
    {
      await using watching = engine.jobs.attach(id);
      for await (const _page of watching) break;
    }
    const attached: JobHandle = engine.jobs.attach({ id, kind: "crawl" });
    expect(await attached.result()).toMatchObject({ status: "completed", completed: 60 });
    expect(await pathsOf(engine.jobs.attach(id))).toHaveLength(60);
    await expect(engine.jobs.attach("unknown").started()).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
    const elsewhere = engine.jobs.attach(id, { principal: { team: "other", apiKey: "k" } });
    await expect(elsewhere.result()).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  });

  test("as an extraction, its handle knows what was extracted", async () => {
    const { url, engine } = await start({
      "/": { body: `<script type="application/ld+json">{"@type":"Product","name":"Lamp","url":"/"}</script>` },
    });
    const schema = { type: "object", properties: { name: { type: "string" } } };
    const job = engine.extract({ urls: [url], schema });
    const values: unknown[] = [];
    for await (const { metadata, extract } of job) values.push([metadata.sourceURL, extract.value]);
    expect(values).toEqual([[url, { name: "Lamp" }]]);
    const result = await job.result();
    expect(result).toMatchObject({ status: "completed", data: { name: "Lamp" } });
    expect(result).toEqual({ ...(await job.status()), invalidURLs: [] });
    expect(await engine.jobs.attach({ id: job.id, kind: "extract" }).result()).toEqual(await job.status());
  });
});

test("a bare function's engine ends with its job, whose handle can still be read", async () => {
  await using site = await startCrawlSite(treeOfPages(5));
  const job = crawl({ url: site.origin, sitemap: "skip" }, config);
  for await (const { status } of job.progress) if (status === "completed") break;
  expect(await pathsOf(job)).toHaveLength(5);
  expect((await job.result()).pages).toHaveLength(5);
});
