import { page, send, startFixtureSite, type Exchange } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { memoryPageIndex } from "../page-index/memory-page-index.ts";
import type { ScrapeOptions } from "../schema/scrape.ts";
import { bypassPrincipal } from "../ports/principal.ts";
import type { SearchHit, SearchProvider, SearchQuery } from "../ports/search-provider.ts";

const policy = { allowPrivateNetworks: true } as const;

/** A provider that finds always the same, and remembers what it was asked. */
function providerOf(hits: readonly SearchHit[], name = "fixture") {
  const asked: SearchQuery[] = [];
  const provider: SearchProvider = {
    name,
    sources: new Set(["web", "images", "news"] as const),
    operators: new Set(["site", "phrase"] as const),
    async search(query) {
      asked.push(query);
      return { hits, warnings: [] };
    },
  };
  return { provider, asked };
}

const hits: readonly SearchHit[] = [
  { url: "https://github.com/nodejs/node", title: "Node", description: "JavaScript runtime" },
  { url: "https://arxiv.org/abs/1", title: "A paper", description: "on runtimes" },
  { url: "ftp://files.example/x", title: "A file", description: "" },
  {
    url: "https://news.example/1",
    title: "News",
    description: "today",
    date: "2 hours ago",
    imageUrl: "https://news.example/1.jpg",
    imageWidth: 1,
    imageHeight: 2,
  },
];

test("options for pages without formats do nothing, and the answer says so", async () => {
  const { provider } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  const warningFor = async (scrapeOptions: ScrapeOptions) =>
    (await engine.search({ query: "runtime", limit: 1, scrapeOptions })).warning;
  expect(await warningFor({ includeTags: ["main"] })).toContain("`scrapeOptions` has no effect here");
  for (const silent of [{}, { formats: [] }, { formats: [], maxAge: 0 }])
    expect(await warningFor(silent)).toBeUndefined();
});

test("a search finds no more than there are credits, and says so; without any it is refused", async () => {
  const { provider, asked } = providerOf(hits);
  await using engine = createEngine({ search: provider, policy: { planCredits: 3 } });
  const first = await engine.search({ query: "runtime", limit: 1 });
  expect(first).toMatchObject({ creditsUsed: 1 });
  expect(first).not.toHaveProperty("warning");
  expect(await engine.search({ query: "runtime", limit: 4 })).toMatchObject({
    creditsUsed: 2,
    results: { web: [{ position: 1 }, { position: 2 }] },
    warning: "The search finds 2 of 4 results at most: there were no more credits when it started.",
  });
  expect(await engine.usage.balance()).toMatchObject({ remainingCredits: 0 });
  await expect(engine.search({ query: "runtime" })).rejects.toMatchObject({ code: "CREDITS_EXHAUSTED" });
  expect(asked).toHaveLength(2);
});

test("every source that was asked for is in the answer, in its own form", async () => {
  const { provider } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  const { results, creditsUsed } = await engine.search({
    query: "runtime",
    sources: ["web", "news", "images"],
    limit: 4,
  });
  expect(Object.keys(results).toSorted()).toEqual(["images", "news", "web"]);
  expect(results.web?.[0]).toEqual({
    url: hits[0]?.url,
    title: "Node",
    description: "JavaScript runtime",
    position: 1,
  });
  expect(results.news?.[3]).toEqual({
    title: "News",
    url: hits[3]?.url,
    snippet: "today",
    date: "2 hours ago",
    imageUrl: hits[3]?.imageUrl,
    position: 4,
  });
  expect(results.images?.[3]).toEqual({
    title: "News",
    imageUrl: hits[3]?.imageUrl,
    imageWidth: 1,
    imageHeight: 2,
    url: hits[3]?.url,
    position: 4,
  });
  expect(creditsUsed).toBe(12);
});

test("categories narrow the query, and each result carries its own", async () => {
  const { provider, asked } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  const { results } = await engine.search({
    query: "runtime",
    categories: ["github", { type: "research" }].slice(0, 1) as ["github"],
  });
  expect(results.web).toEqual([expect.objectContaining({ category: "github" })]);
  expect(asked[0]?.text).toBe("runtime site:github.com");
  const both = await engine.search({ query: "runtime", categories: ["github", "research"] });
  expect(both.results.web?.map((result) => result["category"])).toEqual(["github", "research"]);
});

