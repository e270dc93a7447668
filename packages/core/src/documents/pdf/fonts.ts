import { symbolSign } from "../symbol-fonts.ts";
import type { PdfDocument } from "./pdfjs.ts";

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type TextItem = Extract<TextContent["items"][number], { str: string }>;

/** A font, as far as its text depends on it. */
export interface Font {
  readonly bold: boolean;
  readonly italic: boolean;
  readonly fixedPitch: boolean;
  /** Its characters are pictures; a lone one before a line is a bullet. */
  readonly pictures: boolean;
  /** The font whose signs stand at the codes of its letters, where these are known. */
  readonly signs: "wingdings" | "zapfdingbats" | undefined;
  readonly codes: Codes;
  /** The average width of its characters, in the units of its horizontal scale. */
  readonly averageWidth: number;
  /** Its glyphs are drawings, such as bitmaps. */
  readonly isDrawn: boolean;
  /** Its characters beyond ASCII are codes of TeX's Cyrillic letters. */
  readonly isCyrillic?: boolean;
}

/**
 * The codes of a font's text. A font that doesn't say which characters its glyphs are (ISO 32000-1, §9.10.2) gives
 * the numbers of its glyphs instead, which most TrueType fonts have in the order of ASCII.
 */
export type Codes = "characters" | "glyphs" | "unknown";

/** The first glyph that stands for a character is the fourth, a space (OpenType 1.9, recommendations): its code less its number. */
const firstCharacter = 29;
/** Fewer characters tell nothing. */
const minSample = 12;
/** With glyphs that stand for a space, which is no character of any text, fewer will do. */
const minSampleWithSpace = 5;

/** Share of vowels in the letters of any language in Latin script, within wide limits; and letters that tell it. */
const vowels = { least: 0.25, most: 0.7 };
const minLetters = 12;
/** Share of characters in a text by the numbers of its glyphs. */
const minCharacters = 0.85;

/** The codes of a text that is known to be numbers of glyphs: characters, if these make words. */
function codesOfGlyphs(numbers: string): Codes {
  const text = charactersOfGlyphs(numbers);
  const [known, letters] = [text.length - countOf(text, /\uFFFD/g), countOf(text, /[A-Za-z]/g)];
  const share = countOf(text, /[aeiouyAEIOUY]/g) / letters;
  const isSpelt = letters < minLetters || (share > vowels.least && share < vowels.most);
  return known >= text.length * minCharacters && isSpelt ? "glyphs" : "unknown";
}

