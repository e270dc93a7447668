import {
  createEngine,
  type EngineError,
  type EngineEvent,
  type SearchProvider,
  type SearchQuery,
  type SearchSource,
} from "@garner/core";
import {
  page,
  send,
  startBareServer,
  startFixtureSite,
  startSearchServer,
  type FoundEntry,
  type SearchServer,
} from "@garner/testkit/site";
import { testSearchProvider, type SearchService } from "@garner/testkit";
import { describe, expect, test } from "vitest";
import { brave, localIndex, searxng, serper, tavily } from "./index.ts";

const policy = { allowPrivateNetworks: true } as const;

const entries: readonly FoundEntry[] = Array.from({ length: 35 }, (_, index) => ({
  url: `https://harbour.example/report/${index}`,
  title: `Harbour report ${index}`,
  text: `What happened in the harbour on day ${index}.`,
  date: `${index + 1} days ago`,
  image: { url: `https://harbour.example/picture/${index}.jpg`, width: 800 + index, height: 600 },
}));

const providers: readonly (readonly [name: string, make: (server: SearchServer) => SearchProvider])[] = [
  ["SearXNG", (server) => searxng({ baseUrl: server.searxng, clock: { now: () => Date.UTC(2026, 1, 20) } })],
  ["Brave", (server) => brave({ baseUrl: server.brave, apiKey: "key" })],
  ["Serper", (server) => serper({ baseUrl: server.serper, apiKey: "key" })],
  ["Tavily", (server) => tavily({ baseUrl: server.tavily, apiKey: "key" })],
];

describe.each(providers)("%s passes the exam of providers", (_name, make) =>
  testSearchProvider({
    setup: async (service) => {
      const { origin, server } = await startService(service);
      const at = (path: string) => `${origin}/${path}`;
      const paths = { searxng: at("searxng"), brave: at("brave"), serper: at("serper"), tavily: at("tavily") };
      return {
        store: make({ ...paths, searches: [], [Symbol.asyncDispose]: async () => {} }),
        close: async () => await server[Symbol.asyncDispose](),
      };
    },
  }),
);

/** Answers as a suite wants it. */
async function startService(service: SearchService): Promise<{ origin: string; server: AsyncDisposable }> {
  const fails = "fails" in service ? service.fails : undefined;
  if (fails === "to answer") {
    const server = await startBareServer(() => {});
    return { origin: server.origin, server };
  }
  const status = Number(/\d+$/.exec(fails ?? "")?.[0] ?? 200);
  const failure = fails === undefined ? undefined : () => ({ status, body: "<html>Are you human?</html>" });
  const found = "results" in service ? entries.slice(0, service.results) : [];
  const server = await startSearchServer({ entries: found, ...(failure === undefined ? {} : { failure }) });
  return { origin: new URL(server.brave).origin, server };
}

const signal = AbortSignal.timeout(60_000);

function ask(source: SearchSource, more: Partial<SearchQuery> = {}): SearchQuery {
  return {
    team: "red",
    text: "harbour report",
    words: ["harbour", "report"],
    source,
    limit: 15,
    domains: [],
    country: "us",
    language: "en",
    ...more,
  };
}

describe.each(providers)("%s", (name, make) => {
  test("finds pages, best first, as many as are wanted", async () => {
    await using server = await startSearchServer({ entries });
    const { hits } = await make(server).search(ask("web"), signal);
    expect(hits.map((hit) => hit.url)).toEqual(entries.slice(0, 15).map((entry) => entry.url));
    expect(hits[0]).toMatchObject({ title: "Harbour report 0", description: "What happened in the harbour on day 0." });
  });

  test("finds news with their date", async () => {
    await using server = await startSearchServer({ entries });
    const { hits } = await make(server).search(ask("news", { limit: 2 }), signal);
    expect(hits[0]).toMatchObject({ url: entries[0]?.url, date: "1 days ago" });
  });

  test("finds nothing without calling it a failure", async () => {
    await using server = await startSearchServer({ entries: [] });
    expect((await make(server).search(ask("web"), signal)).hits).toEqual([]);
  });

  test.each([401, 403, 429, 500])("says that it failed when it is answered with status %i", async (status) => {
    await using server = await startSearchServer({ entries, failure: () => ({ status }) });
    const attempt = make(server).search(ask("web"), signal);
    await expect(attempt).rejects.toMatchObject({
      code: "PROVIDER_FAILED",
      message: expect.stringMatching(`${name}.*${status}`),
    });
  });

  test("says that it failed when the answer is no JSON, and when nobody answers", async () => {
    await using server = await startSearchServer({
      failure: () => ({ status: 200, body: "<html>Are you human?</html>" }),
    });
    await expect(make(server).search(ask("web"), signal)).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
    const closed = {
      ...server,
      searxng: "http://127.0.0.1:9",
      brave: "http://127.0.0.1:9",
      serper: "http://127.0.0.1:9",
      tavily: "http://127.0.0.1:9",
    };
    await expect(make(closed).search(ask("web"), signal)).rejects.toMatchObject({
      message: expect.stringMatching(/could not be reached/),
    });
  });
});

