import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import { toMarkdown } from "./index.ts";

const convert = (html: string): string => toMarkdown(parse(html), { baseUrl: "https://example.test/dir/page" });

/** Each case is the HTML as a program writes it and the Markdown it must become. */
function cases(table: Record<string, readonly [html: string, markdown: string]>): void {
  test.each(Object.entries(table))("%s", (_name, [html, markdown]) => expect(convert(html)).toBe(markdown));
}

const googleList = (tag: string, level: number, items: string, start = 1) =>
  `<${tag} class="c1 lst-kix_a1b2-${level} start" start="${start}">${items}</${tag}>`;

describe("lists that are flat in the source", () => {
  cases({
    "Google Docs: one list for every change of level": [
      googleList("ul", 0, '<li class="c0 li-bullet-0"><span class="c2">one</span></li>') +
        googleList("ul", 1, "<li><span>one a</span></li><li>one b</li>") +
        googleList("ol", 2, "<li>deep</li>") +
        googleList("ul", 0, "<li>two</li>"),
      "- one\n  - one a\n  - one b\n    1. deep\n- two",
    ],
    "Google Docs: a list that goes on after a paragraph": [
      `${googleList("ol", 0, "<li>x</li>")}<p>between</p>${googleList("ol", 0, "<li>y</li>", 2)}${googleList("ol", 1, "<li>y1</li>")}`,
      "1. x\n\nbetween\n\n2. y\n   1. y1",
    ],
    "Google Docs: two lists side by side": [
      `${googleList("ul", 0, "<li>x</li>")}<ol class="lst-kix_c3-0 start" start="1"><li>y</li></ol>`,
      "- x\n\n1. y",
    ],
    "levels told by classes": [
      '<ul><li class="level-1">one</li><li class="level-2">one a</li><li class="level-3">deep</li><li class="level-1">two</li></ul><ul><li class="toc-h2">A</li><li class="toc-h3">B</li></ul>',
      "- one\n  - one a\n    - deep\n- two\n\n* A\n  - B",
    ],
    "levels told by an attribute or an indent": [
      '<ol><li aria-level="1">a</li><li aria-level="2">b</li><li aria-level="1">c</li></ol><p>x</p><ul><li style="margin-left:0px">top</li><li style="margin-left:36px">under</li></ul>',
      "1. a\n   1. b\n2. c\n\nx\n\n- top\n  - under",
    ],
    "classes that rank the items and tell no level": [
      '<ul><li class="level-3">hard</li><li class="level-1">easy</li><li class="level-2">middling</li></ul><p>x</p><ul><li class="level-2">one</li><li class="level-2">two</li></ul>',
      "- hard\n- easy\n- middling\n\nx\n\n- one\n- two",
    ],
    "bookdown: numbers of sections": [
      '<ul><li data-level="3"><a href="#a">A</a></li><li data-level="4">B</li></ul>',
      "- [A](https://example.test/dir/page#a)\n- B",
    ],
    "TinyMCE: tasks": [
      '<ul class="tox-checklist"><li class="tox-checklist--checked">Boil</li><li>Pour</li></ul>',
      "- [x] Boil\n- [ ] Pour",
    ],
    "Quill 1: tasks": [
      '<ul data-checked="true"><li>done</li></ul><ul data-checked="false"><li>open</li></ul>',
      "- [x] done\n\n* [ ] open",
    ],
    "a box that folds the item below it, and a task": [
      '<ul><li><input type="checkbox" class="nav-toggle"><a href="/a">A</a><ul><li>B</li></ul></li></ul><p>x</p><ul><li><input type="checkbox"> task</li></ul>',
      "- [A](https://example.test/a)\n  - B\n\nx\n\n- [ ] task",
    ],
    "Word: a list that begins with a deeper item": [
      "<p style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o </span>inner</p><p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>· </span>outer</p>",
      "- inner\n- outer",
    ],
  });
});

