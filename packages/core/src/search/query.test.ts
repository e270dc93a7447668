import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { categoryOf } from "./categories.ts";
import { countryOf } from "./country.ts";
import { enforce, narrowed, parseQuery, sitesOfQuery, wordsOfQuery, writeQuery } from "./query.ts";
import { isWithin, momentOf, newestFirst, readTime, undatedWarnings, unknownTimesIn } from "./time.ts";

const all = new Set([
  ...(["phrase", "exclude", "site", "inurl", "intitle"] as const),
  ...(["related", "filetype", "imagesize"] as const),
]);
const none = new Set([]);

const hit = (url: string, title = "", description = "") => ({ url, title, description });

/** Clauses as short texts: `-kind:value`, alternatives with `|`. */
function clausesOf(text: string): readonly string[] {
  return parseQuery(text).clauses.map((clause) =>
    clause.map(({ kind, value, isExcluded }) => `${isExcluded ? "-" : ""}${kind}:${value}`).join("|"),
  );
}

describe("operators", () => {
  test.each([
    ['"exact words" more', ["phrase:exact words", "word:more"]],
    ['cats -dogs -"wild birds"', ["word:cats", "-word:dogs", "-phrase:wild birds"]],
    ["site:Docs.example.com/ x", ["site:docs.example.com", "word:x"]],
    ["-site:spam.example x", ["-site:spam.example", "word:x"]],
    ["allinurl: api v2", ["inurl:api", "inurl:v2"]],
    ['inurl:api intitle:"rate limits"', ["inurl:api", "intitle:rate limits"]],
    ["allintitle:one two", ["intitle:one", "intitle:two"]],
    ["related:example.com", ["related:example.com"]],
    ["cats imagesize:1920x1080", ["word:cats", "imagesize:1920x1080"]],
    ["cats larger:800x600", ["word:cats", "larger:800x600"]],
    ["cats larger:huge", ["word:cats", "word:larger:huge"]],
    ["report filetype:pdf -filetype:doc", ["word:report", "filetype:pdf", "-filetype:doc"]],
    ["what is http://x: y", ["word:what", "word:is", "word:http://x:", "word:y"]],
    ["cats OR dogs", ["word:cats|word:dogs"]],
    ['("red lamp" OR "blue lamp") price', ["phrase:red lamp|phrase:blue lamp", "word:price"]],
    ["news site:a.example OR site:b.example", ["word:news", "site:a.example|site:b.example"]],
    ["site:a.example news site:b.example", ["site:a.example|site:b.example", "word:news"]],
    ["OR cats OR", ["word:cats"]],
    ["what is f(x)", ["word:what", "word:is", "word:f(x)"]],
    ["-intitle:draft inurl:a|b", ["-intitle:draft", "inurl:a|b"]],
  ])("%s", (text, expected) => {
    expect(clausesOf(text)).toEqual(expected);
  });

  test.each([
    'cats "exact words" -dogs site:a.example -site:b.example inurl:api intitle:"rate limits"',
    '("red lamp" OR "blue lamp") price filetype:pdf larger:8x6',
    '-"wild birds" -intitle:"old news" related:a.example',
  ])("%s is written as it was meant", (text) => {
    expect(writeQuery(parseQuery(text), all)).toBe(text);
  });

  test("what a provider does not know is written as words, or left to enforcement", () => {
    const query = parseQuery('cats "exact words" -dogs site:a.example inurl:api filetype:pdf');
    expect(writeQuery(query, none)).toBe("cats exact words api");
    expect(wordsOfQuery(query)).toEqual(["cats", "exact words", "api"]);
    expect(sitesOfQuery(narrowed(query, "site", ["b.example", "c.example"]))).toEqual(["a.example"]);
  });

  test.each([
    ["site:a.example", hit("https://sub.a.example/x"), true],
    ["site:a.example", hit("https://nota.example/x"), false],
    ["site:github.com/nodejs", hit("https://github.com/nodejs/node"), true],
    ["site:github.com/nodejs", hit("https://github.com/other"), false],
    ["site:github.com/Köln", hit("https://github.com/K%C3%B6ln/x"), true],
    ["site:bücher.example", hit("https://www.bücher.example/x"), true],
    ["site:*.a.example", hit("https://sub.a.example/x"), true],
    ["site:*.a.example", hit("https://a.example/x"), false],
    ["-site:a.example x", hit("https://a.example/"), false],
    ["-site:bücher.example x", hit("https://bücher.example/"), false],
    ["site:a.example OR site:b.example", hit("https://b.example/"), true],
    ["inurl:api", hit("https://a.example/API/v2"), true],
    ["inurl:api", hit("https://a.example/docs"), false],
    ['"exact words"', hit("https://a.example/", "The Exact words"), true],
    ['"exact words"', hit("https://a.example/", "", "It needs **exact**, words."), true],
    ['"exact words"', hit("https://a.example/", "words exact"), false],
    ['"exact words"', hit("https://a.example/", "inexact words"), false],
    ['"red lamp" OR "blue lamp"', hit("https://a.example/", "A blue lamp"), true],
    ['"red lamp" OR "blue lamp"', hit("https://a.example/", "A green lamp"), false],
    ['"日本"', hit("https://a.example/", "日本語のページ"), true],
    ["cats -dogs", hit("https://a.example/", "Cats", "and dogs"), false],
    ["coffee -java", hit("https://a.example/", "Coffee", "and javascript"), true],
    ["cats -pinterest", hit("https://www.pinterest.example/cats", "Cats"), false],
    ["languages -c++", hit("https://a.example/", "A language", "like C"), true],
    ["languages -c++", hit("https://a.example/", "A language", "like C++"), false],
    ["languages -c++", hit("https://a.example/", "A language", "like C++’s brother"), false],
    ['"C# guide"', hit("https://a.example/", "C guide"), false],
    [`"don't need"`, hit("https://a.example/", "", "You don’t need it."), true],
    ["need -don't", hit("https://a.example/", "", "You don’t need it."), false],
    ["letters -e-mail", hit("https://a.example/", "", "Letters by e\u2011mail"), false],
    ['"cafe-bar"', hit("https://a.example/", "", "The café-bar"), true],
    ['"well-known trade-off"', hit("https://a.example/", "", "a well-known\ntrade-off."), true],
    ['"2*3*4"', hit("https://a.example/", "", "2 * 3 * 4"), true],
    ['"rate-limit"', hit("https://a.example/", "", "a rate of the limit"), false],
    ['"=>"', hit("https://a.example/", "", "x => y"), true],
    ['"=>"', hit("https://a.example/", "", "x = y"), false],
    ["intitle:rate", hit("https://a.example/rate", "Limits"), false],
    ["-intitle:draft", hit("https://a.example/", "A Draft"), false],
    ["report filetype:pdf", hit("https://a.example/r.PDF?x=1"), true],
    ["report filetype:pdf", hit("https://a.example/r.html"), false],
    ["x larger:800x600", { ...hit("https://a.example/"), imageWidth: 801, imageHeight: 601 }, true],
    ["x larger:800x600", { ...hit("https://a.example/"), imageWidth: 800, imageHeight: 601 }, false],
    ["x imagesize:10x10", hit("https://a.example/"), false],
  ])("%s lets a result through or not", (query, result, expected) => {
    expect(enforce(result, parseQuery(query), none)).toBe(expected);
  });

  test("a provider that knows an operator is held to what its results can show", () => {
    const cut = hit("https://a.example/", "Everything about …");
    expect(enforce(cut, parseQuery("intitle:rate"), all)).toBe(true);
    expect(enforce({ ...cut, title: "Limits" }, parseQuery("intitle:rate"), all)).toBe(false);
    expect(enforce({ ...cut, title: "Old news" }, parseQuery("-old"), all)).toBe(false);
    expect(enforce(cut, parseQuery('"deep in the page"'), all)).toBe(true);
  });

  test("any text is a query, and reading what was written gives the same query", () => {
    const words = fc.constantFrom(
      "a",
      "OR",
      '"b c"',
      "-d",
      "site:e.example",
      "(f",
      "g)",
      "-site:h.example",
      "filetype:i",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ unit: "grapheme" }))), (parts) => {
        const text = parts.join(" ");
        expect(enforce(hit("https://x.example/"), parseQuery(text), all)).toBeTypeOf("boolean");
      }),
    );
    fc.assert(
      fc.property(fc.array(words), (parts) => {
        const query = parseQuery(parts.join(" "));
        expect(parseQuery(writeQuery(query, all))).toEqual(query);
      }),
    );
  });
});

