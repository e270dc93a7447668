import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import { toMarkdown, type MarkdownOptions } from "./index.ts";

function convert(html: string, options: MarkdownOptions = { baseUrl: "https://example.test/dir/page" }): string {
  return toMarkdown(parse(html), options);
}

/** Each case is the HTML and the Markdown it must become. */
function cases(table: Record<string, readonly [html: string, markdown: string]>): void {
  test.each(Object.entries(table))("%s", (_name, [html, markdown]) => expect(convert(html)).toBe(markdown));
}

describe("paragraphs and line breaks", () => {
  cases({
    "whitespace collapses": ["<p> a\n b&nbsp; c </p><div>d</div>", "a b c\n\nd"],
    "text beside blocks": ["<span>One</span><div>Two</div>Three", "One\n\nTwo\n\nThree"],
    "one break": ["<p>a<br>b</p>", "a  \nb"],
    "two breaks part paragraphs": ["a<br><br>b<br>", "a\n\nb"],
    "emphasis over two breaks": ["<b>a<br><br>b</b>", "**a**\n\n**b**"],
    rule: ["<p>a</p><hr><p>b</p>", "a\n\n***\n\nb"],
    "quotes nest": ["<blockquote><p>a</p><blockquote>b</blockquote></blockquote>", "> a\n>\n> > b"],
    "machinery stays out": [
      "<p>keep</p><script>x</script><style>x</style><template>x</template><noscript>x</noscript><!-- x --><select><option>x</select>",
      "keep",
    ],
    "details and figures": [
      "<details><summary>More</summary><p>Body</p></details><figure><img src=/f.png alt=F><figcaption>Cap</figcaption></figure>",
      "More\n\nBody\n\n![F](https://example.test/f.png)\n\nCap",
    ],
    "definition lists": ["<dl><dt>Term</dt><dd>One</dd><dd>Two</dd></dl>", "Term\n\nOne\n\nTwo"],
    "an open dialog is visible": ["<dialog>no</dialog><dialog open>yes</dialog>", "yes"],
  });
});

describe("headings", () => {
  cases({
    "levels and permalinks": [
      '<h1>A</h1><h2>B <a href="#b">¶</a></h2><h3><a href="#c">#</a>C</h3>',
      "# A\n\n## B\n\n### C",
    ],
    "permalinks inside other elements": ['<h2>B <span><a href="#b">#</a></span></h2>', "## B"],
    "blocks inside": ["<h2><div>Wrapped</div><p>twice</p></h2>", "## Wrapped twice"],
    "bold as a whole": ["<h2><b>Bold</b></h2>", "## Bold"],
    "a closing sequence is text": ["<h2>C #</h2><h3>F#</h3>", "## C \\#\n\n### F#"],
    "by role": ['<div role="heading" aria-level="3">R</div>', "### R"],
    "a button in a heading opens a section": ["<h3><button>Question?</button></h3>", "### Question?"],
    "empty ones vanish": ["<h2> </h2><p>x</p>", "x"],
  });
});

describe("emphasis", () => {
  cases({
    "spaces move out": ["a<b> bold </b>b <i>it </i>c", "a **bold** b *it* c"],
    "inside words": ["un<b>believ</b>able", "un**believ**able"],
    "beside punctuation inside words it is HTML": [
      "<p>これは<b>「重要」</b>です</p>",
      "これは<strong>「重要」</strong>です",
    ],
    "in Chinese": ["<p>中文<b>强调</b>文字</p>", "中文**强调**文字"],
    nested: ["<b>a <i>b</i></b> <b><i>c</i></b>", "**a *b*** **_c_**"],
    adjacent: ["<em>a</em><strong>b</strong><b>c</b>", "*a*__bc__"],
    "over blocks": ["<b><p>One</p><p>Two</p></b>", "**One**\n\n**Two**"],
    "a word processor's wrapper": ['<b style="font-weight:normal">x</b>', "x"],
    strikethrough: ["<del>a</del> ~5", "~~a~~ ~5"],
    "raised and lowered text that spans paragraphs": [
      "x<sup>1<br><br>2</sup><br><br>y<sub>1<br><br>2</sub><br><br><sup><p>a</p><p>b</p></sup>",
      "x1\n\n2\n\ny<sub>1</sub>\n\n2\n\na\n\nb",
    ],
    "sub and sup": ["H<sub>2</sub>O, 10<sup>5</sup>, 1<sup>st</sup>", "H<sub>2</sub>O, 10<sup>5</sup>, 1st"],
    "ruby and quotations": ["<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby> <q>x</q>", '漢(かん) "x"'],
  });
});

