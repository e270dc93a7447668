import fc from "fast-check";
import { expect, test } from "vitest";
import { readRecords } from "./csv.ts";
import { builtInParsers } from "../index.ts";
import { indentJson } from "../json.ts";
import { fence } from "../html/markup.ts";
import { parserFor } from "../../transform/parser-for.ts";
import { renderMarkdown } from "../render-markdown.ts";

async function read(text: string, mediaType: string, url = "https://site.example/page") {
  const parser = parserFor(mediaType, builtInParsers);
  if (parser === undefined) throw new TypeError(`nothing reads ${mediaType}`);
  const input = { body: new TextEncoder().encode(text), mediaType, charset: "utf-8", url };
  return await parser.parse(input, new AbortController().signal);
}

test("plain text is passed through, and can't become markup in HTML", async () => {
  const { markdown, html } = await read("a_b *c*\r\n<script>x</script> see https://a.example/x?y=1.\n\n", "text/plain");
  expect(markdown).toBe("a_b *c*\n<script>x</script> see https://a.example/x?y=1.\n");
  expect(html).toContain("&lt;script&gt;");
  expect(html).toContain('<a href="https://a.example/x?y=1">https://a.example/x?y=1</a>.');
});

test("Markdown and source code that are sent as plain text are told by their names", async () => {
  const readme = await read("# Hello\n\ntext", "text/plain", "https://raw.example/README.md?ref=main");
  expect(readme).toMatchObject({ markdown: "# Hello\n\ntext", metadata: { title: "Hello" } });
  expect((await read("# All pages", "text/plain", "https://a.example/llms.txt")).metadata["title"]).toBe("All pages");
  const script = await read("print('```')", "text/plain", "https://raw.example/a/main.py");
  expect(script.markdown).toBe("````python\nprint('```')\n````\n");
});

test("links and pictures of Markdown are absolute, and its code and other text are as they were", async () => {
  const url = "https://site.example/docs/a.md";
  const absolute = async (text: string) => (await read(text, "text/markdown", url)).markdown;
  const lines: readonly (readonly [written: string, expected: string])[] = [
    ["[a](b.md)", "[a](https://site.example/docs/b.md)"],
    ["![p](../p.png 'P') [r](/r_(s)#t)", "![p](https://site.example/p.png 'P') [r](https://site.example/r_(s)#t)"],
    ["[`c`](<d e.md>)", "[`c`](<https://site.example/docs/d e.md>)"],
    ["[ref]: ./x.md", "[ref]: https://site.example/docs/x.md"],
    [
      '<img width="9" src="i.png"> <a href="j">j</a>',
      `<img width="9" src="https://site.example/docs/i.png"> <a href="https://site.example/docs/j">j</a>`,
    ],
    ["- item\n\n    [in](it.md)", "- item\n\n    [in](https://site.example/docs/it.md)"],
  ];
  for (const [written, expected] of lines) expect(await absolute(written)).toBe(expected);
  const kept = ["[a](https://b.example/c)", "[m](mailto:a@b.example)", "[top](#top)", "`[a](b.md)` and `` [a](b) ` ``"];
  kept.push("```\n[a](b.md)\n```", "text:\n\n    [a](b.md)", "[^1]: a note", "~~~~\n```\n[a](b)\n~~~~");
  for (const text of kept) expect(await absolute(text)).toBe(text);
});

test("the title of Markdown is that of its front matter, else its first heading outside code", async () => {
  const front = await read('---\ntitle: "From matter"\n---\n# Heading', "text/markdown");
  expect(front.metadata["title"]).toBe("From matter");
  const heading = await read("```\n# no\n```\n# *Yes* #\n", "text/markdown");
  expect(heading.metadata["title"]).toBe("Yes");
  expect(await renderMarkdown("---\ntitle: x\n---\n# A\n\n| a |\n| - |\n| b |")).toContain("<td>b</td>");
});

test("source code and configuration are one fenced block in their language", async () => {
  expect((await read("a: 1", "application/yaml")).markdown).toBe("```yaml\na: 1\n```\n");
  expect((await read("body{}", "text/css")).html).toContain('class="language-css"');
});

