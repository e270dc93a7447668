// What users of other engines complained about, one test for each complaint.
import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { inProcessTransformer } from "../workers/in-process.ts";
import type { PageContent, TransformOptions } from "./transform.ts";

const transformer = inProcessTransformer();

async function read(
  html: string,
  options: Partial<TransformOptions> = {},
  status = 200,
): Promise<PageContent & { readonly markdown: string }> {
  const content = await transformer.transform(
    captureOf(html, { status }),
    transformOptions(options),
    new AbortController().signal,
  );
  return { ...content, markdown: content.markdown ?? "" };
}

const prose = (topic: string): string =>
  `<p>The ${topic} was built by hand over two winters, and those who use it every day say that it has never once let them down, whatever the weather brought.</p>`;

const framed = (content: string): string =>
  `<!doctype html><html lang="en"><head><title>Page</title></head><body><header><nav><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/jobs">Careers</a></nav></header>${content}<footer><a href="/imprint">Imprint</a> © 2025</footer></body></html>`;

describe("main content", () => {
  test.each([
    ["an article", `<article><h1>Harbour</h1>${prose("quay")}${prose("crane")}</article>`],
    [
      "divisions without names",
      `<div><div><h1>Harbour</h1><div>${prose("quay")}</div><div>${prose("crane")}</div></div></div>`,
    ],
    ["a short note", `<div><h1>Harbour</h1><p>The quay and the crane are open.</p></div>`],
  ])("is neither wrong nor empty: %s", async (_, content) => {
    const { markdown } = await read(framed(content));
    for (const part of ["# Harbour", "quay", "crane"]) expect(markdown).toContain(part);
    expect(markdown).not.toMatch(/Careers|Imprint/);
  });

  test("the words of links and of bold text don't vanish from their sentences", async () => {
    const sentence = `<p>In <a href="/y">2019</a> the <strong>old crane</strong> was sold to <a href="/a">Ann</a>, <em>not</em> to <a href="/b">Bo</a>.</p>`;
    const { markdown } = await read(
      framed(`<article><h1>Sale</h1>${prose("crane")}${sentence}${prose("quay")}</article>`),
    );
    expect(markdown).toContain(
      "In [2019](https://site.example/y) the **old crane** was sold to [Ann](https://site.example/a), *not* to [Bo](https://site.example/b).",
    );
  });

  test("code keeps its spaces, and no block of it is dropped", async () => {
    const listings = [
      "FROM golang:1.21 AS builder\nRUN  go build ./...",
      "a { color: red }",
      "const x = [1,  2];\n\n\treturn x;",
    ];
    const blocks = listings.map(
      (code) => `${prose("build")}<div class="code-example"><pre class="brush: js"><code>${code}</code></pre></div>`,
    );
    const { markdown } = await read(framed(`<main><h1>Building</h1>${blocks.join("")}</main>`));
    for (const code of listings) expect(markdown).toContain(`\n${code}\n\`\`\``);
  });

  test("comments keep their authors", async () => {
    const comments = ["maria82", "jon_k", "teapot"].map(
      (author) =>
        `<li class="comment"><div class="comment-author"><a href="/u/${author}">${author}</a></div><div class="comment-content">${prose("lock")}</div></li>`,
    );
    const { markdown } = await read(
      framed(`<main><h1>Which lock?</h1>${prose("gate")}<ol class="commentlist">${comments.join("")}</ol></main>`),
    );
    for (const author of ["maria82", "jon_k", "teapot"]) expect(markdown).toContain(author);
  });

  test.each([
    ["Elementor", "elementor-widget elementor-widget-text-editor", "elementor-widget-container"],
    ["Divi", "et_pb_module et_pb_text", "et_pb_text_inner"],
    ["Webflow", "w-layout-blockcontainer w-container", "w-richtext"],
  ])("the widgets of %s are content, and their nested lists are lists", async (_, outer, inner) => {
    const widget = (content: string): string => `<div class="${outer}"><div class="${inner}">${content}</div></div>`;
    const list =
      "<ul>\n        <li>Keel\n            <ul>\n                <li>Oak</li>\n            </ul>\n        </li>\n    </ul>";
    const { markdown } = await read(
      framed(
        `<div class="page">${widget("<h1>Boats</h1>")}${widget(prose("keel"))}${widget(list)}${widget(prose("mast"))}</div>`,
      ),
    );
    for (const part of ["# Boats", "The keel was", "The mast was", "- Keel\n  - Oak"]) expect(markdown).toContain(part);
    expect(markdown).not.toContain("```");
  });

  test("what stands outside of a main element that holds little comes too", async () => {
    const { markdown } = await read(
      framed(
        `<section class="jumbotron"><h1>Boats for rent</h1>${prose("boat")}</section><main><h2>Prices</h2><p>From 20 € a day.</p></main>`,
      ),
    );
    for (const part of ["Boats for rent", "The boat was", "Prices", "From 20 €"]) expect(markdown).toContain(part);
  });

  test("it says which way it went, what it dropped and why", async () => {
    const { explanation } = await read(framed(`<article><h1>Harbour</h1>${prose("quay")}${prose("crane")}</article>`), {
      explain: true,
    });
    expect(explanation?.mainContent?.winner).toMatchObject({ path: expect.stringContaining("article") });
    expect(explanation?.mainContent?.removed).toContainEqual(
      expect.objectContaining({ path: expect.stringContaining("footer"), reason: expect.stringMatching(/\w/) }),
    );
  });

  test("paragraphs, lists and tables of an article come whole", async () => {
    const parts = [...Array(12).keys()].map((index) => `${prose(`part ${index}`)}<ul><li>Item ${index}</li></ul>`);
    const table = "<table><tr><th>Year</th><th>Ships</th></tr><tr><td>1990</td><td>12</td></tr></table>";
    const { markdown } = await read(framed(`<article><h1>Parts</h1>${parts.join("")}${table}</article>`));
    for (let index = 0; index < 12; index += 1) {
      expect(markdown).toContain(`The part ${index} was built`);
      expect(markdown).toContain(`- Item ${index}`);
    }
    expect(markdown).toContain("| 1990 | 12 |");
  });
});

