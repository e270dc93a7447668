import { captureOf, transformOptions } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { inProcessTransformer } from "../index.ts";

const transformer = inProcessTransformer();

async function read(declared: unknown, shown: string) {
  const html = `<!doctype html><html><head><title>The kettle</title><script type="application/ld+json">${JSON.stringify(declared)}</script></head><body><header><nav><a href="/">Home</a> <a href="/news">News</a></nav></header><main><article><h1>The kettle</h1>${shown}</article></main><footer>© 2026 Teaworks</footer></body></html>`;
  const url = "https://news.example.com/2026/the-kettle";
  return await transformer.transform(captureOf(html, { url }), transformOptions(), new AbortController().signal);
}

const paragraphs = ["first", "second", "third", "fourth", "fifth"].map(
  (word) =>
    `The ${word} kettle that was ever sold in this street stood in a window for eleven years before anybody asked what it cost, and by then the price had been forgotten.`,
);
const shown = (count: number): string =>
  paragraphs
    .slice(0, count)
    .map((text) => `<p>${text}</p>`)
    .join("");

test("an article whose text was cut is completed from its articleBody, and a warning says so", async () => {
  const article = { "@context": "https://schema.org", "@type": "NewsArticle", articleBody: paragraphs.join("\n") };
  const { markdown = "", warnings } = await read(article, shown(1));
  expect(markdown).toBe(`# The kettle\n\n${paragraphs.join("\n\n")}`);
  expect(warnings.join()).toContain("JSON-LD");
});

test("texts that are declared as HTML are read as text", async () => {
  const articleBody = paragraphs.map((text) => `<p>${text.replace("price", "<b>price</b> &amp; rebate")}</p>`).join("");
  const { markdown = "" } = await read({ "@type": "Article", articleBody }, "<p>Subscribe to read on.</p>");
  expect(markdown).toContain("the price & rebate had been forgotten.");
  expect(markdown).not.toContain("<p>");
});

test("a question is completed with its answers", async () => {
  const [question, ...answers] = paragraphs;
  const thread = {
    "@type": "QAPage",
    mainEntity: {
      "@type": "Question",
      text: question,
      suggestedAnswer: answers.map((text) => ({ "@type": "Answer", text })),
    },
  };
  const { markdown = "" } = await read(thread, "<p>Loading…</p>");
  expect(markdown.indexOf("The second")).toBeGreaterThan(markdown.indexOf("The first"));
  expect(markdown).toContain("The fifth");
});

test("a page that shows its text keeps it as it is shown", async () => {
  const { markdown = "", warnings } = await read({ "@type": "Article", articleBody: paragraphs.join(" ") }, shown(4));
  expect(markdown).not.toContain("fifth");
  expect(warnings).toEqual([]);
});

test("texts of many articles are none of the page's own", async () => {
  const list = paragraphs.map((text) => ({ "@type": "Article", articleBody: text.repeat(4) }));
  const { markdown = "" } = await read(
    list,
    "<p>Five stories about kettles, and what they have in common with the street that they were sold in.</p>",
  );
  expect(markdown).not.toContain("eleven years");
});
