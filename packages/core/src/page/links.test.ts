import { describe, expect, it, test } from "vitest";
import { elementsNamed } from "../markup/elements.ts";
import { readLinks, readSitemapLinks } from "./links.ts";
import { parse } from "../markup/parse.ts";

const read = (html: string) => readLinks(parse(html), "https://site.example/dir/page.html");

describe("readLinks", () => {
  it("makes links absolute and keeps the first of each in page order", () => {
    expect(
      read(`<a href="b">b</a><a href="/a">a</a><a href="b#part">b again</a><a href="//other.example">o</a>`),
    ).toEqual(["https://site.example/dir/b", "https://site.example/a", "https://other.example/"]);
  });

  it("leaves out what is not a page, and keeps mail addresses", () => {
    expect(
      read(`<a href="javascript:void(0)">j</a><a href="tel:1">t</a><a href="#top">top</a><a href="">self</a>
        <a>no href</a><a href="mailto:a@b.example">m</a><a href="data:text/html,x">d</a><a href="http://[bad">bad</a>`),
    ).toEqual(["mailto:a@b.example"]);
  });

  it("keeps fragments that are routes", () => {
    expect(read(`<a href="#/users">u</a><a href="#!about">a</a>`)).toEqual([
      "https://site.example/dir/page.html#/users",
      "https://site.example/dir/page.html#!about",
    ]);
  });

  it("repairs a slash that is missing after the scheme", () => {
    expect(read(`<a href="http:/one.example/x">1</a><a href="https//two.example/">2</a>`)).toEqual([
      "http://one.example/x",
      "https://two.example/",
    ]);
  });

  it("reads the frames of a page that consists of frames, and no frame within a page", () => {
    expect(
      read(`<html><frameset cols="20%,80%"><frame src="menu.html"><frame src="/start.html#top"></frameset></html>`),
    ).toEqual(["https://site.example/dir/menu.html", "https://site.example/start.html"]);
    expect(read(`<p>Text</p><iframe src="/player"></iframe>`)).toEqual([]);
  });

  it("reads the areas of image maps", () => {
    expect(read(`<map><area href="/region"></map>`)).toEqual(["https://site.example/region"]);
  });
});

test("the sitemaps of a page are those for crawlers, each once, and only so many", () => {
  const sitemapsOf = (html: string) =>
    readSitemapLinks(elementsNamed(parse(html), ["link"]), "https://site.example/dir/page.html");
  expect(
    sitemapsOf(`<link rel="sitemap" type="application/xml" href="/map.xml"><link rel="Home SITEMAP" href="map.txt">
      <link rel="sitemap" href="/map.xml"><link rel="sitemap" type="text/html" href="/for-people">
      <link rel="sitemap"><link rel="sitemap" href="mailto:a@b.example"><link rel="alternate" href="/feed">`),
  ).toEqual(["https://site.example/map.xml", "https://site.example/dir/map.txt"]);
  const many = Array.from({ length: 100 }, (_, index) => `<link rel="sitemap" href="/${index}.xml">`);
  expect(sitemapsOf(many.join("")).length).toBe(5);
});
