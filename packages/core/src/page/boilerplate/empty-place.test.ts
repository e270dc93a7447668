import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { inProcessTransformer, type TransformOptions } from "../../index.ts";

const transformer = inProcessTransformer();
const url = "https://lamps.example/item/4711";

async function read(
  body: string,
  { head = "", ...options }: Partial<TransformOptions> & { readonly head?: string } = {},
) {
  const html = `<!doctype html><html lang="en"><head><title>Brass lamp | Lamps</title>${head}</head><body>${body}</body></html>`;
  return await transformer.transform(captureOf(html, { url }), transformOptions(options), new AbortController().signal);
}

const links = (...names: readonly string[]): string =>
  names.map((name) => `<li><a href="/${name.toLowerCase().replaceAll(" ", "-")}">${name}</a></li>`).join("");
const header = `<header><a href="/">Lamps &amp; Oil</a><nav><ul>${links("Table lamps", "Ceiling lamps", "Oil", "Wicks", "Sale")}</ul></nav></header>`;
const footer = `<footer><div class="columns"><h2>Help</h2><ul>${links("Delivery", "Returns and refunds", "Payment", "Track my order", "Report a fault", "Recalls", "Student discount", "Gift cards")}</ul><h2>About us</h2><ul>${links("Our story", "Careers", "Press", "Workshops", "Sustainability", "For dealers", "Affiliates")}</ul><h2>Browse by category</h2><ul>${links("Popular", "New in", "Low price", "Reviews", "Blog", "Wholesale", "Seasonal", "Video", "Oil for cold rooms", "Lamps for boats and harbours", "Lamps for stables and barns", "Spare glass in every size", "Wicks by the metre")}</ul></div><p>Sign up for letters about lamps, oil and offers, once in a month, and get a wick with your first order.</p><p>We deliver to every harbour of the country, on foot where the road ends.</p><p>© 2026 Lamps &amp; Oil. All rights reserved. Terms of use, privacy and imprint.</p></footer>`;
const script = '<script src="/app.js"></script>';

describe("a page whose content is not there yet, with the frame of its site around it", () => {
  test.each([
    ["an application's root", '<div id="root"></div>', "#root"],
    ["a main without anything", "<main></main>", "<main>"],
    ["a component", '<a href="#content">Skip to content</a><lamp-page></lamp-page>', "<lamp-page>"],
    [
      "a division that a script finds",
      '<div id="alerts"></div><div id="homepage" style="min-height:100vh"></div>',
      "#alerts",
    ],
    [
      "the parts of a main that scripts fill, behind a closed basket",
      '<cart-drawer role="dialog"><h2>Basket (0)</h2><p>Shipping is calculated at checkout.</p></cart-drawer><main><div class="wide"><div id="results"></div></div></main>',
      "#results",
    ],
    ["a main of grey boxes", `<main><div class="pulse">${"<div></div>".repeat(9)}</div></main>`, "<main>"],
    [
      "cards without a name around them",
      `<div class="page">${'<div class="card"><i></i><i></i><i></i></div>'.repeat(4)}</div>`,
      ".card",
    ],
    ["a main with nothing but a template", "<main><template><p>A lamp</p></template></main>", "<main>"],
    ["a product without its name and price", "<main><h1></h1><p></p></main>", "<main>"],
    ["a wheel that turns", '<main><div role="progressbar"><svg viewBox="0 0 9 9"></svg></div></main>', "progressbar"],
    ["a box that says that it is loading", '<main id="page"><span>Loading…</span></main>', "#page"],
  ])("%s: needs JavaScript, and its frame is no content", async (_, place, named) => {
    const page = await read(header + place + footer + script);
    expect(page).toMatchObject({ verdict: "needs-javascript", markdown: "" });
    expect(page.verdictReason).toContain(named);
    expect(page.warnings.join()).toContain("pass a page source with a browser");
  });

  test("without scripts that would fill it, it is empty", async () => {
    const page = await read(header + '<div id="root"></div>' + footer);
    expect(page).toMatchObject({ verdict: "empty", markdown: "" });
    expect(page.warnings.join()).toContain("onlyMainContent: false");
  });

  test("the whole page is told, too, by the root of an application, and keeps what it shows", async () => {
    const page = await read(header + '<div id="root"></div>' + footer + script, { onlyMainContent: false });
    expect(page.verdict).toBe("needs-javascript");
    expect(page.markdown).toContain("Track my order");
  });

  test.each([
    ["a component in the main element", "<main><lamp-page></lamp-page></main>", "<lamp-page>"],
    ["a main of grey boxes", `<main>${"<div></div>".repeat(9)}</main>`, "<main>"],
    ["a wheel that turns", '<div role="progressbar"><svg viewBox="0 0 9 9"></svg></div>', "progressbar"],
    ["an element that says that it is busy", '<div aria-busy="true"><i></i></div>', "aria-busy"],
    [
      "a word of patience above a long footer",
      `<div>Please wait...</div><footer>${"<p>Lamps are sent in straw, and oil in tins that are sealed twice.</p>".repeat(20)}</footer>`,
      "please wait...",
    ],
    ["a button beside a title without words", "<main><h1></h1><button>Add to cart</button></main>", "<h1>"],
  ])("so it is by %s", async (_, place, named) => {
    const page = await read(header + place + footer + script, { onlyMainContent: false });
    expect(page.verdict).toBe("needs-javascript");
    expect(page.verdictReason).toContain(named);
  });
});

