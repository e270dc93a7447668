import type { Verdict } from "../../schema/result.ts";
import { pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import * as words from "./gist-words.ts";
import { privacyName } from "./interstitial.ts";
import { bareCookie, consentChoice, consentWording } from "./interstitial-wording.ts";
import { isLogin, participation } from "./login-wall.ts";
import { sizeOf } from "./speech.ts";
import type { PageSurvey } from "./survey.ts";
import { accessWording, addressingWording, explanatoryWording } from "./wording.ts";

type Test = (sentence: string) => boolean;

const has =
  (...stems: readonly RegExp[]): Test =>
  (sentence) =>
    stems.every((stem) => stem.test(sentence));
const either =
  (...tests: readonly Test[]): Test =>
  (sentence) =>
    tests.some((test) => test(sentence));

/** The gist of a page that stands in the way. */
interface Gist {
  readonly verdict: Verdict;
  /** A sentence that says it. */
  readonly core: Test;
  /** A sentence that belongs to it: an apology, the way on, the reason. */
  readonly frame: Test;
  /** Least shares of core sentences, and of core and frame sentences. */
  readonly share: { readonly core: number; readonly all: number };
  readonly maxCharacters: number;
  /** Further conditions on the page. */
  readonly asks: (page: PageSurvey, facts: VerdictFacts) => boolean;
}

const someSentence = ({ sentences }: PageSurvey, test: Test): boolean => sentences.some(test);
const isAddressed = has(addressingWording);
const isQuestion = has(/[?？؟;]\s*$/);
const leadsOn = has(words.prove, words.goal);

const turnsAway = either(has(words.traffic, words.odd), leadsOn, has(accessWording));

/** Without anything to answer with, a page that turns away has little to explain. */
const isRefusal = (page: PageSurvey): boolean => page.proseCharacters <= 200 && sizeOf(page, turnsAway) >= 0.5;

const gists: readonly Gist[] = [
  {
    verdict: "blocked",
    core: either(has(words.human), has(words.traffic, words.odd)),
    frame: either(has(words.traffic), leadsOn, has(accessWording)),
    share: { core: 0.25, all: 0.6 },
    maxCharacters: 400,
    asks: (page) =>
      page.fields <= 2 &&
      someSentence(page, either(leadsOn, has(words.human, words.prove))) &&
      (page.fields > 0 || page.media > 0 || page.controls !== "" || isRefusal(page)),
  },
  {
    verdict: "blocked",
    core: has(words.browser, words.check),
    frame: has(words.wait),
    share: { core: 0.2, all: 0.7 },
    maxCharacters: 250,
    asks: (page) => page.fields === 0 && someSentence(page, has(words.wait)),
  },
  {
    verdict: "blocked",
    core: has(words.place, words.unavailable),
    frame: either(has(words.place), has(words.unavailable), has(accessWording), isAddressed),
    share: { core: 0.3, all: 0.5 },
    maxCharacters: 350,
    asks: ({ fields }) => fields === 0,
  },
  {
    verdict: "consent-wall",
    core: (sentence) =>
      consentWording.test(sentence.replace(bareCookie, "")) || has(consentWording, words.goal)(sentence),
    frame: has(consentWording),
    share: { core: 0.4, all: 0.5 },
    maxCharacters: 300,
    asks: ({ controls, fields }, { requestedUrl }) =>
      fields === 0 && consentChoice.test(controls) && !privacyName.test(pathOf(requestedUrl)),
  },
  {
    verdict: "age-gate",
    core: either(
      (sentence) => words.age.test(sentence) && isQuestion(sentence),
      has(words.age, words.goal),
      has(words.age, words.prove),
    ),
    frame: has(words.age),
    share: { core: 0.3, all: 0.5 },
    maxCharacters: 300,
    asks: ({ controls, fields }) => fields <= 3 && (fields > 0 || words.answer.test(controls)),
  },
  {
    verdict: "maintenance",
    core: has(words.work, words.site),
    frame: either(has(words.returning), has(words.work), isAddressed),
    share: { core: 0.25, all: 0.65 },
    maxCharacters: 300,
    asks: (page) => page.fields <= 1 && page.links <= 5 && someSentence(page, has(words.returning)),
  },
  {
    verdict: "login-wall",
    core: has(words.signing, words.goal),
    frame: has(words.signing),
    share: { core: 0.3, all: 0.4 },
    maxCharacters: 250,
    asks: ({ controls, passwordFields, text }, { requestedUrl }) =>
      !isLogin(requestedUrl) && !participation.test(text) && (passwordFields > 0 || words.signing.test(controls)),
  },
  {
    verdict: "soft-404",
    core: has(words.thing, words.gone),
    frame: either(has(words.gone), isAddressed),
    share: { core: 0.3, all: 0.45 },
    maxCharacters: 350,
    asks: ({ fields }, { requestedUrl }) => fields <= 1 && !/404|not-?found/.test(pathOf(requestedUrl)),
  },
];

/** More links than this are a page of links, and more text than this is about something. */
const maxLinks = 15;
const maxCharacters = 400;

/**
 * Judges pages that say next to nothing by their sentences' subjects, where no known wording tells them: any two
 * words for robots and for proving, for a page and for being gone, in one sentence and in whatever order.
 */
export function findGist(facts: VerdictFacts): Judgement | undefined {
  const { page, contentCharacters = 0 } = facts;
  if (page.links > maxLinks || page.proseCharacters > maxCharacters || contentCharacters > maxCharacters)
    return undefined;
  if (explanatoryWording.test(`${page.title} ${page.text}`)) return undefined;
  for (const gist of gists) {
    if (page.proseCharacters > gist.maxCharacters || !gist.asks(page, facts)) continue;
    const said = page.sentences.find(gist.core);
    if (said === undefined || sizeOf(page, gist.core) < gist.share.core) continue;
    if (sizeOf(page, either(gist.core, gist.frame)) < gist.share.all) continue;
    return { verdict: gist.verdict, reason: `the page says little but "${said.trim().slice(0, 100)}"` };
  }
  return bareLogin(facts);
}

const bareForm = { characters: 120, fields: 3, links: 8 };

/** A form that takes a password, and nothing to read beside it. */
function bareLogin({ page, requestedUrl }: VerdictFacts): Judgement | undefined {
  if (page.passwordFields !== 1 || page.fields > bareForm.fields || page.links > bareForm.links) return undefined;
  if (page.proseCharacters > bareForm.characters || isLogin(requestedUrl)) return undefined;
  return { verdict: "login-wall", reason: "the page is a form for a password and has nothing to read" };
}
