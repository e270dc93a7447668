import type { KeptScrape, ScrapeStore } from "@garner/core";
import { expect, test } from "vitest";
import { examine, type Setup } from "./examined.ts";

/** The settings of {@link testScrapeStore}. */
export interface ScrapeStoreSuite {
  /** Makes an empty store. */
  readonly setup: Setup<ScrapeStore>;
}

/** The exam of every scrape store. Call it inside `describe`. */
export function testScrapeStore({ setup }: ScrapeStoreSuite): void {
  const at = Date.now();
  const hourMs = 60 * 60 * 1000;
  const scrape = (more: Partial<KeptScrape> = {}): KeptScrape => {
    return { id: "one", team: "team", json: '{"markdown":"# Päge 页"}', expiresAt: at + hourMs, ...more };
  };

  test("gives a result as it was kept", async () => {
    const { store } = await examine(setup);
    const long = JSON.stringify({ markdown: "A long line of 页. ".repeat(10_000) });
    await store.keep(scrape(), at);
    await store.keep(scrape({ id: "long", json: long }), at);
    expect(await store.get({ id: "one", team: "team", at })).toBe('{"markdown":"# Päge 页"}');
    expect(await store.get({ id: "long", team: "team", at })).toBe(long);
  });

  test("knows nothing of what was not kept, and nothing for another team", async () => {
    const { store } = await examine(setup);
    await store.keep(scrape(), at);
    expect(await store.get({ id: "two", team: "team", at })).toBeUndefined();
    expect(await store.get({ id: "one", team: "other", at })).toBeUndefined();
  });

  test("the last result of an id is the one", async () => {
    const { store } = await examine(setup);
    await store.keep(scrape(), at);
    await store.keep(scrape({ json: "{}" }), at);
    expect(await store.get({ id: "one", team: "team", at })).toBe("{}");
  });

  test("a result that has expired is unknown", async () => {
    const { store } = await examine(setup);
    await store.keep(scrape({ expiresAt: at - 1 }), at - 2);
    await store.keep(scrape({ id: "two" }), at);
    await expect.poll(() => store.get({ id: "one", team: "team", at })).toBeUndefined();
    expect(await store.get({ id: "two", team: "team", at })).toBeDefined();
  });

  test("is kept and shared: opened again, it has what was kept", async ({ skip }) => {
    const { store, another } = await examine(setup);
    await store.keep(scrape(), at);
    const other = another === undefined ? skip("setup gives no `another`") : await another();
    expect(await other.get({ id: "one", team: "team", at })).toBe('{"markdown":"# Päge 页"}');
  });
}
