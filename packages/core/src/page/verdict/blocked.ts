import type { Judgement, VerdictEvidence } from "./evidence.ts";
import type { PageSurvey } from "./survey.ts";
import { findVendor } from "./vendors.ts";
import { challengeWording, denialWording, explanatoryWording } from "./wording.ts";

/** Block pages are short; the longest that vendors serve explain themselves in about this many characters. */
const maxVendorCharacters = 2500;
const maxDenialCharacters = 1000;
const maxChallengeCharacters = 600;
const maxWordsOnlyCharacters = 400;
const maxLinks = 15;

/** Statuses with which servers turn visitors away or hold them up. */
const refusals: ReadonlySet<number> = new Set([202, 401, 403, 405, 406, 429, 451, 503]);

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

/** Finds challenges, captchas and refusals: vendor marks first, then wording with a short page or a refusing status. */
export function findBlock(evidence: VerdictEvidence): Judgement | undefined {
  const reason = vendorBlock(evidence) ?? captchaOnly(evidence.page) ?? refusal(evidence) ?? denial(evidence.page);
  return reason === undefined ? undefined : { verdict: "blocked", reason };
}

function vendorBlock(evidence: VerdictEvidence): string | undefined {
  const found = findVendor(evidence);
  if (found === undefined) return undefined;
  if (!found.decisive && evidence.page.characters > maxVendorCharacters) return undefined;
  return `${found.vendor} stands before the page: ${found.mark}`;
}

/** A captcha and next to nothing else. A form with a captcha has other fields. */
function captchaOnly(page: PageSurvey): string | undefined {
  if (page.characters > maxChallengeCharacters || page.fields > 2) return undefined;
  const widget = widgetMarkers.find((marker) => page.markers.has(marker)) ?? widgetResources.exec(page.resources)?.[0];
  const said = challengeWording.exec(`${page.title} ${page.text}`)?.[0] ?? /captcha/.exec(page.title)?.[0];
  if (widget === undefined || said === undefined) return undefined;
  return `the page holds only a captcha (${widget}) and says "${said}"`;
}

function refusal({ status, page }: VerdictEvidence): string | undefined {
  if (!refusals.has(status) || page.characters > maxVendorCharacters) return undefined;
  const said = wordingOf(page, 1500);
  if (said !== undefined) return `the server answered ${status} and the page says "${said}"`;
  const bare = (status === 403 || status === 429 || status === 451) && page.characters <= maxDenialCharacters;
  return bare ? `the server answered ${status} with a short page` : undefined;
}

/** Turned away with a friendly status: the page is short, and its title or heading says so, or there is nothing else. */
function denial(page: PageSurvey): string | undefined {
  if (page.characters > maxDenialCharacters || page.links > maxLinks || page.fields > 3) return undefined;
  if (explanatoryWording.test(`${page.title} ${page.text}`)) return undefined;
  const heads = [page.title, ...page.headings].flatMap((head) => head.split(/ [|\u2013\u2014-] /));
  const said = heads.map(mostlySaid).find((words) => words !== undefined);
  if (said !== undefined) return `the page is short and its title or heading says "${said}"`;
  const words = page.characters <= maxWordsOnlyCharacters && page.links <= 5 ? wordingOf(page, 600) : undefined;
  return words === undefined ? undefined : `there is little on the page but "${words}"`;
}

/** The wording of a block page that makes up most of a title or heading. */
function mostlySaid(head: string): string | undefined {
  const words = challengeWording.exec(head)?.[0] ?? denialWording.exec(head)?.[0];
  return words !== undefined && words.length >= head.length / 2 ? words : undefined;
}

function wordingOf(page: PageSurvey, length: number): string | undefined {
  const text = `${page.title} ${page.text.slice(0, length)}`;
  return challengeWording.exec(text)?.[0] ?? denialWording.exec(text)?.[0];
}
