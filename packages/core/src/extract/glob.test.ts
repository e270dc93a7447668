import { expect, test } from "vitest";
import { readGlob } from "./glob.ts";

test.each([
  ["https://a.example/blog/*", "https://a.example/blog/", ["/blog/one", "/blog/2026/two", "/blog"], ["/blogs", "/"]],
  ["https://a.example/*", "https://a.example/", ["/", "/anything/at/all"], []],
  [
    "https://a.example/*/pricing",
    "https://a.example/",
    ["/de/pricing", "/fr/pricing/"],
    ["/pricing", "/de/fr/pricing", "/de/pricing/old"],
  ],
  ["https://a.example/docs/v*/install", "https://a.example/docs/", ["/docs/v2/install"], ["/docs/latest/install"]],
  ["https://a.example/a.b/*", "https://a.example/a.b/", ["/a.b/c"], ["/aXb/c"]],
])("%s", (address, base, matching, others) => {
  const glob = readGlob(address);
  expect(glob?.base).toBe(base);
  for (const path of matching) expect([path, glob?.matches(`https://a.example${path}`)]).toEqual([path, true]);
  for (const path of others) expect([path, glob?.matches(`https://a.example${path}`)]).toEqual([path, false]);
});

test("other subdomains match, other domains don't", () => {
  const glob = readGlob("https://a.example/blog/*");
  expect(glob?.matches("https://news.a.example/blog/x")).toBe(true);
  expect(glob?.matches("https://nota.example/blog/x")).toBe(false);
});

test("a stray percent sign is part of the path", () => {
  expect(readGlob("https://a.example/100%/*")?.matches("https://a.example/100%/x")).toBe(true);
});

test("however many stars, a path either has what is between them or hasn't", () => {
  const stars = "a*".repeat(2000);
  const glob = readGlob(`https://a.example/${stars}b/c`);
  expect(glob?.matches(`https://a.example/${"a".repeat(4000)}/c`)).toBe(false);
  expect(glob?.matches(`https://a.example/${"a".repeat(4000)}b/c`)).toBe(true);
});

test("a URL without a star is no glob", () => {
  expect(readGlob("https://a.example/blog?q=*")).toBeUndefined();
});
