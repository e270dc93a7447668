import type { BodyParser } from "../../ports/body-parser.ts";
import { decodeText } from "./decode-text.ts";
import { sheetTables } from "../html/sheet-tables.ts";
import { htmlTable } from "../html/table.ts";

/**
 * Comma or tab separated values (RFC 4180) as one table with the first record as its header. Lines of text above it, such
 * as a title or comments, stand above the table; a first line `sep=;` names the separator, as Excel reads it.
 */
export const csvParser: BodyParser = {
  mediaTypes: ["text/csv", "application/csv", "text/comma-separated-values", "text/tab-separated-values", "text/tsv"],
  async parse(input) {
    const decoded = decodeText(input);
    const declared = /^\s*"?sep=([^\n"])"?\n/i.exec(decoded);
    const text = decoded.slice(declared?.[0].length ?? 0);
    const records = readRecords(text, declared?.[1] ?? separatorOf(text, input.mediaType));
    const isTitled = records[0]?.length === 1 && records.some((record) => record.length > 1);
    const table = isTitled ? sheetTables(records) : htmlTable(records);
    return { html: `<main>${table.html}</main>`, metadata: {}, warnings: table.warnings };
  },
};

const separators = [",", ";", "\t", "|"];
const sampledLines = 50;

/**
 * The separator that occurs outside quotes equally often in each of the first lines, else the one that occurs most often; a
 * tab for the tab separated types. Commas within numbers separate nothing where semicolons do.
 */
function separatorOf(text: string, mediaType: string): string {
  if (mediaType.includes("tab") || mediaType === "text/tsv") return "\t";
  const sample = text.slice(0, 20_000).replace(/"(?:[^"]|"")*"/g, "");
  const lines = sample
    .split("\n")
    .slice(0, sampledLines)
    .filter((line) => line.trim() !== "");
  const plain = lines.map((line) => (line.includes(";") ? line.replace(/(?<=\d),(?=\d)/g, "") : line));
  const counted = separators.map((separator) => {
    const counts = plain.map((line) => line.split(separator).length - 1);
    const [first = 0] = counts;
    const isSteady = first > 0 && counts.every((count) => count === first);
    return { separator, isSteady, count: counts.reduce((sum, count) => sum + count, 0) };
  });
  const steady = counted.filter(({ isSteady }) => isSteady);
  const candidates = steady.length > 0 && lines.length > 1 ? steady : counted;
  return candidates.reduce((best, next) => (next.count > best.count ? next : best)).separator;
}

/** Splits quoted records; a quote that never closes ends with the text. Empty lines are no records. */
export function readRecords(text: string, separator: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let position = 0;
  while (position < text.length) {
    const field = readField(text, position, separator);
    record.push(field.value);
    position = field.end;
    if (text[position] === separator && position + 1 < text.length) position += 1;
    else {
      if (text[position] === separator) record.push("");
      if (record.length > 1 || record[0] !== "") records.push(record);
      record = [];
      position += 1;
    }
  }
  return records;
}

interface Field {
  readonly value: string;
  /** Place of the separator or line end after it. */
  readonly end: number;
}

function readField(text: string, start: number, separator: string): Field {
  if (text[start] !== '"') {
    const end = endOfPlain(text, start, separator);
    return { value: text.slice(start, end), end };
  }
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { value: parts.join("") + text.slice(from), end: text.length };
    parts.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const end = endOfPlain(text, quote + 1, separator);
      return { value: parts.join("") + text.slice(quote + 1, end), end };
    }
    parts.push('"');
    from = quote + 2;
  }
}

function endOfPlain(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
  return end;
}