describe.each([true, false])("nothing but headings around empty places; onlyMainContent: %s", (onlyMainContent) => {
  test.each([
    ["parts that scripts fill", '<h1>Lamps</h1><div id="hits"></div><div id="pages"></div>'],
    ["grey boxes", `<h1>Lamps</h1>${'<div class="card lamp-skeleton"></div>'.repeat(6)}`],
    ["a busy list, which says so", '<h1>Lamps</h1><div aria-busy="true">Fetching lamps for you</div>'],
  ])("%s: needs JavaScript", async (_, place) => {
    const page = await read(`${header}<main>${place}</main>${footer}${script}`, { onlyMainContent });
    expect(page.verdict).toBe("needs-javascript");
    expect(page.verdictReason).toContain("nothing but headings");
  });

  test.each([
    ["a price", '<h1>Brass lamp</h1><p>€ 40</p><div id="hits"></div><div id="pages"></div>'],
    ["a download", '<h1>Prices</h1><a href="/prices.pdf">Price list</a><div id="hits"></div><div id="pages"></div>'],
    ["a field", '<h1>Find a lamp</h1><input type="search"><div id="hits"></div><div id="pages"></div>'],
    ["a picture", '<h1>Brass lamp</h1><img src="/lamp.jpg" alt="It"><div id="hits"></div><div id="pages"></div>'],
    ["one place only", '<h1>We sell lamps of brass</h1><div id="toasts"></div>'],
    ["how far it is", '<h1>A new roof</h1><div role="progressbar" aria-valuenow="60"></div><p>€ 600 of € 1000</p>'],
    [
      "a text that is still busy",
      `<h1>Lamps</h1><div aria-busy="true">${"<p>The lamp of brass burns oil.</p>".repeat(4)}</div>`,
    ],
  ])("with %s it is a page", async (_, place) => {
    const page = await read(`${header}<main>${place}</main>${footer}${script}`, { onlyMainContent });
    expect(page.verdict).toBe("ok");
  });
});

describe("what stands in the frame stays", () => {
  test.each([
    [
      "a text beside an empty root",
      `${header}<div id="root"></div>${"<p>The lamp of brass burns oil for forty hours. It is lit with a match.</p>".repeat(4)}${footer}`,
    ],
    ["a picture beside an empty main", `${header}<main></main><img src="/lamp.jpg" alt="The lamp">${footer}`],
    [
      "an article that its author put into a header",
      `<header><h1>How lamps were made</h1>${"<p>Brass was cast in sand, turned on a lathe, and polished by hand for a whole day. The wick came last, and the glass from another town.</p>".repeat(8)}</header><main></main>${footer}`,
    ],
    ["a page that is nothing but a menu", `${header}${footer}`],
    [
      "a page that is nothing but a menu, below a name that is a picture of the style sheet",
      `<h1 class="logo"><a href="/"></a></h1>${header}${footer}`,
    ],
    [
      "a site map in a main element",
      `${header}<main><nav><ul>${links("Lamps", "Oil", "Wicks")}</ul></nav></main>${footer}`,
    ],
    [
      "pages to go to beside an empty root",
      `<a href="/lamps"><h2>Lamps</h2></a><a href="/oil"><h2>Oil</h2></a><div id="app"></div>`,
    ],
    [
      "a small page beside an empty root",
      `<h1>Ann</h1><p>I mend lamps in the harbour, on weekdays. Call 040 123.</p><div id="app"></div>`,
    ],
    [
      "a text in an aside",
      `${header}<div id="app"></div><aside>${"<p>The lamp of brass burns oil for forty hours. It is lit with a match.</p>".repeat(8)}</aside>${footer}`,
    ],
  ])("%s", async (_, body) => {
    const page = await read(body + script);
    expect(page.verdict).toBe("ok");
    expect(page.markdown).not.toBe("");
  });
});
