import { isDocumentationGenerator } from "../../documentation-generator.ts";
import { describePage } from "../signals/columns/page-type.ts";
import type { PageType } from "../outcome.ts";
import { contradictedTypes, declaredType } from "./declared-type.ts";
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

/** The type of a page. What a page declares to be is its subject, however little of it there is. */
export interface ToldType {
  readonly type: PageType;
  readonly isDeclared: boolean;
}

/** Tells the type of a page from its declarations; where they don't say, from its make-up and its address too. */
export function tellPageType(profile: Profile): ToldType {
  const isTop = (URL.parse(profile.url)?.pathname ?? "/").length <= 1;
  if (!isTop && isDocumentationGenerator(profile.signs.generator)) return { type: "documentation", isDeclared: true };
  if (profile.total < fewestTokens) return { type: "unknown", isDeclared: false };
  const declared = isTop ? undefined : declaredType(profile);
  if (declared !== undefined) return { type: declared, isDeclared: true };
  const contradicted = contradictedTypes(profile);
  const numbers = describePage(profile);
  let [type, best]: [PageType, number] = ["unknown", 0];
  for (const learned of learnedTypes) {
    if (contradicted.has(learned)) continue;
    const chance = pageTypeModels[learned]?.chances(numbers)[0] ?? 0;
    if (chance > best) [type, best] = [learned, chance];
  }
  return { type: isTop && type !== "article" ? "home" : type, isDeclared: false };
}
