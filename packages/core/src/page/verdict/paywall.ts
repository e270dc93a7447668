import { declaredPaid, findAll } from "./declared-paid.ts";
import { goal, paying, remaining, thisText } from "./gist-words.ts";
import { unquoted } from "./speech.ts";
import type { PageSurvey } from "./page-survey.ts";
import { pathOf, type Judgement, type VerdictFacts } from "./facts.ts";
import { offerWording, paywallWording, readOnWording, subscriberWording } from "./wording.ts";

/** A teaser is shorter than this; more is taken for the article. */
const maxTeaserCharacters = 2500;
/** The limit where only the page's declaration speaks of a wall: text declared as paid is often sent whole. */
const maxDeclaredCharacters = 1500;
/** With this much text in the paid part, that part was sent. */
const minPaidCharacters = 800;
const charactersPerWord = 5;
const paywallMarker =
  /(?:^|[-_])(?:paywall|regwall|pay-wall|paygate|subscriber-only|subscription-wall|metered-?content|piano-(?:offer|paywall)|tp-modal|article-gate|premium-(?:content|wall|overlay)|subscribe-wall|plus-paywall|leaky-?paywall)(?:$|[-_])/;

/**
 * Finds articles that are cut off for people without a subscription. The page's own declaration (schema.org
 * `isAccessibleForFree: false`) or its wording needs a short text beside it: many sites send the whole text anyway.
 */
export function findPaywall(facts: VerdictFacts): Judgement | undefined {
  const { page, contentCharacters = page.proseCharacters } = facts;
  if (!isCut(contentCharacters, facts)) return undefined;
  const declared = declaredPaid(facts.jsonLd) ?? declaredTier(page.metas.get("article:content_tier"));
  const ending = contentCharacters < maxDeclaredCharacters ? endingOf(page) : undefined;
  const headed = [page.title, ...page.headings].find((head) => paywallWording.test(head));
  const marker = [...page.markers].find((name) => paywallMarker.test(name));
  const isMarkedPaid = page.metas.get("isaccessibleforfree") === "false";
  const text = unquoted(page.text);
  // A demand alone decides nothing, and searching for hundreds of wordings is slow.
  const isAlone = [declared, ending, headed, marker].every((sign) => sign === undefined) && !isMarkedPaid;
  const said = isAlone && !mayOffer(text) ? undefined : demandOf(text);
  const offered = said === undefined || offerPath.test(pathOf(facts.requestedUrl)) ? undefined : offerOf(text);
  const signs = [
    declared,
    said === undefined ? undefined : `it says "${said.slice(0, 80)}"`,
    offered === undefined ? undefined : `it offers "${offered}"`,
    ending === undefined ? undefined : `it ends with "${ending.trim().slice(0, 80)}"`,
    headed === undefined ? undefined : `a title or heading is "${headed.slice(0, 80)}"`,
    marker === undefined ? undefined : `its markup has "${marker}"`,
    isMarkedPaid ? "its markup declares isAccessibleForFree: false" : undefined,
  ].filter((sign) => sign !== undefined);
  const isEnough =
    signs.length > 1 ||
    (ending !== undefined && page.sentences.length > 1) ||
    (declared !== undefined && contentCharacters < maxDeclaredCharacters);
  if (!isEnough) return undefined;
  return {
    verdict: "paywall",
    reason: `only ${contentCharacters} characters of text are shown and ${signs.join(", ")}`,
  };
}

const everyDemand = new RegExp(paywallWording, "gu");

/** The page's demand on readers; one that only tells subscribers apart counts if there is no other. */
function demandOf(text: string): string | undefined {
  const demands = [...text.matchAll(everyDemand)].map(([words]) => words.trim());
  return demands.find((words) => !subscriberWording.test(words)) ?? readOnWording.exec(text)?.[0] ?? demands[0];
}

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
/** A text that goes on by mail is whole. */
const byMail = /newsletter|e-?mail|inbox|boletín|bulletin|rundbrief|рассылк|ニュースレター|メール|邮件/;
/** Who may comment has no say in who may read. */
const ofComments = /comment|komment|koment|comentar|yorum|комент|коммент|コメント|评论|留言|댓글/;
const isAboutComments = (sentence: string): boolean => ofComments.test(sentence) && !goal.test(sentence);
const longestDemand = 120;
const shareLeft = /\d{1,3} ?%|残り\s?[\d,]+\s?文字|剩余\s?\d+/;

/** The sentence near the end that says that the rest must be paid for. */
function endingOf({ sentences }: PageSurvey): string | undefined {
  const last = sentences.slice(-lastSentences);
  return last.find((sentence, index) => {
    if (sentence.length > longestDemand || /^["„“«「]/.test(sentence) || isAboutComments(sentence)) return false;
    const terms = `${sentence} ${last[index + 1] ?? ""}`;
    const isPaid = paying.test(terms) || shareLeft.test(sentence) || offerWording.test(terms);
    if (byMail.test(terms)) return false;
    return (
      (remaining.test(sentence) && isPaid) ||
      (thisText.test(sentence) && paying.test(shareLeft.test(sentence) ? terms : sentence))
    );
  });
}
