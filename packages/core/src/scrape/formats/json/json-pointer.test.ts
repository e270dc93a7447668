import { expect, test } from "vitest";
import { fieldPath, namesIn, pointerTo } from "./json-pointer.ts";

test("a name survives its way through a pointer, whatever signs it has", () => {
  const names = ["plans", "0", "price/month", "a~b", "~1", ""];
  const pointer = names.reduce<string>(pointerTo, "");
  expect(pointer).toBe("/plans/0/price~1month/a~0b/~01/");
  expect(namesIn(pointer)).toEqual(names);
});

test("a value itself has no name", () => {
  expect(namesIn("")).toEqual([]);
});

test.each([
  ["", "(root)"],
  ["/plans/0/price", "plans[0].price"],
  ["/0/1", "[0][1]"],
  ["/price~1month", "price/month"],
])("%j is %s to people", (pointer, path) => {
  expect(fieldPath(pointer)).toBe(path);
});
