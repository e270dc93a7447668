import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

/** Reads a page of a manual as Markdown. */
async function read(body: string, title = "Descaling"): Promise<string> {
  const html = `<!doctype html><html lang="en"><head><title>${title}</title><meta name="generator" content="DocBook XSL"></head><body>${body}</body></html>`;
  const url = "https://docs.example.dev/kettle/descaling.html";
  const { markdown = "" } = await transformer.transform(
    captureOf(html, { url }),
    transformOptions(),
    new AbortController().signal,
  );
  return markdown;
}

const text = (subject: string): string =>
  `<p>${subject} of the kettle is read when the lid closes, and a call that comes earlier waits until it has been read once.</p>`;
const links = (names: readonly string[]): string =>
  names.map((name) => `<li><a href="${name.replaceAll(" ", "-")}.html">${name}</a></li>`).join("");
const menu = `<nav class="menu"><ul>${links(["Start", "Manual", "Downloads", "Search"])}</ul></nav>`;

test("what a manual refers to for more belongs to it, with its heading", async () => {
  const markdown = await read(
    `${menu}<main><h1>Descaling</h1>${text("The state")}${text("The cup")}<div class="pointers"><p class="related">Related Topics</p><ul>${links(["Boiling water", "Filling in water"])}</ul></div></main>`,
  );
  expect(markdown).toContain("Related Topics");
  expect(markdown).toContain("[Filling in water]");
});

test("a table of facts named after what it relates to stays", async () => {
  const markdown = await read(
    `${menu}<main><h1>Descaling</h1>${text("The state")}<table class="related"><tr><th>Related modules</th><th>Related directives</th></tr><tr><td><a href="m.html">mod_lid</a></td><td><a href="d.html">LidDelay</a></td></tr></table>${text("The cup")}</main>`,
  );
  expect(markdown).toContain("mod_lid");
  expect(markdown).toContain("LidDelay");
});

test("a heading that is a link does not part a description from what follows it", async () => {
  const markdown = await read(
    `<div id="body">${menu}<section class="page"><h1>Descaling</h1><div class="folds"><h4><a href="#description">Description</a></h4><div class="docs">${text("The state")}${text("The cup")}${text("The water")}</div></div><div class="parameters"><h4><a href="#parameters">Parameters</a></h4><dl><dt>amount</dt><dd>Litres of vinegar.</dd></dl></div></section></div>`,
  );
  expect(markdown).toMatch(/amount\n+:? *Litres of vinegar/);
});

test("the contents of the whole manual are not its page, however little that says", async () => {
  const chapters = Array.from({ length: 90 }, (_, number) => `Chapter ${number} of the kettle`);
  const markdown = await read(
    `<div id="main"><h2>A.11 Descaling</h2><p>The following table shows all ways of descaling.</p><table><tr><td>Vinegar</td><td>slow</td></tr><tr><td>Citric acid</td><td>cold only</td></tr></table></div><div id="tocframe"><h4>Manual of the kettle</h4><ul>${links(chapters)}</ul></div>`,
    "A.11 Descaling",
  );
  expect(markdown).toContain("The following table shows");
  expect(markdown).toContain("Citric acid");
  expect(markdown).not.toContain("Chapter 7");
});

test("a page of the contents that stands beside a sidebar keeps them", async () => {
  const chapters = Array.from({ length: 60 }, (_, number) => `Chapter ${number} of the kettle`);
  const markdown = await read(
    `<div id="container"><div id="sidebar"><ul>${links(["Start", "Manual", "Search"])}</ul></div><div id="docs-body" class="withsidebar"><h1>Descaling</h1><p>Reference of all that can be descaled.</p><ul>${links(chapters)}</ul></div></div>`,
  );
  expect(markdown).toContain("Reference of all");
  expect(markdown).toContain("Chapter 59");
});

