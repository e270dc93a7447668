import { isNamedByAddress } from "./address-words.ts";
import type { MessageCuts, Suspicion } from "./doubt.ts";
import { isNamedMissing, type Judgement, type VerdictFacts } from "./facts.ts";
import { gistFeatures, pageFeatures } from "./gist-features.ts";
import { gistWeights } from "./gist-model.generated.ts";
import { agreement, answer, human } from "./gist-words.ts";
import { gists, has, type Gist, type GistName } from "./gists.ts";
import { consentChoice } from "./interstitial-wording.ts";
import { isAboutPrivacy } from "./interstitial.ts";
import { asksForLogin } from "./login-wall.ts";
import type { PageSurvey } from "./page-survey.ts";
import { explains } from "./wording.ts";

/** A page with more links is a list of links, and one with more text has a subject of its own. */
const maxLinks = 15;
const maxCharacters = 400;
/** Among more links, a way to sign in is only one of many. */
const maxMenuLinks = 7;
const maxPlainDemand = 60;
/** Most fields on a page, by its gist; none by default. A larger form says what it is for; a date of birth takes three fields. */
const mostFields: Readonly<Partial<Record<GistName, number>>> = {
  age: 3,
  account: 3,
  riddle: 1,
  absence: 1,
  domain: 1,
};
/** In less text than this, words about speed or number are no refusal. */
const minLimitCharacters = 50;
/** Log-odds from which a page counts as standing in the way. */
const threshold = 0.5;

/**
 * Judges pages that say next to nothing in words no list knows: by the subjects of their sentences in some twenty-five
 * languages, by the things beside them (a field, two buttons, a heading, prices, dates), and by weights fitted to
 * written examples of both kinds.
 */
export function findGist(facts: VerdictFacts): Judgement | undefined {
  if (!mayBeGist(facts)) return undefined;
  const found = strongestGist(facts);
  if (found === undefined || found.score < threshold) return undefined;
  const { core, verdict } = found.gist;
  const said = facts.page.sentences.find(core) ?? "";
  return { verdict, reason: `the page says little but "${said.trim().slice(0, 100)}"` };
}

/**
 * True unless the classifier reads the page and finds it innocent. Few words make a gist, and innocent sentences have
 * them too.
 */
export function isAgreed({ verdict }: Judgement, likely: Suspicion | undefined, cuts: MessageCuts): boolean {
  if (likely === undefined) return true;
  // The classifier has no class for errors: they read like maintenance, a refusal or a missing page.
  const isOne = verdict === "error-page" || likely.kind === verdict;
  return likely.logOdds > (isOne ? cuts.doubt : cuts.verdict);
}

/** The gist that fits a page best, with its log odds; undefined where it says nothing of the kind. */
export function strongestGist(facts: VerdictFacts): { readonly gist: Gist; readonly score: number } | undefined {
  const features = pageFeatures(facts);
  return gists
    .filter((gist) => mayBe(gist, facts))
    .map((gist) => ({ gist, score: dot(gistFeatures(features, gist)) }))
    .toSorted((one, other) => other.score - one.score)[0];
}

/** True for pages that say next to nothing. */
export function mayBeGist({ page, contentCharacters = 0 }: VerdictFacts): boolean {
  if (page.links > maxLinks || page.proseCharacters > maxCharacters || contentCharacters > maxCharacters) return false;
  return !explains(page);
}

/** False if the page does not name the gist's subject, or if that subject is what was asked for. */
export function mayBe({ name, core }: Gist, facts: VerdictFacts): boolean {
  const { page, requestedUrl, isRendered } = facts;
  if (name === "consent" && (!hasChoice(page) || isAboutPrivacy(requestedUrl))) return false;
  if (name === "age" && page.controls === "" && page.fields === 0) return false;
  if (name === "limit" && page.proseCharacters < minLimitCharacters) return false;
  if (name === "account" && asksForLogin(requestedUrl)) return false;
  if (name === "absence" && isNamedMissing(requestedUrl)) return false;
  if (
    name === "account" &&
    page.passwordFields === 0 &&
    page.links > maxMenuLinks &&
    page.proseCharacters > maxPlainDemand
  )
    return false;
  if (page.fields > (mostFields[name] ?? 0)) return false;
  if (name === "script")
    return !isRendered && page.scripts > 0 && !isNamedByAddress(facts) && page.sentences.some(core);
  if (name === "riddle" && !hasAnswer(page) && !page.sentences.some(isAboutPeople)) return false;
  return page.sentences.some(core);
}

const hasChoice = ({ controls }: PageSurvey): boolean =>
  [consentChoice, answer, agreement].some((label) => label.test(controls));

/** Something to answer a riddle with. */
const hasAnswer = ({ fields, media, choices, controls }: PageSurvey): boolean =>
  fields + media + choices > 0 || controls !== "";
const isAboutPeople = has(human);

const dot = (features: readonly number[]): number =>
  features.reduce((sum, feature, index) => sum + feature * (gistWeights[index] ?? 0), 0);

const bareForm = { characters: 120, fields: 3, links: 8 };

/** Finds forms that take a password, and have nothing to read beside them. */
export function findBareLogin(facts: VerdictFacts): Judgement | undefined {
  const { page, requestedUrl } = facts;
  if (!mayBeGist(facts)) return undefined;
  if (page.passwordFields !== 1 || page.fields > bareForm.fields || page.links > bareForm.links) return undefined;
  if (page.proseCharacters > bareForm.characters || asksForLogin(requestedUrl)) return undefined;
  return { verdict: "login-wall", reason: "the page is a form for a password and has nothing to read" };
}
