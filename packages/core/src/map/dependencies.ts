import type { PolitenessDependencies } from "../fetch/politeness/dependencies.ts";
import type { SiteFetch } from "../ports/page-source.ts";
import type { ScrapePolicy } from "../scrape/dependencies.ts";
import type { SearchDependencies } from "../search/dependencies.ts";

/** The dependencies of a map. */
export interface MapDependencies extends SearchDependencies, PolitenessDependencies {
  /** For robots.txt and sitemaps. */
  readonly siteFetch: SiteFetch;
  readonly policy: MapPolicy;
}

/** The operator's limits that a map keeps to. */
export interface MapPolicy extends ScrapePolicy {
  /** Sent with every request; robots.txt groups are matched against its first word. */
  readonly userAgent: string;
}
