import * as fc from "fast-check";
import { expect, test } from "vitest";
import { estimateTokens, splitText } from "./tokens.ts";

test("parts put together are the text, and none is larger than allowed", () => {
  const texts = fc
    .array(fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("\n\n", "\n# Heading\n", ". ", " ")))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, fc.integer({ min: 2, max: 40 }), (text, maxTokens) => {
      const parts = splitText(text, maxTokens);
      expect(parts.join("")).toBe(text);
      for (const part of parts) expect(estimateTokens(part)).toBeLessThanOrEqual(maxTokens);
    }),
  );
});

test("a part ends before a heading where it can", () => {
  const section = (title: string) => `## ${title}\n\n${"Words and more words. ".repeat(8)}\n\n`;
  const parts = splitText(section("One") + section("Two") + section("Three"), 60);
  expect(parts.map((part) => part.slice(0, 6))).toEqual(["## One", "## Two", "## Thr"]);
});

test("a text without an end takes no more time than it is long", () => {
  // Counting all that is left for every part takes minutes.
  expect(splitText("Sentence of it. ".repeat(200_000), 50).length).toBeGreaterThan(10_000);
});

test("scripts without spaces count a token for every character", () => {
  expect(estimateTokens("日本語のページ")).toBe(7);
  expect(estimateTokens("four")).toBe(1);
});
