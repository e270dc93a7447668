import { analyse } from "chardet";
import { charsetNamed } from "./declared-charset.ts";
import { TextDecoder } from "./text-decoder.ts";

/** More than this does not make a guess better, only slower. */
const sampleBytes = 16 * 1024;

/** Fewer bytes beyond ASCII make no frequencies: a western page with a stray accent is most likely then. */
const minForeignBytes = 6;

/** Charsets that are read by the tables of a larger one. */
const supersets: Readonly<Record<string, string>> = {
  "iso-8859-7": "windows-1253",
  "iso-8859-8": "windows-1255",
  gbk: "gb18030",
};
const largest = (charset: string): string => supersets[charset] ?? charset;

/** A guess is clearly better than a declaration when it is at least this sure (of 100), and so many times as sure. */
const minConfidence = 16;
const minAdvantage = 2;

/**
 * Guesses the charset of bytes that are not UTF-8 by the frequencies of characters in the languages that use it. A declared
 * one that they nearly fit stays unless another is clearly likelier. Undefined when nothing fits, or there is too little to
 * guess from.
 */
export function guessCharset(body: Uint8Array, declared?: string): string | undefined {
  const stretches = foreignStretches(body);
  const sample = Buffer.concat(stretches.flatMap((stretch) => [stretch, space]));
  if (sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0) < minForeignBytes) return undefined;
  const guesses = analyse(sample).map(({ name, confidence }) => ({
    charset: largest(charsetNamed(name) ?? "utf-8"),
    confidence,
  }));
  const best = guesses.find(({ charset }) => charset !== "utf-8" && fits(stretches, charset));
  if (best === undefined || declared === undefined) return best?.charset;
  const own = guesses.find(({ charset }) => charset === largest(declared))?.confidence ?? 0;
  return best.confidence >= Math.max(minConfidence, minAdvantage * own) ? best.charset : declared;
}

const space = Uint8Array.of(0x20);
const lessThan = 0x3c;
const greaterThan = 0x3e;

/** No single stretch, such as a long script, fills the sample. */
const maxStretchBytes = 4096;

/**
 * The stretches of text between tags that are not ASCII: markup, scripts and addresses would make every page look English.
 * No charset but ISO-2022-JP uses the bytes of `<` and `>` inside a character.
 */
function foreignStretches(body: Uint8Array): Uint8Array[] {
  const stretches: Uint8Array[] = [];
  let size = 0;
  let start = 0;
  let isForeign = false;
  for (let index = 0; index <= body.length && size < sampleBytes; index += 1) {
    const byte = body[index] ?? lessThan;
    if (byte >= 0x80) isForeign = true;
    if (byte !== lessThan && byte !== greaterThan) continue;
    if (isForeign && byte === lessThan) {
      const stretch = body.subarray(start, Math.min(index, start + maxStretchBytes));
      stretches.push(stretch);
      size += stretch.length;
    }
    start = index + 1;
    isForeign = false;
  }
  return stretches;
}

/** True if bytes can be in a charset; each stretch may end inside a character. */
function fits(stretches: readonly Uint8Array[], charset: string): boolean {
  try {
    for (const stretch of stretches) new TextDecoder(charset, { fatal: true }).decode(stretch, { stream: true });
    return true;
  } catch {
    return false;
  }
}