test("a provider that takes other pages for PDFs is not believed", async () => {
  const found = ["https://a.example/guide", "https://a.example/guide.pdf", "https://arxiv.org/pdf/1234.5"];
  const { provider } = providerOf(found.map((url) => ({ url, title: "Guide" })));
  const operators = new Set(["filetype"] as const);
  await using engine = createEngine({ search: { ...provider, operators } });
  const { results } = await engine.search({ query: "runtime", categories: ["pdf"] });
  expect(results.web?.map(({ url, category }) => [url, category])).toEqual(found.slice(1).map((url) => [url, "pdf"]));
});

test.each(["not a domain", "a.example b.example", "a..b", "http://", "?", "a.example:port"])(
  "what is no domain is refused, and not left out of the search: %s",
  async (domain) => {
    await using engine = createEngine({ search: providerOf(hits).provider });
    for (const name of ["includeDomains", "excludeDomains"])
      await expect(engine.search({ query: "a", [name]: ["arxiv.org", domain] })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: `\`${name}[1]\` must be a domain such as \`example.com\`.`,
      });
  },
);

test("the string form of sources takes the request's targeting; the object form has its own, and a warning says so", async () => {
  const { provider, asked } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  await engine.search({ query: "a", tbs: "qdr:w", country: "DE", lang: "de", location: "Berlin" });
  const own = { query: "b", tbs: "qdr:w", country: "DE", sources: [{ type: "web" as const, country: "FR" }] };
  const { warning } = await engine.search(own);
  expect(asked[0]).toMatchObject({ time: { past: "week" }, country: "de", language: "de", location: "Berlin" });
  expect(asked[1]).toMatchObject({ time: undefined, country: "fr", language: "en" });
  expect(warning).toContain("`tbs`, `country`: no effect on sources in their object form");
});

test("a source may be named twice, but not with different options", async () => {
  const { provider, asked } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  await engine.search({ query: "a", sources: ["web", { type: "web" }] });
  expect(asked).toHaveLength(1);
  await expect(engine.search({ query: "a", sources: ["web", { type: "web", country: "FR" }] })).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringContaining("must not have `web` twice with different options"),
  });
});

test("change tracking is not for results", async () => {
  await using engine = createEngine();
  const tracked = engine.search({ query: "a", scrapeOptions: { formats: ["markdown", "changeTracking"] } });
  await expect(tracked).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringMatching(/changeTracking/),
  });
});

test("ignoreInvalidURLs leaves out what the other endpoints refuse", async () => {
  const { provider } = providerOf([...hits, { url: "http://127.0.0.1/admin", title: "Inside", description: "" }]);
  await using engine = createEngine({ search: provider });
  const { results } = await engine.search({ query: "runtime", limit: 10, ignoreInvalidURLs: true });
  expect(results.web?.map((result) => new URL(result.url).hostname)).toEqual([
    "github.com",
    "arxiv.org",
    "news.example",
  ]);
});

test("a search is remembered for a while", async () => {
  const { provider, asked } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  await engine.search({ query: "runtime" });
  await engine.search({ query: "runtime" });
  expect(asked.length).toBe(1);
});

test("without a provider, pages that were scraped before are searched, and it is said", async () => {
  await using site = await startFixtureSite({
    routes: {
      lamps: (exchange) =>
        send(exchange, page("Lamps", "<p>A lighthouse lamp burns oil and shines far over the sea every night.</p>")),
      rugs: (exchange) =>
        send(
          exchange,
          page("Rugs", "<p>A rug lies on the floor of a house, as * in json/__init__.py #1, and is woven by hand.</p>"),
        ),
    },
  });
  await using engine = createEngine({ policy });
  await engine.scrape({ url: `${site.origin}/lamps` });
  await engine.scrape({ url: `${site.origin}/rugs` });
  const { results, warning } = await engine.search({ query: "lighthouses" });
  expect(results.web).toEqual([
    expect.objectContaining({
      url: `${site.origin}/lamps`,
      title: "Lamps",
      description: expect.stringMatching(/lighthouse lamp/),
    }),
  ]);
  const [rug] = (await engine.search({ query: "rug floor" })).results.web ?? [];
  expect(rug?.description).toBe(
    "Rugs A rug lies on the floor of a house, as * in json/__init__.py #1, and is woven by hand.",
  );
  expect(warning).toMatch(/No search provider is configured/);
  expect((await engine.search({ query: "house -woven" })).results.web).toEqual([]);
  await expect(engine.search({ query: "lamp", sources: ["news"] })).rejects.toMatchObject({
    code: "CAPABILITY_MISSING",
  });
});

