import {
  checkOptions,
  EngineError,
  option,
  systemClock,
  type Clock,
  type SearchHit,
  type SearchProvider,
  type SearchQuery,
  type SearchTime,
} from "@garner/core";
import { z } from "zod";
import { askJson, connectionKinds, type ProviderConnection } from "./ask-json.ts";
import { askPages } from "./ask-pages.ts";
import { languageOf } from "./language.ts";
import { plainText, sizeIn } from "./markup.ts";
import { unmetWarnings } from "./unmet.ts";

/** The address of a SearXNG instance, and the engines that it searches with. */
export interface SearxngOptions extends Omit<ProviderConnection, "baseUrl"> {
  /** The instance, such as `http://localhost:8080`. Its settings must allow the `json` format. */
  readonly baseUrl: string;
  /** Names of engines; those of the instance when not given. */
  readonly engines?: readonly string[] | undefined;
  /** Names of categories for web results; `general` when not given. */
  readonly categories?: readonly string[] | undefined;
  /** Says what `cdr` dates are in the past; the machine's clock when not given. */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

const text = z.string().nullish();

const Answer = z.looseObject({
  results: z.array(
    z.looseObject({
      url: text,
      title: text,
      content: text,
      publishedDate: text,
      img_src: text,
      thumbnail: text,
      thumbnail_src: text,
      resolution: text,
    }),
  ),
  unresponsive_engines: z.array(z.unknown()).optional(),
});

/** Most pages of results that are asked for. */
const maxPages = 10;

/**
 * Searches with a SearXNG instance (https://docs.searxng.org/dev/search_api.html). Throws BAD_REQUEST without its address, and
 * for options that do not exist or are of the wrong type.
 */
export function searxng(options: SearxngOptions): SearchProvider {
  checkOptions<SearxngOptions>("searxng", options, {
    ...connectionKinds,
    baseUrl: option.httpUrl,
    engines: option.texts.optional(),
    categories: option.texts.optional(),
    clock: option.clock.optional(),
  });
  const { baseUrl, engines = [], categories = ["general"], fetch = globalThis.fetch, clock = systemClock } = options;
  async function askPage(query: SearchQuery, page: number, signal: AbortSignal) {
    const url = new URL(`${baseUrl.replace(/\/+$/, "")}/search`);
    const range = rangeOf(query.time, clock.now());
    const category = query.source === "web" ? categories.join(",") : query.source;
    const parameters = {
      q: query.text,
      format: "json",
      categories: category,
      pageno: String(page),
      language: query.isUntargeted === true ? "auto" : `${languageOf(query)}-${query.country.toUpperCase()}`,
      ...(range === undefined ? {} : { time_range: range }),
      ...(engines.length === 0 ? {} : { engines: engines.join(",") }),
    };
    url.search = new URLSearchParams(parameters).toString();
    const advice = {
      403: "Add `json` to `search.formats` in the instance's settings.yml, or turn its limiter off for this address.",
    };
    const answer = await askJson({ name: "SearXNG", url, schema: Answer, fetch, advice }, signal);
    const silent = answer.unresponsive_engines ?? [];
    if (answer.results.length === 0 && silent.length > 0) {
      throw new EngineError("PROVIDER_FAILED", `SearXNG got no answer from its engines: ${engineReasons(silent)}.`, {
        details: { isBlocked: true, engines: silent.map(String) },
      });
    }
    return answer.results.flatMap((result) => hitOf(result, query.source));
  }

  return {
    name: "SearXNG",
    sources: new Set(["web", "images", "news"] as const),
    operators: new Set(["phrase", "exclude", "site", "inurl", "intitle", "filetype"] as const),
    async search(query, signal) {
      // The size of a page is a matter of the instance's engines.
      const pages = { first: 1, most: maxPages, size: 1, limit: query.limit };
      const { hits, warnings } = await askPages(pages, signal, (page) => askPage(query, page, signal));
      return { hits, warnings: [...warningsOf(query), ...warnings] };
    },
  };
}

function warningsOf(query: SearchQuery): readonly string[] {
  const { time } = query;
  const isRange = time !== undefined && (time.past === "hour" || time.from !== undefined || time.to !== undefined);
  const warning = `SearXNG knows the time filter \`${time?.tbs}\` only roughly; results without a date may not fit it.`;
  return [...(isRange ? [warning] : []), ...unmetWarnings("SearXNG", query)];
}

const dayMs = 86_400_000;
const ranges = [
  ["day", dayMs],
  ["week", 7 * dayMs],
  ["month", 30 * dayMs],
  ["year", 365 * dayMs],
] as const;

/** The shortest range up to now that SearXNG knows and that holds what is wanted. */
function rangeOf(time: SearchTime | undefined, now: number): string | undefined {
  if (time?.past !== undefined) return time.past === "hour" ? "day" : time.past;
  if (time?.from === undefined) return undefined;
  const ageMs = now - Date.parse(time.from);
  return ranges.find(([, spanMs]) => ageMs <= spanMs)?.[0];
}

type Result = z.output<typeof Answer>["results"][number];

function hitOf(result: Result, source: SearchQuery["source"]): readonly SearchHit[] {
  const { url, publishedDate } = result;
  if (typeof url !== "string" || url === "") return [];
  const imageUrl =
    source === "images" ? (result.img_src ?? result.thumbnail_src) : (result.thumbnail ?? result.img_src);
  const hit = {
    url,
    title: plainText(result.title) || url,
    description: plainText(result.content),
    ...(publishedDate === null || publishedDate === undefined ? {} : { date: publishedDate }),
    ...(imageUrl === null || imageUrl === undefined || imageUrl === "" ? {} : { imageUrl: absolute(imageUrl, url) }),
    ...sizeIn(result.resolution),
  };
  return [hit];
}

/** Pictures are often given without a scheme. */
function absolute(address: string, base: string): string {
  return URL.parse(address, base)?.href ?? address;
}

function engineReasons(silent: readonly unknown[]): string {
  return silent
    .map((engine) => (Array.isArray(engine) ? engine.join(": ") : String(engine)))
    .slice(0, 10)
    .join("; ");
}
