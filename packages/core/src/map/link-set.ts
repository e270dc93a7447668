import { inSlices } from "../concurrency/in-slices.ts";
import type { MapLink } from "../schema/map.ts";
import { canonicalUrl } from "../url/canonical.ts";
import { mayHaveSession, withoutSession } from "../url/traps.ts";
import { takeUserinfo } from "../url/userinfo.ts";

/** The words of a source about a link. */
export interface FoundLink {
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** The source of a title: the page itself, a list that names pages, or a link to the page. */
export type TitleSource = "page" | "listing" | "link";

/** The links that a map has found so far, each once. */
export interface LinkSet {
  /**
   * Looks at addresses that are to be added, which may take another thread. An address that was not looked at is not taken
   * in. Rejects with EngineError.
   */
  consider(addresses: readonly string[]): Promise<void>;
  /** Considers and adds links, however many, with other work in between; not all when there are `most` before. */
  addAll(found: readonly FoundLink[], source: TitleSource, most: number): Promise<void>;
  /**
   * Adds a link or completes one that is there. The page's own title wins over a listing's title, and this over the texts of
   * links, the longest of which says most. True when the link is new.
   */
  add(link: FoundLink, source: TitleSource): boolean;
  /** True if a link would be taken in. */
  accepts(url: URL): boolean;
  readonly size: number;
  /** The links of some addresses, each once, without addresses that are not there. */
  among(addresses: readonly string[]): readonly MapLink[];
  /** All links, in the order in which they were found. */
  toArray(): readonly MapLink[];
}

/** The rules that decide if a link is kept, and under which address. */
export interface LinkRules {
  readonly ignoreQueryParameters: boolean;
  /** True if variants of an address are one; see {@link createLinkSet}. */
  readonly deduplicateSimilarURLs: boolean;
  /** Decides which addresses are wanted. */
  readonly wanted: Pick<LinkSet, "consider" | "accepts">;
}

const linksAtOnce = 500;

/**
 * Makes an empty link set. With `deduplicateSimilarURLs`, addresses that differ only in http or https, `www.`, a trailing
 * slash, an index file or the fragment are one; with `ignoreQueryParameters`, so are those that differ only in their
 * query. The first spelling is returned, without a trailing slash (contract §4.1) and without a session in its path.
 */
export function createLinkSet({ ignoreQueryParameters, deduplicateSimilarURLs, wanted }: LinkRules): LinkSet {
  const links = new Map<string, { shown: { url: string; title?: string; description?: string }; titleFrom: number }>();
  const keyOf = (url: URL) => canonicalUrl(withoutPathSession(url), { deduplicateSimilarURLs, ignoreQueryParameters });
  const set: LinkSet = {
    consider: wanted.consider,
    accepts: wanted.accepts,
    async addAll(found, source, most) {
      for await (const slice of inSlices(found, linksAtOnce)) {
        if (links.size >= most) return;
        await wanted.consider(slice.map(({ url }) => url));
        for (const link of slice) set.add(link, source);
      }
    },
    add({ url: address, title = "", description = "" }, source) {
      const url = URL.parse(address);
      if (url === null || !wanted.accepts(url)) return false;
      const key = keyOf(url);
      const known = links.get(key);
      const link = known ?? { shown: { url: shown(url, ignoreQueryParameters) }, titleFrom: ranks.none };
      const isLonger = link.titleFrom === ranks.link && title.length > (link.shown.title ?? "").length;
      if (title !== "" && (ranks[source] > link.titleFrom || (source === "link" && isLonger))) {
        link.shown.title = title;
        link.titleFrom = ranks[source];
      }
      if (description !== "") link.shown.description ??= description;
      if (known === undefined) links.set(key, link);
      return known === undefined;
    },
    get size() {
      return links.size;
    },
    among(addresses) {
      const urls = addresses.flatMap((address) => URL.parse(address) ?? []);
      return [...new Set(urls.flatMap((url) => links.get(keyOf(url))?.shown ?? []))];
    },
    toArray: () => [...links.values()].map((link) => link.shown),
  };
  return set;
}

const ranks = { none: 0, link: 1, listing: 2, page: 3 } as const satisfies Record<TitleSource | "none", number>;

/** An address without a visitor's session in its path. One in the query goes with the query, or the caller keeps that. */
export const withoutPathSession = (url: URL): URL => (mayHaveSession(url.pathname) ? withoutSession(url) : url);

function shown(url: URL, ignoreQueryParameters: boolean): string {
  const plain = new URL(
    takeUserinfo(new URL(canonicalUrl(withoutPathSession(url), { ignoreQueryParameters }))).address,
  );
  return plain.search === "" && plain.hash === "" ? plain.href.replace(/\/$/, "") : plain.href;
}
