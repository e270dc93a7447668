import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { startCrawlSite } from "@garner/testkit/site";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createEngine, readPage, type GivenPage, type LanguageModel } from "../index.ts";

const documents = new URL("../../../testkit/fixtures/documents/", import.meta.url);
const url = "https://shop.example/lamps/";
const html = `<html><head><title>Lamps</title></head><body><nav><a href="/home">Home</a></nav><main>
  <h1>Lamps</h1><p>All our lamps are made by hand, of brass and of glass, in a small house by the sea.</p>
  <p><img src="brass.jpg" alt="A lamp of brass" width="640" height="480px"><img data-src="/glass.png" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=""></p>
  <h2>Brass</h2><p>Heavy, warm and made to last for a hundred years, says the house.</p>
  <ul><li data-sku="B-1" class="lamp">One</li><li data-sku="B-2" class="lamp">Two</li></ul>
  <h2>Glass</h2><p>Light, cool and gone in a moment if it falls, says the house as well.</p>
  <table><tr><th>Name</th><th>Price</th></tr><tr><td>One</td><td>12 EUR</td></tr><tr><td>Two</td><td>14 EUR</td></tr></table>
</main></body></html>`;
const page: GivenPage = { html, url };

describe("a page that the caller has", () => {
  test("is read like one that was fetched, by the engine and by the plain function", async () => {
    await using site = await startCrawlSite((path) =>
      path === "/lamps/" ? { raw: { text: html, type: "text/html" } } : undefined,
    );
    await using engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
    const formats = ["markdown", "html", "links", "images", "chunks"] as const;
    const there = { html, url: `${site.origin}/lamps/` };
    const fetched = await engine.scrape({ url: there.url, formats });
    const { metadata, ...read } = await engine.read(there, formats);
    const { metadata: plain, ...alone } = await readPage(there, formats);
    for (const content of [read, alone])
      expect(content).toEqual({
        markdown: fetched.markdown,
        html: fetched.html,
        links: fetched.links,
        images: fetched.images,
        imageDetails: fetched.imageDetails,
        chunks: fetched.chunks,
      });
    expect(metadata).toMatchObject({ title: "Lamps", statusCode: 200, source: "given", creditsUsed: 1, verdict: "ok" });
    expect(plain).toMatchObject({ title: "Lamps", url: there.url, verdict: "ok" });
    expect(site.requests.length).toBe(1);
  });

  test("may be bytes of any document, whose kind is told or guessed", async () => {
    const csv = new TextEncoder().encode("name,price\nlamp,12\n");
    const told = await readPage({ bytes: csv, contentType: "text/csv", url });
    expect(told.markdown).toContain("| lamp | 12 |");
    const latin = await readPage({
      bytes: Buffer.from("<p>caf\u00e9 de la gare</p>", "latin1"),
      contentType: "text/html; charset=iso-8859-1",
      url,
    });
    expect(latin.markdown).toContain("café de la gare");
    const guessed = await readPage({ bytes: Buffer.from("<!doctype html><h1>Guessed</h1>"), url });
    expect(guessed.markdown).toBe("# Guessed");
  });

  test("may be a part of a Buffer, which stays the caller's", async () => {
    const report = await readFile(new URL("report.pdf", documents));
    const long = Buffer.from(`<h1>Lamps</h1>${"<p>All our lamps are made by hand.</p>".repeat(8000)}`);
    const shared = Buffer.concat([report, long]);
    const before = Buffer.from(shared);
    const parts = [shared.subarray(0, report.length), shared.subarray(report.length)];
    await using engine = createEngine();
    for (const bytes of parts) {
      const heading = bytes.length === report.length ? "# Harbour Report 2025" : "# Lamps";
      for (const read of [engine.read, engine.read, readPage])
        expect((await read({ bytes, url })).markdown).toContain(heading);
    }
    expect(shared).toEqual(before);
  });

  test("is read with the options of a scrape", async () => {
    const { markdown } = await readPage(page, { onlyMainContent: false, excludeTags: ["table", "ul"] });
    expect(markdown).toContain("[Home](https://shop.example/home)");
    expect(markdown).not.toContain("| One |");
  });

  test("has json by the engine's model", async () => {
    const doGenerate = async () => ({ content: [{ type: "text" as const, text: '{"material":"brass"}' }] });
    const language: LanguageModel = { specificationVersion: "v4", provider: "t", modelId: "t", doGenerate };
    await using engine = createEngine({ models: { language } });
    const schema = { type: "object", properties: { material: { type: "string" } } };
    const { json } = await engine.read(page, [{ type: "json", schema }]);
    expect(json).toEqual({ material: "brass" });
    await expect(readPage(page, [{ type: "json", prompt: "x" }])).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("that is a compressed file is unpacked up to the engine's limit", async () => {
    await using engine = createEngine({ policy: { maxBodyBytes: 100 } });
    const file = (text: string) => ({ bytes: gzipSync(text), url: "https://example.com/a.csv.gz" });
    const { markdown } = await engine.read(file("a,b\n1,2\n"), ["markdown"]);
    expect(markdown).toBe("| a | b |\n| --- | --- |\n| 1 | 2 |");
    await expect(engine.read(file("a,b\n".repeat(100)), ["markdown"])).rejects.toMatchObject({
      code: "PAGE_TOO_LARGE",
    });
  });

  test("that is wrong is a BAD_REQUEST that says what is", async () => {
    await using engine = createEngine({ policy: { maxBodyBytes: 100 } });
    const wrong: readonly (readonly [unknown, unknown, RegExp])[] = [
      [{ html, url: "nonsense:" }, [], /`url` must be an http or https URL/],
      [{ url }, [], /`html`, a string, or as `bytes`/],
      [{ html, bytes: new Uint8Array(), url }, [], /`html`, a string, or as `bytes`/],
      [page, ["screenshot"], /screenshot needs the page itself/],
      [page, { waitFor: 3 }, /waitFor/],
      [page, ["pdf"], /formats/],
    ];
    for (const [given, wish, message] of wrong) {
      const expected = { code: "BAD_REQUEST", message: expect.stringMatching(message) };
      await expect(engine.read(given as GivenPage, wish as never)).rejects.toMatchObject(expected);
      await expect(readPage(given as GivenPage, wish as never)).rejects.toMatchObject(expected);
    }
    await expect(engine.read(page)).rejects.toMatchObject({ code: "PAGE_TOO_LARGE" });
  });
});

describe("formats that cut and list", () => {
  test("images have an absolute URL, a description and the size that the page says", async () => {
    const { images, imageDetails } = await readPage(page, ["images"]);
    expect(imageDetails).toEqual([
      { url: "https://shop.example/lamps/brass.jpg", alt: "A lamp of brass", width: 640, height: 480 },
      { url: "https://shop.example/glass.png", alt: "" },
    ]);
    expect(images).toEqual(imageDetails.map((image) => image.url));
  });

  test("attributes are those of the whole page, by selector, or of their `data-` form", async () => {
    const selectors = [
      { selector: ".lamp", attribute: "sku" },
      { selector: "nav a", attribute: "href" },
      { selector: "h6", attribute: "id" },
    ];
    const { attributes } = await readPage(page, [{ type: "attributes", selectors }]);
    expect(attributes).toEqual([
      { selector: ".lamp", attribute: "sku", values: ["B-1", "B-2"] },
      { selector: "nav a", attribute: "href", values: ["/home"] },
      { selector: "h6", attribute: "id", values: [] },
    ]);
    const wrong = readPage(page, [{ type: "attributes", selectors: [{ selector: "a[", attribute: "href" }] }]);
    await expect(wrong).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("chunks stand below their headings and hold the text that their places say", async () => {
    const { markdown, chunks } = await readPage(page, ["markdown", { type: "chunks", maxTokens: 32 }]);
    expect(chunks.map(({ headings }) => headings)).toContainEqual(["Lamps", "Glass"]);
    for (const { text, start, end, tokens } of chunks) {
      expect(text.endsWith(markdown.slice(start, end))).toBe(true);
      expect(tokens).toBeGreaterThan(0);
    }
    expect(chunks.find(({ anchor }) => anchor === "brass")?.text).toContain("Heavy, warm");
  });

  test("Markdown within a budget is read on by its cursor, whatever the budget, and nothing is lost", async () => {
    const { markdown: whole } = await readPage(page);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 40, max: 400 }), async (maxTokens) => {
        const parts: string[] = [];
        let cursor: string | undefined = "0";
        while (cursor !== undefined) {
          const part: { markdown: string; nextCursor?: string | undefined } = await readPage(page, [
            { type: "markdown", maxTokens, cursor },
          ]);
          parts.push(part.markdown);
          cursor = part.nextCursor;
          expect(parts.length).toBeLessThan(100);
        }
        expect(parts.join("")).toBe(whole);
      }),
      { numRuns: 30 },
    );
  });

  test("a cursor behind the end of the page is told", async () => {
    const { markdown, warning } = await readPage(page, [{ type: "markdown", cursor: "900000" }]);
    expect(markdown).toBe("");
    const said = "`cursor` 900000 is behind the end of the page, which has ";
    expect(warning).toContain(said);
    await using site = await startCrawlSite({ "/": { raw: { text: html, type: "text/html" } } });
    await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
    const formats = [{ type: "markdown" as const, cursor: "900000" }];
    expect((await engine.scrape({ url: `${site.origin}/`, formats })).warning).toContain(said);
  });

  test("are formats of crawls and batches, too", async () => {
    await using site = await startCrawlSite((path) =>
      path === "/" ? { raw: { text: html, type: "text/html" } } : undefined,
    );
    await using engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
    const formats = ["images", { type: "markdown", maxTokens: 20 }, "chunks"] as const;
    const batch = await engine.batchScrape({ urls: [site.origin], formats }).result();
    const crawl = await engine
      .crawl({ url: site.origin, sitemap: "skip", limit: 1, scrapeOptions: { formats } })
      .result();
    for (const result of [batch.pages[0], crawl.pages[0]]) {
      expect(result?.imageDetails.map(({ alt }) => alt)).toEqual(["A lamp of brass", ""]);
      expect(result?.nextCursor).toMatch(/^\d+$/);
      expect(result?.chunks.length).toBe(1);
    }
  });
});

