import { describe, expect, test } from "vitest";
import { hasRoom, maxOpenPages } from "./capacity.ts";
import { reasonToRetire, type BrowserHistory } from "./retirement.ts";

const limits = { maxPages: 100, maxAgeMs: 600_000, maxGrowthBytes: 300e6 };
const young: BrowserHistory = { pages: 10, ageMs: 1000, openingMs: [], idleBytes: [] };
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

describe("a browser is retired", () => {
  test.each<readonly [string, Partial<BrowserHistory>, RegExp | undefined]>([
    ["not while it is well", {}, undefined],
    ["after so many pages", { pages: 100 }, /served 100 pages/],
    ["after so many minutes", { ageMs: 600_000 }, /10 minutes old/],
    ["when its memory has grown", { idleBytes: [200e6, 350e6, 520e6] }, /grown by 305 MB/],
    ["not when its memory came back", { idleBytes: [200e6, 900e6, 210e6] }, undefined],
    ["when it has become slow", { openingMs: [...times(20, 30), ...times(12, 400)] }, /400 ms instead of 30 ms/],
    ["not for one slow page", { openingMs: [...times(30, 30), 4000] }, undefined],
    ["not for a slowness that nobody notices", { openingMs: [...times(20, 10), ...times(12, 60)] }, undefined],
    ["not before there is enough to compare", { openingMs: [...times(5, 30), ...times(5, 4000)] }, undefined],
  ])("%s", (_when, change, reason) => {
    const found = reasonToRetire({ ...young, ...change }, limits);
    expect(found ?? "not at all").toMatch(reason ?? /^not at all$/);
  });
});

test("the number of pages follows cores and the memory there is", () => {
  const gigabyte = 1024 ** 3;
  expect(maxOpenPages({ cores: 4, availableBytes: () => 64 * gigabyte })).toBe(16);
  expect(maxOpenPages({ cores: 16, availableBytes: () => gigabyte })).toBe(5);
  expect(maxOpenPages({ cores: 2, availableBytes: () => 1 })).toBe(1);
  expect(hasRoom({ cores: 2, availableBytes: () => gigabyte })).toBe(true);
  expect(hasRoom({ cores: 2, availableBytes: () => gigabyte / 8 })).toBe(false);
});
