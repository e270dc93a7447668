import { setImmediate as nextTurn } from "node:timers/promises";
import { startCrawlSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine, EngineError, type JobStore } from "../../src/index.ts";
import { memoryJobStore } from "../../src/memory/job-store.ts";

const outage = () => new EngineError("STORE_UNAVAILABLE", "The disk is full.");

/** An engine whose store fails at one of its methods, as often as asked. */
function withFailing(name: "append" | "get", failures: number) {
  const jobs = memoryJobStore();
  let left = failures;
  const failing: typeof jobs = {
    ...jobs,
    [name]: async (...parameters: Parameters<JobStore["append"]>) => {
      if ((left -= 1) >= 0) throw outage();
      return await jobs[name](...parameters);
    },
  };
  const policy = { allowPrivateNetworks: true };
  return { jobs, engine: createEngine({ stores: { jobs: failing }, policy, runtime: { worksOnItsJobs: false } }) };
}

const urls = Array.from({ length: 1200 }, (_, index) => `http://127.0.0.1:9/${index}`);

test.each([
  ["append", 1],
  ["get", 2],
] as const)("a large batch whose start fails at %s is cancelled: nobody has its id", async (name, failures) => {
  const { jobs, engine } = withFailing(name, failures);
  await using _engine = engine;
  await expect(engine.jobs.startBatchScrape({ urls })).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  while ((await jobs.active()).length > 0) await nextTurn();
});

test("one that has a name goes on when it is asked for again", async () => {
  const { jobs, engine } = withFailing("append", 1);
  await using _engine = engine;
  const call = { id: "mine" };
  await expect(engine.jobs.startBatchScrape({ urls }, call)).rejects.toMatchObject({ code: "STORE_UNAVAILABLE" });
  await engine.jobs.startBatchScrape({ urls }, call);
  expect(await jobs.get("mine")).toMatchObject({ state: "scraping", known: urls.length });
});

test("a page that leads to a closed host leaves its place to others", async () => {
  await using site = await startCrawlSite((path) => {
    if (path === "/closed") return { status: 503, headers: { "retry-after": "3600" } };
    return path === "/leads-there" ? { redirect: `${site.otherOrigin}/page` } : {};
  });
  await using engine = createEngine({ policy: { allowPrivateNetworks: true }, runtime: { worksOnItsJobs: false } });
  const [closed, leading] = [`${site.otherOrigin}/closed`, `${site.origin}/leads-there`];
  engine.jobs.work({ concurrency: 1 });
  await engine.jobs.startBatchScrape({ urls: [closed] });
  while (site.visits("/closed") === 0) await nextTurn();
  const others = Array.from({ length: 5 }, (_, index) => `${site.origin}/${index}`);
  const { id } = await engine.jobs.startBatchScrape({ urls: [leading, ...others] });
  while ((await engine.jobs.get({ id, limit: 1 })).completed < others.length) await nextTurn();
  expect(site.visits("/leads-there")).toBe(1);
  expect(site.visits("/page")).toBe(0);
});