test("the local index holds operators against the whole text of a page", async () => {
  const far = "Nothing of interest stands here. ".repeat(60);
  await using site = await startFixtureSite({
    routes: {
      lamps: (exchange) => send(exchange, page("Lamps", `<p>${far}</p><p>The <b>brass</b> lamp of the keeper.</p>`)),
      rugs: (exchange) => send(exchange, page("Rugs", `<p>${far}</p><p>The keeper has a lamp of brass on a rug.</p>`)),
    },
  });
  await using engine = createEngine({ policy });
  await engine.scrape({ url: `${site.origin}/lamps` });
  await engine.scrape({ url: `${site.origin}/rugs` });
  const found = async (query: string) => {
    const { results } = await engine.search({ query });
    return results.web?.map(({ url }) => new URL(url).pathname).toSorted();
  };
  expect(await found('"brass lamp" keeper')).toEqual(["/lamps"]);
  expect(await found('"brass lamp" OR "lamp of brass"')).toEqual(["/lamps", "/rugs"]);
  expect(await found("keeper -rug")).toEqual(["/lamps"]);
  expect(await found("keeper inurl:rugs")).toEqual(["/rugs"]);
  expect(await found("keeper intitle:lamps")).toEqual(["/lamps"]);
  expect(await found("site:127.0.0.1")).toEqual(["/lamps", "/rugs"]);
  expect(await found("keeper filetype:pdf")).toEqual([]);
  expect(await found("keeper site:elsewhere.example")).toEqual([]);
});

test("the local index reads a page as its readers do, without the marks of its Markdown", async () => {
  const text = `See the <a href="/terms">open-source</a> licence of <b>v1</b>.2.3, <i>keeper</i>@lamps.example, __init__, a well-known<br>trade-off.`;
  await using site = await startFixtureSite({
    routes: {
      lamps: (exchange) => send(exchange, page("Lamps", `<p>${text} They don’t burn.</p>`)),
      rugs: (exchange) => send(exchange, page("Rugs", "<p>Open the licence of the keeper: a known trade.</p>")),
    },
  });
  await using engine = createEngine({ policy });
  await engine.scrape({ url: `${site.origin}/lamps` });
  await engine.scrape({ url: `${site.origin}/rugs` });
  const found = async (query: string) => {
    const { results } = await engine.search({ query });
    return results.web?.map(({ url }) => new URL(url).pathname);
  };
  for (const phrase of [
    ...["open-source licence", "v1.2.3", "keeper@lamps.example", "__init__", "well-known trade-off", "don't burn"],
  ])
    expect([phrase, await found(`"${phrase}"`)]).toEqual([phrase, ["/lamps"]]);
  expect(await found("licence -don't")).toEqual(["/rugs"]);
  expect(await found("licence -terms")).toEqual(expect.arrayContaining(["/lamps", "/rugs"]));
});

test("the local index finds Arabic words with or without their article", async () => {
  await using site = await startFixtureSite({
    routes: {
      with: (exchange) => send(exchange, page("One", "<p>الكتاب الجديد عن تاريخ المدينة القديمة</p>")),
      without: (exchange) => send(exchange, page("Two", "<p>كتاب جديد عن تاريخ مدينة قديمة</p>")),
    },
  });
  await using engine = createEngine({ policy });
  for (const path of ["with", "without"]) await engine.scrape({ url: `${site.origin}/${path}` });
  for (const query of ["الكتاب", "كتاب"]) {
    const { results } = await engine.search({ query });
    expect(results.web?.map(({ title }) => title).toSorted()).toEqual(["One", "Two"]);
  }
});

