import { describe, expect, test } from "vitest";
import { parse } from "../../markup/parse.ts";
import { toMarkdown } from "./index.ts";

const convert = (html: string): string => toMarkdown(parse(html), { baseUrl: "https://example.test/dir/page" });

/** Each case is the HTML and the Markdown it must become. */
function cases(table: Record<string, readonly [html: string, markdown: string]>): void {
  test.each(Object.entries(table))("%s", (_name, [html, markdown]) => expect(convert(html)).toBe(markdown));
}

describe("parts side by side", () => {
  cases({
    "numbers and what they count": [
      '<p><strong>3</strong><span>beds</span> <b>1,450</b><span>sqft</span> 5<span>km</span> <b>3</b><span>D</span></p><p><b class="vno">4</b>It was.</p>',
      "**3** beds **1,450** sqft 5km **3**D\n\n**4** It was.",
    ],
    "names, badges and sentences": [
      '<p>Ann Ek<span class="org">Tea Inc.</span> Mac<span class="b">Book</span> Mail<span class="badge">PDF</span> <span class="v">So it was.</span><span class="v">And so on.</span> <span class="w">e.g</span><span class="w">.x</span></p>',
      "Ann Ek Tea Inc. MacBook Mail PDF So it was. And so on. e.g.x",
    ],
    "what an icon or a bar parts": [
      '<p>Main St 5<i class="bi bi-clock"></i>9–5, a<i class="icon-x"></i>, b<i></i>c <span>2019</span><span style="width:10%"></span><span>12</span>, d<span id="p5"></span>e</p>',
      "Main St 5 9–5, a, bc 2019 12, de",
    ],
    "corrections either way, and an initial that is read out": [
      '<p><ins>new</ins><del>old</del> l<ins>i</ins><del>y</del>ne. <span aria-hidden="true">T</span><span class="sr-only">T</span>he end.</p>',
      "new ~~old~~ li~~y~~ne. The end.",
    ],
    "letters and numbers of an index": [
      '<p><a href="/a">A</a><a href="/b">B</a> <a href="/1">1</a><a href="/2">2</a> <a href="/x">C</a><a href="/x">D</a></p>',
      "[A](https://example.test/a) [B](https://example.test/b) [1](https://example.test/1) [2](https://example.test/2) [C](https://example.test/x)[D](https://example.test/x)",
    ],
    "speakers, questions, times and captions": [
      '<p><span class="who">BO:</span><span class="at">[0:15]</span> Hi. <time>11.20</time>Talks</p><p><b>Q.</b>Why?</p><p><strong>Figure 1.</strong>Growth</p><p><strong class="k">Keywords:</strong>tea</p>',
      "BO: [0:15] Hi. 11.20 Talks\n\n**Q.** Why?\n\n**Figure 1.** Growth\n\n**Keywords:** tea",
    ],
    "a dash with a space behind it, and one without": [
      "<p><time>May 1</time><span>— 3 min</span> <i>A</i><i>–B</i></p>",
      "May 1 — 3 min *A–B*",
    ],
    "methods and paths, and parts of a path": [
      '<p><span class="m">GET</span><span class="p">/cups</span> <span class="a">src</span><span class="b">/lib</span></p>',
      "GET /cups src/lib",
    ],
    "keys, properties, telephones and prices in a row": [
      '<p><kbd>j</kbd><kbd>k</kbd> <span itemprop="street">Main St 1</span><span itemprop="code">0150</span> <span class="fn">Ann Ek</span><span class="tel">+47 22 11</span></p><div class="flex"><span>Total</span><span>$5</span></div><p><b>12</b>Posts <b>Step 2</b>Fill. <span class="label">new</span><span class="label">hot</span> <b>Tile</b><span>Sub text</span> un<b>do</b><span>Able</span></p>',
      "j k Main St 1 0150 Ann Ek +47 22 11\n\nTotal $5\n\n**12** Posts **Step 2** Fill. new hot **Tile** Sub text un**do**Able",
    ],
    "titles of theorems, and emphasis in a word": [
      '<p><span class="t"><strong>Theorem 1.</strong></span><em>Let it be.</em></p><p><em>Proof.</em>Clear, e<i>.g.</i>A <b>un</b><i>Do</i></p>',
      "**Theorem 1.** *Let it be.*\n\n*Proof.* Clear, e<em>.g.</em>A **un**_Do_",
    ],
    "signs and counts": [
      '<p><g-emoji>🚀</g-emoji>ship <span role="img">⚠️</span>Careful 5<span>(120 reviews)</span> f1<span>(x)</span></p><h3 role="button">Why?<span class="toggle-icon">−</span></h3>',
      "🚀 ship ⚠️ Careful 5 (120 reviews) f1(x)\n\n### Why?",
    ],
    "counts, and words about a name as code": [
      '<h2>2026<span class="year-count">3</span></h2><h3><code class="tsd-tag">Optional</code><span>port</span></h3><p><code>un</code><span>do</span></p>',
      "## 2026 3\n\n### `Optional` port\n\n`un`do",
    ],
    "a drawing that says what it shows": [
      '<p><span>4.5</span><i class="a-icon"><span>4.5 of 5</span></i> <i class="iconic">so</i></p>',
      "4.5 4.5 of 5 *so*",
    ],
    "versions, amendments, firms and what an empty icon opens": [
      '<p><span role="text">iOS 13.0+</span><span role="text">macOS 10.15+</span> C+<span>Plus</span></p><p><span class="l">(b)</span><span class="r"><span>[</span><a class="commentary" href="#c1">F1</a>buy it now]</span></p><p><span class="author">Tea Inc.</span><span class="publisher">Ann</span> <span class="a">System.</span><span class="b">Out</span> <span class="note">(since 1.0)</span><a href="/s"><i class="ri"></i><span>View Source</span></a> <a href="#h">H2</a>ox</p>',
      "iOS 13.0+ macOS 10.15+ C+Plus\n\n(b) [[F1](https://example.test/dir/page#c1) buy it now]\n\nTea Inc. Ann System.Out (since 1.0) [View Source](https://example.test/s) [H2](https://example.test/dir/page#h)ox",
    ],
    "a badge behind a place to break the line, and parts of a name": [
      '<p><a class="mod" href="/a">drain</a><wbr><span class="stab unstable">Experimental</span> <span>All</span><wbr><span>Types</span> <span class="name">of</span><wbr><span class="types">List</span></p>',
      "[drain](https://example.test/a) Experimental AllTypes ofList",
    ],
    "PubMed Central: the number of a reference": [
      '<ul><li><span class="label">1.</span><cite>Ek A. Tea.</cite></li></ul><p><span class="label">1.</span><i>5 of</i></p>',
      "- 1\\. Ek A. Tea.\n\n1\\.*5 of*",
    ],
    "measures and reactions in a row, the parts of an angle, and a sign in a name": [
      "<p><span>12°</span><span>4°</span> <span>8°C</span><span>−2°C</span> <span>5°</span><span>–9°</span> <i>54.3°N</i><i>10.1°E</i> <b>40%</b><b>60%</b> <span>54°</span><span>30′</span> <span>👍 3</span><span>🎉 1</span> <span>V8</span><span>®</span></p>",
      "12° 4° 8°C −2°C 5°–9° *54.3°N* *10.1°E* **40%** **60%** 54°30′ 👍 3 🎉 1 V8®",
    ],
    "sentences, titles and the words above them": [
      '<p><span class="kind">Is it so?</span><span class="title">Read on here</span> <strong>May 2 (Night)</strong><em>Some rain falls</em> It is done.<a href="/a">See all of it</a> <a href="/b">We did.</a>There it is. <span class="new">EXCLUSIVE</span>The tea party <span>THE</span>Sea is System.<span>Out</span> A port<cite>Ann Ek took it</cite></p>',
      "Is it so? Read on here **May 2 (Night)** *Some rain falls* It is done. [See all of it](https://example.test/a) [We did.](https://example.test/b) There it is. EXCLUSIVE The tea party THESea is System.Out A port Ann Ek took it",
    ],
    "dates, years, telephones, and versions that look like them": [
      '<p>Ann Ek<b>2026-03-01 10:00</b>Reply <time>May 2, 2026</time><i>1 yr</i> <span>1990</span><span>1991</span> May<span>2026</span> <span class="s">27.01.2022</span>News Ask us<span>212-444-6615</span> <b>楼</b><i>2026-03-01</i> v<b>1.2.20</b> K<span>2026</span> <i>1</i><b>990</b></p>',
      "Ann Ek **2026-03-01 10:00** Reply May 2, 2026 *1 yr* 1990 1991 May 2026 27.01.2022 News Ask us 212-444-6615 **楼** *2026-03-01* v**1.2.20** K2026 *1*__990__",
    ],
    "names of values in the text, entries, counts, initials and what a framework keeps apart": [
      '<p>Made by:<a href="/a">Tea</a> std:<i>Vec</i> <span>SKU: A1</span><span>Part: 7</span> <span class="s"><b>TEA</b> <i>1%</i></span><span class="s"><b>CUP</b> <i>2%</i></span> Basket<b class="count">2</b> <span class="by">Ann Y.</span><span class="job">Buyer</span> <span>Next</span><span class="ml-1">article</span> <b class="me-2">kal</b><span>bo</span> <b class="mr-2">T</b><span>he</span> <a>Tools</a><span class="item-tag">Labs</span></p>',
      "Made by: [Tea](https://example.test/a) std:*Vec* SKU: A1 Part: 7 **TEA** *1%* **CUP** *2%* Basket **2** Ann Y. Buyer Next article **kal** bo **T**he Tools Labs",
    ],
    "numbers that another number follows, and numbers of a name": [
      '<p><span class="p">9.50</span><span class="off">10% off</span> <span class="g">4.4</span><span class="n">159</span> <span class="i">12</span><span class="f">50</span> <a href="/a">Top 100</a><span>16.032,47</span> <a href="/h">H</a><span>2</span> <span class="c">+0.1%</span><a href="/t">Tec</a> <span class="vote">hoch</span><span class="sum">0</span> <span class="no">22</span><span class="who">J. Ek</span> Boards<span>8</span> sea<span class="ref">3</span> web<span style="top:-1em">2</span></p>',
      "9.50 10% off 4.4 159 1250 [Top 100](https://example.test/a) 16.032,47 [H](https://example.test/h)2 +0.1% [Tec](https://example.test/t) hoch 0 22 J. Ek Boards 8 sea3 web2",
    ],
    "parts with empty elements at their edges or blocks in them, prices, and names of one letter": [
      '<p><a href="/a">Read it<span class="arrow"></span></a><a href="/b"><span class="flag"></span>View it</a> Room<span class="x">88,00 €</span> <span>Age:</span>35–44 <span class="abbr">W:</span>Wins <span class="t">2. Mai 2020</span><span class="n">8. Tea day</span> <b>Fine!</b><i>Well-made, so</i> <b>So?</b><i>Yes</i></p><ul><li><span class="n">2</span><span class="t"><a href="/c">Cups fall</a><div>75</div></span></li></ul>',
      "[Read it](https://example.test/a) [View it](https://example.test/b) Room 88,00 € Age: 35–44 W: Wins 2. Mai 2020 8. Tea day **Fine!** *Well-made, so* **So?** *Yes*\n\n- 2 [Cups fall](https://example.test/c)\n\n  75",
    ],
    "Stack Exchange: a count that is read out": [
      '<p><b>5k</b><span title="2 badges" aria-hidden="true"><span class="count">23</span></span><span class="v-visible-sr">23 gold badges</span><span aria-hidden="true">4</span><span class="v-visible-sr">4 silver badges</span> <span aria-hidden="true">€5</span><span class="sr-only">5 euros</span></p>',
      "**5k** 23 gold badges 4 silver badges €5",
    ],
    "numbers of paragraphs and of senses before their words": [
      '<p><span class="num">(a)</span><span>on receipt; or</span> <span class="n">(x)</span><span>y</span> <span>(a)</span><span>on time</span> <span class="sn">2</span><span class="dt">a weight</span> <span class="sn">3</span><span class="dt">heavy metal</span> <span class="n">1</span><span class="o">st place</span></p>',
      "(a) on receipt; or (x)y (a)on time 2 a weight 3 heavy metal 1st place",
    ],
    "numbers of lines, words on words, examples, telephones and changes of prices": [
      '<p>or not<span class="ln">5</span> H<span class="count">2</span> <span class="tooltip">term<span class="tooltiptext">meaning</span></span> <span class="def">a drink</span><span class="ex">“a cup of tea”</span> <b>so</b><i>“called”</i></p><p><a href="mailto:ann@tea.test">ann@tea.test</a><a href="tel:+4722">+47 22 11</a></p><p><span data-testid="price">190.50</span><span data-testid="change">+1.20</span> <span>190</span><span>+1.20</span></p>',
      "or not 5 H2 term meaning a drink “a cup of tea” **so**_“called”_\n\n<ann@tea.test> [+47 22 11](tel:+4722)\n\n190.50 +1.20 190+1.20",
    ],
    "Sphinx: the link to the source, and a citation": [
      '<p><span class="sig-paren">)</span><a class="reference" href="/s"><span class="viewcode-link">[source]</span></a> <span class="w">so</span><a href="#c">[1]</a></p>',
      ") [[source]](https://example.test/s) so[[1]](https://example.test/dir/page#c)",
    ],
    "credits, prices, grades, scores and numbers of paragraphs": [
      '<p>A kettle<span class="credit">Photo: Bo</span></p><p>£30<span>per year</span> 5<span>th of May</span> <span class="stars">★☆</span><span class="num">4.2</span></p><p><span class="name">Tea FC</span><span class="goals">2</span> <span class="el">CO</span><span class="n">2</span></p><p><span class="paranum">1.2</span>The minister. v<span class="v">1.2</span>rc</p>',
      "A kettle Photo: Bo\n\n£30 per year 5th of May ★☆ 4.2\n\nTea FC 2 CO2\n\n1.2 The minister. v1.2rc",
    ],
    "GOV.UK: a warning": [
      '<div><span aria-hidden="true">!</span><strong><span class="govuk-visually-hidden">Warning</span>You can be fined.</strong></div>',
      "! **Warning You can be fined.**",
    ],
    "ReSpec: the name over a listing": [
      '<pre id="i"><span class="idlHeader"><a href="#i">WebIDL</a></span>interface A {};\n<span class="header"><a href="#o">x</a></span></pre>',
      "```\ninterface A {};\nx\n```",
    ],
  });
});
