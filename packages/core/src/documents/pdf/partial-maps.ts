import { glyphName, namelessGlyph } from "./glyph-names.ts";
import { streamOf } from "./stream.ts";

/** A map from codes to characters (ISO 32000-1, §9.10.3): its stream's dictionary and content. */
export interface CharacterMap {
  readonly dictionary: string;
  readonly content: string;
}

/** Says which fonts of a file have maps that may leave out some of their codes. */
export interface PartialMaps {
  /** Takes note of an object: a font, or a list that a font may refer to. */
  see(name: string, object: string): void;
  /** Takes note of a map. */
  seeMap(name: string, map: CharacterMap): void;
  /** The fonts and maps among the objects so far, as they must be; `signOf` gives a character that stands for a text. */
  mended(signOf: (text: string) => string | undefined): ReadonlyMap<string, Buffer>;
}

/** Characters of all fonts, lists and maps that are kept, and of fonts that are written; others stay as PDF.js reads them. */
const maxKept = 20_000_000;
const maxWritten = 20_000_000;
/** Codes that all maps name, and that all fonts have widths for. */
const maxNamed = 1_000_000;
const maxWidths = 1_000_000;
/** Codes that are added to maps. */
const maxNameless = 200_000;

/** Share of a font's codes that a map names, at least: one that names fewer tells less than the order of the glyphs may. */
const minNamed = 0.5;

/**
 * PDF.js takes a code that a font's map leaves out for the character of the same number. Type 1 fonts without an encoding of
 * their own get one that says what the map says: of the other codes, their font program has the names (§9.10.2). Maps
 * of composite fonts get a sign for nameless glyphs at codes that have a width.
 */
