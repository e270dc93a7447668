import type { format as formatNumber } from "numfmt";

/** Excel takes no longer ones. */
const maxFormatLength = 255;

/** Shows a number as a format code does. */
export type FormatNumber = (value: string, code: string) => string;

/** Dates are written in ISO 8601, however they are shown; all other numbers as their format shows them. */
export async function numberFormatter(dates: { readonly from1904: boolean }): Promise<FormatNumber> {
  const { format } = await import("numfmt");
  return (value, code) => {
    const number = Number(value);
    if (value === "" || !Number.isFinite(number)) return value;
    if (code === "date" || isDate(code)) return dateOf(number, { ...dates, hasFractions: /s\.0/i.test(code) });
    return code === "General" || code === "@" ? general(value, number) : shown(format, code, { value, number });
  };
}

/** A format of days or times of the day; one of elapsed time, such as `[h]:mm`, is that of a number. */
function isDate(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
  const isElapsed = /\[(?:h+|m+|s+)\]/i.test(code);
  return !isElapsed && /[dmyhs]/i.test(bare.replace(/general/gi, "")) && !/[#0?]/.test(bare.replace(/s\.?0+/gi, ""));
}

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
/** Day zero of the 1900 date system, in which 1900 counts as a leap year. */
const dayZero = Date.UTC(1899, 11, 30);
/** Days from there to day zero of the 1904 date system. */
const daysTo1904 = 1462;

/** A date, a time of the day, or both; with fractions of seconds if they are wanted. */
function dateOf(
  days: number,
  { from1904, hasFractions }: { readonly from1904: boolean; readonly hasFractions: boolean },
): string {
  const date = new Date(dayZero + Math.round((days + (from1904 ? daysTo1904 : 0)) * dayMs));
  if (Number.isNaN(date.getTime())) return String(days);
  const isFraction = hasFractions && date.getUTCMilliseconds() > 0;
  const [day = "", time = ""] = date
    .toISOString()
    .replace(isFraction ? /0*Z$/ : /(?::00)?\.\d+Z$/, "")
    .split("T");
  if (days < 1) return time;
  return Number.isInteger(days) ? day : `${day} ${time}`;
}
