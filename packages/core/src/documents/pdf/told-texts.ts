import { inflateSync } from "node:zlib";
import { createCellSpans, type CellSpans } from "./cell-spans.ts";
import { withKnownGlyphs } from "./glyph-names.ts";
import { createPartialMaps, type PartialMaps } from "./partial-maps.ts";
import type { PdfDocument } from "./pdfjs.ts";
import { streamOf } from "./stream.ts";

type PdfPage = Awaited<ReturnType<PdfDocument["getPage"]>>;
type TextContent = Awaited<ReturnType<PdfPage["getTextContent"]>>;
type Item = TextContent["items"][number];
type TextItem = Extract<Item, { str: string }>;

/** A copy of a PDF in which PDF.js sees texts that it would not pass on. */
export interface ToldPdf extends ToldTexts {
  readonly body: Uint8Array;
}

/** The way back from what PDF.js reads to the texts. */
export interface ToldTexts {
  /** The content of one of its pages, read with its marks, in which those texts stand for their glyphs. */
  textsOf(content: TextContent): TextContent;
  /** The text that characters of one of its fonts stand for. */
  lettersOf(characters: string): string;
  /** True for an encrypted file, whose texts could not be looked for. */
  readonly isLocked: boolean;
}

/** Bytes of all streams that are unpacked, and of one; what is larger keeps its texts as PDF.js reads them. */
const maxUnpacked = 100_000_000;
const maxStream = 20_000_000;
/** Objects that are looked at, and texts for marked content, of a file. */
const maxObjects = 200_000;
const maxMarks = 200_000;
/** Characters of an object's dictionary, of a text for marked content, and of the dictionary around it. */
const maxDictionary = 20_000;
const maxText = 10_000;
const maxMark = 300;
/** Characters of the number and the place of an object in a stream. */
const maxPair = 16;
/** Bytes before the header of a file, and of the dictionary at its end. */
const maxHead = 1024;
const maxTrailer = 4000;

/** Begins the tag of marked content that stands for its text, before its digits. */
const tagStart = "ActualText.";
/** Private characters, one for each text of a glyph. */
const firstSign = 0xf_00_00;
const maxSigns = 0x10_00;
const anySign = /[\u{F0000}-\u{F0FFF}]/gu;

interface Telling {
  readonly file: Buffer;
  /** The new text of objects by their number and generation. */
  readonly changed: Map<string, Buffer>;
  /** The private characters that stand for several, by these. */
  readonly signs: Map<string, string>;
  readonly cells: CellSpans;
  readonly maps: PartialMaps;
  bytesLeft: number;
  objectsLeft: number;
  marksLeft: number;
}

/**
 * Rewrites what PDF.js doesn't read in terms that it passes on, and appends the new objects to the file
 * (ISO 32000-1, §7.5.6). The text that marked content stands for (§14.9.4) becomes the name of its tag; names of glyphs
 * become those that PDF.js knows; roles of cells tell how far these reach; and private characters stand for texts that it
 * would give no width. Locked files stay as they are, and so does what is beyond the limits.
 */
export function tellTexts(body: Uint8Array): ToldPdf {
  const file = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const telling: Telling = {
    ...{ file, changed: new Map(), signs: new Map(), cells: createCellSpans(), maps: createPartialMaps() },
    ...{ bytesLeft: maxUnpacked, objectsLeft: maxObjects, marksLeft: maxMarks },
  };
  const end = endOf(file);
  if (end?.isLocked === false) rewriteObjects(telling);
  const { changed, signs } = telling;
  const letters = new Map([...signs].map(([text, sign]) => [sign, text]));
  const lettersOf = (characters: string): string =>
    letters.size === 0 ? characters : characters.replace(anySign, (sign) => letters.get(sign) ?? sign);
  const spelt = (item: Item): Item => ("str" in item ? { ...item, str: lettersOf(item.str) } : item);
  return {
    body: end === undefined || changed.size === 0 ? body : withChanges(file, end, changed),
    textsOf: (content) => ({ ...content, items: replaceMarked(content.items.map(spelt)) }),
    lettersOf,
    isLocked: end?.isLocked === true,
  };
}

/** How a file ends (ISO 32000-1, §7.5.5). */
interface End {
  /** Bytes before the header; places in the file count from it. */
  readonly header: number;
  /** The place of its table of objects; undefined where none is there. */
  readonly startOfTable: number | undefined;
  /** The catalogue and the file's metadata. */
  readonly entries: string;
  /** Numbers of objects are less. */
  readonly size: number;
  readonly isLocked: boolean;
}

