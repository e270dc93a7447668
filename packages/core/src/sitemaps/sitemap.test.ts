import { expect, test } from "vitest";
import * as fc from "fast-check";
import { createSitemapReader, maxEntriesPerSitemap } from "./sitemap.ts";

const base = "https://shop.example/sitemap.xml";

function read(text: string, chunkLength = text.length || 1) {
  const reader = createSitemapReader(base);
  for (let index = 0; index < text.length; index += chunkLength) reader.write(text.slice(index, index + chunkLength));
  return reader.end();
}

const urlset = `<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"
  xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc>https://shop.example/a?x=1&amp;y=2</loc><lastmod>2026-01-02</lastmod>
    <image:image><image:loc>https://cdn.example/a.png</image:loc></image:image>
    <xhtml:link rel="alternate" hreflang="de" href="https://shop.example/de/a"/></url>
  <url><loc><![CDATA[ /relative ]]></loc></url>
  <url><loc>mailto:someone@shop.example</loc></url>
</urlset>`;

test("an XML sitemap gives its pages with dates and languages, not its images", () => {
  expect(read(urlset)).toEqual({
    sitemaps: [],
    entries: [
      { url: "https://shop.example/a?x=1&y=2", lastModified: "2026-01-02" },
      { url: "https://shop.example/de/a" },
      { url: "https://shop.example/relative" },
    ],
  });
});

test("elements in capitals are elements", () => {
  const upper = urlset.replaceAll(/<\/?[a-z:]+/g, (tag) => tag.toUpperCase());
  expect(upper).toContain("<URLSET");
  expect(read(upper)).toEqual(read(urlset));
  const rdf = `<rdf:RDF><item><LINK>/1</LINK><dc:Date>2026-01-01</dc:Date></item></rdf:RDF>`;
  expect(read(rdf).entries).toEqual([{ url: "https://shop.example/1", lastModified: "2026-01-01" }]);
});

test("the chunks in which a text arrives make no difference", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), (length) => {
      expect(read(urlset, length)).toEqual(read(urlset));
    }),
  );
});

test("an index names further sitemaps", () => {
  const document = read(`<sitemapindex><sitemap><loc>https://shop.example/1.xml.gz</loc></sitemap>
    <sitemap><loc>2.xml</loc></sitemap></sitemapindex>`);
  expect(document).toEqual({
    entries: [],
    sitemaps: [{ url: "https://shop.example/1.xml.gz" }, { url: "https://shop.example/2.xml" }],
  });
});

test("the addresses of a feed are relative to its XML base, and a guid that is no link is none", () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/blog/"><entry><link href="one"/></entry>
    <entry xml:base="2026/"><link href="two"/></entry><entry><link xml:base="old/" href="three"/></entry>
    <entry><link href="https://other.example/four"/></entry></feed>`;
  expect(read(atom).entries.map(({ url }) => url)).toEqual([
    "https://shop.example/blog/one",
    "https://shop.example/blog/2026/two",
    "https://shop.example/blog/old/three",
    "https://other.example/four",
  ]);
  const rss = `<rss version="2.0"><channel><item><guid isPermaLink="false">https://shop.example/?p=1</guid>
    <link>https://shop.example/1</link></item><item><guid isPermaLink="true">https://shop.example/2</guid></item></channel></rss>`;
  expect(read(rss).entries.map(({ url }) => url)).toEqual(["https://shop.example/1", "https://shop.example/2"]);
});

test("RSS and Atom are sitemaps too", () => {
  const rss = `<rss version="2.0"><channel><title>News</title><link>https://shop.example/</link>
    <item><title>One &amp; only</title><link>https://shop.example/1</link><pubDate>Mon, 05 Jan 2026</pubDate></item>
    <item><guid>https://shop.example/2</guid></item></channel></rss>`;
  expect(read(rss).entries).toEqual([
    { url: "https://shop.example/1", title: "One & only", lastModified: "Mon, 05 Jan 2026" },
    { url: "https://shop.example/2" },
  ]);
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>A</title>
    <link rel="enclosure" href="https://shop.example/a.mp3"/><link href="/a"/><updated>2026-01-01</updated></entry></feed>`;
  expect(read(atom).entries).toEqual([{ url: "https://shop.example/a", title: "A", lastModified: "2026-01-01" }]);
});

test("a page has the title of its news, or of its only video, and not those of its images", () => {
  const url = (path: string, parts: string) => `<url><loc>/${path}</loc>${parts}</url>`;
  const news =
    "<news:news><news:publication><news:name>Daily</news:name></news:publication><news:title>Quake &amp; more</news:title></news:news>";
  const image = "<image:image><image:loc>/i.png</image:loc><image:title>A hill</image:title></image:image>";
  const video = (title: string) => `<video:video><video:title>${title}</video:title></video:video>`;
  const pages = [
    url("news", image + news + video("Live")),
    url("image", image),
    url("video", video("How to knit")),
    url("videos", video("One") + video("Two")),
  ];
  expect(read(`<urlset>${pages.join("")}</urlset>`).entries).toEqual([
    { url: "https://shop.example/news", title: "Quake & more" },
    { url: "https://shop.example/image" },
    { url: "https://shop.example/video", title: "How to knit" },
    { url: "https://shop.example/videos" },
  ]);
});

test("a text sitemap has one URL a line", () => {
  expect(read("\uFEFFhttps://shop.example/a\r\nnot a url\nhttps://shop.example/b").entries).toEqual([
    { url: "https://shop.example/a" },
    { url: "https://shop.example/b" },
  ]);
});

test("a truncated sitemap gives what stands before the break, and says so", () => {
  const document = read(urlset.slice(0, urlset.indexOf("</loc></url>\n  <url><loc>mailto") - 20));
  expect(document.entries.map((entry) => entry.url)).toContain("https://shop.example/a?x=1&y=2");
  expect(document.problem).toMatch(/ends in the middle/);
});

test("a page that is no sitemap is not mistaken for one", () => {
  expect(read("<!doctype html><html><body><p>Not found</p></body></html>").problem).toBe("it is not a sitemap");
  expect(read("Not found").problem).toBe("it lists no pages");
  expect(read("").problem).toBe("it lists no pages");
});

test("no more entries are kept than a sitemap may have", () => {
  const reader = createSitemapReader(base);
  reader.write("<urlset>");
  for (let index = 0; index < maxEntriesPerSitemap + 5; index += 1) reader.write(`<url><loc>/p/${index}</loc></url>`);
  reader.write("</urlset>");
  const document = reader.end();
  expect(document.entries.length).toBe(maxEntriesPerSitemap);
  expect(document.problem).toMatch(/more than 50000/);
});

test("any text is read without throwing", () => {
  fc.assert(fc.property(fc.string({ maxLength: 300 }), (text) => void read(`<urlset>${text}`)));
});

test("elements nested endlessly deep end the reading; a parser that kept them open would need minutes", () => {
  const document = read(`<urlset><url><loc>/a</loc></url>${"<a>".repeat(1_000_000)}`);
  expect(document.entries).toEqual([{ url: "https://shop.example/a" }]);
  expect(document.problem).toMatch(/ends in the middle/);
});
