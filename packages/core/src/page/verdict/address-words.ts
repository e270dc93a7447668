import { pathOf, type VerdictFacts } from "./facts.ts";

/**
 * Compares an address with the page that came; all from 0 to 1. `foreign` and `named` are 0 if the path has no words.
 */
export interface AddressFit {
  /** None of the address's words is on the page: something else came than what was asked for. */
  readonly foreign: number;
  /** Share of the address's words that the title or a heading has. */
  readonly named: number;
  /** 1 if the title or a heading is the host name: pages that sell a name write it large. */
  readonly hosted: number;
}

const fewestWords = 2;
const shortestWord = 4;
/** Inflection changes the ends of words. */
const comparedLetters = 5;
/** The same for the only word of an address. */
const shortestOnlyWord = 3;
const latin = /\p{Script=Latin}/gu;
const otherLetters = /(?!\p{Script=Latin})\p{L}/gu;
const wordsOfServers =
  /^(?:page|pages|index|article|articles|html|default|view|show|node|item|post|posts|topic|thread)$/;

/**
 * Compares the requested address with the page that came. `/news/bridge-closed-again` names a subject, and a page
 * without a single one of its words is probably another page. Only for pages in Latin script.
 */
export function addressFit({ page, requestedUrl }: Pick<VerdictFacts, "page" | "requestedUrl">): AddressFit {
  const heads = [page.title, ...page.headings];
  const host = hostOf(requestedUrl);
  const hosted = heads.some((head) => withoutWww(head) === host) ? 1 : 0;
  const words = wordsOf(requestedUrl);
  if (words.length < fewestWords || !isLatin(page.text)) return { foreign: 0, named: 0, hosted };
  const said = plain(heads.join(" "));
  const named = words.filter((word) => said.includes(word)).length / words.length;
  if (named > 0) return { foreign: 0, named, hosted };
  const text = plain(page.text);
  return { foreign: words.some((word) => text.includes(word)) ? 0 : 1, named: 0, hosted };
}

/**
 * True if a heading has every word of the last part of the address: this is what was asked for. Titles prove nothing, since
 * a site often keeps them above a message.
 */
export function isNamedByAddress({ page, requestedUrl }: Pick<VerdictFacts, "page" | "requestedUrl">): boolean {
  const words = lastWordsOf(requestedUrl);
  if (words.length === 0) return false;
  return page.headings.map(plain).some((head) => words.every((word) => head.includes(word)));
}

/** True if a text, the path aside, has every word of the last part of an address that has several. */
export function hasWordsOfAddress(text: string, url: string): boolean {
  const words = lastWordsOf(url);
  const said = plain(text.replaceAll(pathOf(url), " "));
  return words.length >= fewestWords && words.every((word) => said.includes(word));
}

/** The number of words in the last part of an address. */
export const namingWords = (url: string): number => lastWordsOf(url).length;

/** The beginnings of the words in the last part of an address. */
function lastWordsOf(url: string): readonly string[] {
  const parts = pathOf(url).split("/");
  return wordsIn(parts.findLast((part) => part !== "") ?? "", shortestOnlyWord);
}

const withoutWww = (host: string): string => host.replace(/^www\./, "");
const hostOf = (url: string): string => (URL.canParse(url) ? withoutWww(new URL(url).hostname) : "");

/** The beginnings of the words in the last part of a path that has some. */
function wordsOf(url: string): readonly string[] {
  const parts = pathOf(url).split("/").reverse();
  return parts.map((part) => wordsIn(part, shortestWord)).find(({ length }) => length >= fewestWords) ?? [];
}

const wordsIn = (part: string, shortest: number): readonly string[] =>
  part
    .replace(/\.\w{2,5}$/, "")
    .split(/[^a-z]+/)
    .filter((word) => word.length >= shortest && !wordsOfServers.test(word))
    .map((word) => word.slice(0, comparedLetters));

/** The beginning of a text shows its script. */
const scriptLength = 1000;

function isLatin(text: string): boolean {
  const beginning = text.slice(0, scriptLength);
  return (beginning.match(latin)?.length ?? 0) > (beginning.match(otherLetters)?.length ?? 0);
}

/** Text as addresses spell it: without marks, and once more with German and Nordic spellings. */
function plain(text: string): string {
  const stripped = text.normalize("NFD").replace(/\p{M}/gu, "");
  const spelled = text.replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("å", "aa");
  return [stripped, spelled]
    .join(" ")
    .replaceAll("ß", "ss")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replaceAll("œ", "oe")
    .replaceAll("ł", "l")
    .replaceAll("đ", "d")
    .replaceAll("ı", "i");
}
