import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { captureOf, transformOptions } from "@garner/testkit/site";
import fc from "fast-check";
import { expect, test } from "vitest";
import { builtInParsers } from "../documents/index.ts";
import type { Capture } from "../ports/page-source.ts";
import { Verdict } from "../schema/result.ts";
import { transformCapture } from "./pipeline.ts";
import type { PageContent, TransformOptions } from "./transformer.ts";

async function read(
  html: string,
  options: Partial<TransformOptions> = {},
  facts: Partial<Capture> = {},
): Promise<PageContent> {
  const whole = transformOptions({ onlyMainContent: false, outputs: ["markdown", "html", "links"], ...options });
  const { signal } = new AbortController();
  return await transformCapture(captureOf(html, facts), whole, { parsers: builtInParsers }, signal);
}

const level = fc.integer({ min: 1, max: 6 });
const wrapper = fc.constantFrom(
  "div",
  "header",
  "nav",
  "aside",
  "footer",
  "section",
  "article",
  "form",
  "details",
  "li",
);
const hidden = fc.constantFrom("display:none", "visibility:hidden", "position:absolute;left:-9999px", "opacity:0");

interface Part {
  readonly html: string;
  readonly shown: readonly string[];
}

/** Headings anywhere on a page, some of them out of sight. Each is told by its number. */
const parts = fc
  .array(fc.tuple(level, wrapper, fc.option(hidden, { freq: 3 })), { minLength: 1, maxLength: 12 })
  .map((list) =>
    list.map(([size, name, style], index): Part => {
      const heading = `<h${size}>Heading ${index}</h${size}><p>Text of part ${index}.</p>`;
      if (style !== null) return { html: `<${name} style="${style}">${heading}</${name}>`, shown: [] };
      return { html: `<${name}>${heading}</${name}>`, shown: [`${"#".repeat(size)} Heading ${index}`] };
    }),
  );