describe("escaping", () => {
  cases({
    "signs in an item that would be a rule": [
      "<ul><li>--</li></ul><ul><li>**</li></ul><p>__</p>",
      "- \\--\n\n* \\**\n\n\\__",
    ],
    "a fence of tildes before an image": [
      '<p>~~~<img src="/i.png"><s>b</s></p>',
      "\\~\\~\\~![](https://example.test/i.png) ~~b~~",
    ],
    "two tildes before a strikethrough": ["<p>~~<code>a</code><s>b</s></p>", "\\~\\~`a`~~b~~"],
    "soft hyphens": ["<p>Donau\u00ADdampf</p>", "Donaudampf"],
    "what would be syntax": [
      "<p>*a* _b_ `c` [d](e) &lt;f&gt; &amp;lt; \\*</p>",
      "\\*a\\* \\_b\\_ \\`c\\` [d\\](e) \\<f> \\&lt; \\\\\\*",
    ],
    "nothing else": [
      "<p>snake_case 5 * 3 a_b [1] x < y & z C:\\dir 50% # no - no 1.5 ~20</p>",
      "snake_case 5 * 3 a_b [1] x < y & z C:\\dir 50% # no - no 1.5 ~20",
    ],
    "at the start of a line": [
      "<p># a<br>- b<br>1. c<br>&gt; d<br>===</p>",
      "\\# a  \n\\- b  \n1\\. c  \n\\> d  \n\\===",
    ],
    "an exclamation mark before a link": ['Hi!<a href="/x">l</a>', "Hi\\![l](https://example.test/x)"],
    "a table in disguise": ["<p>a | b<br>--- | ---</p>", "a | b  \n\\--- | ---"],
  });
});

describe("links and images", () => {
  cases({
    "spaces, parentheses, no titles": [
      '<a href="/a (b)" title="T &quot;q&quot;">x</a> <a href="/w_(c)">y</a> <a href="/z)">z</a>',
      "[x](https://example.test/a%20(b)) [y](https://example.test/w_(c)) [z](https://example.test/z\\))",
    ],
    "links that run a script, however they are written": [
      '<a href=" java\nscript:x()">a</a> <a href="&#1;vbscript:x">b</a>',
      "a b",
    ],
    "what looks like a footnote in a link": ['<a href="/x">[^1]</a>', "[\\[^1\\]](https://example.test/x)"],
    "links to nowhere": ['<a href="javascript:x()">a</a> <a>b</a> <a href="/c"></a>', "a b"],
    "skip links": ['<a href="#main">Skip to content</a><p>x</p>', "x"],
    "addresses that are their text": [
      '<a href="https://example.test/x">https://example.test/x</a>',
      "<https://example.test/x>",
    ],
    "a line break inside": ['<a href="/x">a<br>b</a>', "[a  \nb](https://example.test/x)"],
    "around paragraphs": ['<a href="/x"><div>a</div><p>b</p></a>', "[a  \nb](https://example.test/x)"],
    "around a label and a title": [
      '<a href="/x"><h5>Story</h5><h3>T</h3><p>d</p></a>',
      "##### Story\n\n### [T](https://example.test/x)\n\nd",
    ],
    "around a heading": ['<a href="/x"><h3>T</h3><p>d</p></a>', "### [T](https://example.test/x)\n\nd"],
    "around an image": [
      '<a href="/x"><img src="i.png" alt="I"></a>',
      "[![I](https://example.test/dir/i.png)](https://example.test/x)",
    ],
    "brackets inside": [
      '<a href="/x">a ] b</a> <a href="/y">[1]</a>',
      "[a \\] b](https://example.test/x) [[1]](https://example.test/y)",
    ],
    "players and frames": ['<iframe src="https://v.test/1" title="Vid"></iframe>', "[Vid](https://v.test/1)"],
    "pictures that wait for a script": [
      '<img src="data:image/gif;base64,R0lG" data-src="/r.jpg" alt="L">',
      "![L](https://example.test/r.jpg)",
    ],
  });
  test("without a base, addresses stay as they are", () => {
    expect(convert('<a href="s p">a</a>', {})).toBe("[a](<s p>)");
  });
  test("embedded images give way to a marker", () => {
    const html = '<img alt="Chart" src="data:image/png;base64,AAAA">';
    expect(convert(html, { removeBase64Images: true })).toBe("![Chart](<Base64-Image-Removed>)");
    expect(convert(html, {})).toBe("![Chart](data:image/png;base64,AAAA)");
  });
});

