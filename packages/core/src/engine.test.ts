import { startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine, type Engine } from "./engine.ts";
import { httpSource } from "./fetch/http/http-source.ts";
import type { CallOptions } from "./ports/call.ts";

const id = "00000000-0000-4000-8000-000000000000";
const url = "https://a.example/";
const schema = { type: "object" };

type Group = "jobs" | "webhooks" | "usage";
type Calls<Methods> = Readonly<
  Record<Exclude<keyof Methods, typeof Symbol.asyncDispose>, (engine: Engine, call?: CallOptions) => unknown>
>;

/** A call of every method. */
const calls: Calls<Omit<Engine, Group>> = {
  scrape: (engine, call) => engine.scrape({ url }, call),
  read: (engine, call) => engine.read({ html: "", url }, ["markdown"], call),
  getScrape: (engine, call) => engine.getScrape({ id }, call),
  parseFile: (engine, call) => engine.parseFile({ file: { name: "a.txt", base64: "YQ==" } }, call),
  map: (engine, call) => engine.map({ url }, call),
  search: (engine, call) => engine.search({ query: "a" }, call),
  crawl: (engine, call) => engine.crawl({ url }, call),
  batchScrape: (engine, call) => engine.batchScrape([url], call),
  extract: (engine, call) => engine.extract({ urls: [url], schema }, call),
};
const groupCalls: { readonly [Name in Group]: Calls<Engine[Name]> } = {
  jobs: {
    startCrawl: ({ jobs }, call) => jobs.startCrawl({ url }, call),
    startBatchScrape: ({ jobs }, call) => jobs.startBatchScrape({ urls: [url] }, call),
    startExtract: ({ jobs }, call) => jobs.startExtract({ urls: [url], schema }, call),
    planCrawl: ({ jobs }, call) => jobs.planCrawl({ url, prompt: "all" }, call),
    get: ({ jobs }, call) => jobs.get({ id }, call),
    getExtract: ({ jobs }, call) => jobs.getExtract({ id }, call),
    cancel: ({ jobs }, call) => jobs.cancel({ id }, call),
    pause: ({ jobs }, call) => jobs.pause({ id }, call),
    resume: ({ jobs }, call) => jobs.resume({ id }, call),
    errors: ({ jobs }, call) => jobs.errors({ id }, call),
    events: ({ jobs }, call) => jobs.events({ id }, call).next(),
    active: ({ jobs }, call) => jobs.active(call),
    explain: ({ jobs }, call) => jobs.explain({ id }, call),
    attach: ({ jobs }, call) => jobs.attach(id, call),
    work: ({ jobs }) => jobs.work(),
  },
  webhooks: {
    list: ({ webhooks }, call) => webhooks.list({}, call),
    replay: ({ webhooks }, call) => webhooks.replay({ id }, call),
  },
  usage: {
    credits: ({ usage }, call) => usage.credits({}, call),
    balance: ({ usage }, call) => usage.balance(call),
    concurrency: ({ usage }, call) => usage.concurrency(call),
    queue: ({ usage }, call) => usage.queue(call),
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

const answering = everyCall.filter(([name]) => name !== "work");

test.each(answering)("options of a call that are none are told by %s, before it does anything", async (_name, call) => {
  await using engine = createEngine();
  for (const [options, message] of [
    [null, "The options of a call must be an object."],
    [{ signal: {} }, "`signal` must be an AbortSignal."],
    [{ principal: {} }, "`principal.team` is missing. `principal.apiKey` is missing."],
    [{ principal: { team: "", apiKey: "" } }, "`principal.team` must not be empty"],
    [{ principal: "acme" }, '`principal` must be an object, not "acme".'],
    [{ sginal: AbortSignal.abort() }, "Unknown key `sginal`. Did you mean `signal`?"],
    [{ principle: { team: "acme", apiKey: "k" } }, "Unknown key `principle`. Did you mean `principal`?"],
  ] as const)
    await expect((async () => call(engine, options as never))()).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining(message),
    });
});

