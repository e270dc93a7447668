import { page, send, shopProducts, shopRoutes, startFixtureSite, type ModelAnswerer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { startModelledEngine } from "../../test/modelled-engine.ts";
import { createEngine } from "../engine.ts";
import type { EngineConfig } from "../config.ts";

const config: EngineConfig = {
  policy: { allowPrivateNetworks: true },
  network: { politeness: { startRate: 1000, maxRate: 1000 } },
};

const start = (answer: ModelAnswerer, more: EngineConfig = {}) => startModelledEngine(answer, { ...config, ...more });

const blog = () =>
  startFixtureSite({
    routes: {
      blog: (exchange) => {
        const [slug] = exchange.rest;
        const links = ["one", "two", "three"].map((name) => `<a href="/blog/${name}">${name}</a>`).join(" ");
        if (slug === undefined || slug === "") send(exchange, page("Blog", `<p>All posts of the blog.</p>${links}`));
        else send(exchange, page(`Post ${slug}`, `<p>Author: Rosa. Topic: ${slug}.</p>`));
      },
      shop: (exchange) => send(exchange, page("Shop", "<p>Nothing of the blog.</p>")),
    },
  });

/** Answers with the author and topic that the text states. */
const reader: ModelAnswerer = ({ user }) => {
  const [, author, topic] = /Author: (\w+)\. Topic: (\w+)/.exec(user) ?? [];
  const posts = topic === undefined ? [] : [{ title: topic, author }];
  return {
    json: {
      result: { posts },
      evidence: posts.map((_, index) => ({ path: `posts[${index}].title`, quote: `Topic: ${topic}` })),
    },
  };
};

const post = {
  type: "object",
  properties: { title: { type: "string" }, author: { type: "string" } },
  required: ["title"],
};
const schema = { type: "object", properties: { posts: { type: "array", items: post } }, required: ["posts"] };

test("what changes nothing for an extraction is named, and nothing is missed for it", async () => {
  await using site = await blog();
  await using tools = await start(reader);
  const urls = [`${site.origin}/blog/one`];
  const request = { urls, schema, scrapeOptions: { formats: ["screenshot", "markdown"] }, urlTrace: true } as const;
  const more = { allowExternalLinks: true, agent: { model: "FIRE-1" } };
  const { warning = "" } = await tools.engine.jobs.startExtract({ ...request, ...more });
  for (const name of ["scrapeOptions.formats", "urlTrace", "allowExternalLinks", "agent"])
    expect(warning).toContain(`\`${name}\` has no effect here: `);
  const quiet = { urls, schema, scrapeOptions: { formats: ["markdown"] } } as const;
  expect(await tools.engine.jobs.startExtract(quiet)).not.toHaveProperty("warning");
});

test("a schema that asks for nothing is taken for none, and this is said", async () => {
  await using site = await blog();
  await using tools = await start(() => ({ json: { result: { author: "Rosa" }, evidence: [] } }));
  const urls = [`${site.origin}/blog/one`];
  const { data, warning } = await tools.engine.extract({ urls, schema: { $schema: "any" } }).result();
  expect(data).toEqual({ author: "Rosa" });
  expect(warning).toMatch(/^The schema is empty, so the model chose the fields\./);
});

test("nothing to extract from says why the search found nothing", async () => {
  await using tools = await start(reader);
  await expect(tools.engine.extract({ prompt: "The author of the blog" }).result()).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringMatching(/^urls: nothing was found to extract from\. No search provider is configured/),
  });
});

test("a star stands for the pages below, and lists are put together with their sources", async () => {
  await using site = await blog();
  await using tools = await start(reader);
  const status = await tools.engine.extract({ urls: [`${site.origin}/blog/*`], schema, showSources: true }).result();
  expect(status).toMatchObject({ status: "completed", completed: 4, total: 4, tokensUsed: expect.any(Number) });
  const { posts } = status.data as { posts: { title: string; author: string }[] };
  expect(posts.toSorted((one, other) => one.title.localeCompare(other.title))).toEqual([
    { title: "one", author: "Rosa" },
    { title: "three", author: "Rosa" },
    { title: "two", author: "Rosa" },
  ]);
  const at = posts.findIndex(({ title }) => title === "two");
  expect(status.sources?.[`posts[${at}].title`]).toEqual([`${site.origin}/blog/two`]);
  expect(status.creditsUsed).toBe(20);
  expect(site.visits("/shop")).toBe(0);
});

