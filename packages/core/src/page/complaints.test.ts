// What users of other engines complained about, one test for each complaint; their threads are named where it is one.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { inProcessTransformer } from "../transform/workers/in-process.ts";
import type { PageContent, TransformOptions } from "../transform/transformer.ts";

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
    [
      "a listing", // firecrawl#289
      `<div class="archive"><h1>Harbour</h1>${["quay", "crane", "lock", "ferry"].map((topic) => `<div class="post-item"><h2><a href="/${topic}">The ${topic}</a></h2><div class="excerpt">${prose(topic)}</div><a class="more" href="/${topic}">Read more</a></div>`).join("")}</div>`,
    ],
    [
      "a policy that is named like a banner and speaks like one", // firecrawl#540
      `<div class="privacy-policy cookie-policy consent"><h1>Harbour</h1><p>We use cookies to remember your quay.</p><p>You can accept or reject them in the settings of your crane. We keep your consent for a year.</p></div>`,
    ],
    [
      "a long text with its references", // firecrawl#748
      `<div class="fulltext"><h1>Harbour</h1>${["quay", "crane"].map((topic) => `<section><h2>The ${topic}</h2>${prose(topic).repeat(6)}</section>`).join("")}<section class="refs"><h2>References</h2><ol>${[..."abcdef"].map((name) => `<li><a href="/${name}">${name.toUpperCase()}., 2019. On harbours.</a></li>`).join("")}</ol></section></div>`,
    ],
    [
      "a page inside of a form",
      `<form id="aspnetForm"><div id="content"><h1>Harbour</h1>${prose("quay")}${prose("crane")}</div></form>`,
    ],
    [
      "an article in a dialog", // readability#964
      `<div id="app"><div class="toolbar"><button>Share</button></div><div class="popup" role="dialog"><div class="sidebar-content"><h1>Harbour</h1>${prose("quay")}${prose("crane")}</div></div></div>`,
    ],
  ])("is neither wrong nor empty: %s", async (_, content) => {
    const { markdown } = await read(framed(content));
    for (const part of ["# Harbour", "quay", "crane"]) expect(markdown).toContain(part);
    expect(markdown).not.toMatch(/Careers|Imprint/);
  });

  // crawl4ai#453, crawl4ai#461, crawl4ai#673
  test("a page of links is not empty, and what is asked for has an effect", async () => {
    const story = (index: number): string =>
      `<tr class="athing"><td class="title"><span class="rank">${index}.</span></td><td class="title"><span class="titleline"><a href="https://a${index}.example/">Story ${index} about the sea</a> <span class="sitebit">(<a href="/from?site=a${index}">a${index}.example</a>)</span></span></td></tr><tr><td></td><td class="subtext"><span class="score">${index * 7} points</span> by <a href="/user?id=u${index}">u${index}</a> | <a href="/item?id=${index}">${index} comments</a></td></tr>`;
    const stories = Array.from({ length: 30 }, (_, index) => index + 1);
    const html = `<title>News</title><center><table id="main"><tr><td><a href="/newest">newest</a> | <a href="/jobs">vacancies</a> | <a href="/login">login</a></td></tr><tr><td><table>${stories.map(story).join("")}</table></td></tr><tr><td><a href="/guidelines">Guidelines</a> | <a href="/legal">Legal</a></td></tr></table></center>`;
    const [main, whole, chosen, without] = await Promise.all([
      read(html),
      read(html, { onlyMainContent: false }),
      read(html, { includeTags: [".score"] }),
      read(html, { excludeTags: [".sitebit"] }),
    ]);
    for (const index of stories)
      expect(main.markdown).toContain(`[Story ${index} about the sea](https://a${index}.example/)`);
    for (const part of ["vacancies", "210 points by", "Guidelines"]) expect(whole.markdown).toContain(part);
    expect(main.markdown).not.toMatch(/vacancies|Guidelines/);
    expect(chosen.markdown).toBe(stories.map((index) => `${index * 7} points`).join(" "));
    expect(without.markdown).toContain("Story 30 about the sea");
    expect(main.markdown).toContain("/from?site=a30");
    expect(without.markdown).not.toContain("/from?site=a30");
  });

  // crawl4ai#582
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

  // crawl4ai#2110
  test("code that a highlighter took apart is whole, the spaces and lines between its tokens too", async () => {
    const tokens = (code: string): string =>
      code
        .split(/(\s|&&)/)
        .map((token) => `<span class="${/\S/.test(token) ? "token" : "w"}">${token.replaceAll("&", "&amp;")}</span>`)
        .join("");
    const listings = [
      "FROM golang:1.21 AS builder\nRUN go build && go test",
      "apiVersion: v1\nkind: Service\nmetadata:\n  name: my-service",
      "const sum = [1, 2].reduce((a, b) => a + b);",
    ];
    const blocks = listings.map(
      (code) =>
        `${prose("build")}<div class="code-example"><div class="example-header"><button>Copy</button></div><pre class="notranslate"><code>${tokens(code)}</code></pre></div>`,
    );
    const { markdown } = await read(framed(`<main><h1>Building</h1>${blocks.join("")}</main>`));
    for (const code of listings) expect(markdown).toContain(`\n${code}\n\`\`\``);
  });

  // crawl4ai#1900
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

  // crawl4ai#1900
  test("it says who commented, and not only when", async () => {
    const comment = (author: string): string =>
      `<div class="timeline-comment"><div class="timeline-comment-header"><h3 class="timeline-comment-header-text"><strong><a class="author" href="/${author}">${author}</a></strong> commented <a href="#c"><relative-time>Apr 6, 2026</relative-time></a></h3></div><div class="comment-body"><p>I tried it with the lock of ${author}, and it held for two winters.</p></div></div>`;
    const { markdown } = await read(
      framed(
        `<main><h1>Which lock?</h1><article>${prose("gate")}</article><div class="discussion">${["maria82", "jon_k", "teapot"].map(comment).join("")}</div></main>`,
      ),
    );
    for (const author of ["maria82", "jon_k", "teapot"])
      expect(markdown).toMatch(new RegExp(`\\[${author}\\]\\(\\S+\\)\\W* commented`));
  });

  // us/crw#365
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

  // jina-ai/reader#1196
  test("what opens a main element comes with the rest of it, whatever it is called", async () => {
    const { markdown } = await read(
      framed(
        `<main><div class="jumbotron"><div class="container"><div><dl><dt>Who may apply</dt><dd>Those who build for themselves</dd><dt>Region</dt><dd>Schleswig-Holstein</dd></dl><p>The state gives loans at low interest to households that build a home.</p></div></div></div><div class="content"><h2>In short</h2>${prose("grant")}${prose("loan")}${prose("house")}</div></main>`,
      ),
    );
    for (const part of ["Who may apply", "Schleswig-Holstein", "The state gives loans", "The house was built"])
      expect(markdown).toContain(part);
  });

  // jina-ai/reader#27, jina-ai/reader#105
  test("a glossary comes with all of its entries, folded or not", async () => {
    const words = ["Ally", "Bias", "Care", "Duty"];
    const entries = words.flatMap((word) => [
      `<details><summary>${word}</summary><p>${word} in short.</p></details>`,
      `<dl><dt>${word}</dt><dd>${word} in other words.</dd></dl>`,
      `<button aria-expanded="false" aria-controls="${word}">More</button><div id="${word}" hidden><p>${word} at length.</p></div>`,
    ]);
    const { markdown } = await read(
      framed(`<main property="mainContentOfPage"><h1>Glossary</h1>${entries.join("")}</main>`),
    );
    const meanings = words.flatMap((word) => [`${word} in short.`, `${word} in other words.`, `${word} at length.`]);
    for (const meaning of meanings) expect(markdown).toContain(meaning);
  });

  // jina-ai/reader#152, readability#922
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

  const years = Array.from({ length: 12 }, (_, index) => 1990 + index);
  test.each([
    [
      "the text before a table", // readability#922
      `<div class="content"><h1>Travel fund</h1><nav class="toc"><ul><li><a href="#a">What it is</a></li><li><a href="#b">Deadlines</a></li></ul></nav><h2 id="a">What it is</h2>${prose("fund")}${prose("member")}<h2 id="b">Deadlines</h2><table><thead><tr><th>Round</th><th>Opens</th></tr></thead><tbody><tr><td>1</td><td>1 May</td></tr><tr><td>2</td><td>9 June</td></tr></tbody></table>${prose("deadline")}</div>`,
      ["The fund was", "The member was", "| Round | Opens |", "| 2 | 9 June |", "The deadline was"],
    ],
    [
      "a table that is full of links", // readability#775
      `<main><h1>Films with ships</h1><div><p>This is a list of films.</p><table class="wikitable sortable"><thead><tr><th>Year</th><th>Title</th></tr></thead><tbody>${years.map((year) => `<tr><td>${year}</td><td><i><a href="/f${year}">Film of ${year}</a></i></td></tr>`).join("")}</tbody></table></div></main>`,
      ["| Year | Title |", ...years.map((year) => `| ${year} | *[Film of ${year}](https://site.example/f${year})* |`)],
    ],
    [
      "a book whose paragraphs are rows", // readability#775
      `<table><tbody><tr><td><a href="/ch1#n1">1</a></td><td>此開卷第一回也。作者自云曾歷過一番夢幻之後，故將真事隱去，而借「通靈」說此《石頭記》一書也。</td></tr><tr><td><a href="/ch1#n2">2</a></td><td>看官！你道此書從何而起？說來雖近荒唐，細玩頗有趣味。</td></tr></tbody></table>`,
      ["此開卷第一回也", "說此《石頭記》一書也。 |", "細玩頗有趣味。 |"],
    ],
    [
      "both halves of a page that a table lays out", // readability#669
      `<table id="layout"><tr><td><ul><li><a href="/one">One project</a></li><li><a href="/two">Another project</a></li></ul></td><td><h3>Start</h3><div><p>The projects include a browser and the system that is built around it.</p><table><tr><td><h2><a href="/one">Browser</a></h2><p>A browser that aims to be a safer and faster way to see the web.</p></td></tr><tr><td><h2><a href="/two">System</a></h2><p>A system for people who spend most of their time on the web.</p></td></tr></table></div></td></tr></table>`,
      ["The projects include a browser", "A browser that aims to be", "A system for people who spend"],
    ],
    [
      "the items of a list of links", // readability#183
      `<div id="Sidebar"><ul><li><a href="/archive/">Archive</a></li></ul></div><div id="Main"><div class="article"><h1>Colophon</h1><p>The site is written with these:</p><ul><li><a href="/e">An editor</a></li><li><a href="/p">A press</a></li><li><a href="/n">A notebook</a></li></ul><p>It was set in <a href="/g">Gill Sans</a>.</p></div></div>`,
      ["- [An editor]", "- [A press]", "- [A notebook]", "It was set in [Gill Sans]"],
    ],
  ])("%s comes too", async (_, content, parts) => {
    const { markdown } = await read(framed(content));
    for (const part of parts) expect(markdown).toContain(part);
  });
});