function codesOf(text: string): Codes {
  const spaces = countOf(text, /\u0003/g);
  if (text.length < (spaces === 0 ? minSample : minSampleWithSpace)) return "characters";
  const odd = countOf(text, /[\u0001\u0002\u0004-\u0008\p{Co}\p{Cn}\uFFFD]/gu);
  if (spaces > 0 && spaces < text.length * 0.4) {
    const letters = countOf(charactersOfGlyphs(text), /[A-Za-z]/g);
    if (letters > (text.length - spaces) * 0.6) return "glyphs";
    if (spaces > text.length * 0.06) return "unknown";
  }
  return odd > text.length * 0.3 ? "unknown" : "characters";
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const charactersOfGlyphs = (text: string): string =>
  [...text]
    .map((glyph) => {
      const code = glyph.charCodeAt(0) + firstCharacter;
      return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : "\uFFFD";
    })
    .join("");

/** Ligatures whose bytes Ghostscript 10.0 wrote in the wrong order, among Latin letters: `O昀昀ice`. */
const swapped = /(?<=[A-Za-z])[\u6600\u6900\u6C00\u7400]+|[\u6600\u6900\u6C00\u7400]+(?=[a-z])/g;

/** Texts of a font whose name says nothing: so many are compared, and fewer tell nothing. */
const maxCompared = 200;
const minCompared = 6;
/** Widths of characters in font sizes that differ by less are the same. */
const sameWidth = 0.01;

/** True if narrow and wide letters take the same room in every text of a font. */
function isEvenlySpaced(items: readonly TextItem[]): boolean {
  const texts = items.filter(({ str }) => /^[!-~](?:[ -~]*[!-~])$/.test(str)).slice(0, maxCompared);
  const widths = texts.map(({ str, width, transform: [, , c = 0, d = 0] }) => width / str.length / Math.hypot(c, d));
  const different = new Set(texts.map(({ str }) => str));
  // Texts that are much alike take the same room in any font.
  const isTelling = different.size >= minCompared && spreadOf([...different].map(usualWidth)) > 2 * sameWidth;
  return isTelling && Math.min(...widths) > 0 && spreadOf(widths) < sameWidth;
}

const spreadOf = (numbers: readonly number[]): number => Math.max(...numbers) - Math.min(...numbers);

/** About how wide a character of a text is on average in fonts that give narrow letters less room, in font sizes. */
function usualWidth(text: string): number {
  const narrow = countOf(text, /[ filjtrI.,:;'|!()[\]]/g);
  const wide = countOf(text, /[mwMW@%]/g);
  return (narrow * 0.28 + wide * 0.83 + (text.length - narrow - wide) * 0.54) / text.length;
}

/** Fonts of musical notation, whose notes and rests stand at the codes of letters. */
const musical = /^(?:[A-Z]{6}\+)?(?:emmentaler|feta|parmesan|maestro|petrucci|opusstd)(?![a-z])/i;

/** Reads what a page knows of its fonts. The texts of some are known to be numbers of glyphs. */
export function readFonts(
  page: PdfPage,
  content: TextContent,
  glyphFonts: ReadonlySet<string>,
): ReadonlyMap<string, Font> {
  const fonts = new Map(
    Object.keys(content.styles).map((name) => [
      name,
      readFont(page, content, { name, isGlyphs: glyphFonts.has(name) }),
    ]),
  );
  const drawn = content.items.flatMap((item) =>
    "str" in item && fonts.get(item.fontName)?.isDrawn === true ? [item.str] : [],
  );
  const isCyrillic = areCyrillicCodes(drawn.join(" "));
  return new Map([...fonts].map(([name, font]) => [name, { ...font, isCyrillic: isCyrillic && font.isDrawn }]));
}

/** Words at least that are all of accented letters, which no language has, and their share of all words. */
const minAccented = 8;
const minShareAccented = 0.4;

/** True for the letters of Latin-1 at the codes of Cyrillic ones. */
function areCyrillicCodes(text: string): boolean {
  const accented = countOf(text, /(?<![A-Za-z\u0080-\u00FF])[\u00C0-\u00FF]{3,}(?![A-Za-z\u0080-\u00FF])/g);
  const words = countOf(text, /[A-Za-z\u0080-\u00FF]{3,}/g);
  return accented >= minAccented && accented >= words * minShareAccented;
}

/** TeX's Cyrillic letters from the code 0x80 on, before those in the order of the alphabet (T2A encoding). */
const cyrillic =
  "ҐҒЂЋҺҖҘЉЇҚҠҜӔҢҤЅӨҪЎҮҰҲЏҸҶЄӘЊЁ№¤§ґғђћһҗҙљїқҡҝӕңҥѕөҫўүұҳџҹҷєәњё„«»АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя";

const cyrillicIn = (text: string): string =>
  text.replace(/[\u0080-\u00FF]/g, (character) => cyrillic[character.charCodeAt(0) - 0x80] ?? character);

function readFont(page: PdfPage, content: TextContent, { name, isGlyphs }: { name: string; isGlyphs: boolean }): Font {
  const loaded: unknown = page.commonObjs.has(name) ? page.commonObjs.get(name) : undefined;
  const known = typeof loaded === "object" && loaded !== null && "name" in loaded ? String(loaded.name) : "";
  const family = content.styles[name]?.fontFamily ?? "";
  const items = content.items.filter((item): item is TextItem => "str" in item && item.fontName === name);
  return {
    bold: /bold|black|heavy|semibold|demi(?!ght)|-bd|cmbx|cmb\d|\bmedi$|-medi\b|LMRoman\w*-Bold/i.test(known),
    italic: /(?<!dig)ital|oblique|cmti|cmsl|-it\b|slanted/i.test(known),
    fixedPitch:
      isEvenlySpaced(items) ||
      (known === ""
        ? family === "monospace"
        : /mono(?!type)|courier|consol|menlo|cmtt|cmtex|typewriter|inconsolata|fixed|source ?code|fira ?code|nimbusmonl|txtt|lmtt/i.test(
            known,
          )),
    codes: musical.test(known) ? "unknown" : (isGlyphs ? codesOfGlyphs : codesOf)(items.map(({ str }) => str).join("")),
    pictures: /wingding|dingbat|webding|symbol|fontawesome|icon/i.test(known),
    signs: /zapf ?dingbat/i.test(known)
      ? "zapfdingbats"
      : /wingdings(?![ -]?[23])/i.test(known)
        ? "wingdings"
        : undefined,
    averageWidth: averageWidth(items),
    isDrawn: typeof loaded === "object" && loaded !== null && "isType3Font" in loaded && loaded.isType3Font === true,
  };
}

function averageWidth(items: readonly TextItem[]): number {
  const scaled = items.map(({ str, transform: [a = 1, b = 0] }) => str.length * Math.hypot(a, b));
  const whole = scaled.reduce((sum, length) => sum + length, 0);
  return whole === 0 ? 0 : items.reduce((sum, { width }) => sum + width, 0) / whole;
}

/** Ligatures, Arabic letters as they are drawn, radicals, and marks as upright lines have them, that stand for others. */
const presentationForms =
  /[\u2E9F\u2EF3\u2F00-\u2FD5\uFE10-\uFE19\uFE30-\uFE44\uFE47\uFE48\uFB00-\uFB06\uFB13-\uFB17\uFB1D-\uFDFF\uFE70-\uFEFC]/g;

/** Fonts map some ideographs to radicals that look the same and have no compatibility mapping. */
const radicals: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "⺟母",
    "⺠民",
    "⻄西",
    "⻅见",
    "⻆角",
    "⻉贝",
    "⻋车",
    "⻑長",
    "⻓长",
    "⻔门",
    "⻘青",
    "⻚页",
    "⻛风",
    "⻜飞",
    "⻝食",
    "⻢马",
  ]
    .concat([
      "⻣骨",
      "⻤鬼",
      "⻥鱼",
      "⻦鸟",
      "⻨麦",
      "⻩黄",
      "⻫斉",
      "⻬齐",
      "⻭歯",
      "⻮齿",
      "⻯竜",
      "⻰龙",
      "⻲亀",
      "⻳龟",
    ])
    .map(([radical = "", character = ""]) => [radical, character]),
);

/** A lam-alef after an alef, backwards: an alef never follows another one. PDF.js turns around what a ligature stands for. */
const turnedLigature = /ا([اأإآ])ل/g;

/** Characters of TeX's bitmap fonts, which name none, at the codes from 0x10 (Cork encoding). */
const cork = ["“", "”", "„", "«", "»", "–", "—", "", "", "ı", "ȷ", "ff", "fi", "fl", "ffi", "ffl"];

/** Signs that say something by themselves: checks, boxes, arrows, stars, numbers in circles, degrees, minutes, marks of rights. */
const telling = /^[°′″©®™✓✔✕✖✗✘☐☑☒★☆☎✉☺☹☞☛←-⇿①-⓿❶-➓➔]$/u;

const signsIn = (text: string, font: NonNullable<Font["signs"]>): string =>
  text.replace(/[!-\u00FE\uF021-\uF0FE]/g, (character) => symbolSign(character.charCodeAt(0), font) ?? character);

/** The characters that a piece of text shows, as far as its font says so. */
export const readable = (drawn: string, font: Font | undefined): string =>
  withKnownSigns(drawn, font).replace(noCharacters, "");

/** The number of characters that {@link readable} leaves out, as the font doesn't say which they are; missing glyphs show nothing. */
export const unreadable = (drawn: string, font: Font | undefined): number =>
  drawn.search(noCharacters) === -1 ? 0 : countOf(withKnownSigns(drawn, font).replaceAll("\0", ""), noCharacters);

// oxlint-disable-next-line no-control-regex
const noCharacters = /[\u0000-\u0008\u000B-\u001F\u0080-\u0084\u0086-\u009F\uFFFE\uFFFF]/g;

function withKnownSigns(drawn: string, font: Font | undefined): string {
  const letters = font?.isCyrillic === true ? cyrillicIn(drawn) : drawn;
  const text = font?.signs === undefined ? letters : signsIn(letters, font.signs);
  if (font?.pictures === true && telling.test(text)) return text;
  if (font?.pictures === true && /^[^\p{Script=Greek}\p{Sm}\d\s]$/u.test(text)) return "•";
  if (font?.codes === "unknown") return "";
  /* oxlint-disable no-control-regex */
  return (font?.codes === "glyphs" ? charactersOfGlyphs(text) : text)
    .replace(swapped, (run) => [...run].map((character) => String.fromCharCode(character.charCodeAt(0) >> 8)).join(""))
    .replace(/^[\u000F\u0088](?=\s|$)/, "•") // the same fonts' bullets
    .replace(/[\u0010-\u001F]/g, (code) => cork[code.charCodeAt(0) - 0x10] ?? "")
    .replace(/[\uF0A7\uF0B7\uF076\uF0D8\uF0FC]/g, "•")
    .replace(presentationForms, (form) => form.normalize("NFKC"))
    .replace(/[\u2E80-\u2EF3]/g, (radical) => radicals[radical] ?? radical)
    .replace(turnedLigature, "ال$1");
  /* oxlint-enable no-control-regex */
}