describe("notes", () => {
  cases({
    Word: [
      `<p>text<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1"><span class=MsoFootnoteReference>[1]</span></a></p><div style='mso-element:footnote-list'><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1"><span>[1]</span></a> the note</p></div></div>`,
      "text[^1]\n\n[^1]: the note",
    ],
    "Google Docs": [
      '<p>text<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;the note</span></p></div>',
      "text[^1]\n\n[^1]: the note",
    ],
    "Org: a note at the margin, with the number of its label": [
      '<p>Word.<label class="footref" for="fn1">1</label><input id="fn1" type="checkbox"><span class="sidenote"><sup>1</sup> A note.</span></p>',
      "Word. [^1]\n\n[^1]: A note.",
    ],
    "CKEditor: a sign that its box says to lead back": [
      '<p>text<span class="footnote-reference"><sup><a href="#fn1">[1]</a></sup></span></p><ol class="footnotes" role="doc-endnotes"><li id="fn1"><span class="footnote-back-link"><sup><strong><a href="#fnref1">^</a></strong></sup></span><div><p>the note</p></div></li></ol>',
      "text[^1]\n\n[^1]: the note",
    ],
    TeX4ht: [
      '<p>word<span class="footnote-mark"><a href="#fn1x0"><sup>1</sup></a></span> and <span class="cmbx-10">bold</span> <span class="cmti-10">slanted</span> <span class="cmtt-10">code</span></p><div class="footnotes"><p><span class="footnote-mark"><a id="fn1x0"> <sup>1</sup></a></span><span>the note</span></p></div>',
      "word[^1] and **bold** *slanted* `code`\n\n[^1]: the note",
    ],
    "TeX4ht: numbers that are links and places to lead to": [
      '<p>word<span class="footnote-mark"><a href="#fn1x0" id="fn1x0-bk"><sup>1</sup></a></span></p><div class="footnotes"><p><span class="footnote-mark"><a href="#fn1x0-bk" id="fn1x0"><sup>1</sup></a></span><span>the note</span></p></div>',
      "word[^1]\n\n[^1]: the note",
    ],
    LaTeX2HTML: [
      '<p>word<a name="tex2html1" href="#foot12"><sup>1</sup></a></p><h4>Footnotes</h4><dl><dt><a name="foot12">... word</a><a href="#tex2html1"><sup>1</sup></a></dt><dd>the note\n<pre>.\n</pre></dd></dl>',
      "word[^1]\n\n#### Footnotes\n\n[^1]: the note",
    ],
    "a raised number that leads to a number which leads back": [
      '<p>word<a href="#note2" id="ref2"><sup>2</sup></a></p><p id="note2"><a href="#ref2">2.</a> the note</p>',
      "word[^1]\n\n[^1]: the note",
    ],
    "a note whose number is text": [
      '<p>word<a href="#n4"><sup>[4]</sup></a></p><div class="endnotes"><p id="n4">4. the note of 4. May</p></div>',
      "word[^1]\n\n[^1]: the note of 4. May",
    ],
    "Word: comments": [
      '<p>word<a class="msocomanchor" href="#_msocom_1" name="_msoanchor_1">[A1]</a></p><div><p class="MsoCommentText"><a name="_msocom_1"></a><span>&nbsp;<a href="#_msoanchor_1" class="msocomoff">[A1]</a></span>Why?</p></div>',
      "word[^1]\n\n[^1]: Why?",
    ],
    LibreOffice: [
      '<p>text<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p><div id="sdfootnote1"><p class="sdfootnote"><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a>the note</p></div>',
      "text[^1]\n\n[^1]: the note",
    ],
  });
});

describe("forums, wikis and blogs", () => {
  cases({
    "MediaWiki: a mixed fraction": [
      '<p><span class="frac">1<span class="sr-only">+</span><span class="num">1</span>&frasl;<span class="den">2</span></span> inch</p>',
      "1 + 1⁄2 inch",
    ],
    "CKEditor: a film": [
      '<figure class="media"><oembed url="https://films.example/1"></oembed></figure>',
      "[Embedded content](https://films.example/1)",
    ],
    "Elementor: a number that a script counts up to": [
      '<p><span class="elementor-counter-number" data-to-value="120">0</span><span>+</span></p><p><span data-count="3"></span>4</p>',
      "120+\n\n4",
    ],
    "Lexical: the language of code": [
      '<code data-highlight-language="js"><span>let</span> a<br>b</code>',
      "```js\nlet a\nb\n```",
    ],
    "RDoc: how to open a source": [
      '<div><span>add(a, b)</span> <span class="method-click-advice">click to toggle source</span></div>',
      "add(a, b)",
    ],
    "ruby whose base has parts": ["<p><ruby>東京<rt>とう</rt><rt>きょう</rt></ruby></p>", "東京(とうきょう)"],
    "phpBB: the author of a quotation": [
      "<blockquote><div><cite>bob wrote:</cite>Hi there</div></blockquote>",
      "> bob wrote:\n>\n> Hi there",
    ],
    "the sign that opens a panel": [
      '<h3><button>Question<span aria-hidden="true">+</span></button></h3><details><summary>More <span aria-hidden="true">›</span></summary><p>text</p></details><p>3<span aria-hidden="true">×</span>4</p>',
      "### Question\n\nMore\n\ntext\n\n3×4",
    ],
    "a table whose head is written behind its body": [
      "<table><tbody><tr><td>b</td><td>c</td></tr></tbody><thead><tr><th>H</th><th>I</th></tr></thead></table>",
      "| H | I |\n| --- | --- |\n| b | c |",
    ],
    "Sphinx: the language of a listing with line numbers": [
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span class="linenos">1</span><span class="kn">import</span> x\n<span class="linenos">2</span>y</pre></div></div>',
      "```python3\nimport x\ny\n```",
    ],
  });
});