test("the local index goes on to look for pages until enough of them fit the operators", async () => {
  await using site = await startFixtureSite({
    routes: {
      boats(exchange) {
        const number = Number(exchange.rest[0]);
        const text =
          number === 57 ? `One of the boats. ${"It lies in the harbour. ".repeat(30)}` : "Boats, blue boats.";
        send(exchange, page(`Boat ${number}`, `<p>${text}</p>`));
      },
    },
  });
  await using engine = createEngine({ policy });
  for (let number = 0; number < 80; number += 1) await engine.scrape({ url: `${site.origin}/boats/${number}` });
  const found = async (query: string, tbs?: string) => {
    const { results } = await engine.search({ query, tbs });
    return results.web?.map(({ url }) => new URL(url).pathname);
  };
  for (const query of ["boat -blue", `boat site:127.0.0.1/boats/57`, `site:127.0.0.1/boats/57`])
    expect([query, await found(query)]).toEqual([query, ["/boats/57"]]);
  const newest = [79, 78, 77, 76, 75].map((number) => `/boats/${number}`);
  expect(await found("boat", "sbd:1")).toEqual(newest);
  expect((await found("boats in the harbour", "sbd:1"))?.slice(0, 2)).toEqual(["/boats/57", "/boats/79"]);
  expect(await found("site:127.0.0.1/boats")).toEqual(newest);
});

test.each(["-lamp", "filetype:pdf", "?!"])(
  "the local index says that it has nothing to look for: %s",
  async (query) => {
    await using engine = createEngine();
    const { results, warning } = await engine.search({ query });
    expect(results.web).toEqual([]);
    expect(warning).toContain("neither a word to look for nor a `site:`");
  },
);

test("a warning says that the local index has more pages than were held against the query", async () => {
  const pageIndex = memoryPageIndex({ clock: { now: () => Date.now() } });
  await using engine = createEngine({ stores: { pageIndex } });
  const put = async (number: number) =>
    await pageIndex.put({
      ...{ team: bypassPrincipal.team, url: `https://a.example/${number}`, text: "A blue lamp.", links: [] },
      indexedAt: number,
    });
  for (let number = 0; number < 999; number += 1) await put(number);
  const warningFor = async (query: string, tbs?: string) => (await engine.search({ query, tbs })).warning;
  const warning = /Only 1000 of the pages that were scraped before were held against the query/;
  for (const query of ["lamp -blue", "site:a.example -blue"]) expect(await warningFor(query)).not.toMatch(warning);
  expect(await warningFor("lamp", "sbd:1")).not.toMatch(warning);
  await put(999);
  for (const query of ["lamp -blue", "site:a.example -blue"]) expect(await warningFor(query)).toMatch(warning);
  expect(await warningFor("lamp", "sbd:1")).toMatch(warning);
  for (const query of ["lamp", "lamp blue", "site:a.example"]) expect(await warningFor(query)).not.toMatch(warning);
  expect(await warningFor("site:a.example", "sbd:1")).not.toMatch(warning);
});

test("a source that no provider knows does not take the others with it", async () => {
  const { provider } = providerOf(hits);
  await using engine = createEngine({ search: { ...provider, sources: new Set(["web"] as const) } });
  const { results, warning } = await engine.search({ query: "runtime", sources: ["web", "images"] });
  expect(results.web?.length).toBe(4);
  expect(results).not.toHaveProperty("images");
  expect(warning).toMatch(/sources: images/);
});

test("a place within a country searches in that country", async () => {
  const { provider, asked } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  await engine.search({ query: "a", location: "Berlin,Berlin,Germany" });
  await engine.search({ query: "b", location: "Germany", country: "AT" });
  expect(asked.map(({ country }) => country)).toEqual(["de", "at"]);
});

test("categories and domains narrow a query that names sites itself", async () => {
  const { provider, asked } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  const both = await engine.search({ query: "runtime site:nodejs.example", categories: ["github"] });
  expect(both.results.web).toEqual([]);
  await engine.search({ query: "runtime", categories: ["pdf", "github"], excludeDomains: ["spam.example"] });
  expect(asked.map(({ text }) => text)).toEqual([
    "runtime site:nodejs.example site:github.com",
    "runtime site:github.com",
  ]);
});

