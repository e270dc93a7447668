import type { SearchTime } from "../ports/search-provider.ts";

const spans = { h: "hour", d: "day", w: "week", m: "month", y: "year" } as const;

/** Reads a `tbs` parameter (requirements §4.9): `qdr:w`, `cdr:1,cd_min:01/31/2026,cd_max:…`, `sbd:1`. Pure. */
export function readTime(tbs: string | undefined): SearchTime | undefined {
  if (tbs === undefined || tbs.trim() === "") return undefined;
  const span = /\bqdr:([hdwmy])/.exec(tbs)?.[1] as keyof typeof spans | undefined;
  const from = readDay(/\bcd_min:(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(tbs));
  const to = readDay(/\bcd_max:(\d{1,2})\/(\d{1,2})\/(\d{4})/.exec(tbs));
  return {
    ...(span === undefined ? {} : { past: spans[span] }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    newestFirst: /\bsbd:1\b/.test(tbs),
    tbs,
  };
}

function readDay(match: RegExpExecArray | null): string | undefined {
  if (match === null) return undefined;
  const [, month = "", day = "", year = ""] = match;
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

const spanMs = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
  month: 2_678_400_000,
  year: 31_622_400_000,
} as const;

/** The first moment that a time filter lets in, in milliseconds since the epoch; undefined when it has no beginning. */
export function beginningOf(time: SearchTime | undefined, now: number): number | undefined {
  if (time?.past !== undefined) return now - spanMs[time.past];
  return time?.from === undefined ? undefined : Date.parse(`${time.from}T00:00:00Z`);
}
