import { docsRoutes, startFixtureSite, type ModelAnswerer, type PageRoutes } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { startModelledEngine } from "../../test/modelled-engine.ts";
import { createEngine } from "../engine.ts";
import { systemClock } from "../memory/system-clock.ts";

const policy = { allowPrivateNetworks: true } as const;

const start = (answer: ModelAnswerer) => startModelledEngine(answer, { runtime: { worksOnItsJobs: false } });

test("the model sees the site's map, and only what it chose is in the plan", async () => {
  await using site = await startFixtureSite({ routes: docsRoutes() });
  await using tools = await start(() => ({
    json: { result: { includePaths: ["^/docs/guide/"], limit: 20, delay: null } },
  }));
  const plan = await tools.engine.jobs.planCrawl({ url: site.origin, prompt: "Only the guides" });
  expect(plan).toEqual({ url: site.origin, includePaths: ["^/docs/guide/"], limit: 20 });
  expect(tools.server.requests[0]?.user).toContain(`${site.origin}/docs/guide/rate-limits`);
  expect(tools.server.requests[0]?.user).toContain("Only the guides");
});

test("a sitemap that never ends holds nobody up: the plan is made from what was found", async () => {
  const routes: PageRoutes = {
    ...docsRoutes(),
    "sitemap.xml": async ({ response, gone }) => {
      response.writeHead(200, { "content-type": "application/xml" }).write("<urlset>");
      for (let number = 0; !gone.aborted; number += 1) {
        response.write(`<url><loc>http://site.invalid/${number}</loc></url>`);
        await systemClock.sleep(20);
      }
    },
  };
  await using site = await startFixtureSite({ routes });
  await using tools = await start(() => ({ json: { result: { limit: 20 } } }));
  expect(await tools.engine.jobs.planCrawl({ url: site.origin, prompt: "Only the guides" })).toMatchObject({
    limit: 20,
  });
  expect(tools.server.requests[0]?.user).toContain(`${site.origin}/docs/guide/`);
});

test("a delay is a whole number of seconds, and no shorter than the model's", async () => {
  await using site = await startFixtureSite({ routes: docsRoutes() });
  await using tools = await start(() => ({ json: { result: { delay: 1.5 } } }));
  const plan = await tools.engine.jobs.planCrawl({ url: site.origin, prompt: "Gently" });
  expect(plan).toEqual({ url: site.origin, delay: 2 });
  const started = await tools.engine.jobs.startCrawl({ url: site.origin, prompt: "Gently" });
  expect(started.promptGeneratedOptions).toEqual({ delay: 2 });
});

test.each([
  ["values out of range", { limit: -5 }],
  ["a pattern that is none", { includePaths: ["("] }],
  ["unknown values", { sitemap: "sometimes" }],
])("%s are BAD_REQUEST", async (_, result) => {
  await using site = await startFixtureSite({ routes: docsRoutes() });
  await using tools = await start(() => ({ json: { result } }));
  const attempt = tools.engine.jobs.planCrawl({ url: site.origin, prompt: "Only the guides" });
  await expect(attempt).rejects.toMatchObject({ code: "BAD_REQUEST", message: expect.stringMatching(/[Rr]ephrase/) });
});

test("a crawl by prompt takes the plan, and explicit options win", async () => {
  await using site = await startFixtureSite({ routes: docsRoutes() });
  await using tools = await start(() => ({
    json: { result: { includePaths: ["^/docs/"], limit: 20, crawlEntireDomain: true } },
  }));
  // Some clients send empty text for what their caller left out.
  const empty = { includePaths: "" as unknown as [] };
  const prompt = "The documentation";
  const started = await tools.engine.jobs.startCrawl({ url: site.origin, prompt, limit: 3, ...empty });
  expect(started.promptGeneratedOptions).toEqual({ includePaths: ["^/docs/"], limit: 20, crawlEntireDomain: true });
  expect(started.finalCrawlerOptions).toMatchObject({ includePaths: ["^/docs/"], limit: 3, crawlEntireDomain: true });
});

test("a crawl by prompt that is asked for again with its idempotency key is the same, however the model plans now", async () => {
  await using site = await startFixtureSite({ routes: docsRoutes() });
  let limit = 10;
  await using tools = await start(() => ({ json: { result: { limit: (limit += 1) } } }));
  const call = { idempotencyKey: "7b2d9c1e-0a4f-4d6b-9a59-2d6a1d1f0c11" };
  const request = { url: site.origin, prompt: "The documentation" };
  const started = await tools.engine.jobs.startCrawl(request, call);
  expect(started).toMatchObject({ promptGeneratedOptions: { limit: 11 }, finalCrawlerOptions: { limit: 11 } });
  expect(await tools.engine.jobs.startCrawl(request, call)).toEqual(started);
  expect(limit).toBe(11);
  const other = tools.engine.jobs.startCrawl({ ...request, prompt: "The guides" }, call);
  await expect(other).rejects.toMatchObject({ code: "CONFLICT" });
});

test("without a model, a prompt is CAPABILITY_MISSING that says what to set", async () => {
  await using engine = createEngine({ policy });
  const attempt = engine.jobs.planCrawl({ url: "http://127.0.0.1:9/", prompt: "All" });
  await expect(attempt).rejects.toMatchObject({
    code: "CAPABILITY_MISSING",
    message: expect.stringMatching(/OPENAI_API_KEY/),
  });
});

test("a site that can't be looked at is planned for all the same, with a warning", async () => {
  await using tools = await start(() => ({ json: { result: { limit: 5 } } }));
  const plan = await tools.engine.jobs.planCrawl({ url: "http://127.0.0.1:9/", prompt: "All" });
  const warning = expect.stringMatching(/without a look/);
  expect(plan).toMatchObject({ limit: 5, warning });
  expect(await tools.engine.jobs.startCrawl({ url: "http://127.0.0.1:9/", prompt: "All" })).toMatchObject({ warning });
});
