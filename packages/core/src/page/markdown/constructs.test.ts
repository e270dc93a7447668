import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import { toMarkdown } from "./index.ts";

const convert = (html: string): string => toMarkdown(parse(html), { baseUrl: "https://example.test/dir/page" });

/** Each case is the HTML and the Markdown it must become. */
function cases(table: Record<string, readonly [html: string, markdown: string]>): void {
  test.each(Object.entries(table))("%s", (_name, [html, markdown]) => expect(convert(html)).toBe(markdown));
}

describe("boxes of documentation", () => {
  cases({
    Sphinx: [
      '<div class="admonition warning"><p class="admonition-title">Warning</p><p>Hot.</p></div>',
      "> **Warning**\n>\n> Hot.",
    ],
    Docusaurus: [
      '<div class="theme-admonition theme-admonition-tip alert alert--success"><div class="admonitionHeading_x"><span><svg></svg></span>tip</div><div class="admonitionContent_x"><p>Do.</p></div></div>',
      "> **Tip**\n>\n> Do.",
    ],
    VitePress: [
      '<div class="danger custom-block"><p class="custom-block-title">DANGER</p><p>No.</p></div>',
      "> **DANGER**\n>\n> No.",
    ],
    GitHub: [
      '<div class="markdown-alert markdown-alert-note"><p class="markdown-alert-title"><svg></svg>Note</p><p>So.</p></div>',
      "> **Note**\n>\n> So.",
    ],
    "AsciiDoctor, whose icon is a font": [
      '<div class="admonitionblock note"><table><tr><td class="icon"><i class="fa icon-note" title="Note"></i></td><td class="content">Careful.</td></tr></table></div>',
      "> **Note**\n>\n> Careful.",
    ],
    "one that unfolds": [
      '<details class="admonition note"><summary>More on it</summary><p>Inside.</p></details>',
      "> **More on it**\n>\n> Inside.",
    ],
    "a title with code and a permalink": [
      '<div class="admonition note"><p class="admonition-title">About <code>level</code><a class="headerlink" href="#x">¶</a></p><p>So.</p></div>',
      "> **About `level`**\n>\n> So.",
    ],
    "no title": [
      '<div class="alert alert-info">Read <a href="/x">this</a>.</div>',
      "> **Info**\n>\n> Read [this](https://example.test/x).",
    ],
    "a text that begins with the kind": [
      '<div class="alert alert-danger"><p><strong>Warning!</strong> Do not.</p></div>',
      "> **Warning!** Do not.",
    ],
    Confluence: [
      '<div class="confluence-information-macro confluence-information-macro-information"><p class="title">Mind</p><span class="aui-icon"></span><div class="confluence-information-macro-body"><p>So.</p></div></div><div class="information"><h3>Contact</h3><p>Here.</p></div>',
      "> **Mind**\n>\n> So.\n\n### Contact\n\nHere.",
    ],
    "U.S. Web Design System": [
      '<div class="usa-alert usa-alert--info"><div class="usa-alert__body"><h4 class="usa-alert__heading">Open</h4><p>So.</p></div></div>',
      "> **Open**\n>\n> So.",
    ],
    "names of kinds that are no boxes, and one that says what it is": [
      '<div class="info"><h3>Kettle</h3><p>1 l</p></div><div class="question"><h3>Why?</h3><p>So.</p></div><div class="info"><h3>Information</h3><p>Read.</p></div>',
      "### Kettle\n\n1 l\n\n### Why?\n\nSo.\n\n> **Information**\n>\n> Read.",
    ],
    "a box without a kind": ['<div class="alert">Closed today.</div>', "Closed today."],
    MDN: [
      '<div class="notecard warning"><p><strong>Warning:</strong> Hot.</p></div><div class="notecard note"><h4>Mind</h4><p>So.</p></div>',
      "> **Warning:** Hot.\n\n> **Mind**\n>\n> So.",
    ],
    "boxes that their role calls notes (Bikeshed, ReSpec)": [
      '<div class="note" role="note"><span class="marker">NOTE:</span> So.</div><div class="note" role="note"><div role="heading" class="note-title marker"><span>Note</span></div><p>Also.</p></div><div class="hatnote" role="note">See x.</div>',
      "> NOTE: So.\n\n> **Note**\n>\n> Also.\n\nSee x.",
    ],
  });
});

