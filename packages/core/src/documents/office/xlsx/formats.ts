import type { Document } from "domhandler";
import { childOf, childrenOf, rootOf } from "../../../markup/xml-tree.ts";
import { numberFormatter } from "../number-formats.ts";

/** Shows a number as the format of its cell does; `style` is the index of the cell's format. */
export type ShowNumber = (value: string, style: number) => string;

/** Formats that every workbook has (ECMA-376 part 1, §18.8.30); those that show a day are told apart by their numbers. */
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
  18: "h:mm AM/PM",
  19: "h:mm:ss AM/PM",
  20: "h:mm",
  21: "h:mm:ss",
  37: "#,##0;(#,##0)",
  38: "#,##0;(#,##0)",
  39: "#,##0.00;(#,##0.00)",
  40: "#,##0.00;(#,##0.00)",
  41: "#,##0;(#,##0)",
  42: '"$"#,##0;("$"#,##0)',
  43: "#,##0.00;(#,##0.00)",
  44: '"$"#,##0.00;("$"#,##0.00)',
  45: "mm:ss",
  46: "[h]:mm:ss",
  47: "mm:ss",
  48: "##0.0E+0",
};
const builtInDate = /^(?:1[4-7]|2[27-9]|3[0-6]|5[0-8])$/;

/** Reads the number formats of a workbook's cells. */
export async function readFormats(
  file: Document | undefined,
  dates: { readonly from1904: boolean },
): Promise<ShowNumber> {
  const formatNumber = await numberFormatter(dates);
  const codes = formatCodes(file);
  return (value, style) => formatNumber(value, codes[style] ?? "General");
}

/** The format of each cell style: a code, or `date` for the formats of days that every workbook has. */
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