test("a list of its own sections does not part a text from its title", async () => {
  const questions = [
    "Does it rust",
    "Is vinegar safe",
    "How long does it take",
    "Where does the lime go",
    "Who does it",
  ];
  const own = questions.map((name, at) => `<li><a href="#q${at}">${name}</a></li>`).join("");
  const markdown = await read(
    `<div class="header"><h1><a href="index.html">Manual of the kettle</a></h1></div><div class="content"><section id="faq"><h1>Frequently asked questions</h1><nav class="contents local"><p>Contents</p><ul>${own}${own}</ul></nav><section id="q0"><h2>Does it rust</h2>${text("The state")}<h3>Is vinegar safe</h3>${text("The cup")}${text("The water")}</section></section></div>`,
    "Frequently asked questions — Manual of the kettle",
  );
  expect(markdown).toContain("# Frequently asked questions");
});

test("the name of a module stays before headings of the same level", async () => {
  const markdown = await read(
    `<div class="container"><h1 class="title">std/lid</h1><div class="row"><div class="three columns"><ul>${links(["Manual", "Standard library", "Index"])}</ul></div><div id="content"><h1><a href="#imports">Imports</a></h1><p><a href="cup.html">cup</a></p><h1><a href="#procs">Procs</a></h1>${text("The state")}${text("The cup")}</div></div></div>`,
    "std/lid",
  );
  expect(markdown).toContain("# std/lid");
});

test("a member called next is no link to the page after", async () => {
  const members = ["hasNext", "next", "peek"].map(
    (name) => `<tr><td>Lid</td><td><b><a href="#${name}">${name}</a></b>()</td></tr>`,
  );
  const markdown = await read(
    `${menu}<main><h1>LidIterator</h1>${text("The state")}<h2>Public functions</h2><table>${members.join("")}</table>${text("The cup")}</main>`,
    "LidIterator",
  );
  expect(markdown).toContain("[next]");
});

test("the contents before the title are left out, whatever their numbers and however few their links", async () => {
  const rows = ["Buttons", "Canvas", "Choices", "Dialogs"].map(
    (name, at) => `<tr><td>3.${at}</td><td><a href="${name}.html">${name}</a></td></tr>`,
  );
  const markdown = await read(
    `<div class="tocset"><div class="view"><table>${rows.join("")}</table></div></div><div class="maincolumn"><div class="main"><h4>3.8 <a href="#kettle">Descaling</a></h4>${text("The state")}${text("The cup")}</div></div>`,
    "3.8&nbsp;Descaling",
  );
  expect(markdown).not.toContain("Canvas");
  expect(markdown).toContain("Descaling");
});

test("a cell with a style that is named after the pages of a list is none of these", async () => {
  const markdown = await read(
    `${menu}<main><h1>Descaling</h1>${text("The state")}<table><thead><tr><th>cold</th><th>hot</th></tr></thead><tr><td>no</td><td class="alert-success pagination-centered">every week</td></tr><tr><td class="pagination-centered">each month</td><td>no</td></tr></table>${text("The cup")}</main>`,
  );
  expect(markdown).toContain("every week");
  expect(markdown).toContain("each month");
});

test("a bar of signs and places turns pages, whatever it has no words for", async () => {
  const bar = `<table class="bar"><tr><td>[<a href="a.html"> &lt;&lt; </a>]</td><td>[<a href="b.html"> &lt; </a>]</td><td>[<a href="i.html"> Up </a>]</td><td>[<a href="c.html"> &gt; </a>]</td><td>[<a href="i.html">Top</a>]</td><td>[<a href="t.html">Contents</a>]</td><td>[<a href="x.html">Index</a>]</td></tr></table>`;
  const markdown = await read(`${bar}<h1>Descaling</h1>${text("The state")}${text("The cup")}${bar}`);
  expect(markdown).toContain("The cup of the kettle");
  for (const place of ["Up", "Contents", "&lt;", "<<"]) expect(markdown).not.toContain(place);
});

test("the contents of a chapter stay under their heading at the end of its introduction", async () => {
  const sections = [
    "Why scale forms",
    "Acids that dissolve it",
    "How long to wait",
    "Rinsing",
    "When to descale again",
  ];
  const markdown = await read(
    `<h1>Descaling</h1>${text("The state")}${text("The cup")}<hr><div><h2>Section Index</h2></div><hr><div class="toc">${sections.map((name, place) => `<div><a href="s${place}.html">${name}</a></div>`).join("")}</div>`,
  );
  for (const name of sections) expect(markdown).toContain(name);
});

