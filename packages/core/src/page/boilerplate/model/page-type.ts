import { describePage } from "../signals/columns/page-type.ts";
import type { PageType } from "../outcome.ts";
import { pageTypeModels } from "./page-type-model.generated.ts";
import type { Profile } from "../signals/profile.ts";

/** The types that are told by a model, learned on labelled pages. */
export const learnedTypes = [
  "article",
  "documentation",
  "forum",
  "product",
  "collection",
  "listing",
  "service",
] as const satisfies readonly PageType[];

/** A page of less text than this says too little of itself. */
const fewestTokens = 40;

/** Tells the type of a page, from what it is made of, what it declares and what its address looks like. */
export function tellPageType(profile: Profile): PageType {
  if (profile.total < fewestTokens) return "unknown";
  const numbers = describePage(profile);
  let [type, best]: [PageType, number] = ["unknown", 0];
  for (const learned of learnedTypes) {
    const chance = pageTypeModels[learned]?.chances(numbers)[0] ?? 0;
    if (chance > best) [type, best] = [learned, chance];
  }
  const isTop = (URL.parse(profile.url)?.pathname ?? "/").length <= 1;
  return isTop && type !== "article" ? "home" : type;
}
