/** The characters of TeX's letters from the code 0x80 on (Cork encoding). */
const cork =
  "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ\u1E9Eàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß";
const firstOfCork = 0x80;

/** The characters of TeX's first letters from the code 0x0B on (OT1 encoding), and those that differ from ASCII. */
const oldLetters = "ﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ";
const firstOfOldLetters = 0x0b;
const oldMarks: Readonly<Record<string, string>> = {
  '"': "”",
  "\\": "“",
  "^": "ˆ",
  "{": "–",
  "|": "—",
  "}": "˝",
  "~": "˜",
  "\x7F": "¨",
};

/** Stands for a glyph of which nothing says which character it is: no character (Unicode 16, §23.7). */
export const namelessGlyph = "\uFFFE";

/** A number, or the name of a glyph, in the list of an encoding's differences. */
const codeOrName = /\/([^\s/[\]<>(){}%]*)|\d+/g;

/**
 * A font's encoding whose names of glyphs tell their characters (Adobe Glyph List specification, §2): `one.oldstyle` is a one,
 * and `c_t` is a c and a t, for which `signOf` gives a character, if it has one.
 */
export function withKnownGlyphs(object: string, signOf: (letters: string) => string | undefined): string {
  if (!object.includes("/Differences")) return object;
  return object.replace(/(?<=\/Differences\s{0,20})\[[^[\]]*\]/g, (differences) => {
    const characterAt = texCharacters(differences);
    return withNames(differences, (name, code) => {
      if (!/^[A-Za-z][\w.]*$/.test(name) && !isNumber(name, code)) return undefined;
      const [base = "", ...variant] = name.split(".");
      const character = name === ".notdef" ? undefined : characterAt(code);
      const single = character === namelessGlyph ? signOf(character) : character;
      const sign = /^[A-Za-z](?:_[A-Za-z]){1,5}$/.test(base) ? signOf(base.replaceAll("_", "")) : single;
      return sign === undefined ? (variant.length === 0 ? undefined : base) : glyphName(sign);
    });
  });
}

/** The name of a glyph that is a character. */
export const glyphName = (character: string): string =>
  `u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Differences with other names, where there is one for a name and its code. */
function withNames(differences: string, nameOf: (name: string, code: number) => string | undefined): string {
  let next = 0;
  return differences.replace(codeOrName, (found, name: string | undefined) => {
    if (name === undefined) {
      next = Number(found);
      return found;
    }
    const renamed = nameOf(name, next);
    next += 1;
    return renamed === undefined ? found : `/${renamed}`;
  });
}

/** True for a name that says only at which code its glyph is: `a97` at 97, or `a`, whose escapes Distiller wrote twice. */
const isNumber = (name: string, code: number): boolean => name === `a${code}` || isByte(name, code);

function isByte(name: string, code: number): boolean {
  const byte = /^#(?:23)?([\dA-Fa-f]{2})$/.exec(name)?.[1];
  return byte === undefined ? name.length === 1 && name.charCodeAt(0) === code : Number.parseInt(byte, 16) === code;
}

/** The characters of bitmaps of TeX's fonts, whose names are their codes; none for other fonts. */
function texCharacters(differences: string): (code: number) => string | undefined {
  const codes: number[] = [];
  const areNumbered = { all: true, byLetter: true };
  withNames(differences, (name, code) => {
    if (name === ".notdef") return undefined;
    codes.push(code);
    areNumbered.all &&= isNumber(name, code);
    areNumbered.byLetter &&= name === `a${code}`;
    return undefined;
  });
  const text = String.fromCharCode(...codes.slice(0, maxCodes));
  if (!areNumbered.all) return () => undefined;
  if (areNumbered.byLetter && areLatinLetters(codes)) return (code) => cork[code - firstOfCork] ?? namelessAt(code);
  if (!areOldLetters(text)) return namelessAt;
  return (code) => oldLetters[code - firstOfOldLetters] ?? oldMarks[String.fromCharCode(code)] ?? namelessAt(code);
}

/** Codes of a simple font. */
const maxCodes = 256;

/** PDF.js takes these codes for blanks. */
const namelessAt = (code: number): string | undefined => (code > 0x08 && code < 0x0e ? namelessGlyph : undefined);

/** True for TeX's Latin letters; fonts of other letters have their own beyond ASCII, and more of them. */
function areLatinLetters(codes: readonly number[]): boolean {
  const letters = codes.filter((own) => /[a-z]/i.test(String.fromCharCode(own))).length;
  const accented = codes.filter((own) => own >= firstOfCork).length;
  return letters > 0 && accented > 0 && accented <= letters / 2;
}

/**
 * True for TeX's first letters: small letters, marks, and ligatures with an f. Math italics have Greek letters there, but other
 * signs in the place of these marks; typewriter type has no ligatures, but signs of code.
 */
const areOldLetters = (text: string): boolean =>
  /[\v\f]/.test(text) && /[a-z]/.test(text) && /[(),.-]/.test(text) && !/[<>_\u0080-\u{10FFFF}]/u.test(text);
