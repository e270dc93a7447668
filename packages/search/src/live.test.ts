import { createEngine, type SearchProvider } from "@garner/core";
import { describe, expect, test } from "vitest";
import { brave, searxng, serper, tavily } from "./index.ts";

const { BRAVE_API_KEY, SERPER_API_KEY, TAVILY_API_KEY, SEARXNG_ENDPOINT } = process.env;

/** The services that a key or an address is set for. */
const configured: readonly SearchProvider[] = [
  ...(BRAVE_API_KEY === undefined ? [] : [brave({ apiKey: BRAVE_API_KEY })]),
  ...(SERPER_API_KEY === undefined ? [] : [serper({ apiKey: SERPER_API_KEY })]),
  ...(TAVILY_API_KEY === undefined ? [] : [tavily({ apiKey: TAVILY_API_KEY })]),
  ...(SEARXNG_ENDPOINT === undefined ? [] : [searxng({ baseUrl: SEARXNG_ENDPOINT })]),
];

// Live: asks the real services, and only those whose key is set in the environment.
describe.skipIf(configured.length === 0)("live: the real search services", () => {
  test.each(configured.map((provider) => [provider.name, provider] as const))("%s", async (_, provider) => {
    await using engine = createEngine({ search: provider });
    const { results } = await engine.search({ query: "hypertext transfer protocol site:w3.org", limit: 3 });
    expect(results.web?.length).toBeGreaterThan(0);
    for (const { url } of results.web ?? []) expect(new URL(url).hostname).toMatch(/(?:^|\.)w3\.org$/);
  });
});