describe("lists", () => {
  cases({
    nested: ["<ul><li>a<ul><li>b<ol><li>c</li></ol></li></ul></li><li>d</li></ul>", "- a\n  - b\n    1. c\n- d"],
    start: ['<ol start="9"><li>a</li><li>b</li></ol>', "9. a\n10. b"],
    "paragraphs and code": [
      "<ol><li>Run:<pre>x\n\n y</pre></li><li>b</li></ol>",
      "1. Run:\n\n   ```\n   x\n\n    y\n   ```\n\n2. b",
    ],
    adjacent: ["<ul><li>a</li></ul><ul><li>b</li></ul>", "- a\n\n* b"],
    tasks: [
      "<ul><li><input type=checkbox checked> a</li><li><label><input type=checkbox>b</label></li></ul>",
      "- [x] a\n- [ ] b",
    ],
    "a list in a list without an item": ["<ul><li>a</li><ul><li>b</li></ul></ul>", "- a\n  - b"],
    "a numbered list can't cut a paragraph short": [
      '<ul><li>a<ol start="5"><li>b</li></ol></li></ul>',
      "- a\n\n  5. b",
    ],
    "items outside of a list": ["<p>a</p><li>x</li><li>y<p>z</p></li> <li>w</li>", "a\n\n- x\n- y\n\n  z\n- w"],
    "the largest number a marker can have": [
      "<ol start=999999999><li>a</li><li>b</li></ol>",
      "999999999. a\n999999999. b",
    ],
    "text between items": ["<ul><li>a</li>mid<li>b</li></ul>", "- a\n\n  mid\n\n- b"],
    "code that opens a nested list": [
      '<ol><li><ul><li><p><code>|</code></p><ol><li><pre><code class="language-js">\n&lt;</code></pre></li></ol></li></ul></li><li>x</li></ol>',
      "1. - `|`\n\n     1. ```js\n\n        <\n        ```\n2. x",
    ],
    "a list from 0 that opens a nested list": [
      "<ul><li>x<ol><li><ol start=0><li>y</li></ol></li></ol></li></ul>",
      "- x\n\n  1. 0. y",
    ],
    "tables inside": [
      "<ul><li>x<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></li></ul>",
      "- x\n\n  | a | b |\n  | --- | --- |\n  | 1 | 2 |",
    ],
  });
});

