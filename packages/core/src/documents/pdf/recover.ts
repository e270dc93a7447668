import { Unzlib } from "fflate/browser";

/** Unpacked bytes of all packed objects together; the rest is left out. */
const maxUnpacked = 50_000_000;
const maxPages = 10_000;
/** Packed bytes that are unpacked at once. */
const chunkBytes = 4096;
/** Characters after the start of an object in which its dictionary is looked for. */
const maxDictionary = 20_000;

/** An object of a file: its number, and its text from the dictionary on. */
interface FoundObject {
  readonly number: number;
  readonly text: string;
}

/** An object that stands in the file by itself, from a byte of it on. */
interface WrittenObject extends FoundObject {
  readonly start: number;
}

/**
 * A PDF whose end is missing or damaged, with a new end that names its catalogue (ISO 32000-1, §7.5.5): the one in the file,
 * or else a new one of the pages that are there. Undefined when it holds no page, or is locked.
 */
export function withNewEnd(body: Uint8Array): Uint8Array | undefined {
  const file = new TextDecoder("windows-1252").decode(body); // a character for each byte
  if (/\/Encrypt\s+\d/.test(file)) return undefined;
  const written = objectsIn(file);
  const budget = { bytes: maxUnpacked };
  const packed = written.flatMap((object) => packedObjects(object, body, budget));
  const objects = [...written, ...packed];
  const added = packed.map(({ number, text }) => `${number} 0 obj\n${text}\nendobj\n`);
  const catalogue = objects.findLast(({ text }) => isOf(text, "Catalog"));
  const pageTree = Number(/\/Pages\s+(\d+)\s+\d+\s+R/.exec(dictionaryOf(catalogue?.text ?? ""))?.[1]);
  if (catalogue !== undefined && objects.some(({ number }) => number === pageTree)) {
    added.push(endOf(catalogue.number));
  } else {
    const pages = new Set(objects.filter(({ text }) => isOf(text, "Page")).map(({ number }) => number));
    if (pages.size === 0 || pages.size > maxPages) return undefined;
    const free = objects.reduce((most, { number }) => Math.max(most, number), 0) + 1;
    const kids = [...pages].map((number) => `${number} 0 R`).join(" ");
    added.push(`${free} 0 obj\n<</Type/Pages/Kids[${kids}]/Count ${pages.size}>>\nendobj\n`);
    added.push(`${free + 1} 0 obj\n<</Type/Catalog/Pages ${free} 0 R>>\nendobj\n`, endOf(free + 1));
  }
  const end = new TextEncoder().encode(`\nendstream\nendobj\n${added.join("")}`);
  const mended = new Uint8Array(body.length + end.length);
  mended.set(body);
  mended.set(end, body.length);
  return mended;
}

const endOf = (catalogue: number): string => `trailer\n<</Root ${catalogue} 0 R>>\nstartxref\n0\n%%EOF\n`;

function objectsIn(file: string): readonly WrittenObject[] {
  const starts = [...file.matchAll(/(?<!\d)(\d{1,10})\s{1,3}\d{1,5}\s{1,3}obj\b/g)];
  return starts.map((match, index) => {
    const start = match.index + match[0].length;
    return { number: Number(match[1]), text: file.slice(start, starts[index + 1]?.index), start };
  });
}

/** The text of an object before its stream. */
const dictionaryOf = (text: string): string =>
  text.slice(0, maxDictionary).split(/\bstream\r?\n|\bendobj\b/, 1)[0] ?? "";

const isOf = (text: string, type: string): boolean => new RegExp(`/Type\\s*/${type}\\b`).test(dictionaryOf(text));

/** The objects that are packed into a stream (ISO 32000-1, §7.5.7). */
function packedObjects(
  { text, start }: WrittenObject,
  body: Uint8Array,
  budget: { bytes: number },
): readonly FoundObject[] {
  const dictionary = dictionaryOf(text);
  const stream = /\bstream\r?\n/.exec(text.slice(0, maxDictionary));
  if (!isOf(text, "ObjStm") || !/\/FlateDecode\b/.test(dictionary) || stream === null) return [];
  const from = start + stream.index + stream[0].length;
  const content = unpacked(body.subarray(from, start + text.length), budget);
  const first = Number(/\/First\s+(\d+)/.exec(dictionary)?.[1] ?? 0);
  const pairs = [...content.slice(0, first).matchAll(/(\d+)\s+(\d+)/g)];
  return pairs.map(([, number, offset], index) => ({
    number: Number(number),
    text: content.slice(first + Number(offset), first + Number(pairs[index + 1]?.[2] ?? content.length)),
  }));
}

/** What can be unpacked of a stream, of which the end may be missing. */
function unpacked(stream: Uint8Array, budget: { bytes: number }): string {
  let text = "";
  const decoder = new TextDecoder("windows-1252");
  const inflate = new Unzlib((chunk) => {
    budget.bytes -= chunk.length;
    if (budget.bytes > 0) text += decoder.decode(chunk);
  });
  try {
    for (let at = 0; at < stream.length && budget.bytes > 0; at += chunkBytes)
      inflate.push(stream.subarray(at, at + chunkBytes));
  } catch {
    // the rest is damaged; what came before it stays
  }
  return text;
}
