import type { Element } from "domhandler";
import type { ParsedBody } from "../../ports/body-parser.ts";
import { withinBudget } from "../../markup/budget.ts";
import { childOf, childrenOf, descendantsOf, readXml, textOf } from "../../markup/xml-tree.ts";
import { breaksOff, maxXmlTags } from "../archive.ts";
import { escapeHtml, linkedHtml } from "../html/markup.ts";
import { sheetTables } from "../html/sheet-tables.ts";
import type { TableCell } from "../html/table.ts";
import { beyondWarnings, createLosses, maxSheet, unsolvedWarning } from "../losses.ts";
import { documentPrefixes } from "../namespaces.ts";
import type { SheetCells } from "./xlsx/sheet.ts";
import { numberFormatter, type FormatNumber } from "./number-formats.ts";

/** Formats that a workbook calls by their names; their dates are dates anyway. */
const namedFormats: Readonly<Record<string, string>> = {
  Percent: "0.00%",
  Fixed: "0.00",
  Standard: "#,##0.00",
  Currency: "#,##0.00",
  Scientific: "0.00E+00",
};

/**
 * Workbooks as one file of XML, as Excel 2003 and many reports write them (XML Spreadsheet): every visible sheet as a
 * table under its name.
 */
export async function readExcel2003(source: string): Promise<ParsedBody> {
  const { html: xml } = withinBudget(source, maxXmlTags);
  const { document: workbook, isWhole } = readXml(xml, documentPrefixes);
  const formatNumber = await numberFormatter({ from1904: false });
  const losses = createLosses();
  const formats = new Map(
    descendantsOf(workbook, "ss:Style").map((style) => {
      const code = childOf(style, "ss:NumberFormat")?.attribs["ss:Format"] ?? "General";
      return [style.attribs["ss:ID"] ?? "", namedFormats[code] ?? code];
    }),
  );
  const warnings: string[] =
    xml.length < source.length
      ? [`The workbook is very large; only its first ${maxXmlTags.toLocaleString("en")} tags were read.`]
      : isWhole
        ? []
        : [`The workbook is damaged: it ${breaksOff}.`];
  const parts = descendantsOf(workbook, "ss:Worksheet").map((sheet) => {
    const name = sheet.attribs["ss:Name"] ?? "Sheet";
    if (/Hidden/.test(textOf(descendantsOf(sheet, "x:Visible")[0]))) {
      warnings.push(`The hidden sheet ${name} is left out.`);
      return "";
    }
    losses.add("comment", descendantsOf(sheet, "ss:Comment").length);
    const { rows, unsolved, beyond } = readRows(childOf(sheet, "ss:Table"), (cell, text) => {
      const format = formats.get(cell.attribs["ss:StyleID"] ?? "") ?? "General";
      return shown(cell, text, { format, formatNumber });
    });
    if (unsolved > 0) warnings.push(unsolvedWarning(name, unsolved));
    warnings.push(...beyondWarnings(name, beyond));
    const tables = sheetTables(rows);
    warnings.push(...tables.warnings.map((warning) => `Sheet ${name}: ${warning}`));
    return `<h2>${escapeHtml(name)}</h2>${tables.html}`;
  });
  return {
    html: `<main>${parts.join("")}</main>`,
    metadata: { numSheets: parts.filter((part) => part !== "").length },
    warnings: [...warnings, ...losses.warnings()],
  };
}

/** The cells of a sheet; those that are left out are counted by the next one's index. */
function readRows(table: Element | undefined, show: (cell: Element, text: string) => TableCell): SheetCells {
  const rows: TableCell[][] = [];
  let unsolved = 0;
  let beyond = 0;
  let number = 0;
  for (const row of childrenOf(table, "ss:Row")) {
    number = indexOf(row) ?? number + 1;
    while (rows.length < Math.min(number, maxSheet.rows)) rows.push([]);
    const cells = number > maxSheet.rows ? [] : (rows[number - 1] ?? []);
    let column = 0;
    for (const cell of childrenOf(row, "ss:Cell")) {
      column = indexOf(cell) ?? column + 1;
      const text = textOf(childOf(cell, "ss:Data"));
      const formula = text === "" ? cell.attribs["ss:Formula"] : undefined;
      if (number > maxSheet.rows || column > maxSheet.columns) beyond += text === "" && formula === undefined ? 0 : 1;
      else {
        if (formula !== undefined) unsolved += 1;
        cells[column - 1] = formula ?? show(cell, text);
      }
      column += Number(cell.attribs["ss:MergeAcross"] ?? 0) || 0;
    }
  }
  return { rows, unsolved, beyond };
}

function indexOf({ attribs }: Element): number | undefined {
  const index = Number(attribs["ss:Index"]);
  return Number.isInteger(index) && index > 0 ? index : undefined;
}

function shown(
  cell: Element,
  text: string,
  { format, formatNumber }: { readonly format: string; readonly formatNumber: FormatNumber },
): TableCell {
  const written = valueOf(childOf(cell, "ss:Data")?.attribs["ss:Type"], text, (number) => formatNumber(number, format));
  const href = cell.attribs["ss:HRef"];
  return href === undefined || written === ""
    ? written
    : { text: written, html: linkedHtml(href, escapeHtml(written.trim())) };
}

function valueOf(type: string | undefined, text: string, showNumber: (number: string) => string): string {
  if (type === "Number") return showNumber(text);
  if (type === "Boolean") return text === "1" ? "TRUE" : "FALSE";
  if (type !== "DateTime") return text;
  const [day = "", time = ""] = text.split("T");
  const clock = time.replace(/(?::00)?(?:\.\d+)?$/, "");
  return clock === "" || clock === "00:00" ? day : day === "1899-12-31" ? clock : `${day} ${clock}`;
}