describe("code", () => {
  cases({
    Prism: [
      '<pre class="language-js"><code class="language-js"><span class="token">let</span> a;</code></pre>',
      "```js\nlet a;\n```",
    ],
    "highlight.js": ['<pre><code class="hljs python">x</code></pre>', "```python\nx\n```"],
    GitHub: ['<div class="highlight highlight-source-rust"><pre>x</pre></div>', "```rust\nx\n```"],
    Pandoc: [
      '<div class="sourceCode"><pre class="sourceCode haskell"><code>x</code></pre></div>',
      "```haskell\nx\n```",
    ],
    Pygments: [
      '<div class="highlight-python notranslate"><div class="highlight"><pre>x</pre></div></div>',
      "```python\nx\n```",
    ],
    "spaces at the end of the last line": ["<pre>a  \n \n</pre>", "```\na  \n```"],
    "any language that Sphinx's author named": [
      '<div class="highlight-html+twig notranslate"><div class="highlight"><pre>x</pre></div></div><div class="highlight-text notranslate"><div class="highlight"><pre>y</pre></div></div><div class="highlight-wrapper"><div class="highlight"><pre>z</pre></div></div>',
      "```html+twig\nx\n```\n\n```\ny\n```\n\n```\nz\n```",
    ],
    "the old elements": ["<xmp><b>x</b>\n y</xmp><listing>z</listing>", "```\n<b>x</b>\n y\n```\n\n```\nz\n```"],
    "a human language": ['<pre lang="zh">x</pre><pre lang="ruby">y</pre>', "```\nx\n```\n\n```ruby\ny\n```"],
    "nothing but an image": ['<pre><img src="/i.png" alt="A"></pre>', "![A](https://example.test/i.png)"],
    "a column of numbers that isn't read aloud": [
      '<pre aria-hidden="true">1\n2</pre><pre>a\nb</pre>',
      "```\na\nb\n```",
    ],
    "lines in an inline element": ['<p><code style="white-space: pre">a\n  b</code></p>', "```\na\n  b\n```"],
    "Sphinx's default": [
      '<div class="highlight-python3"><div class="highlight"><pre>x</pre></div></div>',
      "```\nx\n```",
    ],
    "Shiki's lines": [
      '<pre class="shiki"><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre>',
      "```\na\n\nb\n```",
    ],
    "lines without line breaks": [
      '<pre><code><span class="line">a</span><span class="line">  b</span></code></pre>',
      "```\na\n  b\n```",
    ],
    "lines as blocks": ["<pre><div>a</div><div>  b</div></pre>", "```\na\n  b\n```"],
    "line numbers and copy buttons": [
      '<pre><code><span class="lineno">1</span>a\n<span class="lineno">2</span>b</code><button>Copy</button></pre>',
      "```\na\nb\n```",
    ],
    "numbers in a column of their own": [
      '<figure class="highlight js"><table><tr><td class="gutter"><pre>1\n2</pre></td><td class="code"><pre>a\nb</pre></td></tr></table></figure>',
      "```js\na\nb\n```",
    ],
    "one row for each line": [
      '<table><tr><td class="blob-num" data-line-number="1"></td><td>a</td></tr><tr><td class="blob-num" data-line-number="2"></td><td>  b</td></tr></table>',
      "```\na\n  b\n```",
    ],
    "fences inside": ["<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"],
    spans: ["<code>a`b</code> <code> x </code><code>y</code>", "``a`b`` `x` `y`"],
    "spaces within spans": [
      "<p><code>foo </code>bar<code> baz </code>, <code>c\n</code>.</p>",
      "`foo` bar `baz`, `c`.",
    ],
    "linked spans": ['<code><a href="/x">f</a></code>', "[`f`](https://example.test/x)"],
  });
});

describe("tables", () => {
  cases({
    "spans and pipes": [
      "<table><tr><th colspan=2>G</th><th>Z</th></tr><tr><td rowspan=2>a|b</td><td><code>c|d</code></td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table>",
      "| G |  | Z |\n| --- | --- | --- |\n| a\\|b | `c\\|d` | e |\n|  | f | g |",
    ],
    "no header row": [
      "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
      "|  |  |\n| --- | --- |\n| a | b |\n| c | d |",
    ],
    "blocks in cells": [
      "<table><tr><th>a</th><th>b</th></tr><tr><td><p>1</p><p>2</p></td><td><ul><li>x</li><li>y</li></ul></td></tr></table>",
      "| a | b |\n| --- | --- |\n| 1<br>2 | - x<br>- y |",
    ],
    "code in cells": [
      "<table><tr><th>a</th><th>b</th></tr><tr><td>x</td><td><pre>f\n  g</pre></td></tr></table>",
      "| a | b |\n| --- | --- |\n| x | `f`<br>`  g` |",
    ],
    "layout tables": [
      "<table role=presentation><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
      "a\n\nb\n\nc\n\nd",
    ],
    "tables that hold tables": [
      "<table><tr><td>x<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>",
      "x\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
    ],
    "a row of values in a cell of a table with a header": [
      "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td><table><tr><td>i</td><td>j</td></tr></table></td></tr></table>",
      "| A | B |\n| --- | --- |\n| 1 | i j |",
    ],
    captions: [
      "<table><caption>C</caption><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
      "C\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
    ],
    alignment: [
      "<table><tr><th align=right>a</th><th style='text-align:center'>b</th></tr><tr><td>1</td><td>2</td></tr></table>",
      "| a | b |\n| --: | :-: |\n| 1 | 2 |",
    ],
    "nothing to show": ["<table><tr><th><wbr></th><th><p>&nbsp;</p></th></tr></table><p>x</p>", "x"],
    "a row that shows nothing is no header": [
      "<table><thead><tr><th></th><th></th></tr></thead><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>",
      "|  |  |\n| --- | --- |\n| a | b |\n| c | d |",
    ],
    "feet come last": [
      "<table><tfoot><tr><td>t</td><td>9</td></tr></tfoot><tr><th>a</th><th>b</th></tr></table>",
      "| a | b |\n| --- | --- |\n| t | 9 |",
    ],
  });
});

