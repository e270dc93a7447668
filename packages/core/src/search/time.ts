import type { SearchTime } from "../ports/search-provider.ts";
import { agoIn, dayIn } from "./date-words.ts";

const spans = { h: "hour", d: "day", w: "week", m: "month", y: "year" } as const;

/**
 * Reads a `tbs` parameter (requirements §4.9): `qdr:w`, `cdr:1,cd_min:01/31/2026,cd_max:…`, `sbd:1`. Other parts leave
 * nothing out, see {@link unknownTimesIn}. Pure.
 */
export function readTime(tbs: string | undefined): SearchTime | undefined {
  if (tbs === undefined || tbs.trim() === "") return undefined;
  const valueOf = (name: string) =>
    partsOf(tbs)
      .find((part) => part.startsWith(`${name}:`))
      ?.slice(name.length + 1);
  const span = /^[hdwmy]$/.exec(valueOf("qdr") ?? "")?.[0] as keyof typeof spans | undefined;
  const from = readDay(valueOf("cd_min") ?? "");
  const to = readDay(valueOf("cd_max") ?? "");
  return {
    ...(span === undefined ? {} : { past: spans[span] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    newestFirst: valueOf("sbd") === "1",
    tbs,
  };
}

/** The parts of a `tbs` parameter that say nothing that is known here, such as `qdr:x`, or a day that no calendar has. Pure. */
export function unknownTimesIn(tbs = ""): readonly string[] {
  return partsOf(tbs).filter((part) => {
    const day = /^cd_(?:min|max):(.+)$/.exec(part)?.[1];
    return day === undefined
      ? !/^(?:qdr:[hdwmy]|sbd:[01]|cdr:1|cd_(?:min|max):)$/.test(part)
      : readDay(day) === undefined;
  });
}

function partsOf(tbs: string): readonly string[] {
  return tbs
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** A day written `MM/DD/YYYY`, as `YYYY-MM-DD`. */
function readDay(text: string): string | undefined {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const written = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const at = Date.parse(written);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written) ? written : undefined;
}

const dayMs = 86_400_000;
const spanMs = {
  ...{ second: 1000, minute: 60_000, hour: 3_600_000, day: dayMs },
  ...{ week: 7 * dayMs, month: 31 * dayMs, year: 366 * dayMs },
} as const;

/** The first moment that a time filter lets in, in milliseconds since the epoch; undefined when it has no beginning. */
export function beginningOf(time: SearchTime | undefined, now: number): number | undefined {
  if (time?.past !== undefined) return now - spanMs[time.past];
  return time?.from === undefined ? undefined : Date.parse(`${time.from}T00:00:00Z`);
}

/** The moment after the last one that a time filter lets in; undefined when it has no end. */
export function endOf(time: SearchTime | undefined): number | undefined {
  return time?.to === undefined ? undefined : Date.parse(`${time.to}T00:00:00Z`) + dayMs;
}

/** The time of publication, as far as the date says it. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** It may have been earlier or later by so much. */
  readonly slackMs: number;
}

const relative = /^(?:about )?(an?|\d+) (second|sec|minute|min|hour|hr|day|week|month|year)s? ago$/i;
const shortUnits: Readonly<Record<string, keyof typeof spanMs>> = { sec: "second", min: "minute", hr: "hour" };

/**
 * Reads the date of a result: ISO 8601, `Mar 5, 2026`, `28.11.2026` or `2 days ago`, in the languages of {@link agoIn};
 * undefined for what is none of these. Pure.
 */
export function momentOf(date: string | undefined, now: number): Moment | undefined {
  const text = date?.trim() ?? "";
  if (/^yesterday$/i.test(text)) return { at: now - dayMs, slackMs: dayMs };
  const [, count = "", unit = ""] = relative.exec(text) ?? [];
  if (count !== "") {
    const name = unit.toLowerCase();
    const unitMs = spanMs[shortUnits[name] ?? (name as keyof typeof spanMs)];
    return { at: now - (/^\d/.test(count) ? Number(count) : 1) * unitMs, slackMs: unitMs };
  }
  const ago = agoIn(text);
  if (ago !== undefined) return { at: now - ago.count * spanMs[ago.unit], slackMs: spanMs[ago.unit] };
  if (!/\d{4}/.test(text)) return undefined;
  const at = dayIn(text) ?? Date.parse(text);
  return Number.isNaN(at) ? undefined : { at, slackMs: dayMs };
}

/** Says that a time filter did not apply to results whose dates nobody can read. Pure. */
export function undatedWarnings(
  time: SearchTime | undefined,
  results: readonly { readonly date?: string | undefined }[],
  { name, now }: { readonly name: string; readonly now: number },
): readonly string[] {
  const { past, from, to, newestFirst: isSorted = false } = time ?? {};
  if (!isSorted && past === undefined && from === undefined && to === undefined) return [];
  const unread = results.find(({ date = "" }) => date.trim() !== "" && momentOf(date, now) === undefined);
  if (unread === undefined) return [];
  return [
    `\`tbs\`: some results of ${name} have a date that can't be read, such as "${unread.date?.slice(0, 40)}"; they were kept.`,
  ];
}

/** True if a time filter lets a date in; it does when the date does not say. Pure. */
export function isWithin(time: SearchTime | undefined, date: string | undefined, now: number): boolean {
  const moment = momentOf(date, now);
  if (moment === undefined || time === undefined) return true;
  const isAfter = moment.at + moment.slackMs > (beginningOf(time, now) ?? -Infinity);
  return isAfter && moment.at - moment.slackMs < (endOf(time) ?? Infinity);
}

/** Results with the newest first, those without a date at the end. Pure. */
export function newestFirst<Dated extends { readonly date?: string | undefined }>(
  results: readonly Dated[],
  now: number,
): readonly Dated[] {
  const moments = new Map(results.map((result) => [result, momentOf(result.date, now)?.at ?? -Infinity]));
  return results.toSorted((one, other) => {
    const [first = 0, second = 0] = [moments.get(one), moments.get(other)];
    return first === second ? 0 : second - first;
  });
}
