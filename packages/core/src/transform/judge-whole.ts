import type { Steps } from "../collections/steps.ts";
import { parseInSteps } from "../markup/parse.ts";
import { removeMachinery } from "../page/clean.ts";
import { elementIndexer } from "../page/element-index.ts";
import { placeLateParts } from "../page/late-parts.ts";
import { bodyOf } from "../page/select.ts";
import { judge, withContent, type Judgement, type VerdictFacts } from "../page/verdict/verdict.ts";
import { keepMainContent, showAsSeen } from "./main-content.ts";

/** Chance of a message from which on a page is worth a second look. */
const likelyEnough = 0.5;

/**
 * Judges a page whose content is not chosen, because its caller wants it whole or other parts of it. A message stands out
 * once menus and teasers are gone, so a page that is likelier a message than not is judged by its main content all the
 * same, which a copy of it is searched for. Few pages are: 13 of 766 real ones.
 */
export function* judgeWhole(facts: VerdictFacts, html: string): Steps<Judgement> {
  const judgement = judge(facts);
  const { verdict, suspected } = judgement;
  if (verdict !== "ok" || suspected === undefined || suspected.chance <= likelyEnough) return judgement;
  const { note, elements } = elementIndexer();
  const copy = yield* parseInSteps(html, note);
  placeLateParts(copy, elements);
  yield* showAsSeen(copy, elements, html);
  yield* keepMainContent(copy, { url: facts.url });
  removeMachinery(copy);
  return judge(withContent(facts, bodyOf(copy)));
}
