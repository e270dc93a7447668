import { addressFit } from "./address-words.ts";
import {
  passageLength,
  readFeatures,
  readPassages,
  readText,
  readTogether,
  trainedModel,
  type MessageClass,
  type TextModel,
} from "./classifier/text-classifier.ts";
import { featuresOf } from "./classifier/text-features.ts";
import { judgementOn, suspicionOf, type MessageReading, type Suspicion } from "./doubt.ts";
import { pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import { mayBeGist, strongestGist } from "./gist.ts";
import { isLogin } from "./login-wall.ts";
import { privacyName } from "./interstitial.ts";
import { obstacleCuts, obstacleWeights } from "./obstacle-weights.generated.ts";
import type { PageSurvey } from "./page-survey.ts";
import { beginningOf, unquoted } from "./speech.ts";
import { bounded, placeOfMost } from "./weigh.ts";
import { explains } from "./wording.ts";

/** Whoever stands in the way has little to say: a page with more text or more links is about something. */
const limits = { leastProseCharacters: 40, proseCharacters: 1200, links: 40, ownLinks: 15 };
/** A doubt costs little: it may fall on larger pages, and on small ones with a large menu around them. */
const doubtLimits = { leastProseCharacters: 40, proseCharacters: 2000, ownLinks: 40 };
/** With less, single words decide. */
const shortCharacters = 100;
const maxMessageLength = 2500;
const maxControlsLength = 150;
const leastTelling = 15;

/**
 * Finds pages that stand in the way by what they say as a whole, in any wording: a text classifier reads the page's
 * sentences, and a logistic regression weighs its findings with how much there is to read and to fill in. Where that is
 * not enough for a verdict, the page is `ok` with a doubt. Trained by `bench/messages/train.ts`;
 * docs/decisions/0022-messages.md has its figures.
 */
export function findObstacle(facts: VerdictFacts): Judgement | undefined {
  const verdict = mayStandInTheWay(facts.page) ? obstacleCuts.verdict : Infinity;
  const cuts = { verdict, doubt: obstacleCuts.doubt };
  return judgementOn(likelyObstacle(facts), cuts, (said) => `the page says little but "${said}"`);
}

/** What a page that has little of its own is taken for, however unlikely that is; undefined for any other page. */
export function likelyObstacle(facts: VerdictFacts): Suspicion | undefined {
  if (facts.isDocument || !mayBeDoubted(facts.page)) return undefined;
  const suspicion = suspicionOf(readObstacle(facts, trainedModel()), obstacleWeights);
  return isWelcome(suspicion.kind, facts) ? undefined : suspicion;
}

/** A page that is small enough to be nothing but an obstacle, explains none, and takes no message from the visitor. */
export const mayStandInTheWay = (page: PageSurvey): boolean =>
  (page.links <= limits.links || page.ownLinks <= limits.ownLinks) && hasLittle(page, limits);

/** The same for a doubt, which counts the page's own links only. */
export const mayBeDoubted = (page: PageSurvey): boolean =>
  page.ownLinks <= doubtLimits.ownLinks && hasLittle(page, doubtLimits) && !repeatsItself(page);

/** True if most sentences are said more than once: whoever stands in the way hardly does. */
export const repeatsItself = ({ sentences }: PageSurvey): boolean => new Set(sentences).size * 2 < sentences.length;

const hasLittle = (
  page: PageSurvey,
  { leastProseCharacters, proseCharacters }: Pick<typeof limits, "leastProseCharacters" | "proseCharacters">,
): boolean =>
  page.proseCharacters >= leastProseCharacters &&
  page.proseCharacters <= proseCharacters &&
  page.sentences.length > 0 &&
  page.messageFields === 0 &&
  !explains(page);

/** A page that was asked for under the name of what it is. */
export function isWelcome(kind: MessageClass, { requestedUrl, isRendered }: VerdictFacts): boolean {
  const path = pathOf(requestedUrl);
  if (kind === "login-wall") return isLogin(requestedUrl);
  if (kind === "consent-wall") return privacyName.test(path);
  if (kind === "soft-404") return /404|not-?found/.test(path);
  return kind === "needs-javascript" && isRendered;
}

/** Reads the sentences of a page, for {@link obstacleWeights}. */
export function readObstacle(facts: VerdictFacts, model: TextModel): MessageReading {
  const { page } = facts;
  const said = sentencesOf(page);
  const controls = featuresOf(page.controls.slice(0, maxControlsLength));
  const sentences = said.map((sentence) => featuresOf(unquoted(sentence)));
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
    bounded(readText(page.title, model).message) / 4,
    Math.log1p(page.proseCharacters) / 6,
    Math.max(0, 1 - page.proseCharacters / shortCharacters),
    Math.log1p(said.length) / 3,
    Math.log1p(page.links > limits.links ? page.ownLinks : page.links) / 3,
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

/** The sentence that says most, of those that say something by themselves. */
function tellingOf(said: readonly string[], evidence: readonly number[]): string {
  const places = [...said.keys()];
  const whole = places.filter((at) => (said[at] ?? "").length >= leastTelling);
  const best = (whole.length === 0 ? places : whole).reduce((one, at) =>
    (evidence[at] ?? 0) > (evidence[one] ?? 0) ? at : one,
  );
  return said[best] ?? "";
}

/** Which of the page's sentences are its own, not what its site has around all pages; all, where none is. */
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
