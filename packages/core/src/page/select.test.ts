import { render } from "dom-serializer";
import { describe, expect, it } from "vitest";
import { parse } from "./parse.ts";
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
      `<h1 id="t">T</h1><p class="lead x">lead</p><li data-k="v">2</li>`,
    );
  });

  it("keeps a match inside a match where it is", () => {
    expect(after(`<div><p>a</p></div><p>b</p>`, (document) => keepTags(document, ["div", "p"]))).toBe(
      `<div><p>a</p></div><p>b</p>`,
    );
  });

  it("leaves nothing when nothing matches", () => {
    expect(after(`<p>a</p>`, (document) => keepTags(document, [".absent"]))).toBe("");
  });

  it("says which selector is wrong", () => {
    expect(() => keepTags(parse(""), ["p", "p[["])).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: `includeTags: "p[[" is not a CSS selector.` }),
    );
  });
});

describe("excludeTags", () => {
  it("removes every match", () => {
    expect(
      after(`<p>a</p><div class=ad><p>b</p></div><p id=x>c</p>`, (document) => dropTags(document, [".ad", "#x"])),
    ).toBe(`<p>a</p>`);
  });
});