describe("a file without an address", () => {
  const file = (name: string, content: string) => ({ name, base64: Buffer.from(content).toString("base64") });

  test("keeps its relative links and pictures as they are written", async () => {
    await using engine = createEngine();
    const html = `<main><h1>Notes</h1><p>See <a href="../b.html#two">the second</a>, <a href="#end">the end</a> and <a href="https://a.example/x">more</a>. <img src="img/c.png" alt="A cat"></p></main>`;
    const { markdown, ...more } = await engine.parseFile({
      file: file("a.html", html),
      formats: ["markdown", "html", "links", "images"],
    });
    expect(markdown).toContain(
      "See [the second](../b.html#two), [the end](#end) and [more](https://a.example/x). ![A cat](img/c.png)",
    );
    expect(more.html).toContain('<a href="../b.html#two">');
    expect([more.links, more.images]).toEqual([["../b.html", "https://a.example/x"], ["img/c.png"]]);
  });

  test("has the address of its `<base>`, if it names one", async () => {
    await using engine = createEngine();
    const html = `<base href="https://a.example/b/"><main><p>A page with <a href="c">a link</a>.</p></main>`;
    const { markdown } = await engine.parseFile({ file: file("a.html", html) });
    expect(markdown).toBe("A page with [a link](https://a.example/b/c).");
  });

  test("is named where nothing reads it", async () => {
    await using engine = createEngine();
    await expect(engine.parseFile({ file: file("a.bin", "\0\u0001") })).rejects.toThrow("(a.bin)");
  });

  test.each(["empty.html", "empty.txt", "empty"])(
    "is told to be empty, without a server that answered: %s",
    async (name) => {
      await using engine = createEngine();
      const { warning, metadata } = await engine.read({
        bytes: new Uint8Array(),
        url: `https://file.invalid/${name}`,
      });
      expect(metadata.verdict).toBe("empty");
      expect(warning).toBe("This page has no text of its own: nothing in what was given is text.");
    },
  );
});