test("JSON is indented and keeps the spelling of its numbers and strings", async () => {
  const { markdown } = await read(
    '{"id":12345678901234567890,"e":1.0e5,"s":"a\\u00e9 {b}","l":[],"m":[1,{"x":null}]}',
    "application/json",
  );
  expect(markdown).toContain('"id": 12345678901234567890,');
  expect(markdown).toContain('"e": 1.0e5,');
  expect(markdown).toContain(
    '"s": "a\\u00e9 {b}",\n  "l": [],\n  "m": [\n    1,\n    {\n      "x": null\n    }\n  ]\n}',
  );
});

test("JSON lines keep a record per line; broken JSON is fenced with a warning", async () => {
  const lines = await read('{"a":1}\n{"a":2}\n', "application/x-ndjson");
  expect(lines).toMatchObject({ markdown: '```json\n{"a":1}\n{"a":2}\n```\n', warnings: [] });
  expect((await read('{"a":', "application/json")).warnings).toEqual([expect.stringContaining("not valid JSON")]);
});

test("types that end in +json and +xml are read as what they are written in", async () => {
  expect((await read('{"a":1}', "application/vnd.api+json")).markdown).toContain("```json");
  expect((await read("<a><b/></a>", "application/vnd.custom+xml")).markdown).toBe("```xml\n<a><b/></a>\n```\n");
  expect(parserFor("application/x-tar", builtInParsers)).toBeUndefined();
});

test("texts of a kind that nobody names are plain text", async () => {
  expect((await read("WEBVTT\n\n00:01.000 --> 00:02.000\nHello", "text/vtt")).markdown).toContain(
    "--> 00:02.000\nHello",
  );
  expect((await read("@book{a}", "application/x-bibtex")).markdown).toBe("@book{a}\n");
});

test("CSV becomes a table: quotes, line breaks, separators, short rows", async () => {
  const { html } = await read('name,note\n"A, B","say ""hi""\nthere"\nC\n\n', "text/csv");
  expect(html).toContain("<th>name</th><th>note</th>");
  expect(html).toContain("<td>A, B</td><td>say &quot;hi&quot;<br>there</td>");
  expect(html).toContain("<td>C</td><td></td>");
  expect((await read("a;b\n1,5;2\n", "text/csv")).html).toContain("<td>1,5</td>");
  expect((await read("a\tb\n1\t2\n", "text/tab-separated-values")).html).toContain("<td>2</td>");
});

test.each([
  [
    "at its end",
    'a,b\n1,"open\n2,3\n4,5\n',
    [
      ["1", "&quot;open"],
      ["2", "3"],
      ["4", "5"],
    ],
    1,
  ],
  [
    "before quoted fields",
    'a,b\n1,"open\n2,"x, y"\n4,""\n',
    [
      ["1", "&quot;open"],
      ["2", "x, y"],
      ["4", ""],
    ],
    1,
  ],
  [
    "in each line",
    `a,b\n${'1,"5" long\n'.repeat(2)}`,
    [
      ["1", "5 long"],
      ["1", "5 long"],
    ],
    0,
  ],
  [
    "twice",
    'a,b\n1,"open\n2,say "no\n3,"open\n4,5\n',
    [
      ["1", "&quot;open"],
      ["2", "say &quot;no"],
      ["3", "&quot;open"],
      ["4", "5"],
    ],
    2,
  ],
] as const)("CSV: a quotation mark that never closes its field is a sign: %s", async (_, text, rows, open) => {
  const { html = "", warnings } = await read(text, "text/csv");
  const [, ...shown] = html.split("<tr>").slice(1);
  expect(shown.map((row) => [...row.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell))).toEqual(rows);
  expect(warnings.map((warning) => Number.parseInt(warning, 10))).toEqual(open === 0 ? [] : [open]);
});

test("CSV: marks behind backslashes, as databases export them, and zeros between words", async () => {
  const escaped = String.raw`a,b
"x \"two, words\" y",2
"say \"hi\"","C:\\"
z,3`;
  expect(readRecords(escaped, ",")).toEqual({
    records: [
      ["a", "b"],
      ['x "two, words" y', "2"],
      ['say "hi"', "C:\\"],
      ["z", "3"],
    ],
    openQuotes: 0,
  });
  // Without an escaped mark inside of a word, a backslash is itself.
  expect(readRecords(String.raw`"C:\","D:\\",x`, ",").records).toEqual([["C:\\", "D:\\\\", "x"]]);
  expect((await read("a,b\n1\u00002,x\u0000\u0000\n", "text/csv")).html).toContain("<td>1 2</td><td>x</td>");
});