describe("tabs", () => {
  cases({
    "a bar of labels": [
      '<div class="tabbed-set"><div class="tabbed-labels"><label>npm</label><label>yarn</label></div><div class="tabbed-content"><div><pre><code>npm i x</code></pre></div><div><pre><code>yarn add x</code></pre></div></div></div>',
      "**npm**\n\n```\nnpm i x\n```\n\n**yarn**\n\n```\nyarn add x\n```",
    ],
    "labels and panels by their roles": [
      '<ul role="tablist"><li role="tab">Mac</li><li role="tab">Linux</li></ul><div><div role="tabpanel"><p>brew</p></div><div role="tabpanel" hidden><p>apt</p></div></div>',
      "**Mac**\n\nbrew\n\n**Linux**\n\napt",
    ],
    "links of Bootstrap without roles": [
      '<ul class="nav nav-tabs"><li class="active"><a data-toggle="tab" href="#a">Mac</a></li><li><a data-toggle="tab" href="#b">Linux</a></li></ul><div class="tab-content"><div class="tab-pane active" id="a"><p>brew</p></div><div class="tab-pane" id="b"><p>apt</p></div></div>',
      "**Mac**\n\nbrew\n\n**Linux**\n\napt",
    ],
    "links that lead to other pages": [
      '<ul class="nav nav-tabs"><li class="active"><a href="/a">Mac</a></li><li><a href="/b">Linux</a></li></ul><p>brew</p>',
      "- [Mac](https://example.test/a)\n- [Linux](https://example.test/b)\n\nbrew",
    ],
    "Divi: links that lead nowhere": [
      '<div class="et_pb_tabs"><ul class="et_pb_tabs_controls clearfix"><li><a href="#">Mac</a></li><li><a href="#">Linux</a></li></ul><div class="et_pb_all_tabs"><div class="et_pb_tab"><p>brew</p></div><div class="et_pb_tab"><p>apt</p></div></div></div>',
      "**Mac**\n\nbrew\n\n**Linux**\n\napt",
    ],
    "labels and panels in turn": [
      '<div class="sd-tab-set"><input type="radio"><label class="sd-tab-label">Python</label><div class="sd-tab-content"><p>py</p></div><input type="radio"><label class="sd-tab-label">Rust</label><div class="sd-tab-content"><p>rs</p></div></div>',
      "**Python**\n\npy\n\n**Rust**\n\nrs",
    ],
  });
});

describe("word processors", () => {
  cases({
    "spans of Google Docs": [
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Bold</span><span style="font-weight:400"> plain </span><span style="font-style:italic">slanted</span><span style="text-decoration:line-through"> gone</span> <span style="font-family:Consolas">x = 1</span></p></b>',
      "**Bold** plain *slanted* ~~gone~~ `x = 1`",
    ],
    "lists of Word": [
      '<p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">1.<span>&nbsp; </span></span>Open</p><p style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">a.<span>&nbsp; </span></span>Slowly</p><p style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">2.<span>&nbsp; </span></span>Pour</p>',
      "1. Open\n   1. Slowly\n2. Pour",
    ],
    "numbers of Word's headings": [
      '<h2 style="mso-list:l3 level2 lfo5"><span style="mso-list:Ignore">2.1<span>&nbsp;&nbsp; </span></span>Scope</h2>',
      "## 2.1 Scope",
    ],
    "raised and lowered letters": [
      '<p>E=mc<span style="vertical-align:super">2</span>, H<span style="vertical-align: sub">2</span>O</p>',
      "E=mc<sup>2</sup>, H<sub>2</sub>O",
    ],
    "tasks of Confluence": [
      '<ul class="inline-task-list"><li class="checked"><span>Done</span></li><li><span>Open</span></li></ul>',
      "- [x] Done\n- [ ] Open",
    ],
    "check boxes of Notion": [
      '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span>Buy tea</span></li><li><div class="checkbox checkbox-off"></div> <span>Buy milk</span></li></ul>',
      "- [x] Buy tea\n- [ ] Buy milk",
    ],
    "typewriter text": ["<p>Run <tt>make install</tt>.</p>", "Run `make install`."],
  });
});

