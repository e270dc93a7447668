import {
  passageLength,
  readPassages,
  textClasses,
  type TextModel,
  type TextReading,
} from "./classifier/text-classifier.ts";
import { featuresOf } from "./classifier/text-features.ts";
import type { MessageReading } from "./doubt.ts";
import type { PageSurvey } from "./page-survey.ts";
import { bounded, mostEvidence, placeOfMost } from "./weigh.ts";
import { explains } from "./wording.ts";

/** A text that begins and breaks off is no longer than this. */
const limits = { leastProseCharacters: 400, proseCharacters: 6000 };
const leastBrokenOff = 30;

/** A page with some text of its own, which explains no obstacle and takes no message from the visitor. */
export const mayBeTeaser = (page: PageSurvey): boolean =>
  page.proseCharacters >= limits.leastProseCharacters &&
  page.proseCharacters <= limits.proseCharacters &&
  page.ending.length > 1 &&
  page.messageFields === 0 &&
  !explains(page);

/** Reads the last sentences of a text, which may demand payment or an account, and what stands around them. */
export function readEnding(page: PageSurvey, model: TextModel): MessageReading {
  const said = page.ending.map(featuresOf);
  const { single: sentences, passages } = readPassages(said, passageLength, model);
  const single = sentences.map(demandIn);
  const demands = passages.map(demandIn);
  const at = placeOfMost(demands);
  const clearest = placeOfMost(single.slice(at, at + passageLength)) + at;
  const passage = page.ending.slice(at, at + passageLength);
  const features = [
    1,
    (demands[at] ?? 0) / 4,
    (single[clearest] ?? 0) / 4,
    (demands[at + passageLength] ?? -mostEvidence) / 4,
    bounded(passages[at]?.message ?? 0) / 4,
    single.reduce((sum, value) => sum + value, 0) / single.length / 4,
    Math.log1p(page.ending.length - 1 - at) / 3,
    Math.log1p(page.proseCharacters) / 8,
    Math.log1p(page.ownLinks) / 4,
    page.passwordFields > 0 ? 1 : 0,
    page.fields > 0 ? 1 : 0,
    passage.some((sentence) => price.test(sentence)) ? 1 : 0,
    page.ending.slice(0, clearest).some(isBrokenOff) ? 1 : 0,
  ];
  const [paywall = 0, login = 0] = walls.map((wall) => passages[at]?.scores[wall] ?? 0);
  return { features, kind: login > paywall ? "login-wall" : "paywall", evidence: page.ending[clearest] ?? "" };
}

const walls = [textClasses.indexOf("paywall"), textClasses.indexOf("login-wall")];

/** Log-odds that a text demands payment or an account rather than anything else. */
export function demandIn({ scores }: TextReading): number {
  const top = Math.max(...scores);
  let demand = 0;
  let rest = 0;
  for (let index = 0; index < scores.length; index += 1) {
    const share = Math.exp((scores[index] ?? 0) - top);
    if (walls.includes(index)) demand += share;
    else rest += share;
  }
  return bounded(Math.log(demand) - Math.log(rest));
}

const price = /[€$£¥₽₩₹]\s?\d|\d\s?(?:[€$£¥₽₩₹]|zł|kr|kč|tl|euros?|元|円|원)|\d+ %|%/;
const isBrokenOff = (sentence: string): boolean =>
  sentence.length >= leastBrokenOff && /[\p{L},…]$|\.\.\.$/u.test(sentence.trim());
