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

test("the method and the address of an operation stay between its name and the document", async () => {
  const field = (name: string, kind: string, text: string): string =>
    `<div class="primitive-param-field border-gray-100 py-6 border-b" id="${name}"><div class="flex font-mono text-sm param-head"><div class="font-semibold" data-component-part="field-name">${name}</div><div data-component-part="field-meta"><div data-component-part="field-info-pill"><span>${kind}</span></div><div>required</div></div></div><div class="mt-4"><div class="prose prose-sm"><p>${text}</p></div></div></div>`;
  const fields = [
    field("kettle", "string", "The name of the kettle that is to boil."),
    field("degrees", "integer", "The temperature of the water, at most 100."),
    field("whistles", "boolean", "Lets it whistle, and costs forty cents more."),
  ];
  const { markdown = "", metadata } = await read(
    page(
      `<div class="relative">${menu}<div class="max-w-8xl"><div id="content-container"><div class="flex flex-row-reverse"><div id="content-area"><header id="header"><div class="eyebrow">Kettles</div><div class="flex"><h1 id="page-title">Start a kettle</h1></div><div class="mt-2 prose"><p>Heats the water of one kettle.</p></div></header><div id="playground-operation-page"><div class="flex"><div class="method-pill">POST</div><code>/v2/kettles/start</code><button>Try it</button></div></div>
<div class="mdx-content prose" id="content"><h2 id="body">Body</h2>${fields.join("")}<h2 id="response">Response</h2><pre><code>{ "id": "k_18" }</code></pre><h2 id="limits">Rate limits</h2><p>You may start sixty kettles a minute; the next answers 429.</p></div></div></div></div></div></div>`,
      "Mintlify",
    ),
  );
  expect(metadata?.pageType).toBe("documentation");
  expect(markdown).toMatch(/POST\s+`\/v2\/kettles\/start`/);
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

test("labels of tabs stay with their panels, and a navigation of that look goes", async () => {
  const bar = (label: string) =>
    `<li class="nav-item" role="presentation"><a class="nav-link" role="tab" aria-controls="on-${label}" href="#on-${label}">${label}</a></li>`;
  const panel = (label: string) => `<div role="tabpanel" id="on-${label}"><p>Boil it with ${label}.</p></div>`;
  const { markdown = "" } = await read(
    page(
      `${menu}<main><h1>Kettle</h1>${prose("The state")}<div class="panel-tabset"><ul class="nav nav-tabs" role="tablist">${bar("Gas")}${bar("Steam")}</ul><div class="tab-content">${panel("Gas")}${panel("Steam")}</div></div>${prose("The cup")}<ul class="nav nav-pills"><li class="nav-item"><a href="/shop">Shop</a></li><li class="nav-item"><a href="/help">Help</a></li></ul></main>`,
      "quarto",
    ),
  );
  expect(markdown).toContain("**Gas**\n\nBoil it with Gas.\n\n**Steam**\n\nBoil it with Steam.");
  expect(markdown).not.toContain("Shop");
});

test("the line over a listing with its language and a button is no part of the page, and one with a title is", async () => {
  const listing = (label: string) =>
    `<div class="example"><div class="example-header">${label}<button>Copy</button></div><pre><code class="language-azurecli">kettle boil</code></pre></div>`;
  const { markdown = "" } = await read(
    page(
      `${menu}<main><h1>Kettle</h1>${prose("The state")}${listing('<span class="language">Azure CLI</span>')}${prose("The cup")}${listing("<b>boil.sh</b>")}${prose("The tool")}</main>`,
      "docfx",
    ),
  );
  expect(markdown).not.toContain("Azure CLI");
  expect(markdown).toContain("**boil.sh**");
});

test("links to source and contents in the lines of headings and terms go, and prose about a source stays", async () => {
  const { markdown = "", html = "" } = await read(
    page(
      `${menu}<div role="main"><h1>Kettle <a class="anchor" href="#toc">TOC</a></h1>${prose("The state")}
<dl><dt>boil(litres) <a class="reference" href="src/kettle.html#boil">[source]</a></dt><dd>${prose("The water")}</dd></dl>
<p class="src">pour :: Cup <a href="src/Kettle.html#pour" class="link">Source</a></p>${prose("The cup")}
<div class="method-heading"><span>refill()</span> <span class="advice">click to toggle source</span></div>
<p>Read the <a href="src/all.html">source</a> of the kettle before you change what it does when its lid is open.</p></div>`,
      "Docutils 0.19",
    ),
  );
  expect(markdown).toContain("boil(litres)");
  expect(markdown).toContain("pour :: Cup");
  expect(markdown).toContain("refill()");
  expect(markdown).toContain("Read the [source](");
  for (const text of [markdown, html]) expect(text).not.toMatch(/TOC|\[source\]<|Source|toggle source/);
});

test("links through a document go wherever they stand: as cards, as a line with names, as one line of signs", async () => {
  const turner = (next: string): string =>
    `<div class="header"><p>Next: <a href="#${next}" rel="next">${next}</a>, Up: <a href="#Top" rel="up">Top</a> [<a href="#SEC_Contents" rel="contents">Contents</a>]</p></div>`;
  const { markdown = "" } = await read(
    page(
      `<main><div id="Top">${turner("Boiling")}<h1>Kettle</h1>${prose("The state")}
<div id="Boiling">${turner("Pouring")}<h2>Boiling</h2>${prose("The water")}</div><div id="Pouring">${turner("Rinsing")}<h2>Pouring</h2>${prose("The cup")}</div></div>
<div class="below"><a href="lid.html"><div><p>previous</p><p>The lid of a kettle</p></div></a><a href="spout.html"><div><p>next</p><p>The spout of a kettle</p></div></a></div>
<div class="flex"><a href="a.html"><span><span>上一页</span><span>The handle</span></span></a><a href="b.html"><span><span>下一页</span><span>The feet</span></span></a></div>
<div class="bar"><a href="/">top</a> <a href="/toc.html">contents</a> <a href="a.html">← prev</a> <a href="b.html">next →</a></div></main>`,
      "makeinfo",
    ),
  );
  expect(markdown).toContain("## Pouring");
  expect(markdown).not.toMatch(/Next:|previous|The spout|The handle|← prev/);
});

test("a synopsis of links within the page and lists of links under headings are parts of the document", async () => {
  const members = Array.from({ length: 30 }, (_, index) => `kettle::command${index}`);
  const { markdown = "" } = await read(
    page(
      `<div class="manual"><h1>Kettle(3)</h1><div id="name"><h2>Name</h2><p>Kettle - boils water for many cups</p></div>
<div id="synopsis"><h2>Synopsis</h2><ul>${members.map((name) => `<li><a href="#${name}">${name}</a></li>`).join("")}</ul></div>
<div id="section1"><h2>Description</h2>${["The state", "The water", "The cup", "The lid", "The spout"].map(prose).join("")}${prose("The whistle").repeat(4)}</div></div>`,
      "doctools",
    ),
  );
  expect(markdown).toContain("## Name");
  expect(markdown).toContain("[kettle::command29](");
});

test("a section whose address is made of its heading is no chrome, whatever it is called", async () => {
  const { markdown = "" } = await read(
    page(
      `<main><h1>Kettle</h1>${prose("The state")}<div id="respond"><h3><a href="#respond">"respond"</a></h3></div>${prose("The answer")}
<div id="feedback"><p class="title">Feedback</p></div>${prose("The feedback")}<section id="related"><h2>Related</h2>${prose("The teapot beside")}</section></main>`,
      "Asciidoctor 2.0",
    ),
  );
  expect(markdown).toContain('"respond"');
  expect(markdown).toContain("\nFeedback\n");
  expect(markdown).toContain("The teapot beside");
});

test("the name of the project before the page's own, and what a tool writes under the page, are left out", async () => {
  const { markdown = "" } = await read(
    `<!doctype html><html lang="en"><head><title>Tea: kettle::Lid Class Reference</title><meta name="generator" content="Doxygen 1.9.4"></head><body>
<div id="top"><table><tr><td><div id="projectname">Tea <span>3.11.1</span></div></td></tr></table></div>
<div class="header"><div class="summary"><a href="#members">Public Member Functions</a> | <a href="all.html">List of all members</a></div><div class="title">kettle::Lid Class Reference</div></div>
<div class="contents">${prose("The state")}<h2 id="members">Public Member Functions</h2>${prose("The water")}${prose("The cup")}</div>
<div id="about">generated by TeaDoc 1.4.6</div></body></html>`,
  );
  expect(markdown).toMatch(/^kettle::Lid Class Reference\n/);
  expect(markdown).not.toMatch(/3\.11\.1|List of all|TeaDoc/);
});

test("a notice of copyright under the text goes, and a section on copyright stays", async () => {
  const notice = `<div class="copyright-footer">Copyright © 2009 The tea makers<p>Distributed under the Tea License, Version 1.0. (See the file LICENSE.)</p></div>`;
  const under = await read(
    page(`<h1>Kettle</h1>${prose("The state")}${prose("The water")}<hr>${notice}`, "DocBook XSL"),
  );
  expect(under.markdown).not.toContain("Tea License");
  const section = `<section id="copyright"><h2>Copyright</h2><p>Copyright 2021 The tea makers</p><p>Tea is released under the terms of the Tea License, version 2.0.</p></section>`;
  const own = await read(
    page(`<main><h1>Kettle</h1>${prose("The state")}${prose("The water")}${section}</main>`, "DocBook XSL"),
  );
  expect(own.markdown).toContain("Copyright 2021 The tea makers");
  expect(own.markdown).toContain("version 2.0.");
});

test("a small page is not replaced by the table of contents of its site", async () => {
  const entries = Array.from(
    { length: 120 },
    (_, index) => `<li><a href="kettle.${index}.html">tea.kettle.Command${index}</a></li>`,
  );
  const { markdown = "" } = await read(
    page(
      `<div class="sidebar"><nav id="docs-nav"><ul>${entries.join("")}</ul></nav></div><main role="main"><section id="tea-kettle-is-hot"><h1>tea.kettle.is_hot</h1>
<dl><dt>kettle.is_hot()</dt><dd><p>Return whether the water in the kettle is hot by now (95 degrees).</p><pre>&gt;&gt;&gt; kettle.is_hot()
True</pre></dd></dl></section></main>`,
      "Docutils 0.19",
    ),
  );
  expect(markdown).toContain("in the kettle is hot");
  expect(markdown).not.toContain("Command7");
});

test("footnotes that stand under the document belong to it", async () => {
  const { markdown = "" } = await read(
    page(
      `<div id="Top"><h1>Kettle</h1>${["The state", "The water", "The cup"].map(prose).join("")}</div><div class="footnote"><hr><h4>Footnotes</h4><h5><a href="#DOCF1">(1)</a></h5><p>also of pots</p></div>`,
      "makeinfo",
    ),
  );
  expect(markdown).toContain("also of pots");
});

test("a document has its own title, where the site's name stands over it or the title has more words than the page's", async () => {
  const site = `<div id="top"><h1><a href="/">Tea</a></h1><p>the makers of kettles</p></div>`;
  const headed = await read(
    `<!doctype html><html lang="en"><head><title>Lid - Kettle - Tea</title><meta name="generator" content="makeinfo"></head><body>
${site}<ul><li><a href="/install.html">Install</a></li><li><a href="/faq.html">FAQ</a></li></ul><div id="main"><h2>Kettle &gt; Lid</h2>${prose("The state")}${prose("The water")}</div></body></html>`,
  );
  expect(headed.markdown).toMatch(/^## Kettle > Lid\n/);
  const line = await read(
    `<!doctype html><html lang="en"><head><title>Tea: kettle::Lid Class Reference</title><meta name="generator" content="Doxygen 1.9.4"></head><body>
<div class="header"><div class="title">kettle::Lid Class Reference<span class="label">abstract</span></div></div><div class="contents">${prose("The state")}${prose("The water")}</div></body></html>`,
  );
  expect(line.markdown).toMatch(/^kettle::Lid Class Reference/);
});

test("pictures that turn pages, trails to the page and menus of links under it are left out", async () => {
  const turners = `<a href="a.html"><img src="p.svg" alt="Previous"></a> <a href="index.html"><img src="u.svg" alt="Up"></a> <a href="b.html"><img src="n.svg" alt="Next"></a>`;
  const { markdown = "" } = await read(
    page(
      `${turners}<hr><p><a href="/">Tea</a> » <a href="/manual.html">Manual</a> » Kettle</p><h1>Kettle</h1>${prose("The state")}${prose("The water")}<hr>${turners}
<p><a href="m.html">Main index</a> | <a href="t.html">Topics index</a> | <a href="k.html">Keywords index</a></p>`,
      "hevea 2.36",
    ),
  );
  expect(markdown).toMatch(/^(?:\*\*\*\n\n)?# Kettle\n/);
  expect(markdown).not.toMatch(/p\.svg|u\.svg|n\.svg|Manual|Topics index/);
});

test("a page without an element around its text is read to its end, also where most of it is one list", async () => {
  const items = ["The state", "The water", "The cup"].map((subject) => `<li>${prose(subject)}</li>`).join("");
  const { markdown = "" } = await read(
    page(
      `<h1>Kettle</h1><p>Short.</p><ul>${items}</ul><h4>Example</h4><table><tr><td>boil(1)</td></tr></table>`,
      "hevea 2.36",
    ),
  );
  expect(markdown).toMatch(/^# Kettle\n/);
  expect(markdown).toContain("#### Example");
});

test("a column with the page's table of contents beside the text is no part of it", async () => {
  const names = Array.from({ length: 25 }, (_, index) => `command${index}`);
  const column = `<div class="column"><div>Dark Mode</div><ul id="toc-list">${names.map((name) => `<li><a href="#${name}">${name}()</a></li>`).join("")}</ul></div>`;
  const { markdown = "" } = await read(
    page(
      `<div class="box"><h1>Kettle</h1><div class="row">${column}<div class="column wide">${names.map((name) => `<dl><dt id="${name}">proc ${name}</dt><dd>${prose("The state")}</dd></dl>`).join("")}</div></div></div>`,
      "Docutils 0.19",
    ),
  );
  expect(markdown).toMatch(/^# Kettle\n/);
  expect(markdown).toContain("proc command24");
  expect(markdown).not.toMatch(/Dark Mode|command24\(\)/);
});

test("the sheets of a book that a program wrote as one page are all kept", async () => {
  const sheet = (name: string, rows: readonly string[]): string =>
    `<a name="${name}"><h1>Sheet: <em>${name}</em></h1></a><table>${rows.map((row) => `<tr><td>${row.split(" ").join("</td><td>")}</td></tr>`).join("")}</table><hr>`;
  const names = ["Sales", "Stock", "Staff", "Shops"];
  const rows = [
    "Region first second third",
    ...["North", "South", "East", "West"].map((region) => `${region} 12 7 41`),
  ];
  const { markdown = "" } = await read(
    page(
      `<hr><p><center><h1>Overview</h1>${names.map((name) => `<a href="#${name}">${name}</a><br>`).join("")}</center></p><hr>${names.map((name) => sheet(name, rows)).join("")}`,
      "LibreOffice 24.2.7.2 (Linux)",
    ),
  );
  for (const name of names) expect(markdown).toContain(`# Sheet: *${name}*`);
  expect(markdown.match(/\| North \| 12 \| 7 \| 41 \|/g)).toHaveLength(names.length);
});

const rows = (names: readonly string[]): string =>
  names
    .map((name) => `<li class="toctree-l1"><a class="reference internal" href="${name}.html">${name}</a></li>`)
    .join("");

test.each(["", "<p>Kettle boils water.</p>"])(
  "the front page of a Sphinx manual keeps its title and contents: %j",
  async (sentence) => {
    const { markdown = "" } = await read(
      page(
        `${menu}<div class="document"><div class="body" role="main"><section id="kettle"><h1>Kettle<a class="headerlink" href="#kettle">¶</a></h1>${sentence}<p>Contents:</p><div class="toctree-wrapper compound"><ul>${rows(["Boiling", "Pouring", "Descaling"])}</ul></div></section><section id="indices"><h1>Indices and tables<a class="headerlink" href="#indices">¶</a></h1><ul><li><p><a href="genindex.html">General index</a></p></li><li><p><a href="search.html">Search page</a></p></li></ul></section></div></div>`,
        "Docutils 0.17.1: http://docutils.sourceforge.net/",
      ).replace("<title>Kettle", "<title>Kettle &#8212; Kettle 2.1 documentation"),
    );
    expect(markdown).toMatch(sentence === "" ? /^# Kettle\n\nContents/ : /^# Kettle\n\nKettle boils water/);
    for (const name of ["Boiling", "Pouring", "Descaling", "General index"]) expect(markdown).toContain(`[${name}]`);
  },
);

test("what a page belongs to, in its heading (Doxygen), is not its title", async () => {
  const { markdown = "" } = await read(
    page(
      `<div id="top"><div id="projectname">Kettle 1.4.2</div></div><div class="header"><div class="headertitle"><h1 class="title">Native Lids<div class="ingroups"><a class="el" href="g.html">libkettle</a> &raquo; <a class="el" href="h.html">Lids</a></div></h1></div></div><div class="contents"></div><address class="footer">Made by hand</address>`,
      "Doxygen 1.9.4",
    ).replace("<title>Kettle", "<title>Kettle: Native Lids"),
  );
  expect(markdown).toMatch(/^# Native Lids\b/m);
});

test("a licence in the text of a file is not its title", async () => {
  const { markdown = "" } = await read(
    page(
      `<div id="top"><div id="projectname">Kettle</div></div><div class="header"><div class="headertitle"><h1 class="title">lid.hpp File Reference</h1></div></div><div class="contents"><div class="textblock"><code>#include &quot;<a href="a.html">kettle/water.hpp</a>&quot;</code><br/></div><p><a href="s.html">Go to the source code of this file.</a></p><h2 class="groupheader">Detailed Description</h2><div class="textblock"><h1>@if copyrights</h1>${prose("The lid")}${prose("The spout")}<h1>under the License.</h1><p class="definition">Definition in file <a href="l.html">lid.hpp</a>.</p></div></div>`,
      "Doxygen 1.9.4",
    ).replace("<title>Kettle", "<title>Kettle: parts/lid.hpp File Reference"),
  );
  expect(markdown).toContain("# lid.hpp File Reference");
});

test("a line that leads to the source of a file does not part its members from what is said of them (Doxygen)", async () => {
  const member = (name: string, kinds: string, parameters: string, says: string): string =>
    `<tr class="memitem:${name}"><td class="memTemplParams" colspan="2">template&lt;${kinds}&gt; </td></tr><tr class="memitem:${name}"><td class="memTemplItemLeft" align="right">GLM_FUNC_DECL genType&#160;</td><td class="memTemplItemRight"><a class="el" href="group.html#${name}">${name}</a> (${parameters})</td></tr><tr class="memdesc:${name}"><td class="mdescLeft">&#160;</td><td class="mdescRight">${says} <a href="group.html#${name}">More...</a><br></td></tr>`;
  const members = [
    member("ceilMultiple", "typename genType", "genType v, genType Multiple", "Higher multiple number of Source."),
    member(
      "ceilPowerOfTwo",
      "typename genIUType",
      "genIUType v",
      "Return the power of two number which value is just higher the input value, round up to a power of two.",
    ),
    member(
      "floorMultiple",
      "length_t L, typename T, qualifier Q",
      "vec&lt; L, T, Q &gt; const &amp;v",
      "Lower multiple number of Source.",
    ),
    member(
      "floorPowerOfTwo",
      "length_t L, typename T , qualifier Q",
      "vec&lt; L, T, Q &gt; const &amp;v",
      "Return the power of two number which value is just lower the input value, round down to a power of two.",
    ),
  ];
  const { markdown = "" } = await read(
    page(
      `<div class="header"><div class="summary"><a href="#func-members">Functions</a></div><div class="headertitle"><div class="title">round.hpp File Reference</div></div></div><div class="contents"><p><a class="el" href="group.html">GLM_GTC_round</a> <a href="#details">More...</a></p><p><a href="round_8hpp_source.html">Go to the source code of this file.</a></p><table class="memberdecls"><tr class="heading"><td colspan="2"><h2 class="groupheader"><a id="func-members"></a>Functions</h2></td></tr>${members.join("")}</table><a id="details"></a><h2 class="groupheader">Detailed Description</h2><div class="textblock"><p><a class="el" href="group.html">GLM_GTC_round</a></p><dl class="section see"><dt>See also</dt><dd><a class="el" href="core.html">Core features</a> (dependence)</dd></dl><p class="definition">Definition in file <a class="el" href="round_8hpp_source.html">round.hpp</a>.</p></div></div>`,
      "Doxygen 1.9.4",
    ),
  );
  for (const name of ["## Detailed Description", "See also", "Definition in file"]) expect(markdown).toContain(name);
});

test("members of a class that is called a widget (Doxygen) are no sidebar", async () => {
  const member = (name: string): string =>
    `<tr class="memitem:a0ad3ads9 inherit pub_methods_classKt__Widget related_classKt__Lid"><td class="memItemLeft">void&#160;</td><td class="memItemRight"><a class="el" href="w.html#${name}">${name}</a> ()</td></tr>`;
  const names = Array.from({ length: 24 }, (_, place) => `member${place}`);
  const { markdown = "" } = await read(
    page(
      `${menu}<div class="header"><div class="headertitle"><h1 class="title">Kt_Lid Class Reference</h1></div></div><div class="contents"><p>${prose("The lid")}</p><table class="memberdecls"><tr class="heading"><td colspan="2"><h2 class="groupheader">Public Member Functions</h2></td></tr><tr class="inherit_header pub_methods_classKt__Widget"><td colspan="2">Public Member Functions inherited from <a class="el" href="w.html">Kt_Widget</a></td></tr>${names.map(member).join("")}</table><h2 class="groupheader">Detailed Description</h2><div class="textblock"><p>Lids are shown over the water.</p></div></div>`,
      "Doxygen 1.9.4",
    ),
  );
  expect(markdown).toContain("# Kt_Lid Class Reference");
  expect(markdown).toContain("Lids are shown over the water.");
  for (const name of names) expect(markdown).toContain(`[${name}]`);
});

test("a class is named by its own heading, not by that of its constructor", async () => {
  const members = ["boil", "pour", "refill"];
  const { markdown = "" } = await read(
    page(
      `${menu}<main><div class="header"><div class="subTitle">Package <a href="p.html">tea</a></div><h2 class="title">Class Kettle</h2></div><div class="contentContainer"><ul class="inheritance"><li>java.lang.Object<ul><li>tea.Kettle</li></ul></li></ul><div class="description"><div class="block">This class represents kettles.</div></div><div class="summary"><h3>Method Summary</h3><table><caption>Methods</caption><tr><th>Type</th><th>Method</th></tr>${members.map((name) => `<tr><td><a href="State.html">State</a></td><th><a href="#${name}">${name}()</a></th></tr>`).join("")}</table><h3>Methods inherited from class tea.Vessel</h3><code><a href="Vessel.html#a">clean</a>, <a href="Vessel.html#b">dry</a></code></div><div class="details"><h3>Constructor Detail</h3><h4>Kettle</h4><pre>public Kettle(long litres)</pre><h3>Method Detail</h3>${members.map((name) => `<h4>${name}</h4><pre>public <a href="State.html">State</a> ${name}()</pre><div>${prose(`The ${name} state`)}</div>`).join("")}</div></div></main>`,
      "",
    ),
  );
  expect(markdown).toContain("## Class Kettle");
  expect(markdown).toContain("Method Summary");
  expect(markdown).toContain("[`clean`](");
});
