import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { patternSize } from "./pattern-size.ts";

const atom = fc.constantFrom("a", "\\d", "[a-z]", "[^]x]", "\\p{L}", ".", "\\.", "(?i:b)", "^", "$", "{", "é");
const quantifier = fc.constantFrom("", "", "*", "+?", "?", "{3}", "{2,}", "{0,4}", "{5,9}?");
const { pattern } = fc.letrec<{ readonly pattern: string; readonly part: string }>((tie) => ({
  part: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3 },
        atom,
        tie("pattern").map((inner) => `(${inner})`),
        tie("pattern").map((inner) => `(?:${inner})`),
      ),
      quantifier,
    )
    .map(([inner, times]) => (/^[\^$]/.test(inner) ? inner : inner + times)),
  pattern: fc
    .array(fc.oneof({ arbitrary: tie("part"), weight: 6 }, fc.constant("|")), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join("")),
}));

test("no pattern compiles to much more than its size", () => {
  fc.assert(
    fc.property(pattern, (source) => {
      let size: number;
      try {
        size = RE2JS.compile(RE2JS.translateRegExp(source)).programSize();
      } catch {
        return; // it is none
      }
      expect(size).toBeLessThanOrEqual(2 + patternSize(source) * 1.5);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  "\\p{L}".repeat(30),
  `[${"\\p{L}\\p{N}".repeat(20)}]`,
  "(?i:[A-\\uFFFF])".repeat(4),
  "(?i)[à-\u{1F600}]{4}",
])("%s counts for more than its instructions, as reading its classes takes long", (source) => {
  expect(patternSize(source)).toBeGreaterThan(200);
});

test.each([
  ["^/blog/\\d{4}/", 15],
  ["(?:a{10}){100}", 1105],
  ["(a{1,100}){1,10}", 2040],
  [`(?:${"abc".repeat(300)}){1000}`, 1_000_000],
  ["a{999999999}", 1_000_000_000],
])("the size of %s is about %i", (source, size) => {
  const measured = patternSize(source);
  expect(measured).toBeGreaterThan(size * 0.85);
  expect(measured).toBeLessThan(size * 1.15);
});
