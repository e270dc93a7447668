import type { MapLink } from "../schema/map.ts";
import { canonicalUrl } from "../url/canonical.ts";
import { takeUserinfo } from "../url/userinfo.ts";

/** The links that a map has found so far, each once. */
export interface LinkSet {
  /** Adds a link or completes one that is there; what an earlier source said about it stays. True when it is new. */
  add(link: MapLink): boolean;
  readonly size: number;
  /** The links of some addresses, each once; those that are not there are left out. */
  among(addresses: readonly string[]): readonly MapLink[];
  /** In the order in which they were found. */
  toArray(): readonly MapLink[];
}

/** What decides whether a link is kept, and under which address. */
export interface LinkRules {
  readonly ignoreQueryParameters: boolean;
  /** Whether variants of an address are one; see {@link createLinkSet}. */
  readonly deduplicateSimilarURLs: boolean;
  readonly accepts: (url: URL) => boolean;
}

/**
 * Makes an empty link set. Unless they are to be kept apart, addresses that differ only in http or https, `www.`, a trailing slash, an index file or the
 * fragment are one, as are those that differ only in their query when it is ignored; the first spelling is returned,
 * without a trailing slash (contract §4.1).
 */
export function createLinkSet({ ignoreQueryParameters, deduplicateSimilarURLs, accepts }: LinkRules): LinkSet {
  const links = new Map<string, { url: string; title?: string; description?: string }>();
  const keyOf = (url: URL) => canonicalUrl(url, { deduplicateSimilarURLs, ignoreQueryParameters });
  return {
    add({ url: address, title, description }) {
      const url = URL.parse(address);
      if (url === null || !accepts(url)) return false;
      const key = keyOf(url);
      const known = links.get(key);
      const link = known ?? { url: shown(url, ignoreQueryParameters) };
      if (link.title === undefined && title !== undefined && title !== "") link.title = title;
      if (link.description === undefined && description !== undefined && description !== "")
        link.description = description;
      if (known === undefined) links.set(key, link);
      return known === undefined;
    },
    get size() {
      return links.size;
    },
    among(addresses) {
      const urls = addresses.flatMap((address) => URL.parse(address) ?? []);
      return [...new Set(urls.flatMap((url) => links.get(keyOf(url)) ?? []))];
    },
    toArray: () => [...links.values()],
  };
}

function shown(url: URL, ignoreQueryParameters: boolean): string {
  const plain = new URL(takeUserinfo(new URL(canonicalUrl(url, { ignoreQueryParameters }))).address);
  return plain.search === "" && plain.hash === "" ? plain.href.replace(/\/$/, "") : plain.href;
}
