import { dateNames } from "../../../text/date-names.ts";
import { singleSpaced } from "../../../text/single-spaced.ts";

const relativeTime =
  /\b(?:(?:about |over |almost )?(?:\d+|an?|one|two|three|few|several) (?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?) ago|just now|moments? ago|yesterday|vor \d+ (?:Sekunden?|Minuten?|Stunden?|Tagen?|Wochen?)|il y a \d+ (?:secondes?|minutes?|heures?|jours?)|hace \d+ (?:segundos?|minutos?|horas?|días?))\b|\b\d+ ?(?:s|m|h|d|w|min|hr)s? ago\b/gi;

/** A line with one text in place of every time that is told from now: "3 minutes ago". Pure. */
export function withoutRelativeTimes(line: string): string {
  return singleSpaced(line).replace(relativeTime, "some time ago");
}

/** A line with one character in place of every number. Pure. */
export function withoutNumbers(line: string): string {
  return withoutRelativeTimes(line).replace(/\d+/g, "#");
}

/**
 * A line with signs in place of what changes by itself: times, dates, tokens, and the numbers of counters. Dates in words
 * count beside a time, and where the line says that it is updated: elsewhere they may be a deadline. Pure.
 */
export function withoutRestlessParts(line: string): string {
  const plain = withoutRelativeTimes(line);
  const isStamp = clock.test(plain) || stamped.test(plain);
  const dated = isStamp && /\d/.test(plain) ? plain.replace(dateInWords(), "<date>") : plain;
  return dated
    .replace(date, "<date>")
    .replace(clocks, "<time>")
    .replace(token, "<token>")
    .replace(counted, "<number>")
    .replace(counter, "<number>");
}

const clock = /\b\d{1,2}:\d{2}\b/;
const clocks = /\b\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:\s?[ap]\.?m\b\.?)?/gi;
const date =
  /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\d{4}年\d{1,2}月\d{1,2}日/g;
const stamped = /\b(?:updated|generated|served)\b/i;
const token =
  /\b[0-9a-f]{16,}\b|(?<=\b(?:request|session|token|nonce)(?: id)?[ :=#]{1,3})(?=[\w.-]{0,60}\d)[\w.-]{1,100}/gi;

/** "1,204 views", "12 people online" */
const counted =
  /\b\d[\d.,]{0,30}(?=[km]? (?:\p{L}{1,20} )?(?:views?|reads?|times|visitors?|visits?|hits|online|downloads?)(?![\p{L}\p{N}]))/giu;
/** "Views: 1,204", "generated in 0.02 s"; in "online: 5 left" the number is of something else. */
const counter =
  /(?<=\b(?:views?|viewed|visitors?|visits?|hits|online|downloads?)(?: \p{L}{1,20})?\s?[:=]?\s?)\d[\d.,]{0,30}(?!\s?[\p{L}\d]|[.,]\d)|(?<=\b(?:served|generated)(?: in)? )\d[\d.,]{0,30}/giu;

const languages = ["en", "de", "fr", "es", "it", "pt", "nl", "pl", "sv", "da", "nb", "cs", "ru"] as const;

let written: RegExp | undefined;

/** Days with the name of a month, and of the day of the week: "Mon, 2 March 2026", "March 2nd". Made when it is first used. */
function dateInWords(): RegExp {
  if (written !== undefined) return written;
  const months = namesOf(
    "month",
    Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 2)),
  );
  const days = namesOf(
    "weekday",
    Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 0, 1 + day)),
  );
  const weekday = String.raw`(?:(?<!\p{L})(?:${days})\.?,? (?:the |den |de )?)?`;
  const month = String.raw`(?:${months})(?!\p{L})\.?`;
  const day = String.raw`\d{1,2}(?:st|nd|rd|th|er|\.)?`;
  const year = String.raw`(?:,? (?:de )?\d{4})?`;
  written = new RegExp(
    String.raw`${weekday}(?:(?<![\p{L}\d])${day} (?:of |de )?${month}|(?<!\p{L})${month} ${day})(?!\d)${year}`,
    "giu",
  );
  return written;
}

function namesOf(part: "month" | "weekday", times: readonly number[]): string {
  // Some languages write months as numbers.
  const words = dateNames(languages, part, times)
    .map(({ name }) => name.replace(/\.$/, ""))
    .filter((name) => /^\p{L}{2,}$/u.test(name));
  return [...new Set(words)].toSorted((one, other) => other.length - one.length).join("|");
}