describe.each(providers)("%s", (name, make) => {
  test("has failed when its answer never ends", async () => {
    const chunk = Buffer.alloc(256 * 1024, " ");
    await using server = await startBareServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    });
    const { origin } = server;
    await using others = await startSearchServer();
    const endless = { ...others, searxng: origin, brave: origin, serper: origin, tavily: origin };
    await expect(make(endless).search(ask("web"), signal)).rejects.toMatchObject({
      code: "PROVIDER_FAILED",
      message: expect.stringMatching(`${name}.*larger than \\d+ bytes`),
    });
  });

  test("repeats no key that it was refused for, but to the operator, and there without it", async () => {
    const key = "0123456789abcdef0123456789abcdef";
    const failure = () => ({ status: 401, body: { error: { message: `The key ${key} is unknown.` } } });
    await using server = await startSearchServer({ entries, failure });
    const events: EngineEvent[] = [];
    await using engine = createEngine({ search: make(server), runtime: { onEvent: (event) => events.push(event) } });
    const thrown = (await engine.search({ query: "harbour" }).catch((reason: unknown) => reason)) as EngineError;
    expect(thrown).toMatchObject({ code: "PROVIDER_FAILED", message: expect.stringContaining("refused the key") });
    expect(JSON.stringify([thrown.message, thrown.details, events])).not.toContain(key);
    expect(events).toEqual([
      { type: "provider-error", provider: name, status: 401, message: expect.stringContaining("The key ***") },
    ]);
  });
});

describe.each(providers.slice(0, 3))("%s", (_, make) => {
  test("finds pictures with their size", async () => {
    await using server = await startSearchServer({ entries });
    const { hits } = await make(server).search(ask("images", { limit: 1 }), signal);
    expect(hits).toEqual([
      expect.objectContaining({ imageUrl: entries[0]?.image?.url, imageWidth: 800, imageHeight: 600 }),
    ]);
  });
});

test("each service gets the time filter in its own form", async () => {
  await using server = await startSearchServer({ entries });
  const time = {
    from: "2026-01-31",
    to: "2026-02-28",
    newestFirst: false,
    tbs: "cdr:1,cd_min:01/31/2026,cd_max:02/28/2026",
  };
  const answers = [];
  for (const [, make] of providers) answers.push(await make(server).search(ask("web", { limit: 5, time }), signal));
  const [asSearxng, asBrave, asSerper, asTavily] = server.searches;
  expect(asSearxng?.parameters["time_range"]).toBe("month");
  expect(answers[0]?.warnings).toEqual([expect.stringMatching(/SearXNG knows the time filter .* only roughly/)]);
  expect(asBrave?.parameters["freshness"]).toBe("2026-01-31to2026-02-28");
  expect(asSerper?.body["tbs"]).toBe(time.tbs);
  expect(asTavily?.body).toMatchObject({ start_date: "2026-01-31", end_date: "2026-02-28" });
});

test("a page of results that fails after others leaves what was found, with a warning", async () => {
  await using server = await startSearchServer({
    entries,
    failure: ({ parameters }) => {
      const isLater = parameters["pageno"] === "2" || parameters["offset"] === "1";
      return isLater ? { status: 429 } : undefined;
    },
  });
  for (const [name, make] of providers.slice(0, 2)) {
    const { hits, warnings } = await make(server).search(ask("web", { limit: 30 }), signal);
    expect(hits.length).toBe(name === "Brave" ? 20 : 10);
    expect(warnings).toEqual([expect.stringMatching(/Only a part .*HTTP status 429/)]);
  }
});

