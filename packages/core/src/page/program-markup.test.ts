import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { builtInParsers } from "../documents/index.ts";
import { transformCapture } from "../transform/pipeline.ts";

async function convert(body: string): Promise<string | undefined> {
  const capture = captureOf(`<!doctype html><body>${body}</body>`);
  const options = transformOptions({ onlyMainContent: false });
  const signal = new AbortController().signal;
  return (await transformCapture(capture, options, { parsers: builtInParsers }, signal)).markdown;
}

test.each<[program: string, html: string, markdown: string]>([
  [
    "vBulletin 4: a post with a quotation",
    '<blockquote class="postcontent restore"><div class="bbcode_container"><div class="bbcode_quote"><div class="bbcode_postedby"><img src="/q.png" alt="Quote"> Originally Posted by <strong>Anna</strong> <a href="#p1"><img src="/v.gif" alt="View Post"></a></div><div class="message">It is loud.</div></div></div>I agree.</blockquote>',
    "> Originally Posted by **Anna**\n>\n> It is loud.\n\nI agree.",
  ],
  [
    "vBulletin 4: a post without a quotation",
    '<blockquote class="postcontent restore">I agree.</blockquote><blockquote>It is loud.</blockquote>',
    "I agree.\n\n> It is loud.",
  ],
  [
    "vBulletin 3: a quotation in a table",
    '<div><div class="smallfont">Quote:</div><table><tr><td class="alt2"><div>Originally Posted by <strong>Anna</strong></div><div>It is loud.</div></td></tr></table></div>I agree.',
    "Quote:\n\n> Originally Posted by **Anna**\n>\n> It is loud.\n\nI agree.",
  ],
  [
    "XenForo: what opens a quotation or a spoiler",
    '<blockquote class="bbCodeBlock bbCodeBlock--quote"><div class="bbCodeBlock-title">Bo said:</div><div class="bbCodeBlock-expandContent">It leaks.</div><div class="bbCodeBlock-expandLink"><a role="button">Click to expand...</a></div></blockquote><div class="bbCodeSpoiler"><button class="button bbCodeSpoiler-button"><span>Spoiler: Ending</span></button><div class="bbCodeSpoiler-content">The gasket.</div></div>',
    "> Bo said:\n>\n> It leaks.\n\nSpoiler: Ending\n\nThe gasket.",
  ],
  [
    "Discourse: a quotation and its author",
    '<aside class="quote"><div class="title"><div class="quote-controls"></div><img class="avatar" src="/a.png" alt=""> bob:</div><blockquote><p>Which one?</p></blockquote></aside><aside class="quote"><p>No author.</p></aside>',
    "> bob:\n>\n> Which one?\n\nNo author.",
  ],
  [
    "Atlassian: a listing in the line",
    '<span data-ds--code--code-block=""><code class="language-bash"><span data-ds--line-number="1"><span class="linenumber ds-line-number">1</span>ls\n</span><span><span class="linenumber">2</span>pwd</span></code></span><p><code class="language-bash">ls\npwd</code></p>',
    "```bash\nls\npwd\n```\n\n`ls pwd`",
  ],
  [
    "JATS: formulas with the prefix of their format, whose empty elements HTML leaves open",
    '<p>Let <mml:math><mml:mi>x</mml:mi><mml:mspace width="1em"/><mml:mo>=</mml:mo><mml:mspace/><mml:msup><mml:mi>r</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math> or <m:math><m:mmultiscripts><m:mi>C</m:mi><m:mprescripts/><m:none/><m:mn>14</m:mn></m:mmultiscripts></m:math>.</p><mml:math display="block"><mml:semantics><mml:mi>a</mml:mi><mml:annotation encoding="application/x-tex">a_1</mml:annotation></mml:semantics></mml:math>',
    "Let $x = r^{2}$ or ${}^{14}C$.\n\n$$a_1$$",
  ],
  [
    "LaTeXML: lines of code, and lines of an algorithm",
    '<div class="ltx_listing ltx_lstlisting ltx_lst_language_Python">\n<div class="ltx_listing_data"><a href="data:text/plain;base64,ZGVm" download="">⬇</a></div>\n<div class="ltx_listingline">\n<span class="ltx_tag ltx_tag_listingline">1</span><span class="ltx_lst_keyword">def</span><span class="ltx_lst_space"> </span>f():\n</div>\n<div class="ltx_listingline">\n</div>\n<div class="ltx_listingline">\n<span class="ltx_lst_space">    </span>pass\n</div>\n</div><div class="ltx_listing"><div class="ltx_listingline"><span class="ltx_tag_listingline">1:</span>sort</div></div><div class="ltx_lstlisting"><div class="ltx_listingline">let <math alttext="x"></math></div></div>',
    "```python\ndef f():\n\n    pass\n```\n\n1: sort\n\nlet $x$",
  ],
  [
    "SyntaxHighlighter 1: lines of code as a list",
    '<div class="dp-highlighter"><ol class="dp-j" start="1"><li class="alt"><span><span class="keyword">int</span><span> a;</span></span></li><li class=""><span>  b();</span></li></ol></div>',
    "```\nint a;\n  b();\n```",
  ],
  [
    "Redoc: an object that folds",
    '<div class="redoc-json"><code><button class="collapser"></button><span>{</span><span class="ellipsis"></span><ul class="obj"><li><div><span>"tea"</span>: <button></button><span>{</span><ul><li><div>"id": 1</div></li></ul><span>}</span>,</div></li><li><div>"n": []</div></li></ul><span>}</span></code></div><div class="redoc-json"></div>',
    '```json\n{\n  "tea": {\n    "id": 1\n  },\n  "n": []\n}\n```',
  ],
  [
    "Enlighter: a listing that is drawn beside its source",
    '<div class="enlighter-default enlighter-l-python"><div class="enlighter-code"><div class="enlighter"><div><div>import os</div></div></div></div><pre class="enlighter-raw">import os</pre></div><div class="enlighter-code">y</div>',
    "```python\nimport os\n```\n\ny",
  ],
  [
    "Elementor: the cents of a price",
    '<div><span class="elementor-price-table__currency">$</span><span>39</span><div class="elementor-price-table__after-price"><span class="elementor-price-table__fractional-part">99</span></div><span class="elementor-price-table__period">Monthly</span></div>',
    "$39<sup>99</sup>\n\nMonthly",
  ],
  [
    "Evernote: boxes in the line",
    '<en-note><div><en-todo checked="true"></en-todo>Done</div><div><en-todo>Open</en-todo></div></en-note>',
    "☒ Done\n\n☐ Open",
  ],
  [
    "Fandom: labels side by side above their values",
    '<aside class="portable-infobox"><h2 class="pi-title">Kettle</h2><section class="pi-item pi-group"><table class="pi-horizontal-group"><caption>Order</caption><tr><th class="pi-data-label">Before</th><th class="pi-data-label">After</th></tr><tr><td class="pi-data-value">A</td><td class="pi-data-value">B</td></tr></table></section><section class="pi-smart-group"><h3 class="pi-data-label">STR</h3><div class="pi-data-value">5</div><div class="pi-data-value">7</div></section></aside>',
    "| Kettle |  |\n| --- | --- |\n| Order |  |\n| Before | A |\n| After | B |\n| STR | 5 |\n| 7 |  |",
  ],
  [
    "Substack: a formula in the settings of an empty box",
    '<div class="latex-rendered" data-attrs="{&quot;persistentExpression&quot;:&quot;x^2 \\\\le \\&quot;&quot;,&quot;id&quot;:&quot;A&quot;}"></div><div class="latex-rendered" data-attrs="{&quot;persistentExpression&quot;:&quot;\\q&quot;}"></div><p>so</p>',
    '$$x^2 \\le "$$\n\nso',
  ],
  [
    "Swiper, Slick, Owl: copies of slides",
    '<div class="swiper-slide swiper-slide-duplicate"><p>Two</p></div><div class="swiper-slide"><p>One</p></div><div class="swiper-slide"><p>Two</p></div><div class="slick-slide slick-cloned"><p>B</p></div><div class="slick-slide"><p>B</p></div><div class="owl-item cloned"><p>C</p></div><div class="owl-item active"><p>C</p></div>',
    "One\n\nTwo\n\nB\n\nC",
  ],
  [
    "SMF: code in the line",
    'New words<br><code class="bbc_code">x<br>y</code>and <code>z</code>',
    "New words\n\n```\nx\ny\n```\n\nand `z`",
  ],
  [
    "rustdoc, Ghost: words of tools",
    '<details open><summary class="hideme"><span>Expand description</span></summary><p>A vector.</p></details><div class="kg-card kg-audio-card"><div class="kg-audio-title">Ep 1</div><div class="kg-audio-player"><span>0:00</span><div>/<span>27:56</span></div></div></div>',
    "A vector.\n\nEp 1",
  ],
  [
    "chords above the words in lines that are kept",
    '<p style="white-space: pre-wrap">C        G\nRow your boat\nAm         F\ndown the stream</p><p style="white-space: pre-wrap">Dear Ann,\nI am well.  Are you?\nBo</p>',
    "```\nC        G\nRow your boat\nAm         F\ndown the stream\n```\n\nDear Ann,\nI am well. Are you?\nBo",
  ],
  [
    "ChordSheetJS: chords in boxes above the words",
    '<div class="row"><div class="column"><div class="chord">C</div><div class="lyrics">Let it </div></div><div class="column"><div class="chord"></div><div class="lyrics">be</div></div></div><div class="column"><div class="chord">C</div><div class="note">a</div></div>',
    "[C] Let it be\n\nC\n\na",
  ],
  [
    "ProseMirror: flat lists",
    '<div class="prosemirror-flat-list" data-list-kind="bullet"><div class="list-content"><p>One</p><div class="prosemirror-flat-list" data-list-kind="bullet"><div class="list-content"><p>Nested</p></div></div></div></div><p>x</p><div class="prosemirror-flat-list" data-list-kind="ordered"><div class="list-content"><p>First</p></div></div><div class="prosemirror-flat-list" data-list-kind="ordered"><div class="list-content"><p>Second</p></div></div>',
    "- One\n  - Nested\n\nx\n\n1. First\n2. Second",
  ],
  [
    "Confluence: tasks as they are shown",
    '<div data-task-list-local-id="x"><div data-task-local-id="a"><div><span><input type="checkbox" checked></span><div><div>Write</div></div></div></div><div data-task-local-id="b"><div><span><input type="checkbox"></span><div><div>Send</div></div></div></div></div>',
    "- [x] Write\n- [ ] Send",
  ],
  [
    "boxes set as a table, and boxes set beside each other",
    '<div class="divTable"><div class="divTableRow"><div class="divTableHead">A</div><div class="divTableHead">B</div></div><div class="divTableRow"><div class="divTableCell">1</div><div class="divTableCell">2</div></div></div><div style="display: table"><div style="display: table-row"><div style="display: table-cell">left</div><div style="display: table-cell">right</div></div></div>',
    "| A | B |\n| --- | --- |\n| 1 | 2 |\n\nleft\n\nright",
  ],
  [
    "TeX4ht: a listing in a box",
    '<div class="verbatim">make&#x00A0;all\n&#x00A0;<br />&#x00A0;&#x00A0;test</div>',
    "```\nmake all\n  test\n```",
  ],
  [
    "Confluence: macros and tasks as they are stored",
    '<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">bash</ac:parameter><ac:plain-text-body><![CDATA[make a > b && c\nmake <x>]]></ac:plain-text-body></ac:structured-macro><ac:structured-macro ac:name="warning"><ac:parameter ac:name="title">Careful</ac:parameter><ac:rich-text-body><p>It deletes all.</p></ac:rich-text-body></ac:structured-macro><ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>Wash</ac:task-body></ac:task><ac:task><ac:task-status>incomplete</ac:task-status><ac:task-body>Dry</ac:task-body></ac:task></ac:task-list>',
    "```bash\nmake a > b && c\nmake <x>\n```\n\n> **Careful**\n>\n> It deletes all.\n\n- [x] Wash\n- [ ] Dry",
  ],
  [
    "Google Sheets: the edges of a sheet",
    '<table class="waffle"><thead><tr><th class="row-header"></th><th class="column-headers-background">A</th><th class="column-headers-background">B</th></tr></thead><tbody><tr><th class="row-headers-background">1</th><td>Name</td><td>Age</td></tr><tr><th class="row-headers-background">2</th><td>Ann</td><td>3</td></tr></tbody></table>',
    "|  |  |\n| --- | --- |\n| Name | Age |\n| Ann | 3 |",
  ],
  [
    "Notion: boxes in a table",
    '<table><tr><th>Name</th><th>Done</th></tr><tr><td>A</td><td><div class="checkbox checkbox-on"></div></td></tr><tr><td>B</td><td><div class="checkbox checkbox-off"></div></td></tr></table>',
    "| Name | Done |\n| --- | --- |\n| A | ☒ |\n| B | ☐ |",
  ],
  [
    "CKEditor: a player",
    '<figure class="media"><oembed url="https://film.example/a"></oembed></figure>',
    "<https://film.example/a>",
  ],
  [
    "Org: boxes of items",
    '<ul class="org-ul"><li class="off"><code>[&#xa0;]</code> open</li><li class="on"><code>[X]</code> done</li></ul><ol class="org-ol"><li class="on"><code>[X]</code> first</li><li class="trans"><code>[-]</code> second</li></ol>',
    "- [ ] open\n- [x] done\n\n1. [x] first\n2. [ ] second",
  ],
  [
    "BlockNote and Logseq: items that are boxes",
    '<div class="bn-block-group"><div class="bn-block-outer"><div class="bn-block"><div class="bn-block-content" data-content-type="paragraph"><p>text</p></div></div></div><div class="bn-block-outer"><div class="bn-block"><div class="bn-block-content" data-content-type="numberedListItem"><p>one</p></div><div class="bn-block-group"><div class="bn-block-outer"><div class="bn-block"><div class="bn-block-content" data-content-type="checkListItem"><div><input type="checkbox" checked></div><p>inner</p></div></div></div></div></div></div><div class="bn-block-outer"><div class="bn-block"><div class="bn-block-content" data-content-type="numberedListItem"><p>two</p></div></div></div></div><div class="ls-block"><div><span>outer</span></div><div><div class="ls-block"><span>deeper</span></div></div></div>',
    "text\n\n1. one\n   - [x] inner\n2. two\n\n- outer\n  - deeper",
  ],
  [
    "XWiki, Steam and GeSHi: code in boxes",
    '<div class="code"><span>def</span> f():<br/>&nbsp;&nbsp;<span>return</span> 1</div><div class="bb_code">a<br>b</div><div class="code">TEA10</div><div class="php"><span class="kw1">echo</span> 1<span class="sy0">;</span><br>\n&nbsp; <span class="kw1">exit</span></div><div class="python"><ol><li class="li1"><div class="de1"><span class="kw1">import</span> os</div></li><li class="li2"><div class="de2">&nbsp; x</div></li></ol></div><div class="note"><ol><li class="li1">plain</li></ol></div>',
    "```\ndef f():\n  return 1\n```\n\n```\na\nb\n```\n\nTEA10\n\n```php\necho 1;\n  exit\n```\n\n```python\nimport os\n  x\n```\n\n1. plain",
  ],
  [
    "AsciiDoctor: tabs to which only a script gives their roles",
    '<div class="openblock tabs"><div><div class="ulist tablist"><ul><li class="tab"><p>Linux</p></li><li class="tab"><p>Mac</p></li></ul></div><div class="tabpanel"><p>apt</p></div><div class="tabpanel"><p>brew</p></div></div></div><ul><li class="tab">a</li></ul>',
    "**Linux**\n\napt\n\n**Mac**\n\nbrew\n\n- a",
  ],
  [
    "Steam: headings and tables",
    '<div><div class="bb_h2">Teas</div><div class="bb_table"><div class="bb_table_tr"><div class="bb_table_th">Name</div><div class="bb_table_th">Cups</div></div><div class="bb_table_tr"><div class="bb_table_td">Sencha</div><div class="bb_table_td">3</div></div></div></div>',
    "## Teas\n\n| Name | Cups |\n| --- | --- |\n| Sencha | 3 |",
  ],
  [
    "Discord: the lines of a message",
    '<div class="chatlog__content"><span class="chatlog__markdown-preserve">Tea? <span class="chatlog__markdown-mention">@Bo</span>\nNow?</span></div>',
    "Tea? @Bo\nNow?",
  ],
  [
    "AsciiDoctor: a checklist",
    '<ul class="checklist"><li><p>&#10003; done</p></li><li><p>&#10063; open</p></li></ul>',
    "- [x] done\n- [ ] open",
  ],
  ["Quill: a formula", '<p>So <span class="ql-formula" data-value="x^2">x2</span>.</p>', "So $x^2$."],
  [
    "docutils: notes as terms",
    '<p>See<a class="footnote-reference brackets" href="#id2" id="id1">1</a>.</p><dl class="footnote brackets"><dt class="label" id="id2"><span class="brackets"><a class="fn-backref" href="#id1">1</a></span></dt><dd><p>The note.</p></dd></dl>',
    "See[^1].\n\n[^1]: The note.",
  ],
  [
    "DokuWiki: notes",
    '<p>Text<sup><a href="#fn__1" id="fnt__1" class="fn_top">1)</a></sup>.</p><div class="footnotes"><div class="fn"><sup><a href="#fnt__1" id="fn__1" class="fn_bot">1)</a></sup><div class="content">A note.</div></div></div>',
    "Text[^1].\n\n[^1]: A note.",
  ],
  [
    "MkDocs and others: labels of two sets of tabs on a page",
    '<div class="tabbed-set"><div class="tabbed-labels"><label>npm</label><label>yarn</label></div><div class="tabbed-content"><div class="tabbed-block"><p>a</p></div><div class="tabbed-block"><p>b</p></div></div></div><div><ul role="tablist"><li role="tab">Linux</li><li role="tab">Mac</li></ul><div><div role="tabpanel"><p>c</p></div><div role="tabpanel"><p>d</p></div></div></div>',
    "**npm**\n\na\n\n**yarn**\n\nb\n\n**Linux**\n\nc\n\n**Mac**\n\nd",
  ],
  [
    "Sphinx: the language of code beside line numbers",
    '<div class="highlight-ruby notranslate"><div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><div class="highlight"><pre>a\nb</pre></div></td></tr></table></div></div>',
    "```ruby\na\nb\n```",
  ],
  [
    "Javadoc: a table of boxes",
    '<div class="summary-table three-column-summary"><div class="table-header col-first">Type</div><div class="table-header col-second">Method</div><div class="table-header col-last">Description</div><div class="col-first even-row-color"><code>int</code></div><div class="col-second even-row-color"><code>f()</code></div><div class="col-last even-row-color"><div class="block">Adds.</div></div></div>',
    "| Type | Method | Description |\n| --- | --- | --- |\n| `int` | `f()` | Adds. |",
  ],
  [
    "Javadoc: a table of boxes whose first column has another name than its head",
    '<div class="summary-table two-column-summary"><div class="table-header col-first">Element</div><div class="table-header col-last">Description</div><div class="col-summary-item-name even-row-color">A</div><div class="col-last even-row-color">old</div><div class="col-summary-item-name odd-row-color">B</div><div class="col-last odd-row-color"></div></div>',
    "| Element | Description |\n| --- | --- |\n| A | old |\n| B |  |",
  ],
  [
    "Ant Design and DataTables: a head that stays in sight, in a table of its own",
    '<div class="ant-table-header"><table><thead><tr><th>A</th><th>B</th><th></th></tr></thead></table></div><div><table><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div><p>x</p><div class="dataTables_scrollHead"><table><thead><tr><th>C</th><th>D</th></tr></thead></table></div> <div><table><thead><tr style="height:0"><th><div style="height: 0px; overflow: hidden">C</div></th><th><div style="height: 0px; overflow: hidden">D</div></th></tr></thead><tbody><tr><td>3</td><td>4</td></tr></tbody></table></div><div class="ant-table-header"><table><thead><tr><th>E</th><th>F</th></tr></thead></table></div><p>No data</p><div class="k-grid-header"><table><thead><tr><th>G</th><th>J</th></tr></thead></table></div><div><table><thead><tr><th>H</th><th>I</th></tr></thead><tbody><tr><td>5</td><td>6</td></tr></tbody></table></div>',
    "| A | B |\n| --- | --- |\n| 1 | 2 |\n\nx\n\n| C | D |\n| --- | --- |\n| 3 | 4 |\n\n| E | F |\n| --- | --- |\n\nNo data\n\n| G | J |\n| --- | --- |\n\n| H | I |\n| --- | --- |\n| 5 | 6 |",
  ],
  [
    "boxes that are a table, and the box with its head before them",
    '<div class="table"><div class="thead"><div class="tr"><div class="td">A</div><div class="td">B</div></div></div><div class="tbody"><div class="tr"><div class="td">1</div><div class="td">2</div></div><div class="tr"><div class="td">3</div><div class="td">4</div></div></div></div>',
    "| A | B |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |",
  ],
  [
    "Divi and Avada: numbers that a script counts up to",
    '<div data-number-value="42"><div><p><span class="percent-value"></span><span>%</span></p></div></div><p><span class="display-counter" data-value="120">0</span></p><p><span class="status" data-value="5"></span>open</p>',
    "42%\n\n120\n\nopen",
  ],
  [
    "Doxygen: a signature in a table",
    '<div class="memproto"><table class="memname"><tr><td class="memname">int f </td><td>(</td><td class="paramtype">int&#160;</td><td class="paramname"><em>a</em>, </td></tr><tr><td></td><td></td><td class="paramtype">int&#160;</td><td class="paramname"><em>b</em></td><td>)</td></tr></table></div>',
    "int f ( int *a*, int *b* )",
  ],
  [
    "AsciiDoctor: a list in a cell",
    "<table><tr><th>Name</th><th>Year</th></tr><tr><td>Elbe</td><td><ul><li><p>1900</p></li><li><p>1901</p></li></ul></td></tr></table>",
    "| Name | Year |\n| --- | --- |\n| Elbe | - 1900<br>- 1901 |",
  ],
  [
    "text whose line ends are shown",
    '<p style="color: red; white-space: pre-wrap">one\ntwo</p><div class="text whitespace-pre-wrap">three\nfour</div><div class="yt-string--white-space-pre-wrap">five\nsix</div><div class="pre-wrapper">seven\neight</div>',
    "one\ntwo\n\nthree\nfour\n\nfive\nsix\n\nseven eight",
  ],
  [
    "lines kept in parts of a line, and beside them",
    '<div style="white-space: pre-wrap">one\ntwo <b>bold\nthree</b> four\n<span style="white-space: normal">five\nsix</span>\n</div>',
    "one\ntwo **bold\nthree** four\nfive six",
  ],
  [
    "WordPress: a verse",
    '<pre class="wp-block-verse">Roses are red,\n  violets are <em>blue</em>.</pre><pre class="wp-block-preformatted">a\nb</pre>',
    "Roses are red,\nviolets are *blue*.\n\n```\na\nb\n```",
  ],
  [
    "JSDoc: what is said of parameters in a signature",
    '<h4 class="name">moor<span class="signature">(name, rope<span class="signature-attributes">opt</span>)</span></h4>',
    "#### moor(name, rope<sup>opt</sup>)",
  ],
  [
    "AsciiDoctor: a verse",
    '<div class="verseblock"><pre class="content">The fog comes\non little feet.</pre></div>',
    "The fog comes\non little feet.",
  ],
  [
    "Doxygen: a title, and members with what is said about them",
    '<div class="header"><div class="headertitle"><div class="title">Berth Class Reference</div></div></div><table class="memberdecls"><tr class="heading"><td colspan="2"><h2>Functions</h2></td></tr><tr class="memitem:a1"><td class="memItemLeft">void</td><td class="memItemRight"><a href="https://a.example/c">open</a> ()</td></tr><tr class="memdesc:a1"><td class="mdescLeft">&#160;</td><td class="mdescRight">Opens it.<br></td></tr><tr class="separator:a1"><td colspan="2">&#160;</td></tr><tr class="memitem:a2"><td class="memItemLeft">int</td><td class="memItemRight">size ()</td></tr></table>',
    "# Berth Class Reference\n\n## Functions\n\n|  |  |\n| --- | --- |\n| void | [open](https://a.example/c) ()<br>Opens it. |\n| int | size () |",
  ],
  [
    "Yuque: blocks and marks",
    '<div class="ne-viewer-body"><ne-h2><ne-heading-content><ne-text>Locks</ne-text></ne-heading-content></ne-h2><ne-p><ne-text ne-bold="true">Shut</ne-text><ne-text> it with </ne-text><ne-code><ne-text>make</ne-text></ne-code></ne-p><ne-uli><ne-uli-i><span>●</span></ne-uli-i><ne-uli-c><ne-text>One</ne-text></ne-uli-c></ne-uli><ne-uli><ne-uli-i><span>●</span></ne-uli-i><ne-uli-c><ne-text>Two</ne-text></ne-uli-c></ne-uli><ne-oli><ne-oli-i><span>1.</span></ne-oli-i><ne-oli-c>First</ne-oli-c></ne-oli><ne-oli><ne-oli-i><span>2.</span></ne-oli-i><ne-oli-c>Second</ne-oli-c></ne-oli><ne-quote><ne-p>Cited</ne-p></ne-quote></div>',
    "## Locks\n\n**Shut** it with `make`\n\n- One\n- Two\n\n1. First\n2. Second\n\n> Cited",
  ],
  [
    "Editor.js: a checklist and a table",
    '<div class="cdx-checklist"><div class="cdx-checklist__item cdx-checklist__item--checked"><span class="cdx-checklist__item-checkbox"></span><div class="cdx-checklist__item-text">Done</div></div><div class="cdx-checklist__item"><div class="cdx-checklist__item-text">Open</div></div></div><div class="tc-table tc-table--heading"><div class="tc-row"><div class="tc-cell">Name</div><div class="tc-cell">Age</div></div><div class="tc-row"><div class="tc-cell">Ann</div><div class="tc-cell">3</div></div></div>',
    "- [x] Done\n- [ ] Open\n\n| Name | Age |\n| --- | --- |\n| Ann | 3 |",
  ],
  [
    "reveal.js: code and Markdown that no browser reads as HTML",
    '<pre><code class="javascript"><script type="text/template">let a = 1 < 2;</script></code></pre><section data-markdown><textarea data-template>## Locks</textarea></section><script type="text/template"><p>Not this</p></script>',
    "```javascript\nlet a = 1 < 2;\n```\n\n```markdown\n## Locks\n```",
  ],
  [
    "NodeBB and others: times whose words a script writes",
    '<p><span class="timeago" title="2026-03-02T10:00:00Z"></span>, <relative-time datetime="2026-04-02T10:00"> </relative-time>, <time class="timeago" datetime="2026-05-01"><i></i>May 1</time>,<time datetime="2026-06-01"></time> <time class="timeago" datetime="10:00"></time><a class="timeago">x</a></p>',
    "2026-03-02, 2026-04-02, May 1, x",
  ],
  [
    "phpBB: the link that selects the code below",
    '<div class="codebox"><p>Code: <a href="#" onclick="selectCode(this)">Select all</a></p><pre><code>a = 1</code></pre></div>',
    "```\na = 1\n```",
  ],
  [
    "Discourse: a picture and its size",
    '<div class="lightbox-wrapper"><a class="lightbox" href="https://a.example/full.png"><img src="https://a.example/s.png" alt="shot"><div class="meta"><span class="filename">shot</span><span class="informations">1200×600 50 KB</span></div></a></div>',
    "[![shot](https://a.example/s.png)](https://a.example/full.png)",
  ],
  [
    "Discourse: a link and what is behind it",
    '<aside class="onebox" data-onebox-src="https://a.example/p"><header class="source"><a href="https://a.example/p">a.example</a></header><article class="onebox-body"><h3><a href="https://a.example/p">The title</a></h3><p>Of it.</p></article></aside>',
    "[The title](https://a.example/p)\n\n[a.example](https://a.example/p)\n\nOf it.",
  ],
  [
    "Ghost, Confluence: parts that unfold",
    '<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">Why?</h4><button class="kg-toggle-card-icon"><svg></svg></button></div><div class="kg-toggle-content"><p>So.</p></div></div><div class="expand-container"><div class="expand-control"><span class="expand-control-text">More</span></div><div class="expand-content"><p>Inside.</p></div></div>',
    "#### Why?\n\nSo.\n\nMore\n\nInside.",
  ],
  [
    "AsciiDoctor: a checklist with icons",
    '<div class="ulist checklist"><ul class="checklist"><li><p><i class="fa fa-check-square-o"></i> done</p></li><li><p><i class="fa fa-square-o"></i> open</p></li></ul></div>',
    "- [x] done\n- [ ] open",
  ],
  [
    "Atlassian: tasks",
    '<div data-node-type="taskList"><div data-task-local-id="1"><div><span><input type="checkbox" checked></span><div><p>Done</p></div></div></div><div data-task-local-id="2"><div><span><input type="checkbox"></span><div><p>Open</p></div></div></div></div>',
    "- [x] Done\n- [ ] Open",
  ],
  [
    "Substack: words for the author of a text",
    '<div class="preformatted-block"><label class="hide-text">Text within this block will keep its spacing</label><pre class="text">a\n  b</pre></div>',
    "```\na\n  b\n```",
  ],
  [
    "Fandom: a box of facts",
    '<aside class="portable-infobox pi-background"><h2 class="pi-item pi-title">Ann</h2><figure class="pi-item pi-image"><a href="/f.png"><img src="https://a.example/f.png" alt="Ann"></a></figure><section class="pi-item pi-group"><h2 class="pi-item pi-header">Life</h2><div class="pi-item pi-data"><h3 class="pi-data-label">Born</h3><div class="pi-data-value">in <b>Rome</b></div></div></section></aside>',
    "| Ann |  |\n| --- | --- |\n| [![Ann](https://a.example/f.png)](https://site.example/f.png) |  |\n| Life |  |\n| Born | in **Rome** |",
  ],
  [
    "Cloudflare: addresses that a script puts back",
    '<p><a href="/cdn-cgi/l/email-protection" class="__cf_email__" data-cfemail="54393114357a312c3539243831">[email&#160;protected]</a>, <a href="/cdn-cgi/l/email-protection#1f66706a5f7e317a677e726f737a">write to us</a>, <a href="/cdn-cgi/l/email-protection#zz">x</a>, <span class="__cf_email__" data-cfemail="5400">[email&#160;protected]</span></p>',
    "<me@a.example>, [write to us](mailto:you@a.example), [x](https://site.example/cdn-cgi/l/email-protection#zz), [email protected]",
  ],
  ["links that only a script follows", '<p><a href="" onclick="go()">#tag</a></p>', "#tag"],
  [
    "LaTeXML: marks of items, numbers of lines",
    '<ol class="ltx_enumerate"><li class="ltx_item" style="list-style-type:none;"><span class="ltx_tag ltx_tag_item">(a)</span><div class="ltx_para"><p class="ltx_p">First.</p></div></li></ol><ol><li class="ltx_item"><span class="ltx_tag ltx_tag_item">1.</span><div class="ltx_para"><p class="ltx_p">One.</p></div></li></ol><div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">1:</span><span class="ltx_text ltx_font_bold">for</span> all</div>',
    "1. (a) First.\n\n1) One.\n\n1: **for** all",
  ],
  [
    "CSL: the number of a reference",
    '<div id="ref-a" class="csl-entry"><div class="csl-left-margin">[1] </div><div class="csl-right-inline">Doe, J. <em>Sets</em>.</div></div>',
    "[1] Doe, J. *Sets*.",
  ],
  [
    "Elementor and others: numbers that count up",
    '<div class="counter"><span class="elementor-counter-number" data-to-value="1,200">0</span>+</div><p class="count" data-to="5">0 of 5</p><p><i class="number" data-count="7">3</i></p>',
    "1,200+\n\n0 of 5\n\n*3*",
  ],
  [
    "YARD: a paragraph in the line",
    '<ul><li><span>x</span> &mdash; <div class="inline"><p>the number</p></div></li></ul><div class="inline"><p>a</p><p>b</p></div>',
    "- x — the number\n\na\n\nb",
  ],
  [
    "Discuz: code in a list",
    '<div class="blockcode"><div><ol><li>int a;<br><li>b;</ol></div><em onclick="copycode()">复制代码</em></div>',
    "```\nint a;\nb;\n```",
  ],
  [
    "AMP: pictures",
    '<amp-img src="https://a.example/a.jpg" alt="A"></amp-img><amp-img src="/b.jpg"><noscript><img src="https://a.example/b.jpg" alt="B"></noscript></amp-img>',
    "![A](https://a.example/a.jpg)![B](https://a.example/b.jpg)",
  ],
  [
    "LaTeXML: authors, and a group of equations",
    '<div class="ltx_authors"><span class="ltx_personname">Ada Moor</span><span class="ltx_author_notes"><span class="ltx_contact">Univ. of Ulm</span></span></div><table class="ltx_equationgroup"><tbody><tr><td></td><td><math alttext="\\displaystyle f(x)"></math></td><td><math alttext="\\displaystyle=x+1"></math></td><td>(2)</td></tr><tr><td colspan="4">and</td></tr><tr><td></td><td></td><td><math alttext="\\displaystyle=1+x"></math></td></tr></tbody></table>',
    "Ada Moor\n\nUniv. of Ulm\n\n$$f(x)=x+1$$\n\n(2)\n\nand\n\n$$=1+x$$",
  ],
  [
    "Mermaid: a diagram that a script is to draw, and one that it has drawn",
    '<div class="mermaid">graph TD;\n  A--&gt;B;</div><div class="mermaid"><svg></svg>x</div>',
    "```mermaid\ngraph TD;\n  A-->B;\n```\n\nx",
  ],
  [
    "Project Gutenberg: lines of a stanza",
    '<div class="stanza"><div class="verse">O my Luve</div><div class="verse"><i>That’s</i> newly</div></div><div class="stanza"><p>a</p><div><p>b</p></div></div><p class="poem"><span class="line">Shall I</span><span class="line">compare</span></p><div class="poem"><p>c</p><p>d</p></div>',
    "O my Luve\n*That’s* newly\n\na\n\nb\n\nShall I\ncompare\n\nc\n\nd",
  ],
  [
    "Shoelace: tabs and a part that unfolds",
    '<sl-tab-group><sl-tab slot="nav" panel="a">One</sl-tab><sl-tab slot="nav" panel="b">Two</sl-tab><sl-tab-panel name="a">First.</sl-tab-panel><sl-tab-panel name="b">Second.</sl-tab-panel></sl-tab-group><sl-details summary="More">Words.</sl-details><x-tab>Lone</x-tab>',
    "**One**\n\nFirst.\n\n**Two**\n\nSecond.\n\nMore\n\nWords.\n\nLone",
  ],
  [
    "Notion and Roam: items that are boxes",
    '<div class="notion-bulleted_list-block"><div><div class="notion-list-item-box-left">•</div><div><div>First</div><div class="notion-bulleted_list-block"><div>Nested</div></div></div></div></div><div class="notion-numbered_list-block"><div><div class="notion-list-item-box-left">1.</div><div>Step</div></div></div><div class="notion-numbered_list-block"><div>Next</div></div><p>x</p><div class="roam-block-container"><div>Read</div><div class="rm-block-children"><div class="roam-block-container">One</div></div></div>',
    "- First\n  - Nested\n\n1. Step\n2. Next\n\nx\n\n- Read\n  - One",
  ],
  [
    "Tabber and Fandom: tabs that a script makes",
    '<div class="tabber"><div class="tabbertab" title="One"><p>1</p></div></div><div class="tabber"><div><ul class="wds-tabs"><li class="wds-tabs__tab"><div>Alpha</div></li><li class="wds-tabs__tab"><div>Beta</div></li></ul></div><div class="wds-tab__content"><p>a</p></div><div class="wds-tab__content"><p>b</p></div></div>',
    "**One**\n\n1\n\n**Alpha**\n\na\n\n**Beta**\n\nb",
  ],
  [
    "mandoc: a synopsis in a table",
    '<table class="Nm"><tr><td><code>kettle</code></td><td>[<code>-v</code>] file</td></tr></table>',
    "`kettle` [`-v`] file",
  ],
  [
    "pages that frames hold in an attribute, as their own style sheets show them",
    '<style>.shown{display:none}</style><p>a</p><iframe srcdoc="&lt;style&gt;.hid{display:none}&lt;/style&gt;&lt;p class=shown&gt;In &lt;b&gt;it&lt;/b&gt;&lt;p class=hid&gt;x"></iframe><iframe hidden srcdoc="y"></iframe><iframe width="1" srcdoc="z"></iframe><p>b</p>',
    "a\n\nIn **it**\n\nb",
  ],
  [
    "the choices of a product in a field, of shops' programs; other fields stay out",
    '<h1>Jumper</h1><p>Size</p><select name="attribute_pa_size"><option value="">Choose an option<option>Small<option>Large</select><p>Colour</p><select name="options[Colour]"><optgroup label="Blue"><option value=1>Navy<option value=2 disabled>Sky</optgroup></select><select name="country"><option>Fiji</select><select name="options[Year]">' +
      `${"<option>1999".repeat(41)}</select>`,
    "# Jumper\n\nSize\n\nSmall, Large\n\nColour\n\nNavy",
  ],
  [
    "the choices of a product in fields and on buttons between its name and the one that buys it",
    '<select id="currency"><option>EUR<option>USD</select><h1>Jumper</h1><button>Share</button><div><label>Size</label> <select class="pick"><option>Choose a size<option>36<option>38</select></div><div><span class="row-label">Colour</span><button aria-pressed="true">Navy</button><button aria-pressed="false">Oat</button></div><div class="swatches"><ul><li><button>Wool</button></li><li><button>Yarn</button></li></ul></div><select class="qty"><option>2<option>4</select><select aria-hidden="true"><option>Wool<option>Yarn</select><select><option>1<option>2<option>3</select><button>Buy now</button><select><option>Fiji</select>',
    "# Jumper\n\nSize: 36, 38\n\nColour: Navy, Oat\n\n- Wool\n- Yarn",
  ],
  [
    "fields over a list of products, each of which can be bought",
    `<h1>Jumpers</h1><select><option>Cheap ones<option>Dear ones</select>${"<p>One <button>Buy now</button></p>".repeat(3)}`,
    "# Jumpers\n\nOne\n\nOne\n\nOne",
  ],
])("%s", async (_, html, markdown) => {
  expect((await convert(html))?.replace(/ +$/gm, "")).toBe(markdown);
});

