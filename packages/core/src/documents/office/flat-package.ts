import { createLosses } from "../losses.ts";

/**
 * The archive that an Office document of one file of XML stands for: a package whose parts are elements ("Flat OPC"), or
 * the text of Word 2003. Undefined for other XML.
 */
export async function archiveOfFlat(source: string): Promise<FlatOffice | undefined> {
  const root = rootName(source);
  const parts =
    root === "pkg:package" ? partsOf(source) : root === "w:wordDocument" ? partsOfWord2003(source) : undefined;
  const program = programs.find(({ folder }) => [...(parts?.keys() ?? [])].some((name) => name.startsWith(folder)));
  if (parts === undefined || program === undefined) return undefined;
  const { zipSync } = await import("fflate/browser");
  const losses = createLosses();
  if (root === "w:wordDocument") {
    losses.add("note", countOf(source, "<w:footnote>") + countOf(source, "<w:endnote>"));
    losses.add("picture", countOf(source, "<w:binData "));
  }
  return { kind: program.kind, body: zipSync(Object.fromEntries(parts), { level: 0 }), warnings: losses.warnings() };
}

interface FlatOffice {
  readonly kind: "word" | "excel" | "powerpoint";
  readonly body: Uint8Array;
  /** What only older programs write so, and is not read. */
  readonly warnings: readonly string[];
}

const countOf = (source: string, text: string): number => source.split(text).length - 1;

const programs = [
  { kind: "word", folder: "word/" },
  { kind: "excel", folder: "xl/" },
  { kind: "powerpoint", folder: "ppt/" },
] as const;

/** The name of the first element, behind the prolog. A comment ends at its first end, or the search would try all of them. */
export const rootName = (source: string): string | undefined =>
  /^(?:<\?[^>]*>|<!--(?:(?!-->).)*-->|\s)*<([\w:]+)[\s>]/s.exec(source.slice(0, 10_000))?.[1];

/** The parts of a flat package by their names, as they are written. */
function partsOf(source: string): ReadonlyMap<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  for (const part of source.split("<pkg:part ").slice(1)) {
    const name = /\bpkg:name="\/([^"]{1,1000})"/.exec(part.slice(0, part.indexOf(">")))?.[1];
    const xml = within(part, "pkg:xmlData");
    const bytes = within(part, "pkg:binaryData");
    if (name === undefined || name.endsWith("/")) continue;
    if (xml !== undefined) parts.set(name, new TextEncoder().encode(xml));
    else if (bytes !== undefined) parts.set(name, Buffer.from(bytes, "base64"));
  }
  return parts;
}

/** Word 2003 writes what later are parts into one element; the elements of lists have other names today. */
function partsOfWord2003(source: string): ReadonlyMap<string, Uint8Array> {
  const renamed = withNamesOfToday(source);
  const part = (name: string) => new TextEncoder().encode(`<${name}>${within(renamed, name) ?? ""}</${name}>`);
  return new Map([
    ["word/document.xml", new TextEncoder().encode(renamed)],
    ["word/styles.xml", part("w:styles")],
    ["word/numbering.xml", part("w:lists")],
  ]);
}

/** Elements of lists in Word 2003, and their identifiers, by what they are called since (ECMA-376 part 1, §17.9). */
const namesOfToday: Readonly<Record<string, string>> = {
  listPr: "numPr",
  ilfo: "numId",
  listDef: "abstractNum",
  listDefId: "abstractNumId",
  list: "num",
  ilst: "abstractNumId",
};

/** Forms of numbers by the codes of Word 2003; others are digits. */
const numberForms: Readonly<Record<string, string>> = {
  1: "upperRoman",
  2: "lowerRoman",
  3: "upperLetter",
  4: "lowerLetter",
  22: "decimalZero",
  23: "bullet",
  255: "none",
};

const withNamesOfToday = (source: string): string =>
  source
    .replace(
      /<w:nfc w:val="(\d{1,3})"/g,
      (_whole, code: string) => `<w:numFmt w:val="${numberForms[code] ?? "decimal"}"`,
    )
    .replace(
      /(?<=<\/?|<w:list(?:Def)? )w:(listPr|ilfo|listDef|listDefId|list|ilst)(?=[\s=/>])/g,
      (_whole, name: string) => `w:${namesOfToday[name]}`,
    );

/** What stands between the first start of an element and its end. */
function within(source: string, name: string): string | undefined {
  const start = source.indexOf(`<${name}`);
  const from = source.indexOf(">", start) + 1;
  const to = source.indexOf(`</${name}>`, from);
  return start < 0 || from === 0 || to < 0 ? undefined : source.slice(from, to);
}
