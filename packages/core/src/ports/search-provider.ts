/** The kinds of results that a search can return. */
export type SearchSource = "web" | "images" | "news";

/** Operators of a query (requirements §4.9) that a provider may know. */
export type SearchOperator = "phrase" | "exclude" | "site" | "inurl" | "intitle" | "related" | "filetype" | "imagesize";

/** The time results should be from. */
export interface SearchTime {
  /** The last hour, day, week, month or year. */
  readonly past?: "hour" | "day" | "week" | "month" | "year" | undefined;
  /** First and last day, as `2026-01-31`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly newestFirst: boolean;
  /** The `tbs` parameter as it was asked for, for providers that take it. */
  readonly tbs: string;
}

/** A query as a provider gets it. */
export interface SearchQuery {
  /** An index of scraped pages searches those of this team alone. Not for search engines. */
  readonly team: string;
  /** The words, with the operators that the provider says it knows. */
  readonly text: string;
  /** The words alone. */
  readonly words: readonly string[];
  readonly source: SearchSource;
  /** The number of results wanted. */
  readonly limit: number;
  /** Only results of one of these domains and the hosts below them; also in `text` for those who know `site:`. */
  readonly domains: readonly string[];
  readonly time?: SearchTime | undefined;
  /** A place, such as `Germany` or `Berlin,Berlin,Germany`. */
  readonly location?: string | undefined;
  /** A filter of the engine's own, passed on as it was asked for. */
  readonly filter?: string | undefined;
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string;
  /** ISO 639-1, lower case; with a script or a region where the caller named one, such as `pt-br`. */
  readonly language: string;
  /** True if the caller named neither a country nor a language: those above are only what is usual. */
  readonly isUntargeted?: boolean | undefined;
}

/** One result; its fields depend on the source. */
export interface SearchHit {
  readonly url: string;
  readonly title: string;
  readonly description?: string | undefined;
  /** The time of publication, as the provider writes it. */
  readonly date?: string | undefined;
  /** Images and news: the picture. */
  readonly imageUrl?: string | undefined;
  readonly imageWidth?: number | undefined;
  readonly imageHeight?: number | undefined;
}

/** A provider's results. */
export interface SearchAnswer {
  /** Best first; empty only when the provider really found nothing. */
  readonly hits: readonly SearchHit[];
  /** The parts of the query that it could not honour, in plain words. */
  readonly warnings: readonly string[];
}

/**
 * Asks a search engine. A provider that fails, is blocked or refuses throws EngineError (PROVIDER_FAILED): it never
 * answers with an empty list instead.
 */
export interface SearchProvider {
  readonly name: string;
  readonly sources: ReadonlySet<SearchSource>;
  readonly operators: ReadonlySet<SearchOperator>;
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchAnswer>;
}
