import { checkOptions, type SearchHit, type SearchProvider, type SearchQuery, type SearchTime } from "@garner/core";
import { z } from "zod";
import { askJson, keyedKinds, type ProviderConnection } from "./ask-json.ts";
import { askPages } from "./ask-pages.ts";
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

/** The values of `search_lang` and `country`, as Brave writes them: it refuses a whole search for any other. */
const languages: ReadonlySet<string> = new Set(
  "ar bg bn ca cs da de el en en-gb es et eu fi fr gl gu he hi hr hu is it jp kn ko lt lv ml mr ms nb nl pa pl pt-br pt-pt ro ru sk sl sr sv ta te th tr uk vi zh-hans zh-hant".split(
    " ",
  ),
);
const countries: ReadonlySet<string> = new Set(
  "ar at au be br ca ch cl cn de dk es fi fr gb gr hk id in it jp kr mx my nl no nz ph pl pt ru sa se tr tw us za".split(
    " ",
  ),
);

/** The most results that one request gives, and the last page. */
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
    const language = searchLanguage(query);
    const parameters = {
      q: query.text,
      count: String(Math.min(query.limit, pageSizes[query.source])),
      country: countries.has(query.country) ? query.country : "all",
      ...(language === undefined ? {} : { search_lang: language }),
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
      return { hits, warnings: [...audienceWarnings(query), ...unmetWarnings("Brave", query), ...warnings] };
    },
  };
}

/** The regions that write Chinese in traditional characters. */
const traditional: ReadonlySet<string> = new Set(["tw", "hk", "mo"]);

/** The language of a query as Brave writes it; undefined for one that it does not know. */
function searchLanguage({ language: asked, country }: SearchQuery): string | undefined {
  if (languages.has(asked)) return asked;
  const { language, script, region } = new Intl.Locale(asked);
  const place = region?.toLowerCase() ?? country;
  if (language === "zh")
    return script === "Hant" || (script === undefined && traditional.has(place)) ? "zh-hant" : "zh-hans";
  if (language === "pt") return place === "br" ? "pt-br" : "pt-pt";
  const own = { ja: "jp", no: "nb", nn: "nb" }[language] ?? language;
  return languages.has(own) ? own : undefined;
}

function audienceWarnings(query: SearchQuery): readonly string[] {
  const { language, country } = query;
  return [
    ...(searchLanguage(query) === undefined
      ? [`Brave does not know the language "${language}"; it searched without one.`]
      : []),
    ...(countries.has(country) ? [] : [`Brave does not know the country "${country}"; it searched in all.`]),
  ];
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
