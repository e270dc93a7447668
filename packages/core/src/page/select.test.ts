import { render } from "dom-serializer";
import { describe, expect, it } from "vitest";
import { parse } from "../markup/parse.ts";
import { bodyOf, dropTags, keepTags } from "./select.ts";

function after(html: string, change: (document: ReturnType<typeof parse>) => void): string {
  const document = parse(html);
  change(document);
  return render(bodyOf(document).children);
}

describe("includeTags", () => {
  it("keeps tags, classes, ids and any other CSS selector, in page order", () => {
    const html = `<h1 id=t>T</h1><p class="lead x">lead</p><ul><li>1<li data-k=v>2</ul><footer>f</footer>`;
    expect(after(html, (document) => keepTags(document, ["[data-k=v]", ".lead", "#t"]))).toBe(
      `<h1 id="t">T</h1>\n<p class="lead x">lead</p>\n<li data-k="v">2</li>`,
    );
  });

  it("keeps a match inside a match where it is", () => {
    expect(after(`<div><p>a</p></div><p>b</p>`, (document) => keepTags(document, ["div", "p"]))).toBe(
      `<div><p>a</p></div>\n<p>b</p>`,
    );
  });

  it.each(["*", "html", "body", "title, body"])("keeps everything when everything matches: %s", (selector) => {
    const html = `<title>t</title><p>a</p><p>b</p>`;
    expect(after(html, (document) => keepTags(document, [selector]))).toBe(`<p>a</p><p>b</p>`);
  });

  it("leaves nothing when nothing matches", () => {
    expect(after(`<p>a</p>`, (document) => keepTags(document, [".absent"]))).toBe("");
  });

  it.each([
    ["iframe"],
    ["main > iframe"],
    ["iframe.map"],
    ['iframe[src*="maps.example"]'],
    ['p[title="an iframe"], iframe'],
  ])("finds a frame that a browser has replaced by its content: %s", (selector) => {
    const placeholder = `<div data-original-tag="iframe" data-original-src="https://maps.example/" class="map"><p>m</p></div>`;
    const html = `<main><p>a</p>${placeholder}</main><div>b</div>`;
    expect(after(html, (document) => keepTags(document, [selector]))).toBe(placeholder);
  });

  it("knows a word from a tag", () => {
    const html = `<p title="an iframe">a</p><my-iframe>b</my-iframe><div data-original-tag="iframe">c</div>`;
    expect(after(html, (document) => keepTags(document, ['[title="an iframe"]', "my-iframe", ".iframe"]))).toBe(
      `<p title="an iframe">a</p>\n<my-iframe>b</my-iframe>`,
    );
  });

  it("says which selector is wrong", () => {
    expect(() => keepTags(parse(""), ["p", "p[["])).toThrow(
      expect.objectContaining({
        code: "BAD_REQUEST",
        message: `includeTags: "p[[" is not a CSS selector that can be used: Expected name, found [.`,
      }),
    );
  });
});

it.each([
  ["descendants", "<b>".repeat(5000), ["q" + " b".repeat(49)]],
  ["siblings", "<b></b>".repeat(2200), ["q" + " ~ b".repeat(49)]],
  ["what an element has", "<b></b>".repeat(2200), Array.from({ length: 20 }, () => `:has(~ q${" ~ b".repeat(49)})`)],
  ["places", "<b></b>".repeat(2200), Array.from({ length: 200 }, (_, index) => `:nth-last-child(${index}n of b ~ b)`)],
  ["texts", "<b>a".repeat(4000), Array.from({ length: 200 }, (_, index) => `:contains(${"a".repeat(index)}b)`)],
])("selectors that take too many steps on a page are refused by name: %s", (_, html, selectors) => {
  for (const [option, change] of [
    ["includeTags", keepTags],
    ["excludeTags", dropTags],
  ] as const) {
    expect(() => change(parse(html), selectors)).toThrow(
      expect.objectContaining({
        code: "BAD_REQUEST",
        message: expect.stringContaining(`${option}: the selectors take too many steps on this page, most of them \``),
      }),
    );
  }
});

describe("excludeTags", () => {
  it("removes every match", () => {
    expect(
      after(`<p>a</p><div class=ad><p>b</p></div><p id=x>c</p>`, (document) => dropTags(document, [".ad", "#x"])),
    ).toBe(`<p>a</p>`);
  });
});