describe("code", () => {
  cases({
    "Org: line numbers": [
      '<pre class="src src-sh"><span class="linenr">1: </span>ls\n<span class="linenr">2: </span>pwd</pre>',
      "```sh\nls\npwd\n```",
    ],
    "Pygments: the name of a file over lines with numbers": [
      '<div class="language-py highlight"><table class="highlighttable"><tr><th colspan="2" class="filename"><span class="filename">a.py</span></th></tr><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><div><pre><code>a = 1\nb\n</code></pre></div></td></tr></table></div>',
      "a.py\n\n```py\na = 1\nb\n```",
    ],
    "SyntaxHighlighter: links over a listing, and a toolbar elsewhere": [
      '<div class="syntaxhighlighter java"><div class="toolbar"><a href="#">?</a></div><table><tr><td class="gutter"><div class="line">1</div></td><td class="code"><div class="line">int a;</div></td></tr></table></div><div class="toolbar">Bold</div>',
      "```java\nint a;\n```\n\nBold",
    ],
    "languages of Sphinx": [
      '<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>import os\n</pre></div></div><div class="highlight-default notranslate"><div class="highlight"><pre>x = 1\n</pre></div></div><div class="highlight-console notranslate"><div class="highlight"><pre>$ ls\n</pre></div></div>',
      "```python3\nimport os\n```\n\n```\nx = 1\n```\n\n```console\n$ ls\n```",
    ],
    rustdoc: ['<pre class="rust rust-example-rendered"><code>let x = 1;</code></pre>', "```rust\nlet x = 1;\n```"],
    "callouts of AsciiDoctor": [
      '<pre class="highlight"><code class="language-ruby">get <b class="conum">(1)</b></code></pre><div class="colist arabic"><ol><li><p>A call</p></li></ol></div>',
      "```ruby\nget (1)\n```\n\n1. A call",
    ],
  });
});

describe("signs that only lead back", () => {
  cases({
    "of headings": [
      '<h2>Install<a class="headerlink" href="#i">¶</a></h2><h3><a href="#u">§</a> Use</h3><h2>Query <a href="#q" class="anchor">#</a></h2>',
      "## Install\n\n### Use\n\n## Query",
    ],
    "of terms": ['<dl><dt>f(x)<a class="headerlink" href="#f">¶</a></dt><dd>Does.</dd></dl>', "f(x)\n\nDoes."],
    "all of a heading or term, or of the heading of a section": [
      '<h2 id="a"><a href="#a">Install</a></h2><section id="b"><h3><a class="header" href="#b"><code>use()</code></a></h3></section><dl><dt id="c"><a href="#c">port</a> <a href="#a">later</a></dt><dd>x</dd></dl>',
      "## Install\n\n### `use()`\n\nport [later](https://example.test/dir/page#a)\n\nx",
    ],
  });
});

describe("what is shown instead of something else", () => {
  cases({
    "places of an image map": [
      '<p><img src="/m.png" usemap="#m" alt="World"><map name="m"><area href="/eu" alt="Europe"><area href="/x"><area alt="Sea"></map></p><map>' +
        '<area href="/a" alt="A">'.repeat(13) +
        "</map>",
      "![World](https://example.test/m.png) [Europe](https://example.test/eu)",
    ],
    "names of icons": [
      '<p><i class="material-icons">home</i> Start</p><p><mat-icon>search</mat-icon> Find</p>',
      "Start\n\nFind",
    ],
    "titles of links are left out": ['<a href="/a" title="A tip">link</a>', "[link](https://example.test/a)"],
    frames: [
      '<iframe src="https://video.test/1" title="The film">Your browser shows no frames.</iframe>',
      "[The film](https://video.test/1)",
    ],
  });
});