describe("math", () => {
  const annotation = '<annotation encoding="application/x-tex">x_1^2</annotation>';
  cases({
    KaTeX: [
      `<span class="katex"><math><semantics><mi>x</mi>${annotation}</semantics></math><span aria-hidden="true">x12</span></span>`,
      "$x_1^2$",
    ],
    "MathJax scripts": [
      'A <span class="MathJax_Preview">[math]</span><script type="math/tex; mode=display">\\pi r</script>',
      "A\n\n$$\\pi r$$",
    ],
    "MathML alone": [
      "<math><mfrac><mi>a</mi><mn>2</mn></mfrac><mo>≤</mo><msqrt><mi>π</mi></msqrt></math>",
      "$\\frac{a}{2} \\le \\sqrt{\\pi}$",
    ],
    "left to a script": [
      "<p>\\(a_1*b_2\\) and \\[x^2\\] and \\(not closed</p>",
      "$a_1*b_2$ and $$x^2$$ and \\\\(not closed",
    ],
    "left to a script between dollar signs": [
      "<p>Let $\\mathbf{x}_i \\in \\{0,1\\}$, or $a_1$; it costs $5 and $10, or $HOME_DIR and $USER_NAME.</p>",
      "Let $\\mathbf{x}_i \\in \\{0,1\\}$, or $a_1$; it costs $5 and $10, or $HOME_DIR and $USER_NAME.",
    ],
    environments: [
      "<p>\\begin{align} a &amp;= b_1 \\\\ c &amp;= d \\end{align}</p>",
      "$$\\begin{align} a &= b_1 \\\\ c &= d \\end{align}$$",
    ],
    "MediaWiki's fallback image": [
      '<img class="mwe-math-fallback-image-inline" src="/m" alt="{\\displaystyle x^{2}}">',
      "$x^{2}$",
    ],
  });
});

test("what stands beside or inside of itself many times costs no more than its size", () => {
  const beside = convert(`<div>${'<i class="lang">js</i>'.repeat(20_000)}<pre>x</pre></div>`);
  expect(beside).toContain("```");
  expect(convert("<b><div>".repeat(180) + "x<p>".repeat(2_000)).split("\n\n")).toHaveLength(2_000);
  expect(convert(`<p>${"<sup>".repeat(300)}x</p>`.repeat(200))).toContain("<sup>x</sup>");
});

test("nesting a hundred levels deep costs no more than its size", () => {
  const html = `<math>${"<mrow>".repeat(100)}<mi>x</mi>${"</mrow>".repeat(100)}</math>`;
  expect(convert(html)).toBe("$x$");
  expect(convert("<ul><li>".repeat(2000) + "x")).toContain("x");
  expect(convert("<b>".repeat(2000) + "x")).toContain("x");
  expect(convert(`<table>${"<tr><td>a".repeat(130_000)}</table>`)).toMatch(/^a\n\na/);
  expect(convert(`<p>${"\\( ".repeat(100_000)}</p>`)).toContain("\\\\(");
});

