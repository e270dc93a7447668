import { TextDecoder } from "../../decoding/text-decoder.ts";

/** One family of East Asian encodings: its decoder and its byte pairs. */
interface Encoding {
  readonly names: RegExp;
  readonly label: string;
  /** Ranges of codes of one byte. */
  readonly single: readonly (readonly [from: number, to: number])[];
  /** Ranges of the first and second byte of codes of two. */
  readonly double: readonly (readonly [first: number, last: number, from: number, to: number])[];
  /** Added to a code before decoding: seven-bit JIS is EUC without its high bits. */
  readonly shift?: number;
}

const encodings: readonly Encoding[] = [
  {
    names: /-RKSJ-[HV]$/,
    label: "shift_jis",
    single: [
      [0x20, 0x7e],
      [0xa1, 0xdf],
    ],
    double: [
      [0x81, 0x9f, 0x40, 0xfc],
      [0xe0, 0xfc, 0x40, 0xfc],
    ],
  },
  { names: /^EUC-[HV]$/, label: "euc-jp", single: [[0x20, 0x7e]], double: [[0xa1, 0xfe, 0xa1, 0xfe]] },
  {
    names: /^(?:Add-|Ext-|78-|NWP-)?[HV]$/,
    label: "euc-jp",
    single: [],
    double: [[0x21, 0x7e, 0x21, 0x7e]],
    shift: 0x8080,
  },
  { names: /^GB.*-[HV]$/, label: "gbk", single: [[0x20, 0x7e]], double: [[0x81, 0xfe, 0x40, 0xfe]] },
  { names: /B5.*-[HV]$/, label: "big5", single: [[0x20, 0x7e]], double: [[0x81, 0xfe, 0x40, 0xfe]] },
  { names: /^KSC.*-[HV]$/, label: "euc-kr", single: [[0x20, 0x7e]], double: [[0x81, 0xfe, 0x41, 0xfe]] },
  {
    names: /^Uni.*-(?:UCS2|UTF16)-/,
    label: "utf-16be",
    single: [],
    double: [
      [0x00, 0xd7, 0x00, 0xff],
      [0xe0, 0xff, 0x00, 0xff],
    ],
  },
];

/** The character maps that a document asked for and that could not be given. */
export interface CharacterMaps {
  readonly missing: ReadonlySet<string>;
  /** The class that fetches PDF.js's data files. */
  readonly Factory: new () => {
    fetch(request: { readonly kind: string; readonly filename: string }): Promise<Uint8Array>;
  };
}

/**
 * Stands in for the predefined character maps of East Asian fonts (ISO 32000 §9.7.5.2), whose data would be larger than
 * the rest of the reader. PDF.js goes from a code to a glyph number of Adobe's collections and from there to Unicode. As
 * only the text is wanted here, the glyph number is Unicode itself, and the first step is the decoder that every
 * JavaScript engine has. Fonts that name glyphs of a collection directly can't be read so; they are noted as missing.
 */
export function createCharacterMaps(): CharacterMaps {
  const missing = new Set<string>();
  let anyEncoding = false;
  class Factory {
    async fetch({ kind, filename }: { readonly kind: string; readonly filename: string }): Promise<Uint8Array> {
      const name = filename.replace(/\.bcmap$/, "");
      const encoding = kind === "cMapUrl" ? encodings.find(({ names }) => names.test(name)) : undefined;
      if (encoding !== undefined) {
        anyEncoding = true;
        return write([...(name.endsWith("V") ? ["/WMode 1 def"] : []), ...toUnicode(encoding)]);
      }
      if (anyEncoding && name.endsWith("-UCS2")) return write(["beginbfrange <0000> <ffff> <0000> endbfrange"]);
      if (kind === "cMapUrl") missing.add(name);
      throw new RangeError(`The character map ${name} is not included.`);
    }
  }
  return { missing, Factory };
}

/** A character map in the syntax of Adobe's technical note 5014, as far as PDF.js reads it. */
function write(mappings: readonly string[]): Uint8Array {
  return new TextEncoder().encode(["begincmap", ...mappings, "endcmap"].join("\n"));
}

function toUnicode({ label, single, double, shift = 0 }: Encoding): readonly string[] {
  const decoder = new TextDecoder(label);
  const lines: string[] = [];
  for (const [from, to] of single) {
    lines.push(`begincodespacerange <${hex(from, 2)}> <${hex(to, 2)}> endcodespacerange`, "begincidchar");
    for (let code = from; code <= to; code += 1) lines.push(...mapping(decoder, [code], hex(code, 2)));
    lines.push("endcidchar");
  }
  for (const [first, last, from, to] of double) {
    lines.push(
      `begincodespacerange <${hex(first * 256 + from, 4)}> <${hex(last * 256 + to, 4)}> endcodespacerange`,
      "begincidchar",
    );
    for (let high = first; high <= last; high += 1) {
      for (let low = from; low <= to; low += 1) {
        const code = high * 256 + low + shift;
        lines.push(...mapping(decoder, [code >> 8, code & 0xff], hex(high * 256 + low, 4)));
      }
    }
    lines.push("endcidchar");
  }
  return lines;
}

function mapping(decoder: InstanceType<typeof TextDecoder>, bytes: readonly number[], code: string): readonly string[] {
  const text = decoder.decode(Uint8Array.from(bytes));
  return text.length === 1 && text !== "\uFFFD" ? [`<${code}> ${text.charCodeAt(0)}`] : [];
}

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
