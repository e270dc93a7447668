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

/** Names that only documentation generators put into `<meta name="generator">`. */
const documentationGenerator =
  /^(?:docbook|docutils|doxygen|exdoc|ex_doc|gitbook|gtk-doc|haddock|javadoc|latex2html|makeinfo|mdbook|mkdocs|odoc|rustdoc|scaladoc|sphinx|starlight|texi2any|texi2html|vitepress|vuepress|yard|docusaurus|dokka|publican|antora|docfx)\b/;

/** Tells the type of a page from its make-up, its declarations and its address. */
export function tellPageType(profile: Profile): PageType {
  const isTop = (URL.parse(profile.url)?.pathname ?? "/").length <= 1;
  if (!isTop && documentationGenerator.test(profile.signs.generator)) return "documentation";
  if (profile.total < fewestTokens) return "unknown";
  const numbers = describePage(profile);
  let [type, best]: [PageType, number] = ["unknown", 0];
  for (const learned of learnedTypes) {
    const chance = pageTypeModels[learned]?.chances(numbers)[0] ?? 0;
    if (chance > best) [type, best] = [learned, chance];
  }
  return isTop && type !== "article" ? "home" : type;
}
