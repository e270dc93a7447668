/** A page as the index keeps it. */
export interface IndexedPage {
  /** The team that may find it: the one that scraped it, or the one name for all if the operator lets teams share. */
  readonly team: string;
  /** The address of the page, after redirects. */
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The page's content as Markdown or plain text. */
  readonly text: string;
  /** Absolute URLs of all its links. */
  readonly links: readonly string[];
  /** Milliseconds since the epoch. */
  readonly indexedAt: number;
}

/** A query to the index. */
export interface IndexQuery {
  /** The team whose pages are found, counted or listed. */
  readonly team: string;
  /** Words; a page that has more of them, and rarer ones, comes first. */
  readonly words: readonly string[];
  /** Only pages of these hosts and of the hosts below them; one without a port stands for all of its ports. */
  readonly hosts?: readonly string[] | undefined;
  /** Only pages indexed at this time or later, in milliseconds since the epoch. */
  readonly since?: number | undefined;
  /** Only pages indexed before this time. */
  readonly until?: number | undefined;
  readonly limit: number;
}

/** A page that the index found. */
export interface IndexHit {
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly text: string;
  readonly indexedAt: number;
}

/** The pages of a site to list. */
export interface IndexedSite {
  readonly team: string;
  /** Host name, with its port where that is not the usual one. */
  readonly host: string;
  /** Also pages of the hosts below it, and of all ports when `host` has none. */
  readonly includeSubdomains: boolean;
  readonly limit: number;
}

/**
 * Remembers scraped pages for search, maps and change tracking. No team gets the pages of another. Pages of a team are
 * the same if their URLs differ only in http or https, `www.`, a trailing slash, an index file or the fragment. Every
 * method is atomic.
 */
export interface PageIndex {
  /** Keeps a page in place of its team's earlier version. */
  put(page: IndexedPage): Promise<void>;
  /** Forgets a team's page that is gone, and its links. An unknown one is no error. */
  remove(url: string, team: string): Promise<void>;
  /** The best matching pages, best first. */
  search(query: IndexQuery): Promise<readonly IndexHit[]>;
  /** The pages of a site, those indexed last first. */
  list(site: IndexedSite): Promise<readonly IndexHit[]>;
  /** The number of other pages of a team that link to this one. */
  countLinksTo(url: string, team: string): Promise<number>;
  /** The text that {@link PageIndex.writeSnapshot} kept under a key, unless it has expired. Keys tell teams apart. */
  readSnapshot(key: string): Promise<string | undefined>;
  /**
   * Keeps a text under a key until `expiresAt` (milliseconds since the epoch), in place of an earlier one. Where there is
   * no room for all, resolves with how many were dropped for it before they expired.
   */
  writeSnapshot(key: string, snapshot: string, expiresAt: number): Promise<number | void>;
}
