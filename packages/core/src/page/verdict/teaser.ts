import {
  passageLength,
  readPassages,
  readTogether,
  textClasses,
  type TextModel,
  type TextReading,
} from "./classifier/text-classifier.ts";
import { featuresOf } from "./classifier/text-features.ts";
import type { MessageReading } from "./doubt.ts";
import type { VerdictFacts } from "./facts.ts";
import type { PageSurvey } from "./page-survey.ts";
import { isBrokenOff } from "./speech.ts";
import { bounded, mostEvidence, placeOfMost } from "./weigh.ts";
import { explains, offerWording, priceWording } from "./wording.ts";

/** A text that begins and breaks off is no longer than this. */
const limits = { leastProseCharacters: 400, proseCharacters: 6000 };
const leastBrokenOff = 30;

/**
 * True for a page that has some text of its own, explains no obstacle, and has no field for a message from the visitor.
 */
export const mayBeTeaser = (page: PageSurvey): boolean =>
  page.proseCharacters >= limits.leastProseCharacters &&
  page.proseCharacters <= limits.proseCharacters &&
  page.ending.length > 1 &&
  page.messageFields === 0 &&
  !explains(page);

/** The sentences around the end of a text. */
export interface Ending {
  /** The last ones of the text. */
  readonly before: readonly string[];
  /** The first ones that follow it on the page. */
  readonly after: readonly string[];
  /** Texts of the links and controls inside the text. */
  readonly controls: string;
}

const sentencesAround = { before: 12, after: 8 };
const maxLabelsLength = 150;
/** Shorter sentences, such as labels, stand on a page more than once. */
const leastTelling = 16;

/**
 * The end of the main content with the sentences that follow it: the choice of blocks puts a demand sometimes into the
 * content, sometimes into the chrome. If the main content is not known, this is the end of the page's own text.
 */
export function endingOf({ page, content }: Pick<VerdictFacts, "page" | "content">): Ending {
  const kept = new Set(content?.ending.filter(({ length }) => length >= leastTelling));
  const at = page.sentences.findLastIndex((sentence) => kept.has(sentence)) + 1;
  if (at === 0) return { before: page.ending, after: [], controls: "" };
  return {
    controls: content?.controls ?? "",
    before: page.sentences.slice(Math.max(0, at - sentencesAround.before), at),
    after: page.sentences.slice(at, at + sentencesAround.after),
  };
}

/** Reads the end of a text, and everything around it, for a demand for payment or an account. */
export function readEnding(
  { before, after, controls }: Ending,
  page: PageSurvey,
  model: TextModel,
  toFeatures = featuresOf,
): MessageReading {
  const all = [...before, ...after];
  const said = all.map(toFeatures);
  const { single: sentences, passages } = readPassages(said, passageLength, model);
  const single = sentences.map(demandIn);
  const demands = passages.map(demandIn);
  const at = placeOfMost(demands);
  const clearest = placeOfMost(single.slice(at, at + passageLength)) + at;
  const passage = all.slice(at, at + passageLength);
  const whole = { first: at, end: at + 2 * passageLength };
  const seam = { first: Math.max(0, before.length - 2 * passageLength), end: before.length + passageLength };
  const labels = controls.slice(-maxLabelsLength);
  const features = [
    1,
    (demands[at] ?? 0) / 4,
    (single[clearest] ?? 0) / 4,
    (demands[at + passageLength] ?? -mostEvidence) / 4,
    bounded(passages[at]?.message ?? 0) / 4,
    single.reduce((sum, value) => sum + value, 0) / single.length / 4,
    Math.log1p(all.length - 1 - at) / 3,
    clearest >= before.length ? 1 : 0,
    Math.log1p(Math.abs(before.length - clearest)) / 2,
    after.length > 0 ? 1 : 0,
    Math.log1p(page.proseCharacters) / 8,
    Math.log1p(page.ownLinks) / 4,
    page.passwordFields > 0 ? 1 : 0,
    page.fields > 0 ? 1 : 0,
    passage.some((sentence) => priceWording.test(sentence) || sentence.includes("%")) ? 1 : 0,
    demandOf(said.slice(whole.first, whole.end), model) / 4,
    demandOf(said.slice(seam.first, seam.end), model) / 4,
    all.slice(whole.first, whole.end).some((sentence) => offerWording.test(sentence)) ? 1 : 0,
    labels === "" ? 0 : demandOf([toFeatures(labels)], model) / 4,
    all.slice(0, clearest).some(breaksOff) ? 1 : 0,
  ];
  const [paywall = 0, login = 0] = walls.map((wall) => passages[at]?.scores[wall] ?? 0);
  return { features, kind: login > paywall ? "login-wall" : "paywall", evidence: all[clearest] ?? "" };
}

/** The demand of several texts together. */
const demandOf = (said: readonly ReadonlySet<number>[], model: TextModel): number =>
  demandIn(readTogether(said, model));

const walls = [textClasses.indexOf("paywall"), textClasses.indexOf("login-wall")];

/** Log-odds that a text demands payment or an account rather than anything else. */
export function demandIn({ scores }: TextReading): number {
  const top = Math.max(...scores);
  let demand = 0;
  let rest = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const share = Math.exp((scores[index] ?? 0) - top);
    if (walls.includes(index)) demand += share;
    else rest += share;
  }
  return bounded(Math.log(demand) - Math.log(rest));
}

const breaksOff = (sentence: string): boolean => sentence.length >= leastBrokenOff && isBrokenOff(sentence.trim());