export function createPartialMaps(): PartialMaps {
  const fonts = new Map<string, string>();
  const lists = new Map<string, string>();
  const maps = new Map<string, CharacterMap>();
  let charactersLeft = maxKept;
  const forget = (name: string) => {
    for (const seen of [fonts, lists, maps]) seen.delete(name); // an older version of it
  };
  const keep = <T>(seen: Map<string, T>, name: string, kept: T, length: number) => {
    charactersLeft -= length;
    if (charactersLeft >= 0) seen.set(name, kept);
  };
  return {
    see(name, object) {
      forget(name);
      if (/\/ToUnicode\b|\/CIDFontType[02]\b/.test(object)) keep(fonts, name, owned(object), object.length);
      else if (/^\s*\[[\s\d.R[\]+-]*\]\s*$/.test(object)) keep(lists, name, owned(object), object.length);
    },
    seeMap(name, { dictionary, content }) {
      forget(name);
      keep(maps, name, { dictionary: owned(dictionary), content }, dictionary.length + content.length);
    },
    mended(signOf) {
      const mended = new Map<string, Buffer>();
      const encodings = new Map<string, string | undefined>();
      const nameless = new Map<string, Set<number>>();
      let writtenLeft = maxWritten;
      const left: CodesLeft = { named: maxNamed, widths: maxWidths };
      const read = new Map([...maps].map(([name, { content }]) => [name, entriesOf(content, left)]));
      for (const [name, font] of fonts) {
        const [entry, number, generation] = /\/ToUnicode\s*(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(font) ?? [];
        const mapName = `${Number(number)} ${Number(generation)}`;
        const entries = read.get(mapName);
        if (entry === undefined || entries === undefined) continue;
        if (/\/Subtype\s*\/(?:MM)?Type1\b/.test(font) && !/\/Encoding\b/.test(font)) {
          if (!encodings.has(mapName)) encodings.set(mapName, encodingOf(entries, signOf));
          const encoding = encodings.get(mapName);
          writtenLeft -= font.length + (encoding?.length ?? 0);
          if (encoding !== undefined && writtenLeft >= 0)
            mended.set(name, Buffer.from(font.replace(entry, encoding), "latin1"));
        } else if (/\/Encoding\s*\/Identity-[HV]\b/.test(font)) {
          const codes = nameless.get(mapName) ?? new Set();
          for (const code of namelessCodes(entries, codesWithWidths(font, { fonts, lists }, left))) codes.add(code);
          nameless.set(mapName, codes);
        }
      }
      let namelessLeft = maxNameless;
      for (const [name, codes] of nameless) {
        const map = maps.get(name);
        const sign = codes.size === 0 || codes.size > namelessLeft ? undefined : signOf(namelessGlyph);
        if (map === undefined || sign === undefined) continue;
        namelessLeft -= codes.size;
        const completed = withCodes(map.content, [...codes], sign);
        mended.set(name, streamOf(map.dictionary, Buffer.from(completed, "latin1")));
      }
      return mended;
    },
  };
}

interface CodesLeft {
  named: number;
  widths: number;
}

/** A text that doesn't keep the whole file that it was cut from in memory. */
const owned = (text: string): string => Buffer.from(text, "latin1").toString("latin1");

/** An encoding that says what a map of codes of one byte says; undefined if it can't. */
function encodingOf(entries: Entries, signOf: (text: string) => string | undefined): string | undefined {
  const differences: string[] = [];
  for (const [code, digits] of entries) {
    const text = Buffer.from(digits.padStart(Math.ceil(digits.length / 4) * 4, "0"), "hex")
      .swap16()
      .toString("utf16le");
    if (code > 0xff) return undefined;
    if (text === "" || text === "\0") continue;
    const sign = [...text].length === 1 ? text : signOf(text);
    if (sign === undefined) return undefined;
    differences.push(`${code}/${glyphName(sign)}`);
  }
  return differences.length === 0 ? undefined : `/Encoding<</Type/Encoding/Differences[${differences.join(" ")}]>>`;
}

/** The digits of the text that a map gives for each of its codes. */
type Entries = ReadonlyMap<number, string>;

/** Undefined for a map that names more codes than are left. */
function entriesOf(map: string, left: CodesLeft): Entries | undefined {
  const entries = new Map<number, string>();
  const add = (code: number, text: string) => {
    if (left.named === 0) return;
    left.named -= 1;
    entries.set(code, text);
  };
  for (const [, kind, section = ""] of map.matchAll(/\bbeginbf(char|range)\b([^g-z]*)\bendbf/g)) {
    if (kind === "char") {
      for (const [, code = "", text = ""] of section.matchAll(/<([\dA-Fa-f]{1,8})>\s{0,9}<([\dA-Fa-f]{0,64})>/g))
        add(Number.parseInt(code, 16), text);
      continue;
    }
    const ranges =
      /<([\dA-Fa-f]{1,8})>\s{0,9}<([\dA-Fa-f]{1,8})>\s{0,9}(?:<([\dA-Fa-f]{1,64})>|\[([\dA-Fa-f<>\s]*)\])/g;
    for (const [, from = "", to = "", start, list = ""] of section.matchAll(ranges)) {
      const first = Number.parseInt(from, 16);
      const texts = [...list.matchAll(/<([\dA-Fa-f]{0,64})>/g)].map(([, text = ""]) => text);
      const last = Math.min(Number.parseInt(to, 16), first + left.named - 1);
      for (let code = first; code <= last; code += 1) {
        const text = start === undefined ? texts[code - first] : next(start, code - first);
        if (text === undefined) break;
        add(code, text);
      }
    }
  }
  return left.named === 0 ? undefined : entries;
}

/** The digits of a text whose last two bytes are some more. */
const next = (digits: string, more: number): string =>
  digits.slice(0, -4) + (Number.parseInt(digits.slice(-4), 16) + more).toString(16).padStart(4, "0").slice(-4);

/** Numbers of a composite font's glyphs that have a width of their own (§9.7.4.3), which embedded fonts state for each. */
function codesWithWidths(
  font: string,
  { fonts, lists }: { readonly fonts: ReadonlyMap<string, string>; readonly lists: ReadonlyMap<string, string> },
  left: CodesLeft,
): readonly number[] {
  const descendants = valueOf("DescendantFonts", font, lists);
  const [, number, generation] = /(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(descendants ?? "") ?? [];
  const widths = valueOf("W", fonts.get(`${Number(number)} ${Number(generation)}`) ?? "", lists) ?? "";
  const codes: number[] = [];
  const groups = /(\d{1,5})\s{0,9}(?:\[([\d\s.+-]*)\]|\s(\d{1,5})\s{1,9}[\d.+-]+)/g;
  for (const [, from = "", list, to] of widths.slice(1).matchAll(groups)) {
    const first = Number(from);
    const last = list === undefined ? Number(to) : first + (list.match(/\S+/g)?.length ?? 0) - 1;
    for (let code = first; code <= last && left.widths > 0; code += 1) {
      left.widths -= 1;
      codes.push(code);
    }
  }
  return codes;
}

/** A list in a dictionary, or that it refers to. */
function valueOf(key: string, dictionary: string, lists: ReadonlyMap<string, string>): string | undefined {
  const at = new RegExp(`/${key}(?=[\\s\\[])\\s{0,9}`).exec(dictionary);
  if (at === null) return undefined;
  const value = dictionary.slice(at.index + at[0].length);
  const [, number, generation] = /^(\d{1,10})\s+(\d{1,5})\s+R\b/.exec(value) ?? [];
  if (number !== undefined) return lists.get(`${Number(number)} ${Number(generation)}`);
  return /^\[(?:[^[\]]|\[[^[\]]*\])*\]/.exec(value)?.[0];
}

/** Codes that a map leaves out; none if it leaves out most. The first glyph is what a font shows for missing ones. */
function namelessCodes(entries: Entries, codes: readonly number[]): readonly number[] {
  const nameless = codes.filter((code) => code > 0 && !entries.has(code));
  return codes.length - nameless.length >= codes.length * minNamed ? nameless : [];
}

/** A map that gives a sign for some codes; what it says itself comes after, and holds. */
function withCodes(map: string, codes: readonly number[], sign: string): string {
  const digits = Buffer.from(sign, "utf16le").swap16().toString("hex");
  const pairs = codes.map((code) => `<${code.toString(16).padStart(4, "0")}> <${digits}>`);
  return map.replace(/\b(?=\d{1,5}\s{1,9}beginbf)/, `${pairs.length} beginbfchar\n${pairs.join("\n")}\nendbfchar\n`);
}
