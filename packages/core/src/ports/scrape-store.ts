/** The result of a single scrape, under its id. */
export interface KeptScrape {
  /** The scrape's id; the same for every caller. */
  readonly id: string;
  readonly team: string;
  /** The result as JSON. */
  readonly json: string;
  /** Milliseconds since the epoch; from then on it is unknown. */
  readonly expiresAt: number;
}

/** Keeps the results of single scrapes for their teams, for a while. It may forget the oldest sooner when there are many. */
export interface ScrapeStore {
  /** Keeps a result; `at` is now, in milliseconds since the epoch. */
  keep(scrape: KeptScrape, at: number): Promise<void>;
  /** The JSON of a team's result that has not expired at `at`; undefined for one that is unknown, or another team's. */
  get(scrape: { readonly id: string; readonly team: string; readonly at: number }): Promise<string | undefined>;
}
