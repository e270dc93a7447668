import { checkOptions, type SearchHit, type SearchProvider, type SearchQuery } from "@garner/core";
import { z } from "zod";
import { askJson, keyedKinds, type ProviderConnection } from "./ask-json.ts";
import { plainText } from "./markup.ts";
import { unmetWarnings } from "./unmet.ts";

/** Options of reaching Tavily. */
export interface TavilyOptions extends ProviderConnection {
  readonly apiKey: string;
  /** `advanced` finds more and costs more; `basic` when not given. */
  readonly depth?: "basic" | "advanced" | undefined;
}

const Answer = z.looseObject({
  results: z.array(
    z.looseObject({
      url: z.string(),
      title: z.string().nullish(),
      content: z.string().nullish(),
      published_date: z.string().nullish(),
    }),
  ),
});

const maxResults = 20;

/**
 * Searches with Tavily (https://docs.tavily.com): web and news. Of the operators it knows `site:`, as a list of domains. Throws
 * BAD_REQUEST without a key, and for options that do not exist or are of the wrong type.
 */
export function tavily(options: TavilyOptions): SearchProvider {
  const depths = z.enum(["basic", "advanced"]).optional();
  checkOptions<TavilyOptions>("tavily", options, { ...keyedKinds, depth: depths });
  const { apiKey, depth = "basic", baseUrl = "https://api.tavily.com", fetch = globalThis.fetch } = options;
  return {
    name: "Tavily",
    sources: new Set(["web", "news"] as const),
    operators: new Set([]),
    async search(query, signal) {
      const url = new URL(`${baseUrl.replace(/\/+$/, "")}/search`);
      const headers = { authorization: `Bearer ${apiKey}` };
      const body = { ...bodyOf(query), search_depth: depth };
      const answer = await askJson({ name: "Tavily", url, headers, body, schema: Answer, fetch }, signal);
      return { hits: answer.results.map(hitOf), warnings: unmetWarnings("Tavily", query) };
    },
  };
}

function bodyOf({ text, words, source, limit, domains, time }: SearchQuery) {
  const past = time?.past === "hour" ? "day" : time?.past;
  return {
    query: text === "" ? words.join(" ") : text,
    topic: source === "news" ? "news" : "general",
    max_results: Math.min(limit, maxResults),
    ...(domains.length === 0 ? {} : { include_domains: domains.map((domain) => domain.split("/")[0] ?? domain) }),
    ...(past === undefined ? {} : { time_range: past }),
    ...(time?.from === undefined ? {} : { start_date: time.from }),
    ...(time?.to === undefined ? {} : { end_date: time.to }),
  };
}

function hitOf(result: z.output<typeof Answer>["results"][number]): SearchHit {
  const { url, published_date: date } = result;
  return {
    url,
    title: plainText(result.title) || url,
    description: plainText(result.content),
    ...(date === null || date === undefined ? {} : { date }),
  };
}