describe("boxes of other generators", () => {
  cases({
    Quarto: [
      '<div class="callout callout-style-default callout-important"><div class="callout-header"><div class="callout-icon-container"><i></i></div><div class="callout-title-container">Important</div></div><div class="callout-body"><p>Read it.</p></div></div>',
      "> **Important**\n>\n> Read it.",
    ],
    Starlight: [
      '<aside class="starlight-aside starlight-aside--caution"><p class="starlight-aside__title" aria-hidden="true">Caution</p><div class="starlight-aside__content"><p>Slow.</p></div></aside>',
      "> **Caution**\n>\n> Slow.",
    ],
    GitBook: ['<blockquote class="hint hint-danger"><p>Stop.</p></blockquote>', "> **Danger**\n>\n> Stop."],
  });
});

describe("lists of editors", () => {
  cases({
    "Quill 1, flat with classes": [
      '<ul><li>a</li><li class="ql-indent-1">b</li><li class="ql-indent-2">c</li><li>d</li></ul>',
      "- a\n  - b\n    - c\n- d",
    ],
    "Quill 2, all kinds in one list": [
      '<ol><li data-list="ordered">one</li><li data-list="bullet" class="ql-indent-1">in</li><li data-list="ordered">two</li><li data-list="checked">done</li><li data-list="unchecked">open</li></ol>',
      "1. one\n   - in\n2. two\n\n- [x] done\n- [ ] open",
    ],
    "a list in an item of its own": [
      '<ul><li>a</li><li class="nestedListItem"><ul><li>b</li></ul></li><li style="list-style-type:none"><ul><li>c</li></ul></li><li>d</li></ul>',
      "- a\n  - b\n  * c\n- d",
    ],
    "items that are check boxes": [
      '<ul><li role="checkbox" aria-checked="true">done</li><li role="checkbox" aria-checked="false">open</li></ul>',
      "- [x] done\n- [ ] open",
    ],
    "a number that is no number of the list's": [
      "<ol><li><span>1</span> cup of sugar</li><li><span>–</span></li></ol>",
      "1. 1 cup of sugar\n2. –",
    ],
    "bullets and numbers written into the items": [
      '<ul><li style="list-style-type:none"><span class="ltx_tag">•</span><div><p>dot</p></div></li></ul><ol><li><span>1.</span><p>one</p></li><li><span>(b)</span> <p>two</p></li></ol>',
      "- dot\n\n1. one\n2. (b) two",
    ],
    "marks that the styles of all items write out": [
      `<ol type="a"><li style='list-style-type: "(a) "'>one</li><li style='color:red;list-style-type:"*\\"b"'><pre>two</pre></li><li style='list-style-type:"c"'></li></ol><ol><li style='list-style-type:"(a)"'>one</li><li>two</li></ol>`,
      '- (a) one\n- *"b\n\n  ```\n  two\n  ```\n\n- c\n\n1. one\n2. two',
    ],
  });
});

describe("code of editors", () => {
  cases({
    "W3.CSS: lines that end with breaks": [
      '<div class="w3-code">\n<b>if</b> (x)<br>\n&nbsp; y();<br><br>\nz();\n</div><p>Use <code class="w3-codespan">y</code>.</p>',
      "```\nif (x)\n  y();\n\nz();\n```\n\nUse `y`.",
    ],
    "Medium: classes that a program makes, some of which are names of languages": [
      '<pre class="pl pm pn go"><span>npm i<br>npm t</span></pre><pre class="go"><code>f()</code></pre>',
      "```\nnpm i\nnpm t\n```\n\n```go\nf()\n```",
    ],
    "Quill 2": [
      '<div class="ql-code-block-container"><div class="ql-code-block" data-language="js">let a</div><div class="ql-code-block" data-language="js">let b</div></div>',
      "```js\nlet a\nlet b\n```",
    ],
    "Lexical, between paragraphs": [
      '<p>See</p><code data-language="js"><span>let a</span><br><span>let b</span></code><p>so.</p>',
      "See\n\n```js\nlet a\nlet b\n```\n\nso.",
    ],
    "inside of a sentence": ["<p>See <code>a<br>b</code> so.</p>", "See `a b` so."],
  });
});