test("what pages state to machines needs no model", async () => {
  await using site = await startFixtureSite({ routes: shopRoutes() });
  await using engine = createEngine(config);
  const [one, two] = shopProducts;
  const item = { type: "object", properties: { name: { type: "string" }, sku: { type: "string" } } };
  const products = { type: "object", properties: { product: { type: "array", items: item } } };
  const status = await engine
    .extract({ urls: [site.origin + one?.path, site.origin + two?.path], schema: products })
    .result();
  expect(status.data).toEqual({
    product: expect.arrayContaining([
      { name: one?.name, sku: one?.sku },
      { name: two?.name, sku: two?.sku },
    ]),
  });
});

test("without a model, what needs one is named: the operation and its option", async () => {
  await using site = await startFixtureSite();
  await using engine = createEngine(config);
  await expect(engine.jobs.startExtract({ urls: [site.origin], prompt: "Everything" })).rejects.toMatchObject({
    code: "CAPABILITY_MISSING",
    message: expect.stringMatching(/^`extract: prompt` needs a language model: /),
  });
  const unstated = { type: "object", properties: { owner: { type: "string" } } };
  expect(await engine.extract({ urls: [`${site.origin}/article`], schema: unstated }).result()).toMatchObject({
    status: "failed",
    error: expect.stringContaining("`extract: schema` needs a language model: "),
  });
});

test("the page above a star need not exist, and error pages are not read", async () => {
  await using site = await startFixtureSite({ routes: shopRoutes() });
  await using engine = createEngine(config);
  const product = { type: "object", properties: { name: { type: "string" }, sku: { type: "string" } } };
  const whole = { type: "object", properties: { product: { type: "array", items: product } } };
  const found = await engine.extract({ urls: [`${site.origin}/product/*`], schema: whole, limit: 3 }).result();
  expect(found).toMatchObject({ status: "completed", completed: 3 });
  expect((found.data as { product: unknown[] }).product.length).toBe(3);
  const missing = await engine.extract({ urls: [`${site.origin}/product/none`], schema: whole }).result();
  expect(missing).toMatchObject({ status: "failed", error: expect.stringMatching(/HTTP status 404/) });
});

test("nothing is read from a captcha or a notice in a page's place, and a part of a page is told as one", async () => {
  const captcha = `<title>Just a moment...</title><h1>Checking your browser</h1><p>Author: Nobody. Topic: captcha.</p>
    <p>Please verify you are human to continue.</p><div class="cf-turnstile"></div>`;
  const paid = `<p>Author: Rosa. Topic: tides.</p><p>${"The harbour is old and deep. ".repeat(5)}</p>
    <div class="paywall"><p>Subscribe to continue reading. This article is for subscribers only.</p></div>
    <script type="application/ld+json">{"@type":"NewsArticle","isAccessibleForFree":false,"headline":"Tides"}</script>`;
  await using site = await startFixtureSite({
    routes: {
      captcha: (exchange) => send(exchange, captcha),
      paid: (exchange) => send(exchange, page("Tides", paid)),
    },
  });
  await using tools = await start(reader);
  const urls = [`${site.origin}/captcha`, `${site.origin}/paid`];
  const status = await tools.engine.extract({ urls, schema }).result();
  expect(status).toMatchObject({
    status: "completed",
    completed: 1,
    data: { posts: [{ title: "tides" }] },
    creditsUsed: 5,
  });
  expect(status.errors).toMatchObject([{ url: urls[0], error: expect.stringMatching(/is not the page .*blocked/) }]);
  expect(status.warning).toMatch(/\/paid: Only a part of this page is free to read/);
});