describe("size", () => {
  // readability#580
  test.each([true, false])(
    "a filing of thousands of nested tables and fonts is read to its end (%s)",
    async (onlyMainContent) => {
      const item = (index: number): string =>
        `<div><font size="2"><table><tr><td><p><b>Item ${index}.</b> ${"Risk ".repeat(20)}</p></td></tr></table></font></div>`;
      const { markdown } = await read(`<body>${[...Array(3000).keys()].map(item).join("")}</body>`, {
        onlyMainContent,
      });
      expect(markdown).toContain("**Item 0.**");
      expect(markdown).toContain("**Item 2999.**");
    },
  );

  // docs-mcp-server#433
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
    // Not `toBe`: how two megabytes differ takes minutes to show.
    expect(markdown === `\`\`\`\n${code}\n\`\`\``).toBe(true);
  });

  // turndown#429
  test.each([" ", "\t", "\n", " \n"])("a megabyte of %j in code is the same megabyte", async (space) => {
    const code = `TEST\n${space.repeat(1_000_000 / space.length)}END`;
    const { markdown } = await read(`<pre><code>${code}</code></pre>`, { onlyMainContent: false });
    // Not `toBe`: how two megabytes differ takes minutes to show.
    expect(markdown === `\`\`\`\n${code}\n\`\`\``).toBe(true);
  });

  // turndown#265, turndown#301, turndown#351
  test("hundreds of pages, one after the other, leave nothing behind", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const heldAfter = async (pages: number): Promise<number> => {
      for (let page = 0; page < pages; page += 1) await read(`<p>Page ${page} of <b>many</b></p>`.repeat(100));
      collect();
      return process.memoryUsage().heapUsed;
    };
    const before = await heldAfter(100);
    // A document of a hundred paragraphs takes more than five times as much.
    expect((await heldAfter(400)) - before).toBeLessThan(400 * 10_000);
  });
});

