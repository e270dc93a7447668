import { expect, test } from "vitest";
import { brandsOf } from "./brands.ts";

/** As Chrome and Debian's Chromium of these versions sent it. */
test.each([
  ["120.0.6099.71", "Google Chrome", `"Not_A Brand";v="8", "Chromium";v="120", "Google Chrome";v="120"`],
  ["121.0.6167.85", "Google Chrome", `"Not A(Brand";v="99", "Google Chrome";v="121", "Chromium";v="121"`],
  ["124.0.6367.60", "Google Chrome", `"Chromium";v="124", "Google Chrome";v="124", "Not-A.Brand";v="99"`],
  ["156.0.8078.79", undefined, `"Not:A-Brand";v="8", "Chromium";v="156"`],
])("the brands of %s %s", (version, product, header) => {
  const { brands, fullVersionList } = brandsOf(version, product);
  expect(brands.map(({ brand, version: major }) => `"${brand}";v="${major}"`).join(", ")).toBe(header);
  expect(fullVersionList.map(({ brand }) => brand)).toEqual(brands.map(({ brand }) => brand));
  expect(fullVersionList).toContainEqual({ brand: "Chromium", version });
});
