import { expect, test } from "vitest";
import { checkPatterns, compilePattern, createPatternCompiler } from "./pattern.ts";

test.each([
  ["^/blog/", "/blog/1", true],
  ["^/blog/", "/en/blog/1", false],
  ["blog", "/en/blog/1", true],
  ["\\.pdf$", "/a.pdf", true],
  ["/(?:en|de)/\\w+/?$", "/de/seite", true],
  ["(?i)ABOUT", "/about", true],
  ["\\p{L}+", "/ü", true],
  ["\\u00fc", "/ü", true],
  ["\\/docs\\/(?<name>[^\\/]+)$", "/docs/a", true],
  ["/[^/]+/edit$", "/a/b/edit", true],
  ["", "/", true],
  ["^/über/", "/%C3%BCber/uns", true],
  ["^/[äöü]ber", "/%c3%bcber", true],
  ["^/новости/\\d+$", "/%D0%BD%D0%BE%D0%B2%D0%BE%D1%81%D1%82%D0%B8/1", true],
  ["^/\\p{L}+$", "/%C3%BCber", true],
  ["^/\\u00fcber$", "/%C3%BCber", true],
  ["^/%C3%BCber$", "/%C3%BCber", true],
  ["ü", "/%FCber", false],
  ["^/.{4}$", "/%C3%BCber", false],
  ["ü?/a/b", "/a%2Fb", false],
])("%s in %s is %s", (source, text, expected) => {
  const pattern = compilePattern(source);
  expect(typeof pattern === "string" ? pattern : pattern.matches(text)).toBe(expected);
});

test.each(["[", "(", "a**", "(?=ahead)", "(a)\\1"])("%s cannot be compiled, and it is said why", (source) => {
  expect(compilePattern(source)).toEqual(expect.stringContaining("error"));
});

test.each(["a{2000}", "(?:a{100}){100}", "(a?){600}", "(?:abcdefghij){1000}"])(
  "%s is too large, and it is said why",
  (source) => {
    expect(compilePattern(source)).toEqual(expect.stringContaining("more than 1100 instructions"));
  },
);

test("patterns that are too large together are refused, the one that is too many by name", () => {
  const includePaths = Array.from({ length: 8 }, (_, index) => `[a-z]{900}${index}`);
  const excludePaths = ["ok", "("];
  expect(checkPatterns({ includePaths: includePaths.slice(0, 5), excludePaths })).toEqual([
    { list: "excludePaths", index: 1, message: expect.stringContaining("cannot be compiled") },
  ]);
  expect(checkPatterns({ excludePaths, includePaths })).toEqual([
    { list: "includePaths", index: 6, message: expect.stringContaining("more than 5500 instructions") },
  ]);
});

test.each(["(?=ahead)", "(?!no)", "(?<=behind)", "(?<!not)", "(a)\\1", "(?<name>a)\\k<name>"])(
  "%s is said to be unsupported",
  (source) => {
    expect(compilePattern(source)).toEqual(
      expect.stringContaining("look-around and back-references are not supported"),
    );
  },
);

test("no pattern can hang: matching is linear in the text", () => {
  // A backtracking engine would take 2^2000 steps and not come back.
  const pattern = compilePattern("^(a+)+$");
  expect(typeof pattern !== "string" && pattern.matches(`${"a".repeat(2000)}!`)).toBe(false);
});

test("a compiler remembers, and leaves out what cannot be compiled", () => {
  const compile = createPatternCompiler();
  const [first] = compile(["a"]);
  expect(compile(["[", "a"])).toEqual([first]);
});
