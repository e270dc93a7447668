import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergeAnswers } from "./merge.ts";

const merge = (...values: readonly unknown[]) => mergeAnswers(values.map((value) => ({ value })));

test("fields of several answers complete each other", () => {
  expect(merge({ name: "Acme", phone: null }, { phone: "1", tags: ["a"] }, { name: "", tags: ["A", "b"] })).toEqual({
    name: "Acme",
    phone: "1",
    tags: ["a", "b"],
  });
});

test("where answers differ, each field's own weight decides, also within lists", () => {
  const answers = [
    { value: { year: 1920, place: "Oslo" }, weightOf: (path: string) => (path === "year" ? 0.2 : 0.9) },
    { value: { year: 1921, place: "Bergen" }, weightOf: (path: string) => (path === "year" ? 0.9 : 0.2) },
    { value: { year: 1920 }, weightOf: () => 0.3 },
  ];
  expect(mergeAnswers(answers)).toEqual({ year: 1921, place: "Oslo" });
  const lists = [
    { value: [{ sku: "B" }, { sku: "A", price: 1 }], weightOf: (path: string) => (path === "[1].price" ? 0.1 : 1) },
    { value: [{ sku: "A", price: 2 }], weightOf: () => 1 },
  ];
  expect(mergeAnswers(lists)).toEqual([{ sku: "B" }, { sku: "A", price: 2 }]);
});

test("list members that are the same thing become one", () => {
  const one = [{ sku: "A", name: "Lamp", price: 1 }, { name: "Rug" }];
  const two = [
    { sku: "A", colour: "red" },
    { name: "rug", size: 2 },
    { name: "Lamp", price: 9 },
  ];
  expect(merge(one, two)).toEqual([
    { sku: "A", name: "Lamp", price: 1, colour: "red" },
    { name: "Rug", size: 2 },
    { name: "Lamp", price: 9 },
  ]);
});

test("members that share a name with several others are held against each of them", () => {
  const sizes = ["S", "M", "L", "XL"].map((size, index) => ({ name: "Shirt", size, price: 10 + index }));
  const lists = [sizes, sizes.toReversed(), sizes.map(({ name, size }) => ({ name, size }))];
  expect(mergeAnswers(lists.map((value) => ({ value })))).toEqual(sizes);
});

test("what is told apart by an id stays apart", () => {
  expect(merge([{ id: 1, name: "Same" }], [{ id: 2, name: "Same" }])).toEqual([
    { id: 1, name: "Same" },
    { id: 2, name: "Same" },
  ]);
});

test("merging an answer with itself changes nothing", () => {
  const plain = fc.dictionary(fc.stringMatching(/^[a-d]$/), fc.oneof(fc.integer(), fc.stringMatching(/^[a-z]{1,5}$/)), {
    minKeys: 1,
  });
  fc.assert(fc.property(plain, (value) => void expect(merge(value, value)).toEqual(value)));
});
