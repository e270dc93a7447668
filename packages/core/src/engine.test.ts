import { startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine, type Engine } from "./engine.ts";

const id = "00000000-0000-4000-8000-000000000000";
const url = "https://a.example/";
const schema = { type: "object" };

type Group = "jobs" | "webhooks" | "usage";
type Calls<Methods> = Readonly<Record<Exclude<keyof Methods, typeof Symbol.asyncDispose>, (engine: Engine) => unknown>>;

/** A call of every method. */
const calls: Calls<Omit<Engine, Group>> = {
  scrape: (engine) => engine.scrape({ url }),
  read: (engine) => engine.read({ html: "", url }),
  getScrape: (engine) => engine.getScrape({ id }),
  parseFile: (engine) => engine.parseFile({ file: { name: "a.txt", base64: "YQ==" } }),
  map: (engine) => engine.map({ url }),
  search: (engine) => engine.search({ query: "a" }),
  crawl: (engine) => engine.crawl({ url }),
  batchScrape: (engine) => engine.batchScrape([url]),
  extract: (engine) => engine.extract({ urls: [url], schema }),
};
const groupCalls: { readonly [Name in Group]: Calls<Engine[Name]> } = {
  jobs: {
    startCrawl: ({ jobs }) => jobs.startCrawl({ url }),
    startBatchScrape: ({ jobs }) => jobs.startBatchScrape({ urls: [url] }),
    startExtract: ({ jobs }) => jobs.startExtract({ urls: [url], schema }),
    planCrawl: ({ jobs }) => jobs.planCrawl({ url, prompt: "all" }),
    get: ({ jobs }) => jobs.get({ id }),
    getExtract: ({ jobs }) => jobs.getExtract({ id }),
    cancel: ({ jobs }) => jobs.cancel({ id }),
    pause: ({ jobs }) => jobs.pause({ id }),
    resume: ({ jobs }) => jobs.resume({ id }),
    errors: ({ jobs }) => jobs.errors({ id }),
    events: ({ jobs }) => jobs.events({ id }).next(),
    active: ({ jobs }) => jobs.active(),
    explain: ({ jobs }) => jobs.explain({ id }),
    attach: ({ jobs }) => jobs.attach(id),
    work: ({ jobs }) => jobs.work(),
  },
  webhooks: {
    list: ({ webhooks }) => webhooks.list(),
    replay: ({ webhooks }) => webhooks.replay({ id }),
  },
  usage: {
    credits: ({ usage }) => usage.credits(),
    balance: ({ usage }) => usage.balance(),
    concurrency: ({ usage }) => usage.concurrency(),
    queue: ({ usage }) => usage.queue(),
  },
};
const everyCall = [calls, ...Object.values(groupCalls)].flatMap((group) => Object.entries(group));

test.each(everyCall)("a disposed engine refuses to %s", async (_name, call) => {
  const engine = createEngine();
  await engine[Symbol.asyncDispose]();
  await expect((async () => call(engine))()).rejects.toMatchObject({
    code: "ENGINE_DISPOSED",
    status: 503,
    retryable: false,
  });
  await engine[Symbol.asyncDispose]();
});

test("an engine is disposed at once, also when it has just begun to work", async () => {
  const engine = createEngine();
  expect(() => engine.extract({ urls: ["http://site.example/"], prompt: "x" })).toThrow("language model");
  await engine[Symbol.asyncDispose]();
});

test.each([
  ["a scrape", (engine: Engine, url: string) => engine.scrape({ url })],
  ["a map", (engine: Engine, url: string) => engine.map({ url, sitemap: "skip" })],
])("%s that is under way when the engine is disposed says so", async (_name, call) => {
  const asked = Promise.withResolvers<void>();
  await using site = await startFixtureSite({ routes: { never: () => asked.resolve() } });
  const engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const working = call(engine, `${site.origin}/never`);
  await Promise.all([
    expect(working).rejects.toMatchObject({ code: "ENGINE_DISPOSED" }),
    asked.promise.then(() => engine[Symbol.asyncDispose]()),
  ]);
});