describe("notes in the text", () => {
  cases({
    LaTeXML: [
      '<p>Known<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>By <a href="/a">Ann</a>.</span></span></span> facts.</p><p>End.</p>',
      "Known[^1] facts.\n\nEnd.\n\n[^1]: By [Ann](https://example.test/a).",
    ],
    "Org: the number of a note and its reference, both said to lead back": [
      '<p>Known<sup><a id="fnr.1" class="footref" href="#fn.1" role="doc-backlink">1</a></sup> facts.</p><div class="footdef"><sup><a id="fn.1" class="footnum" href="#fnr.1" role="doc-backlink">1</a></sup> <div class="footpara" role="doc-footnote"><p>By Ann.</p></div></div>',
      "Known[^1] facts.\n\n[^1]: By Ann.",
    ],
    "WordPress: shown once one points at the number, and still to be filled": [
      '<p>So<sup class="modern-footnotes-footnote"><a role="button">1</a></sup><span class="modern-footnotes-footnote__note">By Ann.</span> it<a role="button"><sup>[2]</sup></a><span class="footnote_tooltip"></span> is.</p>',
      "So[^1] it<sup>[2]</sup> is.\n\n[^1]: By Ann.",
    ],
    "GOV.UK: a number with a word": [
      '<p>Known<sup id="fnref:1"><a href="#fn:1" rel="footnote">[footnote 1]</a></sup> facts.</p><div class="footnotes" role="doc-endnotes"><ol><li id="fn:1"><p>By Ann. <a href="#fnref:1" role="doc-backlink">↩</a></p></li></ol></div>',
      "Known[^1] facts.\n\n[^1]: By Ann.",
    ],
    "Project Gutenberg": [
      '<p>Known<a id="FNanchor_1"></a><a href="#Footnote_1" class="fnanchor">[1]</a> facts.</p><div class="footnote"><p><a id="Footnote_1"></a><a href="#FNanchor_1"><span class="label">[1]</span></a> By Ann.</p></div>',
      "Known[^1] facts.\n\n[^1]: By Ann.",
    ],
    "at the margin": [
      '<p>One<label for="s" class="margin-toggle sidenote-number"></label><input type="checkbox" id="s" class="margin-toggle"><span class="sidenote">The side.</span> here<span class="marginnote">Two.</span>.</p>',
      "One [^1] here[^2].\n\n[^1]: The side.\n\n[^2]: Two.",
    ],
    "in a span that is printed at the foot": [
      '<p>It goes<span class="footnote">The note text.</span> on<span class="footnote"><a href="#n">see 1</a></span>.</p>',
      "It goes[^1] on[see 1](https://example.test/dir/page#n).\n\n[^1]: The note text.",
    ],
    "of a book": [
      '<p>Word<a epub:type="noteref" href="#n">1</a>.</p><aside epub:type="footnote" id="n"><p>The note.</p></aside>',
      "Word[^1].\n\n[^1]: The note.",
    ],
  });
});

describe("letters above the line", () => {
  cases({
    "the mark of a note behind a value, and an ordinal": [
      "<table><tr><th>n</th><th>place</th></tr><tr><td>80<sup>a</sup></td><td>la 1<sup>a</sup></td></tr></table>",
      "| n | place |\n| --- | --- |\n| 80<sup>a</sup> | la 1a |",
    ],
    "marks of notes": [
      "<p>1,200<sup>a</sup> and 7.5<sup>e</sup> in Adal<sup>a</sup></p>",
      "1,200<sup>a</sup> and 7.5<sup>e</sup> in Adal<sup>a</sup>",
    ],
    degrees: [
      "<p>20<sup>o</sup>C, 68<sup>o</sup> F, 1<sup>o</sup> Chapter</p>",
      "20<sup>o</sup>C, 68<sup>o</sup> F, 1o Chapter",
    ],
    ordinals: ["<p>la 2<sup>a</sup> vez, XX<sup>e</sup> siècle, n<sup>o</sup> 5</p>", "la 2a vez, XXe siècle, no 5"],
  });
});

describe("line ends", () => {
  cases({
    "part no words of scripts without spaces": [
      "<p>これは長い\n文章です。\n  漢字\nkanji\n한국어\n말</p>",
      "これは長い文章です。漢字 kanji 한국어 말",
    ],
  });
});

test("columns are set as the classes of their header say", () => {
  const table =
    '<table><tr><th>a</th><th class="has-text-align-right">b</th><th class="halign-center">c</th></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>';
  expect(convert(table)).toContain("| --- | --: | :-: |");
});