describe("editors and exports", () => {
  cases({
    "TipTap: formulas that a script draws": [
      '<p>Let <span data-type="inline-math" data-latex="x^2"></span> be.</p><div data-type="block-math" data-latex="a=b"></div><p><span data-latex="y">shown</span></p>',
      "Let $x^2$ be.\n\n$$a=b$$\n\nshown",
    ],
    "Toast UI: tasks whose boxes a style sheet draws": [
      '<ul><li class="task-list-item checked"><p>done</p></li><li class="task-list-item"><p>open</p></li><li class="checked">plain</li></ul>',
      "- [x] done\n- [ ] open\n- plain",
    ],
    "Google Keep: boxes that are signs": [
      '<ul><li><span class="bullet">☑</span><span>Milk</span></li><li><span class="bullet">☐</span><span>Tea</span></li><li><span>☐</span></li><li>☐ Pot</li></ul>',
      "- [x] Milk\n- [ ] Tea\n- ☐\n- ☐ Pot",
    ],
    "WeChat: lines of code that are elements, beside a list that a style sheet numbers": [
      '<ul class="code-snippet__line-index"><li></li><li></li></ul><pre data-lang="bash"><code><span>ls</span></code><code><span><br></span></code><code><span>pwd</span></code></pre><pre><code class="prompt">$ </code><code>ls</code></pre>',
      "```bash\nls\n\npwd\n```\n\n```\n$ ls\n```",
    ],
    "Gatsby: lines of code that a style sheet sets apart": [
      '<pre class="language-js"><code>a\n<span class="gatsby-highlight-code-line">b</span>c\n<span class="gatsby-highlight-code-line">d</span><span class="gatsby-highlight-code-line">e</span></code></pre>',
      "```js\na\nb\nc\nd\ne\n```",
    ],
    "paragraphs that hold only what shows nothing": [
      "<p>a</p><p>\u200D</p><h2>\u2060</h2><ul><li>\u2800</li><li>b</li></ul><p>\uFFFC<br>\u2800</p><a href=/x><p><b>\u2800</b></p><p>x</p></a><p>\u2813\u2800\u283A</p>",
      "a\n\n- b\n\n[x](https://example.test/x)\n\n\u2813\u2800\u283A",
    ],
    "MediaWiki: the source of a quotation behind a dash": [
      "<blockquote><p>Tea!</p><div>— <cite>Bo</cite></div></blockquote><blockquote><p>Tea!</p><cite>Bo</cite></blockquote>",
      "> Tea!\n>\n> — Bo\n\n> Tea!\n>\n> Bo",
    ],
    "Lexical: two names for one mark": [
      '<p><b><strong style="white-space: pre-wrap;">bold</strong></b> and <i><em>slanted</em></i></p>',
      "**bold** and *slanted*",
    ],
    "a mark in a longer one": ["<p><b>one <strong>two</strong></b></p>", "**one __two__**"],
    "Notion: a list for every item": [
      '<ul class="bulleted-list"><li>a</li></ul><ul class="bulleted-list"><li>b</li></ul><ol class="numbered-list" start="1"><li>c</li></ol>\n<ol class="numbered-list" start="2"><li>d</li></ol>',
      "- a\n- b\n\n1. c\n2. d",
    ],
    "lists that have more in common with none": [
      '<ul class="a"><li>a</li></ul><ul class="b"><li>b</li></ul><ol><li>c</li></ol><ol start="5"><li>d</li></ol>',
      "- a\n\n* b\n\n1. c\n\n5) d",
    ],
    "two lists of one class": [
      '<ul class="x"><li>a</li><li>b</li></ul><ul class="x"><li>c</li></ul>',
      "- a\n- b\n\n* c",
    ],
    "spans on lines of their own": [
      '<p><span style="display:block">Then took the other,</span><span style="display: block; font-weight: bold">as just as fair</span>, and so</p>',
      "Then took the other,\n\n**as just as fair**\n\n, and so",
    ],
    "such spans in a link, a cell and a listing": [
      '<p><a href="/x"><span style="display:block">a,</span><span style="display:block">b</span></a></p><table><tr><th>c</th><th>d</th></tr><tr><td><small style="display:block">e,</small>f</td><td>g</td></tr></table><pre><span style="display:block">h</span><span style="display:block">i</span></pre>',
      "[a,  \nb](https://example.test/x)\n\n| c | d |\n| --- | --- |\n| e,<br>f | g |\n\n```\nh\ni\n```",
    ],
    "lines of code in a sentence": [
      '<p>See <code><span style="display:block">f(x)</span></code> there.</p>',
      "See `f(x)` there.",
    ],
  });
});

