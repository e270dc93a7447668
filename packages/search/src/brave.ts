import { checkOptions, type SearchHit, type SearchProvider, type SearchQuery, type SearchTime } from "@garner/core";
import { z } from "zod";
import { askJson, keyedKinds, type ProviderConnection } from "./ask-json.ts";
import { askPages } from "./ask-pages.ts";
import { languageOf } from "./language.ts";
import { plainText } from "./markup.ts";
import { unmetWarnings } from "./unmet.ts";

/** Options of reaching Brave Search. */
export interface BraveOptions extends ProviderConnection {
  readonly apiKey: string;
}

const Result = z.looseObject({
  url: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  age: z.string().nullish(),
  page_age: z.string().nullish(),
  thumbnail: z.looseObject({ src: z.string().nullish() }).nullish(),
  properties: z
    .looseObject({ url: z.string().nullish(), width: z.number().nullish(), height: z.number().nullish() })
    .nullish(),
});
const Results = z.array(Result);

// Web results stand in a group of their own, images and news at the top.
const Answer = z.looseObject({ web: z.looseObject({ results: Results }).nullish(), results: Results.nullish() });

/** The most results that one request gives, and the last page. */
/** The languages that Brave knows with a region or a script. */
const regional: ReadonlySet<string> = new Set(["en-gb", "pt-br", "pt-pt", "zh-hans", "zh-hant"]);

const pageSizes = { web: 20, images: 100, news: 50 } as const;
const maxPages = 5;

/**
 * Searches with the Brave Search API (https://api-dashboard.search.brave.com/app/documentation). Throws BAD_REQUEST without a
 * key, and for options that do not exist or are of the wrong type.
 */
export function brave(options: BraveOptions): SearchProvider {
  checkOptions<BraveOptions>("brave", options, keyedKinds);
  const { apiKey, baseUrl = "https://api.search.brave.com", fetch = globalThis.fetch } = options;
  async function askPage(query: SearchQuery, page: number, signal: AbortSignal): Promise<readonly SearchHit[]> {
    const url = new URL(`${baseUrl.replace(/\/+$/, "")}/res/v1/${query.source}/search`);
    const freshness = freshnessOf(query.time);
    const parameters = {
      q: query.text,
      count: String(Math.min(query.limit, pageSizes[query.source])),
      country: query.country,
      search_lang: regional.has(query.language) ? query.language : languageOf(query),
      ...(page === 0 || query.source === "images" ? {} : { offset: String(page) }),
      ...(freshness === undefined || query.source === "images" ? {} : { freshness }),
      ...(query.source === "images" ? {} : { text_decorations: "false" }),
    };
    url.search = new URLSearchParams(parameters).toString();
    const headers = { "x-subscription-token": apiKey };
    const answer = await askJson({ name: "Brave", url, headers, schema: Answer, fetch }, signal);
    return (answer.web?.results ?? answer.results ?? []).map(hitOf);
  }

  return {
    name: "Brave",
    sources: new Set(["web", "images", "news"] as const),
    operators: new Set(["phrase", "exclude", "site", "inurl", "intitle", "filetype"] as const),
    async search(query, signal) {
      const pageSize = Math.min(query.limit, pageSizes[query.source]);
      const pages = { first: 0, most: query.source === "images" ? 1 : maxPages, size: pageSize, limit: query.limit };
      const { hits, warnings } = await askPages(pages, signal, (page) => askPage(query, page, signal));
      return { hits, warnings: [...unmetWarnings("Brave", query), ...warnings] };
    },
  };
}

const spans = { hour: "pd", day: "pd", week: "pw", month: "pm", year: "py" } as const;

function freshnessOf(time: SearchTime | undefined): string | undefined {
  if (time?.past !== undefined) return spans[time.past];
  if (time?.from === undefined && time?.to === undefined) return undefined;
  return `${time.from ?? "1990-01-01"}to${time.to ?? "2100-01-01"}`;
}

function hitOf(result: z.output<typeof Result>): SearchHit {
  const { url, properties, thumbnail } = result;
  const date = result.age ?? result.page_age;
  const imageUrl = properties?.url ?? thumbnail?.src;
  return {
    url,
    title: plainText(result.title) || url,
    description: plainText(result.description),
    ...(date === null || date === undefined ? {} : { date }),
    ...(imageUrl === null || imageUrl === undefined ? {} : { imageUrl }),
    ...(typeof properties?.width === "number" ? { imageWidth: properties.width } : {}),
    ...(typeof properties?.height === "number" ? { imageHeight: properties.height } : {}),
  };
}