describe("what only looks or a style say", () => {
  cases({
    "items without content: one that a style sheet fills, one that is counted, and one that is meant": [
      '<ul><li>a</li><li class="end"></li></ul><p>so</p><ol><li>a</li><li class="b"></li><li>c</li></ol><p>and</p><ul><li>a</li><li></li></ul>',
      "- a\n\nso\n\n1. a\n2.\n3. c\n\nand\n\n- a\n-",
    ],
    "GitLab: the numbers of lines beside the box of a listing, and a language that its lines name": [
      '<div><div class="line-numbers"><a href="#L1">1</a><a href="#L2">2</a></div><div class="blob-content"><pre class="code"><code><span class="line" lang="yaml">a: 1</span>\n<span class="line" lang="yaml">b: 2</span></code></pre></div></div><div class="numbers">12</div><div><pre><code><span class="line" lang="cz">c</span></code></pre></div>',
      "```yaml\na: 1\nb: 2\n```\n\n12\n\n```\nc\n```",
    ],
    "GitLab: a comparison whose sign stands before the line": [
      '<table><tr><td class="diff-line-num" data-linenumber="1"></td><td> <span class="line">a</span></td></tr><tr><td class="diff-line-num"></td><td>-<span class="line">  x</span></td></tr><tr><td class="diff-line-num"></td><td>+<span class="line">  y</span></td></tr></table>',
      "```\n a\n-  x\n+  y\n```",
    ],
    "ticks and crosses before the items of one list, and ticks alone": [
      '<ul><li><i class="fa fa-check"></i> Maps</li><li><span><svg class="icon-x"></svg></span><p>Mail</p></li></ul><ul><li><i class="fa fa-check"></i>a</li><li><i class="fa fa-check"></i>b</li></ul>',
      "- ✓ Maps\n- ✗ Mail\n\n* a\n* b",
    ],
    "ticks and crosses of lists that items begin with, which are not those of the items": [
      '<ul><li><ul><li><i class="fa fa-check"></i>Maps</li></ul>held</li><li><ul><li><i class="fa fa-times"></i>Mail</li></ul>left</li></ul>',
      "- - Maps\n\n  held\n- - Mail\n\n  left",
    ],
    "items that are numbered by their style": [
      '<ul><li style="list-style-type: decimal;">Boil.</li><li style="list-style-type: decimal;">Blend.</li></ul><ul><li style="list-style-type: decimal;">a</li><li>b</li></ul>',
      "1. Boil.\n2. Blend.\n\n- a\n- b",
    ],
    "MDN: a button that is all of a cell, and the buttons of a row": [
      "<table><tr><th>a</th><th>b</th></tr><tr><td>gap</td><td><button><div>Full support</div><div>Chrome <span>57</span></div></button></td></tr><tr><td>row</td><td><button>Edit</button></td></tr></table>",
      "| a | b |\n| --- | --- |\n| gap | Full support<br>Chrome 57 |\n| row |  |",
    ],
    "items of buttons in a cell": [
      "<table><tr><th>a</th><th>b</th></tr><tr><td>x<ul><li><button>Schema</button></li><li>y</li></ul></td><td>z</td></tr></table>",
      "| a | b |\n| --- | --- |\n| x<br>- y | z |",
    ],
    "signs that open a panel, and signs that are words": [
      '<h3><button><span>Ship?</span><span class="icon">+</span></button></h3><details><summary>More <i class="arrow">▾</i></summary>x</details><p>C<span class="plus">+</span></p>',
      "### Ship?\n\nMore\n\nx\n\nC+",
    ],
    "a permalink in a term that it leads to": [
      '<dl><dt id="api">API <a href="#api">#</a></dt><dd>x <a href="#other">#</a></dd></dl>',
      "API\n\nx [#](https://example.test/dir/page#other)",
    ],
    "Bootstrap: what turns the slides of a carousel": [
      '<p>a</p><a href="#c" role="button" data-slide="next"><span class="sr-only">Next</span></a><p><a href="#d">Next</a></p>',
      "a\n\n[Next](https://example.test/dir/page#d)",
    ],
    "Mastodon: an address in parts": [
      '<p><a href="https://a.test/b/c"><span class="invisible">https://</span><span class="ellipsis">a.test/b</span><span class="invisible">/c</span></a> <a href="https://a.test/b"><span>a.test</span>/b</a></p>',
      "<https://a.test/b/c> [a.test/b](https://a.test/b)",
    ],
    "Atlassian: an emoji whose picture has another name": [
      '<p><img data-emoji-fallback="😀" alt="(smile)" src="/e.png"> and <img data-emoji-fallback=":own:" alt=":own:" src="/o.png"></p>',
      "😀 and ![:own:](https://example.test/o.png)",
    ],
    "parts side by side": [
      '<p>€29<small>per seat</small>, 3<small>rd</small>; <b>45<a>x</a></b> <span class="min">23\'</span><span class="who">Vini</span>, <a href="/u">lou</a><span>OP</span>, <a href="/bus">bus</a>es, <span>default:</span><span>abc</span>, <span class="k">xml:</span><span>lang</span></p><x-a>One.</x-a><x-b>Two</x-b><x-b>, so</x-b>',
      "€29 per seat, 3rd; **45x** 23' Vini, [lou](https://example.test/u) OP, [bus](https://example.test/bus)es, default: abc, xml:lang\n\nOne. Two, so",
    ],
  });
});