test("names with commas between them are said by a text, however many of them are links", async () => {
  const heirs = Array.from({ length: 40 }, (_, place) => `<a href="k${place}.html">Kettle${place}</a>`).join(", ");
  const markdown = await read(
    `<h1>Descaling</h1><div id="comment">${text("The state")}<div class="box"><span>Known subclasses</span><div>${heirs}</div></div></div><div id="template">${text("The cup")}${text("The lid")}${text("The spout")}</div>`,
  );
  expect(markdown).toContain("[Kettle39]");
});

test("a notice above the name of the page is none of the manual", async () => {
  const markdown = await read(
    `<div>Please help us to know our readers better and answer a short survey at <a href="/survey">this address</a>. It takes a minute.</div><div id="top"><ul>${links(["Start", "Manual"])}</ul></div><h1>Descaling</h1>${text("The state")}${text("The cup")}`,
  );
  expect(markdown).not.toContain("survey");
});

test("links to code go, and a heading or a cell that is called so stays", async () => {
  const toContents = (name: string): string => `<h3><a class="toc-backref" href="#contents">${name}</a></h3>`;
  const markdown = await read(
    `${menu}<main><h1>Descaling</h1>${text("The state")}<p>def rinse(): <a class="sourceLink" href="/src">(source)</a></p>${toContents("source")}${text("The cup")}<table><tr><th>Option</th><th>Kind</th></tr><tr><td><a href="#docs">docs</a></td><td>path</td></tr></table><p><a href="/edit">Edit this page on GitHub</a></p></main>`,
  );
  expect(markdown).toContain("def rinse():");
  expect(markdown).not.toContain("(source)");
  expect(markdown).toMatch(/^### \[?source/m);
  expect(markdown).toContain("[docs]");
  expect(markdown).not.toContain("Edit this page");
});

test("a heading stays that keeps clear of a bar and is named after it, and a bar goes", async () => {
  const heading = (name: string): string => `<h2 class="anchor anchorWithStickyNavbar_LWe7" id="${name}">${name}</h2>`;
  const markdown = await read(
    `<main><article><div class="markdown"><h1>Descaling</h1>${text("The state")}${heading("Vinegar")}${text("The cup")}${heading("Rinsing")}${text("The water")}<div class="navbar"><a href="/a.html">Filters</a></div></div></article></main>`,
  );
  for (const name of ["Vinegar", "Rinsing"]) expect(markdown).toContain(`## ${name}`);
  expect(markdown).not.toContain("Filters");
});

test("a note stays that keeps clear of a bar and is named after it, and an item of a bar goes", async () => {
  const markdown = await read(
    `<main><article><div class="markdown"><h1>Descaling</h1>${text("The state")}${text("The cup")}<ul><li class="navbar-item"><a href="/a.html">Filters</a></li></ul><p>It lasts an hour.<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><section class="footnotes"><h2>Footnotes</h2><ol><li class="anchorTargetStickyNavbar_Vzrq" id="fn-1"><p>With cold water. <a href="#fnref-1">↩</a></p></li></ol></section></div></article></main>`,
  );
  expect(markdown).toContain("With cold water.");
  expect(markdown).not.toContain("Filters");
});

test("listings in a column beside a reference belong to it, and those of a frame don't", async () => {
  const sidebar = `<div id="sidebar"><ul>${links(["Descaling", "Boiling", "Filling"])}</ul></div>`;
  const column = `<div class="side"><div class="group"><div role="tablist"><div>cURL</div></div><pre><code>GET /kettle</code></pre></div></div>`;
  const document = `<div class="area"><header><div>Kettle</div><h1>Descaling</h1>${text("The state")}</header><div class="prose">${text("The cup")}<h2>Answer</h2>${text("The water")}</div></div>`;
  for (const body of [column + document, document + column]) {
    const markdown = await read(
      `<div class="page">${menu}<div class="wide">${sidebar}<div class="holder"><div class="columns">${body}</div></div></div><footer><pre>npm install kettle</pre></footer></div>`,
    );
    expect(markdown).toContain("GET /kettle");
    expect(markdown).toContain("The water of the kettle");
    expect(markdown).not.toContain("npm install");
  }
});

test("what a manual asks its reader about the page, and offers to do with it, is none of it", async () => {
  const markdown = await read(
    `${menu}<main><h1>Descaling</h1><button><div>Copy page</div></button>${text("The state")}${text("The cup")}<div class="thumbs">Did this page help you?</div><p>How is this guide?</p></main>`,
  );
  expect(markdown).toContain("The cup of the kettle");
  for (const line of ["Copy page", "help you", "How is this"]) expect(markdown).not.toContain(line);
});

test("an anchor that nothing closes is no box, whatever place it names", async () => {
  for (const id of ["social", "share", "related", "nav", "feedback"]) {
    const markdown = await read(
      `<div class="chapter"><h1>Descaling</h1>${text("The state")}${text("The lid")}${text("The spout")}<div class="section"><a id="${id}"/><div class="titlepage"><h2>Vinegar</h2></div>${text("The cup")}${text("The water")}</div><div class="section"><h2><a id="rest"></a>Rest</h2>${text("The handle")}</div></div>`,
    );
    expect(markdown, id).toContain("The cup of the kettle");
    expect(markdown, id).toContain("The water of the kettle");
  }
});

test("the first of several headings alike is the name of the page if it heads a text", async () => {
  const markdown = await read(
    `<ul id="index">${links(["NAME", "SYNOPSIS", "DESCRIPTION"])}</ul><h1 id="NAME">NAME</h1><p>Descaling - ways to rinse kettles</p><h1 id="SYNOPSIS">SYNOPSIS</h1><pre>use Descaling;</pre><h1 id="DESCRIPTION">DESCRIPTION</h1>${text("The state")}${text("The cup")}`,
  );
  expect(markdown).toContain("# NAME\n\nDescaling - ways to rinse kettles");
  expect(markdown).toContain("# SYNOPSIS");
});

test("the lines of one title stay together", async () => {
  const markdown = await read(
    `<h2>Answers to the questions</h2><h2>Descaling: an approach</h2>${text("The state")}${text("The cup")}`,
    "Answers to the questions in Descaling: an approach",
  );
  expect(markdown).toMatch(/^## Answers to the questions/);
});

test("a heading that a page begins with is its name, whatever its words", async () => {
  const part = (number: number): string =>
    `<a name="s${number}"/><h2>Tab ${number}</h2><h3>Part ${number}</h3>${text("The lid")}<h3>Rest of part ${number}</h3>${text("The spout")}<a name="t${number}"/>`;
  const markdown = await read(`<h2>Rules of the privacy policy</h2>${[1, 2, 3, 4].map(part).join("")}`, "");
  expect(markdown).toMatch(/^## Rules of the privacy policy/);
});

test("what stands between the name of the page and its tables belongs to it", async () => {
  const methods = ["boil", "pour", "refill"].map(
    (name) => `<div class="method">void ${name}()</div><div class="method-description">makes the kettle ${name}</div>`,
  );
  const properties = Array.from(
    { length: 14 },
    (_, place) =>
      `<tr><td class="prop-name">lid${place}</td><td class="prop-type">int</td><td class="prop-desc">the lid ${place} of the kettle (read only)</td></tr>`,
  );
  const markdown = await read(
    `<h3>Kettle</h3><div class="class-description">Base class of all that boils water. The Kettle class is the base of all the classes of things that boil.</div><h4>Methods</h4><div class="methods">${methods.join("")}</div><h4>Properties</h4><div class="properties"><table>${properties.join("")}</table></div>`,
    "",
  );
  expect(markdown).toMatch(/^### Kettle/);
  for (const name of ["boil", "pour", "refill"]) expect(markdown).toContain(`void ${name}()`);
});

test("tables at the end of a page belong to it with their headings, and a line after them doesn't", async () => {
  const options = (names: readonly string[]): string =>
    `<table><thead><tr><th>Option</th><th>Method</th></tr></thead><tbody>${names.map((name) => `<tr><td>-${name} litres</td><td><a href="k.html#${name}">Kettle#${name}</a>(litres)</td></tr>`).join("")}</tbody></table>`;
  const many = Array.from({ length: 320 }, (_, place) => `boil${place}`);
  const markdown = await read(
    `<h1>Descaling</h1>${text("The state")}${text("The cup")}${options(many)}<h2>Spouts</h2>${options(["drip", "drop", "shut", "open"])}<h2>Lids</h2>${options(["lift", "sink", "turn"])}<p>Version 2</p>`,
  );
  for (const name of ["## Spouts", "Kettle#shut", "## Lids", "Kettle#sink"]) expect(markdown).toContain(name);
  expect(markdown).not.toContain("Version 2");
});

test("sections at the end of a page belong to it, however short their lines are, as others alike do", async () => {
  const section = (name: string, body: string): string =>
    `<div class="refsection"><h3 class="title">${name}</h3>${body}</div>`;
  const terms = `<dl>${["rows", "columns", "A", "sp"].map((name) => `<dt><span class="term">n${name}</span><dd><p class="para">integer (number of ${name})</p></dd>`).join("")}</dl>`;
  const description = `<p class="para"><code>Isp=Descaling(nrows,ncols)</code> returns a sparse identity matrix <code>Isp</code> with <code>nrows</code> rows, <code>ncols</code> columns. (Non square identity matrix have a maximal number of ones along the main diagonal).</p><p class="para"><code>Isp=Descaling(A)</code> returns a sparse identity matrix with same dimensions as <code>A</code>. If <code>[m,n]=size(A)</code>, <code>Descaling(A)</code> is equal to <code>Descaling(m,n)</code>.</p>`;
  const pages = [
    "sparse matrix definition",
    "full conversion",
    "eye of a matrix",
    "diag including",
    "spones matrix",
  ].map((line) => `<li class="member"><a href="${line}.html" class="link">${line.split(" ", 1)[0]}</a> — ${line}</li>`);
  const bar = `<div class="manualnavbar"><table width="100%"><tr><td colspan="3" class="next"><a href="https://bugs.example.dev/" class="ulink">Report an issue</a></td></tr><tr><td><span class="previous"><a href="nnz.html">&lt;&lt; nnz</a></span></td><td class="center"><span class="top"><a href="section.html">Sparse Matrix Manipulation</a></span></td><td class="next"><span class="next"><a href="spones.html">spones &gt;&gt;</a></span></td></tr></table><hr></div>`;
  const markdown = await read(
    `<span class="path"><a href="index.html">Help</a> &gt;&gt; <a href="a.html">Sparse Matrix</a> &gt; <a href="b.html">Sparse Matrix Manipulation</a> &gt; Descaling</span><div class="refnamediv"><h1 class="refname">Descaling</h1><p class="refpurpose">sparse identity matrix</p></div><div class="refsynopsisdiv"><h3 class="title">Syntax</h3><div class="synopsis"><pre>Isp = Descaling(A) Isp = Descaling(nrows, ncols)</pre></div></div>${section("Arguments", terms)}${section("Description", description)}${section("Examples", `<div class="programlisting"><pre>eye(3,3) - full(Descaling(3,3))</pre></div>`)}${section("See also", `<ul class="itemizedlist">${pages.join("")}</ul>`)}${bar}`,
  );
  for (const name of ["### Examples", "### See also", "[diag]", "[spones]"]) expect(markdown).toContain(name);
  expect(markdown).not.toContain("Report an issue");
});

test("what a manual says to read more belongs to it, and boxes for the results of a search that have none go", async () => {
  const markdown = await read(
    `<div class="book-body" role="main"><div id="book-search-results"><div class="search-noresults"><section class="normal markdown-section"><h1>Descaling</h1>${text("The state")}${text("The cup")}${text("The water")}<h2 id="read-more">Read More</h2><ul><li><a href="https://mdn.example.org/kettle">MDN - Kettle</a></li><li><a href="https://rfc.example.org/6455">The Kettle Specification</a></li></ul></section></div><div class="search-results"><div class="has-results"><h1 class="search-results-title"><span class="search-results-count"></span> results matching "<span class="search-query"></span>"</h1><ul class="search-results-list"></ul></div><div class="no-results"><h1 class="search-results-title">No results matching "<span class="search-query"></span>"</h1></div></div></div></div>`,
  );
  expect(markdown).toContain("## Read More");
  expect(markdown).toContain("[The Kettle Specification]");
  expect(markdown).not.toContain("results matching");
});

test("the index at the end of a manual belongs to it", async () => {
  const places = Array.from({ length: 30 }, (_, place) => `<a href="k.html#m${place}">kt_m${place}</a><br>`).join("");
  const paragraphs = Array.from({ length: 20 }, (_, place) => text(`Part ${place}`)).join("");
  const markdown = await read(
    `<div class="appendix"><h2>Descaling</h2>${paragraphs}</div><div class="unnumbered"><h2>Concept Index</h2><p>${places}</p></div>`,
  );
  expect(markdown).toContain("## Concept Index");
  expect(markdown).toContain("[kt_m29]");
});

test("two pages to see also are said by a text", async () => {
  const paragraphs = ["The state", "The cup", "The water", "The lid", "The spout"].map(text).join("");
  const markdown = await read(
    `<div class="refentry"><div class="titlepage"><div class="refnamediv"><h2>Name</h2><p>rinse — removes what is left</p></div><div class="refsynopsisdiv"><h2>Synopsis</h2><div class="cmdsynopsis"><p><code>rinse</code> [-c] [-l] [-a] [-r] {kettle} {water}</p></div><div class="cmdsynopsis"><p><code>rinse</code> [-c] {-L} {kettle}</p></div></div><div class="refsect1"><h2>DESCRIPTION</h2>${paragraphs}</div><div class="refsect1"><h2>SEE ALSO</h2><p><a href="b.html">boil(1)</a>, <a href="p.html">pour(1)</a>.</p></div></div></div>`,
    "rinse",
  );
  expect(markdown).toContain("removes what is left");
  expect(markdown).toContain("[pour(1)]");
});

test("the contents of a book are the content of its front page, and not of a page with a text", async () => {
  const chapters = Array.from({ length: 60 }, (_, number) => `Chapter ${number} of the kettle`);
  const toc = `<div class="toc"><p><b>Table of Contents</b></p><dl class="toc">${chapters.map((name, at) => `<dt><a href="c${at}.html">${name}</a></dt>`).join("")}</dl></div>`;
  const titlePage = `<div class="titlepage"><h1 class="title">Descaling</h1><p class="copyright">Copyright © 2020 The makers of kettles</p><div class="legalnotice">${text("The licence")}${text("The notice")}</div></div>`;
  const bar = `<div class="navheader"><table><tr><td><a accesskey="n" href="c0.html">Next</a></td></tr></table></div>`;
  const front = await read(`${bar}<div class="book">${titlePage}${toc}</div>`);
  expect(front).toContain("# Descaling");
  expect(front).toContain("Chapter 59");
  const chapter = await read(
    `${bar}<div class="book">${titlePage}${toc}<div class="preface">${text("The cup")}${text("The water")}</div></div>`,
  );
  expect(chapter).not.toContain("Chapter 59");
});

test("links to the pages around go, with their kinds before them or not", async () => {
  const markdown = await read(
    `<h1>Descaling</h1>${text("The state")}${text("The cup")}<hr><div class="header"><p>Next: <a href="l.html">Lids of all kettles</a>, Previous: <a href="s.html">Spouts of kettles</a>, Up: <a href="k.html">The kettle</a> &nbsp; [<a href="k.html#SEC_Contents">Contents</a>][<a href="i.html">Index</a>]</p></div>`,
  );
  expect(markdown).toContain("The cup of the kettle");
  expect(markdown).not.toContain("Lids of all kettles");
});
