// What an author put together stays together, from the page to its Markdown.
import { captureOf, transformOptions } from "@garner/testkit/site";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inProcessTransformer } from "../transform/workers/in-process.ts";
import type { PageContent } from "../transform/transformer.ts";

const transformer = inProcessTransformer();

async function read(html: string, url = "https://kettles.example/manual/boil.html"): Promise<Required<PageContent>> {
  const content = await transformer.transform(
    { ...captureOf(html, { status: 200 }), url },
    transformOptions({ outputs: ["markdown", "links", "html"] }),
    new AbortController().signal,
  );
  return content as Required<PageContent>;
}

const sentence = (topic: string): string =>
  `The ${topic} was tested for several weeks, and in that time it behaved, as far as we could tell, as its makers had promised.`;
const menu = (...words: readonly string[]): string =>
  words.map((word) => `<li><a href="/${word}.html">${word}</a></li>`).join("");
const framed = (content: string): string =>
  `<!doctype html><html lang="en"><head><title>boil - Kettle manual</title></head><body>
<header><nav><ul>${menu("Overview", "Downloads", "Support", "Community")}</ul></nav></header>${content}
<footer><p>© 2024 Kettles. Generated on Monday.</p></footer></body></html>`;

describe("tables", () => {
  const cell = fc.oneof(
    fc.constantFrom(
      "?",
      "#",
      "—",
      "-",
      "*",
      "…",
      "",
      "x",
      "1",
      "_Bool",
      "two words",
      "✓",
      "<code>?</code>",
      "<b>#</b>",
    ),
    fc.string({ unit: fc.constantFrom(..."ab 1?#-+*/"), maxLength: 6 }),
  );
  const grid = fc
    .integer({ min: 2, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 2, maxLength: 6 }),
    );
  const escape = (text: string): string => (text.startsWith("<") ? text : text.replaceAll("&", "&amp;"));

  test("no cell goes, whatever it holds", async () => {
    await fc.assert(
      fc.asyncProperty(grid, fc.boolean(), async (rows, isNamed) => {
        const names = rows[0]?.map((_, column) => `<th>Name ${column}</th>`).join("") ?? "";
        const body = rows.map((row) => `<tr>${row.map((text) => `<td>${escape(text)}</td>`).join("")}</tr>`);
        const table = `<table>${isNamed ? `<tr>${names}</tr>` : ""}<tr>${rows[0]?.map(() => "<td>word</td>").join("")}</tr>${body.join("")}</table>`;
        const { html } = await read(
          framed(`<main><h1>boil</h1><p>${sentence("kettle")}</p>${table}<p>${sentence("lid")}</p></main>`),
        );
        const kept = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => (row?.match(/<t[dh]>/g) ?? []).length);
        expect(kept).toEqual([
          ...(isNamed ? [rows[0]?.length] : []),
          rows[0]?.length,
          ...rows.map((row) => row.length),
        ]);
      }),
      { numRuns: 150, seed: 7 },
    );
  });

  test("a sign without a word stays in its column", async () => {
    const { markdown } = await read(
      framed(
        `<main><h1>Codes</h1><p>${sentence("table")}</p><table><tr><th>Format</th><th>C type</th><th>Size</th></tr><tr><td><code>?</code></td><td>_Bool</td><td>1</td></tr><tr><td>#</td><td></td><td>3</td></tr></table></main>`,
      ),
    );
    expect(markdown).toContain("| `?` | _Bool | 1 |\n| # |  | 3 |");
  });
});

describe("documentation", () => {
  const entry = (name: string, text: string): string =>
    `<dl class="py function"><dt class="sig" id="kettle.${name}"><code>kettle.${name}</code>(<em>water</em>, <em>degrees=100</em>)<a class="headerlink" href="#kettle.${name}">¶</a></dt><dd>${text}</dd></dl>`;
  const names = ["boil", "pour", "descale", "whistle", "rinse", "lift", "tilt", "cool"];
  const page = framed(`<div class="document"><div class="body" role="main"><section id="module-kettle">
<h1><code>kettle</code> — Boil water<a class="headerlink" href="#module-kettle">¶</a></h1><p>${sentence("module")}</p>
${names.map((name, place) => entry(name, place % 2 === 0 ? `<p>${sentence(name)}</p>` : "<p>Same as above.</p>")).join("")}
<h2>Options</h2><ul><li>water<ul><li>cold</li><li>warm</li></ul></li><li>${sentence("lid")}<ul><li><a href="#a">string</a></li><li><a href="#b">number</a></li></ul></li></ul>
<h2>See also</h2><ul>${menu("kettle.teapot", "kettle.cup", "kettle.saucer", "kettle.spoon", "kettle.sugar", "kettle.milk", "kettle.lemon", "kettle.honey")}</ul>
</section></div><div class="related" role="navigation"><a href="a.html">previous</a> | <a href="b.html">next</a></div></div>`);

  test("every term, its repeated description, nested items and the last list of links stay", async () => {
    const { markdown, links } = await read(page);
    for (const name of names) expect(markdown).toContain(`\`kettle.${name}\`(`);
    expect(markdown.match(/Same as above/g)).toHaveLength(4);
    for (const kept of ["  - cold", "  - warm", "  - [string]", "## See also", "[kettle.honey]"])
      expect(markdown).toContain(kept);
    expect(links).toContain("https://kettles.example/kettle.honey.html");
    for (const chrome of ["Downloads", "previous", "next", "Generated on"]) expect(markdown).not.toContain(chrome);
  });
});

describe("the ends of the content", () => {
  const kinds = ["Green", "Red", "Blue", "Tall", "Small", "Old", "New", "Quiet"];
  const list = `<ul>${kinds.map((kind) => `<li><a href="/${kind}">${kind} kettle</a></li>`).join("")}</ul>`;
  test.each(["main", "article"])(
    "the first and the last image and a last list of links stay in <%s>",
    async (element) => {
      const { markdown, links } = await read(
        `<html><head><title>Kettles</title></head><body><header><nav><a href="/shop">Shop</a> <a href="/help">Help</a></nav></header>
<${element}><h1>Kettles</h1><img src="/first.png" alt="first"><p>${sentence("kettle")} ${sentence("lid")}</p><p>${sentence("spout")}</p>
<img src="/middle.png" alt="middle"><p>${sentence("handle")} ${sentence("cord")}</p>${list}<img src="/last.png" alt="last"></${element}>
<footer><img src="/logo.png" alt="logo"><p>© 2024 Kettles</p></footer></body></html>`,
        "https://kettles.example/2024/05/kettles",
      );
      for (const name of ["first", "middle", "last"]) expect(markdown).toContain(`![${name}]`);
      for (const kind of kinds) expect(links).toContain(`https://kettles.example/${kind}`);
      for (const gone of ["Shop", "logo", "2024"]) expect(markdown).not.toContain(gone);
    },
  );

  test("a box of related links and the picture of a card that went are no content", async () => {
    const { markdown } = await read(
      `<html><head><title>Kettles</title></head><body><article><h1>Kettles</h1><p>${sentence("kettle")} ${sentence("lid")}</p>
<p>${sentence("spout")} ${sentence("cord")}</p><p>${sentence("handle")}</p><h3>You may also like</h3>${list}
<div class="related-post"><a href="/teapots"><img src="/teapot.png" alt="teapot"></a><a href="/teapots">All about teapots</a></div></article></body></html>`,
      "https://kettles.example/2024/05/kettles",
    );
    expect(markdown).not.toMatch(/Green kettle|teapot/);
  });
});
