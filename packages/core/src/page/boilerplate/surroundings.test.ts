import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../../index.ts";

const transformer = inProcessTransformer();

async function read(html: string, url: string) {
  return await transformer.transform(captureOf(html, { url }), transformOptions(), new AbortController().signal);
}

const menu = `<header><nav><ul><li><a href="/">Home</a></li><li><a href="/news">News</a></li><li><a href="/about">About</a></li></ul></nav></header>`;
const sentences = [
  "The old mill at the edge of the village was sold last week to a family that wants to grind flour there again.",
  "Its wheel had stood still for forty years, but the shaft turned at the first attempt, to the surprise of everyone.",
  "The new owners hope to open a bakery in the stable next spring, and a small museum in the loft above it.",
];
const story = sentences.map((sentence) => `<p>${sentence} ${sentence}</p>`).join("\n");
const page = (content: string, head = ""): string =>
  `<!doctype html><html><head><title>The mill turns again</title>${head}</head><body>${menu}${content}</body></html>`;

test("the footer of the page goes with its small print", async () => {
  const claims = [
    "The kettle weighs just one kilogram and is less than thirty centimetres tall, so it fits on every shelf.",
    "It holds the water at the chosen temperature for an hour, and the second cup is as good as the first one was.",
    "A slim spout gives you the calm, even stream that good coffee asks for, and the handle keeps it steady.",
  ].map((claim) => `<h2>Made to last</h2><p>${claim}</p>`.repeat(3));
  const smallPrint = Array.from(
    { length: 12 },
    (_, note) =>
      `<li>Testing was conducted by us in month ${note + 1} with kettles of an early series that were filled with ${note + 1} litres of water at twenty degrees. The time that it takes varies with use, settings, the height above the sea and many other factors. See the guide for more information on how it was measured.</li>`,
  ).join("");
  const { markdown = "", metadata } = await read(
    page(
      `<main><h1>Kettle Pro</h1><p class="price">€ 89.00</p>${claims.join("")}</main><footer><ol>${smallPrint}</ol></footer>`,
      `<meta property="og:type" content="product"><script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Kettle Pro","offers":{"@type":"Offer","price":"89.00"}}</script>`,
    ),
    "https://shop.example.com/products/kettle-pro",
  );
  expect(metadata?.pageType).toBe("product");
  expect(markdown).toContain("the handle keeps it steady");
  expect(markdown).not.toContain("Testing was conducted");
});

test.each([
  ["其他人也在看", "zh-Hant"],
  ["你可能還想看", "zh-Hant"],
  ["猜你喜欢", "zh-Hans"],
  ["あわせて読みたい", "ja"],
  ["Вам может быть интересно", "ru"],
  ["Ilginizi çekebilir", "tr"],
  ["Lue myös", "fi"],
])("other stories under “%s” go, even told at length, when their box is named so", async (heading, language) => {
  const teasers = Array.from(
    { length: 6 },
    (_, place) =>
      `<li><h3><a href="/story-${place}">Another story ${place}</a></h3><p>Elsewhere, number ${place}: the council met on Monday to talk about the bridge, and nobody who spoke there agreed with anyone else about what it should cost.</p></li>`,
  ).join("");
  const { markdown = "" } = await read(
    page(
      `<main lang="${language}"><article><h1>The mill turns again</h1>${story}</article><div class="more-stories"><h2>${heading}</h2><ul>${teasers}</ul></div></main>`,
    ),
    "https://news.example.com/mill",
  );
  expect(markdown).toContain("Its wheel had stood still");
  expect(markdown).not.toContain("the council met on Monday");
});

test("comments on an article go by the name of their box, without a heading", async () => {
  const comments = Array.from(
    { length: 5 },
    (_, place) =>
      `<div class="entry"><p>Reader ${place}: I remember the mill from my childhood, when my grandfather took the grain there every autumn, and I can't wait to see it turn again.</p></div>`,
  ).join("");
  const { markdown = "", metadata } = await read(
    page(
      `<article><h1>The mill turns again</h1>${story}${story}<div id="comments" class="comments-area">${comments}</div></article>`,
      `<meta property="og:type" content="article">`,
    ),
    "https://news.example.com/2025/11/the-mill-turns-again",
  );
  expect(metadata?.pageType).toBe("article");
  expect(markdown).toContain("Its wheel had stood still");
  expect(markdown).not.toContain("I remember the mill");
});

test("what the owners of a forum announce to everyone is no post", async () => {
  const posts = sentences
    .map(
      (sentence, place) =>
        `<div class="post" id="post-${place}"><div class="post-author"><a href="/user/${place}">user${place}</a></div><div class="post-body"><p>${sentence} Has anyone of you seen it turn?</p></div></div>`,
    )
    .join("");
  const { markdown = "", metadata } = await read(
    page(
      `<main class="forum"><div class="alert alert-info"><p>We have moved to a new server and released version 6.3 of the board. Please read the rules before you write, and report bugs in the right section.</p></div><h1>Does the mill turn?</h1><div class="topic thread">${posts}</div></main>`,
      `<script type="application/ld+json">{"@context":"https://schema.org","@type":"DiscussionForumPosting","headline":"Does the mill turn?"}</script>`,
    ),
    "https://forum.example.com/viewtopic.php?t=17",
  );
  expect(metadata?.pageType).toBe("forum");
  expect(markdown).toContain("Its wheel had stood still");
  expect(markdown).not.toContain("We have moved to a new server");
});
