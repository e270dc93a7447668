import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { essenceOf, isStreamingMedia, mediaTypeOf } from "./media-type.ts";

const url = "https://example.com/page";
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
const typeOf = (contentType: string, body: string | Uint8Array, address = url) =>
  mediaTypeOf({ contentType, url: address, body: typeof body === "string" ? Buffer.from(body) : body });

/** A ZIP archive as far as a sniffer looks: local headers of its members. */
function zip(...members: readonly (readonly [name: string, content?: string])[]): Uint8Array {
  return latin1(
    members
      .map(
        ([name, content = ""]) =>
          `PK\x03\x04${"\0".repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}${content}`,
      )
      .join(""),
  );
}

const office = "application/vnd.openxmlformats-officedocument";

describe("the header decides", () => {
  test.each([
    ["text/html; charset=utf-8", "<p>Hi", "text/html"],
    ["TEXT/HTML", "Hi", "text/html"],
    ["text/html, text/html", "<p>Hi", "text/html"],
    ["text/plain", "<html><p>Source code", "text/plain"],
    ["text/markdown; variant=GFM", "# Hi", "text/markdown"],
    ["application/json", `{"a":1}`, "application/json"],
    ["application/ld+json", `{"a":1}`, "application/ld+json"],
    ["text/csv", "a,b", "text/csv"],
    ["application/xml", "<a/>", "application/xml"],
    ["image/svg+xml", "<svg/>", "image/svg+xml"],
    ["application/xhtml+xml", `<html xmlns="http://www.w3.org/1999/xhtml"/>`, "text/html"],
    ["application/vnd.ms-excel", "a\tb", "text/tab-separated-values"],
    ["application/vnd.ms-excel", "a;b\n1;2", "text/csv"],
    ["application/vnd.ms-excel", "<table><tr><td>1</td></tr></table>", "text/html"],
    ["application/vnd.ms-excel", "one word", "application/vnd.ms-excel"],
    ["application/epub+zip", zip(["x"]), "application/epub+zip"],
    ["application/vnd.oasis.opendocument.text", zip(["x"]), "application/vnd.oasis.opendocument.text"],
    ["application/pdf", "junk before\n%PDF-1.4", "application/pdf"],
    ["text/html", "", "text/html"],
    ["application/pdf", "", "application/pdf"],
    ["", "", "text/html"],
  ])("%j: %#", (contentType, body, expected) => expect(typeOf(contentType, body)).toBe(expected));
});

describe("the bytes prove the header wrong", () => {
  test.each([
    ["text/html", "%PDF-1.7", "application/pdf"],
    ["text/plain", "%PDF-1.7", "application/pdf"],
    ["application/octet-stream", "\n%PDF-1.7", "application/pdf"],
    ["text/html", latin1("\x89PNG\r\n\x1a\n..."), "image/png"],
    ["image/png", latin1("\xff\xd8\xff\xe0"), "image/jpeg"],
    ["text/html", zip(["[Content_Types].xml"], ["word/document.xml"]), `${office}.wordprocessingml.document`],
    ["application/zip", zip(["xl/workbook.xml"]), `${office}.spreadsheetml.sheet`],
    ["application/pdf", "<!DOCTYPE html><title>Are you a robot?</title>", "text/html"],
    ["application/json", "  <!doctype html><p>502", "text/html"],
    ["image/jpeg", "<html><body>Hotlinking", "text/html"],
    ["text/xml", "<!doctype html><p>Hi", "text/html"],
    ["application/xml", `<?xml version="1.0"?>\n<html lang="en">`, "text/html"],
    ["text/html", `<?xml version="1.0"?><!-- x --><rss version="2.0">`, "application/rss+xml"],
    ["text/xml", "<rss>", "application/rss+xml"],
    ["text/xml", `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">`, "application/atom+xml"],
    ["application/xml", `<?xml version="1.0"?><rdf:RDF xmlns="http://purl.org/rss/1.0/">`, "application/rdf+xml"],
    ["text/html", `<?xml version="1.0"?><urlset>`, "application/xml"],
    ["text/html", `{"error": "not found"}`, "application/json"],
    ["text/plain", latin1("\0\x01\x02binary"), "application/octet-stream"],
  ])("%j: %#", (contentType, body, expected) => expect(typeOf(contentType, body)).toBe(expected));

  test("but not on thin evidence", () => {
    expect(typeOf("text/html", "{not json} <p>Hi")).toBe("text/html");
    expect(typeOf("text/html", "[1] is a footnote")).toBe("text/html");
    expect(typeOf("text/html", "<!-- rss --> <p>Hi")).toBe("text/html");
    expect(typeOf("text/html", "<feedback>Hi")).toBe("text/html");
  });
});