test("where pages differ, the one that supports what it says wins", async () => {
  const say = (year: string) => page("About", `<p>We were founded in ${year}.</p>`);
  await using site = await startFixtureSite({
    routes: { a: (exchange) => send(exchange, say("the war")), b: (exchange) => send(exchange, say("1921")) },
  });
  await using tools = await start(({ user }) => ({ json: { result: { year: user.includes("1921") ? 1921 : 1850 } } }));
  const year = { type: "object", properties: { year: { type: "integer" } } };
  expect(
    (await tools.engine.extract({ urls: [`${site.origin}/a`, `${site.origin}/b`], schema: year }).result()).data,
  ).toEqual({
    year: 1921,
  });
});

test("of each field, the page that supports it wins", async () => {
  const say = (text: string) => page("About", `<p>${text}</p>`);
  await using site = await startFixtureSite({
    routes: {
      a: (exchange) => send(exchange, say("The house stands in Bergen.")),
      b: (exchange) => send(exchange, say("The house was built in 1921.")),
    },
  });
  await using tools = await start(({ user }) => ({
    json: { result: user.includes("1921") ? { year: 1921, city: "Paris" } : { year: 1850, city: "Bergen" } },
  }));
  const house = { type: "object", properties: { year: { type: "integer" }, city: { type: "string" } } };
  const urls = [`${site.origin}/a`, `${site.origin}/b`];
  const status = await tools.engine.extract({ urls, schema: house, showSources: true }).result();
  expect(status.data).toEqual({ year: 1921, city: "Bergen" });
  expect(status.sources).toEqual({ year: [urls[1]], city: [urls[0]] });
});

test("with enableWebSearch, pages that a search finds are read as well; without words to search for, it is said", async () => {
  await using site = await blog();
  const asked: string[] = [];
  const search = {
    name: "fixture",
    sources: new Set(["web"] as const),
    operators: new Set([]),
    search: async ({ text }: { readonly text: string }) => {
      asked.push(text);
      return { hits: [{ url: `${site.origin}/blog/two`, title: "Two" }], warnings: [] };
    },
  };
  await using tools = await start(reader, { search });
  const request = { urls: [`${site.origin}/blog/one`], enableWebSearch: true };
  const titled = await tools.engine.extract({ ...request, schema: { ...schema, title: "Posts of the blog" } }).result();
  expect((titled.data as { posts: unknown[] }).posts.length).toBe(2);
  expect(asked).toEqual(["Posts of the blog"]);
  const untitled = await tools.engine.extract({ ...request, schema }).result();
  expect((untitled.data as { posts: unknown[] }).posts.length).toBe(1);
  expect(untitled.warning).toMatch(/web was not searched/);
});

test("a result that does not fit its schema is repaired once, or failed with the fields named", async () => {
  await using site = await blog();
  const needs = { type: "object", properties: { year: { type: "integer" } }, required: ["year"] };
  await using mending = await start(({ user }) => ({
    json: { result: user.includes("earlier answer") ? { year: 1921 } : {} },
  }));
  expect((await mending.engine.extract({ urls: [`${site.origin}/blog/one`], schema: needs }).result()).data).toEqual({
    year: 1921,
  });
  await using failing = await start(() => ({ json: { result: {} } }));
  const status = await failing.engine.extract({ urls: [`${site.origin}/blog/one`], schema: needs }).result();
  expect(status).toMatchObject({ status: "failed", data: [], error: expect.stringMatching(/year/) });
  const asked = failing.server.requests.map(({ system, user }) => Math.ceil((system.length + user.length) / 4));
  expect(asked).toHaveLength(2);
  expect(status.tokensUsed).toBeGreaterThan(asked.reduce((sum, tokens) => sum + tokens, 0));
});

test("where no page has a text, no model is asked, also not to mend what was not read", async () => {
  await using site = await startFixtureSite({ routes: { "": (exchange) => send(exchange, "") } });
  await using tools = await start(() => ({ json: { result: { ceo: "Ada" }, evidence: [] } }));
  const ask = (wish: object) =>
    tools.engine
      .extract({ urls: [site.origin], schema: { type: "object", properties: { ceo: { type: "string" } }, ...wish } })
      .result();
  expect(await ask({})).toMatchObject({ data: {}, tokensUsed: 0 });
  expect(await ask({ required: ["ceo"] })).toMatchObject({
    status: "failed",
    error: expect.stringContaining("No page states what the schema asks for: ceo"),
  });
  expect(tools.server.requests).toHaveLength(0);
});

