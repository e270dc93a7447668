/** The characters of TeX's letters from the code 0x80 on (Cork encoding). */
const cork =
  "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞ\u1E9Eàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß";
const firstOfCork = 0x80;

/**
 * A font's encoding whose names of glyphs tell their characters (Adobe Glyph List specification, §2): `one.oldstyle` is a one,
 * and `c_t` is a c and a t, for which `signOf` gives a character, if it has one.
 */
export function withKnownGlyphs(object: string, signOf: (letters: string) => string | undefined): string {
  if (!object.includes("/Differences")) return object;
  return object.replace(/(?<=\/Differences\s{0,20})\[[^[\]]*\]/g, (differences) => {
    const isNumbered = isNumberedLetters(differences);
    return differences.replace(/\/([A-Za-z][\w.]*)/g, (glyph, name: string) => {
      const [base = "", ...variant] = name.split(".");
      const letter = isNumbered ? cork[Number(name.slice(1)) - firstOfCork] : undefined;
      const sign = /^[A-Za-z](?:_[A-Za-z]){1,5}$/.test(base) ? signOf(base.replaceAll("_", "")) : letter;
      if (sign !== undefined) return `/u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
      return variant.length === 0 ? glyph : `/${base}`;
    });
  });
}

/**
 * True for bitmaps of TeX's Latin letters, whose names are their codes: `a97` at 97. Fonts of other letters have their
 * own beyond ASCII, and more of them.
 */
function isNumberedLetters(differences: string): boolean {
  let code = 0;
  const codes: number[] = [];
  for (const [token] of differences.matchAll(/(?<=[\s[])\d{1,3}(?=[\s/])|\/[\w.]+/g)) {
    if (!token.startsWith("/")) {
      code = Number(token);
      continue;
    }
    if (token !== `/a${code}` && token !== "/.notdef") return false;
    if (token === `/a${code}`) codes.push(code);
    code += 1;
  }
  const letters = codes.filter((own) => /[a-z]/i.test(String.fromCharCode(own))).length;
  return letters > 0 && codes.filter((own) => own >= firstOfCork).length <= letters / 2;
}
