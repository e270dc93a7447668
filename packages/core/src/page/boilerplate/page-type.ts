import type { PageType } from "./outcome.ts";
import type { Profile } from "./profile.ts";
import { within } from "./sums.ts";

/** Guesses what kind of page it is, from what it declares, its address and its make-up, in this order. */
export function guessPageType(profile: Profile): PageType {
  const { signs, url, sums, page, total, lists } = profile;
  const has = (...types: readonly string[]): boolean => types.some((type) => signs.types.has(type));
  if (has("discussionforumposting", "qapage") || signs.generator.startsWith("discourse")) return "forum";
  if (has("recipe")) return "recipe";
  if (has("product", "productgroup") || signs.openGraphType.startsWith("product")) return "product";
  if (has("article", "newsarticle", "blogposting", "reportagenewsarticle")) return "article";
  const path = URL.parse(url)?.pathname ?? "/";
  if (/forum|thread|viewtopic|\/t\/|\/questions?\//i.test(path)) return "forum";
  if (has("techarticle") || /\bdocs?\b|documentation|\bapi\b|reference|manual/i.test(url)) return "documentation";
  const listed = (lists.best?.tokens ?? 0) / total;
  if (has("collectionpage", "itemlist") || /\/collections?\/|\/category|\/shop\b/i.test(path)) return "collection";
  if (signs.openGraphType === "article" || within(sums.long, page.root) > total / 2) return "article";
  if (listed > 0.5) return "listing";
  return path.length <= 1 || has("organization", "localbusiness", "service") ? "service" : "unknown";
}
