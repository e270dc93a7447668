import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

async function read(html: string) {
  const url = "https://docs.example.dev/api/kettle.html";
  const options = { ...transformOptions(), outputs: ["markdown", "html"] as const };
  return await transformer.transform(captureOf(html, { url }), options, new AbortController().signal);
}

const page = (body: string, generator: string): string =>
  `<!doctype html><html lang="en"><head><title>Kettle</title><meta name="generator" content="${generator}"></head><body>${body}</body></html>`;
const menu = `<header class="top"><nav><ul><li><a href="/">Overview</a></li><li><a href="/tree.html">Tree</a></li><li><a href="/index.html">Index</a></li></ul></nav></header>`;
const prose = (subject: string): string =>
  `<p>${subject} of the kettle is read when the lid closes, and a call that comes earlier waits until it has been read once.</p>`;

test("what a class declares and a table of its members belong to the document, links and tabs or not", async () => {
  const members = ["boil", "pour", "refill", "descale", "whistle"];
  const { markdown = "", metadata } = await read(
    page(
      `<div class="flex">${menu}<main><div class="header"><h1>Interface Kettle</h1></div>
<div class="signature"><span>public interface </span><a href="Kettle.html">Kettle</a> extends <a href="Vessel.html">Vessel</a></div>
<section><h2>Method Summary</h2><div class="table-tabs"><button>All Methods</button><button>Static Methods</button></div>
<div class="summary-table tabpanel">${members.map((name) => `<div class="col-first"><a href="State.html">State</a></div><div class="col-second"><a href="#${name}">${name}()</a></div>`).join("")}</div></section>
<section><h2>Method Details</h2><ul>${members.map((name) => `<li><h3>${name}</h3><div class="member-signature"><a href="State.html">State</a> ${name}()</div>${prose(`The ${name} state`)}</li>`).join("")}</ul></section></main></div>`,
      "javadoc/ClassWriterImpl",
    ),
  );
  expect(metadata?.pageType).toBe("documentation");
  expect(markdown).toContain("extends [Vessel]");
  for (const name of members)
    expect(markdown).toContain(`[${name}()](https://docs.example.dev/api/kettle.html#${name})`);
  expect(markdown).not.toContain("Tree");
});

test("a page of a manual that begins with its name is not named by the menu above it", async () => {
  const { markdown = "" } = await read(
    page(
      `<div class="navheader"><table><tr><th colspan="2">Kettle</th></tr><tr><td><a href="a.html">Prev</a></td><td><a href="b.html">Next</a></td></tr></table><hr></div>
<div class="refentry"><h2>Name</h2><p>Kettle — boils water</p><h2>Synopsis</h2><pre>kettle.boil</pre><h2>Description</h2>${prose("The state")}</div>`,
      "DocBook XSL Stylesheets V1.79",
    ),
  );
  expect(markdown.startsWith("## Name\n\nKettle — boils water")).toBe(true);
  expect(markdown).not.toContain("Next");
});

test("the label over a listing is no part of the page, in no format", async () => {
  const listing = `<div class="language-sh"><button title="Copy"></button><span class="lang">sh</span><pre><code>kettle boil</code></pre></div>`;
  const { markdown = "", html = "" } = await read(
    page(
      `${menu}<div class="layout has-sidebar"><main><h1>Kettle</h1>${prose("The state")}${listing}<h4><a href="#tools">Tools</a></h4>${prose("The tool")}</main></div>`,
      "VitePress v1.6.4",
    ),
  );
  expect(html).not.toContain('class="lang"');
  expect(markdown).toContain("```sh\nkettle boil\n```");
  expect(markdown).toContain("#### [Tools](");
});
