import fc from "fast-check";
import { expect, test } from "vitest";
import { packWeights, unpackWeights } from "./packed-weights.ts";

const mostlyZero = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, fc.integer({ min: -128, max: 127 })), {
  minLength: 1,
  maxLength: 3000,
});

test("weights come out as they were packed", () => {
  fc.assert(
    fc.property(mostlyZero, (weights) => {
      const packed = packWeights(Int8Array.from(weights));
      expect(Array.from(unpackWeights(packed, weights.length))).toEqual(weights);
    }),
  );
});

test("a matrix comes out transposed", () => {
  const packed = packWeights(Int8Array.from([1, 2, 3, -4, -5, -6]));
  expect(Array.from(unpackWeights(packed, 6, 2))).toEqual([1, -4, 2, -5, 3, -6]);
});

test("what is common takes less than a bit", () => {
  const weights = Int8Array.from({ length: 100_000 }, (_, at) => (at % 50 === 0 ? (at % 7) - 3 : 0));
  expect(packWeights(weights).length).toBeLessThan(100_000 / 16);
});
