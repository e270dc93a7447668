import { dateNames } from "../text/date-names.ts";

/** Languages whose dates are read; the platform knows their words. */
const languages =
  "en de es fr it pt nl sv da nb fi pl cs sk hu ro el tr ru uk he ar hi id vi th ko ja zh zh-Hant".split(" ");

const units = ["second", "minute", "hour", "day", "week", "month", "year"] as const;
type Unit = (typeof units)[number];

/** A time that lies some units back. */
export interface Ago {
  readonly count: number;
  readonly unit: Unit;
}

interface DateWords {
  /** Phrases by {@link shapeOf}; a phrase without a number says its own. */
  readonly phrases: ReadonlyMap<string, { readonly unit: Unit; readonly count: number | undefined }>;
  /** Months from 1, by their names. */
  readonly months: ReadonlyMap<string, number>;
}

/** Longer than any date. */
const maxCharacters = 60;

/** Counts that take each form that a language has for numbers. */
const counts = [1, 2, 3, 5, 11, 21];

/** A phrase without what its number and its writer add: `vor 3 Std.` is `vor#std`. */
const shapeOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s.\u200e\u200f]+/g, "")
    .replace(/\d+/, "#");

/** Reads a phrase such as `vor 2 Stunden`, `3年前` or `hier`; undefined for anything else. Pure. */
export function agoIn(text: string): Ago | undefined {
  if (text.length > maxCharacters) return undefined;
  const phrase = dateWords().phrases.get(shapeOf(text));
  return phrase && { unit: phrase.unit, count: phrase.count ?? Number(/\d+/.exec(text)?.[0]) };
}

/**
 * Reads a day: `28.11.2026`, `28/11/2026` where no month can be the first number, `2026年11月28日`, or with the name of its
 * month. Milliseconds since the epoch; undefined for anything else. Pure.
 */
export function dayIn(text: string): number | undefined {
  if (text.length > maxCharacters) return undefined;
  const numbers = text.match(/\d+/g)?.map(Number) ?? [];
  const [first = 0, second = 0, third = 0] = numbers;
  if (/^\d{1,2}\.\s?\d{1,2}\.\s?\d{4}/.test(text)) return dayOf(third, second, first);
  if (/^\d{1,2}[/-]\d{1,2}[/-]\d{4}$/.test(text) && first > 12) return dayOf(third, second, first);
  if (/^\d{4}\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}/.test(text)) return dayOf(first, second, third);
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const month = words.map((word) => dateWords().months.get(word)).find((known) => known !== undefined);
  const [day, year] = [numbers.find((number) => number <= 31), numbers.find((number) => number > 999)];
  return month === undefined || day === undefined || year === undefined ? undefined : dayOf(year, month, day);
}

function dayOf(year: number, month: number, day: number): number | undefined {
  const at = new Date(Date.UTC(year, month - 1, day));
  return at.getUTCMonth() === month - 1 && at.getUTCDate() === day ? at.getTime() : undefined;
}

/** The words of this process's platform, gathered once: they never change. */
let gathered: DateWords | undefined;

function dateWords(): DateWords {
  return (gathered ??= { phrases: gatherPhrases(), months: gatherMonths() });
}

function gatherPhrases(): DateWords["phrases"] {
  const phrases = new Map<string, { readonly unit: Unit; readonly count: number | undefined }>();
  const formats = languages.flatMap((language) =>
    (["long", "short"] as const).flatMap((style) =>
      (["always", "auto"] as const).map(
        (numeric) => new Intl.RelativeTimeFormat(`${language}-u-nu-latn`, { style, numeric }),
      ),
    ),
  );
  for (const format of formats)
    for (const unit of units)
      for (const count of [0, ...counts]) {
        const text = format.format(-count, unit);
        const shape = shapeOf(text);
        if (!phrases.has(shape)) phrases.set(shape, { unit, count: /\d/.test(text) ? undefined : count });
      }
  return phrases;
}

function gatherMonths(): DateWords["months"] {
  const inDigits = languages.map((language) => `${language}-u-nu-latn-ca-gregory`);
  const firsts = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1));
  const months = new Map<string, number>();
  for (const { name, place } of dateNames(inDigits, "month", firsts)) {
    const [word = ""] = name.toLowerCase().match(/\p{L}[\p{L}\p{M}]*/u) ?? [];
    if (word.length > 1 && !months.has(word)) months.set(word, place + 1);
  }
  return months;
}
