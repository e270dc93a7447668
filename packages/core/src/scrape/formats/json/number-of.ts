import { recentlyUsed } from "../../../collections/recently-used.ts";

/** Longer texts say more than a number. */
const longestText = 60;

const minus = String.raw`[-\u2212]`;
/** Signs, codes and short names of currencies, and a sign on either side of them. */
const before = String.raw`(?<sign>[+]|${minus})?\s?(?<currency>(?:[A-Z]{1,3}\s?)?\p{Sc}|[A-Z]{2,3}\$?|R\$|Rs\.?|kr\.?)?\s?(?<late>${minus})?`;
const digits = String.raw`(?<digits>\d{1,3}(?:,\d{3})+|\d+)(?<decimals>\.\d+)?`;
const number = new RegExp(String.raw`^${before}${digits}(?<after>[^\d]*)$`, "u");

/**
 * The number that a text is: at most a currency before it, and a unit or a few words behind it. Thousands may be separated by
 * commas, decimals by a point. Undefined where there is doubt: `2.5 million`, `from 5`, `< 5`, `(5)`, `1.299,00`, `1.299`,
 * and `1,299` in a language that writes decimals behind a comma. Pure; takes linear time.
 */
export function numberOf(text: string, language: string | undefined): number | undefined {
  const trimmed = text.trim();
  const groups = trimmed.length > longestText ? undefined : number.exec(trimmed)?.groups;
  if (groups === undefined) return undefined;
  const { sign, currency, late, decimals = "", after = "" } = groups;
  const whole = groups["digits"] ?? "";
  const isTwofold = whole.includes(",")
    ? decimals === "" && !groupsByComma(language)
    : decimals.length === 4 && whole.length < 4 && whole !== "0";
  // Codes and numbers of parts and versions begin with zeros.
  if (isTwofold || /^0\d/.test(whole) || (sign !== undefined && late !== undefined)) return undefined;
  const value = Number(`${whole.replaceAll(",", "")}${decimals}`);
  if (!isUnit(after, { value, isMoney: currency !== undefined })) return undefined;
  return (sign !== undefined && sign !== "+") || late !== undefined ? -value : value;
}

const sample = 1_234_567;

/** This thread's memory of {@link groupsByComma}: a table of numbers asks for each, and a format is slow to make. */
const grouping = recentlyUsed<boolean>({ maxSize: 50 });

/** True for languages that write 1,234,567. A page that does not name its language is taken for English. */
function groupsByComma(language = "en"): boolean {
  const known = grouping.get(language);
  if (known !== undefined) return known;
  const [locale] = knownLanguage(language);
  const isComma = locale !== undefined && new Intl.NumberFormat(locale).format(sample).includes(",");
  grouping.set(language, isComma);
  return isComma;
}

/** Pages write `en_US`, and words that are no language at all. */
function knownLanguage(language: string): readonly string[] {
  try {
    return Intl.NumberFormat.supportedLocalesOf(language.replaceAll("_", "-"));
  } catch {
    return [];
  }
}

/** Words and letters that multiply the number before them, in the languages of most pages. */
const magnitude =
  /^(?:hundreds?|thousands?|th|k|tsd|tausend|mille|miles?|milliers?|mil|duizend|tusen|tusind|tys|tis|тыс\p{L}*|dozens?|dutzend|lakhs?|lacs?|lac|crores?|cr|m|mm|mn|mio|mln|mill?|millions?|millionen|milione[sn]?|milioni|millones|milhões|milhão|miljoen|miljoner|millioner|milion\p{L}*|млн|миллион\p{L}*|b|bn|bln|billions?|billionen|billones|mrd|md|mld|milliarden?|milliards?|miliard\p{L}*|miljard\p{L}*|bilhões|bilhão|bi|млрд|миллиард\p{L}*|t|tn|trillions?|трлн|трилл\p{L}*)$/iu;
const hanMagnitude = /^[\s約]*[十百千万萬億亿兆천만억百]/u;
/** Words that leave open how large a number is, or say that it is but a difference or a part. */
const vague =
  /^(?:or|and|more|less|fewer|plus|up|upwards|off|extra|additional|discount|rabatt|bis|ou|et|oder|und|mehr|weniger|о?т|до|to|ish|approx|approximately|about|ca|circa|cents?|ct|cts|p|pence|pfennig|centimes?|centavos?|öre|øre|коп\p{L}*|million)$/iu;
const mostWords = 5;

function isUnit(after: string, { value, isMoney }: { readonly value: number; readonly isMoney: boolean }): boolean {
  // "5,- €" says that there are no cents.
  const rest = after.replace(/^[.,][-–—]/u, "");
  // Other signs change the number or add another one: "5+", "5½", "5²", "5-", "(5)", "5 ±", "5 ~ 6".
  if (/^\s?[cdkm]?m[²³]$/.test(rest)) return true;
  if (/^\s*[,'’·]|[\p{No}+\-–—\u2212±~<>=≤≥¢≈^]/u.test(rest)) return false;
  if (/^[)\]]/u.test(rest) || hanMagnitude.test(rest)) return false;
  const words = rest.match(/\p{L}+/gu) ?? [];
  if (words.length > mostWords || words.some((word) => vague.test(word))) return false;
  const [first] = words;
  if (first === undefined || !/^\s?\p{L}/u.test(rest) || !magnitude.test(first)) return true;
  return isPlainUnit(first, rest, { value, isMoney });
}

/** Metres, kelvins and tonnes are written like millions, thousands and trillions, but for what is counted and where. */
function isPlainUnit(
  word: string,
  rest: string,
  { value, isMoney }: { readonly value: number; readonly isMoney: boolean },
): boolean {
  if (isMoney) return false;
  if (/^(?:m|mm|t|th)$/.test(word)) return rest.startsWith(" ") || word === "mm";
  return word === "K" && value >= 1000;
}
