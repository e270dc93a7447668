import type { Verdict } from "../../schema/result.ts";
import * as words from "./gist-words.ts";
import {
  ageWording,
  bareCookie,
  consentWording,
  maintenanceWording,
  parkedWording,
  unusedWording,
} from "./interstitial-wording.ts";
import * as trouble from "./trouble-words.ts";
import {
  accessWording,
  addressingWording,
  challengeWording,
  denialWording,
  javascriptWording,
  lostWording,
  notFoundWording,
  riddleWording,
} from "./wording.ts";

export type SentenceTest = (sentence: string) => boolean;

/** Every one of the stems is in the sentence. */
export const has =
  (...stems: readonly RegExp[]): SentenceTest =>
  (sentence) =>
    stems.every((stem) => stem.test(sentence));

/** One of the tests is passed. */
export const either =
  (...tests: readonly SentenceTest[]): SentenceTest =>
  (sentence) =>
    tests.some((test) => test(sentence));

/** A kind of page that stands in the way, and the sentences that give it away. */
export interface Gist {
  readonly name: GistName;
  readonly verdict: Exclude<Verdict, "ok">;
  /** A sentence that states it: two subjects that meet. */
  readonly core: SentenceTest;
  /** A sentence that belongs to it: one of the subjects, an apology, the way on. */
  readonly frame: SentenceTest;
}

export const gistNames = [
  "riddle",
  "check",
  "place",
  "limit",
  "refusal",
  "consent",
  "age",
  "domain",
  "work",
  "account",
  "absence",
  "fault",
  "script",
] as const;
export type GistName = (typeof gistNames)[number];

export const isQuestion = has(/[?？؟;]\s*$/);
/** Cookie notices use the words of maintenance and of unused addresses. */
const isOfCookies: SentenceTest = (sentence) => bareCookieOnce().test(sentence);
const besideCookies =
  (test: SentenceTest): SentenceTest =>
  (sentence) =>
    test(sentence) && !isOfCookies(sentence);
const isAddressed = has(addressingWording);
const leadsOn = has(words.prove, words.goal);
export const isLater = either(has(words.returning), has(words.wait));
const isWayOn = either(isAddressed, isLater, has(accessWording));
const isTask = either(has(trouble.sum), has(words.prove, trouble.puzzle), has(words.prove, words.human), leadsOn);
/** An age gate asks for an age, which is no riddle. */
const isRiddle: SentenceTest = (sentence) => isTask(sentence) && !words.age.test(sentence);

/** The earlier of two equal gists wins. */
export const gists: readonly Gist[] = [
  {
    name: "riddle",
    verdict: "blocked",
    core: either(isRiddle, has(riddleWording), has(challengeWording), has(words.human, words.goal)),
    frame: either(has(words.human), has(words.goal), has(words.traffic), has(words.prove), isQuestion),
  },
  {
    name: "check",
    verdict: "blocked",
    core: either(has(words.browser, words.check), has(challengeWording), has(words.check, words.wait)),
    frame: either(has(words.wait), has(words.check), has(words.browser)),
  },
  {
    name: "place",
    verdict: "blocked",
    core: either(has(words.place, words.unavailable), has(trouble.onlyThere, trouble.shown)),
    frame: either(has(words.place), has(words.unavailable), isWayOn),
  },
  {
    name: "limit",
    verdict: "blocked",
    core: either(
      has(trouble.limit, trouble.visits),
      has(trouble.limit, words.wait),
      has(words.traffic, words.odd),
      has(denialWording),
    ),
    frame: either(has(trouble.limit), isWayOn),
  },
  {
    name: "refusal",
    verdict: "blocked",
    core: either(has(trouble.deny, trouble.request), has(denialWording), has(trouble.deny, words.human)),
    frame: either(has(trouble.deny), has(trouble.request), has(accessWording)),
  },
  {
    name: "consent",
    verdict: "consent-wall",
    core: either(
      (sentence) => consentWording.test(sentence.replace(bareCookie, "")),
      has(consentWording, words.agreeing),
    ),
    frame: either(has(consentWording), has(bareCookieOnce())),
  },
  {
    name: "age",
    verdict: "age-gate",
    core: either(
      (sentence) => words.age.test(sentence) && isQuestion(sentence),
      has(words.age, words.goal),
      has(words.age, words.prove),
      has(words.age, words.plea),
      has(ageWording),
    ),
    frame: has(words.age),
  },
  {
    name: "domain",
    verdict: "parked-domain",
    core: besideCookies(
      either(
        has(trouble.domain, trouble.unused),
        has(trouble.placeholder),
        has(trouble.forSale),
        has(parkedWording),
        has(unusedWording),
      ),
    ),
    frame: either(has(trouble.domain), has(trouble.unused)),
  },
  {
    name: "work",
    verdict: "maintenance",
    core: besideCookies(either(has(words.work, words.site), has(maintenanceWording))),
    frame: either(isWayOn, has(words.work)),
  },
  {
    name: "account",
    verdict: "login-wall",
    core: either(has(words.signing, words.goal), has(words.signing, words.thing), has(words.signing, words.plea)),
    frame: either(has(words.signing), has(accessWording)),
  },
  {
    name: "absence",
    verdict: "soft-404",
    core: either(has(words.thing, words.gone), has(words.nothing, words.here), has(notFoundWording), has(lostWording)),
    frame: either(has(words.gone), isAddressed),
  },
  {
    name: "fault",
    verdict: "error-page",
    core: either(has(trouble.failure), has(trouble.fault, trouble.occurred)),
    frame: either(has(trouble.fault), has(trouble.occurred), isWayOn),
  },
  {
    name: "script",
    verdict: "needs-javascript",
    core: either(has(words.script, words.enabling), has(javascriptWording)),
    frame: either(has(words.enabling), has(words.browser), has(words.wait)),
  },
];

/** The same pattern without its memory of the last match. */
function bareCookieOnce(): RegExp {
  return new RegExp(bareCookie.source, "u");
}