test("a web page instead of JSON is called what it is, and a refusal is quoted", async () => {
  await using server = await startSearchServer({
    failure: ({ service }) =>
      service === "searxng"
        ? { status: 200, body: "<!DOCTYPE html><title>Are you human?</title>" }
        : { status: 422, body: { error: { code: "SUBSCRIPTION_TOKEN_INVALID", detail: "The token is invalid." } } },
  });
  await expect(searxng({ baseUrl: server.searxng }).search(ask("web"), signal)).rejects.toMatchObject({
    message: expect.stringMatching(/web page instead of JSON/),
    details: { isBlocked: true },
  });
  await expect(brave({ baseUrl: server.brave, apiKey: "x" }).search(ask("web"), signal)).rejects.toMatchObject({
    message: expect.stringMatching(/HTTP status 422: The token is invalid\)/),
  });
});

test("keys, countries, languages and places go where each service wants them", async () => {
  await using server = await startSearchServer({ entries });
  const wish = ask("web", { limit: 1, country: "de", language: "de", location: "Berlin,Germany", filter: "0" });
  const warnings = [];
  for (const [, make] of providers) warnings.push((await make(server).search(wish, signal)).warnings);
  const [asSearxng, asBrave, asSerper, asTavily] = server.searches;
  expect(asSearxng?.parameters).toMatchObject({ format: "json", language: "de-DE", categories: "general" });
  expect(asBrave?.headers["x-subscription-token"]).toBe("key");
  expect(asBrave?.parameters).toMatchObject({ country: "de", search_lang: "de" });
  expect(asSerper?.headers["x-api-key"]).toBe("key");
  expect(asSerper?.body).toMatchObject({ gl: "de", hl: "de", location: "Berlin,Germany", filter: "0" });
  expect(asTavily?.headers["authorization"]).toBe("Bearer key");
  const unmet = [
    expect.stringContaining("does not know `filter`"),
    expect.stringContaining("does not know `location`"),
  ];
  expect(warnings).toEqual([unmet, unmet, [], unmet]);
  const plain = { ...wish, location: "Germany", filter: undefined };
  expect((await brave({ baseUrl: server.brave, apiKey: "key" }).search(plain, signal)).warnings).toEqual([]);
});

test("a language with a region goes to each service as it knows it, and none to SearXNG where nobody named one", async () => {
  await using server = await startSearchServer({ entries });
  const engines = [searxng({ baseUrl: server.searxng }), brave({ baseUrl: server.brave, apiKey: "key" })];
  const searchedWith = async (request: object) => {
    const from = server.searches.length;
    for (const search of engines) {
      await using engine = createEngine({ search });
      await engine.search({ query: "harbour", limit: 1, ...request });
    }
    const [asSearxng, asBrave] = server.searches.slice(from).map(({ parameters }) => parameters);
    return [asSearxng?.["language"], asBrave?.["search_lang"], asBrave?.["country"]];
  };
  expect(await searchedWith({})).toEqual(["auto", "en", "us"]);
  expect(await searchedWith({ lang: "en" })).toEqual(["en-US", "en", "us"]);
  expect(await searchedWith({ country: "US" })).toEqual(["en-US", "en", "us"]);
  expect(await searchedWith({ lang: "en-US" })).toEqual(["en-US", "en", "us"]);
  expect(await searchedWith({ lang: "DE" })).toEqual(["de-US", "de", "us"]);
  expect(await searchedWith({ lang: "de_AT" })).toEqual(["de-AT", "de", "at"]);
  expect(await searchedWith({ lang: "pt-BR", country: "PT" })).toEqual(["pt-PT", "pt-br", "pt"]);
  for (const wrong of [{ lang: "german" }, { country: "1!" }])
    await expect(searchedWith(wrong)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringMatching(/`(?:lang|country)` must be/),
    });
});

