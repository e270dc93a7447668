import type { Document } from "domhandler";
import type { Steps } from "../collections/steps.ts";
import { removeBoilerplate, type BoilerplateOutcome } from "../page/boilerplate/index.ts";
import { adoptClassStyles } from "../page/class-styles.ts";
import { revealNoscript } from "../page/clean.ts";
import { removeConsentBanners } from "../page/consent.ts";
import type { ElementIndex } from "../page/element-index.ts";
import { resolveMedia } from "../page/media.ts";
import { adoptProgramMarkup } from "../page/program-markup.ts";
import { removeInvisible, type InvisibleOutcome } from "../page/visibility/visibility.ts";

/** Makes the page what its reader sees: with what only a browser without scripts shows, and without what is invisible. */
export function* showAsSeen(document: Document, elements: ElementIndex, html: string): Steps<InvisibleOutcome> {
  revealNoscript(document, elements);
  adoptProgramMarkup(document, html);
  resolveMedia(elements);
  const invisible = removeInvisible(document, elements);
  yield;
  adoptClassStyles(document, elements);
  return invisible;
}

/** Leaves the main content of the page that a reader sees, without what asks for consent. */
export function* keepMainContent(
  document: Document,
  { url, explain = false }: { readonly url: string; readonly explain?: boolean },
): Steps<BoilerplateOutcome> {
  const banners = removeConsentBanners(document);
  const outcome = yield* removeBoilerplate(document, { url, explain });
  const removed = banners.reduce((sum, { characters }) => sum + characters, 0);
  return {
    ...outcome,
    removedCharacters: outcome.removedCharacters + removed,
    removed: explain ? [...banners, ...outcome.removed] : [],
  };
}
