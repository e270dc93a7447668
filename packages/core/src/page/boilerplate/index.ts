import type { Document } from "domhandler";
import { findAll, removeElement, textContent } from "domutils";
import type { BoilerplateOutcome } from "./outcome.ts";

export type { BoilerplateOutcome, Candidate, PageType, Removal } from "./outcome.ts";

/** First version, replaced shortly. */
export function removeBoilerplate(
  document: Document,
  context: { readonly url: string; readonly explain?: boolean },
): BoilerplateOutcome {
  const before = textContent(document).length;
  for (const element of findAll(
    (candidate) => ["nav", "footer", "aside"].includes(candidate.name),
    document.children,
  )) {
    removeElement(element);
  }
  const after = textContent(document).length;
  return {
    pageType: context.url === "" ? "unknown" : "article",
    winner: undefined,
    keptCharacters: after,
    removedCharacters: before - after,
    recovered: false,
    candidates: [],
    removed: [],
  };
}
