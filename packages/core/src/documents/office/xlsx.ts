import type { BodyParser } from "../../ports/body-parser.ts";
import { withinBudget } from "../../markup/budget.ts";
import { openArchive, type Archive } from "../archive.ts";
import { escapeHtml } from "../markup.ts";
import { htmlTable } from "../table.ts";
import { childOf, childrenOf, descendantsOf, rootOf, textOf, xmlParser } from "../../markup/xml-tree.ts";
import { coreProperties, relationsOf } from "./package.ts";

const maxColumn = 2000;
const maxRows = 200_000;

/** Excel workbooks (ECMA-376 part 1, §18): every visible sheet as a table under its name, with the stored results of formulas. */
export const xlsxParser: BodyParser = {
  mediaTypes: [
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.ms-excel.sheet.macroenabled.12",
  ],
  async parse(input) {
    const archive = await openArchive(input.body, "Excel");
    const relations = relationsOf(archive, "xl/workbook.xml");
    const book = { strings: sharedStrings(archive), dateStyles: dateStyles(archive) };
    const sheets = descendantsOf(archive.xml("xl/workbook.xml"), "sheet");
    const visible = sheets.filter(({ attribs }) => (attribs["state"] ?? "visible") === "visible");
    const warnings: string[] =
      visible.length < sheets.length ? [`${sheets.length - visible.length} hidden sheets are left out.`] : [];
    const parts = visible.map(({ attribs }) => {
      const name = attribs["name"] ?? "Sheet";
      const source = archive.text(relations.get(attribs["r:id"] ?? "")?.target ?? "") ?? "";
      const { html: xml } = withinBudget(source, maxSheetTags);
      if (xml.length < source.length) warnings.push(`Sheet ${name} is very large; only its beginning was read.`);
      const table = htmlTable(readSheet(xml, book));
      if (table.html !== "") warnings.push(...table.warnings.map((warning) => `Sheet ${name}: ${warning}`));
      return `<h2>${escapeHtml(name)}</h2>${table.html}`;
    });
    return {
      html: `<main>${parts.join("")}</main>`,
      metadata: { ...coreProperties(archive), numSheets: visible.length },
      warnings: [...archive.warnings, ...warnings],
    };
  },
};

interface Book {
  readonly strings: readonly string[];
  /** Indexes of cell formats that show numbers as dates. */
  readonly dateStyles: ReadonlySet<number>;
}

function sharedStrings(archive: Archive): readonly string[] {
  const file = archive.xml("xl/sharedStrings.xml");
  return childrenOf(file === undefined ? undefined : rootOf(file), "si").map((entry) =>
    descendantsOf(entry, "t")
      .filter(
        (text) => text.parent === entry || (text.parent !== null && "name" in text.parent && text.parent.name === "r"),
      )
      .map(textOf)
      .join(""),
  );
}

/** Most tags of a sheet that are read: about a million cells. */
const maxSheetTags = 4_000_000;

/** Built-in number formats that are dates or times (ECMA-376 part 1, §18.8.30). */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 58);

function dateStyles(archive: Archive): ReadonlySet<number> {
  const file = archive.xml("xl/styles.xml");
  const root = file === undefined ? undefined : rootOf(file);
  const custom = new Set<number>();
  for (const { attribs } of childrenOf(childOf(root, "numFmts"), "numFmt")) {
    const code = (attribs["formatCode"] ?? "").replace(/"[^"]*"|\\.|\[[^\]]*\]/g, "");
    if (/[dmyhs]/i.test(code) && !/[#0?]/.test(code.replace(/s\.?0+/gi, ""))) custom.add(Number(attribs["numFmtId"]));
  }
  const formats = childrenOf(childOf(root, "cellXfs"), "xf").map(({ attribs }) => Number(attribs["numFmtId"] ?? 0));
  return new Set(formats.flatMap((format, index) => (isBuiltInDate(format) || custom.has(format) ? [index] : [])));
}

/** Reads a sheet as a stream, because its tree would be many times larger than its text. */
function readSheet(source: string, book: Book): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let cell: { column: number; type: string; style: number } | undefined;
  let value = "";
  let reads = false;
  const parser = xmlParser({
    onopentag(name, attribs) {
      if (name === "row")
        while (rows.length < Math.min(maxRows, Number(attribs["r"] ?? rows.length + 1))) rows.push([]);
      else if (name === "c") {
        cell = {
          column: columnOf(attribs["r"], rows.at(-1)?.length ?? 0),
          type: attribs["t"] ?? "n",
          style: Number(attribs["s"] ?? 0),
        };
        value = "";
      }
      reads = name === "v" || name === "t";
    },
    ontext(text) {
      if (reads) value += text;
    },
    onclosetag(name) {
      if (name === "v" || name === "t") reads = false;
      const row = rows.at(-1);
      if (name !== "c" || cell === undefined || row === undefined || cell.column >= maxColumn) return;
      row[cell.column] = shown(value, cell, book); // sparse: hostile sheets fill only the last column
    },
  });
  parser.end(source);
  return rows;
}

/** `AB12` is column 27, counted from zero. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return next;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shown(value: string, { type, style }: { readonly type: string; readonly style: number }, book: Book): string {
  if (type === "s") return book.strings[Number(value)] ?? "";
  if (type === "b") return value === "1" ? "TRUE" : "FALSE";
  if (type !== "n" || value === "") return value;
  const number = Number(value);
  if (book.dateStyles.has(style) && Number.isFinite(number)) return dateOf(number);
  return Number.isFinite(number) && /[.eE]/.test(value) ? String(Number(number.toPrecision(15))) : value;
}

const dayMs = 86_400_000;
/** Day zero of the 1900 date system, in which 1900 counts as a leap year. */
const dayZero = Date.UTC(1899, 11, 30);

function dateOf(days: number): string {
  const date = new Date(dayZero + Math.round(days * dayMs));
  if (Number.isNaN(date.getTime())) return String(days);
  const [day = "", time = ""] = date
    .toISOString()
    .replace(/(?::00)?\.\d+Z$/, "")
    .split("T");
  if (days < 1) return time;
  return Number.isInteger(days) ? day : `${day} ${time}`;
}
