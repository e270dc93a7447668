import { analyse } from "chardet";
import { charsetNamed } from "./declared-charset.ts";

/** More than this does not make a guess better, only slower. */
const sampleBytes = 16 * 1024;

/** Fewer bytes beyond ASCII make no frequencies: a western page with a stray accent is most likely then. */
const minForeignBytes = 6;

/** Charsets whose names browsers and sites use for the larger Windows one. */
const supersets: Readonly<Record<string, string>> = { "iso-8859-7": "windows-1253", "iso-8859-8": "windows-1255" };

/**
 * Guesses the charset of bytes that declare none and are not UTF-8, by the frequencies of characters in the languages
 * that use it. Undefined when nothing fits, or there is too little to guess from.
 */
export function guessCharset(body: Uint8Array): string | undefined {
  const sample = foreignText(body);
  if (sample.reduce((count, byte) => count + (byte >= 0x80 ? 1 : 0), 0) < minForeignBytes) return undefined;
  for (const match of analyse(sample)) {
    const named = charsetNamed(match.name) ?? "utf-8";
    const charset = supersets[named] ?? named;
    if (charset !== "utf-8" && fits(sample, charset)) return charset;
  }
  return undefined;
}

/**
 * The stretches of text between tags that are not ASCII, joined by spaces: markup, scripts and addresses would make
 * every page look English. No charset but ISO-2022-JP uses the bytes of `<` and `>` inside a character.
 */
function foreignText(body: Uint8Array): Uint8Array {
  const sample: number[] = [];
  let start = 0;
  let isForeign = false;
  for (let index = 0; index <= body.length && sample.length < sampleBytes; index += 1) {
    const byte = body[index] ?? lessThan;
    if (byte >= 0x80) isForeign = true;
    if (byte !== lessThan && byte !== greaterThan) continue;
    if (isForeign && byte === lessThan)
      sample.push(...body.subarray(start, Math.min(index, start + maxStretchBytes)), space);
    start = index + 1;
    isForeign = false;
  }
  return Uint8Array.from(sample);
}

const space = 0x20;
const lessThan = 0x3c;
const greaterThan = 0x3e;

/** No single stretch, such as a long script, fills the sample. */
const maxStretchBytes = 4096;

/** True if bytes can be in a charset; the sample may end inside a character. */
function fits(sample: Uint8Array, charset: string): boolean {
  try {
    new TextDecoder(charset, { fatal: true }).decode(sample, { stream: true });
    return true;
  } catch {
    return false;
  }
}
