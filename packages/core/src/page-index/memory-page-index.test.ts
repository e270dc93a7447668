import { testPageIndex } from "@garner/testkit";
import { describe, expect, test } from "vitest";
import { memoryPageIndex } from "./memory-page-index.ts";

describe("the page index in memory", () => testPageIndex({ setup: memoryPageIndex }));

test("a memory index forgets what was used least recently, with its words and links", async () => {
  const index = memoryPageIndex({ clock: { now: () => 0 }, maxCharacters: 3000 });
  for (let number = 0; number < 10; number += 1) {
    await index.put({
      team: "red",
      url: `https://a.example/${number}`,
      text: "lamp ".repeat(50),
      links: ["https://b.example/"],
      indexedAt: number,
    });
  }
  const kept = await index.search({ team: "red", words: ["lamp"], limit: 20 });
  expect(kept.length).toBeGreaterThan(1);
  expect(kept.length).toBeLessThan(5);
  expect(await index.countLinksTo("https://b.example/", "red")).toBe(kept.length);
});

test("a memory index drops the histories used least recently, and says how many had not expired", async () => {
  const index = memoryPageIndex({ clock: { now: () => 1000 }, maxHistoryBytes: 2000 });
  const text = (seed: number) =>
    Array.from({ length: 300 }, (_, at) => ((seed + at) ** 5 % 7919).toString(36)).join(" ");
  expect(await index.writeSnapshot("one", text(1), 500)).toBe(0);
  expect(await index.writeSnapshot("two", text(2), 2000)).toBe(0);
  expect(await index.readSnapshot("two")).toBe(text(2));
  expect(await index.writeSnapshot("three", text(3), 2000)).toBe(0);
  expect(await index.writeSnapshot("three", text(3), 2000)).toBe(0);
  expect(await index.writeSnapshot("four", text(4), 2000)).toBe(1);
  expect(await index.readSnapshot("two")).toBeUndefined();
  expect(await index.readSnapshot("three")).toBe(text(3));
});

test("a long text whose versions stand far apart takes little more room than one of them", async () => {
  const index = memoryPageIndex({ clock: { now: () => 0 }, maxHistoryBytes: 900_000 });
  const version = Array.from({ length: 250_000 }, (_, at) => (at ** 3 % 99_991).toString(36)).join(" ");
  const history = Array.from({ length: 5 }, (_, number) => `${number} ${version}`).join("\n");
  expect(await index.writeSnapshot("key", history, 1)).toBe(0);
  expect(await index.readSnapshot("key")).toBe(history);
});