test("Markdown with a paragraph of millions of characters is code in HTML", async () => {
  const paragraph = "[a](b) ".repeat(600_000);
  expect(await renderMarkdown(`# One\n\n${paragraph}\n\ntwo`)).toMatch(/^<pre><code class="language-markdown"># One\n/);
});

test("a table over the limit is cut with a warning", async () => {
  const rows = Array.from({ length: 200_100 }, (_, index) => String(index)).join("\n");
  const { warnings } = await read(rows, "text/csv");
  expect(warnings).toEqual(["Only the first 200000 of 200100 rows are shown."]);
});

test("text is read by its charset", async () => {
  const parser = parserFor("text/plain", builtInParsers);
  const body = Uint8Array.of(0x82, 0xb1, 0x82, 0xf1);
  const parsed = await parser?.parse(
    { body, mediaType: "text/plain", charset: "shift_jis", url: "https://a.example/" },
    new AbortController().signal,
  );
  expect(parsed?.markdown).toBe("こん\n");
});

test("indenting never changes what JSON says", () => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      expect(JSON.parse(indentJson(json))).toEqual(JSON.parse(json));
    }),
  );
  const long = JSON.stringify(Array.from({ length: 30_000 }, (_, index) => index));
  expect(indentJson(long)).toBe(JSON.stringify(JSON.parse(long), undefined, 2));
  const deep = "[".repeat(5000) + "]".repeat(5000);
  expect(indentJson(deep).length).toBeLessThan(deep.length * 100);
});

test("what is quoted by RFC 4180 is read back", () => {
  const field = fc.string().map((text) => text.replaceAll("\r", ""));
  const records = fc.array(fc.array(field, { minLength: 2, maxLength: 5 }), { maxLength: 8 });
  fc.assert(
    fc.property(records, (rows) => {
      const csv = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\n");
      expect(readRecords(csv, ",")).toEqual({ records: rows, openQuotes: 0 });
    }),
  );
});

test("nothing inside a fence can close it", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("`", "a", "\n") }), (text) => {
      const [first = "", ...rest] = fence(text, "").trimEnd().split("\n");
      expect(rest.slice(0, -1).some((line) => line.startsWith(first))).toBe(false);
    }),
  );
});

test.each([
  ["sep=;\r\nName;Note\r\nAnn;a, b\r\n", "| Name | Note |\n| --- | --- |\n| Ann | a, b |"],
  ["# made by a tool\n# in May\na,b\n1,2\n", "# made by a tool\n# in May\n\n| a | b |\n| --- | --- |\n| 1 | 2 |"],
])("CSV: what stands before the header is no record: %j", async (text, markdown) => {
  const { html } = await read(text, "text/csv");
  const cells = [...(html ?? "").matchAll(/<t[hd]>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell);
  expect(cells).toEqual(
    markdown.split("\n").flatMap((line) => (/^\| [^-]/.test(line) ? line.slice(2, -2).split(" | ") : [])),
  );
  for (const line of markdown.split("\n").filter((part) => part.startsWith("#")))
    expect(html).toContain(`<p>${line}</p>`);
});

test.each([
  ["decimal commas in every column", "x;y\n1,5;2,5\n3,5;4,5", ["x", "y"]],
  ["decimal commas and no header", "1,5;2,5\n3,5;4,5", ["1,5", "2,5"]],
  ["commas in one of the texts", "name;note;town\nAnn;a, b, c, d, e;Kiel\nBo;f;Bonn", ["name", "note", "town"]],
  ["semicolons in a column of commas", "name,tags\nAnn,1;2;3\nBo,4", ["name", "tags"]],
])("CSV: the separator is told by all lines: %s", async (_, text, header) => {
  const { html } = await read(text, "text/csv");
  expect([...(html ?? "").matchAll(/<th>(.*?)<\/th>/g)].map(([, cell]) => cell)).toEqual(header);
});
