import { addressFit } from "./address-words.ts";
import {
  passageLength,
  readFeatures,
  readPassages,
  readTogether,
  type TextModel,
  type TextReading,
} from "./classifier/text-classifier.ts";
import { featuresOf } from "./classifier/text-features.ts";
import type { MessageReading } from "./doubt.ts";
import type { VerdictFacts } from "./facts.ts";
import { beginningOf, splitSentences, unquoted, type Section } from "./speech.ts";
import type { PageSurvey } from "./page-survey.ts";
import { bounded, mostEvidence, placeOfMost } from "./weigh.ts";

/** A page with more text has something to say. */
const limits = { leastProseCharacters: 40, proseCharacters: 3000 };
const maxSections = 8;
/** A message is short: what it says stands at the beginning of its section. */
const maxSentences = 8;
const maxSectionLength = 600;
const maxLabelsLength = 150;
/** The score of a heading or label that is not there: neither for nor against. */
const unsaid = -1;

/** A page of sections, with no more text than a message and what its site has around it. */
export const mayHaveNotice = (page: PageSurvey): boolean =>
  page.proseCharacters >= limits.leastProseCharacters &&
  page.proseCharacters <= limits.proseCharacters &&
  page.sections.some(saysSomething);

/** True for a section with a heading or a text. */
export const saysSomething = ({ heading, blocks }: Section): boolean => heading !== "" || blocks.length > 0;

/**
 * Reads a page section by section, so that menus, teasers and news around a message do not matter. The clearest section
 * counts, with its place and everything else on the page.
 */
export function readNotice(facts: VerdictFacts, model: TextModel, toFeatures = featuresOf): MessageReading {
  const { page } = facts;
  const sections = page.sections
    .filter(saysSomething)
    .slice(0, maxSections)
    .map((section) => readSection(section, model, toFeatures));
  const clearest = sections.reduce((one, other) => (other.clarity > one.clarity ? other : one));
  const main = sections.find(({ section }) => section.level === 1) ?? sections[0] ?? clearest;
  const others = sections.filter((one) => one !== clearest).map(({ whole }) => bounded(whole.message));
  const { section, characters, single, strongest } = clearest;
  const before = page.sections.slice(0, page.sections.indexOf(section)).flatMap(({ blocks }) => blocks);
  const { foreign, named, hosted } = addressFit(facts);
  const features = [
    1,
    bounded(clearest.whole.message) / 4,
    bounded(clearest.passage.message) / 4,
    (single[strongest] ?? -mostEvidence) / 4,
    clearest.heading / 4,
    clearest.labels / 4,
    clearest.beginsWithPassage ? 1 : 0,
    bounded(main.whole.message) / 4,
    main === clearest ? 1 : 0,
    Math.max(-mostEvidence, ...others) / 4,
    bounded(readFeatures(toFeatures(page.title), model).message) / 4,
    section.level === 1 ? 1 : 0,
    section.heading === "" ? 1 : 0,
    Math.log1p(sections.indexOf(clearest)) / 2,
    Math.log1p(lengthOf(before)) / 6,
    Math.log1p(characters) / 6,
    Math.log1p(Math.max(0, page.proseCharacters - characters)) / 7,
    Math.log1p(page.ownLinks) / 4,
    page.fields > 0 ? 1 : 0,
    page.passwordFields > 0 ? 1 : 0,
    page.messageFields > 0 ? 1 : 0,
    Math.log1p(page.writings) / 3,
    Math.log1p(page.media) / 3,
    declaresContent(facts) ? 1 : 0,
    foreign,
    named,
    hosted,
  ];
  return { features, kind: clearest.passage.kind, evidence: clearest.sentences[strongest] ?? "" };
}

/** True if the page declares a subject. */
export const declaresContent = ({ jsonLd }: VerdictFacts): boolean => contentType.test(JSON.stringify(jsonLd));

const contentType =
  /"@type":(?:\[[^\]]{0,80})?"(?:\w{0,20}Article|Product|BlogPosting|Recipe|Event|JobPosting|Person|VideoObject|Book)"/;

interface ReadSection {
  readonly section: Section;
  /** The heading, and the first sentences below it. */
  readonly sentences: readonly string[];
  /** Evidence of each sentence. */
  readonly single: readonly number[];
  /** The place of the sentence with most evidence. */
  readonly strongest: number;
  readonly whole: TextReading;
  /** The passage with most evidence. */
  readonly passage: TextReading;
  readonly beginsWithPassage: boolean;
  readonly clarity: number;
  readonly heading: number;
  readonly labels: number;
  readonly characters: number;
}

function readSection(section: Section, model: TextModel, toFeatures: typeof featuresOf): ReadSection {
  const { heading, blocks, labels } = section;
  const all = [heading, ...blocks.flatMap(splitSentences)].filter((sentence) => sentence.trim() !== "");
  const sentences = beginningOf(all.slice(0, maxSentences), maxSectionLength);
  const read = sentences.map((sentence) => toFeatures(unquoted(sentence)));
  const ofLabels = toFeatures(labels.slice(0, maxLabelsLength));
  const readings = readPassages(read, passageLength, model);
  const single = readings.single.map(({ message }) => bounded(message));
  const whole = readTogether([...read, ofLabels], model);
  const passage = readings.passages.reduce((one, other) => (other.message > one.message ? other : one));
  return {
    section,
    sentences,
    single,
    strongest: placeOfMost(single),
    whole,
    passage,
    beginsWithPassage: passage === readings.passages[0],
    clarity: bounded(whole.message) + bounded(passage.message),
    heading: heading === "" ? unsaid : (single[0] ?? unsaid),
    labels: labels === "" ? unsaid : bounded(readFeatures(ofLabels, model).message),
    characters: lengthOf(blocks),
  };
}

const lengthOf = (blocks: readonly string[]): number =>
  blocks.reduce((sum, block) => sum + block.replaceAll(" ", "").length, 0);
