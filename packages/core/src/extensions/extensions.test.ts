import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startBareServer, startCrawlSite } from "@garner/testkit/site";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { createEngine, defineFormat, EngineError, type EngineConfig, type Hooks, type SiteProfile } from "../index.ts";

const text = `<html><head><title>Lamps</title></head><body><main><h1>Lamps</h1>
  <p>All our lamps are made by hand, of brass and of glass, in a small house by the sea.</p>
  <p class="note">Prices are without tax</p><p><a href="/brass">Brass</a></p></main></body></html>`;

let site: Awaited<ReturnType<typeof startBareServer>>;
let url: string;
let teams: unknown[];
let folder: string;
beforeEach(async () => {
  teams = [];
  site = await startBareServer((request, response) => {
    if (request.url !== "/") return void response.writeHead(404).end();
    teams.push(request.headers["x-team"]);
    response.writeHead(200, { "content-type": "text/html" }).end(text);
  });
  url = `${site.origin}/`;
  folder = mkdtempSync(join(tmpdir(), "garner-profiles-"));
});
afterEach(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

const start = (config: EngineConfig) => createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] }, ...config });

describe("a format of the host's", () => {
  const words = defineFormat({
    name: "words",
    schema: z.string().transform((written) => written.split(" ").length),
    render: ({ markdown }) => markdown.replaceAll(/\s+/g, " "),
  });
  const broken = defineFormat({
    name: "broken",
    schema: z.int(),
    render: () => {
      throw new Error("no luck");
    },
  });
  const untrue = defineFormat({ name: "untrue", schema: z.int(), render: () => 1.5 });
  const refusing = defineFormat({
    name: "refusing",
    schema: z.int(),
    render: () => {
      throw new EngineError("FORBIDDEN", "Not this one.");
    },
  });

  test("is a field of the result, asked for by its value or its name, in scrapes, reads and jobs", async () => {
    await using engine = start({ content: { formats: [words] } });
    const scraped = await engine.scrape({ url, formats: [words, "links"] });
    const count: number = scraped.words;
    expect(count).toBe(26);
    expect(Object.keys(scraped).toSorted()).toEqual(["links", "metadata", "words"]);
    const byName = { url, formats: ["words", { type: "words" }] } as unknown as { readonly url: string };
    expect(await engine.scrape(byName)).toMatchObject({ words: count });
    expect((await engine.read({ html: text, url }, [words])).words).toBe(count);
    const batch = await engine.batchScrape({ urls: [url], formats: [words] }).result();
    expect(batch.pages[0]?.words).toBe(count);
    const crawl = await engine.crawl({ url, limit: 1, scrapeOptions: { formats: [words] } }).result();
    expect(crawl.pages[0]?.words).toBe(count);
  });

  test("that is not registered, or can't be, is a BAD_REQUEST", async () => {
    await using engine = start({});
    const unknown = { code: "BAD_REQUEST", message: expect.stringContaining("`words` is no format of this engine") };
    await expect(engine.scrape({ url, formats: [words] })).rejects.toMatchObject(unknown);
    expect(() => engine.crawl({ url, scrapeOptions: { formats: [words] } })).toThrow(expect.objectContaining(unknown));
    const byName = { url, formats: ["words"] } as unknown as { readonly url: string };
    await expect(engine.scrape(byName)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    const named = (name: string) => defineFormat({ name, schema: z.int(), render: () => 1 });
    for (const name of ["markdown", "metadata", "warning", "custom", "attributes", "no name", "__proto__", ""])
      expect(() => start({ content: { formats: [named(name)] } })).toThrow(/can't be the name of a format/);
    expect(() => start({ content: { formats: [words, words] } })).toThrow(/a name of its own/);
  });

  test("that fails is an error that names it", async () => {
    await using engine = start({ content: { formats: [broken, untrue, refusing] } });
    const error = await engine.scrape({ url, formats: [broken] }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: "EXTENSION_FAILED",
      details: { extension: "format broken" },
      message: expect.stringContaining("no luck"),
    });
    await expect(engine.scrape({ url, formats: [untrue] })).rejects.toMatchObject({
      code: "EXTENSION_FAILED",
      message: expect.stringContaining("does not fit its schema"),
    });
    await expect(engine.scrape({ url, formats: [refusing] })).rejects.toMatchObject({ code: "FORBIDDEN" });
    const job = await engine.batchScrape({ urls: [url], formats: [broken] }).result();
    expect(job.errors).toMatchObject([{ code: "EXTENSION_FAILED" }]);
  });
});

describe("hooks", () => {
  test.each([
    ["beforeCapture", () => 5, "an object like the one that it was given"],
    ["beforeCapture", () => ({ headers: {} }), "`url`"],
    ["afterCapture", (capture: object) => ({ ...capture, body: "<p>Text</p>" }), "`body`"],
    ["afterContent", () => ({ markdown: "Text" }), "`metadata`"],
    ["afterContent", (content: object) => ({ ...content, markdown: 5 }), "`markdown`"],
  ])("%s that gives back something else is an error that names it: %s", async (name, hook, message) => {
    await using engine = start({ hooks: { [name]: hook } as Hooks });
    await expect(engine.scrape(url)).rejects.toMatchObject({
      code: "EXTENSION_FAILED",
      message: expect.stringMatching(new RegExp(`The hook ${name} .*${message}`)),
    });
  });

  test("may give anything back for a document, which they change in place", async () => {
    const document: Hooks["document"] = (page) => page.toString() as never;
    await using engine = start({ hooks: { document } });
    expect((await engine.scrape(url)).metadata.statusCode).toBe(200);
  });

  test("stand around a capture, and not when the cache has it", async () => {
    const seen: string[] = [];
    const hooks: Hooks = {
      beforeCapture(request, { source }) {
        seen.push(`${source} ${request.url}`);
        return { ...request, headers: { ...request.headers, "x-team": "lamps" } };
      },
      afterCapture: (capture) => ({ ...capture, body: Buffer.from(text.replace("without tax", "with tax")) }),
    };
    await using engine = start({ hooks });
    const { markdown } = await engine.scrape(url);
    expect(markdown).toContain("with tax");
    expect((await engine.scrape(url)).metadata.cacheState).toBe("hit");
    expect(seen).toEqual([`http ${url}`]);
    expect(teams).toEqual(["lamps"]);
  });

  test("can't lead a capture to where the engine may not go", async () => {
    await using engine = start({ hooks: { beforeCapture: (request) => ({ ...request, url: "http://10.0.0.1/" }) } });
    await expect(engine.scrape(url)).rejects.toMatchObject({ code: "URL_BLOCKED" });
  });

  test("a document is a W3C Document of what was kept, and what it becomes is what is rendered", async () => {
    const hooks: Hooks = {
      document(document, call) {
        expect(call.url).toBe(url);
        document.querySelector(".note")?.remove();
        for (const link of document.querySelectorAll("a")) link.setAttribute("href", "https://elsewhere.example/");
        const heading = document.querySelector("h1");
        if (heading) heading.textContent = "Lights";
      },
    };
    await using engine = start({ hooks });
    const formats = ["markdown", "html", "links", "rawHtml"] as const;
    const { markdown, html, links, rawHtml, metadata } = await engine.scrape({ url, formats });
    expect(markdown).toContain("# Lights");
    expect(markdown).not.toContain("Prices are without tax");
    expect(html).not.toContain("Prices are without tax");
    expect(links).toEqual(["https://elsewhere.example/"]);
    expect(rawHtml).toContain("Prices are without tax");
    expect(metadata.title).toBe("Lamps");
    const csv = { bytes: Buffer.from("a,b\n1,2\n"), contentType: "text/csv", url };
    expect((await engine.read(csv)).markdown).toContain("| 1 | 2 |");
  });

  test("see content before models and formats do", async () => {
    const size = defineFormat({ name: "size", schema: z.int(), render: ({ markdown }) => markdown.length });
    const hooks: Hooks = { afterContent: (content) => ({ ...content, markdown: "Short." }) };
    await using engine = start({ hooks, content: { formats: [size] } });
    expect(await engine.scrape({ url, formats: ["markdown", size] })).toMatchObject({ markdown: "Short.", size: 6 });
  });

  test.each(["beforeCapture", "afterCapture", "document", "afterContent"] as const)(
    "%s that throws is an error that names it",
    async (name) => {
      const hook = () => {
        throw new TypeError("no luck");
      };
      await using engine = start({ hooks: { [name]: hook } });
      await expect(engine.scrape(url)).rejects.toMatchObject({
        code: "EXTENSION_FAILED",
        details: { extension: `hook ${name}` },
        message: expect.stringContaining("no luck"),
      });
    },
  );
});

describe("other functions of the host's", () => {
  const fail = () => {
    throw new TypeError("no luck");
  };
  const parser = (parse: () => unknown) => ({ parsers: [{ mediaTypes: ["text/x-own"], parse }] });

  test.each<[string, object, string]>([
    ["Markdown converter", { content: { markdown: fail } }, "no luck"],
    ["Markdown converter", { content: { markdown: async () => "Text" } }, "no promise"],
    ["`runtime.newId`", { runtime: { newId: fail } }, "no luck"],
    ["parser of text/x-own", { content: parser(fail) }, "no luck"],
    ["parser of text/x-own", { content: parser(async () => ({ html: 5, metadata: {}, warnings: [] })) }, "`html`"],
    ["parser of text/x-own", { content: parser(async () => undefined) }, "give back"],
  ])("the %s that fails, or gives back something else, is an error that names it", async (extension, config, words) => {
    await using engine = start(config as EngineConfig);
    const bytes = Buffer.from("Text");
    const given = extension.startsWith("parser") ? { bytes, contentType: "text/x-own", url } : { html: text, url };
    await expect(engine.read(given)).rejects.toMatchObject({
      code: "EXTENSION_FAILED",
      details: { extension },
      message: expect.stringContaining(words),
    });
  });
});

describe("site profiles", () => {
  const write = (content: unknown) => {
    const file = join(folder, "profiles.json");
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const hosts = () => [new URL(url).host];

  test("from a file: selectors, headers and verdicts, which requests override", async () => {
    const login = `<html><head><title>Log in</title></head><body><h1>Log in</h1><form action="/login" method="post">
      <input name="user"><input type="password" name="password"><button>Log in</button></form></body></html>`;
    await using wall = await startCrawlSite(() => ({ raw: { text: login, type: "text/html" } }));
    const profiles = write([
      { hosts: ["*.0.0.1"], excludeTags: ["h1"] },
      { hosts: hosts(), excludeTags: [".note"], headers: { "X-Team": "lamps" } },
      { hosts: [new URL(wall.origin).host], verdicts: { "login-wall": "ok" } },
    ]);
    await using engine = start({ profiles });
    const { markdown } = await engine.scrape(url);
    expect(markdown).toContain("# Lamps");
    expect(markdown).not.toContain("Prices are without tax");
    const own = await engine.scrape({ url, excludeTags: ["h1"], headers: { "x-team": "mine" } });
    expect(own.markdown).toContain("Prices are without tax");
    expect(teams).toEqual(["lamps", "mine"]);
    await using plain = start({});
    expect((await plain.scrape(wall.origin)).metadata.verdict).toBe("login-wall");
    const known = await engine.scrape(wall.origin);
    expect(known.metadata).toMatchObject({ verdict: "ok", verdictReason: expect.stringContaining("login-wall") });
    expect(known.warning).toBeUndefined();
  });

  test("say how crawls treat a site, unless the operator does", async () => {
    const profiles: SiteProfile[] = [{ hosts: hosts(), politeness: { respectRobots: false } }];
    const pages = { "/": {}, "/robots.txt": { raw: { text: "User-agent: *\nDisallow: /", type: "text/plain" } } };
    await using closed = await startCrawlSite(pages);
    const host = new URL(closed.origin).host;
    const crawl = async (config: EngineConfig) => {
      await using engine = start(config);
      return (await engine.crawl({ url: closed.origin, limit: 1 }).result()).completed;
    };
    const profiled = [{ ...profiles[0], hosts: [host] }];
    expect(await crawl({})).toBe(0);
    expect(await crawl({ profiles: profiled })).toBe(1);
    const [name = ""] = host.split(":");
    expect(await crawl({ profiles: [{ ...profiles[0], hosts: [name] }] })).toBe(1);
    expect(await crawl({ network: { politeness: { hosts: { [name]: { respectRobots: false } } } } })).toBe(1);
    const politeness = { hosts: { [host]: { respectRobots: true } } };
    expect(await crawl({ profiles: profiled, network: { politeness } })).toBe(0);
  });

  test("that are wrong are told with their place", () => {
    const wrong: readonly (readonly [unknown, RegExp])[] = [
      ["[", /profiles\.json can't be read as JSON/],
      [{}, /`profiles` must be a list/],
      [[{ excludeTags: [".note"] }], /`profiles\[0\]\.hosts` is missing/],
      [[{ hosts: ["https://a.example/"] }], /`profiles\[0\]\.hosts\[0\]` must be a host as addresses have it/],
      [[{ hosts: ["a.example"], excludeTags: ["a["] }], /`profiles\[0\]\.excludeTags\[0\]`/],
      [[{ hosts: ["a.example"], verdicts: { nice: "ok" } }], /profiles\[0\]\.verdicts/],
      [[{ hosts: ["a.example"], exclude: [] }], /Unknown key `exclude`/],
    ];
    for (const [content, message] of wrong)
      expect(() => start({ profiles: write(content) })).toThrow(
        expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringMatching(message) }),
      );
    expect(() => start({ profiles: join(folder, "missing.json") })).toThrow(/missing\.json can't be read as JSON/);
  });
});
