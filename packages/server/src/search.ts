import type { SearchProvider } from "@garner/core";
import { brave, searxng, serper, tavily } from "@garner/search";
import type { Environment } from "./environment.ts";

/** The search providers that the environment describes, in the order of asking. */
export function searchProvidersOf(environment: Environment): readonly SearchProvider[] {
  const { SEARXNG_ENDPOINT, SEARXNG_ENGINES, SEARXNG_CATEGORIES, SERPER_API_KEY, BRAVE_API_KEY, TAVILY_API_KEY } =
    environment;
  return [
    ...(SERPER_API_KEY === undefined ? [] : [serper({ apiKey: SERPER_API_KEY })]),
    ...(BRAVE_API_KEY === undefined ? [] : [brave({ apiKey: BRAVE_API_KEY })]),
    ...(TAVILY_API_KEY === undefined ? [] : [tavily({ apiKey: TAVILY_API_KEY })]),
    ...(SEARXNG_ENDPOINT === undefined
      ? []
      : [
          searxng({
            baseUrl: SEARXNG_ENDPOINT,
            engines: SEARXNG_ENGINES,
            ...(SEARXNG_CATEGORIES === undefined ? {} : { categories: SEARXNG_CATEGORIES }),
          }),
        ]),
  ];
}