describe("more of documentation", () => {
  cases({
    "a box with a title and no kind": [
      '<div class="admonition-see-below admonition"><p class="admonition-title">See below</p><p>It goes on.</p></div>',
      "> **See below**\n>\n> It goes on.",
    ],
    "a box without a title": ['<div class="admonition"><p>It goes on.</p></div>', "It goes on."],
    "Monaco: line numbers": [
      '<div class="monaco-editor"><div class="margin"><div class="margin-view-overlays"><div><div class="line-numbers">1</div></div></div></div><div class="view-lines"><div class="view-line"><span>let a;</span></div></div></div>',
      "```\nlet a;\n```",
    ],
    "Prism: the name of the language in a toolbar": [
      '<div class="code-toolbar"><pre class="language-css"><code>a {}</code></pre><div class="toolbar"><div class="toolbar-item"><span>CSS</span></div><div class="toolbar-item"><button>Copy</button></div></div></div>',
      "```css\na {}\n```",
    ],
    "a toolbar beside text": [
      '<div class="toolbar"><a href="/e">Edit</a></div><p>x</p>',
      "[Edit](https://example.test/e)\n\nx",
    ],
    "Sphinx: a numbered formula": [
      '<div class="math notranslate"><span class="eqno">(1)<a class="headerlink" href="#e">¶</a></span>\\[a = b\\]</div>',
      "(1)\n\n$$a = b$$",
    ],
    "formulas of LaTeX2HTML": [
      '<p>We have <img src="img1.png" alt="$x^2$"> for <img src="img2.png" alt="\\[a = b\\]"> at <img src="p.png" alt="$5"></p>',
      "We have $x^2$ for\n\n$$a = b$$\n\nat ![$5](https://example.test/dir/p.png)",
    ],
    "Pandoc: a formula of its own line in a paragraph": [
      '<p>See <span class="math inline">\\(x_i\\)</span><span class="math display">\\[y = x\\]</span> and \\(a_1\\)<span>\\(b_1\\)</span></p>',
      "See $x_i$\n\n$$y = x$$\n\nand $a_1$ $b_1$",
    ],
    "Obsidian: a callout of any kind, and a panel with a heading": [
      '<div data-callout="abstract" class="callout"><div class="callout-title">In short</div><div class="callout-content"><p>Body.</p></div></div><div class="callout"><h4>Hours</h4><p>9 to 5</p></div>',
      "> **In short**\n>\n> Body.\n\n#### Hours\n\n9 to 5",
    ],
    "filings: a table for every item of a list": [
      "<p>Risks:</p><table><tr><td>&nbsp;</td><td>•</td><td><p>First risk.</p></td></tr></table><table><tr><td></td><td>•</td><td>Second <b>risk</b>.</td></tr></table>",
      "Risks:\n\n- First risk.\n- Second **risk**.",
    ],
    "a table of marks": [
      "<table><tr><td>●</td><td>direct</td><td>x</td></tr><tr><td>○</td><td>●</td><td>y</td></tr></table>",
      "|  |  |  |\n| --- | --- | --- |\n| ● | direct | x |\n| ○ | ● | y |",
    ],
    "Tufte: a note with its number": [
      '<p>Word.<label for="s1" class="margin-toggle sidenote-number">1</label><input type="checkbox" id="s1" class="margin-toggle"><span class="sidenote"><span class="sidenote-number">1</span> A note.</span></p>',
      "Word. [^1]\n\n[^1]: A note.",
    ],
    "MediaWiki: elements marked as empty": [
      '<ol><li>a</li><li class="mw-empty-elt"></li><li>b</li></ol>',
      "1. a\n2. b",
    ],
    "numbers of a list in a cell": [
      '<table><tr><th>A</th><th>B</th></tr><tr><td>x</td><td><ol start="3"><li>c</li><li></li><li>d<ol><li>e</li></ol></li></ol></td></tr></table>',
      "| A | B |\n| --- | --- |\n| x | 3. c<br>4. d<br>1. e |",
    ],
  });
});

