import type { ScrapeDependencies } from "../scrape/dependencies.ts";
import type { SearchChain } from "./chain.ts";

/** The dependencies of a search. */
export interface SearchDependencies extends ScrapeDependencies {
  readonly search: SearchChain;
  /** Searches reach the web, and not only what was scraped before. */
  readonly searchesWeb: boolean;
  /** Warnings for every caller about the way searches are answered. */
  readonly searchWarnings: readonly string[];
}