test("invalid URLs are listed, or refused when they are not tolerated", async () => {
  await using site = await blog();
  await using tools = await start(reader);
  const started = await tools.engine.jobs.startExtract({ urls: [`${site.origin}/blog/one`, "not a url"], schema });
  expect(started.invalidURLs).toEqual(["not a url"]);
  const strict = tools.engine.jobs.startExtract({ urls: ["not a url"], schema, ignoreInvalidURLs: false });
  await expect(strict).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringMatching(/^`urls\[0\]` must be an http or https URL such as .*, not "not a url"/),
    details: [{ path: ["urls", 0] }],
  });
  await expect(tools.engine.jobs.startExtract({ urls: [], schema })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  await expect(
    tools.engine.jobs.startExtract({ urls: [site.origin], schema: { type: "strin" } }),
  ).rejects.toMatchObject({
    code: "BAD_REQUEST",
  });
});

test("without URLs, a web search finds the pages", async () => {
  await using site = await blog();
  await using tools = await start(reader, {
    search: {
      name: "fixture",
      sources: new Set(["web"] as const),
      operators: new Set([]),
      search: async () => ({ hits: [{ url: `${site.origin}/blog/two`, title: "Two" }], warnings: [] }),
    },
  });
  const status = await tools.engine.extract({ prompt: "The posts", schema }).result();
  expect(status.data).toEqual({ posts: [{ title: "two", author: "Rosa" }] });
});

test("secrets among the headers go to the sites of the URLs, and not to what a search found", async () => {
  const asked: unknown[] = [];
  await using site = await startFixtureSite({
    routes: {
      blog: (exchange) => {
        const { host, authorization } = exchange.request.headers;
        asked.push([host, authorization]);
        send(exchange, page("Post", "<p>Author: Rosa. Topic: tides.</p>"));
      },
    },
  });
  const elsewhere = site.origin.replace("127.0.0.1", "localhost");
  await using tools = await start(reader, {
    search: {
      name: "fixture",
      sources: new Set(["web"] as const),
      operators: new Set([]),
      search: async () => ({ hits: [{ url: `${elsewhere}/blog/found`, title: "Found" }], warnings: [] }),
    },
  });
  const scrapeOptions = { headers: { Authorization: "Bearer key" } };
  const request = { urls: [`${site.origin}/blog/own`], prompt: "The posts", enableWebSearch: true, scrapeOptions };
  expect(await tools.engine.extract(request).result()).toMatchObject({ status: "completed", completed: 2 });
  expect(asked).toHaveLength(2);
  expect(asked).toEqual(
    expect.arrayContaining([
      [new URL(site.origin).host, "Bearer key"],
      [new URL(elsewhere).host, undefined],
    ]),
  );
});

test("a job whose pages all fail has failed, with the reason", async () => {
  await using tools = await start(reader);
  const status = await tools.engine.extract({ urls: ["http://127.0.0.1:9/gone"], schema, timeout: 5000 }).result();
  expect(status).toMatchObject({ status: "failed", error: expect.stringMatching(/No page could be read/) });
}, 120_000);

test("a page whose values do not come within its `timeout` has failed", async () => {
  await using site = await blog();
  await using tools = await start(() => new Promise(() => {}));
  const status = await tools.engine.extract({ urls: [`${site.origin}/blog/one`], schema, timeout: 1000 }).result();
  expect(status).toMatchObject({ status: "failed", error: expect.stringMatching(/Not finished within 1000 ms/) });
});

test("an extraction can be cancelled, and another team does not see it", async () => {
  await using site = await blog();
  await using tools = await start(() => new Promise(() => {}));
  const { id } = await tools.engine.jobs.startExtract({ urls: [`${site.origin}/blog/one`], schema });
  expect((await tools.engine.jobs.getExtract({ id })).status).toBe("processing");
  await tools.engine.jobs.cancel({ id, kind: "extract" });
  expect((await tools.engine.jobs.getExtract({ id })).status).toBe("cancelled");
  const other = { principal: { team: "other", apiKey: "key" } };
  await expect(tools.engine.jobs.getExtract({ id }, other)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
});
