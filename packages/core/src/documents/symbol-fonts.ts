/**
 * The signs of the font Symbol from code 0x21 and from code 0xA0 on, in Unicode, as Adobe maps them (symbol.txt of the Unicode
 * Consortium). Spaces stand for codes without a sign of their own.
 */
const symbolSigns = [
  "!∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
  "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐─↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭",
] as const;

/** Signs of Wingdings that texts use: marks of lists, boxes, arrows, numbers in circles. */
const wingdings: Readonly<Record<number, string>> = {
  ...signsFrom(0x80, "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿"),
  ...signsFrom(0xdf, "←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳⬀⬁⬃⬂▭▫✗✓☒☒"),
  ...{ 0x22: "✂", 0x28: "☎", 0x2a: "✉", 0x36: "⌛", 0x4a: "☺", 0x4b: "😐", 0x4c: "☹", 0x6c: "●", 0x6e: "■", 0x6f: "☐" },
  ...{ 0x70: "☐", 0x71: "❑", 0x72: "❒", 0x74: "⧫", 0x75: "◆", 0x76: "❖", 0x77: "⬥", 0x9f: "•", 0xa1: "○", 0xa7: "▪" },
  ...{ 0xa8: "☐", 0xab: "★", 0xd8: "➢" },
};

function signsFrom(first: number, signs: string): Readonly<Record<number, string>> {
  return Object.fromEntries([...signs].map((sign, index) => [first + index, sign]));
}

/** Signs of ITC Zapf Dingbats, as Adobe maps them (zdingbat.txt of the Unicode Consortium). */
const dingbats: Readonly<Record<number, string>> = {
  ...codesFrom(0x21, 0x7e, 0x2701),
  ...codesFrom(0xa1, 0xa7, 0x2761),
  ...signsFrom(0xa8, "♣♦♥♠"),
  ...codesFrom(0xac, 0xb5, 0x2460),
  ...codesFrom(0xb6, 0xd4, 0x2776),
  ...signsFrom(0xd5, "→↔↕"),
  ...codesFrom(0xd8, 0xfe, 0x2798),
  ...{ 0x25: "☎", 0x2a: "☛", 0x2b: "☞", 0x48: "★", 0x6c: "●", 0x6e: "■", 0x73: "▲", 0x74: "▼", 0x75: "◆", 0x77: "◗" },
};

/** Codes from `first` to `last`, whose characters follow one another in Unicode, too. */
function codesFrom(first: number, last: number, character: number): Readonly<Record<number, string>> {
  const codes = Array.from({ length: last - first + 1 }, (_, index) => index);
  return Object.fromEntries(codes.map((index) => [first + index, String.fromCharCode(character + index)]));
}

const signs: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  symbol: { ...signsFrom(0x21, symbolSigns[0]), ...signsFrom(0xa0, symbolSigns[1]) },
  wingdings,
  zapfdingbats: dingbats,
  "itc zapf dingbats": dingbats,
};

/** True for a font that has signs at the codes of letters. */
export const isSymbolFont = (font: string | undefined): boolean => signsOf(font) !== undefined;

const signsOf = (font: string | undefined): Readonly<Record<number, string>> | undefined =>
  signs[font?.trim().toLowerCase() ?? ""];

/**
 * A sign by its code, or by its place in the private use area (U+F020 to U+F0FF), where such fonts have theirs; undefined
 * where it is not known. Without a font it is one of Wingdings, which the marks of lists are set in.
 */
export function symbolSign(code: number, font = "wingdings"): string | undefined {
  const name = font.trim().toLowerCase();
  const own = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (own === 0x20) return " ";
  if (own > 0xff) return String.fromCharCode(own);
  if (name === "wingdings" && own === 0xb7) return "•";
  const sign = signsOf(name)?.[own]?.trim();
  return sign === "" ? undefined : sign;
}

/** A text that is set in such a font; only characters of the private use area are its signs. */
export const symbolsIn = (text: string, font: string): string =>
  text.replace(/[\uF020-\uF0FF]/g, (character) => symbolSign(character.charCodeAt(0), font) ?? character);
