import { finish } from "../../collections/steps.ts";
import { render } from "dom-serializer";
import { textContent } from "domutils";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "../../markup/parse.ts";
import { removeBoilerplate } from "./index.ts";

const url = "https://example.com/2024/05/a-page-about-kettles";

function mainContent(html: string, pageUrl = url): string {
  const document = parse(html);
  finish(removeBoilerplate(document, { url: pageUrl }));
  return textContent(document).replace(/\s+/g, " ").trim();
}

const sentence = (topic: string): string =>
  `The ${topic} was tested for several weeks, and in that time it behaved, as far as we could tell, exactly as its makers had promised.`;
const paragraphs = (...topics: readonly string[]): string =>
  topics.map((topic) => `<p>${sentence(topic)} ${sentence(`second ${topic}`)}</p>`).join("\n");
const links = (...words: readonly string[]): string =>
  words.map((word) => `<li><a href="/${word}">${word}</a></li>`).join("");

const frame = (
  content: string,
): string => `<!doctype html><html><head><title>All about kettles - Example</title></head><body>
<header class="site-header"><a href="/">Example</a><nav class="main-nav"><ul>${links("Products", "Pricing", "Careers", "Contact", "Support")}</ul></nav></header>
${content}
<footer class="site-footer"><ul>${links("Imprint", "Privacy", "Terms", "Newsroom")}</ul><p>© 2024 Example Ltd. All rights reserved.</p></footer>
</body></html>`;