describe("signs, players and fields", () => {
  cases({
    "Redoc: a button that names an operation, and a button to copy in boxes": [
      '<div><button><span class="post">post</span><span>/pet/{id}</span><svg></svg></button><button><div>Copy</div></button><button>Try it</button><pre>{}</pre></div>',
      "post /pet/{id}\n\n```\n{}\n```",
    ],
    "Shopify: words for choices that can't be made": [
      '<fieldset class="product-form__input"><input type="radio"><label>Red<span class="visually-hidden">Sold out</span></label><input type="radio" class="disabled"><label>Blue<span class="visually-hidden label-unavailable">Sold out</span></label></fieldset><p><input type="radio"><label>Green<span class="visually-hidden"> tea</span></label></p>',
      "Red Blue Sold out\n\nGreen tea",
    ],
    "Radix: values to choose, and buttons beside them": [
      '<div role="radiogroup"><button role="radio" aria-checked="true">Red</button><button role="radio">Dark blue</button></div><button>Buy</button>',
      "Red Dark blue",
    ],
    "stars in a box of their own, and a gauge in words": [
      '<div role="img" aria-label="4.5 out of 5"><i class="star"></i></div><p>Sold: <meter value="0.6">60%</meter> of it</p>',
      "4.5 out of 5\n\nSold: 60% of it",
    ],
    "CodeMirror: what measures its font, and Medium: how to enlarge a picture": [
      '<div class="CodeMirror-measure"><pre>xxxx</pre></div><div class="measure">12</div><figure><span class="speechify-ignore">Press enter</span><img src="/a.png"></figure>',
      "12\n\n![](https://example.test/a.png)",
    ],
    "images that draw an emoji": [
      '<p>Nice <img class="wp-smiley" src="/1f389.svg" alt="🎉"> work <img src="/a.gif" class="smilies" alt=":roll:"> and <img src="/c.png" alt="Ann 🎉"></p>',
      "Nice 🎉 work ![:roll:](https://example.test/a.gif) and ![Ann 🎉](https://example.test/c.png)",
    ],
    "players that a script makes": [
      '<lite-youtube videoid="dQw4w9WgXcQ" title="The film"></lite-youtube><amp-youtube data-videoid="dQw4w9WgXcQ"></amp-youtube><amp-video src="/v.mp4"></amp-video><amp-iframe title="Map" src="https://map.test/1"></amp-iframe><lite-youtube></lite-youtube>',
      "[The film](https://www.youtube.com/watch?v=dQw4w9WgXcQ)\n\n[Video](https://www.youtube.com/watch?v=dQw4w9WgXcQ)\n\n[Video](https://example.test/v.mp4)\n\n[Map](https://map.test/1)",
    ],
    "fields to read": [
      "<textarea readonly>@book{a,\n  year = 1}</textarea><textarea>Dear\nSir</textarea><textarea readonly>one line</textarea><p>x</p>",
      "```\n@book{a,\n  year = 1}\n```\n\nx",
    ],
    "a box that parts a text": [
      '<p>a</p><div role="separator"><span></span></div><p>b</p><div role="separator" tabindex="0"></div><p>c</p>',
      "a\n\n***\n\nb\n\nc",
    ],
    "YARD: a column of numbers": [
      '<table><tr><td><pre class="lines">\n\n12\n13</pre></td><td><pre class="code"># File\n\ndef a\nend</pre></td></tr></table><table><tr><td><pre>12\n40</pre></td><td><pre>x\ny</pre></td></tr></table>',
      "```\n# File\n\ndef a\nend\n```\n\n```\n12\n40\n```\n\n```\nx\ny\n```",
    ],
    "numbers that a list goes on with": [
      '<ol><li>a</li><li value="5">b</li><li>c</li><li value="7">d</li></ol>',
      "1. a\n\n5) b\n6) c\n7) d",
    ],
    "LaTeXML: the number of a reference": [
      '<ul><li><span class="ltx_tag">[12]</span><span class="ltx_bibblock">J. Doe, Sets.</span></li></ul><p>a<span>[sic]</span><span>b</span></p>',
      "- [12] J. Doe, Sets.\n\na[sic]b",
    ],
    "names of fields and their values": [
      '<h2><span class="descriptor">Title:</span>On sets</h2><p><span>Author:</span><span>Ann</span>, <span class="ns">xml:</span>lang, <b>Note:</b>so, at <span class="hour">10:</span>30</p>',
      "## Title: On sets\n\nAuthor: Ann, xml:lang, <strong>Note:</strong>so, at 10:30",
    ],
    "words for screen readers": [
      '<p><s><span class="visually-hidden">Regular price</span>$59.00</s> <span><span><span class="sr-only">Directory</span></span><span>src</span></span>, <span><span><span class="sr-only">Directory</span><svg></svg></span>/etc/tern</span>, see <a href="/x">x<span class="sr-only">(opens in a new tab)</span></a>.</p>',
      "~~Regular price $59.00~~ Directory src, Directory /etc/tern, see [x (opens in a new tab)](https://example.test/x).",
    ],
    "words that are seen in one form and read out in another": [
      '<p>Time: <span>10<span class="sr-only"> minutes</span></span> <span aria-hidden="true">mins</span>, <span class="a"><span aria-hidden="true">4/5</span><span class="visually-hidden">four of five</span></span>, <a href="/n"><span aria-hidden="true">→</span><span class="sr-only">Next</span></a>, <span class="sr-only">▢ </span>flour</p>',
      "Time: 10 mins, 4/5, [→ Next](https://example.test/n), flour",
    ],
    "a filler before a price": [
      '<p><span class="name">Soup</span><span class="dots"></span><span class="price">$5</span></p>',
      "Soup $5",
    ],
    "signs that part a line": [
      "<p><span>Ann<i></i></span><span>·</span><time>2 May</time>, paral·lel, <span>a·b</span>c</p>",
      "Ann · 2 May, paral·lel, a·bc",
    ],
    "values, tags and numbers": [
      '<p><span class="name">Soup</span><span class="price">$5</span> <span class="tag">#js</span><span class="tag">#ts</span>, C<span class="x">#sharp</span>, US<span class="x">$5</span></p><h3><span class="n">1</span>Close the <span class="d">3</span>D lid</h3>',
      "Soup $5 #js #ts, C#sharp, US$5\n\n### 1 Close the 3D lid",
    ],
    "the sign of a figure, a price and a time of a film beside words": [
      '<p><span class="num">12</span><span class="plus">+</span><span class="of">Years</span>, <span>Small</span><span>$3</span>, <span>AU</span><span>$5</span>, <a href="/t">0:01</a>Hello, <a href="/t">10:30</a>am, <span>c</span><span>+</span><span>d</span></p>',
      "12+ Years, Small $3, AU$5, [0:01](https://example.test/t) Hello, [10:30](https://example.test/t)am, c+d",
    ],
    "a word between links": [
      '<p><a href="/b">Bo</a><span>and</span><a href="/c">Cy</a>, <a href="/h">h</a><span>ands</span></p>',
      "[Bo](https://example.test/b) and [Cy](https://example.test/c), [h](https://example.test/h)ands",
    ],
    "numbers of verses, and a number in a word": [
      '<div><span class="label">1</span><span class="content">In the beginning</span></div><div><span class="label">2</span><span class="content">and it was dark</span></div><p><span class="label">3</span><span class="unit">rd time today</span></p>',
      "1 In the beginning\n\n2 and it was dark\n\n3rd time today",
    ],
    "numbers of steps in boxes": [
      '<ol><li><div class="number" aria-hidden="true">1</div><div><p>Boil</p></div></li><li><div>2</div><p>Pour</p></li><li><div>9</div><p>cups</p></li></ol>',
      "1. Boil\n2. Pour\n3. 9\n\n   cups",
    ],
    "VuePress: a box": [
      '<div class="hint-container tip"><p class="hint-container-title">Tips</p><p>Do.</p></div>',
      "> **Tips**\n>\n> Do.",
    ],
    "links side by side": [
      '<p><a href="/raw">view raw</a><a href="/a">a.py</a> and <a href="/un">un</a><a href="/do">do</a>, <a href="/t">Our br</a><a href="/t">ands</a></p>',
      "[view raw](https://example.test/raw) [a.py](https://example.test/a) and [un](https://example.test/un)[do](https://example.test/do), [Our br](https://example.test/t)[ands](https://example.test/t)",
    ],
  });
});

