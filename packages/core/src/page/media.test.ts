import serialize from "dom-serializer";
import type { Document } from "domhandler";
import { findAll } from "domutils";
import { expect, test } from "vitest";
import { indexElements } from "./element-index.ts";
import { readImages } from "./images.ts";
import { enlargeImages, resolveMedia } from "./media.ts";
import { parse } from "../markup/parse.ts";

const resolve = (document: Document): void => resolveMedia(indexElements(document));

function sources(html: string, stage = resolve): (string | undefined)[] {
  const document = parse(html);
  stage(document);
  return findAll(({ name }) => name === "img", document.children).map(({ attribs }) => attribs["src"]);
}

test("the largest candidate of a srcset wins where images are enlarged", () => {
  const enlarged = (html: string) => sources(html, (document) => enlargeImages(document, "https://site.example/dir/"));
  expect(enlarged('<img src="/s.jpg" srcset="/s.jpg 320w, /l.jpg 1280w, /m.jpg 640w">')).toEqual([
    "https://site.example/l.jpg",
  ]);
  expect(enlarged('<img src="/1.jpg" srcset="/a,b.jpg 1.5x,2.jpg 2x">')).toEqual(["https://site.example/dir/2.jpg"]);
});

test("an image that shows a picture of its own keeps it", () => {
  expect(sources('<img src="/s.jpg" srcset="/s.jpg 320w, /l.jpg 1280w">')).toEqual(["/s.jpg"]);
});

test("an image whose srcset names its src among other sizes shows a picture of its own, whatever scripts add", () => {
  expect(sources('<img src="/s.jpg" srcset="/s.jpg 320w, /l.jpg 1280w" data-src="/l.jpg">')).toEqual(["/s.jpg"]);
  expect(sources('<img src="/proxy?image=a.jpg" data-url="https://a.test/a.jpg">')).toEqual(["/proxy?image=a.jpg"]);
});

test("lazy pictures get their address", () => {
  const gif = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
  expect(sources(`<img src="${gif}" data-src="/r.jpg">`)).toEqual(["/r.jpg"]);
  expect(sources('<img src="/thumb.jpg" data-lazy-src="/full.jpg">')).toEqual(["/full.jpg"]);
  expect(sources(`<img src="${gif}" data-srcset="/a.jpg 1x, /b.jpg 2x">`)).toEqual(["/b.jpg"]);
  expect(sources(`<picture><source srcset="/p.webp 800w"><img src="${gif}"></picture>`)).toEqual(["/p.webp"]);
});

test("a picture is found under whatever name a page keeps its address, if it looks like one", () => {
  expect(sources('<img data-src-2x="/a.svg"><img src="/spacer.gif" data-image="/b.jpg?w=9">')).toEqual([
    "/a.svg",
    "/b.jpg?w=9",
  ]);
  expect(
    sources('<img data-error-src="/e.png"><img data-page="/a/b.html"><img src="/s.jpg" data-zoom="/l.jpg">'),
  ).toEqual([undefined, undefined, "/s.jpg"]);
});

test("what is no address is left alone", () => {
  expect(
    sources('<img src="/a.jpg" data-src="{{image}}" data-lazy="true" srcset="data:image/gif;base64,AA 1x">'),
  ).toEqual(["/a.jpg"]);
  expect(sources(`<img src="/a.jpg" data-src='{"default":{"src":"//b.test/b.jpg"}}'>`)).toEqual(["/a.jpg"]);
});

test("a fallback replaces the placeholder before it, or stands for a missing picture", () => {
  expect(sources('<img src="/blank.gif"><noscript><img src="/r.jpg"></noscript>')).toEqual(["/r.jpg"]);
  expect(sources('<p>x</p><noscript><img src="/r.jpg"></noscript>')).toEqual(["/r.jpg"]);
});

test("a fallback goes where what follows shows the same picture, and only there", () => {
  const fallback = '<p>x</p><noscript><img src="/a.jpg"></noscript>';
  expect(sources(`${fallback} <img data-src="/a.jpg">`)).toEqual(["/a.jpg"]);
  expect(sources(`${fallback}<img data-src="/b.jpg">`)).toEqual(["/a.jpg", "/b.jpg"]);
});

test("tracking pixels stay where they are", () => {
  const document = parse('<noscript><img width="1" height="1" src="https://t.test/p.gif"></noscript>');
  resolve(document);
  expect(serialize(document)).toContain("<noscript>");
});

test("the description of a picture is one line, however it stands in the page", () => {
  const page = parse('<img src="/boat.jpg" alt=" A red\n   boat ">');
  expect(readImages(page, "https://site.example/", { keepsData: false })).toEqual([
    { url: "https://site.example/boat.jpg", alt: "A red boat" },
  ]);
});

test("a picture that a style puts behind an element, or a drawing holds, is one of the page's", () => {
  const page = parse(`
    <div role="img" aria-label="The harbour" style="color: red; Background-Image: linear-gradient(red, blue), url('/Harbour.jpg')"></div>
    <i style="background:#fff url(/b.png) no-repeat;mask:url(/mask.svg)"></i>
    <i style="background: url(data:image/png;base64,AA)"></i><i style="background: url(#paint)"></i>
    <svg><image href="/c.png" width="40" height="30"/><image xlink:href="/d.png"/></svg>`);
  expect(readImages(page, "https://site.example/", { keepsData: true })).toEqual([
    { url: "https://site.example/Harbour.jpg", alt: "The harbour" },
    { url: "https://site.example/b.png", alt: "" },
    { url: "https://site.example/c.png", alt: "", width: 40, height: 30 },
    { url: "https://site.example/d.png", alt: "" },
  ]);
});
