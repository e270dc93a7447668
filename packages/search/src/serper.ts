import { checkOptions, type SearchHit, type SearchProvider, type SearchQuery } from "@garner/core";
import { z } from "zod";
import { askJson, keyedKinds, type ProviderConnection } from "./ask-json.ts";
import { plainText } from "./markup.ts";

/** Options of reaching Serper. */
export interface SerperOptions extends ProviderConnection {
  readonly apiKey: string;
}

const Result = z.looseObject({
  link: z.string(),
  title: z.string().nullish(),
  snippet: z.string().nullish(),
  date: z.string().nullish(),
  imageUrl: z.string().nullish(),
  imageWidth: z.number().nullish(),
  imageHeight: z.number().nullish(),
});
const Answer = z.looseObject({
  organic: z.array(Result).optional(),
  images: z.array(Result).optional(),
  news: z.array(Result).optional(),
});

const paths = { web: "/search", images: "/images", news: "/news" } as const;
const fields = { web: "organic", images: "images", news: "news" } as const;

/**
 * Searches Google through Serper (https://serper.dev). It knows every operator and time filter of Google. Throws BAD_REQUEST
 * without a key, and for options that do not exist or are of the wrong type.
 */
export function serper(options: SerperOptions): SearchProvider {
  checkOptions<SerperOptions>("serper", options, keyedKinds);
  const { apiKey, baseUrl = "https://google.serper.dev", fetch = globalThis.fetch } = options;
  return {
    name: "Serper",
    sources: new Set(["web", "images", "news"] as const),
    operators: new Set(["phrase", "exclude", "site", "inurl", "intitle", "related", "filetype", "imagesize"] as const),
    async search(query, signal) {
      const url = new URL(baseUrl.replace(/\/+$/, "") + paths[query.source]);
      const question = {
        name: "Serper",
        url,
        headers: { "x-api-key": apiKey },
        body: bodyOf(query),
        schema: Answer,
        fetch,
      };
      const answer = await askJson(question, signal);
      return { hits: (answer[fields[query.source]] ?? []).map(hitOf), warnings: [] };
    },
  };
}

function bodyOf({ text, limit, country, language, location, time, filter }: SearchQuery) {
  return {
    q: text,
    num: limit,
    gl: country,
    hl: language,
    ...(location === undefined ? {} : { location }),
    ...(time === undefined ? {} : { tbs: time.tbs }),
    ...(filter === undefined ? {} : { filter }),
  };
}

function hitOf(result: z.output<typeof Result>): SearchHit {
  const { link, date, imageUrl, imageWidth, imageHeight } = result;
  return {
    url: link,
    title: plainText(result.title) || link,
    description: plainText(result.snippet),
    ...(date === null || date === undefined ? {} : { date }),
    ...(imageUrl === null || imageUrl === undefined ? {} : { imageUrl }),
    ...(typeof imageWidth === "number" ? { imageWidth } : {}),
    ...(typeof imageHeight === "number" ? { imageHeight } : {}),
  };
}
