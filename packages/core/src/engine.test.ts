import { expect, test } from "vitest";
import { createEngine, type Engine } from "./engine.ts";

const id = "00000000-0000-4000-8000-000000000000";
const url = "https://a.example/";

/** A call of every method. */
const calls: Readonly<Record<Exclude<keyof Engine, typeof Symbol.asyncDispose>, (engine: Engine) => unknown>> = {
  scrape: (engine) => engine.scrape({ url }),
  map: (engine) => engine.map({ url }),
  search: (engine) => engine.search({ query: "a" }),
  crawl: (engine) => engine.crawl({ url }),
  batchScrape: (engine) => engine.batchScrape({ urls: [url] }).started(),
  startCrawl: (engine) => engine.startCrawl({ url }),
  startBatchScrape: (engine) => engine.startBatchScrape({ urls: [url] }),
  extract: (engine) => engine.extract({ urls: [url], schema: { type: "object" } }),
  startExtract: (engine) => engine.startExtract({ urls: [url], schema: { type: "object" } }),
  getExtract: (engine) => engine.getExtract({ id }),
  planCrawl: (engine) => engine.planCrawl({ url, prompt: "all" }),
  getJob: (engine) => engine.getJob({ id }),
  cancelJob: (engine) => engine.cancelJob({ id }),
  pauseJob: (engine) => engine.pauseJob({ id }),
  resumeJob: (engine) => engine.resumeJob({ id }),
  jobErrors: (engine) => engine.jobErrors({ id }),
  jobEvents: (engine) => engine.jobEvents({ id }).next(),
  activeCrawls: (engine) => engine.activeCrawls(),
  explainCrawl: (engine) => engine.explainCrawl({ id }),
  listDeliveries: (engine) => engine.listDeliveries({}),
  replayDelivery: (engine) => engine.replayDelivery({ id }),
  creditUsage: (engine) => engine.creditUsage({}),
  creditBalance: (engine) => engine.creditBalance(),
  concurrency: (engine) => engine.concurrency(),
  queueStatus: (engine) => engine.queueStatus(),
  work: async (engine) => engine.work(),
};

test.each(Object.entries(calls))("a disposed engine refuses to %s", async (_name, call) => {
  const engine = createEngine();
  await engine[Symbol.asyncDispose]();
  await expect(call(engine)).rejects.toMatchObject({ code: "ENGINE_DISPOSED", status: 503, retryable: false });
  await engine[Symbol.asyncDispose]();
});