const now = Date.UTC(2026, 2, 10, 12);

describe("time filters", () => {
  test.each([
    ["qdr:w", { past: "week", newestFirst: false }],
    ["qdr:d,sbd:1", { past: "day", newestFirst: true }],
    ["cdr:1,cd_min:1/31/2026,cd_max:02/28/2026", { from: "2026-01-31", to: "2026-02-28" }],
  ])("%s", (tbs, expected) => {
    expect(readTime(tbs)).toMatchObject(expected);
  });

  test.each([
    ["qdr:x", ["qdr:x"]],
    ["qdr:w2,sbd:1", ["qdr:w2"]],
    ["week", ["week"]],
    ["cdr:1,cd_min:13/40/2024,cd_max:02/30/2026", ["cd_min:13/40/2024", "cd_max:02/30/2026"]],
    ["cdr:1,cd_min:,cd_max:2/28/2026, sbd:0", []],
    ["", []],
  ])("%j has parts that are none: %j, which leave nothing out", (tbs, unknown) => {
    expect(unknownTimesIn(tbs)).toEqual(unknown);
    expect(unknown.length === 0 || isWithin(readTime(tbs), "2001-01-01", now)).toBe(true);
  });

  test.each([
    ["qdr:d", "2 hours ago", true],
    ["qdr:d", "1 day ago", true],
    ["qdr:d", "3 days ago", false],
    ["qdr:w", "2026-03-05T08:00:00Z", true],
    ["qdr:w", "Feb 1, 2026", false],
    ["qdr:h", "just in", true],
    ["cdr:1,cd_min:1/31/2026,cd_max:2/28/2026", "2026-02-10", true],
    ["cdr:1,cd_min:1/31/2026,cd_max:2/28/2026", "2026-02-28T23:00:00Z", true],
    ["cdr:1,cd_min:1/31/2026,cd_max:2/28/2026", "2026-03-05", false],
    ["cdr:1,cd_min:1/31/2026,cd_max:2/28/2026", "2025-12-24", false],
    ["cdr:1,cd_min:1/31/2026,cd_max:2/28/2026", undefined, true],
  ])("%s lets %s in: %s", (tbs, date, expected) => {
    expect(isWithin(readTime(tbs), date, now)).toBe(expected);
  });

  test("the newest comes first, and what has no date last", () => {
    const dates = ["2026-01-01", undefined, "an hour ago", "yesterday", "Mar 1, 2026"].map((date) => ({ date }));
    expect(newestFirst(dates, now).map(({ date }) => date)).toEqual([
      ...["an hour ago", "yesterday", "Mar 1, 2026", "2026-01-01", undefined],
    ]);
    expect(momentOf("soon", now)).toBeUndefined();
  });

  const hourMs = 3_600_000;
  test.each([
    ...["vor 2 Stunden", "hace 2 horas", "il y a 2 heures", "2 часа назад", "2時間前", "2 小时前", "2시간 전"].map(
      (date) => [date, now - 2 * hourMs] as const,
    ),
    ...["gestern", "hier", "ayer", "vor 1 Tag", "há 1 dia", "1 日前"].map((date) => [date, now - 24 * hourMs] as const),
    ...[
      "28.11.2025",
      "28/11/2025",
      "2025年11月28日",
      "28 de noviembre de 2025",
      "28 nov. 2025",
      "28 ноября 2025 г.",
    ].map((date) => [date, Date.UTC(2025, 10, 28)] as const),
    ["31.02.2025", undefined],
    ["bald", undefined],
  ] as const)("%s is read", (date, at) => {
    expect(momentOf(date, now)?.at).toBe(at);
  });

  test("a filter that can't be held against a date says so", () => {
    const results = [{ date: "vor 2 Stunden" }, { date: "bald" }, {}];
    const at = { name: "P", now };
    expect(undatedWarnings(readTime("qdr:d"), results, at)).toEqual([expect.stringContaining('"bald"')]);
    expect(undatedWarnings(readTime("qdr:d"), [{}, { date: "gestern" }], at)).toEqual([]);
    expect(undatedWarnings(undefined, results, at)).toEqual([]);
  });
});

test.each([
  ["Germany", { code: "de", isWhole: true }],
  ["Berlin,Berlin,Germany", { code: "de", isWhole: false }],
  ["San Francisco, California, United States", { code: "us", isWhole: false }],
  ["UK", { code: "gb", isWhole: true }],
  ["fr", { code: "fr", isWhole: true }],
  ["Atlantis", undefined],
  ["", undefined],
])("the country of %s", (place, expected) => {
  expect(countryOf(place)).toEqual(expected);
});

test("a result belongs to the category of its host", () => {
  expect(categoryOf("https://github.com/nodejs/node", ["research", "github"])).toBe("github");
  expect(categoryOf("https://www.nature.com/articles/1", ["research"])).toBe("research");
  expect(categoryOf("https://naturecom.example/", ["research"])).toBeUndefined();
});
