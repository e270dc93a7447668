import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test.each([
  ["## The *first* heading", "The first heading"],
  [String.raw`json/\_\_init\_\_.py and snake_case`, "json/__init__.py and snake_case"],
  ['[a \\[link\\]](https://a.test/x_(y)) ![Alt](<data: x> "t")', "a [link] Alt"],
  ["`__init__` and ``a`b``", "__init__ and a`b"],
  ["> quoted _words_, **bold**, ~~gone~~", "quoted words, bold, gone"],
  ["2 * 3 and a \\* b", "2 * 3 and a * b"],
  ["C# and #5", "C# and #5"],
  ["one\\\ntwo", "one\ntwo"],
  ["| a | b |\n| - | - |\n| 1 | x \\| y |", " a b \n\n 1 x | y "],
])("%j reads %j", (markdown, text) => {
  expect(plainText(markdown).replaceAll(/[^\S\n]+/g, " ")).toBe(text.replaceAll(/[^\S\n]+/g, " "));
});

test("what was escaped comes back as it was", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."ab _*`[]()!#|\\~<>-") }), (text) => {
      const escaped = text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
      expect(plainText(escaped)).toBe(text);
    }),
  );
});

test("no text takes long", () => {
  for (const unit of ["[", "[](", "![a](", "`", "*", "_", "\\", "> ", "|", "[a](("]) {
    const text = unit.repeat(100_000 / unit.length);
    expect(plainText(text).length).toBeLessThanOrEqual(text.length);
  }
});
