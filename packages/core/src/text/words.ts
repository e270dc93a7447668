import { percentDecoded } from "../url/percent-decoded.ts";

/**
 * The words of a text in lower case, without accents, in the singular: what a search compares. Camel case, digits next
 * to letters, hyphens, underscores and all punctuation separate words; scripts written without spaces give overlapping
 * pairs of characters. Pure.
 */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  if (!beyondAscii.test(text)) return addPlainWords(words, text);
  // No word goes over white space, so that the few parts with other letters don't slow down the rest.
  let plain = "";
  for (const part of text.split(asciiSpace)) {
    if (!beyondAscii.test(part)) {
      plain += ` ${part}`;
      continue;
    }
    addPlainWords(words, plain);
    plain = "";
    addWords(words, part);
  }
  return addPlainWords(words, plain);
}

/**
 * {@link wordsOf} a text that an index keeps, and, once each, what else people search for it by: Chinese characters alone,
 * Korean words without the particles behind them, others as {@link bareWord}. Pure.
 */
export const indexedWordsOf = (text: string): readonly string[] => withForms(wordsOf(text));

/** Words, and, once each, what else people search for them by; see {@link indexedWordsOf}. Pure. */
export function withForms(words: readonly string[]): readonly string[] {
  const forms = new Set<string>();
  for (const word of words) {
    if (!beyondAscii.test(word)) continue;
    const bare = bareWord(word);
    if (hangul.test(word)) for (const beginning of beginningsOf(word)) forms.add(beginning);
    else if (bare !== word) forms.add(bare);
    else for (const [character] of word.matchAll(han)) forms.add(character);
  }
  return forms.size === 0 ? words : [...words, ...forms];
}

const han = /\p{Script=Han}/gu;
const hangul = /\p{Script=Hangul}/u;

/** Syllables of the longest beginning of a Korean word that is kept by itself. */
const maxSyllables = 8;

/** A Korean word without its last syllables: particles take up one to four of them, and nothing tells which. */
function* beginningsOf(word: string): Iterable<string> {
  // Words are in letters, as they come out of the normalization that takes accents away.
  const syllables = [...word.normalize("NFC")];
  for (let end = 2; end <= Math.min(maxSyllables, syllables.length - 1); end += 1)
    yield syllables.slice(0, end).join("").normalize("NFKD");
}

/** The article of Arabic with the words of one letter that are written together with it, and that of Hebrew after "and". */
const article = /^(?:[وفبك]?ال(?=\p{L}{3})|ו?ה(?=[א-ת]{3}))/u;

/** Letters that no normalization takes apart, as people without them on their keyboard write them. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ð: "d", þ: "th", ħ: "h", ŧ: "t", ı: "i" },
};
const letterToWrite = new RegExp(`[${Object.keys(plainLetters).join("")}]`, "g");

/**
 * A word of {@link wordsOf} without its Arabic or Hebrew article and in plain letters, as people search for it; any other word
 * as it is. An index has both, so that one written before this was known still finds what is asked for as it is written. Pure.
 */
export function bareWord(word: string): string {
  return word.replace(article, "").replace(letterToWrite, (letter) => plainLetters[letter] ?? letter);
}

/** Signs that make another word of the one before them: C++, C#. */
const signed = /\p{L}[+#]+(?![\p{L}\p{N}])/gu;

/** The last letters of a text's words with their signs, in lower case, where these make other words. Pure. */
export const signedWordsOf = (text: string): readonly string[] => text.toLowerCase().match(signed) ?? [];

const asciiSpace = /[\t\n\f\r ]+/;
const beyondAscii = /[^\0-\x7f]/;

function addWords(words: string[], part: string): void {
  const separated = part
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{L})(\d)/gu, "$1 $2")
    .replace(/(\d)(\p{L})/gu, "$1 $2");
  const bare = separated.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  for (const [word] of bare.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (!spaceless.test(word)) words.push(singular(word));
    else for (const pair of pairsOf(word)) words.push(pair);
  }
}

/** {@link addWords} of text that is ASCII; returns all words so far. */
function addPlainWords(words: string[], text: string): readonly string[] {
  for (const word of text.match(/[A-Z]+[a-z]*|[a-z]+|[0-9]+/g) ?? []) words.push(singular(word.toLowerCase()));
  return words;
}

/** Words that say nothing about the subject of a search. */
export const functionWords: ReadonlySet<string> = new Set(
  "a an and are as at be by do doe for from how i in is it my of on or that the this to was what when where which who why with you your".split(
    " ",
  ),
);

/**
 * The words of an address: those of its path, query and subdomain, percent-encoding decoded. The domain is left out: all
 * addresses of a site share it. Pure.
 */
export function wordsOfUrl(url: string): readonly string[] {
  const parsed = URL.parse(url);
  if (parsed === null) return wordsOf(url);
  const subdomains = parsed.hostname
    .split(".")
    .slice(0, -2)
    .filter((label) => label !== "www");
  return wordsOf(`${subdomains.join(" ")} ${percentDecoded(parsed.pathname)} ${percentDecoded(parsed.search)}`);
}

/** Letters of scripts that put nothing between words. */
export const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function pairsOf(word: string): readonly string[] {
  const characters = [...word];
  if (characters.length < 3) return [word];
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function singular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:ch|sh|x|z|ss)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