describe("generators of documentation", () => {
  cases({
    "Doxygen: a space that parts the numbers from the lines, and one that indents some": [
      '<div class="fragment"><div class="line"><a id="l1"></a><span class="lineno">    1</span>&#160;<span>int</span> a;</div><div class="line"><span class="lineno">    2</span>&#160;</div><div class="line"><span class="lineno">    3</span>&#160;&#160;b;</div></div><pre><span class="lineno">1</span>c\n<span class="lineno">2</span>&#160;d</pre>',
      "```\nint a;\n\n b;\n```\n\n```\nc\n d\n```",
    ],
    "Doxygen: hints over the names in a listing, and lines that fold": [
      '<div class="fragment"><div class="foldopen" id="f1"><div class="line"><a href="/b">Berth</a> b {</div><div class="line">};</div></div><div class="ttc" id="t1"><div class="ttname"><a href="/b">Berth</a></div><div class="ttdef"><b>Definition:</b> h.h:12</div></div></div>',
      "```\nBerth b {\n};\n```",
    ],
    "Doxygen: one parameter": [
      '<dl class="params"><dt>Parameters</dt><dd><table class="params"><tr><td class="paramdir">[in]</td><td class="paramname">cups</td><td>how many</td></tr></table></dd></dl>',
      "Parameters\n\n|  |  |  |\n| --- | --- | --- |\n| [in] | cups | how many |",
    ],
    "ReadMe: listings behind as many buttons": [
      '<div class="CodeTabs"><div class="CodeTabs-toolbar"><button>app.js</button><button>server.js</button></div><div><pre><code class="lang-js">a()</code></pre><pre><code class="lang-js">b()</code></pre></div></div><div class="Tabs"><button>Copy</button><button>Run</button></div><div><pre>c</pre></div>',
      "**app.js**\n\n```js\na()\n```\n\n**server.js**\n\n```js\nb()\n```\n\n```\nc\n```",
    ],
    "W3Schools: boxes behind as many buttons": [
      '<div class="tab"><button>London</button><button>Paris</button></div> <div class="tabcontent"><p>a</p></div> <div class="tabcontent"><h3>Paris</h3><p>b</p></div><p>c</p><div class="tabs"><button>Copy</button><button>Run</button></div><div class="tab-content"><p>d</p></div>',
      "**London**\n\na\n\n### Paris\n\nb\n\nc\n\nd",
    ],
    "Slate, BookStack and Outline: notices": [
      '<aside class="notice">Use <code>key</code>.</aside><aside class="success">It works!</aside><p class="callout danger">Never.</p><div class="notice-block info"><div><svg></svg></div><div><p>Boil.</p></div></div><div class="notice"><h3>Sync</h3><p>a</p></div><p class="hint">b</p>',
      "> **Notice**\n>\n> Use `key`.\n\n> **Success**\n>\n> It works!\n\n> **Danger**\n>\n> Never.\n\n> **Info**\n>\n> Boil.\n\n### Sync\n\na\n\nb",
    ],
    "Wikidot and Kadence: labels of panels": [
      '<div class="yui-navset"><ul class="yui-nav"><li><a><em>Hot</em></a></li><li><a>Cold</a></li></ul><div class="yui-content"><div><p>a</p></div><div><p>b</p></div></div></div><ul class="kt-tabs-title-list"><li><a href="#one">One</a></li><li><a href="#two">Two</a></li></ul><div class="kt-tabs-content-wrap"><div><p>c</p></div><div><p>d</p></div></div>',
      "**_Hot_**\n\na\n\n**Cold**\n\nb\n\n**One**\n\nc\n\n**Two**\n\nd",
    ],
    "gt: lines above the names of columns": [
      "<table><thead><tr><td colspan=2>Teas</td></tr><tr><td colspan=2>of 2024</td></tr><tr><th>Name</th><th>Cups</th></tr></thead><tbody><tr><td>Sencha</td><td>3</td></tr></tbody></table><table><thead><tr><th></th><th colspan=2>Cups</th></tr><tr><th>Name</th><th>a</th><th>b</th></tr></thead><tbody><tr><td>x</td><td>1</td><td>2</td></tr></tbody></table>",
      "Teas\n\nof 2024\n\n| Name | Cups |\n| --- | --- |\n| Sencha | 3 |\n\n|  | Cups |  |\n| --- | --- | --- |\n| Name | a | b |\n| x | 1 | 2 |",
    ],
    "pdoc and Postman: a label behind a signature, and a method before a title": [
      '<div>def f():<label for="s"><span>View Source</span></label></div><p><span class="method">POST</span>Add a pet</p><p><b>POST</b>ing</p><p><label>Name</label><span>*</span></p>',
      "def f(): View Source\n\nPOST Add a pet\n\n**POST**ing\n\nName*",
    ],
    "Javadoc: labels that filter one panel are no title of it": [
      '<div><div role="tablist"><button role="tab" aria-controls="p">All</button><button role="tab" aria-controls="p">Static</button></div></div><div id="p" role="tabpanel"><p>methods</p></div>',
      "methods",
    ],
    "Docsify: a label before each panel": [
      '<div class="docsify-tabs"><button class="docsify-tabs__tab">One</button><div class="docsify-tabs__content"><p>1</p></div><button class="docsify-tabs__tab">Two</button><div class="docsify-tabs__content"><p>2</p></div></div>',
      "**One**\n\n1\n\n**Two**\n\n2",
    ],
    "Rspress: labels and panels with the same numbers, and a box with a title": [
      '<div class="rp-tabs"><div class="rp-tabs__label rp-tabs__label--no-scrollbar"><div class="rp-tabs__label__item" data-index="0">One</div><div class="rp-tabs__label__item" data-index="1">Two</div></div><div class="rp-tabs__content"><div class="rp-tabs__content__item" data-index="0"><p>1</p></div><div class="rp-tabs__content__item" aria-hidden="true" data-index="1"><p>2</p></div></div></div><div class="rp-callout rp-callout--info"><div class="rp-callout__title">Keys are for order</div><div class="rp-callout__content"><p>No id.</p></div></div>',
      "**One**\n\n1\n\n**Two**\n\n2\n\n> **Keys are for order**\n>\n> No id.",
    ],
    "Skeleton: panels that are the items of a list": [
      '<div><ul class="tabs"><li><a href="#t1">Details</a></li><li><a href="#t2">Sizing</a></li></ul><ul class="tabs-content"><li id="t1"><p>Made of wool</p></li><li id="t2"><p>Small</p></li></ul></div>',
      "**Details**\n\nMade of wool\n\n**Sizing**\n\nSmall",
    ],
    "mdBook: lines that are compiled and not shown": [
      '<pre><code class="language-rust"><span class="boring">fn main() {\n</span>let x = 5;\n<span class="boring">}</span></code></pre>',
      "```rust\nlet x = 5;\n```",
    ],
    "Shiki: lines added and removed": [
      '<pre class="shiki" data-language="ts"><code><span class="line">a</span>\n<span class="line diff remove">b</span>\n<span class="line diff add">c</span></code></pre>',
      "```diff\n a\n-b\n+c\n```",
    ],
    "Expressive Code: lines added and removed": [
      '<pre data-language="diff"><code><div class="ec-line highlight del"><div class="code">a</div></div><div class="ec-line highlight ins"><div class="code">b</div></div><div class="ec-line"><div class="code">c</div></div></code></pre>',
      "```diff\n-a\n+b\n c\n```",
    ],
    "Expressive Code: empty lines": [
      '<pre data-language="ts"><code><div class="ec-line"><div class="code">a</div></div><div class="ec-line"><div class="code">\n</div></div><div class="ec-line"><div class="code">\n</div></div><div class="ec-line"><div class="code">b</div></div></code></pre>',
      "```ts\na\n\n\nb\n```",
    ],
    "Doxygen: labels of a signature": [
      '<p><span class="mlabels"><span class="mlabel">inline</span><span class="mlabel">static</span></span></p>',
      "inline static",
    ],
    "LaTeX2HTML: a formula drawn as a picture": [
      '<p>Let <img src="img1.png" alt="$ x^2$"> and <img src="img2.png" alt="$n$"> be, for <img src="/five.png" alt="$5 off"></p>',
      "Let $x^2$ and $n$ be, for ![$5 off](https://example.test/five.png)",
    ],
    "pictures that only take up room": [
      '<p>a<img src="/img/spacer.gif" width="40" height="8" alt="">b<img src="/s.gif" width="40" height="1">c <img src="/s.gif" width="40" height="30"> <img src="/blank.gif" alt="A blank page"></p>',
      "abc ![](https://example.test/s.gif) ![A blank page](https://example.test/blank.gif)",
    ],
  });
});