test("the whole page has all of its visible headings, and none that are out of sight", async () => {
  await fc.assert(
    fc.asyncProperty(parts, async (list) => {
      const { markdown = "" } = await read(list.map(({ html }) => html).join("\n"));
      const found = markdown.split("\n").flatMap((line) => /#{1,6} Heading \d+$/.exec(line)?.[0] ?? []);
      expect(found).toEqual(list.flatMap(({ shown }) => shown));
    }),
    { numRuns: 100 },
  );
});

test("the HTML keeps the characters of every script as they are", async () => {
  const { html = "" } = await read('<p title="é">é 中文 שלום 😀 a&nbsp;b 1 &lt; 2 &amp;amp; ¡</p>');
  expect(html).toContain('<p title="é">é 中文 שלום 😀 a&nbsp;b 1 &lt; 2 &amp;amp; ¡</p>');
});

test("a paragraph of nothing but formulas that MathJax has set belongs to the main content", async () => {
  const formula =
    '<mjx-container><mjx-math><mjx-mi><mjx-c class="mjx-c1D465"></mjx-c></mjx-mi></mjx-math></mjx-container>';
  const prose = "<p>Some words about the formula, which everybody knows, and about what follows from it.</p>";
  const { markdown } = await read(
    `<nav><a href="/">Home</a></nav><main><h1>Formula</h1>${prose}<p>${formula}</p>${prose}</main>`,
    {
      onlyMainContent: true,
    },
  );
  expect(markdown).toContain("\n\n$x$\n\n");
});

test("whatever is sent as a page, every result is complete", async () => {
  const tag = fc.constantFrom(
    "<p>",
    "</p>",
    "<table>",
    "<td>",
    "<!--",
    "<svg>",
    "<template>",
    "<style>",
    "<body>",
    "&#0;",
    "<a href='",
    "<pre>",
  );
  const soup = fc
    .array(fc.oneof(tag, fc.string({ unit: "binary", maxLength: 10 })), { maxLength: 20 })
    .map((list) => list.join(""));
  await fc.assert(
    fc.asyncProperty(soup, fc.boolean(), async (html, onlyMainContent) => {
      const content = await read(html, { onlyMainContent });
      expect(content).toMatchObject({
        markdown: expect.any(String),
        html: expect.any(String),
        links: expect.any(Array),
      });
      expect(Verdict.options).toContain(content.verdict);
      expect(content.verdictReason).not.toBe("");
    }),
    { numRuns: 150 },
  );
});

test.each([
  ["windows-1251", "cde2eef1f2fc", "/list?cat=%CD%E2%EE%F1%F2%FC"],
  ["windows-1252", "636166e9", "/list?cat=caf%E9"],
  ["shift_jis", "93fa967b", "/list?cat=%93%FA%96%7B"],
  ["gbk", "d6d0b9fa", "/list?cat=%D6%D0%B9%FA"],
  ["big5", "a4a4a4e5", "/list?cat=%A4%A4%A4%E5"],
  ["euc-kr", "c7d1b1db", "/list?cat=%C7%D1%B1%DB"],
  ["iso-8859-2", "266e6273703b26233837323b26233230303133", "/list?cat=%A0%26%23872%3B%26%2320013%3B"],
  ["utf-8", "c3a9", "/list?cat=%C3%A9"],
  ["utf-16le", "", "/list?cat="],
])("the query of a link is in the charset of its page: %s", async (charset, hex, expected) => {
  const isWide = charset === "utf-16le";
  const word = Buffer.from(hex, "hex").toString("latin1");
  const html = `<p>Text</p><a href="/list?cat=${word}#${word}">List</a><a href="mailto:a@b.test?subject=${word}">Mail</a>`;
  const body = Buffer.from(isWide ? `\ufeff${html}` : html, isWide ? "utf16le" : "latin1");
  const { links = [], markdown } = await read("", {}, { body, contentType: `text/html; charset=${charset}` });
  const list = links.find((link) => link.includes("/list")) ?? "";
  expect(new URL(list).pathname + new URL(list).search).toBe(expected);
  expect(markdown).toContain(list);
});

test("packed data that is sent as a page is an error, within a page it is told, and text in any charset is neither", async () => {
  const text = "<p>The keeper lights the lamp at dusk, and nobody asks him why the ships come late. </p>".repeat(40);
  const words = Array.from({ length: 3000 }, (_, index) => ((index * 7919) % 104_729).toString(36)).join(" ");
  const of = async (body: Uint8Array) => (await read("", {}, { body })).warnings;
  const message = expect.stringMatching(/^What the server sent as a page is no text/);
  for (const pack of [brotliCompressSync, deflateSync]) {
    const packed = pack(text + words);
    await expect(of(packed)).rejects.toMatchObject({ code: "UNSUPPORTED_CONTENT", message });
    expect(await of(Buffer.concat([Buffer.from(text.slice(0, 500)), packed]))).toContainEqual(message);
  }
  const written = [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`, "utf16le"),
    Buffer.from("<p>\u001B$B%7%9%F%`\u001B(B</p>"),
  ];
  for (const body of written) expect(await of(body)).toEqual([]);
});

const xmlTypes = ["application/xhtml+xml", "application/xml", "text/xml; charset=utf-8"];

test.each(xmlTypes)("an empty element of XHTML does not swallow what follows: %s", async (contentType) => {
  const xhtml = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><script src="x"/></head><body><a id="top"/><p>One<br/>two</p></body></html>`;
  const capture = { ...captureOf(xhtml), contentType };
  const options = transformOptions({ onlyMainContent: false, outputs: ["markdown", "rawHtml"] });
  const { markdown, rawHtml } = await transformCapture(
    capture,
    options,
    { parsers: builtInParsers },
    new AbortController().signal,
  );
  expect([markdown, rawHtml]).toEqual(["One  \ntwo", xhtml]);
});

test("text in a CDATA section of XHTML is text, and a script stays one", async () => {
  const xhtml = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>T</title><script>//<![CDATA[
    if (1 < 2) say("</p>") //]]></script></head><body><p>One <![CDATA[a < b & c]]> two<![CDATA[]]>.</p></body></html>`;
  const capture = { ...captureOf(xhtml), contentType: "application/xhtml+xml" };
  const { markdown } = await transformCapture(
    capture,
    transformOptions({ onlyMainContent: false }),
    { parsers: builtInParsers },
    new AbortController().signal,
  );
  expect(markdown).toBe("One a < b & c two.");
});

const article = "<main><h1>Quay</h1><p class=a>It was built by hand.</p><div id=app></div></main>";

test.each<[why: string, html: string, options: Partial<TransformOptions>, warning: string]>([
  ["excludeTags takes all", article, { excludeTags: ["main"] }, "`excludeTags` matches everything"],
  ["excludeTags takes the body", article, { excludeTags: ["html"] }, "`excludeTags` matches everything"],
  ["excludeTags takes what includeTags left", article, { includeTags: ["h1"], excludeTags: ["h1"] }, "`excludeTags`"],
  ["includeTags matches nothing", article, { includeTags: [".b"] }, "No element of the page matches `includeTags`"],
  [
    "what includeTags matches is empty",
    article,
    { includeTags: ["#app"] },
    "holds no text, so the result is empty. If a",
  ],
  ["there is only a frame", "<canvas></canvas>", {}, "The page has no text, all that it shows is"],
])("an empty result says why: %s", async (_, html, options, warning) => {
  for (const onlyMainContent of [true, false]) {
    const { markdown, warnings } = await read(html, { onlyMainContent, ...options });
    expect(markdown).toBe("");
    expect(warnings).toEqual([expect.stringContaining(warning)]);
  }
});

test("a page of a frame says which option keeps it", async () => {
  const frame = "<iframe src=https://other.example/></iframe>";
  const { warnings } = await read(frame, { onlyMainContent: true });
  expect(warnings).toEqual([expect.stringContaining("`onlyMainContent: false` keeps those that have an address.")]);
  const whole = await read(frame, { onlyMainContent: false });
  expect([whole.markdown, whole.warnings]).toEqual(["[Embedded content](https://other.example/)", []]);
});

test("an option that leaves something gives no warning", async () => {
  const { markdown, warnings } = await read(article, { excludeTags: ["h1"] });
  expect([markdown, warnings]).toEqual(["It was built by hand.", []]);
});

test.each([
  [
    "<h1>Products</h1><p>Loading…</p>",
    /^The page still says only "loading\.\.\." after its scripts have run: a longer `waitFor`/,
  ],
  ["<div class=spinner>o</div>", /^The page still shows only "spinner"/],
])("a page that still loads when it is read says so: %s", async (html, warning) => {
  const { verdict, warnings } = await read(`${html}<script src=/app.js></script>`, {}, { isRendered: true });
  expect([verdict, warnings]).toEqual(["ok", [expect.stringMatching(warning)]]);
});

async function readFile(body: Uint8Array, facts: Partial<Capture>, options: Partial<TransformOptions> = {}) {
  const whole = transformOptions({ outputs: ["markdown"], ...options });
  const capture = captureOf(body, { contentType: "application/gzip", ...facts });
  return await transformCapture(capture, whole, { parsers: builtInParsers }, new AbortController().signal);
}

const csv = "name,town\nAnn,Kiel\n";
const table = "| name | town |\n| --- | --- |\n| Ann | Kiel |";

test.each([
  ["data.csv.gz", "application/gzip", csv, table],
  ["data.csv.gz", "application/x-gunzip", csv, table],
  ["data.csv.gz", "", csv, table],
  ["data", "text/csv", csv, table],
  ["README.md.gz", "application/octet-stream", "# Hi", "# Hi"],
  ["lines.jsonl.gz", "application/gzip", '{"a":1}\n{"a":2}', '```json\n{"a":1}\n{"a":2}\n```\n'],
  ["drawing.svgz", "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg"><text>hi</text></svg>', "hi"],
  ["note.rtf.gz", "application/rtf", "{\\rtf1 hi}", "hi"],
  ["page.gz", "application/gzip", "<!doctype html><h1>Hi</h1>", "# Hi"],
])("a compressed file is read as what is in it: %s sent as %s", async (name, contentType, text, expected) => {
  const { markdown } = await readFile(gzipSync(text), { url: `https://example.com/${name}`, contentType });
  expect(markdown).toBe(expected);
});

test("the name that a server gives a compressed file tells its kind", async () => {
  const headers = [["content-disposition", 'attachment; filename="data.csv.gz"']] as const;
  const { markdown } = await readFile(gzipSync(csv), { url: "https://example.com/download?id=3", headers });
  expect(markdown).toBe(table);
});

test("a compressed file is unpacked up to the limit, an archive and a broken file are not", async () => {
  const refused = (body: Uint8Array, name: string, options: Partial<TransformOptions> = {}) =>
    expect(readFile(body, { url: `https://example.com/${name}` }, options)).rejects;
  const bomb = gzipSync(new Uint8Array(100_000));
  await refused(bomb, "a.csv.gz", { maxBodyBytes: 10_000 }).toMatchObject({ code: "PAGE_TOO_LARGE" });
  const tar = Buffer.alloc(1024);
  tar.write("ustar", 257);
  for (const [body, name] of [
    [gzipSync(tar), "download"],
    [gzipSync("old tar"), "files.tar.gz"],
    [gzipSync(gzipSync(csv)), "twice.csv.gz"],
  ] as const)
    await refused(body, name).toMatchObject({
      code: "UNSUPPORTED_CONTENT",
      message: expect.stringContaining("archives of several files (.tar.gz)"),
    });
  await refused(gzipSync(csv).subarray(0, 20), "a.csv.gz").toThrow("a.csv.gz is broken");
});

test("a parser for compressed files gets them as they are", async () => {
  const sizes = {
    mediaTypes: ["application/gzip"],
    parse: async ({ body }: { body: Uint8Array }) => ({ markdown: `${body[0]}`, metadata: {}, warnings: [] }),
  };
  const capture = captureOf(gzipSync(csv), { contentType: "application/gzip" });
  const signal = new AbortController().signal;
  const content = await transformCapture(capture, transformOptions(), { parsers: [sizes, ...builtInParsers] }, signal);
  expect(content.markdown).toBe("31");
});
