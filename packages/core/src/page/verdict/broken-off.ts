import type { VerdictFacts } from "./facts.ts";
import { paying, remaining, signing } from "./gist-words.ts";
import { participation } from "./login-wall.ts";
import { declaresContent } from "./notice.ts";
import { isBrokenOff, splitSentences, type Section } from "./speech.ts";
import { endingOf } from "./teaser.ts";
import { byMail, freeWording, offerWording, wording } from "./wording.ts";

/** Shortest paragraph that may break off, and shortest whole one before it; a sign of Chinese or Japanese counts twice. */
const leastParagraph = { broken: 30, whole: 60 };
/** So many whole paragraphs make a text. */
const leastWhole = 2;
/** Longest text behind the place where a text breaks off. */
const longestOffer = 300;
/** Sentences below the main content that may be an offer. */
const mostBelow = 4;

/** Periods and terms of subscriptions. */
const terms = wording(
  "\\b(?:month|week|year|trial|cancel)|monat|woche|jahr|kündbar|\\bmois\\b|semaine|engagement|\\bmes(?:es)?\\b|semana|\\bm[eê]s\\b|meses\\b|\\bmes[ei]\\b|settiman|maand|jaar\\b|opzegbaar",
  "miesi[ąę]c|tydzie|tygod|месяц|недел|місяц|тижд|\\bay(?:da)?\\b|aylık|hafta|\\bmån(?:ad|\\b)|vecka|måned|\\buke|\\buge|kuukau|viikko|měsí[cč]|mesia[cč]|mesačn|týd|hónap|\\bhavi|(?<!\\p{L})éves|\\blun[ăi]|săptămân|μήνα|شهر|חודש|tháng|bulan|か?月|週|月|周|개월|월 ",
);
const everyPrice = /[€$£¥]\s?\d[\d.,]*|\d[\d.,]*\s?[€$£¥]/g;

/** A heading or a paragraph. */
export interface TextBlock {
  readonly text: string;
  readonly isHeading: boolean;
}

/**
 * What may be the whole text: the main content, if it is known; and the section of the main heading, alone and with the
 * next one, since teasers may stand below it.
 */
export function textsOf({ page, content }: Pick<VerdictFacts, "page" | "content">): readonly (readonly TextBlock[])[] {
  const { sections } = content ?? page;
  const at = sections.findIndex(({ level, heading }) => level === 1 && heading !== "");
  const parts = at === -1 ? [] : [sections.slice(at, at + 1), sections.slice(at, at + 2)];
  return (content === undefined ? parts : [sections, ...parts]).map(blocksOf);
}

const blocksOf = (sections: readonly Section[]): readonly TextBlock[] =>
  sections.flatMap(({ heading, blocks }) => [
    ...(heading === "" ? [] : [{ text: heading.trim(), isHeading: true }]),
    ...blocks.map((block) => ({ text: block.trim(), isHeading: false })),
  ]);

/**
 * Finds the offer of a subscription right behind the one paragraph of a text that stops in the middle of a sentence. Lists and
 * captions stop so as well, but more than once, and so does a line above a text, but under its heading.
 */
export function offerBehindBreak(texts: ReturnType<typeof textsOf>, facts: VerdictFacts): string | undefined {
  const isArticle = facts.page.metas.get("og:type") === "article" || declaresContent(facts);
  for (const blocks of texts) {
    const at = breakIn(blocks, isArticle);
    if (at === undefined) continue;
    const rest = blocks.slice(at + 1).map(({ text }) => text);
    const offer = (rest.length === 0 ? sentencesBelow(blocks[at]?.text ?? "", facts) : rest).join(" ");
    if (offer.length <= longestOffer && isOffered(offer)) return offer;
  }
  return undefined;
}

/** What the page says below a text that breaks off, wherever its site has put it. */
function sentencesBelow(text: string, facts: VerdictFacts): readonly string[] {
  const { sentences } = facts.page;
  const last = splitSentences(text).at(-1);
  // A line without an end, such as a note on who wrote the text, is told from an offer by the main content.
  const at = isRun(text) ? sentences.findIndex((sentence) => sentence.trim() === last) : -1;
  return at === -1 ? endingOf(facts).after.slice(0, mostBelow) : sentences.slice(at + 1, at + 1 + mostBelow);
}

/** The place of the paragraph that breaks off. */
function breakIn(blocks: readonly TextBlock[], isArticle: boolean): number | undefined {
  const all = [...blocks.keys()].filter((place) => isBreak(blocks, place));
  // A line with the author and the time above the text is no text.
  const firstRun = all.findIndex((place) => isRun(blocks[place]?.text ?? ""));
  const [at, ...others] = firstRun === -1 ? all : all.slice(firstRun);
  // The offer may begin with a line that has no point either.
  if (at === undefined || !others.every((other) => beginsOffer(blocks[other]?.text ?? ""))) return undefined;
  const whole = blocks.slice(0, at).filter(({ text, isHeading }) => !isHeading && isWhole(text)).length;
  return firstRun !== -1 || (whole > 0 && isArticle) || whole >= leastWhole ? at : undefined;
}

function isBreak(blocks: readonly TextBlock[], at: number): boolean {
  const { text, isHeading } = blocks[at] ?? { text: "", isHeading: true };
  const before = blocks[at - 1];
  if (isHeading || !isBrokenOff(text) || endsWithName(text) || (before?.isHeading === true && !isRun(text)))
    return false;
  // Items of a list have no end, either, and neither has the author's name above a text.
  const isItem = before !== undefined && isBrokenOff(before.text) && !isRun(text);
  return !isItem && lengthOf(text) >= leastParagraph.broken;
}

/** True for a text whose last sentence is a label and a short name, such as who moderates a board. */
const endsWithName = (text: string): boolean =>
  /^\p{L}{3,}(?: \p{L}+)? ?[:：] ?[^.:!?…]{1,40}$/u.test(splitSentences(text).at(-1) ?? "");

/** True for a text of several sentences, or one that dots break off. Numbers of days have a point, too. */
const isRun = (text: string): boolean => /\p{L}{2}["”»)]?[.!?] \S|\p{L}[。！？]|\p{L} ?\.\.\.$/u.test(text);

const beginsOffer = (text: string): boolean => remaining.test(text) || paying.test(text);

const isWhole = (block: string): boolean =>
  lengthOf(block) >= leastParagraph.whole && /[.!?。！？]["”“»』」)]?$/.test(block);

const lengthOf = (text: string): number =>
  text.length + (text.match(/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/g)?.length ?? 0);

const asksToSignIn = (said: string): boolean => signing.test(said) && !participation.test(said);

/** A subscription with its terms, or an account for the rest. A price alone may be that of a ticket. */
const isOffered = (offer: string): boolean => {
  const isSubscription =
    terms.test(offer) && (paying.test(offer.replaceAll(everyPrice, " ")) || offerWording.test(offer));
  // Who may write has no say in who may read.
  const isAccount = remaining.test(offer) && splitSentences(offer).some(asksToSignIn);
  return (isAccount || (isSubscription && !byMail.test(offer))) && !freeWording.test(offer);
};
