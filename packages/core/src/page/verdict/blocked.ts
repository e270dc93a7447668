import { isNamedByAddress } from "./address-words.ts";
import { browserRefusal } from "./browser-refusal.ts";
import { isMadeUp, type Judgement, type VerdictFacts } from "./facts.ts";
import { shareOf, unquoted, unquotedShareOf } from "./speech.ts";
import type { PageSurvey } from "./page-survey.ts";
import { findVendor, hasVendorHeader } from "./vendors.ts";
import {
  accessWording,
  challengeWording,
  denialWording,
  explains,
  explanatoryWording,
  priceWording,
  queueWording,
  riddleWording,
} from "./wording.ts";

/** Block pages are short; the longest that vendors serve explain themselves in about this many characters. */
const maxVendorCharacters = 2500;
const maxDenialCharacters = 1000;
const maxChallengeCharacters = 600;
const maxWordsOnlyCharacters = 400;
/** A refusal that says nothing of itself says next to nothing. */
const maxSpeechlessCharacters = 150;
const maxLinks = 15;
/** A page is about access, and not quoting words about it, from this share of its text on. */
const minShare = 0.4;
const minRefusalShare = 0.2;
/** A higher share is asked where nothing can be typed: the pictures may be the content. */
const minWordlessShare = 0.6;

/** Statuses with which servers turn visitors away or hold them up. */
const refusals: ReadonlySet<number> = new Set([202, 403, 405, 406, 418, 429, 451, 503]);
const refusesAlways = (status: number): boolean => [403, 429, 451].includes(status) || isMadeUp(status);

const widgetMarkers = [
  "g-recaptcha",
  "h-captcha",
  "cf-turnstile",
  "frc-captcha",
  "geetest_captcha",
  "funcaptcha",
  "captcha-box",
];
const widgetResources =
  /(?:google\.com|recaptcha\.net)\/recaptcha\/|hcaptcha\.com\/|challenges\.cloudflare\.com\/turnstile|static\.geetest\.com|arkoselabs\.com|funcaptcha\.com|turing\.captcha\.qcloud\.com|captcha\.gtimg\.com/;

/** Finds challenges: marks of a known bot protection, or a captcha and nothing else. */
export function findChallenge(facts: VerdictFacts): Judgement | undefined {
  return blocked(
    findVendorBlock(facts) ??
      captchaOnly(facts.page) ??
      riddle(facts.page) ??
      captchaForm(facts) ??
      picturesToTick(facts) ??
      sumToWorkOut(facts) ??
      waitingLine(facts.page),
  );
}

/**
 * Finds refusals: wording with a short page or a refusing status. The same words on a page about something else (a film
 * called "Forbidden") are a small share of its text.
 */
export function findRefusal(facts: VerdictFacts): Judgement | undefined {
  return blocked(refusal(facts) ?? denial(facts.page) ?? browserRefusal(facts));
}

const blocked = (reason: string | undefined): Judgement | undefined =>
  reason === undefined ? undefined : { verdict: "blocked", reason };

function findVendorBlock(facts: VerdictFacts): string | undefined {
  const isLong = facts.page.characters > maxVendorCharacters;
  // Searching for every vendor is slow, and on a long page only a header counts.
  if (isLong && !hasVendorHeader(facts)) return undefined;
  const found = findVendor(facts);
  if (found === undefined) return undefined;
  if (found.kind !== "header" && isLong) return undefined;
  if (found.kind === "wording" && facts.status < 400 && isQuoted(facts.page)) return undefined;
  return `${found.vendor} stands before the page: ${found.mark}`;
}

/** A captcha and next to nothing else. A form with a captcha has other fields. */
function captchaOnly(page: PageSurvey): string | undefined {
  if (page.characters > maxChallengeCharacters || page.fields > 2) return undefined;
  const widget = widgetMarkers.find((marker) => page.markers.has(marker)) ?? widgetResources.exec(page.resources)?.[0];
  const said = challengeWording.exec(`${page.title} ${page.text}`)?.[0] ?? /captcha/.exec(page.title)?.[0];
  if (widget === undefined || said === undefined || isAboutElse(page)) return undefined;
  return `the page holds only a captcha (${widget}) and says "${said}"`;
}

