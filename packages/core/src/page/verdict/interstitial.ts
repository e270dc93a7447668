import { isNamedByAddress } from "./address-words.ts";
import { pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import { age, agreement, answer, signing } from "./gist-words.ts";
import { isQuestion } from "./gists.ts";
import {
  ageWording,
  bareCookie,
  consentChoice,
  consentWording,
  maintenanceHeading,
  maintenanceWording,
  parkedWording,
  parkingResources,
  refusalChoice,
  returnWording,
  unusedWording,
} from "./interstitial-wording.ts";
import { isOfAge, type NamedBox } from "./named-box.ts";
import { shareOf, sizeOf, unquoted, type Section } from "./speech.ts";
import type { PageSurvey } from "./page-survey.ts";
import { explains, explanatoryWording, isAsked, loadingWording, offerWording } from "./wording.ts";

/** Longer pages are about something, whatever is in front of them. */
const maxConsentCharacters = 6000;
const maxCharacters = 900;
const maxLinks = 15;
const minConsentShare = 0.55;
/** The same where both answers stand beside each other: what the data are for may be a long list. */
const minAnsweredShare = 0.25;
/** Longest other text on a page that asks for consent and has no heading about it. */
const maxOtherConsentLength = 80;
const minShare = 0.3;
/** The same for a page that was asked for by its heading: it may have the words as an example. */
const minNamedShare = 0.6;
/** A page with so many lines that begin with a time of day reports what happened. */
const linesOfReport = 3;
const minParkedShare = 0.15;

/**
 * Finds pages that stand in the way of the one that was asked for: they want consent, want to know the visitor's age,
 * are being worked on, or show that nobody uses the address. The same words on a page about something else are a small
 * share of its text.
 */
export function findInterstitial(facts: VerdictFacts): Judgement | undefined {
  if (facts.page.links > maxLinks * 2) return findConsentWall(facts);
  return findConsentWall(facts) ?? findAgeGate(facts) ?? findParkedDomain(facts) ?? findMaintenance(facts);
}

/** Names of pages about privacy, which use the same words. */
const privacyName =
  /priva[ct]|cookie|datenschutz|confidential|consent|gdpr|dsgvo|rgpd|legal|terms|impressum|policy|vie-privee|tietosuoja|integritet|személyes|konfident/;
const policyTitle =
  /polic|statement|notice|erklärung|richtlinie|hinweise|politique|charte|política|aviso|informativa|beleid|verklaring|polityk|политик|politika|سياسة|ポリシー|政策|정책|방침|policy/;
/** A wall is no longer than this under such a title. */
const maxTitledWall = 500;
const consentAddress =
  /^(?:consent|cmp|privacy|guce)\.|\/(?:consent|collectconsent)(?:[/?-]|$)|(?:consent|cookie|privacy)-?(?:wall|gate)(?![a-z])/;

/** True for the address of a page on privacy or cookies, but not for that of a wall that asks for consent. */
export const isAboutPrivacy = (url: string): boolean =>
  privacyName.test(pathOf(url)) && !consentAddress.test(hostAndPath(url));

/** The name of a company, by its legal form. */
const company =
  /^.{1,60} (?:gmbh|mbh|kg|ag|se|inc|llc|l\.l\.c|ltd|limited|plc|corp|corporation|b\.?v|n\.?v|sas|s\.a\.s|sarl|s\.a|s\.?r\.?l|s\.?p\.?a|s\.?l|ab|as|a\/s|aps|oy|oü|sp\. z o\. ?o|s\.r\.o|a\.s|kft|d\.o\.o|pte|pty|k\.k)\.?$/;
const fewestPartners = 15;
/** Words of a title that also heads a list of any other partners. */
const ofPartners =
  /partner\p{L}*|partenaires?|parceiros|socios|партн\p{L}+|ortak\p{L}*|合作伙伴|パートナー|파트너|شركا\p{L}+/gu;

/**
 * The page's sentences without the partners who would get the data, where a long list of them follows what the title or
 * the first heading asks for.
 */
function withoutPartners({ title, headings, sentences }: PageSurvey): readonly string[] | undefined {
  const isAsked = [title, headings[0] ?? ""].some((head) => consentWording.test(head.replace(ofPartners, "")));
  if (!isAsked) return undefined;
  const others = sentences.filter((sentence) => !company.test(sentence.trim()));
  return sentences.length - others.length >= fewestPartners ? others : undefined;
}

function findConsentWall({ page, url, requestedUrl }: VerdictFacts): Judgement | undefined {
  const { title, headings } = page;
  const isSmall = page.proseCharacters <= maxConsentCharacters && page.links <= maxLinks;
  const asking = page.ownButtons + page.ownLinks === 0 ? undefined : withoutPartners(page);
  if (asking === undefined && !isSmall) return undefined;
  const sentences = asking ?? page.sentences;
  if (sentences.length === 0) return undefined;
  // The banner of an application that is not there yet.
  if (page.emptyRoot !== undefined && page.ownSentences.some((sentence) => loadingWording.test(sentence)))
    return undefined;
  const heads = [title, ...headings];
  const isPolicy = page.proseCharacters > maxTitledWall && heads.some((head) => policyTitle.test(head));
  if (isPolicy || isAboutPrivacy(requestedUrl)) return undefined;
  if (explanatoryWording.test(page.text)) return undefined;
  const choice = consentChoice.exec(page.controls)?.[0];
  const share = shareOf({ sentences }, consentWording);
  // Whoever does not want to pay with data may be offered to pay with money.
  const isPriced = asking !== undefined && sentences.some((sentence) => offerWording.test(sentence));
  const isAnswered = choice !== undefined && (isPriced || refusalChoice.test(page.controls));
  if (
    choice === undefined ||
    share < (isAnswered ? minAnsweredShare : minConsentShare) ||
    !consentWording.test(page.text.replace(bareCookie, ""))
  )
    return undefined;
  const headed = heads.find((head) => consentWording.test(head));
  const others = sentences.filter((sentence) => !consentWording.test(sentence)).join("").length;
  const led = consentAddress.test(hostAndPath(url));
  const isAlone = headings.length === 0 && others <= maxOtherConsentLength;
  if (headed === undefined && !led && !isAlone) return undefined;
  const asked = headed === undefined ? "" : `, under "${headed.slice(0, 80)}"`;
  return {
    verdict: "consent-wall",
    reason: `the page asks to "${choice}" and says little else${asked}${led ? ", at an address of its own" : ""}`,
  };
}

const hostAndPath = (url: string): string =>
  URL.canParse(url) ? new URL(url).hostname.toLowerCase() + pathOf(url) : "";

function findAgeGate(facts: VerdictFacts): Judgement | undefined {
  const { page } = facts;
  const asked = hasSubject(facts) ? undefined : ageQuestionOf(page);
  if (asked !== undefined) return { verdict: "age-gate", reason: `the page asks "${asked}" and says little else` };
  const box = ageBoxOf(facts);
  if (box !== undefined)
    return {
      verdict: "age-gate",
      reason: `the page has nothing but a box named "${box.name}", with an answer to give`,
    };
  const said = saidOnBriefPage(page, ageWording, minShare);
  // A page with nothing to answer only mentions an age.
  if (said === undefined || !asksForAnswer(page)) return undefined;
  return { verdict: "age-gate", reason: `there is little on the page but "${said}"` };
}

/** Longest question for an age, and most text and buttons around it. */
const longestQuestion = 60;
const maxAround = { proseCharacters: 400, choices: 6 };
/** Sentences among which it stands: below others, it is one of many questions. */
const mostBefore = 3;
const legalAge = /(?<![\d.,:/])(?:1[689]|2[01])(?![\d.,:/])[^.!]{0,30}[?？؟;]\s*$/;

/** A question with an age at which things become legal, beside buttons that say yes or no: in any language. */
function ageQuestionOf(page: PageSurvey): string | undefined {
  const { proseCharacters, ownButtons, ownLinks, fields, headings, sentences, controls } = page;
  const choices = ownButtons + ownLinks;
  if (proseCharacters > maxAround.proseCharacters || choices < 2 || choices > maxAround.choices || fields > 0)
    return undefined;
  if (!answer.test(controls) || explains(page)) return undefined;
  return [...headings.slice(0, 1), ...sentences.slice(0, mostBefore)].find(
    (said) => said.length <= longestQuestion && legalAge.test(unquoted(said)) && !isAsked(said),
  );
}

/** Most text of a box that asks for an age, and most of the page's own around it. */
const maxAgeBox = { characters: 700, answers: 6, around: 80, mediaAround: 1 };

/** A box whose author named it after the age of visitors, with answers to give, in the place of the content. */
function ageBoxOf({ page, requestedUrl }: VerdictFacts): NamedBox | undefined {
  if (page.emptyRoot !== undefined || isOfAge(pathOf(requestedUrl).replaceAll("/", "-"))) return undefined;
  return page.boxes.find(({ kind, characters, media, buttons, links, fields }) => {
    if (kind !== "age-gate" || characters > maxAgeBox.characters) return false;
    const answers = buttons + links + fields;
    if ((fields === 0 && answers < 2) || answers > maxAgeBox.answers) return false;
    return page.ownCharacters - characters <= maxAgeBox.around && page.ownMedia - media <= maxAgeBox.mediaAround;
  });
}

/** True for the page that was asked for by its heading, behind a question that it may hide. */
const hasSubject = (facts: VerdictFacts): boolean =>
  isNamedByAddress(facts) &&
  sizeOf(facts.page, (said) => ageWording.test(said) || age.test(said) || isQuestion(said)) < minShare;

const asksForAnswer = ({ fields, ownButtons, ownLinks, controls, sections, sentences }: PageSurvey): boolean =>
  fields + ownButtons > 0 ||
  (ownLinks <= maxAround.choices && isAnswer(controls)) ||
  sections.some(({ labels }) => isAnswer(labels) || signing.test(labels)) ||
  sentences.some(
    (said) => isQuestion(said) && ageWording.test(unquoted(said)) && !beginsHeading(said.trim(), sections),
  );

/** True for the first words of a heading that goes on to name a subject. */
const beginsHeading = (said: string, sections: readonly Section[]): boolean =>
  // Two headings that are read as one have a point between them.
  sections.some(({ heading }) => heading.startsWith(said) && /^\s*[^\s.]/.test(heading.slice(said.length)));

/** True for labels of which one tells the visitor's age, or agrees. */
const isAnswer = (labels: string): boolean =>
  answer.test(labels) || agreement.test(labels) || ageWording.test(labels) || age.test(labels);

const hostName = /^[\p{L}\d-]+(?:\.[\p{L}\d-]+)+$/u;

/** A French domain may be a vineyard. */
const ofLand = /(?<!\p{L})(?:hectares?|ha|m²|m2|vignes?|vignobles?|viticoles?|terrain|chambres)(?!\p{L})/u;

function findParkedDomain({ page, url }: VerdictFacts): Judgement | undefined {
  const host = URL.canParse(url) ? new URL(url).hostname.toLowerCase().replace(/^www\./, "") : "";
  const named = /(?<![\p{L}\d.-])([\p{L}\d-]+(?:\.[\p{L}\d-]+)+) (?:is|may be|ist|est|está|è)\b/u.exec(page.text)?.[1];
  const said = saidOnBriefPage(page, parkedWording, minParkedShare);
  const isOfAddress = named === undefined || host.endsWith(named) || named.endsWith(host);
  if (said !== undefined && isOfAddress && !(said.includes("domaine") && ofLand.test(page.text)))
    return { verdict: "parked-domain", reason: `the page says "${said}"` };
  const offered = page.headings.find((head) => hostName.test(head) && page.title.includes(head));
  if (offered !== undefined && page.proseCharacters <= maxCharacters && parkedWording.test(page.title))
    return { verdict: "parked-domain", reason: `the page is headed "${offered}" and titled "${page.title}"` };
  const isTextless = page.characters === 0; // a server's default page may be a picture
  const unused =
    page.proseCharacters <= maxCharacters
      ? unusedWording.exec(isTextless ? page.title : unquoted(page.text))?.[0]
      : undefined;
  if (unused !== undefined && (isTextless || shareOf(page, unusedWording) >= minShare))
    return { verdict: "parked-domain", reason: `nothing was set up at the address: "${unused.slice(0, 100)}"` };
  const vendor = page.proseCharacters <= maxCharacters ? parkingResources.exec(page.resources)?.[0] : undefined;
  if (vendor === undefined) return undefined;
  return { verdict: "parked-domain", reason: `the page is made by a parking service (${vendor})` };
}

function findMaintenance(facts: VerdictFacts): Judgement | undefined {
  const { page } = facts;
  if (page.proseCharacters > maxCharacters || page.links > maxLinks || page.fields > 2) return undefined;
  if (isConditional.test(page.text) || explanatoryWording.test(page.text) || isReport(page)) return undefined;
  const said = saidOnBriefPage(page, maintenanceWording, isNamedByAddress(facts) ? minNamedShare : minShare);
  const headed = [page.title, ...page.headings].find((head) => maintenanceHeading.test(head));
  if (said === undefined && (headed === undefined || !returnWording.test(page.text))) return undefined;
  return {
    verdict: "maintenance",
    reason:
      said === undefined
        ? `the page is headed "${headed}" and asks to come back`
        : `there is little on the page but "${said}"`,
  };
}

const isReport = ({ sections }: PageSurvey): boolean =>
  sections.flatMap(({ blocks }) => blocks.filter((block) => /^\d{1,2}[:.]\d\d\s+\p{L}/u.test(block))).length >=
  linesOfReport;

/** A manual tells when maintenance happens, and a list of changes that it is over. */
const isConditional =
  /\b(?:no longer|not|never|nicht mehr)\b[^.!?]{0,30}(?:maintenance|wartung)|\b(?:when|while|whenever|if|during|wenn|während|falls|lorsque|pendant|cuando|durante|quando|mentre|wanneer|gdy|podczas|когда|если)\b[^.!?]{0,60}(?:maintenance|wartung|mantenimiento|manutenção|manutenzione|onderhoud|konserwac|обслуживан)/;

/** The matching words of a short page, if a good part of its text has them. */
function saidOnBriefPage(page: PageSurvey, wording: RegExp, share: number): string | undefined {
  if (page.proseCharacters > maxCharacters || page.links > maxLinks * 2) return undefined;
  const said = wording.exec(unquoted(page.text))?.[0] ?? wording.exec(unquoted(page.title))?.[0];
  if (said === undefined || explains(page)) return undefined;
  const shareSaying = (...wordings: readonly RegExp[]): number =>
    sizeOf(page, (sentence) => wordings.some((one) => one.test(unquoted(sentence))));
  return shareSaying(wording, returnWording) >= share && shareSaying(wording) >= share / 2
    ? said.trim().slice(0, 100)
    : undefined;
}
