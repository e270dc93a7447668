import { captureOf, transformOptions } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

async function read(html: string, url: string) {
  return await transformer.transform(captureOf(html, { url }), transformOptions(), new AbortController().signal);
}

const shopMenu = `<header><nav><ul><li><a href="/">Home</a></li><li><a href="/sale">Sale</a></li><li><a href="/cart">Cart</a></li></ul></nav></header>`;
const description =
  "<p>A slim spout gives you the calm, even stream that pour-over coffee asks for, and the counterweighted handle keeps the kettle steady even when it is full to the brim.</p><p>The base holds the water at the chosen temperature for an hour, so the second cup is as good as the first one was, and the third as good as the second.</p><ul><li>Variable temperature from 40 to 100 °C</li><li>Brushed stainless steel</li><li>Built-in stopwatch</li></ul>";
const review = (name: string): string =>
  `<div><p>${name}</p><p>I have used mine every morning since it came, and the handle has never become hot, which I can't say of the one before it.</p></div>`;

/** What a section on a page of a shop is called, and what stands in it. */
const sections: readonly (readonly [heading: string, content: string, gone: string])[] = [
  ["Customer reviews (2)", review("Carla") + review("Ines"), "since it came"],
  [
    "Kundenbewertungen",
    "<div><p>Seit Wochen jeden Morgen in Gebrauch, und der Griff wurde nie heiß.</p></div>",
    "jeden Morgen",
  ],
  ["カスタマーレビュー", "<div><p>毎朝使っていますが、取っ手が熱くなったことはありません。</p></div>", "毎朝"],
  ["Customers who viewed this product bought", "<ul><li>Paper filters</li><li>Hand grinder</li></ul>", "Hand grinder"],
  [
    "Shipping & Returns",
    "<p>We send every parcel with a tracking number and take it back within a month.</p>",
    "tracking number",
  ],
  ["Política de devolução", "<p>Aceitamos devoluções até trinta dias depois da compra.</p>", "trinta dias"],
  ["Laatst bekeken", "<ul><li>Papieren filters</li><li>Handmolen</li></ul>", "Handmolen"],
  ["Meet your seller", "<p>Paul usually responds within a few hours.</p>", "Paul usually"],
  ["Notify me when back in stock", "<p>Leave your address, and you will hear of us.</p>", "Leave your address"],
];

describe("on the page of a product", () => {
  test.each(sections)("the section “%s” goes", async (heading, content, gone) => {
    const { markdown = "", metadata } = await read(
      `<!doctype html><html><head><title>Gooseneck Kettle</title><meta property="og:type" content="product"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Gooseneck Kettle"}</script></head><body>${shopMenu}
<main><div itemscope itemtype="https://schema.org/Product"><h1>Gooseneck Kettle</h1><p class="price">€ 89.00</p><div class="description">${description}</div><form><select><option>1</option></select><button>Add to cart</button></form></div>
<section><h2>${heading}</h2>${content}</section><section><h2>Specifications</h2><table><tr><th>Capacity</th><td>1.2 l</td></tr><tr><th>Power</th><td>1200 W</td></tr></table></section></main></body></html>`,
      "https://shop.example.com/products/gooseneck-kettle",
    );
    expect(metadata?.pageType).toBe("product");
    expect(markdown).toContain("counterweighted handle");
    expect(markdown).toContain("## Specifications");
    expect(markdown).toContain("1.2 l");
    expect(markdown).not.toContain(gone);
  });
});

test("a section stays where it is what the page is about", async () => {
  const reviews = ["Carla", "Ines", "Tom", "Ada", "Bo", "Cy", "Di", "Ed"].map(review).join("");
  const { markdown = "" } = await read(
    `<!doctype html><html><head><title>Reviews of the Gooseneck Kettle</title><meta property="og:type" content="product"></head><body>${shopMenu}<main><h1>Gooseneck Kettle</h1><p class="price">€ 89.00</p><section><h2>Customer reviews</h2>${reviews}</section></main></body></html>`,
    "https://shop.example.com/products/gooseneck-kettle/reviews",
  );
  expect(markdown.match(/since it came/g)?.length).toBeGreaterThan(1);
});

test("the name of a field for a number goes, and those of what can be chosen stay", async () => {
  const { markdown = "" } = await read(
    `<!doctype html><html><head><title>Gooseneck Kettle</title></head><body>${shopMenu}<main><h1>Gooseneck Kettle</h1><p class="price">€ 89.00</p><div>${description}</div><fieldset><legend>Size</legend><input type="radio" id="s"><label for="s">0.8 l</label></fieldset><div><label>Quantity</label><input type="number" value="1"></div><button>Add to cart</button></main></body></html>`,
    "https://shop.example.com/products/gooseneck-kettle",
  );
  expect(markdown).toContain("0.8 l");
  expect(markdown).not.toContain("Quantity");
});

const posts = ["Carla", "Ines", "Tom"].map(
  (name) => `<div class="post"><h3>${name}</h3>${review(name)}<p><a href="/r/${name}">Reply</a></p></div>`,
);

test("below posts, a heading over a form and links that do something with a post go", async () => {
  const { markdown = "", metadata } = await read(
    `<!doctype html><html><head><title>Which kettle? - Tea Board</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"DiscussionForumPosting","headline":"Which kettle?"}</script></head><body>${shopMenu}<main><h1>Which kettle?</h1>${posts.join("")}<p>See the <a href="/a">Reply</a> of Carla.</p><h2>Your Answer</h2><form><label>Text</label><textarea></textarea><button>Post</button></form></main></body></html>`,
    "https://board.example.com/viewtopic.php?t=7",
  );
  expect(metadata?.pageType).toBe("forum");
  expect(markdown).toContain("since it came");
  expect(markdown).toContain("[Reply](https://board.example.com/a) of Carla");
  expect(markdown).not.toMatch(/Your Answer|\/r\/Carla/);
});

