import type { format as formatNumber } from "numfmt";

/** Excel takes no longer ones. */
const maxFormatLength = 255;

/** Shows a number as a format code does; one below zero is no date. */
export type FormatNumber = (value: string, code: string) => string;

/** Dates are written in ISO 8601, however they are shown; all other numbers as their format shows them. */
export async function numberFormatter(dates: { readonly from1904: boolean }): Promise<FormatNumber> {
  const { format } = await import("numfmt");
  return (value, code) => {
    const number = Number(value);
    if (value === "" || !Number.isFinite(number)) return value;
    if (code === "date" || isDate(code)) {
      if (number < 0) return general(value, number);
      const showsDay = code === "date" || /[dy]/i.test(bare(code));
      return dateOf(number, { ...dates, showsDay, hasFractions: /s\.0/i.test(code) });
    }
    return code === "General" || code === "@" ? general(value, number) : shown(format, code, { value, number });
  };
}

/** A format of days or times of the day; one of elapsed time, such as `[h]:mm`, is that of a number. */
function isDate(code: string): boolean {
  const signs = bare(code);
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(code);
  return !isElapsed && /[dmyhs]/i.test(signs.replace(/general/gi, "")) && !/[#0?]/.test(signs.replace(/s\.?0+/gi, ""));
}

/** A format code without the text that it adds, its conditions and colours. */
const bare = (code: string): string => code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");

function shown(
  format: typeof formatNumber,
  code: string,
  { value, number }: { readonly value: string; readonly number: number },
): string {
  if (code.length > maxFormatLength) return general(value, number);
  const text = format(code, number, { throws: false, nbsp: false }).trim();
  return text === "" || /^#+$/.test(text) ? general(value, number) : text;
}

/** Fifteen digits, as many as the program itself shows; numbers written without a point stay as they are. */
const general = (value: string, number: number): string =>
  /[.eE]/.test(value) ? String(Number(number.toPrecision(15))) : value;

const dayMs = 86_400_000;
/** Day zero of the 1900 date system, whose day 60 is 29 February 1900, a day that never was (ECMA-376 part 1, §18.17.4.1). */
const dayZero = Date.UTC(1899, 11, 31);
const leapDay = 60;
/** Days from there to day zero of the 1904 date system. */
const daysTo1904 = 1462;

interface DateFormat {
  readonly from1904: boolean;
  /** The format shows more than the time of the day. */
  readonly showsDay: boolean;
  readonly hasFractions: boolean;
}

/** A date, a time of the day, or both; with fractions of seconds if they are wanted. Only the 1904 date system has a day zero. */
function dateOf(days: number, { from1904, showsDay, hasFractions }: DateFormat): string {
  const since1900 = days + (from1904 ? daysTo1904 : 0);
  const date = new Date(dayZero + Math.round((since1900 < leapDay ? since1900 : since1900 - 1) * dayMs));
  if (Number.isNaN(date.getTime())) return String(days);
  const isFraction = hasFractions && date.getUTCMilliseconds() > 0;
  const [shownDay = "", time = ""] = date
    .toISOString()
    .replace(isFraction ? /0*Z$/ : /(?::00)?\.\d+Z$/, "")
    .split("T");
  const day = Math.floor(since1900) === leapDay ? "1900-02-29" : shownDay;
  if (days < 1 && !(from1904 && showsDay)) return time;
  return Number.isInteger(days) ? day : `${day} ${time}`;
}