test("Brave gets languages and countries as it writes them, and none that it would refuse the search for", async () => {
  await using server = await startSearchServer({ entries });
  const search = brave({ baseUrl: server.brave, apiKey: "key" });
  const askedWith = async (request: object) => {
    await using engine = createEngine({ search });
    const { warning } = await engine.search({ query: "harbour", limit: 1, ...request });
    const { search_lang: language, country } = server.searches.at(-1)?.parameters ?? {};
    return [language, country, warning];
  };
  expect(await askedWith({ lang: "ja" })).toEqual(["jp", "us", undefined]);
  expect(await askedWith({ lang: "zh" })).toEqual(["zh-hans", "us", undefined]);
  expect(await askedWith({ lang: "zh-TW" })).toEqual(["zh-hant", "tw", undefined]);
  expect(await askedWith({ lang: "zh", country: "hk" })).toEqual(["zh-hant", "hk", undefined]);
  expect(await askedWith({ lang: "pt" })).toEqual(["pt-pt", "us", undefined]);
  expect(await askedWith({ lang: "pt", country: "BR" })).toEqual(["pt-br", "br", undefined]);
  expect(await askedWith({ lang: "no", country: "uk" })).toEqual(["nb", "gb", undefined]);
  expect(await askedWith({ country: "sg" })).toEqual(["en", "all", expect.stringContaining('country "sg"')]);
  expect(await askedWith({ lang: "sw" })).toEqual([undefined, "us", expect.stringContaining('language "sw"')]);
});

test("a query that a provider can't take is no reason to leave it alone", async () => {
  let asked = 0;
  await using server = await startSearchServer({
    entries,
    failure: () => (++asked === 1 ? { status: 422, body: "{}" } : undefined),
  });
  const first = brave({ baseUrl: server.brave, apiKey: "key" });
  await using engine = createEngine({ search: [first, tavily({ baseUrl: server.tavily, apiKey: "key" })] });
  expect((await engine.search({ query: "harbour", limit: 1 })).warning).toMatch(/422/);
  await engine.search({ query: "harbour report", limit: 1 });
  expect(server.searches.at(-1)?.service).toBe("brave");
});

test("a provider that does not answer leaves time for the next one", async () => {
  await using server = await startSearchServer({ entries });
  const silent: SearchProvider = {
    ...searxng({ baseUrl: server.searxng }),
    name: "Silent",
    search: () => new Promise(() => {}),
  };
  await using engine = createEngine({ search: [silent, brave({ baseUrl: server.brave, apiKey: "key" })] });
  const { results, warning } = await engine.search({ query: "harbour report", limit: 3, timeout: 4000 });
  expect(results.web?.length).toBe(3);
  expect(warning).toMatch(/Silent did not answer within \d+ ms/);
});

test("results are held against dates that a provider does not know, and sorted by them", async () => {
  const dated = [
    { url: "https://a.example/1", title: "Harbour 1", text: "harbour", date: "2026-01-05" },
    { url: "https://a.example/2", title: "Harbour 2", text: "harbour", date: "2026-02-10" },
    { url: "https://a.example/3", title: "Harbour 3", text: "harbour", date: "2026-02-15" },
  ];
  await using server = await startSearchServer({ entries: dated });
  await using engine = createEngine({ search: searxng({ baseUrl: server.searxng }) });
  const tbs = "cdr:1,cd_min:02/01/2026,cd_max:02/28/2026,sbd:1";
  const { results, warning } = await engine.search({ query: "harbour", sources: ["news"], tbs });
  expect(results.news?.map(({ url, position }) => [url, position])).toEqual([
    ["https://a.example/3", 1],
    ["https://a.example/2", 2],
  ]);
  expect(warning).toMatch(/only roughly/);
});

test("engines that SearXNG got no answer from are a failure that names them, not an empty answer", async () => {
  const body = {
    results: [],
    unresponsive_engines: [
      ["google", "CAPTCHA"],
      ["bing", "timeout"],
    ],
  };
  await using server = await startSearchServer({ failure: () => ({ status: 200, body }) });
  const attempt = searxng({ baseUrl: server.searxng }).search(ask("web"), signal);
  await expect(attempt).rejects.toMatchObject({
    message: expect.stringMatching(/google: CAPTCHA; bing: timeout/),
    details: { isBlocked: true },
  });
});