describe("nothing useful in the header", () => {
  const headers = [
    "",
    "application/octet-stream",
    "binary/octet-stream",
    "unknown/unknown",
    "*/*",
    "nonsense",
    "application/x-download",
  ];
  test.each([
    ["<!doctype html><p>Hi", "text/html"],
    ["<!-- comment --><html>", "text/html"],
    ["  <div class='x'>Hi", "text/html"],
    ["\ufeff<html>", "text/html"],
    [Buffer.from("<!doctype html><p>Hi</p>", "utf16le"), "text/html"],
    [`<?xml version="1.0"?><note/>`, "application/xml"],
    [`<?xml version="1.0"?><svg/>`, "image/svg+xml"],
    [`<svg width="1" xmlns="http://www.w3.org/2000/svg"/>`, "image/svg+xml"],
    [`<rss version="2.0">`, "application/rss+xml"],
    [`<feed xmlns="x">`, "application/atom+xml"],
    [`[{"a": 1}]`, "application/json"],
    ["Just text.", "text/plain"],
    ["naïve – 東京", "text/plain"],
    ["%PDF-1.4", "application/pdf"],
    [latin1("GIF89a"), "image/gif"],
    [latin1("RIFF....WEBPVP8 "), "image/webp"],
    [latin1("\0\0\0\x1cftypavif"), "image/avif"],
    [latin1("\0\0\0\x18ftypmp42"), "video/mp4"],
    [latin1("ID3\x03"), "audio/mpeg"],
    [latin1("\x1f\x8b\x08\0"), "application/gzip"],
    [latin1("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "application/x-ole-storage"],
    ["{\\rtf1\\ansi", "application/rtf"],
    [zip(["mimetype", "application/epub+zip"], ["META-INF/container.xml"]), "application/epub+zip"],
    [zip(["mimetype", "application/vnd.oasis.opendocument.text"], ["x"]), "application/vnd.oasis.opendocument.text"],
    [zip(["ppt/presentation.xml"]), `${office}.presentationml.presentation`],
    [zip(["photo.jpg"]), "application/zip"],
    [latin1("\x01\x02\x03\x04"), "application/octet-stream"],
  ])("the bytes decide: %#", (body, expected) => {
    for (const header of headers) expect(typeOf(header, body)).toBe(expected);
  });

  test.each([
    ["/README.md", "text/markdown"],
    ["/table.CSV?x=y.html", "text/csv"],
    ["/notes.txt", "text/plain"],
    ["/archive.tar.zst", "text/plain"],
  ])("and then the name: %s", (path, expected) => {
    expect(typeOf("application/octet-stream", "a,b,c", `https://example.com${path}`)).toBe(expected);
  });
});

describe("the name that a server gives a file", () => {
  test.each([
    ['attachment; filename="data.csv"', "text/csv"],
    ["attachment; filename=data.csv; size=5", "text/csv"],
    ["attachment; filename*=UTF-8''d%C3%A4ta.tsv; filename=\"data.csv\"", "text/tab-separated-values"],
    ["attachment; FileName* = iso-8859-1'de'd%e4ta.tsv", "text/tab-separated-values"],
    ['attachment; filename*=UTF-8\'\'d%ZZ.tsv; filename="a \\"b\\";c.csv"', "text/csv"],
    ["inline", "text/markdown"],
    [`attachment; filename="${"a".repeat(3000)}.csv"`, "text/markdown"],
  ])("decides before that in the address, where the bytes say nothing: %s", (value, expected) => {
    const file = { body: Buffer.from("a\tb"), url: "https://example.com/README.md" };
    const headers = [["Content-Disposition", value]] as const;
    expect(mediaTypeOf({ ...file, contentType: "application/octet-stream", headers })).toBe(expected);
    expect(mediaTypeOf({ ...file, contentType: "text/plain", headers })).toBe(
      expected === "text/markdown" ? "text/plain" : expected,
    );
    expect(
      mediaTypeOf({ ...file, contentType: "application/octet-stream", body: Buffer.from("%PDF-1.7"), headers }),
    ).toBe("application/pdf");
  });
});

test.each([
  ["/data.csv", "a,b\n1 < 2,2\n", "text/csv"],
  ["/values.yaml", "a: 1\nb:\n - 2\n", "text/plain"],
  ["/data.csv", "<p>You are not logged in", "text/html"],
  ["/page", "a,b\n1,2\n", "text/html"],
])("a page without any tag is what the ending of its name says: %s %j", (path, body, expected) => {
  expect(typeOf("text/html; charset=utf-8", body, `https://example.com${path}`)).toBe(expected);
});

test("every answer is a media type, whatever the page", () => {
  const body = fc.oneof(
    fc.uint8Array(),
    fc.string().map((text) => Buffer.from(text)),
  );
  fc.assert(
    fc.property(fc.string(), body, (contentType, bytes) => {
      expect(typeOf(contentType, bytes)).toMatch(/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+*-]+$/);
    }),
  );
});

test("sounds, films, fonts and streams of messages are known by their header", () => {
  const streams = ["text/event-stream;charset=utf-8", "multipart/x-mixed-replace; boundary=x"];
  expect(["video/mp4", "audio/ogg; codecs=x", "font/woff2", ...streams].every(isStreamingMedia)).toBe(true);
  expect(["text/html", "text/plain", "image/png", "application/pdf", ""].some(isStreamingMedia)).toBe(false);
});

test("the essence of a header", () => {
  expect([" Text/HTML ; charset=x", "text", "text/html;", "/", "a/b/c"].map(essenceOf)).toEqual([
    "text/html",
    "",
    "text/html",
    "",
    "",
  ]);
});