/** The end of a file; without a table where there is none, and PDF.js looks for the objects itself. */
function endOf(file: Buffer): End | undefined {
  const header = file.subarray(0, maxHead).indexOf("%PDF-");
  if (header === -1) return undefined;
  const mark = file.lastIndexOf("startxref");
  const stated = Number(
    /^startxref\s+(\d{1,12})/.exec(file.toString("latin1", Math.max(0, mark), mark + 40))?.[1] ?? 0,
  );
  const table = header + stated;
  const [, first] = /^\s{0,2}(xref|\d+\s+\d+\s+obj)\b/.exec(file.toString("latin1", table, table + 30)) ?? [];
  const start =
    first === undefined ? file.lastIndexOf("trailer") : first === "xref" ? file.indexOf("trailer", table) : table;
  if (start === -1) return undefined;
  const [dictionary = ""] = file.toString("latin1", start, start + maxTrailer).split(/\bstream\b|startxref/, 1);
  const root = /\/Root\s*\d{1,10}\s+\d{1,5}\s+R/.exec(dictionary)?.[0];
  if (root === undefined) return undefined;
  const info = /\/Info\s*\d{1,10}\s+\d{1,5}\s+R/.exec(dictionary)?.[0] ?? "";
  const size = Number(/\/Size\s+(\d{1,10})/.exec(dictionary)?.[1] ?? 0);
  return {
    header,
    startOfTable: first === undefined ? undefined : stated,
    entries: root + info,
    size,
    isLocked: /\/Encrypt\b/.test(dictionary),
  };
}

/** The file with new versions of objects behind it. */
function withChanges(
  file: Buffer,
  { header, startOfTable, entries, size }: End,
  changed: Telling["changed"],
): Uint8Array {
  const parts: Buffer[] = [file, Buffer.from("\n")];
  let at = file.length + 1 - header;
  let most = size - 1;
  let table = "xref\n";
  for (const [name, object] of changed) {
    const [number = "0", generation = "0"] = name.split(" ");
    const written = Buffer.concat([Buffer.from(`${name} obj\n`), object, Buffer.from("\nendobj\n")]);
    table += `${number} 1\n${String(at).padStart(10, "0")} ${generation.padStart(5, "0")} n \n`;
    most = Math.max(most, Number(number));
    at += written.length;
    parts.push(written);
  }
  const end =
    startOfTable === undefined
      ? `trailer\n<<${entries}>>\nstartxref\n0\n%%EOF\n`
      : `${table}trailer\n<<${entries}/Size ${most + 1}/Prev ${startOfTable}>>\nstartxref\n${at}\n%%EOF\n`;
  return new Uint8Array(Buffer.concat([...parts, Buffer.from(end)])); // PDF.js takes no Buffer
}

function rewriteObjects(telling: Telling): void {
  const { file } = telling;
  for (let at = file.indexOf(" obj"); at !== -1 && telling.objectsLeft > 0;) {
    const next = file.indexOf(" obj", at + 4);
    const [, number, generation] =
      /(\d{1,10})\s{1,3}(\d{1,5})$/.exec(file.toString("latin1", Math.max(0, at - 20), at)) ?? [];
    if (number !== undefined && generation !== undefined) {
      telling.objectsLeft -= 1;
      const end = Math.min(next === -1 ? file.length : next, at + maxDictionary);
      rewriteObject(telling, `${Number(number)} ${Number(generation)}`, { start: at + 4, end });
    }
    at = next;
  }
  for (const [name, cell] of telling.cells.rewritten()) telling.changed.set(name, Buffer.from(cell, "latin1"));
  for (const [name, object] of telling.maps.mended((text) => signOf(text, telling))) telling.changed.set(name, object);
}

/** Streams that hold no text: pictures, fonts and tables of the file. */
const otherStreams =
  /\/Subtype\s*\/(?:Image|XML|Type1C|CIDFontType0C|OpenType)\b|\/Length1\b|\/Type\s*\/(?:XRef|Metadata)\b/;

/** Looks at an object whose dictionary stands in a part of the file. */
function rewriteObject(telling: Telling, name: string, { start, end }: { start: number; end: number }): void {
  const { file, changed } = telling;
  changed.delete(name); // an older version of it
  const [text = ""] = file.toString("latin1", start, end).split("endobj", 1);
  const stream = /\bstream\r?\n/.exec(text);
  const dictionary = text.slice(0, stream?.index);
  if (stream === null) {
    telling.cells.see(name, dictionary);
    telling.maps.see(name, dictionary);
    const rewritten = withKnownGlyphs(dictionary, (letters) => signOf(letters, telling));
    if (rewritten !== dictionary) changed.set(name, Buffer.from(rewritten, "latin1"));
    return;
  }
  if (otherStreams.test(dictionary)) return;
  const content = unpack(telling, dictionary, start + stream.index + stream[0].length);
  if (content === undefined) return;
  if (/\/Type\s*\/ObjStm\b/.test(dictionary)) rewritePacked(telling, dictionary, content);
  else if (content.includes("/ActualText") || content.includes("beginbf")) {
    const told = withNamedTexts(withWideClusters(content.toString("latin1"), telling), telling);
    const rewritten = Buffer.from(told, "latin1");
    if (content.includes("beginbf")) telling.maps.seeMap(name, { dictionary, content: told });
    if (!rewritten.equals(content)) changed.set(name, streamOf(dictionary, rewritten));
  }
}