describe("drawings", () => {
  const label = (words: string): string =>
    `<foreignObject><div><span class="nodeLabel"><p>${words}</p></span></div></foreignObject>`;
  const row = (yes: string, no: string): string => `<tr><td>${yes}</td><td>${no}</td></tr>`;
  cases({
    "the words in a diagram": [
      `<p>So:</p><svg><title>Locks</title><defs><text>unused</text></defs><g>${label("Open it")}<g>${label("Fill it")}</g></g><text x="1"><tspan x="1">when</tspan><tspan x="1" dy="9">shut</tspan></text><text>5<tspan>0</tspan></text><text>→</text>${label("Open it")}</svg>`,
      "So:\n\nOpen it  \nFill it  \nwhen shut  \n50",
    ],
    "the words in a diagram that a script has drawn over its source": [
      `<pre class="mermaid"><svg>${label("Open")}${label("Fill")}${label("Shut")}</svg></pre>`,
      "Open  \nFill  \nShut",
    ],
    "no words in a logo or an icon": [
      `<h2><svg><text>Ann</text><text>Tea</text><text>Shop</text></svg>Teas</h2><svg><text>PDF</text></svg>`,
      "## Teas",
    ],
    "ticks and crosses of straight lines, alone and in frames, and no arrows": [
      `<table><tr><th>A</th><th>B</th></tr>${[
        row('<svg><path d="M5 13l4 4L19 7"/></svg>', '<svg><path d="M6 18 18 6M6 6l12 12"/></svg>'),
        row(
          '<svg><path stroke="none" d="M0 0h24v24H0z"/><polyline points="22 4 12 14 9 11"/></svg>',
          '<svg><circle r="10"/><line x1="15" y1="9" x2="9" y2="15"/><g><line x1="9" y1="9" x2="15" y2="15"/></g></svg>',
        ),
        row(
          '<svg><path d="M9 12.75 11.25 15 15 9.75M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z"/></svg>',
          '<svg><path d="m9.75 9.75 4.5 4.5m0-4.5-4.5 4.5"/></svg>',
        ),
        row('More<svg><path d="m6 9 6 6 6-6"/></svg>', '<svg><path d="M12 5v14M5 12h14"/></svg>'),
      ].join("")}</table>`,
      "| A | B |\n| --- | --- |\n| ✓ | ✗ |\n| ✓ | ✗ |\n| ✓ | ✗ |\n| More |  |",
    ],
  });
});

