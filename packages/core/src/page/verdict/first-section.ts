import { addressFit, isNamedByAddress, namingWords } from "./address-words.ts";
import {
  readFeatures,
  readTogether,
  trainedModel,
  type MessageClass,
  type TextReading,
} from "./classifier/text-classifier.ts";
import { featuresOf } from "./classifier/text-features.ts";
import { isNamedMissing, type Judgement, type VerdictFacts } from "./facts.ts";
import { gone } from "./gist-words.ts";
import { declaresContent, saysSomething } from "./notice.ts";
import type { PageSurvey } from "./page-survey.ts";
import { splitSentences, unquoted, type Section } from "./speech.ts";
import { priceWording } from "./wording.ts";

/** The text below the main heading of a page, or its first text. */
export interface FirstSection {
  /** Empty if there is none. */
  readonly heading: string;
  /** The heading, and the sentences below it. */
  readonly said: readonly string[];
  /** Characters below the heading. */
  readonly length: number;
}

const wholeSentence = /\p{L}["”»)]?[.!?؟。！？।]/u;

/** A message is told in its first sentences. */
const readSentences = 8;

/** The section below the main heading, the one behind labels, or the first one that says something; undefined for a page without any. */
export function firstSectionOf({ sections }: PageSurvey): FirstSection | undefined {
  const section = sections.find(({ level }) => level === 1) ?? behindLabels(sections) ?? sections.find(saysSomething);
  if (section === undefined) return undefined;
  const { heading, blocks } = section;
  const said = [heading, ...blocks.flatMap(splitSentences)].filter((sentence) => sentence !== "");
  return { heading, said, length: blocks.reduce((sum, block) => sum + block.length, 0) };
}

/** The one section of its level with a sentence, where nothing but labels stands before it, as menus do that no tag tells. */
function behindLabels(sections: readonly Section[]): Section | undefined {
  const told = sections.filter(({ blocks }) => blocks.some((block) => wholeSentence.test(block)));
  const [first] = told;
  return told.some((other) => other !== first && other.level === first?.level) ? undefined : first;
}

/** What the beginning of a section reads like. */
export function readFirst({ said }: FirstSection): TextReading {
  const read = said.slice(0, readSentences).map((sentence) => featuresOf(unquoted(sentence)));
  return readTogether(read, trainedModel());
}

const longestMessage = 170;
/** Evidence that no page of the labelled sets reaches with so short a text. */
const leastEvidence = 1.5;
/** What a site tells with all that it has around it. Doors to pass and offers stand on whole pages as well. */
const toldOnSites: ReadonlySet<MessageClass> = new Set(["soft-404", "maintenance", "blocked"]);

/**
 * Finds a message that stands in the place of the text, with much of the site below it: a short one under the main heading,
 * on a page that neither its address nor JSON-LD names.
 */
export function findInPlaceOfText(facts: VerdictFacts): Judgement | undefined {
  const { page, requestedUrl, isDocument } = facts;
  if (isDocument || declaresContent(facts) || page.writings > 0 || page.messageFields > 0) return undefined;
  if (isNamedMissing(requestedUrl) || isNamedByAddress(facts) || addressFit(facts).named > 0) return undefined;
  const alert = alertAtHead(facts);
  const first = alert ?? firstSectionOf(page);
  if (first === undefined || first.length === 0 || first.length > longestMessage) return undefined;
  const { said } = first;
  const { message, kind } = readFirst(first);
  if (message < leastEvidence || !toldOnSites.has(kind) || isNamed(first, page, kind)) return undefined;
  // A home page is where it is asked for: what is gone there is something else.
  if (kind === "soft-404" && isHome(requestedUrl)) return undefined;
  // A site tells in such a box above any page that it will be worked on.
  if (alert !== undefined && (kind !== "soft-404" || !said.some((sentence) => gone.test(sentence)))) return undefined;
  // Names and labels are no message: it has a sentence.
  if (!said.some((sentence) => wholeSentence.test(sentence))) return undefined;
  // Goods with a price are there, even if they are sold out.
  if (said.some((sentence) => priceWording.test(sentence))) return undefined;
  return {
    verdict: kind,
    reason: `${alert === undefined ? "below the main heading the page says only" : "a box at the head of the page says"} "${said.join(" ").slice(0, 100)}"`,
  };
}

/**
 * What a box for messages says at the head of a page that has no main heading, under a title that names only the site: the
 * address names a thing, and nothing on the page does.
 */
function alertAtHead({ page, requestedUrl }: VerdictFacts): FirstSection | undefined {
  const [first] = page.sections;
  const opening = first?.blocks[0];
  if (opening === undefined || first?.heading !== "" || page.sections.some(({ level }) => level === 1))
    return undefined;
  const box = page.boxes.find(({ kind, text, fields }) => kind === "alert" && fields === 0 && text.startsWith(opening));
  if (box === undefined || namingWords(requestedUrl) === 0 || !isNameOfSite(page, requestedUrl)) return undefined;
  return { heading: "", said: splitSentences(box.text), length: box.text.length };
}

function isHome(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { pathname, search } = new URL(url);
  return pathname === "/" && search === "";
}

/** True for a title that is the name of the site, as its first links, its declaration or its address have it. */
function isNameOfSite({ title, controls, metas }: PageSurvey, url: string): boolean {
  const letters = title.replace(/[^\p{L}\p{N}]/gu, "");
  if (letters === "") return false;
  if (controls.includes(title) || metas.get("og:site_name") === title) return true;
  return URL.canParse(url) && new URL(url).hostname.replace(/[^\p{L}\p{N}]/gu, "").includes(letters);
}

/** True for a heading that names the text, as the title does, or asks what it answers. */
function isNamed({ heading }: FirstSection, { title }: PageSurvey, kind: MessageClass): boolean {
  if (heading === "") return false;
  const isQuestion = /[?？؟]\s*$/u.test(heading);
  if (isQuestion && kind !== "soft-404") return true;
  const isMessage = readFeatures(featuresOf(heading), trainedModel()).message > 0;
  return !isMessage && (isQuestion || title.includes(heading));
}
