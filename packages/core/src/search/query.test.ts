import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { categoryOf } from "./categories.ts";
import { enforce, parseQuery, writeQuery } from "./query.ts";
import { readTime } from "./time.ts";

const all = new Set(["phrase", "exclude", "site", "inurl", "intitle", "related", "imagesize"] as const);
const none = new Set([]);

const hit = (url: string, title = "", description = "") => ({ url, title, description });

describe("operators", () => {
  test.each([
    ['"exact words" more', { phrases: ["exact words"], words: ["more"] }],
    ['cats -dogs -"wild birds"', { words: ["cats"], excluded: ["dogs", "wild birds"] }],
    ["site:Docs.example.com/ x", { sites: ["docs.example.com"], words: ["x"] }],
    ["-site:spam.example x", { excludedSites: ["spam.example"] }],
    ["allinurl: api v2", { inUrl: ["api", "v2"] }],
    ['inurl:api intitle:"rate limits"', { inUrl: ["api"], inTitle: ["rate limits"] }],
    ["allintitle:one two", { inTitle: ["one", "two"] }],
    ["related:example.com", { related: ["example.com"] }],
    ["cats imagesize:1920x1080", { imageSize: { width: 1920, height: 1080 } }],
    ["cats larger:800x600", { largerThan: { width: 800, height: 600 } }],
    ["what is http://x: y", { words: ["what", "is", "http://x:", "y"] }],
  ])("%s", (text, expected) => {
    expect(parseQuery(text)).toMatchObject(expected);
  });

  test("a query of known operators is written as it was meant", () => {
    const text = 'cats "exact words" -dogs site:a.example -site:b.example inurl:api intitle:"rate limits"';
    expect(parseQuery(writeQuery(parseQuery(text), all))).toEqual(parseQuery(text));
  });

  test("what a provider does not know is written as words, or left to enforcement", () => {
    expect(writeQuery(parseQuery('cats "exact words" -dogs site:a.example inurl:api'), none)).toBe(
      "cats exact words api",
    );
  });

  test.each([
    ["site:a.example", hit("https://sub.a.example/x"), true],
    ["site:a.example", hit("https://nota.example/x"), false],
    ["site:github.com/nodejs", hit("https://github.com/nodejs/node"), true],
    ["site:github.com/nodejs", hit("https://github.com/other"), false],
    ["-site:a.example x", hit("https://a.example/"), false],
    ["inurl:api", hit("https://a.example/API/v2"), true],
    ["inurl:api", hit("https://a.example/docs"), false],
    ['"exact words"', hit("https://a.example/", "The Exact words"), true],
    ['"exact words"', hit("https://a.example/", "words exact"), false],
    ["cats -dogs", hit("https://a.example/", "Cats", "and dogs"), false],
    ["intitle:rate", hit("https://a.example/rate", "Limits"), false],
    ["x larger:800x600", { ...hit("https://a.example/"), imageWidth: 801, imageHeight: 601 }, true],
    ["x larger:800x600", { ...hit("https://a.example/"), imageWidth: 800, imageHeight: 601 }, false],
    ["x imagesize:10x10", hit("https://a.example/"), false],
  ])("%s lets a result through or not", (query, result, expected) => {
    expect(enforce(result, parseQuery(query), none)).toBe(expected);
  });

  test("any text is a query", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => void writeQuery(parseQuery(text), all)));
  });
});

test.each([
  ["qdr:w", { past: "week", newestFirst: false }],
  ["qdr:d,sbd:1", { past: "day", newestFirst: true }],
  ["cdr:1,cd_min:1/31/2026,cd_max:02/28/2026", { from: "2026-01-31", to: "2026-02-28" }],
])("the time filter %s", (tbs, expected) => {
  expect(readTime(tbs)).toMatchObject(expected);
});

test("a result belongs to the category of its host", () => {
  expect(categoryOf("https://github.com/nodejs/node", ["research", "github"])).toBe("github");
  expect(categoryOf("https://www.nature.com/articles/1", ["research"])).toBe("research");
  expect(categoryOf("https://naturecom.example/", ["research"])).toBeUndefined();
});
