import { offerBehindBreak, textsOf, type TextBlock } from "./broken-off.ts";
import { declaredPaid, findAll, isDeclaredFree } from "./declared-paid.ts";
import { goal, paying, remaining, signing, thisText } from "./gist-words.ts";
import { splitSentences, unquoted } from "./speech.ts";
import { pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import {
  byMail,
  freeWording,
  meterWording,
  offerWording,
  paywallWording,
  readOnWording,
  subscriberWording,
} from "./wording.ts";

/** A teaser is shorter than this; more is taken for the article. */
const maxTeaserCharacters = 2500;
/** The limit where only the page's declaration speaks of a wall: text declared as paid is often sent whole. */
const maxDeclaredCharacters = 1500;
/** With this much text in the paid part, that part was sent. */
const minPaidCharacters = 800;
const charactersPerWord = 5;
const paywallMarker =
  /(?:^|[-_])(?:paywall|regwall|pay-wall|paygate|subscriber-only|subscription-wall|metered-?content|piano-(?:offer|paywall)|tp-modal|article-gate|premium-(?:content|wall|overlay)|subscribe-wall|plus-paywall|leaky[-_]?paywall)(?:$|[-_])/;
/** Marks of what membership plugins and hosts put in the place of a text, for those who may not read it. */
const membershipMarker =
  /^(?:pmpro_content_message|mepr-unauthorized-(?:message|excerpt)|rcp_restricted|swpm-(?:post-not-logged-in-msg|post-no-access-msg|more-tag-not-logged-in)|wc-memberships-(?:restriction|content-restricted)-message|um-locked-content-msg|ihc-locker-wrap|gh-(?:post-)?upgrade-cta|newspack-(?:memberships|content-gate)__(?:gate|inline-gate))$/;

/**
 * Finds articles that are cut off for people without a subscription. The page's own declaration (schema.org
 * `isAccessibleForFree: false`) or its wording needs a short text beside it: many sites send the whole text anyway.
 */
export function findPaywall(facts: VerdictFacts): Judgement | undefined {
  const { page, contentCharacters = page.proseCharacters } = facts;
  if (!isCut(contentCharacters, facts)) return undefined;
  const declared = declaredPaid(facts.jsonLd) ?? declaredTier(page.metas.get("article:content_tier"));
  const isShort = contentCharacters < maxDeclaredCharacters;
  const isAboutOffers = isOffer(facts.requestedUrl);
  const texts = isAboutOffers ? [] : textsOf(facts);
  const ending = isShort && !isAboutOffers ? endingOf(texts, facts) : undefined;
  const broken = offerBehindBreak(texts, facts);
  const headed = [page.title, ...page.headings].find((head) => paywallWording.test(head));
  const marker = [...page.shownMarkers].find((name) => paywallMarker.test(name));
  const isMarkedPaid = page.metas.get("isaccessibleforfree") === "false";
  const text = unquoted(page.text);
  // A demand alone decides nothing, and searching for hundreds of wordings is slow.
  const isAlone = [declared, ending, broken, headed, marker].every((sign) => sign === undefined) && !isMarkedPaid;
  const said = (isAlone && !mayOffer(text)) || meterWording.test(text) ? undefined : demandOf(text);
  const isOffered =
    said !== undefined && !isAboutOffers && !offerPath.test(pathOf(facts.requestedUrl)) && !goesOn(facts);
  const offered = isOffered ? offerOf(text) : undefined;
  const signs = [
    declared,
    said === undefined ? undefined : `it says "${said.slice(0, 80)}"`,
    offered === undefined ? undefined : `it offers "${offered}"`,
    ending === undefined ? undefined : `it ends with "${ending.trim().slice(0, 80)}"`,
    broken === undefined ? undefined : `it breaks off before "${broken.trim().slice(0, 80)}"`,
    headed === undefined ? undefined : `a title or heading is "${headed.slice(0, 80)}"`,
    marker === undefined ? undefined : `its markup has "${marker}"`,
    isMarkedPaid ? "its markup declares isAccessibleForFree: false" : undefined,
  ].filter((sign) => sign !== undefined);
  const isEnough =
    signs.length > 1 ||
    (ending !== undefined && page.sentences.length > 1) ||
    broken !== undefined ||
    (declared !== undefined && contentCharacters < maxDeclaredCharacters);
  const isFree = isDeclaredFree(facts.jsonLd) && ending === undefined && broken === undefined;
  if (!isEnough || isFree) return undefined;
  return {
    verdict: "paywall",
    reason: `only ${contentCharacters} characters of text are shown and ${signs.join(", ")}`,
  };
}

/** Shorter sentences, such as labels, stand on a page more than once. */
const leastRepeated = 20;

/**
 * Finds a text of which a membership plugin shows no more than the beginning. A list of such texts says the same below each,
 * and is a page all the same.
 */
export function findForMembers({
  page,
  contentCharacters = page.proseCharacters,
}: VerdictFacts): Judgement | undefined {
  if (contentCharacters >= maxDeclaredCharacters) return undefined;
  const mark = [...page.shownMarkers].find((name) => membershipMarker.test(name));
  if (mark === undefined) return undefined;
  const said = page.sentences.filter(({ length }) => length >= leastRepeated);
  if (new Set(said).size < said.length) return undefined;
  return {
    verdict: "paywall",
    reason: `only ${contentCharacters} characters of text are shown and its markup has "${mark}"`,
  };
}

const everyDemand = new RegExp(paywallWording, "gu");
/** Characters behind a demand that may say what it is for. */
const demandedLength = 60;

/** The page's demand on readers; one that only tells subscribers apart counts if there is no other. */
function demandOf(text: string): string | undefined {
  const demands = [...text.matchAll(everyDemand)]
    .filter(({ 0: { length }, index }) => !isAboutComments(text.slice(index, index + length + demandedLength)))
    .map(([words]) => words.trim());
  return demands.find((words) => !subscriberWording.test(words)) ?? readOnWording.exec(text)?.[0] ?? demands[0];
}

/** True for an address that names an offer, such as `/join`, or a text about one: it is what was asked for. */
export const isOffer = (url: string): boolean => offerName.test(pathOf(url)) || offerSubject.test(pathOf(url));
const offerSubject =
  /paywall|bezahlschranke|mur-payant|muro-de-pago|(?<![a-z])(?:subscri|abonn|suscripci|assinatura|abbonament|prenumerat)[a-z]{0,8}|(?<![a-z])abo(?![a-z])/;
const offerName =
  /\/(?:subscri|abonn|abo(?=[/.]|$)|pricing|membership|join|suscri|assinat|abbona|prenumer|tilaa|mitglied|adhe[rs]|hazte|socios?(?=[/.]|$))[a-z]{0,8}(?:[/.]|$)/;

/** Paths of pages that sell subscriptions, which cut off nothing. */
const offerPath = /\/(?:subscri|abo|offer|plan|pricing|price|membership|join|suscri|assin|abbona|prenumer|tilaa)/;

/** True where {@link offerOf} may find something. */
const mayOffer = (text: string): boolean => subscriberWording.test(text) || offerWording.test(text);

/** The price beside a demand to read on, or the way on for subscribers. */
function offerOf(text: string): string | undefined {
  const demand = demandOf(text);
  if (demand === undefined || subscriberWording.test(demand)) return undefined;
  return (offerWording.exec(text)?.[0] ?? subscriberWording.exec(text)?.[0])?.trim().slice(0, 80);
}

/** True if the text is cut: well below the article's declared size or, without one, as short as a teaser. */
function isCut(contentCharacters: number, { jsonLd, paidCharacters }: VerdictFacts): boolean {
  if (paidCharacters !== undefined && paidCharacters >= minPaidCharacters) return false;
  const bodies = findAll(jsonLd, "articleBody").flatMap((body) =>
    typeof body === "string" ? [body.replace(/\s/g, "")] : [],
  );
  const longest = Math.max(0, ...bodies.map((body) => body.length));
  if (longest > 0 && contentCharacters >= longest * 0.8) return false;
  const promisedWords = Math.max(0, ...findAll(jsonLd, "wordCount").map(Number).filter(Number.isFinite));
  return promisedWords > 0
    ? contentCharacters / charactersPerWord < promisedWords / 2
    : contentCharacters < maxTeaserCharacters;
}

const declaredTier = (tier: string | undefined): string | undefined =>
  tier === "locked" ? "it declares its content tier as locked" : undefined;

/** Sentences at the end of a text among which it turns into an offer. */
const lastSentences = 6;
/** Who may comment has no say in who may read. */
export const ofComments =
  /comment|komment|koment|comentar|yorum|комент|коммент|コメント|评论|留言|댓글|contribu|discuss(?:ion)?\b|espace d'échange|réagir|reagier|debatt|diskussion|diskusj|discusi|discussã|дискусс|обсужд/;
const isAboutComments = (said: string): boolean => ofComments.test(said) && !(goal.test(said) && remaining.test(said));
const longestDemand = 120;
const shareLeft = /\d{1,3} ?%|残り\s?[\d,]+\s?文字|剩余\s?\d+/;

/** Longest text behind such a sentence that speaks of something else: an article on such offers goes on. */
const longestRest = 120;
const isOfOffer = (sentence: string): boolean =>
  paying.test(sentence) || remaining.test(sentence) || signing.test(sentence) || offerWording.test(sentence);

/** The sentence near the end that says that the rest must be paid for. */
function endingOf(
  texts: readonly (readonly TextBlock[])[],
  { page, content = page }: Pick<VerdictFacts, "page" | "content">,
): string | undefined {
  for (const blocks of texts) {
    // Each block has a sentence at least.
    const said = demandAtEnd(blocks.slice(-lastSentences).flatMap(({ text }) => splitSentences(text)));
    if (said !== undefined) return said;
  }
  // The demand may stand below the main content, but what that says is no demand.
  const below = demandAtEnd(page.sentences);
  return content !== page && below !== undefined && content.sentences.includes(below) ? undefined : below;
}

/** Longest text that speaks of something else behind the last words about an offer. */
const longestGoingOn = 200;

/** True for a main content that goes on behind everything that it says about offers. */
function goesOn({ content }: VerdictFacts): boolean {
  if (content === undefined) return false;
  const at = content.sentences.findLastIndex(isOfOffer);
  return at !== -1 && content.sentences.slice(at + 1).join("").length > longestGoingOn;
}

function demandAtEnd(sentences: readonly string[]): string | undefined {
  const last = sentences.slice(-lastSentences);
  if (last.some((sentence) => freeWording.test(sentence) || meterWording.test(sentence))) return undefined;
  return last.find((quoting, index) => {
    const sentence = unquoted(quoting);
    if (sentence.length > longestDemand || /^["„“«「]/.test(quoting) || isAboutComments(sentence)) return false;
    const isCutOff = remaining.test(sentence);
    const isDemanded = thisText.test(sentence);
    if (!isCutOff && !isDemanded) return false;
    // What is surely a demand may name its terms later.
    const terms = last.slice(index, index + (paywallWording.test(sentence) ? 3 : 2)).join(" ");
    const isPaid = paying.test(terms) || shareLeft.test(sentence) || offerWording.test(terms);
    const rest = last.slice(index + 1).filter((other) => !isOfOffer(other));
    if (byMail.test(terms) || rest.join("").length > longestRest) return false;
    return (isCutOff && isPaid) || (isDemanded && paying.test(shareLeft.test(sentence) ? terms : sentence));
  });
}