test("a choice of languages goes, and languages that a text links to stay", async () => {
  const choice = ["de Deutsch", "fr Français", "es Español", "cs Čeština"]
    .map((language) => language.split(" "))
    .map(
      ([code = "", name = ""]) =>
        `<li><a href="https://${code}.example/wiki/Ilz" hreflang="${code}" lang="${code}">${name}</a></li>`,
    )
    .join("");
  const text = `<p>The Ilz is a river that runs through the forest and joins the Danube in Passau, where its dark water can be seen beside the other.</p>`;
  const { markdown = "" } = await read(
    `<!doctype html><html><head><title>Ilz - Wiki</title></head><body>${shopMenu}<main id="content"><header><h1>Ilz</h1><div id="p-lang"><label>4 languages</label><ul>${choice}</ul></div></header>${text}<p>It is told of in <a href="https://de.example/Sage" hreflang="de">a German saga</a> that many know.</p>${text.replace("river", "stream")}</main></body></html>`,
    "https://wiki.example.com/wiki/Ilz",
  );
  expect(markdown).toContain("# Ilz");
  expect(markdown).toContain("a German saga");
  expect(markdown).not.toMatch(/Deutsch|4 languages/);
});

const comment = (name: string, index: number): string =>
  `<div class="thing"><p class="tagline"><a class="expand">[–]</a> <a href="/user/${name}" class="author">${name}</a> <span>${index} points</span> <time>${index} years ago</time></p><form><div class="md"><p>${name} has used one for ${index} winters, and the handle has never become hot, which one can't say of the others.</p></div></form><ul class="buttons"><li><a href="/p/${index}">permalink</a></li><li><a href="/s/${index}">save</a></li></ul></div>`;

test("comments of a forum have the names of their authors, and not the rules of the forum beside them", async () => {
  const names = ["carla", "ines", "tomas", "bodil", "ada", "edgar", "mette", "jonas"];
  const { markdown = "", metadata } = await read(
    `<!doctype html><html><head><title>Which kettle lasts? : tea</title><script type="application/ld+json">{"@context":"https://schema.org","@type":"DiscussionForumPosting","headline":"Which kettle lasts?"}</script></head><body><div class="header"><a href="/r/tea">tea</a> <a href="/login">log in</a></div><div class="side sidebar"><div class="titlebox"><h1><a href="/r/tea">tea</a></h1><p>Welcome to tea, a place to talk about leaves and water in every form.</p></div></div><div class="content"><div class="thing"><p class="title"><a href="/c/1">Which kettle lasts?</a></p><p class="tagline">submitted by <a href="/user/ann" class="author">ann</a></p><div class="md"><p>Mine has broken after two weeks, and I wonder which of them would have lasted a little longer than that.</p></div></div><div class="commentarea">${names.map(comment).join("")}</div></div></body></html>`,
    "https://board.example.com/r/tea/comments/1abc/which_kettle_lasts/",
  );
  expect(metadata?.pageType).toBe("forum");
  for (const name of names) expect(markdown).toContain(`[${name}](https://board.example.com/user/${name})`);
  expect(markdown).not.toMatch(/Welcome to tea|permalink/);
});

test("a story that a box in the text sends to goes whole, and a list at the end of a text stays", async () => {
  const prose = (subject: string): string =>
    `<p>The ${subject} was built by hand over two winters, and those who use it every day say that it has never once let them down, whatever the weather brought.</p>`;
  const { markdown = "" } = await read(
    `<!doctype html><html lang="en"><head><title>How to descale - Journal</title><meta property="og:type" content="article"></head><body>${shopMenu}<main><article><h1>How to descale</h1>${prose("kettle")}<aside class="rich-link"><a href="/other"><span>Read more</span><h3>Teapots are next</h3></a></aside>${prose("lid")}<aside><h3>A note</h3><p>The lid is sold by itself, too.</p></aside>${prose("spout")}<p>You need:</p><ul class="wp-block-list"><li>two spoons of acid</li><li>one litre of water</li></ul></article></main></body></html>`,
    "https://journal.example.com/2024/how-to-descale",
  );
  expect(markdown).not.toContain("Teapots");
  expect(markdown).toContain("- two spoons of acid\n- one litre of water");
});

test("calls that stand on each part of an offer go, and what its parts have stays", async () => {
  const plan = (name: string, price: string): string =>
    `<div class="plan"><h3>${name}</h3><p>${price} a month for a team that reads the logs of its kettles every morning and wants to know why.</p><ul><li>Audit log</li><li>Webhooks</li></ul><a class="button" href="/buy">Jetzt testen</a></div>`;
  const { markdown = "", metadata } = await read(
    `<!doctype html><html><head><title>Pricing | Kettleworks</title></head><body>${shopMenu}<main><h1>Pricing</h1><p>Pay for what you read, and for nothing that you store, whoever of your team happens to read it.</p><div class="plans">${plan("Small", "€ 9")}${plan("Large", "€ 19")}${plan("Largest", "€ 49")}</div></main></body></html>`,
    "https://kettleworks.example.com/pricing",
  );
  expect(metadata?.pageType).toBe("service");
  for (const text of ["Largest", "€ 49", "Audit log", "Webhooks"]) expect(markdown).toContain(text);
  expect(markdown).not.toContain("Jetzt testen");
});
