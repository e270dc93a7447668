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
