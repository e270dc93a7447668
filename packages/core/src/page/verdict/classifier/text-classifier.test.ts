import fc from "fast-check";
import { expect, test } from "vitest";
import { readPassages, readTogether, type TextModel } from "./text-classifier.ts";

const model: TextModel = {
  bias: [0.5, -1, 0, 0, 0, 0, 0, 0, 0, 0.25],
  scale: 0.45,
  weights: Int8Array.from({ length: 400 }, (_, at) => ((at * 37) % 11) - 5),
};

test("a passage read step by step is what its texts are together", () => {
  const text = fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 12 }).map((all) => new Set(all));
  fc.assert(
    fc.property(fc.array(text, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (texts, length) => {
      const together = texts.map((_, at) => readTogether(texts.slice(at, at + length), model));
      const single = texts.map((text) => readTogether([text], model));
      expect(readPassages(texts, length, model)).toEqual({ single, passages: together });
    }),
  );
});
