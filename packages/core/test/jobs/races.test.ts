import { expect, onTestFinished, test } from "vitest";
import { createEngine, EngineError, type EngineEvent, type Queue } from "../../src/index.ts";
import { memoryJobStore } from "../../src/memory/job-store.ts";
import { config, startCrawled } from "./crawled-site.ts";

test("URLs that are added while a batch is about to end are taken", async () => {
  const store = memoryJobStore();
  const events: string[] = [];
  let isAdded = false;
  const { site, engine } = await startCrawled(
    { "/one": {}, "/two": {} },
    {
      stores: {
        jobs: {
          ...store,
          async settle(id, settlement) {
            if (!isAdded) {
              isAdded = true;
              await engine.jobs.startBatchScrape({ urls: [`${site.origin}/two`], appendToId: id });
            }
            return await store.settle(id, settlement);
          },
        },
      },
      runtime: { onEvent: (event) => events.push(event.type) },
    },
  );
  const { status, pages, errors } = await engine.batchScrape([`${site.origin}/one`]).result();
  expect({ status, errors }).toEqual({ status: "completed", errors: [] });
  expect(pages.map(({ metadata }) => metadata.sourceURL)).toEqual([`${site.origin}/one`, `${site.origin}/two`]);
  expect(events.filter((type) => type === "job-end")).toHaveLength(1);
});

test("a crawl whose start page led to another host keeps to that one, also when it is paused while sitemaps are read", async () => {
  const gate = Promise.withResolvers<void>();
  const listed = Array.from({ length: 250 }, (_, index) => `/listed/${index}`);
  const { site, engine } = await startCrawled((path) => {
    if (path === "/robots.txt")
      return { raw: { text: "Sitemap: {origin}/sitemap-1.xml\nSitemap: {origin}/sitemap-2.xml", type: "text/plain" } };
    if (path === "/sitemap-1.xml") {
      const urls = listed.map((each) => `<url><loc>{origin}${each}</loc></url>`).join("");
      return { raw: { text: `<urlset>${urls}</urlset>`, type: "application/xml" } };
    }
    if (path === "/sitemap-2.xml") return { held: gate.promise, status: 404 };
    if (path === "/") return { redirect: `${site.otherOrigin}/home` };
    return { links: [] };
  });
  const job = engine.crawl({ url: `${site.origin}/`, limit: 6, maxConcurrency: 5, crawlEntireDomain: true });
  for await (const { total } of job.progress) if (total > 1) break;
  await job.pause();
  await job.resume();
  for await (const { completed, failed } of job.progress) if (completed + failed > 2) break;
  gate.resolve();
  const { errors, completed } = await job.result();
  expect({ errors, completed }).toEqual({ errors: [], completed: 6 });
});

test("a job that was stored has been started, also when its first visits could not be queued; the next worker takes it on", async () => {
  const jobs = memoryJobStore();
  const down: Queue = {
    push: () => Promise.reject(new EngineError("STORE_UNAVAILABLE", "The queue is away.")),
    consume: () => ({ [Symbol.asyncDispose]: () => Promise.resolve() }),
  };
  const told: EngineEvent[] = [];
  const { site, engine } = await startCrawled(
    { "/one": {}, "/two": {} },
    { stores: { jobs, queue: down }, runtime: { onEvent: (event) => told.push(event) } },
  );
  const { id } = await engine.jobs.startBatchScrape({ urls: [`${site.origin}/one`] });
  await engine.jobs.startBatchScrape({ urls: [`${site.origin}/two`], appendToId: id });
  expect(told).toContainEqual({ type: "worker-error", error: expect.stringContaining("The queue is away.") });
  await engine[Symbol.asyncDispose]();
  const next = createEngine({ ...config, stores: { jobs } });
  onTestFinished(() => next[Symbol.asyncDispose]());
  await using _work = next.jobs.work();
  const job = next.jobs.attach(id);
  expect(await job.result()).toMatchObject({ status: "completed", completed: 2 });
});
