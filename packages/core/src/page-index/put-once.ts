import type { PageIndex } from "../ports/page-index.ts";
import { recentlyUsed } from "../collections/recently-used.ts";
import { indexKey } from "./index-key.ts";

/** Pages that are known to be in the index. */
const maxKnown = 20_000;

/**
 * The same index, told of a page once: pages that come from the cache, perhaps put there by another team, are indexed at no
 * cost when they are known already. What is older than what was put last is left out.
 */
export function putOnce(pageIndex: PageIndex): PageIndex {
  const putAt = recentlyUsed<number>({ maxSize: maxKnown });
  const keyOf = (url: string, team: string) => `${team}\n${indexKey(url)}`;
  return {
    search: (query) => pageIndex.search(query),
    list: (site) => pageIndex.list(site),
    countLinksTo: (url, team) => pageIndex.countLinksTo(url, team),
    readSnapshot: (key) => pageIndex.readSnapshot(key),
    writeSnapshot: (key, text, expiresAt) => pageIndex.writeSnapshot(key, text, expiresAt),
    async put(page) {
      const key = keyOf(page.url, page.team);
      if ((putAt.get(key) ?? -Infinity) >= page.indexedAt) return;
      await pageIndex.put(page);
      putAt.set(key, page.indexedAt);
    },
    async remove(url, team) {
      putAt.delete(keyOf(url, team));
      await pageIndex.remove(url, team);
    },
  };
}
