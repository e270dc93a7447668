import { addressFit } from "./address-words.ts";
import {
  passageLength,
  readFeatures,
  readPassages,
  readTogether,
  type TextModel,
} from "./classifier/text-classifier.ts";
import { featuresOf } from "./classifier/text-features.ts";
import type { MessageReading } from "./doubt.ts";
import type { VerdictFacts } from "./facts.ts";
import { declaresContent } from "./notice.ts";
import { repeatsItself } from "./obstacle.ts";
import { beginningOf, isBrokenOff, unquoted } from "./speech.ts";
import { demandIn } from "./teaser.ts";
import { bounded, mostEvidence, placeOfMost } from "./weigh.ts";

/** A page that keeps more has something to say. */
const limits = { leastProseCharacters: 10, proseCharacters: 2000 };
const maxBlocks = 40;
const maxLength = 2500;
const maxLabelsLength = 150;
/** Blocks at the end that may ask for payment or an account where the text breaks off. */
const endingLength = 5;

/** True if the main content is known, and short enough to be a message. */
export const mayStandIn = ({ content }: VerdictFacts): boolean =>
  content !== undefined &&
  content.proseCharacters >= limits.leastProseCharacters &&
  content.proseCharacters <= limits.proseCharacters &&
  !repeatsItself(content);

/**
 * Reads the main content for a message in its place. Menus, teasers and footers are gone from it; the amounts kept and
 * left out count besides.
 */
export function readStandIn(facts: VerdictFacts, model: TextModel, toFeatures = featuresOf): MessageReading {
  const { page, content = page } = facts;
  const all = new Set(content.sections.flatMap(({ heading, blocks }) => [heading, ...blocks]));
  const said = beginningOf([...all].filter((block) => block.trim() !== "").slice(0, maxBlocks), maxLength);
  const read = said.map((block) => toFeatures(unquoted(block)));
  const labels = toFeatures(content.controls.slice(0, maxLabelsLength));
  const whole = readTogether([...read, labels], model);
  const { single: readings, passages } = readPassages(read, passageLength, model);
  const single = readings.map(({ message }) => bounded(message));
  const strongest = placeOfMost(single);
  const at = placeOfMost(passages.map(({ message }) => message));
  const passage = passages[at] ?? whole;
  const ending = readings.slice(-endingLength).map(demandIn);
  const last = said.at(-1) ?? "";
  const { foreign, named, hosted } = addressFit(facts);
  const features = [
    1,
    bounded(whole.message) / 4,
    single.reduce((sum, value) => sum + value, 0) / Math.max(1, single.length) / 3,
    bounded(passage.message) / 4,
    (single[strongest] ?? -mostEvidence) / 4,
    bounded((passages[0] ?? whole).message) / 4,
    bounded((passages.at(-passageLength) ?? whole).message) / 4,
    Math.max(-mostEvidence, ...ending) / 4,
    content.controls === "" ? 0 : bounded(readFeatures(labels, model).message) / 4,
    bounded(readFeatures(toFeatures(page.title), model).message) / 4,
    at / Math.max(1, said.length),
    Math.log1p(said.length) / 3,
    Math.log1p(content.proseCharacters) / 6,
    Math.log1p(Math.max(0, page.proseCharacters - content.proseCharacters)) / 7,
    Math.log1p(content.links) / 3,
    Math.log1p(page.links) / 4,
    Math.log1p(content.media) / 2,
    page.fields > 0 ? 1 : 0,
    page.passwordFields > 0 ? 1 : 0,
    page.messageFields > 0 ? 1 : 0,
    Math.log1p(content.writings) / 3,
    isBrokenOff(last) ? 1 : 0,
    declaresContent(facts) ? 1 : 0,
    foreign,
    named,
    hosted,
  ];
  return { features, kind: passage.kind, evidence: said[strongest] ?? "" };
}
