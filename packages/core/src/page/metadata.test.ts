import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { indexElements } from "./element-index.ts";
import { readMetadata } from "./metadata.ts";
import { parse } from "../markup/parse.ts";
import { Metadata } from "../schema/result.ts";

const read = (html: string) => readMetadata(indexElements(parse(html)), "https://site.example/dir/page.html");

describe("readMetadata", () => {
  it("reads the named fields as strings", () => {
    const metadata = read(`<html lang="de-AT"><head><title> A
      title </title><meta name=description content="What it is"><meta name="keywords" content="a, b">
      <meta name="robots" content="noindex"><meta property="og:title" content="OG"><meta property="og:image" content="/i.png">
      <meta property="og:url" content="page.html"><meta property="og:locale:alternate" content="fr_FR">
      <meta property="article:published_time" content="2026-01-02"><meta name="DC.date.created" content="2025">
      <link rel="shortcut icon" href="/f.ico"><link rel=canonical href="../canonical">`);
    expect(metadata).toMatchObject({
      title: "A title",
      description: "What it is",
      language: "de-AT",
      keywords: "a, b",
      robots: "noindex",
      ogTitle: "OG",
      ogImage: "https://site.example/i.png",
      ogUrl: "https://site.example/dir/page.html",
      ogLocaleAlternate: ["fr_FR"],
      publishedTime: "2026-01-02",
      dcDateCreated: "2025",
      favicon: "https://site.example/f.ico",
      canonical: "https://site.example/canonical",
    });
  });

  it("keeps every meta under its own name, an array when it repeats", () => {
    const metadata = read(`<meta property="og:type" content="article"><meta name="twitter:card" content="summary">
      <meta name="author" content="Ann"><meta name="author" content="Ben"><meta itemprop="price" content="3">`);
    expect(metadata).toMatchObject({
      "og:type": "article",
      "twitter:card": "summary",
      author: ["Ann", "Ben"],
      price: "3",
    });
  });

  it("never turns a named field into an array", () => {
    const metadata = read(`<meta name="robots" content="index"><meta name="robots" content="nofollow">
      <meta name="description" content="one"><meta name="description" content="two">
      <meta property="article:tag" content="x"><meta property="article:tag" content="y">`);
    expect(metadata.robots).toBe("index");
    expect(metadata.description).toBe("one, two");
    expect(metadata.articleTag).toBe("x, y");
  });

  it("does not let a page say what happened on the way to it", () => {
    const own = new Set(["description", "keywords", "robots"]);
    const names = [...Object.keys(Metadata.shape).filter((name) => !own.has(name)), "__proto__", "timezone"];
    expect(read(names.map((name) => `<meta name="${name}" content="x">`).join(""))).toEqual({});
  });

  it("falls back to what social networks are told", () => {
    expect(
      read(`<meta property="og:title" content="Only here"><meta property="og:description" content="There">`),
    ).toMatchObject({ title: "Only here", description: "There" });
  });

  it("takes the page's title, not that of a drawing", () => {
    expect(read(`<body><svg><title>Icon</title></svg></body>`).title).toBeUndefined();
  });

  it("parses JSON-LD whose texts have line breaks in them", () => {
    const { jsonLd } = read(`<script type="application/ld+json">{
      "@type": "Article",
      "description": "First line.\n\tSecond line."
    }</script>`);
    expect(jsonLd).toEqual([{ "@type": "Article", description: "First line. Second line." }]);
  });

  it("parses JSON-LD and steps over broken blocks", () => {
    const metadata = read(`<script type="application/ld+json">{"@type":"Article","headline":"H"}</script>
      <script type="application/ld+json">{broken</script>`);
    expect(metadata.jsonLd).toEqual([{ "@type": "Article", headline: "H" }]);
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (name, content) => {
        const attribute = (text: string) => text.replaceAll('"', "&quot;");
        expect(read(`<meta name="${attribute(name)}" content="${attribute(content)}">`)).toBeTypeOf("object");
      }),
    );
  });
});
