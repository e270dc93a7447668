import type { SearchProvider, SearchQuery } from "@garner/core";
import { expect, test } from "vitest";
import { examine, type Setup } from "./examined.ts";

/** A service as a suite wants it: with as many results, or failing in one way. */
export type SearchService =
  | { readonly results: number }
  | { readonly fails: "with status 401" | "with status 429" | "with status 500" | "with a web page" | "to answer" };

/** The settings of {@link testSearchProvider}. */
export interface SearchProviderSuite {
  /** Makes a provider of a service on loopback that is as told. One that "fails to answer" leaves requests open. */
  readonly setup: Setup<SearchProvider, [service: SearchService]>;
}

const patienceMs = 20_000;

/** The exam of every search provider. Call it inside `describe`. */
export function testSearchProvider({ setup }: SearchProviderSuite): void {
  const signal = () => AbortSignal.timeout(patienceMs);
  const queryOf = (provider: SearchProvider, more: Partial<SearchQuery> = {}): SearchQuery => {
    const [source = "web"] = provider.sources;
    const words = ["harbour", "report"];
    const place = { country: "us", language: "en" };
    return { team: "team", text: words.join(" "), words, source, limit: 5, domains: [], ...place, ...more };
  };

  test("says what it is called, and what it searches", async () => {
    const { store: provider } = await examine(setup, { results: 0 });
    expect(provider.name).not.toBe("");
    expect(provider.sources.size).toBeGreaterThan(0);
  });

  test("finds results with an address and a title, of each of its sources, and no more than are wanted", async () => {
    const { store: provider } = await examine(setup, { results: 8 });
    for (const source of provider.sources) {
      const { hits } = await provider.search(queryOf(provider, { source }), signal());
      expect(hits.length, source).toBeGreaterThan(0);
      expect(hits.length, source).toBeLessThanOrEqual(5);
      for (const { url, title } of hits) {
        expect(URL.canParse(url), url).toBe(true);
        expect(title).not.toBe("");
      }
    }
  });

  test("finds nothing without calling it a failure", async () => {
    const { store: provider } = await examine(setup, { results: 0 });
    expect((await provider.search(queryOf(provider), signal())).hits).toEqual([]);
  });

  test.each(["with status 401", "with status 429", "with status 500", "with a web page"] as const)(
    "a service that fails %s is PROVIDER_FAILED, and never an empty list",
    async (fails) => {
      const { store: provider } = await examine(setup, { fails });
      await expect(provider.search(queryOf(provider), signal())).rejects.toMatchObject({ code: "PROVIDER_FAILED" });
    },
  );

  test("a caller who gives up is not kept waiting", async () => {
    const { store: provider } = await examine(setup, { fails: "to answer" });
    const caller = new AbortController();
    const asking = provider.search(queryOf(provider), caller.signal);
    caller.abort();
    await expect(asking).rejects.toThrow();
  });

  test("leaves the query as it is", async () => {
    const { store: provider } = await examine(setup, { results: 1 });
    const query = Object.freeze(queryOf(provider));
    await provider.search(query, signal());
    expect(query).toEqual(queryOf(provider));
  });
}