test.each([
  [null, "The configuration of an engine must be an object."],
  [{ polciy: {} }, "Unknown key `polciy`. Did you mean `policy`?"],
  [{ transformer: {} }, "Unknown key `transformer`."],
  [{ policy: { maxBodyBytes: "5" } }, "`policy.maxBodyBytes` must be a number above 0."],
  [{ policy: { allowPrivateNetworks: "10.0.0.0/8" } }, "`policy.allowPrivateNetworks` must be"],
  [{ policy: { userAgent: "机器人" } }, "`policy.userAgent` must be a text that a header can have"],
  [{ policy: { userAgent: "Bot\r\nCookie: a=b" } }, "`policy.userAgent` must be a text that a header can have"],
  [{ network: { proxy: "http://proxy.example" } }, '`network.proxy` must be an object, not "http://proxy.example".'],
  [{ network: { politeness: { maxRate: -1 } } }, "`network.politeness.maxRate` must be a number above 0."],
  [
    { network: { politeness: { respectRobots: "never" } } },
    '`network.politeness.respectRobots` must be one of `true`, `false`, `always`, not "never".',
  ],
  [{ network: { politeness: { hosts: { "a.example": { rate: 1 } } } } }, "Unknown key `rate`."],
  [{ network: { politeness: { hosts: { "https://a.example": {} } } } }, "must be a host as addresses have it"],
  [{ network: { politeness: { hosts: { "A.example": {} } } } }, "must be a host as addresses have it"],
  [{ network: { politeness: { hosts: { "a.example:80": {} } } } }, "must be a host as addresses have it"],
  [{ network: { politeness: { hosts: { "*": {} } } } }, "must be a host as addresses have it"],
  [{ network: { politeness: { hosts: { "*.a.example:8080": {} } } } }, "must be a host as addresses have it"],
  [{ network: { politeness: { hosts: { "": {} } } } }, "must be a host as addresses have it"],
  [{ models: { prices: { input: 1 } } }, "`models.prices.perMillionInputTokens`"],
  [{ sources: () => [] }, "`sources` must be a list"],
  [{ runtime: { onEvent: "log" } }, "`runtime.onEvent` must be a function."],
  [{ stores: "file" }, "`stores` must be an object"],
  [{ stores: { jobs: { create: () => {} } } }, "`stores.jobs` lacks `append`"],
  [{ stores: { pageindex: {} } }, "`stores`: Unknown key `pageindex`. Did you mean `pageIndex`?"],
  [{ stores: { cache: new Map() } }, "`stores.cache` must be a Keyv"],
  [{ hooks: { beforeCaptrue: () => {} } }, "`hooks`: Unknown key `beforeCaptrue`. Did you mean `beforeCapture`?"],
  [{ hooks: { document: "p" } }, "`hooks.document` must be a function."],
  [{ search: {} }, "`search[0]` lacks `sources`"],
  [{ search: [{ sources: ["web"], search: () => {} }] }, "`search[0]` lacks `sources`"],
  [{ sources: [5] }, "`sources[0]` is no page source."],
  [{ sources: [httpSource] }, "`sources[0]` is no page source; call the function, such as `httpSource()`."],
  [{ runtime: { clock: { now: () => 0 } } }, "`runtime.clock` lacks `monotonic`"],
  [{ content: { transformer: {} } }, "`content.transformer` lacks `transform`"],
  [{ content: { parsers: [{ parse: () => {} }] } }, "`content.parsers[0]` lacks `mediaTypes`"],
  [{ content: { formats: ["words"] } }, "`content.formats[0]` must be a format that `defineFormat` has made."],
  [{ content: { formats: [null] } }, "`content.formats[0]` must be a format that `defineFormat` has made."],
  [
    { content: { formats: [{ name: "words" }] } },
    "`content.formats[0]` must be a format that `defineFormat` has made.",
  ],
  [{ webhooks: { secret: "" } }, "`webhooks.secret` must not be empty."],
  [{ webhooks: { secret: "x", signatureHeaders: [] } }, "`webhooks.signatureHeaders` must not be empty."],
  [{ webhooks: { signatureHeaders: ["X Own"] } }, "`webhooks.signatureHeaders[0]` must have a header name"],
  [
    { webhooks: { signatureHeaders: ["Content-Length"] } },
    "`webhooks.signatureHeaders[0]` must be a header of its own",
  ],
  [{ policy: { maxConcurrency: 0.5 } }, "`policy.maxConcurrency` must be a whole number above 0."],
  [{ network: { politeness: { maxConcurrencyPerHost: 1.5 } } }, "must be a whole number above 0."],
])("a configuration with an option that would have no effect is refused: %j", (config, message) => {
  expect(() => createEngine(config as never)).toThrow(
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }),
  );
});

test("a request whose getters throw is a wrong request of every operation", async () => {
  await using engine = createEngine();
  const request = {
    get url(): string {
      throw new Error("not now");
    },
  };
  const { scrape, crawl, map, batchScrape, search, parseFile } = engine;
  for (const ask of [scrape, crawl, map, batchScrape, search, parseFile] as readonly ((asked: never) => unknown)[])
    await expect((async () => await ask(request as never))()).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

test("an address that is a `URL` is told apart from a request without one", async () => {
  await using engine = createEngine();
  const address = new URL("https://example.com") as never;
  const asking = [
    engine.scrape,
    engine.crawl,
    engine.batchScrape,
    engine.map,
    engine.search,
    engine.extract,
  ] as readonly ((input: never) => unknown)[];
  for (const ask of asking)
    await expect((async () => ask(address))()).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "The request must be an object, not a `URL`: its `href` is the address.",
    });
});

test("a worker that would take nothing is refused", async () => {
  await using engine = createEngine();
  for (const concurrency of [0, Number.NaN, "many"])
    expect(() => engine.jobs.work({ concurrency: concurrency as number })).toThrow("`concurrency` must be a number");
});

test("a policy that is undefined is not given", async () => {
  const policy = { maxConcurrency: undefined, maxBodyBytes: undefined, planCredits: undefined, userAgent: undefined };
  await using site = await startFixtureSite();
  await using engine = createEngine({ policy: { ...policy, jobTtlMs: undefined, allowPrivateNetworks: true } });
  const { status, pages } = await engine.crawl({ url: `${site.origin}/article`, limit: 1 }).result();
  expect([status, pages.length]).toEqual(["completed", 1]);
  expect(site.requests.at(-1)?.headers["user-agent"]).toMatch(/^GarnerBot/);
  expect((await engine.usage.balance()).planCredits).toBe(99_999_999);
});

test("no limit is a limit, and stores and hooks may have more than their ports", async () => {
  const stores = { cache: false, more: 1 } as const;
  const hooks = { vault: new Map(), afterContent: undefined };
  await using engine = createEngine({ policy: { planCredits: Infinity, maxBodyBytes: Infinity }, stores, hooks });
  expect((await engine.usage.balance({ traceId: "of the host's" } as CallOptions)).planCredits).toBe(Infinity);
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
