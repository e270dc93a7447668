import type { Document, Element } from "domhandler";
import type { Steps } from "../collections/steps.ts";
import { withinBudget } from "../markup/budget.ts";
import { adopt } from "../markup/elements.ts";
import { parse } from "../markup/parse.ts";
import { removeBoilerplate, type BoilerplateOutcome } from "../page/boilerplate/index.ts";
import { adoptClassStyles } from "../page/class-styles.ts";
import { revealNoscript } from "../page/clean.ts";
import { removeConsentBanners } from "../page/consent.ts";
import { indexElements, type ElementIndex } from "../page/element-index.ts";
import { placeLateParts } from "../page/late-parts.ts";
import { resolveMedia } from "../page/media.ts";
import { adoptChoices } from "../page/program-choices.ts";
import { adoptProgramMarkup } from "../page/program-markup.ts";
import { bodyOf } from "../page/select.ts";
import { removeInvisible, type InvisibleOutcome } from "../page/visibility/visibility.ts";

/** Makes the page what its reader sees: with what only a browser without scripts shows, and without what is invisible. */
export function* showAsSeen(document: Document, elements: ElementIndex, html: string): Steps<InvisibleOutcome> {
  revealNoscript(document, elements);
  adoptProgramMarkup(document, html);
  adoptChoices(document, html);
  resolveMedia(elements);
  const invisible = removeInvisible(document, elements);
  yield;
  adoptClassStyles(document, elements);
  const frames = elements("iframe").filter(holdsPage);
  return frames.length === 0 ? invisible : (yield* showInnerPages(frames)).reduce(together, invisible);
}

/** Pages in attributes that are read, and how deep they stand at most; the rest keep their `iframe`. */
const innerPages = { most: 24, deepest: 100 };

const holdsPage = ({ name, attribs }: Element): boolean =>
  name === "iframe" &&
  attribs["srcdoc"] !== undefined &&
  ![attribs["width"], attribs["height"]].some((length) => /^[01](?:px)?$/.test(length ?? ""));

/**
 * Puts the pages that frames hold in an attribute (`srcdoc`) in the places of the frames, as a browser's source does: each as
 * its own style sheets show it.
 */
function* showInnerPages(frames: readonly Element[]): Steps<readonly InvisibleOutcome[]> {
  const outcomes: InvisibleOutcome[] = [];
  for (const frame of frames.slice(0, innerPages.most)) {
    if (depthOf(frame) > innerPages.deepest) continue;
    const { html } = withinBudget(frame.attribs["srcdoc"] ?? "");
    const page = parse(html);
    const elements = indexElements(page);
    placeLateParts(page, elements);
    adoptProgramMarkup(page, html);
    adoptChoices(page, html);
    resolveMedia(elements);
    outcomes.push(removeInvisible(page, elements));
    adoptClassStyles(page, elements);
    yield;
    delete frame.attribs["srcdoc"];
    frame.attribs["data-original-tag"] = frame.name;
    frame.name = "div";
    adopt(frame, bodyOf(page).children);
  }
  return outcomes;
}

function depthOf({ parent }: Element): number {
  let depth = 0;
  for (let around = parent; around !== null; around = around.parent) depth += 1;
  return depth;
}

const together = (one: InvisibleOutcome, other: InvisibleOutcome): InvisibleOutcome => ({
  removedCharacters: one.removedCharacters + other.removedCharacters,
  hiddenWriting: one.hiddenWriting + other.hiddenWriting,
  removedElements: one.removedElements + other.removedElements,
  ...(one.problem === undefined ? {} : { problem: one.problem }),
});

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