/** A captcha that the site made itself: a riddle with a field or pictures, and next to nothing else. */
function riddle(page: PageSurvey): string | undefined {
  if (page.characters > maxChallengeCharacters || page.fields > 2 || page.links > maxLinks) return undefined;
  const said = riddleWording.exec(`${page.title} ${page.text}`)?.[0];
  if (said === undefined || (page.fields === 0 && page.media === 0) || explanatoryWording.test(page.text))
    return undefined;
  const needed = page.fields === 0 ? minWordlessShare : minShare;
  if (shareOf(page, riddleWording, challengeWording, accessWording) < needed) return undefined;
  return `there is little on the page but "${said.slice(0, 80)}"`;
}

/** Most of a page of its own around a form that is a captcha. */
const aroundCaptcha = { characters: 250, links: 6, media: 3 };
/** A captcha before a file names its size. */
const fileSize = /\d ?(?:[kmg]i?b|bytes)\b/;

/** A form that is a captcha by the name of its picture, with one field to fill in, and next to nothing else: in any language. */
function captchaForm(facts: VerdictFacts): string | undefined {
  const { page, url, requestedUrl } = facts;
  const { captchaCharacters, ownCharacters, ownLinks, ownMedia, writings, messageFields, passwordFields } = page;
  if (captchaCharacters === undefined || writings > 0 || messageFields > 0 || passwordFields > 0) return undefined;
  if (ownLinks > aroundCaptcha.links || ownMedia > aroundCaptcha.media) return undefined;
  if (ownCharacters - captchaCharacters > aroundCaptcha.characters || captchaCharacters > maxChallengeCharacters)
    return undefined;
  // Whoever asks for a captcha by its name gets what was asked for.
  if (`${url} ${requestedUrl}`.includes("captcha") || isNamedByAddress(facts)) return undefined;
  if (explains(page) || fileSize.test(page.text) || page.sentences.some((said) => priceWording.test(said)))
    return undefined;
  return "the page has nothing but a form with a picture that is named a captcha and a field for what it shows";
}

/** Pictures to tick, without names, and next to nothing else. */
const pictureRiddle = { pictures: 4, labelCharacters: 40, links: 5 };

/** A riddle of pictures, in any language, under another heading than the one that was asked for. */
function picturesToTick(facts: VerdictFacts): string | undefined {
  const { characters, choices, media, fields, links, controls } = facts.page;
  if (choices < pictureRiddle.pictures || media < choices || fields > 0 || links > pictureRiddle.links)
    return undefined;
  if (characters > maxChallengeCharacters || controls.length > pictureRiddle.labelCharacters) return undefined;
  return isNamedByAddress(facts) ? undefined : `the page has ${choices} pictures to tick, and hardly a word`;
}

