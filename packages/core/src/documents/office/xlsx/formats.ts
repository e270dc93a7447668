import type { format as formatNumber } from "numfmt";
import type { Document } from "domhandler";
import { childOf, childrenOf, rootOf } from "../../../markup/xml-tree.ts";

/** Shows a number as the format of its cell does; `style` is the index of the cell's format. */
export type ShowNumber = (value: string, style: number) => string;

/** Formats that every workbook has (ECMA-376 part 1, §18.8.30); dates are told apart by their numbers. */
const builtIn: Readonly<Record<number, string>> = {
  1: "0",
  2: "0.00",
  3: "#,##0",
  4: "#,##0.00",
  5: '"$"#,##0;("$"#,##0)',
  6: '"$"#,##0;("$"#,##0)',
  7: '"$"#,##0.00;("$"#,##0.00)',
  8: '"$"#,##0.00;("$"#,##0.00)',
  9: "0%",
  10: "0.00%",
  11: "0.00E+00",
  12: "# ?/?",
  13: "# ??/??",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  41: "#,##0;(#,##0)",
  42: '"$"#,##0;("$"#,##0)',
  43: "#,##0.00;(#,##0.00)",
  44: '"$"#,##0.00;("$"#,##0.00)',
  46: "[h]:mm:ss",
  48: "##0.0E+0",
};
const builtInDate = /^(?:1[4-9]|2[0-27-9]|3[0-6]|45|47|5[0-8])$/;

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
    if (code === "date" || isDate(code)) return dateOf(number, dates);
    return code === "General" || code === "@" ? general(value, number) : shown(format, code, { value, number });
  };
}

/** Reads the number formats of a workbook's cells. */
export async function readFormats(
  file: Document | undefined,
  dates: { readonly from1904: boolean },
): Promise<ShowNumber> {
  const formatNumber = await numberFormatter(dates);
  const codes = formatCodes(file);
  return (value, style) => formatNumber(value, codes[style] ?? "General");
}

/** The format of each cell style: a code, or `date` for the dates that every workbook has. */
function formatCodes(file: Document | undefined): readonly string[] {
  const root = file === undefined ? undefined : rootOf(file);
  const custom = new Map(
    childrenOf(childOf(root, "numFmts"), "numFmt").map(({ attribs }) => [
      Number(attribs["numFmtId"]),
      attribs["formatCode"] ?? "General",
    ]),
  );
  return childrenOf(childOf(root, "cellXfs"), "xf").map(({ attribs }) => {
    const number = Number(attribs["numFmtId"] ?? 0);
    return custom.get(number) ?? builtIn[number] ?? (builtInDate.test(String(number)) ? "date" : "General");
  });
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
/** From there to day zero of the 1904 date system. */
const daysTo1904 = 1462;

function dateOf(days: number, { from1904 }: { readonly from1904: boolean }): string {
  const date = new Date(dayZero + Math.round((days + (from1904 ? daysTo1904 : 0)) * dayMs));
  if (Number.isNaN(date.getTime())) return String(days);
  const [day = "", time = ""] = date
    .toISOString()
    .replace(/(?::00)?\.\d+Z$/, "")
    .split("T");
  if (days < 1) return time;
  return Number.isInteger(days) ? day : `${day} ${time}`;
}
