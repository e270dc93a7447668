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
