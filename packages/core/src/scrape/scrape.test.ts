import { httpSource } from "../fetch/http/http-source.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Keyv } from "keyv";
import { fakeClock, send, startFixtureSite, type FixtureSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createEngine,
  EngineError,
  folderBlobStore,
  scrape,
  type EngineConfig,
  type EngineEvent,
  type PageSource,
} from "../index.ts";

let site: FixtureSite;
beforeAll(async () => void (site = await startFixtureSite()));
afterAll(() => site[Symbol.asyncDispose]());

const local: EngineConfig = { policy: { allowPrivateNetworks: true } };

describe("scrape", () => {
  it("needs no configuration but the permission to reach this machine", async () => {
    const result = await scrape({ url: `${site.origin}/article` }, local);
    expect(result.markdown).toContain("## The lamp");
    expect(result.markdown).not.toContain("newsletter");
    expect(Object.keys(result).toSorted()).toEqual(["markdown", "metadata"]);
  });

  it("returns the formats that were asked for, and no others", async () => {
    await using engine = createEngine(local);
    const formats = ["html", "rawHtml", "links", { type: "markdown" }] as const;
    const result = await engine.scrape({ url: `${site.origin}/article`, formats: [...formats] });
    expect(result.html).toContain(`href="${site.origin}/lamp.html?size=big#top"`);
    expect(result.html).not.toContain("<script");
    expect(result.rawHtml).toContain("window.tracker");
    expect(result.links).toEqual([`${site.origin}/lamp.html?size=big`, "https://example.com/winds"]);
    expect(result.markdown).toContain("![A sketch](<Base64-Image-Removed>)");
    const bare = await engine.scrape({ url: `${site.origin}/article`, formats: [] });
    expect(Object.keys(bare)).toEqual(["metadata"]);
  });

  it.each([
    ["application/json", '{"html":"<b>&amp;</b>",  "n": 1.0}\n'],
    ["application/xml", "<?xml version='1.0'?>\r\n<a>&lt;</a>"],
    ["text/csv", 'a,b\r\n"<x>",2\r\n'],
    ["text/plain", "1 < 2 & so on"],
    ["application/yaml", "a: <b>"],
  ])("returns %s raw as it was sent", async (type, text) => {
    await using served = await startFixtureSite({ routes: { file: (exchange) => send(exchange, text, { type }) } });
    const result = await scrape({ url: `${served.origin}/file`, formats: ["rawHtml", "html"] }, local);
    expect(result.rawHtml).toBe(text);
    expect(result.html).toContain("&lt;");
  });

  it("tells the whole page from its main content", async () => {
    const result = await scrape({ url: `${site.origin}/article`, onlyMainContent: false }, local);
    expect(result.markdown).toContain("newsletter");
    expect(result.markdown).not.toContain("never in the output");
  });

  it("obeys includeTags and excludeTags", async () => {
    await using engine = createEngine(local);
    const url = `${site.origin}/article`;
    const included = await engine.scrape({ url, includeTags: ["h2", ".newsletter"] });
    expect(included.markdown?.trim()).toBe("## The lamp\n\nSubscribe to our newsletter!");
    const excluded = await engine.scrape({ url, excludeTags: ["table", "#lamp"] });
    expect(excluded.markdown).not.toMatch(/Storms|The lamp\n/);
    const nothing = await engine.scrape({ url, includeTags: [".absent"] });
    expect([nothing.markdown, nothing.warning]).toEqual([
      "",
      expect.stringMatching(/matches `includeTags`.*`waitFor`/),
    ]);
    await expect(engine.scrape({ url, includeTags: ["p[["] })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("names a misspelled key of an option in the warning", async () => {
    await using engine = createEngine(local);
    const location = { country: "DE", langauges: ["de"] };
    const { warning } = await engine.scrape({ url: `${site.origin}/article`, location });
    expect(warning).toBe("`location.langauges` has no effect: it is not known here. Did you mean `languages`?");
  });

  it("says what happened on the way", async () => {
    await using engine = createEngine({ ...local, runtime: { newId: () => "id-1" } });
    const { metadata } = await engine.scrape({ url: `${site.origin}/article`.replace("http://", "") });
    expect(metadata).toMatchObject({
      title: "The lighthouse on the cape",
      sourceURL: `${site.origin}/article`.replace("http://", ""),
      url: `${site.origin}/article`,
      statusCode: 200,
      contentType: "text/html; charset=utf-8",
      scrapeId: "id-1",
      proxyUsed: "basic",
      source: "http",
      creditsUsed: 1,
      cacheState: "miss",
      verdict: "ok",
    });
  });

  it.each([5, "", "a/b", undefined])("refuses the id %s, under which nobody could ask for it again", async (id) => {
    await using engine = createEngine({ ...local, runtime: { newId: () => id as string } });
    await expect(engine.scrape(`${site.origin}/article`)).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: "An id of `runtime.newId` must have 1 to 100 letters, digits, `-` and `_`.",
    });
  });

  it("returns an error page as a result", async () => {
    const { metadata, markdown } = await scrape({ url: `${site.origin}/status/404` }, local);
    expect(metadata).toMatchObject({ statusCode: 404, error: "Not Found" });
    expect(markdown).toContain("This page answers 404.");
  });

  it("refuses private addresses until they are allowed", async () => {
    await expect(scrape({ url: site.origin })).rejects.toMatchObject({ code: "URL_BLOCKED" });
  });

  it("gives up after its timeout, and when the caller does", async () => {
    await using engine = createEngine(local);
    await expect(engine.scrape({ url: `${site.origin}/hang`, timeout: 200 })).rejects.toMatchObject({
      code: "SCRAPE_TIMEOUT",
      message: "Not finished within 200 ms; set a larger `timeout`.",
    });
    await using strict = createEngine({ policy: { ...local.policy, maxTimeoutMs: 200 } });
    await expect(strict.scrape({ url: `${site.origin}/hang?1`, timeout: 60_000 })).rejects.toMatchObject({
      message: expect.stringMatching(/^Not finished within 200 ms; .* allows no more \(`policy\.maxTimeoutMs`\)\.$/),
    });
    const caller = new AbortController();
    const result = engine.scrape({ url: `${site.origin}/hang?2` }, { signal: caller.signal });
    caller.abort();
    await expect(result).rejects.toMatchObject({ code: "ABORTED" });
  });

  it.each([
    [{ formats: ["screenshot" as const] }, "screenshot", "sources: [httpSource(), playwright()]"],
    [{ actions: [{ type: "press" as const, key: "Enter" }] }, "actions", "sources: [httpSource(), playwright()]"],
    [{ waitFor: 10 }, "waitFor", "sources: [httpSource(), playwright()]"],
    [{ mobile: true }, "mobile", "sources: [httpSource(), playwright()]"],
    [{ proxy: "stealth" as const }, "stealth", "stealth"],
  ])("says for %j what is missing and how to get it", async (options, option, remedy) => {
    await expect(scrape({ url: site.origin, ...options }, local)).rejects.toMatchObject({
      code: "CAPABILITY_MISSING",
      message: expect.stringMatching(new RegExp(`${option}.*${remedy.replace(/[()[\]]/g, "\\$&")}`)),
    });
  });

  it("explains its choice of content when asked", async () => {
    const { explanation } = await scrape({ url: `${site.origin}/article` }, local, { explain: true });
    expect(explanation?.mainContent?.removed.map((removal) => removal.path).join("\n")).toMatch(/footer/);
  });

  it("makes Markdown with the caller's converter", async () => {
    const markdown = (html: string, url: string) => `${url} has ${html.length > 100 ? "much" : "little"} HTML`;
    const result = await scrape({ url: `${site.origin}/article` }, { ...local, content: { markdown } });
    expect(result.markdown).toBe(`${site.origin}/article has much HTML`);
    expect(result).not.toHaveProperty("html");
  });
});

describe("the cache", () => {
  const url = (key: string) => `${site.origin}/counted/${key}`;

  it("serves another format of the same page without asking again", async () => {
    await using engine = createEngine(local);
    await engine.scrape({ url: url("format") });
    const { html, metadata } = await engine.scrape({ url: url("format"), formats: ["html"] });
    expect(html).toContain("Visit 1.");
    expect(metadata.cacheState).toBe("hit");
    expect(metadata.cachedAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(site.visits("/counted/format")).toBe(1);
  });

  it("asks again for maxAge 0 and keeps the newer copy", async () => {
    await using engine = createEngine(local);
    await engine.scrape({ url: url("fresh") });
    const fresh = await engine.scrape({ url: url("fresh"), maxAge: 0 });
    expect(fresh.metadata.cacheState).toBeUndefined();
    expect((await engine.scrape({ url: url("fresh") })).markdown).toContain("Visit 2.");
  });

  it("asks again when the copy is older than maxAge", async () => {
    const clock = fakeClock();
    await using engine = createEngine({ ...local, runtime: { clock } });
    await engine.scrape({ url: url("old") });
    await clock.advance(60_001);
    expect((await engine.scrape({ url: url("old"), maxAge: 60_000 })).metadata.cacheState).toBe("miss");
  });

  it.each([
    ["storeInCache", { storeInCache: false }],
    ["zeroDataRetention", { zeroDataRetention: true }],
    ["headers", { headers: { cookie: "a=b" } }],
  ])("keeps nothing because of %s", async (name, options) => {
    await using engine = createEngine(local);
    await engine.scrape({ url: url(name), ...options });
    await engine.scrape({ url: url(name) });
    expect(site.visits(`/counted/${name}`)).toBe(2);
  });

  it("lets concurrent scrapes of one page share one capture", async () => {
    await using engine = createEngine(local);
    const results = await Promise.all(Array.from({ length: 8 }, () => engine.scrape({ url: url("shared") })));
    expect(results.map((result) => result.markdown?.includes("Visit 1."))).toEqual(Array(8).fill(true));
    expect(site.visits("/counted/shared")).toBe(1);
  });

  it("keeps a page for the one of two concurrent scrapes that lets it", async () => {
    await using engine = createEngine(local);
    const both = [true, false].map((storeInCache) => engine.scrape({ url: url("partly"), storeInCache }));
    await Promise.all(both);
    expect((await engine.scrape({ url: url("partly") })).metadata.cacheState).toBe("hit");
  });

  it("takes empty headers and actions for none", async () => {
    await using engine = createEngine(local);
    await engine.scrape({ url: url("none"), headers: {}, actions: [] });
    expect((await engine.scrape({ url: url("none") })).metadata.cacheState).toBe("hit");
  });

  it("is not shared between engines", async () => {
    await using one = createEngine(local);
    await using other = createEngine(local);
    await one.scrape({ url: url("engines") });
    await other.scrape({ url: url("engines") });
    expect(site.visits("/counted/engines")).toBe(2);
  });

  it("can be any Keyv, and be switched off", async () => {
    const cache = new Keyv();
    await using one = createEngine({ ...local, stores: { cache } });
    await using other = createEngine({ ...local, stores: { cache } });
    await one.scrape({ url: url("keyv") });
    expect((await other.scrape({ url: url("keyv") })).metadata.cacheState).toBe("hit");
    await using without = createEngine({ ...local, stores: { cache: false } });
    await without.scrape({ url: url("off") });
    expect((await without.scrape({ url: url("off") })).metadata.cacheState).toBeUndefined();
  });

  it("keeps a page that is not what was asked for only for a minute", async () => {
    const clock = fakeClock();
    await using engine = createEngine({ ...local, runtime: { clock } });
    const first = await engine.scrape({ url: `${site.origin}/empty?doubt` });
    expect(first.metadata.verdict).toBe("empty");
    expect((await engine.scrape({ url: `${site.origin}/empty?doubt` })).metadata.cacheState).toBe("hit");
    await clock.advance(60_001);
    expect((await engine.scrape({ url: `${site.origin}/empty?doubt` })).metadata.cacheState).toBe("miss");
  });
});

it("repeats no name and password, wherever a page source was led", async () => {
  const capture: PageSource["capture"] = async (request) => ({
    requestedUrl: request.url,
    url: "http://bob:hunter2@127.0.0.1:9/inside",
    status: 200,
    contentType: "text/html; charset=utf-8",
    headers: [],
    body: new TextEncoder().encode(`<h1>Inside</h1><p>${"A page. ".repeat(50)}<a href="further">Further</a></p>`),
    capturedAt: 0,
    source: "browser",
    proxyUsed: "basic",
    warnings: [],
  });
  const browser: PageSource = { name: "browser", capabilities: new Set(["wait"]), capture };
  const asked = { url: "http://127.0.0.1:9/", waitFor: 1, formats: ["markdown" as const, "links" as const] };
  const { markdown, links, metadata } = await scrape(asked, { ...local, sources: [httpSource(), browser] });
  expect(links).toEqual(["http://127.0.0.1:9/further"]);
  expect(metadata.url).toBe("http://127.0.0.1:9/inside");
  expect(markdown).not.toContain("hunter2");
});

describe("the ladder", () => {
  /** A source with a browser's capabilities that answers with one page. */
  const browser = (html: string): PageSource => ({
    name: "browser",
    capabilities: new Set(["javascript", "actions", "screenshot", "wait", "mobile"]),
    capture: async (request) => ({
      requestedUrl: request.url,
      url: request.url,
      status: 200,
      contentType: "text/html; charset=utf-8",
      headers: [],
      body: new TextEncoder().encode(html),
      screenshot: request.screenshot && new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
      capturedAt: 0,
      source: "browser",
      proxyUsed: request.proxy,
      warnings: ["The window was small."],
    }),
  });
  const rendered = browser(`<h1>Rendered</h1><p>${"By a browser at last. ".repeat(20)}</p>`);

  it("climbs when the cheap answer is not the page", async () => {
    const events: EngineEvent[] = [];
    const config = {
      ...local,
      sources: [httpSource(), rendered],
      runtime: { onEvent: (event: EngineEvent) => void events.push(event) },
    };
    const { markdown, metadata, warning } = await scrape({ url: `${site.origin}/empty` }, config);
    expect(markdown).toContain("# Rendered");
    expect(metadata).toMatchObject({ source: "browser", verdict: "ok" });
    expect(warning).toBe("The window was small.");
    expect(events).toMatchObject([
      { type: "capture-end", source: "http" },
      { type: "capture-end", source: "browser" },
    ]);
  });

  it("stays at the cheap source when its answer is good", async () => {
    const { metadata } = await scrape(
      { url: `${site.origin}/article` },
      { ...local, sources: [httpSource(), rendered] },
    );
    expect(metadata.source).toBe("http");
  });

  it("starts at the browser when the request needs one", async () => {
    const result = await scrape(
      { url: `${site.origin}/article`, formats: ["screenshot"] },
      { ...local, sources: [httpSource(), rendered] },
    );
    expect(result.screenshot).toMatch(/^data:image\/png;base64,/);
    expect(result.metadata.source).toBe("browser");
  });

  it("gives a screenshot itself, with a warning, when its store does not work", async () => {
    const folder = join(await mkdtemp(join(tmpdir(), "blobs-")), "file");
    await writeFile(folder, "not a folder");
    const blobs = folderBlobStore({ folder, publicUrl: "https://api.example" });
    const asked = { url: "http://127.0.0.1:9/", formats: ["screenshot" as const] };
    const { screenshot, warning } = await scrape(asked, {
      ...local,
      sources: [httpSource(), browser("<h1>Inside</h1>")],
      stores: { blobs },
    });
    expect(screenshot).toMatch(/^data:image\/png;base64,/);
    expect(warning).toMatch(
      /The window was small\. Screenshots and PDFs are in the result itself\. The store for files/,
    );
    expect(warning).not.toContain(folder);
    await rm(dirname(folder), { recursive: true });
  });

  it("keeps what it has when a higher rung can't be tried, and says why", async () => {
    const capture = () => Promise.reject(new EngineError("CAPABILITY_MISSING", "Install a browser."));
    const missing: PageSource = { name: "browser", capabilities: new Set(["javascript"]), capture };
    const { metadata, warning } = await scrape(
      { url: `${site.origin}/empty` },
      { ...local, sources: [httpSource(), missing] },
    );
    expect(metadata).toMatchObject({ source: "http", verdict: "empty" });
    expect(warning).toMatch(/Install a browser/);
  });

  /** A source behind a stealth proxy, to which every site is open; it waits for `gate`. */
  const stealthy = (gate: Promise<void> = Promise.resolve()): PageSource => {
    const plain = browser("<title>Just a moment...</title><h1>Checking your browser</h1><div id='cf-challenge'></div>");
    return {
      ...plain,
      capabilities: new Set([...plain.capabilities, "stealth"]),
      async capture(request, signal, context) {
        await gate;
        return request.proxy === "stealth"
          ? rendered.capture(request, signal, context)
          : plain.capture(request, signal, context);
      },
    };
  };
  const page = { url: "http://127.0.0.1:9/", waitFor: 1 };

  it("never gives a request for the basic way what only stealth could fetch, nor bills it", async () => {
    await using engine = createEngine({ ...local, sources: [httpSource(), stealthy()] });
    const climbed = await engine.scrape({ ...page, proxy: "auto" });
    expect(climbed.metadata).toMatchObject({ proxyUsed: "stealth", creditsUsed: 5 });
    const basic = await engine.scrape({ ...page, proxy: "basic" });
    expect(basic.metadata).toMatchObject({ proxyUsed: "basic", creditsUsed: 1, cacheState: "miss" });
    const again = await engine.scrape({ ...page, proxy: "auto", maxAge: Number.MAX_SAFE_INTEGER });
    expect(again.metadata).toMatchObject({ proxyUsed: "stealth", cacheState: "hit" });
  });

  it("climbs for a request that may, also when one that may not is under way for the same page", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    await using engine = createEngine({ ...local, sources: [httpSource(), stealthy(gate)] });
    const both = [engine.scrape({ ...page, proxy: "basic" }), engine.scrape({ ...page, proxy: "auto" })] as const;
    open();
    const [basic, auto] = await Promise.all(both);
    expect(basic.metadata).toMatchObject({ proxyUsed: "basic", creditsUsed: 1 });
    expect(auto.metadata).toMatchObject({ proxyUsed: "stealth", verdict: "ok" });
  });

  it("says so when no rung had the page", async () => {
    const { metadata, warning } = await scrape(
      { url: `${site.origin}/empty` },
      { ...local, sources: [httpSource(), browser("")] },
    );
    expect(metadata.verdict).toBe("empty");
    expect(warning).toMatch(/no text/);
  });
});