describe("Markdown and HTML", () => {
  test.each([
    [
      "paragraphs in cells", // turndown#380
      "<table><tr><th><p>A</p></th><th><div>B</div></th></tr><tr><td><p>1</p><p>2</p></td><td><div>3</div></td></tr></table>",
      "| A | B |\n| --- | --- |\n| 1<br>2 | 3 |",
    ],
    [
      "divisions without anything in a cell", // turndown-plugin-gfm#3
      "<table><tr><th>No line break here:<div></div></th><th>B</th></tr><tr><td>Oh no!</td><td><p>Bar</p></td></tr></table>",
      "| No line break here: | B |\n| --- | --- |\n| Oh no! | Bar |",
    ],
    [
      "a table of parameters", // mcp-confluent#706, cline#14190, qwen-code#12039
      "<table><thead><tr><th>Name</th><th>Type</th></tr></thead><tbody><tr><td>limit</td><td>integer</td></tr><tr><td>cursor</td><td>string</td></tr></tbody></table>",
      "| Name | Type |\n| --- | --- |\n| limit | integer |\n| cursor | string |",
    ],
    [
      "rows without anything in them", // qwen-code#12039
      "<table><tr></tr><tr><th>A</th><th>B</th></tr><tr></tr><tr><td>1</td><td>2<br>3</td></tr></table>",
      "| A | B |\n| --- | --- |\n| 1 | 2<br>3 |",
    ],
    ["siblings without a root", "<div>a</div><div>b</div>c<p>d</p>", "a\n\nb\n\nc\n\nd"], // linkedom#152
    ["a document element that isn't html", "<svg><title>x</title></svg><p>a</p>", "a"], // linkedom#155
    ["what belongs into the head before what doesn't", '<meta charset="utf8"><title>t</title><div>a</div>', "a"], // linkedom#155
    ["a style sheet before everything", "<style>.b{display:none}</style><p>a</p><p class=b>b</p>", "a"], // linkedom#40
    ["no body", "<html><head><title>t</title></head></html>", ""], // linkedom#187
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