describe("numbers in a box before their text", () => {
  const clause = (number: string, text: string): string =>
    `<div><span class="n">${number}</span><div>${text}</div></div>`;
  cases({
    "of clauses": [
      clause("1.1", "You may.") + clause("1.2", "You must not.") + clause("(a)", "Or so."),
      "1.1 You may.\n\n1.2 You must not.\n\n(a) Or so.",
    ],
    "of steps": [
      '<div><div class="num">1</div><div><h3>Log in</h3><p>Do.</p></div></div><div><div class="num">2</div><div><h3>Log out</h3></div></div><div><div class="ant-steps-item-icon"><span>1</span></div><div>Boil</div></div><div><div class="ant-steps-item-icon"><span>2</span></div><div>Pour</div></div>',
      "### 1 Log in\n\nDo.\n\n### 2 Log out\n\n1 Boil\n\n2 Pour",
    ],
    "that count something else": [
      clause("4.4", "Rated.") + clause("12", "Votes.") + '<div><div class="num">7</div><p>points</p></div>',
      "4.4\n\nRated.\n\n12\n\nVotes.\n\n7\n\npoints",
    ],
    "beside a picture or in a link": [
      '<div><div><a href="/1">1.</a></div><div>One</div></div><div><div>2.</div><div>Two</div></div>',
      "[1.](https://example.test/1)\n\nOne\n\n2\\. Two",
    ],
    "letters of answers": [
      '<div><span class="answernumber">a. </span><div>A leaf</div></div><div><span class="answernumber">b. </span><div>A stone</div></div><p><span>c.</span> A cup</p>',
      "a. A leaf\n\nb. A stone\n\nc. A cup",
    ],
    "in a list that has it": [
      '<ol><li><span class="step-number">1</span><div>Cut</div></li><li><span class="count">2</span> eggs</li></ol>',
      "1. Cut\n2. 2 eggs",
    ],
    "in a heading of an item that has it": [
      "<ol><li><h3>1</h3><p>Cut.</p></li><li><h3>7</h3><p>x</p></li></ol>",
      "1. Cut.\n2. ### 7\n\n   x",
    ],
  });
});

describe("tabs and their labels", () => {
  cases({
    "two sets whose panels have the same ids": [
      '<div><div role="tablist"><button role="tab" aria-controls="a">Mac</button><button role="tab" aria-controls="b">Linux</button></div><div id="a" role="tabpanel"><p>brew</p></div><div id="b" role="tabpanel"><p>apt</p></div></div><div><div role="tablist"><button role="tab" aria-controls="a">Ruby</button><button role="tab" aria-controls="b">Perl</button></div><div id="a" role="tabpanel"><p>gem</p></div><div id="b" role="tabpanel"><p>cpan</p></div></div>',
      "**Mac**\n\nbrew\n\n**Linux**\n\napt\n\n**Ruby**\n\ngem\n\n**Perl**\n\ncpan",
    ],
    "labels in boxes that name their panels, one of them still to be filled": [
      '<div><div><div><div><div role="tablist"><button role="tab" aria-controls="p0">One</button><button role="tab" aria-controls="p1">Two</button></div></div></div></div><div role="tabpanel" id="p0"><p>First</p></div><div role="tabpanel" id="p1" hidden></div></div>',
      "**One**\n\nFirst",
    ],
    "a label, and one that the panel's heading repeats": [
      '<ul role="tablist"><li role="tab" aria-controls="a"><a href="#a">Details</a></li><li role="tab" aria-controls="b">Facts</li></ul><div id="a" role="tabpanel"><p>Fine.</p></div><div id="b" role="tabpanel"><h2>Facts</h2><p>Few.</p></div>',
      "**[Details](https://example.test/dir/page#a)**\n\nFine.\n\n## Facts\n\nFew.",
    ],
  });
});

describe("tables and lists that only hold something in its place", () => {
  cases({
    "a table with one filled cell in each row": [
      "<table><tr><td colspan=2></td><td>Title</td></tr><tr><td></td><td></td><td>Line</td></tr></table><table><tr><td></td><td>3</td></tr><tr><td>7</td><td></td></tr></table>",
      "Title\n\nLine\n\n|  |  |\n| --- | --- |\n|  | 3 |\n| 7 |  |",
    ],
    "a table of one row of words, and one of texts": [
      `<table><tr><td>Size:</td><td>L</td></tr></table><table><tr><td><p>a</p></td><td>b</td></tr></table>`,
      "Size: L\n\na\n\nb",
    ],
    "a list around a list": ["<ul><ul><li>a</li><li>b</li></ul></ul>", "- a\n- b"],
  });
});