/** The bytes of a stream that is not packed, or in the usual way; undefined for others. */
function unpack(telling: Telling, dictionary: string, start: number): Buffer | undefined {
  const [, list, one] = /\/Filter\s*(?:\[([^\]]*)\]|\/(\w+))/.exec(dictionary) ?? [];
  const filter = one ?? (list ?? "").trim().replace(/^\//, "");
  if (telling.bytesLeft <= 0 || !/^(?:FlateDecode)?$/.test(filter) || /\/DecodeParms\b/.test(dictionary))
    return undefined;
  const end = telling.file.indexOf("endstream", start);
  const stream = telling.file.subarray(start, end === -1 ? undefined : end);
  telling.bytesLeft -= stream.length;
  if (filter === "") return stream;
  try {
    const content = inflateSync(stream, { maxOutputLength: Math.max(1, Math.min(maxStream, telling.bytesLeft)) });
    telling.bytesLeft -= content.length;
    return content;
  } catch {
    return undefined; // PDF.js reads of it what can be read
  }
}

/** Objects that are packed into a stream (ISO 32000-1, §7.5.7). */
function rewritePacked(telling: Telling, dictionary: string, content: Buffer): void {
  const hasCells = content.includes("Span");
  const hasFonts = ["/Differences", "/ToUnicode", "/CIDFontType"].some((key) => content.includes(key));
  if (!hasCells && !hasFonts) return;
  const text = content.toString("latin1");
  const first = Number(/\/First\s+(\d{1,10})/.exec(dictionary)?.[1] ?? 0);
  const head = text.slice(0, Math.min(first, telling.objectsLeft * maxPair));
  const pairs = [...head.matchAll(/(\d{1,10})\s{1,3}(\d{1,10})/g)].slice(0, telling.objectsLeft);
  telling.objectsLeft -= pairs.length;
  for (const [index, [, number, offset]] of pairs.entries()) {
    const start = first + Number(offset);
    const end = Math.min(start + maxDictionary, first + Number(pairs[index + 1]?.[2] ?? text.length));
    const object = text.slice(start, end);
    if (hasCells) telling.cells.see(`${Number(number)} 0`, object);
    if (hasFonts) telling.maps.see(`${Number(number)} 0`, object);
    const rewritten = withKnownGlyphs(object, (letters) => signOf(letters, telling));
    if (rewritten !== object) telling.changed.set(`${Number(number)} 0`, Buffer.from(rewritten, "latin1"));
  }
}

/**
 * A map from codes to characters (ISO 32000-1, §9.10.3) in which a private character stands for letters with marks that
 * are one glyph: PDF.js takes a glyph for a mark without any width if there is a mark in its text.
 */
const withWideClusters = (map: string, telling: Telling): string =>
  map.replace(/\bbeginbfchar\b[^g-z]*\bendbfchar\b/g, (section) =>
    section.replace(
      /(<[\dA-Fa-f]{1,8}>\s{0,3}<)((?:[\dA-Fa-f]{4}){2,16})(?=>)/g,
      (pair, code: string, digits: string) => {
        const text = Buffer.from(digits, "hex").swap16().toString("utf16le");
        const isWide = /\p{L}.*\p{Mn}|\p{Cf}$/u.test(text) && !rightToLeft.test(text);
        const sign = isWide ? signOf(text, telling) : undefined;
        return sign === undefined ? pair : `${code}${Buffer.from(sign, "utf16le").swap16().toString("hex")}`;
      },
    ),
  );

/** The private character that stands for a text of several; none when there are too many. */
function signOf(text: string, { signs }: Telling): string | undefined {
  if (!signs.has(text) && signs.size < maxSigns) signs.set(text, String.fromCodePoint(firstSign + signs.size));
  return signs.get(text);
}

