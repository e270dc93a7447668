/** Counts in the text of a block. */
export interface Measures {
  /** Characters that are not white space. */
  characters: number;
  /** Words; in scripts written without spaces, characters. */
  tokens: number;
  linkTokens: number;
  strongTokens: number;
  /** Tokens in buttons and labels. */
  controlTokens: number;
  links: number;
  media: number;
  breaks: number;
  times: number;
  codes: number;
  /** Tokens in code and in names of program parts. */
  technicalTokens: number;
  /** Links to a place on a page. */
  fragmentLinks: number;
  buttons: number;
  /** Full stops, question and exclamation marks of any script that end a sentence. */
  sentenceEnds: number;
  commas: number;
  digits: number;
  capitals: number;
  /** Bars, bullets and arrows between links, as menus have them. */
  separators: number;
  /** Character code of the last character that is not white space; 0 in an empty block. */
  last: number;
  /** True if the text so far ends inside a word. */
  inWord: boolean;
}

/** The measures of a block without text. */
export const newMeasures = (): Measures => ({
  characters: 0,
  tokens: 0,
  linkTokens: 0,
  strongTokens: 0,
  controlTokens: 0,
  links: 0,
  media: 0,
  breaks: 0,
  times: 0,
  codes: 0,
  technicalTokens: 0,
  fragmentLinks: 0,
  buttons: 0,
  sentenceEnds: 0,
  commas: 0,
  digits: 0,
  capitals: 0,
  separators: 0,
  last: 0,
  inWord: false,
});

/** Kinds of characters, for counting. */
const letter = 0;
const space = 1;
const digit = 2;
const capital = 3;
const sentenceEnd = 4;
const comma = 5;
const separator = 6;
const punctuation = 7;
const ideograph = 8;
const invisible = 9;

const kinds = new Uint8Array(128).map((_, code) => {
  const character = String.fromCharCode(code);
  if (code <= 32) return space;
  if (/\d/.test(character)) return digit;
  if (/[A-Z]/.test(character)) return capital;
  if (/[a-z_]/.test(character)) return letter;
  if (".?!".includes(character)) return sentenceEnd;
  if (",;".includes(character)) return comma;
  if ("|<>".includes(character)) return separator;
  return punctuation;
});

/** Thai, Lao, Khmer, Myanmar, kana and Han: scripts written without spaces between words. */
const withoutSpaces = (code: number): boolean =>
  (code >= 0x3040 && code <= 0x30ff) ||
  (code >= 0x3400 && code <= 0x4dbf) ||
  (code >= 0x4e00 && code <= 0x9fff) ||
  (code >= 0x0e01 && code <= 0x0eff) ||
  (code >= 0x1000 && code <= 0x109f) ||
  (code >= 0x1780 && code <= 0x17ff) ||
  (code >= 0xf900 && code <= 0xfaff);

/** Kind of a character beyond ASCII. */
function wideKind(code: number): number {
  if (code === 0xa0 || code === 0x3000 || (code >= 0x2000 && code <= 0x200a) || code === 0x202f) return space;
  if (code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0xfeff) return invisible;
  if (withoutSpaces(code)) return ideograph;
  switch (code) {
    case 0x3002: // 。
    case 0xff01: // ！
    case 0xff1f: // ？
    case 0xff0e: // ．
    case 0x061f: // ؟
    case 0x06d4: // ۔
    case 0x0964: // ।
    case 0x2026: // …
      return sentenceEnd;
    case 0x3001: // 、
    case 0xff0c: // ，
    case 0xff1b: // ；
    case 0x060c: // ،
    case 0x061b: // ؛
      return comma;
    case 0xb7: // ·
    case 0x2022: // •
    case 0xab: // «
    case 0xbb: // »
    case 0x203a: // ›
    case 0x2039: // ‹
    case 0x2192: // →
    case 0x2190: // ←
    case 0xff5c: // ｜
      return separator;
    default:
      return (code >= 0x2010 && code <= 0x205e) ||
        (code >= 0x3003 && code <= 0x303f) ||
        (code >= 0xff00 && code <= 0xff0f)
        ? punctuation
        : letter;
  }
}

/** Adds a piece of text to the measures of its block. */
export function measureText(text: string, measures: Measures, inLink: boolean): void {
  let tokens = 0;
  let { inWord } = measures;
  for (let position = 0; position < text.length; position += 1) {
    const code = text.charCodeAt(position);
    const kind = code < 128 ? (kinds[code] ?? punctuation) : wideKind(code);
    if (kind === space) {
      inWord = false;
      continue;
    }
    if (kind === invisible) continue;
    measures.characters += 1;
    if (kind === letter || kind === capital || kind === digit) {
      if (!inWord) tokens += 1;
      inWord = true;
      if (kind === capital) measures.capitals += 1;
      else if (kind === digit) measures.digits += 1;
    } else {
      inWord = false;
      if (kind === ideograph) tokens += 1;
      else if (kind === sentenceEnd) measures.sentenceEnds += 1;
      else if (kind === comma) measures.commas += 1;
      else if (kind === separator) measures.separators += 1;
    }
    measures.last = code;
  }
  measures.inWord = inWord;
  measures.tokens += tokens;
  if (inLink) measures.linkTokens += tokens;
}
