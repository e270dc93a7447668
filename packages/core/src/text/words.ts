/**
 * The words of a text in lower case, without accents, in the singular: what a search compares. Camel case, digits next
 * to letters, hyphens, underscores and all punctuation separate words; scripts written without spaces give overlapping
 * pairs of characters. Pure.
 */
export function wordsOf(text: string): readonly string[] {
  const separated = text
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{L})(\d)/gu, "$1 $2")
    .replace(/(\d)(\p{L})/gu, "$1 $2");
  const plain = separated.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return [...plain.matchAll(/[\p{L}\p{N}]+/gu)].flatMap(([word]) =>
    spaceless.test(word) ? pairsOf(word) : [singular(word)],
  );
}

/** Words that say nothing about what is searched for. */
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
  return wordsOf(`${subdomains.join(" ")} ${decode(parsed.pathname)} ${decode(parsed.search)}`);
}

const spaceless = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

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

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray "%" is part of the address
  }
}