test("code that is never closed stays what it is", async () => {
  const markdown = await convert(`<p>a</p>${"<ac:plain-text-body><![CDATA[x".repeat(20_000)}`);
  expect(markdown).toContain("a");
});

test("boxes that are items and cells, beside many others, cost no more than their size", async () => {
  const items = await convert('<div class="notion-numbered_list-block">a</div>'.repeat(50_000));
  expect(items?.split("\n")).toHaveLength(50_000);
  const cells = '<div class="col-first">a</div><div class="col-last">b</div>'.repeat(50_000);
  const table = await convert(
    `<div class="summary-table"><div class="table-header col-first">A</div><div class="table-header col-last">B</div>${cells}</div>`,
  );
  expect(table?.split("\n")).toHaveLength(50_002);
});

test("a link that lies over a card is around the words that name it", async () => {
  const card = (link: string, rest = ""): string =>
    `<li><div>${link}<div><p id="kind">Attic</p><h3>View of the dome</h3><p>95 € a night</p>${rest}</div></div></li>`;
  const read = async (item: string): Promise<string | undefined> => await convert(`<ul>${item}</ul>`);
  const other = '<a href="/agency">Agency</a>';
  expect(await read(card('<a href="/1" aria-labelledby="kind"></a>', other))).toMatch(
    /\[Attic\]\(\S+\/1\)[^]*\[Agency\]\(\S+\/agency\)/,
  );
  expect(await read(card('<a href="/1" aria-label="Look at the View of the dome"><span></span></a>'))).toMatch(
    /\[View of the dome\]\(\S+\/1\)/,
  );
  expect(await read(card('<a href="/1" class="stretched-link"></a>'))).toMatch(/\[View of the dome\]\(\S+\/1\)/);
  // Signs without a card around them, and a card that another link leads from.
  expect(await read(card('<a href="/1" aria-label="Like it"></a>', other))).not.toContain("/1)");
  expect(await read('<li><a href="/1" aria-label="Our pictures"></a></li>')).not.toContain("/1)");
});
