import { addressFit } from "./address-words.ts";
import {
  passageLength,
  readFeatures,
  readPassages,
  readTogether,
  type TextModel,
} from "./classifier/text-classifier.ts";
import { featuresOf } from "./classifier/text-features.ts";
import type { MessageReading } from "./doubt.ts";
import type { VerdictFacts } from "./facts.ts";
import { mayBeGist, strongestGist } from "./gist.ts";
import type { PageSurvey } from "./page-survey.ts";
import { beginningOf, unquoted } from "./speech.ts";
import { bounded, placeOfMost } from "./weigh.ts";
import { explains } from "./wording.ts";

/** An obstacle says little: a page with more text, or more links of its own, has a subject. */
const limits = { leastProseCharacters: 40, proseCharacters: 2000, ownLinks: 40 };
/** From this many links on, only those outside the site's chrome count. */
const maxCountedLinks = 40;
/** In less text than this, single words would decide. */
const shortCharacters = 100;
const maxMessageLength = 2500;
const maxControlsLength = 150;
const leastTelling = 15;

/**
 * True for a page that is small enough for an obstacle, explains none, and has no field for a message from the visitor.
 */
export const mayBeObstacle = (page: PageSurvey): boolean =>
  page.ownLinks <= limits.ownLinks &&
  page.proseCharacters >= limits.leastProseCharacters &&
  page.proseCharacters <= limits.proseCharacters &&
  page.sentences.length > 0 &&
  page.messageFields === 0 &&
  !explains(page) &&
  !repeatsItself(page);

/** True if most sentences stand there more than once, as hardly ever in an obstacle. */
export const repeatsItself = ({ sentences }: PageSurvey): boolean => new Set(sentences).size * 2 < sentences.length;

/**
 * Reads a small page as a whole, in any wording: its sentences one by one, three in a row, and all together, along with
 * how much there is to read and to fill in.
 */
export function readObstacle(facts: VerdictFacts, model: TextModel, toFeatures = featuresOf): MessageReading {
  const { page } = facts;
  const said = sentencesOf(page);
  const controls = toFeatures(page.controls.slice(0, maxControlsLength));
  const sentences = said.map((sentence) => toFeatures(unquoted(sentence)));
  const whole = readTogether([...sentences, controls], model);
  const isOwn = ownOf(page, said);
  const ofOwn = <Part>(parts: readonly Part[]): readonly Part[] => parts.filter((_, at) => isOwn[at]);
  const own = readTogether([...ofOwn(sentences), controls], model);
  const { single: readings, passages } = readPassages(sentences, passageLength, model);
  const single = readings.map(({ message }) => bounded(message));
  const strongest = placeOfMost(single);
  const clearest = passages.reduce((best, passage) => (passage.message > best.message ? passage : best), whole);
  const gist = mayBeGist(facts) ? strongestGist(facts) : undefined;
  const { foreign, named, hosted } = addressFit(facts);
  const features = [
    1,
    whole.message / 4,
    meanEvidence(said, single) / 3,
    own.message / 4,
    meanEvidence(ofOwn(said), ofOwn(single)) / 3,
    Math.log1p(ofOwn(said).join("").length) / 6,
    Math.max(...single.slice(0, 2)) / 4,
    (single[strongest] ?? 0) / 4,
    bounded(clearest.message) / 4,
    bounded(readFeatures(controls, model).message) / 4,
    bounded(readFeatures(toFeatures(page.title), model).message) / 4,
    Math.log1p(page.proseCharacters) / 6,
    Math.max(0, 1 - page.proseCharacters / shortCharacters),
    Math.log1p(said.length) / 3,
    Math.log1p(page.links > maxCountedLinks ? page.ownLinks : page.links) / 3,
    page.fields > 0 ? 1 : 0,
    page.passwordFields > 0 ? 1 : 0,
    page.media > 0 ? 1 : 0,
    page.sentences.some((sentence) => sentence.endsWith("...")) ? 1 : 0,
    gist === undefined ? 0 : 1,
    gist === undefined ? 0 : bounded(gist.score) / 4,
    foreign,
    named,
    hosted,
    bounded((passages[0] ?? whole).message) / 4,
  ];
  return { features, kind: clearest.kind, evidence: tellingOf(said, single) };
}

/** The sentence with most evidence, among those long enough to say something by themselves. */
function tellingOf(said: readonly string[], evidence: readonly number[]): string {
  const places = [...said.keys()];
  const whole = places.filter((at) => (said[at] ?? "").length >= leastTelling);
  const best = (whole.length === 0 ? places : whole).reduce((one, at) =>
    (evidence[at] ?? 0) > (evidence[one] ?? 0) ? at : one,
  );
  return said[best] ?? "";
}

/** Marks the sentences outside the site's chrome; all of them if there is none outside. */
function ownOf({ headings, ownSentences }: PageSurvey, said: readonly string[]): readonly boolean[] {
  if (ownSentences.length === 0) return said.map(() => true);
  const own = new Set([...headings, ...ownSentences]);
  return said.map((sentence) => own.has(sentence));
}

/** Headings and sentences, each once, from the top. */
function sentencesOf({ headings, sentences }: PageSurvey): readonly string[] {
  const said = [...new Set([...headings, ...sentences])].filter((sentence) => sentence !== "");
  return beginningOf(
    said.map((sentence) => sentence.slice(0, maxMessageLength)),
    maxMessageLength,
  );
}

/** The mean over sentences, long ones counting more. */
function meanEvidence(sentences: readonly string[], evidence: readonly number[]): number {
  const weights = sentences.map(({ length }) => Math.min(150, length) + 20);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return evidence.reduce((sum, value, at) => sum + value * (weights[at] ?? 0), 0) / total;
}