test("domains may be written as addresses, and in any alphabet", async () => {
  const { provider, asked } = providerOf([{ url: "https://www.xn--bcher-kva.example/1", title: "A book" }]);
  await using engine = createEngine({ search: provider });
  for (const domain of ["https://Bücher.example/", "bücher.example", "www.xn--bcher-kva.example"]) {
    const { results } = await engine.search({ query: "book", includeDomains: [domain] });
    expect(results.web).toHaveLength(1);
  }
  expect(asked[0]).toMatchObject({ text: "book site:xn--bcher-kva.example", domains: ["xn--bcher-kva.example"] });
  const without = await engine.search({ query: "book", excludeDomains: ["http://bücher.example"] });
  expect(without.results.web).toEqual([]);
});

test("a time filter that nobody here knows is told, and left to the search engine", async () => {
  const { provider, asked } = providerOf(hits);
  await using engine = createEngine({ search: provider });
  const { results, warning } = await engine.search({ query: "runtime", sources: ["web", "news"], tbs: "qdr:w2" });
  expect(results.web).toHaveLength(4);
  expect(asked[0]?.time).toEqual({ tbs: "qdr:w2", newestFirst: false });
  expect(warning?.match(/`tbs`: "qdr:w2" is no time filter/g)).toHaveLength(1);
});

test("an address that leads nowhere is no result, and one that only counts visitors is no other page", async () => {
  const { provider } = providerOf([
    ...["", "javascript:alert(1)", "https://a.example/1", "https://a.example/1?utm_source=mail"].map((url) => ({
      url,
      title: "One",
    })),
  ]);
  await using engine = createEngine({ search: provider });
  const { results, creditsUsed } = await engine.search({ query: "one", limit: 10 });
  expect(results.web?.map(({ url }) => url)).toEqual(["https://a.example/1"]);
  expect(creditsUsed).toBe(1);
});

test("results that don't show a phrase are left out with a warning when no other is there", async () => {
  const { provider } = providerOf([{ url: "https://a.example/1", title: "Rate limits", description: "How many" }]);
  await using engine = createEngine({ search: { ...provider, operators: new Set<never>() } });
  const { results, warning } = await engine.search({ query: '"leaky bucket" limits' });
  expect(results.web).toEqual([]);
  expect(warning).toMatch(/^Nothing that \w+ found shows/);
  expect(await engine.search({ query: '"rate limits"' })).not.toHaveProperty("warning");
});

test("results that are of no wanted category, or of another time, are left out with a warning that says so", async () => {
  const { provider } = providerOf([{ url: "https://a.example/1", title: "Rates", date: "2019-05-01" }]);
  const operators = new Set(["filetype"] as const);
  await using engine = createEngine({ search: { ...provider, operators } });
  const noPdf = await engine.search({ query: "rates", categories: ["pdf"] });
  expect(noPdf).toMatchObject({ results: { web: [] }, warning: expect.stringContaining("no result for web") });
  const noCode = await engine.search({ query: "rates", categories: ["github"] });
  expect(noCode).toMatchObject({ results: { web: [] }, warning: expect.stringContaining("domains and categories") });
  const old = await engine.search({ query: "rates", tbs: "qdr:w" });
  expect(old).toMatchObject({ results: { web: [] }, warning: expect.stringContaining("of another time") });
});

test("pages that were scraped are found in plain letters, and by words with their own signs first", async () => {
  const texts = {
    lodz: "Towar w mieście Łódź. Żółw.",
    cest: "C’est la vie. C’est tout.",
    cpp: "A guide to C++ for all.",
  };
  const route = (text: string) => (exchange: Parameters<typeof send>[0]) =>
    send(exchange, page("Page", `<p>${text}</p>`));
  await using site = await startFixtureSite({
    routes: Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, route(text)])),
  });
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  for (const path of Object.keys(texts)) await engine.scrape({ url: `${site.origin}/${path}` });
  const first = async (query: string) => (await engine.search({ query })).results.web?.[0]?.url;
  expect(await first("lodz")).toBe(`${site.origin}/lodz`);
  expect(await first("ŁÓDŹ zolw")).toBe(`${site.origin}/lodz`);
  expect(await first("C++")).toBe(`${site.origin}/cpp`);
});