describe("size", () => {
  test("a filing of thousands of nested tables and fonts is read to its end", async () => {
    const item = (index: number): string =>
      `<div><font size="2"><table><tr><td><p><b>Item ${index}.</b> ${"Risk ".repeat(20)}</p></td></tr></table></font></div>`;
    const { markdown } = await read(`<body>${[...Array(3000).keys()].map(item).join("")}</body>`, {
      onlyMainContent: false,
    });
    expect(markdown).toContain("**Item 0.**");
    expect(markdown).toContain("**Item 2999.**");
  });

  test("a table of 10,752 rows is a table of 10,752 rows", async () => {
    const rows = [...Array(10_752).keys()].map((index) => `<tr><td>${index}</td><td><p>name ${index}</p></td></tr>`);
    const { markdown } = await read(`<table><thead><tr><th>Id</th><th>Name</th></tr></thead>${rows.join("")}</table>`, {
      onlyMainContent: false,
    });
    expect(markdown.split("\n")).toHaveLength(10_754);
    expect(markdown).toContain("| 10751 | name 10751 |");
  });

  test("a megabyte of code is the same megabyte", async () => {
    const code = [...Array(20_000).keys()].map((index) => `  line_${index}(*a, **b) # \`${index}\``).join("\n");
    const { markdown } = await read(`<pre><code>${code}</code></pre>`, { onlyMainContent: false });
    expect(markdown).toBe(`\`\`\`\n${code}\n\`\`\``);
  });
});

describe("Markdown and HTML", () => {
  test.each([
    [
      "paragraphs in cells",
      "<table><tr><th><p>A</p></th><th><div>B</div></th></tr><tr><td><p>1</p><p>2</p></td><td><div>3</div></td></tr></table>",
      "| A | B |\n| --- | --- |\n| 1<br>2 | 3 |",
    ],
    ["siblings without a root", "<p>a</p>b<p>c</p>", "a\n\nb\n\nc"],
    ["a document element that isn't html", "<svg><title>x</title></svg><p>a</p>", "a"],
    ["a style sheet before everything", "<style>p{}</style><p>a</p>", "a"],
    ["no body", "<html><head><title>t</title></head></html>", ""],
  ])("%s", async (_, html, markdown) => {
    expect((await read(html, { onlyMainContent: false })).markdown).toBe(markdown);
  });
});

describe("pages that are not what was asked for never look like a success", () => {
  test.each([
    [
      "blocked",
      429,
      "<title>Security check</title><h1>Please complete the security check</h1><div class='h-captcha'></div>",
    ],
    [
      "blocked",
      200,
      "<title>Just a moment...</title><div id='challenge-error-text'>Enable JavaScript and cookies to continue</div>",
    ],
    [
      "soft-404",
      200,
      "<title>Page not found</title><h1>Page not found</h1><p>Sorry, the page you are looking for does not exist.</p>",
    ],
    [
      "login-wall",
      200,
      "<title>Members</title><h1>Members only</h1><p>You must be logged in to view this page.</p><form><input><input type=password></form>",
    ],
  ] as const)("%s with status %i", async (verdict, status, html) => {
    const content = await read(html, {}, status);
    expect(content.verdict).toBe(verdict);
    expect(content.verdictReason).toMatch(/\w{3}/);
    expect(content.warnings).toContainEqual(expect.stringContaining(content.verdictReason));
  });
});