describe("removeBoilerplate", () => {
  it("keeps code that stands between a list and a table", () => {
    const text = mainContent(
      frame(`<main><article><h1>All about kettles</h1>${paragraphs("kettle")}
      <ul><li>Height: 42 cm</li><li>Power: 2 kW</li></ul><pre><code>boil --now
  | pour</code></pre>
      <table><tr><th>Year</th><th>Kettles</th></tr><tr><td>1931</td><td>12</td></tr><tr><td>1932</td><td>9</td></tr></table>
      ${paragraphs("spout")}</article></main>`),
    );
    expect(text).toContain("boil --now | pour");
  });

  it("drops lines that send the reader elsewhere, and keeps sentences that begin alike", () => {
    const text = mainContent(
      frame(`<main><article><h1>All about kettles</h1>${paragraphs("kettle", "lid")}
      <p><strong>Read also: <a href="/toasters">Why toasters burn toast</a></strong></p>
      <p>Lesen Sie auch: <a href="/herd">Warum der Herd nicht heizt. Ein Bericht</a></p>
      ${paragraphs("spout")}<p>Read more about descaling in the chapter on water.</p>${paragraphs("cord")}
      <p><a href="/kettles">Weiterlesen</a></p></article></main>`),
    );
    expect(text).toContain("Read more about descaling");
    expect(text).not.toMatch(/toasters|Herd|Weiterlesen/);
  });

  it("keeps an article and drops what surrounds it", () => {
    const text = mainContent(
      frame(`<div class="breadcrumbs"><a href="/">Home</a> › <a href="/k">Kettles</a></div>
      <article class="post"><h1>All about kettles</h1>${paragraphs("kettle", "lid", "handle", "spout")}
      <div class="share-buttons">Share on <a href="#">Facebook</a> <a href="#">Twitter</a></div></article>
      <aside class="sidebar"><h3>Most popular</h3><ul>${links("Toasters", "Mixers", "Ovens", "Fridges")}</ul></aside>
      <div id="cookie-banner" class="cookie-consent">We use cookies to improve your experience. <button>Accept</button></div>`),
    );
    expect(text).toContain("All about kettles");
    expect(text).toContain("The handle was tested");
    for (const gone of ["Careers", "Imprint", "rights reserved", "Toasters", "We use cookies", "Twitter"]) {
      expect(text).not.toContain(gone);
    }
  });

  it("never takes inline elements out of a sentence", () => {
    const text = mainContent(
      frame(`<article>${paragraphs("kettle", "lid")}
      <p>Use <a href="/a">the first</a> and <strong>not</strong> the <em class="ad">second</em> <span class="share widget">kettle</span>, as <code>boil()</code> says<sup><a href="#fn1">1</a></sup>.</p>
      ${paragraphs("handle", "spout")}</article>`),
    );
    expect(text).toContain("Use the first and not the second kettle, as boil() says1.");
  });

  it("reads class names by whole tokens, so page builders keep their widgets", () => {
    const widget = (topic: string): string =>
      `<div class="elementor-element elementor-widget elementor-widget-text-editor" data-widget_type="text-editor.default"><div class="elementor-widget-container">${paragraphs(topic)}</div></div>`;
    const text = mainContent(
      frame(
        `<div class="elementor elementor-12"><section class="elementor-section"><div class="elementor-column">${["kettle", "lid", "handle", "spout"].map(widget).join("")}</div></section></div>`,
      ),
    );
    for (const topic of ["kettle", "lid", "handle", "spout"]) expect(text).toContain(`The ${topic} was tested`);
  });

  it("keeps code, tables, captions and notes that stand in the content", () => {
    const text = mainContent(
      frame(`<main><article><h1>Boiling by hand</h1>${paragraphs("kettle", "lid")}
      <pre><code>FROM kettle:1.21 AS boiler
RUN boil --now</code></pre>${paragraphs("handle")}
      <table><thead><tr><th>Model</th><th>Litres</th></tr></thead><tbody><tr><td>K-100</td><td>1.7</td></tr><tr><td>K-200</td><td>2.0</td></tr></tbody></table>
      ${paragraphs("spout")}<figure><img src="/k.png" alt="A kettle"><figcaption>A kettle on a stove in winter.</figcaption></figure>${paragraphs("base")}</article></main>`),
    );
    expect(text).toContain("FROM kettle:1.21 AS boiler RUN boil --now");
    for (const cell of ["Model", "K-100", "1.7", "K-200", "2.0"]) expect(text).toContain(cell);
    expect(text).toContain("A kettle on a stove in winter.");
  });

  it("keeps every post of a thread with its author", () => {
    const authors = ["maria82", "jon_k", "teapot", "ozgur"];
    const post = (author: string, index: number): string =>
      `<article class="message post" id="post-${index}"><div class="message-user"><h4 class="message-name"><a href="/u/${author}">${author}</a></h4></div><div class="message-content"><time>May ${index + 1}, 2024</time><div class="message-body">${paragraphs(`kettle of ${author}`)}</div></div></article>`;
    const text = mainContent(
      frame(`<main><h1>Which kettle should I buy?</h1><div class="thread">${authors.map(post).join("")}</div></main>`),
      "https://forum.example.com/threads/which-kettle.123/",
    );
    for (const author of authors) expect(text).toContain(`The kettle of ${author} was tested`);
    expect(authors.filter((author) => text.split(author).length > 3)).toEqual(authors);
  });

  it("keeps the opening section of a home page", () => {
    const text = mainContent(
      frame(`<section class="hero jumbotron"><h1>Kettles that last</h1><p>We build kettles that are repaired, not thrown away, and we have done so since 1921 in the same small town.</p></section>
      <section class="features">${["Repairs", "Spare parts", "Refills", "Rental"].map((name) => `<div class="feature"><h3>${name}</h3><p>${sentence(name)}</p></div>`).join("")}</section>`),
      "https://kettles.example.com/",
    );
    expect(text).toContain("we have done so since 1921");
    expect(text).toContain("The Spare parts was tested");
  });

  it.each([
    ["Chinese", "水壶在过去几个星期里经过了反复的测试，我们认为它的表现与制造商的承诺完全一致，没有任何例外。"],
    ["Arabic", "تم اختبار الغلاية لعدة أسابيع، وخلال ذلك الوقت كان أداؤها كما وعد صانعوها تماما، دون أي استثناء يذكر."],
    ["Hebrew", "הקומקום נבדק במשך כמה שבועות, ובזמן הזה הוא התנהג בדיוק כפי שהבטיחו היצרנים, ללא שום יוצא מן הכלל."],
  ])("keeps running text in %s", (_, line) => {
    const body = Array.from({ length: 6 }, (__, index) => `<p>${line} (${index + 1})</p>`).join("");
    const text = mainContent(frame(`<div class="wrap"><div class="text">${body}</div></div>`));
    for (let index = 1; index <= 6; index += 1) expect(text).toContain(`(${index})`);
    expect(text).not.toContain("Careers");
  });

  it("reads small pages by their elements and names", () => {
    const text = mainContent(
      `<body><header>Site name</header><nav>Menu</nav><main><h1>Title</h1><p>Hello there.</p></main><aside>Side</aside><div class="sidebar">Bar</div><footer>Foot</footer></body>`,
    );
    expect(text).toBe("TitleHello there.");
  });

  it.each(["quote", "admonition warning", "callout", "starlight-aside starlight-aside--tip"])(
    "keeps an aside of the text on small pages: %s",
    (name) => {
      const text = mainContent(
        `<body><p>Hello there.</p><aside class="${name}"><p>It is hot.</p></aside><aside class="ads">Buy</aside></body>`,
      );
      expect(text).toBe("Hello there.It is hot.");
    },
  );

  it("keeps a table that is all there is", () => {
    const rows = Array.from({ length: 40 }, (_, row) => `<tr><td>Row ${row}</td><td>${row * 3}</td></tr>`).join("");
    const text = mainContent(`<body><table><tr><th>Name</th><th>Value</th></tr>${rows}</table></body>`);
    expect(text).toContain("Row 0");
    expect(text).toContain("Row 39");
  });

  it.each([
    "<p>Hello</p>",
    "just text",
    "<footer>Only a footer</footer>",
    "<nav><a href='/'>Home</a></nav>",
    "<p>© 2025 Teaworks</p>",
    "<p>Read more</p>",
    "<div class='newsletter'>Every Friday</div>",
  ])("leaves something of %s", (html) => {
    expect(mainContent(html)).not.toBe("");
  });

  it("explains itself when asked", () => {
    const html = frame(
      `<article class="post"><h1>All about kettles</h1>${paragraphs("kettle", "lid", "handle")}</article>`,
    );
    const outcome = finish(removeBoilerplate(parse(html), { url, explain: true }));
    expect(outcome.winner?.path).toContain("article.post");
    expect(outcome.candidates.map(({ nominatedBy }) => nominatedBy)).toContain("semantic");
    expect(outcome.removed.some(({ reason }) => reason.includes("footer"))).toBe(true);
    const removed = outcome.removed.reduce((sum, { characters }) => sum + characters, 0);
    expect(removed).toBe(outcome.removedCharacters);
    expect(finish(removeBoilerplate(parse(html), { url })).removed).toEqual([]);
  });

  it("drops the copy of a text made for other screens", () => {
    const text = mainContent(
      frame(
        `<main><div class="desktop"><section>${paragraphs("kettle", "lid")}</section></div><div class="mobile"><div>${paragraphs("kettle")}</div></div></main>`,
      ),
    );
    expect(text.match(/The kettle was tested/g)).toHaveLength(1);
  });

  it("is total, never leaves nothing of a page with words, and leaves a sound tree", () => {
    const tag = fc.constantFrom(
      "div",
      "p",
      "span",
      "nav",
      "ul",
      "li",
      "table",
      "td",
      "article",
      "footer",
      "a",
      "h1",
      "pre",
    );
    const html = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        fc.lorem({ maxCount: 12 }),
        fc
          .tuple(tag, fc.array(tie("node"), { maxLength: 4 }))
          .map(([name, children]) => `<${name}>${children.join("")}</${name}>`),
      ),
    })).node;
    fc.assert(
      fc.property(html, (source) => {
        const document = parse(String(source));
        const hadWords = /\w/.test(textContent(document));
        finish(removeBoilerplate(document, { url }));
        expect(/\w/.test(textContent(document))).toBe(hadWords);
        expect(textContent(parse(render(document)))).toBe(textContent(document));
      }),
      { numRuns: 150 },
    );
  });
});