test("pages that may not be kept are not found", async () => {
  await using site = await startFixtureSite({
    routes: {
      secret: (exchange) =>
        send(exchange, page("Secret", "<p>The lighthouse keeper's diary is kept in the attic.</p>")),
    },
  });
  await using engine = createEngine({ policy });
  await engine.scrape({ url: `${site.origin}/secret`, storeInCache: false });
  await engine.scrape({ url: `${site.origin}/secret`, headers: { cookie: "user=1" } });
  await engine.scrape({ url: `${site.origin}/secret`, zeroDataRetention: true });
  expect((await engine.search({ query: "lighthouse" })).results.web).toEqual([]);
});

test("a page that was scraped a moment ago is found by a search that was made before", async () => {
  await using site = await startFixtureSite({
    routes: { keeper: (exchange) => send(exchange, page("Keeper", "<p>The lighthouse keeper is at home.</p>")) },
  });
  await using engine = createEngine({ policy });
  const found = async () => (await engine.search({ query: "lighthouse" })).results.web?.map(({ url }) => url);
  for (const count of [1, 2]) {
    await engine.scrape({ url: `${site.origin}/keeper/${count}` });
    expect(await found()).toHaveLength(count);
  }
});

test("a page that is gone is not found any more, also one that only says so", async () => {
  const gone = "<h1>Page not found</h1><p>Sorry, the page you are looking for does not exist.</p>";
  await using site = await startFixtureSite({
    routes: {
      lamp: (exchange) =>
        send(
          exchange,
          exchange.requestsBefore === 0
            ? page("Lamp", "<p>The lighthouse keeper's lamp is lit at night.</p>")
            : page("Page not found", gone),
        ),
    },
  });
  await using engine = createEngine({ policy });
  const found = async (query: string) => (await engine.search({ query })).results.web?.length;
  await engine.scrape({ url: `${site.origin}/lamp` });
  expect(await found("lighthouse")).toBe(1);
  await engine.scrape({ url: `${site.origin}/lamp`, maxAge: 0 });
  expect(await found("keeper")).toBe(0);
});

test("an address that leads to another page, or to none, is not found any more", async () => {
  let hasMoved = false;
  const movesTo = (location: string) => (exchange: Exchange) =>
    hasMoved
      ? send(exchange, "", { status: location === "/new" ? 302 : 301, headers: { location } })
      : send(exchange, page("Lamp", "<p>The lighthouse lamp costs 19 dollars.</p>"));
  await using site = await startFixtureSite({
    routes: {
      ...{ old: movesTo("/new"), dropped: movesTo("/missing"), members: movesTo("/login") },
      new: (exchange) => send(exchange, page("Lamp", "<p>The lighthouse lamp costs 91 dollars.</p>")),
      missing: (exchange) => send(exchange, page("Not found", "<p>Nothing is here.</p>"), { status: 404 }),
      login: (exchange) => send(exchange, page("Forbidden", "<p>Members only.</p>"), { status: 403 }),
    },
  });
  await using engine = createEngine({ policy });
  const foundAfterScraping = async () => {
    for (const path of ["old", "dropped", "members"]) await engine.scrape({ url: `${site.origin}/${path}`, maxAge: 0 });
    const { results } = await engine.search({ query: "lighthouse" });
    return results.web?.map(({ url }) => new URL(url).pathname).toSorted();
  };
  expect(await foundAfterScraping()).toEqual(["/dropped", "/members", "/old"]);
  hasMoved = true;
  expect(await foundAfterScraping()).toEqual(["/members", "/new"]);
});

