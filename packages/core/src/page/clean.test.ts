import { render } from "dom-serializer";
import { textContent } from "domutils";
import { describe, expect, it } from "vitest";
import { absolutiseUrls, baseUrlOf, removeMachinery, revealNoscript } from "./clean.ts";
import { indexElements } from "./element-index.ts";
import { parse } from "../markup/parse.ts";
import { bodyOf } from "./select.ts";

const pageUrl = "https://site.example/dir/page.html";

function cleaned(html: string): string {
  const document = parse(html);
  const baseUrl = baseUrlOf(indexElements(document), pageUrl);
  removeMachinery(document);
  absolutiseUrls(document, baseUrl);
  return render(bodyOf(document).children);
}

describe("clean", () => {
  it("removes scripts, styles, handlers and script URLs", () => {
    expect(
      cleaned(`<style>p{}</style><script>x()</script><p onclick="x()">t</p><a href=" java&#10;script:x()">a</a>
<template>no</template><noscript>off</noscript>`).trim(),
    ).toBe(`<p>t</p><a>a</a>`);
  });

  it("makes every address of a srcset absolute", () => {
    expect(cleaned(`<img src="a.png" srcset=" a,1.png , b/2.png 2x,3.png 3x, data:image/gif;base64,AA 4x">`)).toBe(
      `<img src="https://site.example/dir/a.png" srcset="https://site.example/dir/a,1.png, https://site.example/dir/b/2.png 2x, https://site.example/dir/3.png 3x, data:image/gif;base64,AA 4x">`,
    );
    expect(cleaned(`<picture><source srcset="/s.webp 480w, //cdn.example/l.webp 800w"></picture>`)).toBe(
      `<picture><source srcset="https://site.example/s.webp 480w, https://cdn.example/l.webp 800w"></picture>`,
    );
  });

  it("shows an object as its picture or as what stands in for it", () => {
    expect(cleaned(`<object data="a.svg" title="A"></object><object data="b.swf"><p>B in words</p></object>`)).toBe(
      `<img src="https://site.example/dir/a.svg" alt="A"><span data="b.swf"><p>B in words</p></span>`,
    );
    expect(cleaned(`<object data="c.swf"><param name="x" value="y"></object>`)).toBe("");
  });

  it("keeps formulas that MathJax holds in scripts", () => {
    expect(cleaned(`<p>formula</p><script type="math/tex; mode=display">x^2</script>`)).toContain("x^2");
  });

  it("reveals a page that stands in noscript, and not a hint to switch JavaScript on", () => {
    const reveal = (html: string) => {
      const document = parse(html);
      revealNoscript(document, indexElements(document));
      removeMachinery(document);
      return textContent(document).trim();
    };
    const post = "A real post of a forum. ".repeat(20).trim();
    expect(reveal(`<div>Loading</div><noscript><p>${post}</p></noscript>`)).toContain(post);
    expect(reveal(`<p>${post}</p><noscript>Please enable JavaScript.</noscript>`)).toBe(post);
    const styles = `<style>${"#root { display: none } ".repeat(50)}</style>`;
    expect(reveal(`<p>${post}</p><noscript>${styles}<p>${"Enable JavaScript. ".repeat(20)}</p></noscript>`)).toBe(post);
  });

  it("makes the URLs of links, images and frames absolute", () => {
    expect(cleaned(`<a href="a">1</a><img src="/b.png"><iframe src="//c.example/"></iframe><a href="#d">2</a>`)).toBe(
      `<a href="https://site.example/dir/a">1</a><img src="https://site.example/b.png">` +
        `<iframe src="https://c.example/"></iframe><a href="#d">2</a>`,
    );
  });

  it("resolves against the page's base element", () => {
    expect(cleaned(`<head><base href="https://cdn.example/x/"></head><a href="a">1</a>`)).toBe(
      `<a href="https://cdn.example/x/a">1</a>`,
    );
  });

  it.each(["javascript:void(0)", "data:text/html,x", "about:blank", "mailto:a@b.example"])(
    "a base (%s) that nothing is relative to counts for nothing",
    (base) => {
      expect(cleaned(`<head><base href="${base}"><base href="/second/"></head><a href="a">1</a>`)).toBe(
        `<a href="https://site.example/dir/a">1</a>`,
      );
    },
  );
});