test("a chain goes on to the next provider, says what happened, and leaves the failing one alone for a while", async () => {
  await using server = await startSearchServer({
    entries,
    failure: ({ service }) => (service === "searxng" ? { status: 429 } : undefined),
  });
  await using engine = createEngine({
    search: [searxng({ baseUrl: server.searxng }), brave({ baseUrl: server.brave, apiKey: "key" })],
  });
  const first = await engine.search({ query: "harbour report", limit: 3 });
  expect(first.results.web?.length).toBe(3);
  expect(first.warning).toMatch(/SearXNG is blocked for now/);
  await engine.search({ query: "harbour day", limit: 3 });
  expect(server.searches.map(({ service }) => service)).toEqual(["searxng", "brave", "brave"]);
});

test("when no provider answers, the search fails and says what each of them said", async () => {
  await using server = await startSearchServer({ failure: () => ({ status: 503 }) });
  await using engine = createEngine({
    search: [searxng({ baseUrl: server.searxng }), tavily({ baseUrl: server.tavily, apiKey: "key" })],
  });
  const attempt = engine.search({ query: "harbour" });
  await expect(attempt).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
    message: expect.stringMatching(/SearXNG failed.*Tavily failed/),
  });
});

test("what two providers find is fused and de-duplicated", async () => {
  const twin = { url: "https://www.harbour.example/report/0/", title: "The same report", text: "harbour" };
  await using server = await startSearchServer({ entries: [...entries.slice(0, 2), twin] });
  await using engine = createEngine({
    search: [tavily({ baseUrl: server.tavily, apiKey: "key" }), brave({ baseUrl: server.brave, apiKey: "key" })],
  });
  const { results } = await engine.search({ query: "harbour report", limit: 10 });
  expect(results.web?.map((result) => result.url)).toEqual([entries[0]?.url, entries[1]?.url]);
});

test("results are scraped side by side, and one failing page keeps its listing", async () => {
  await using site = await startFixtureSite({
    routes: {
      good: (exchange) => send(exchange, page("Good", "<p>The harbour is open again, and ships come in.</p>")),
    },
  });
  const found = [
    { url: `${site.origin}/good`, title: "Harbour open", text: "harbour" },
    { url: "http://127.0.0.1:9/dead", title: "Harbour dead", text: "harbour" },
  ];
  await using server = await startSearchServer({ entries: found });
  await using engine = createEngine({ policy, search: serper({ baseUrl: server.serper, apiKey: "key" }) });
  const { results, creditsUsed } = await engine.search({
    query: "harbour",
    scrapeOptions: { formats: ["markdown", "links"] },
  });
  expect(results.web?.[0]).toMatchObject({
    position: 1,
    markdown: expect.stringContaining("ships come in"),
    metadata: { statusCode: 200, title: "Good" },
  });
  expect(results.web?.[1]).toMatchObject({
    url: found[1]?.url,
    metadata: { statusCode: 0, error: expect.any(String), proxyUsed: "basic" },
  });
  expect(creditsUsed).toBe(2);
});

test.each<[(options: never) => unknown, unknown, string]>([
  [searxng, null, "searxng: the options must be an object."],
  [searxng, {}, "searxng: `baseUrl` is missing."],
  [searxng, { baseUrl: "localhost:8080" }, "searxng: `baseUrl` must be an http or https URL"],
  [searxng, { baseUrl: "http://localhost:8080", engine: ["x"] }, "Did you mean `engines`?"],
  [brave, {}, "brave: `apiKey` is missing."],
  [brave, { apiKey: "" }, "brave: `apiKey` must not be empty."],
  [serper, { apikey: "x" }, "Did you mean `apiKey`?"],
  [serper, { apiKey: 5 }, "serper: `apiKey` must be a string, not 5."],
  [tavily, undefined, "tavily: the options must be an object."],
  [tavily, { apiKey: "x", depth: "deep" }, "tavily: `depth` must be one of `basic`, `advanced`"],
  [localIndex, null, "localIndex: pass a page index"],
])("options of a provider are checked when it is made, and not by the first search: %#", (make, options, message) => {
  expect(() => make(options as never)).toThrow(
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }),
  );
});
