import { agreeingSign } from "./agreement.ts";
import { findChallenge, findRefusal } from "./blocked.ts";
import { findDeparture } from "./departure.ts";
import { isMadeUp, isOfManual, type Judgement, type VerdictFacts } from "./facts.ts";
import { findInPlaceOfText } from "./first-section.ts";
import { findBareLogin, findGist, isAgreed } from "./gist.ts";
import { findInterstitial } from "./interstitial.ts";
import { findLoginWall } from "./login-wall.ts";
import { findAppShell, onlyFrame } from "./needs-javascript.ts";
import { doubtOf } from "./doubt.ts";
import { cutsAlone, cutsFor, judgementOn, likelyMessage, type LikelyMessage } from "./messages.ts";
import { findForMembers, findPaywall } from "./paywall.ts";
import { findJsonError } from "./json-error.ts";
import { findNoResults } from "./no-results.ts";
import { findNotSetUp } from "./not-set-up.ts";
import { findProgramError } from "./program-error.ts";
import { findSoft404 } from "./soft-404.ts";
import { findStockError } from "./stock-errors.ts";
import { findTitled } from "./titled.ts";

export { unfilledPlaceOf, unfinishedWarning, waitingPlaceOf } from "./needs-javascript.ts";
export { warningFor } from "./warning.ts";
export { factsOf, withContent, type Judgement, type VerdictFacts } from "./facts.ts";

/**
 * The one place that decides if a result really is the requested page. Pure. Precision comes first: a page is `ok`
 * unless several signs agree, and `ok` with a doubt if there are too few. A page that the server itself declares an
 * error (404, 500) is `ok` here, because `metadata.statusCode` and `metadata.error` say so already; only being turned
 * away (`blocked`, `login-wall`) is told apart for such pages too.
 */
export function judge(facts: VerdictFacts): Judgement {
  const certain = judgeByRules(facts);
  if (certain !== undefined) return certain;
  if (isOfManual(facts)) return findTitled(facts) ?? findEmptiness(facts) ?? innocent;
  const likely = likelyMessage(facts);
  const judgement = judgeByWords(facts, likely) ?? findEmptiness(facts) ?? innocent;
  return likely === undefined ? judgement : { ...judgement, suspected: doubtOf(likely) };
}

const innocent: Judgement = { verdict: "ok", reason: "nothing speaks against it" };

function judgeByWords(facts: VerdictFacts, likely: LikelyMessage | undefined): Judgement | undefined {
  const gist = findGist(facts);
  if (gist !== undefined && isAgreed(gist, likely, cutsFor(facts))) return gist;
  const titled = findTitled(facts);
  if (titled !== undefined) return titled;
  const inPlace = findInPlaceOfText(facts);
  if (inPlace !== undefined) return inPlace;
  return likely && judgementOn(likely, cutsAlone(likely, facts), agreeingSign(likely, facts));
}

/** The verdict by certain signs: statuses, markup of vendors, wordings. Undefined if there are none. */
export function judgeByRules(facts: VerdictFacts): Judgement | undefined {
  const { status } = facts;
  const turnedAway =
    findChallenge(facts) ??
    (status === 401 || status === 403 || isMadeUp(status) ? findLoginWall(facts) : undefined) ??
    findRefusal(facts);
  if (turnedAway !== undefined) return turnedAway;
  if (status >= 400) {
    return { verdict: "ok", reason: `the server says itself that this is an error page (${status})` };
  }
  return (
    findJsonError(facts) ??
    (isOfManual(facts) ? undefined : (findStockError(facts) ?? findProgramError(facts))) ??
    findNotSetUp(facts) ??
    findInterstitial(facts) ??
    findDeparture(facts) ??
    findSoft404(facts) ??
    findNoResults(facts) ??
    findPaywall(facts) ??
    findLoginWall(facts) ??
    findForMembers(facts) ??
    findAppShell(facts) ??
    findBareLogin(facts)
  );
}

function findEmptiness({ page, status, isGiven, isRendered, emptyPlace }: VerdictFacts): Judgement | undefined {
  if (emptyPlace !== undefined) return { verdict: "empty", reason: onlyFrame(emptyPlace) };
  const isForOthers = page.noscript !== "" && !isRendered;
  if (page.characters > 0 || page.media > 0 || isForOthers) return undefined;
  if (page.frames > 0)
    return {
      verdict: "empty",
      reason: `the page is made of frames (${page.frames}), each a page at an address of its own`,
    };
  const reason = isGiven
    ? "nothing in what was given is text"
    : `the server answered ${status} with a page without text`;
  return { verdict: "empty", reason };
}