test("wrappers, links and line numbers around many parts cost no more than their size", () => {
  expect(convert("<mjx-container>".repeat(390) + "<i>x</i>".repeat(5_000))).toContain("x");
  const wrapped = convert(`<ul>${"<div><b>j</b>".repeat(390)}${"<li>x</li>".repeat(5_000)}</ul>`);
  expect(wrapped.match(/^- x$/gm)).toHaveLength(5_000);
  const linked = convert(`<ul><a href="/x" title="t">${"<li>x</li>".repeat(5_000)}</a></ul>`);
  expect(linked.match(/^- \[x\]/gm)).toHaveLength(5_000);
  const lines = Array.from({ length: 5_000 }, (_, line) => `<div><b>${line}</b><div>x</div></div>`).join("");
  expect(convert(`<pre>${lines}</pre>`)).toBe(`\`\`\`\n${"x\n".repeat(5_000)}\`\`\``);
});

test("numbers, buttons, quotations and lists beside or inside of many others cost no more than their size", () => {
  const numbers = `<td>${"<pre>1</pre>".repeat(40_000)}</td><td>${"<pre>x</pre>".repeat(10_000)}</td>`;
  expect(convert(`<table><tr>${numbers}</tr></table>`)).toContain("x");
  expect(convert(`<div>${"<button><i></i></button>".repeat(40_000)}x</div>`)).toBe("x");
  expect(convert("<blockquote>x</blockquote>".repeat(20_000)).split("\n\n")).toHaveLength(20_000);
  const held = `${"<ul><li>".repeat(150)}x${"</li></ul>y".repeat(150)}`;
  expect(convert(held.repeat(100)).length).toBeGreaterThan(100_000);
});

describe("footnotes", () => {
  cases({
    "with a way back": [
      '<p>Claim<sup id="r1"><a href="#f1">1</a></sup>.</p><ol><li id="f1">Source <a href="#r1">↩</a></li></ol>',
      "Claim[^1].\n\n[^1]: Source",
    ],
    "citations stay links": [
      '<p>x<sup><a href="#c1">[1]</a></sup></p><ol><li id="c1">S</li></ol>',
      "x[[1]](https://example.test/dir/page#c1)\n\n1. S",
    ],
  });
});

describe("words that only a style sheet sets apart", () => {
  cases({
    "a label and its value": [
      "<p><span>Publisher</span><span>Houghton Mifflin</span></p>",
      "Publisher Houghton Mifflin",
    ],
    "parts with other classes": ["<p><span class=k>colour</span><span class=v>red</span></p>", "colour red"],
    "children of a flexible box": ['<div class="md:flex gap-2">weight<span>two kilos</span></div>', "weight two kilos"],
    "inline blocks": ['<p><span style="display:inline-block">one</span><span>two</span></p>', "one two"],
    "numbers and units": ["<p><span>Pages</span><span>320</span></p>", "Pages 320"],
    buttons: ["<h2><button>Overview</button><button>Details</button></h2>", "## Overview Details"],
    links: [
      "<p><a class=nav href=/a>one</a><a class=nav href=/b>two</a><kbd><a href=/c>Three</a></kbd></p>",
      "[one](https://example.test/a) [two](https://example.test/b) [Three](https://example.test/c)",
    ],
    "letters of one word": [
      "<p><span>H</span><span>e</span><span>y</span> <b>O</b><span>nce</span></p>",
      "Hey **O**nce",
    ],
    "a word marked up in part": [
      "<p>You<span>Tube</span>, <b>un</b>do, <span>un</span><span>do</span></p>",
      "YouTube, **un**do, undo",
    ],
    "the parts of a number": ["<p><span class=a>19</span><span class=b>99</span></p>", "1999"],
    "scripts without spaces": ["<p><span class=a>出版</span><span class=b>社</span></p>", "出版社"],
    "what is raised or lowered": [
      "<p><span>H</span><sub>2</sub><span>O</span> <b>Tom</b><sup>2</sup></p>",
      "H<sub>2</sub>O **Tom**<sup>2</sup>",
    ],
    code: ["<p><code><span class=a>foo</span><span class=b>Bar</span></code></p>", "`fooBar`"],
  });
});
