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
    const { records, openQuotes } = readRecords(text, declared?.[1] ?? separatorOf(text, input.mediaType));
    const isTitled = records[0]?.length === 1 && records.some((record) => record.length > 1);
    const table = isTitled ? sheetTables(records) : htmlTable(records);
    return {
      html: `<main>${table.html}</main>`,
      metadata: {},
      warnings: [...openWarnings(openQuotes), ...table.warnings],
    };
  },
};

const openWarnings = (count: number): readonly string[] =>
  count === 0
    ? []
    : count === 1
      ? ["1 quotation mark opens a field that it never closes, and is shown as a sign."]
      : [`${count} quotation marks open fields that they never close, and are shown as signs.`];

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

interface Records {
  readonly records: readonly (readonly string[])[];
  /** The number of quotation marks that open a field and never close it. */
  readonly openQuotes: number;
}

/**
 * Splits quoted records. A quotation mark that never closes its field is a sign of it, so that the records behind it stay
 * apart. Empty lines are no records.
 */
export function readRecords(text: string, separator: string): Records {
  const records: string[][] = [];
  const hasBackslashes = escapedMark.test(text);
  let openQuotes = 0;
  let record: string[] = [];
  let position = 0;
  while (position < text.length) {
    const field = readField(text, position, { separator, hasBackslashes });
    record.push(field.value);
    if (field.isOpen) openQuotes += 1;
    position = field.end;
    if (text[position] === separator && position + 1 < text.length) position += 1;
    else {
      if (text[position] === separator) record.push("");
      if (record.length > 1 || record[0] !== "") records.push(record);
      record = [];
      position += 1;
    }
  }
  return { records, openQuotes };
}

interface Field {
  readonly value: string;
  /** Place of the separator or line end after it. */
  readonly end: number;
  /** It begins with a quotation mark that never closes it. */
  readonly isOpen: boolean;
}

/** A mark behind a backslash that would close its field within a word: the file escapes marks so, as exports of MySQL do. */
const escapedMark = /\\"[\p{L}\p{N}]/u;

interface Notation {
  readonly separator: string;
  /** A backslash takes the meaning of the mark or backslash behind it. */
  readonly hasBackslashes: boolean;
}

function readField(text: string, start: number, { separator, hasBackslashes }: Notation): Field {
  if (text[start] !== '"') return plainField(text, start, separator);
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote === -1) return { ...plainField(text, start, separator), isOpen: true };
    const part = text.slice(from, quote);
    const escapes = hasBackslashes ? backslashesBefore(text, quote, from) : 0;
    if (escapes % 2 === 1) {
      parts.push(unescaped(part.slice(0, -1)), '"');
      from = quote + 1;
      continue;
    }
    parts.push(hasBackslashes ? unescaped(part) : part);
    if (text[quote + 1] !== '"') {
      const rest = plainField(text, quote + 1, separator);
      const value = parts.join("");
      // A mark within a word closes nothing that began on a line before.
      const isClosed = rest.value.trim() === "" || !value.includes("\n");
      if (isClosed) return { ...rest, value: value + rest.value };
      return { ...plainField(text, start, separator), isOpen: true };
    }
    parts.push('"');
    from = quote + 2;
  }
}

/** The number of backslashes that end just before a place. */
function backslashesBefore(text: string, place: number, from: number): number {
  let at = place;
  while (at > from && text[at - 1] === "\\") at -= 1;
  return place - at;
}

const unescaped = (part: string): string => part.replaceAll("\\\\", "\\");

function plainField(text: string, start: number, separator: string): Field {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end += 1;
  return { value: text.slice(start, end), end, isOpen: false };
}