test("a page that takes too long keeps its listing, and the others what they say", async () => {
  await using site = await startFixtureSite({
    routes: { quick: (exchange) => send(exchange, page("Quick", "<p>The lighthouse keeper was at home.</p>")) },
  });
  const paths = [...Array<string>(7).fill("/hang"), "/quick"];
  const { provider } = providerOf(paths.map((path, at) => ({ url: `${site.origin}${path}?${at}`, title: path })));
  await using engine = createEngine({ search: provider, policy });
  const scrapeOptions = { formats: ["markdown" as const] };
  const { results } = await engine.search({ query: "keeper", limit: 10, timeout: 1500, scrapeOptions });
  expect(results.web?.map(({ title }) => title)).toEqual(paths);
  expect(results.web?.[0]?.metadata).toMatchObject({ statusCode: 0, error: expect.stringMatching(/^Not finished/) });
  const { results: first } = await engine.search({
    query: "keeper",
    limit: 10,
    timeout: 1501,
    scrapeOptions: { ...scrapeOptions, timeout: 200 },
  });
  expect(first.web?.at(-1)?.markdown).toMatch(/lighthouse keeper/);
});

test("secrets among the headers for pages go to none that a search found by itself", async () => {
  const got: unknown[] = [];
  await using site = await startFixtureSite({
    routes: {
      found: (exchange) => {
        const { authorization, "x-functions-key": key, "accept-language": language } = exchange.request.headers;
        got.push([authorization, key, language]);
        send(exchange, page("Found", "<p>The lighthouse keeper was at home.</p>"));
      },
    },
  });
  const { provider } = providerOf([{ url: `${site.origin}/found`, title: "Found" }]);
  await using engine = createEngine({ search: provider, policy });
  const headers = { Authorization: "Bearer key", "X-Functions-Key": "key", "Accept-Language": "eo" };
  const scrapeOptions = { formats: ["markdown" as const], headers };
  const { warning } = await engine.search({ query: "keeper", scrapeOptions });
  expect(got).toEqual([[undefined, undefined, "eo"]]);
  expect(warning).toContain("only sites of `includeDomains` get Authorization, X-Functions-Key, which may be secret");
});

test("a provider that names a page twice ranks it once", async () => {
  const named = (path: string) => ({ url: `https://site.example/${path}`, title: path });
  const { provider } = providerOf([named("best"), named("good"), named("fair"), named("good"), named("fair")]);
  await using engine = createEngine({ search: provider });
  const { results } = await engine.search({ query: "keeper" });
  expect(results.web?.map(({ title }) => title)).toEqual(["best", "good", "fair"]);
});

test("a search that takes too long is SCRAPE_TIMEOUT", async () => {
  const slow: SearchProvider = { ...providerOf([]).provider, search: () => new Promise(() => {}) };
  await using engine = createEngine({ search: slow });
  await expect(engine.search({ query: "a", timeout: 50 })).rejects.toMatchObject({
    code: "SCRAPE_TIMEOUT",
    status: 408,
  });
});

test("a source that is late or fails does not take the others with it, and is named", async () => {
  const { provider } = providerOf(hits);
  const answer = (ofNews: SearchProvider["search"]): SearchProvider => ({
    ...provider,
    search: (query, signal) => (query.source === "news" ? ofNews(query, signal) : provider.search(query, signal)),
  });
  const ask = async (ofNews: SearchProvider["search"]) => {
    await using engine = createEngine({ search: answer(ofNews) });
    return await engine.search({ query: "runtime", sources: ["web", "news"], timeout: 1000 });
  };
  const late = await ask(() => new Promise(() => {}));
  expect([late.results.web?.length, late.results.news]).toEqual([4, undefined]);
  expect(late.warning).toMatch(/^news: Not finished within \d+ ms/);
  const failed = await ask(() => Promise.reject(new EngineError("PROVIDER_FAILED", "fixture is blocked.")));
  expect(failed.warning).toBe("news: No search provider answered. fixture is blocked.");
});

test("a failure is never an empty success", async () => {
  const failing: SearchProvider = {
    ...providerOf([]).provider,
    search: () => Promise.reject(new EngineError("PROVIDER_FAILED", "fixture is blocked.")),
  };
  await using engine = createEngine({ search: failing });
  await expect(engine.search({ query: "a" })).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
    message: expect.stringMatching(/fixture is blocked/),
  });
});
