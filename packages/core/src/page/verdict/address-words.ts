import { pathOf, type VerdictFacts } from "./facts.ts";

/** How the words of an address fit the page that came, from 0 to 1; both 0 where the address says nothing readable. */
export interface AddressFit {
  /** None of the address's words is on the page: something else came than what was asked for. */
  readonly foreign: number;
  /** Share of the address's words that the title or a heading has. */
  readonly named: number;
}

const fewestWords = 2;
const shortestWord = 4;
/** Inflection changes the ends of words. */
const comparedLetters = 5;
const unknown: AddressFit = { foreign: 0, named: 0 };
const latin = /\p{Script=Latin}/gu;
const otherLetters = /(?!\p{Script=Latin})\p{L}/gu;
const wordsOfServers =
  /^(?:page|pages|index|article|articles|html|default|view|show|node|item|post|posts|topic|thread)$/;

/**
 * Compares the address that was asked for with the page that came. An address such as `/news/bridge-closed-again` names what
 * its page is about; a page that has none of its words is hardly that page. Only for pages in Latin script.
 */
export function addressFit({ page, requestedUrl }: Pick<VerdictFacts, "page" | "requestedUrl">): AddressFit {
  const words = wordsOf(requestedUrl);
  if (words.length < fewestWords || !isLatin(page.text)) return unknown;
  const heads = plain([page.title, ...page.headings].join(" "));
  const named = words.filter((word) => heads.includes(word)).length / words.length;
  if (named > 0) return { foreign: 0, named };
  const text = plain(page.text);
  return { foreign: words.some((word) => text.includes(word)) ? 0 : 1, named: 0 };
}

/** The beginnings of the words in the last part of a path that has some. */
function wordsOf(url: string): readonly string[] {
  const parts = pathOf(url).split("/").reverse();
  const words = parts.map((part) =>
    part
      .replace(/\.\w{2,5}$/, "")
      .split(/[^a-z]+/)
      .filter((word) => word.length >= shortestWord && !wordsOfServers.test(word))
      .map((word) => word.slice(0, comparedLetters)),
  );
  return words.find(({ length }) => length >= fewestWords) ?? [];
}

const isLatin = (text: string): boolean => (text.match(latin)?.length ?? 0) > (text.match(otherLetters)?.length ?? 0);

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
