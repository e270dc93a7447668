import fc from "fast-check";
import { expect, test } from "vitest";
import { wordsOf } from "./words.ts";

const ascii = fc.string({ unit: "binary-ascii", maxLength: 60 });
const any = fc.string({ unit: "grapheme", maxLength: 60 });

test("what stands between white space is cut by itself", () => {
  fc.assert(
    fc.property(any, any, (one, other) => {
      expect(wordsOf(`${one} ${other}`)).toEqual([...wordsOf(one), ...wordsOf(other)]);
    }),
  );
});

test("words are the same beside other letters as by themselves", () => {
  fc.assert(
    fc.property(ascii, (text) => {
      const joined = text.replaceAll(/\s/g, "-");
      expect(wordsOf(`é.${joined}`)).toEqual(["e", ...wordsOf(joined)]);
    }),
  );
});