/** Parts of a script that looks for a hash with given signs, and then leads on to the page. */
const sumParts = [
  /\b(?:subtle\.digest|sha-?256|sha-?1|md5)\b/i,
  /\bwhile\s*\(|\bfor\s*\(|\bdo\s*\{/,
  /difficulty|proof[-_ ]?of[-_ ]?work|\.startsWith\(|\]\s*={2,3}\s*0\b/i,
  /\blocation\s*(?:\.\s*(?:href|pathname|search)\s*)?=(?!=)|\blocation\s*\.\s*(?:reload|replace|assign)\(/,
];
const maxSumLinks = 5;

/** A sum that the visitor's browser has to work out before it gets the page, whatever the page says meanwhile. */
function sumToWorkOut({ page, isRendered }: VerdictFacts): string | undefined {
  if (isRendered || page.characters > maxChallengeCharacters || page.links > maxSumLinks || page.fields > 0)
    return undefined;
  // The scripts of an application may have all of these parts, but it says nothing before it is there.
  if (page.proseCharacters === 0 || page.emptyRoot !== undefined) return undefined;
  return sumParts.every((part) => part.test(page.inlineScripts))
    ? "the page holds nothing but a sum for the browser, which then leads on"
    : undefined;
}

/** Longest time after which a page with a waiting line asks for itself again. */
const longestTurnSeconds = 60;

/** A line to wait in, on a page that says little else and asks for itself again and again. */
function waitingLine({ metas, title, text, headings, characters, links, fields }: PageSurvey): string | undefined {
  const [, seconds] = /^\s*(\d{1,3})(?:\.\d+)?\s*;?\s*$/.exec(metas.get("refresh") ?? "") ?? [];
  if (seconds === undefined || Number(seconds) > longestTurnSeconds) return undefined;
  if (characters > maxChallengeCharacters || links > maxLinks || fields > 0) return undefined;
  const said = [title, ...headings, text].map((part) => queueWording.exec(unquoted(part))?.[0]).find((words) => words);
  return said === undefined ? undefined : `the page asks for itself every ${seconds} seconds and says "${said}"`;
}

function refusal({ status, page }: VerdictFacts): string | undefined {
  if (!(refusals.has(status) || refusesAlways(status)) || page.characters > maxVendorCharacters) return undefined;
  const isBrief = page.characters <= maxDenialCharacters;
  const said = wordingOf(page, 1500);
  if (said !== undefined && (isBrief || shareOfAccess(page) >= minRefusalShare))
    return `the server answered ${status} and the page says "${said}"`;
  if (!isBrief || !refusesAlways(status)) return undefined;
  if (page.proseCharacters <= maxSpeechlessCharacters) return `the server answered ${status} with a short page`;
  const heads = [page.title, ...page.headings];
  const isNamed = heads.some((head) => new RegExp(`\\b${status}\\b`).test(head));
  return isNamed || shareOfAccess(page) >= minRefusalShare
    ? `the server answered ${status} with a short page that is about it`
    : undefined;
}

/** Turned away with a friendly status: the page is short, and its title or heading says so, or there is nothing else. */
function denial(page: PageSurvey): string | undefined {
  if (page.characters > maxDenialCharacters || page.links > maxLinks || page.fields > 3) return undefined;
  if (isQuoted(page) || page.ownSentences.some(isOffered)) return undefined;
  const heads = [page.title, ...page.headings].flatMap((head) => head.split(/ [|\u2013\u2014-] /));
  const said = heads.map(mostlySaid).find((words) => words !== undefined);
  const words = page.characters <= maxWordsOnlyCharacters && page.links <= 5 && page.fields <= 1 && page.writings === 0;
  const spoken = words ? wordingOf(page, 600) : undefined;
  if (said === undefined && spoken === undefined) return undefined;
  return said === undefined
    ? `there is little on the page but "${spoken}"`
    : `the page is short and its title or heading says "${said}"`;
}

/** True for words about goods: a book or a film may have the name of a message. */
const isOffered = (sentence: string): boolean => priceWording.test(sentence) || /\bisbn\b/.test(sentence);

/** True if the words of a block page are in an article or a question about it. */
const isQuoted = (page: PageSurvey): boolean => explains(page) || isAboutElse(page);

const isAboutElse = (page: PageSurvey): boolean => page.sentences.length > 0 && shareOfAccess(page) < minShare;
const shareOfAccess = (page: PageSurvey): number =>
  unquotedShareOf(page, challengeWording, denialWording, accessWording);

/** The wording of a block page that makes up most of a title or heading. */
function mostlySaid(head: string): string | undefined {
  const own = unquoted(head);
  const words = challengeWording.exec(own)?.[0] ?? denialWording.exec(own)?.[0];
  return words !== undefined && words.length >= head.length / 2 ? words : undefined;
}

function wordingOf(page: PageSurvey, length: number): string | undefined {
  const text = `${unquoted(page.title)} ${unquoted(page.text.slice(0, length))}`;
  return challengeWording.exec(text)?.[0] ?? denialWording.exec(text)?.[0];
}