/** Content whose marks with a text have it as the name of their tag. */
function withNamedTexts(content: string, telling: Telling): string {
  let told = "";
  let done = 0;
  for (let at = content.indexOf("/ActualText"); at !== -1; at = content.indexOf("/ActualText", at + 1)) {
    telling.marksLeft -= 1;
    if (telling.marksLeft < 0) break;
    const before = Math.max(done, at - maxMark);
    const [opening, tag] = /\/([^\s/<>[\]()]+)\s*<<[^<>]*$/.exec(content.slice(before, at)) ?? [];
    const text = /^\/ActualText\s*(?:<([\dA-Fa-f\s]*)>|\(((?:[^\\()]|\\[^])*)\))/.exec(content.slice(at, at + maxText));
    if (opening === undefined || text === null || tag === "Artifact") continue;
    const rest = /^[^<>]*>>\s*BDC\b/.exec(content.slice(at + text[0].length, at + text[0].length + maxMark))?.[0];
    if (rest === undefined) continue;
    const digits = text[1] === undefined ? hexOf(text[2] ?? "") : text[1].replace(/\s/g, "");
    told += `${content.slice(done, at - opening.length)}/${tagStart}${digits}${opening.slice((tag?.length ?? 0) + 1)}${rest}`;
    done = at + text[0].length + rest.length;
    at = done - 1;
  }
  return told + content.slice(done);
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** The bytes of a literal string (ISO 32000-1, §7.3.4.2) in digits. */
const hexOf = (literal: string): string =>
  Buffer.from(
    literal.replace(/\\(?:([0-7]{1,3})|\r?\n|([^]))/g, (_, octal?: string, sign?: string) =>
      octal === undefined ? (escapes[sign ?? ""] ?? sign ?? "") : String.fromCharCode(Number.parseInt(octal, 8)),
    ),
    "latin1",
  ).toString("hex");

/** A text string (ISO 32000-1, §7.9.2.2) without the codes of its language. */
function textOf(digits: string): string {
  const bytes = Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, "hex");
  const start = digits.toLowerCase();
  const encoding = start.startsWith("feff") ? "utf-16be" : start.startsWith("efbbbf") ? "utf-8" : "windows-1252";
  // oxlint-disable-next-line no-control-regex
  return new TextDecoder(encoding)
    .decode(bytes)
    .replace(/\u001B[^\u001B]*\u001B/g, "")
    .replace(/[\r\n]+/g, " ");
}

/** Items in which one text stands for those that it was marked to replace, where the first of them stood. */
function replaceMarked(items: readonly Item[]): Item[] {
  const replaced: Item[] = [];
  let depth = 0;
  let open: { readonly digits: string; readonly depth: number; readonly items: TextItem[] } | undefined;
  for (const item of items) {
    if (open === undefined || !("str" in item)) replaced.push(item);
    else open.items.push(item);
    if ("str" in item) continue;
    if (item.type === "endMarkedContent") {
      if (open?.depth === depth) {
        const whole = wholeOf(open.items, textOf(open.digits));
        replaced.splice(-1, 0, ...whole);
        open = undefined;
      }
      depth = Math.max(0, depth - 1);
    } else {
      depth += 1;
      const { tag } = item as { tag?: unknown };
      if (open === undefined && typeof tag === "string" && tag.startsWith(tagStart))
        open = { digits: tag.slice(tagStart.length), depth, items: [] };
    }
  }
  return [...replaced, ...(open?.items ?? [])];
}

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;

/** One item in the place of some on its line, at the height of the widest, as a mark may be higher; a space before them stays. */
function wholeOf(items: readonly TextItem[], text: string): readonly TextItem[] {
  const inked = items.filter(({ str }) => str.trim() !== "");
  const replaced = inked.length === 0 ? items : inked;
  const before = inked[0] === undefined ? [] : items.slice(0, items.indexOf(inked[0]));
  const [base] = replaced.toSorted((one, other) => other.width - one.width);
  if (base === undefined || text === "") return before;
  const transform = [...(base.transform as readonly number[])];
  const [a = 1, b = 0, , , e = 0, f = 0] = transform;
  const length = Math.hypot(a, b) || 1;
  const starts = replaced.map((item) => {
    const [, , , , x = 0, y = 0] = item.transform as readonly number[];
    return ((x - e) * a + (y - f) * b) / length;
  });
  const left = starts.reduce((least, start) => Math.min(least, start), 0);
  const right = replaced.reduce((most, { width }, index) => Math.max(most, (starts[index] ?? 0) + width), 0);
  transform[4] = e + (left * a) / length;
  transform[5] = f + (left * b) / length;
  const dir = rightToLeft.test(text) ? "rtl" : "ltr";
  const hasEOL = items.at(-1)?.hasEOL ?? false;
  return [...before, { ...base, str: text, dir, width: right - left, transform, hasEOL }];
}
