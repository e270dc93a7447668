import type { Capture } from "../ports/page-source.ts";
import { declaredCharset, headerCharset } from "./declared-charset.ts";
import { guessCharset } from "./guess-charset.ts";
import { TextDecoder } from "./text-decoder.ts";

/** The part of a capture that its text depends on. */
export type TextSource = Pick<Capture, "body" | "contentType">;

/** Text, and the name of the charset it was read by. */
export interface DecodedText {
  readonly text: string;
  /** A name of the Encoding Standard, lower case. */
  readonly charset: string;
}

/** The text of a capture. Never throws: bytes that fit no charset become U+FFFD. See {@link decodeText}. */
export function decodeBody(source: TextSource): string {
  return decodeText(source).text;
}

/** The charset of a text document, for its parser; undefined for media types that are not text. */
export function charsetOf(source: TextSource, mediaType: string): string | undefined {
  return isText(mediaType) ? decodeText(source).charset : undefined;
}

/** Types beside `text/…` that are written in characters: data, and source code. */
const textTypes = [
  ...["json", "xml", "yaml", "toml", "csv", "ndjson", "jsonl", "jsonlines", "sql", "graphql", "tex"],
  ...["javascript", "ecmascript", "typescript", "python", "ruby", "sh", "httpd-php"],
];
const textType = new RegExp(String.raw`[/+](?:x-)?(?:${textTypes.join("|")})\b`);

/** True if bytes of a media type are text. Pure. */
export function isText(mediaType: string): boolean {
  return mediaType.startsWith("text/") || textType.test(mediaType);
}

/**
 * Reads bytes as text. A byte order mark decides; else bytes that are valid UTF-8 with characters beyond ASCII are
 * UTF-8, whatever anyone declares, because no other text looks so by accident; else the first declaration that fits
 * the bytes (`Content-Type`, then `<meta>` or the XML declaration), or nearly does and no other charset is clearly likelier;
 * else a guess from the bytes.
 */
export function decodeText({ body, contentType }: TextSource): DecodedText {
  const marked = charsetOfMark(body) ?? charsetOfZeros(body);
  if (marked !== undefined) return decodeAs(body, marked);
  const utf8 = decodeStrictly(body, "utf-8");
  if (utf8 !== undefined && hasEscapes(utf8)) return decodeAs(body, "iso-2022-jp");
  const named = headerCharset(contentType);
  // Nearly always so, and then the page need not be searched for its own declaration.
  if (utf8 !== undefined && named === "utf-8") return { text: utf8, charset: "utf-8" };
  const declared = [named, declaredCharset(body)].filter((charset) => charset !== undefined);
  if (utf8 !== undefined && isUtf8(utf8, declared[0])) return { text: utf8, charset: "utf-8" };
  for (const charset of declared) {
    const text = decodeStrictly(body, charset);
    if (text !== undefined) return { text, charset };
  }
  if (declared.includes("utf-8") && nearlyFits(body, "utf-8")) return decodeAs(body, "utf-8");
  const others = declared.filter((charset) => charset !== "utf-8");
  const nearest = others.find((charset) => nearlyFits(body, charset));
  return decodeAs(body, guessCharset(body, nearest) ?? nearest ?? others[0] ?? "windows-1252");
}

function decodeAs(body: Uint8Array, charset: string): DecodedText {
  return { text: new TextDecoder(charset).decode(body), charset };
}

/** Undefined when the bytes do not fit the charset. */
function decodeStrictly(body: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** Charsets in which most pairs of bytes mean something, so that a few may look like UTF-8 by accident. */
const doubleByteCharset = /^(?:shift_jis|euc-|gb|big5)/;

/** True if text that is valid as UTF-8 was meant so. */
function isUtf8(text: string, declared: string | undefined): boolean {
  if (declared === undefined || declared === "utf-8") return true;
  // Half of a letter of UTF-16 may be any byte of ASCII, but no text in UTF-8 has zeros.
  if (declared.startsWith("utf-16")) return !text.includes("\0");
  const needed = doubleByteCharset.test(declared) ? 4 : 1;
  let found = 0;
  for (let index = 0; index < text.length && found < needed; index += 1) if (text.charCodeAt(index) > 0x7f) found += 1;
  return found >= needed;
}

/** ISO-2022-JP changes its character set by escape sequences that no other text has, and uses ASCII bytes alone. */
function hasEscapes(text: string): boolean {
  return text.includes("\u001b$B") || text.includes("\u001b$@");
}

/** The most broken characters for each whole one: by accident, no bytes look like UTF-8, and many look like other charsets. */
const maxBrokenOfUtf8 = 1;
const maxBrokenOfOthers = 0.2;

/** A few broken bytes, as truncation and careless templates leave them, do not make a page something else. */
function nearlyFits(body: Uint8Array, charset: string): boolean {
  const { text } = decodeAs(body, charset);
  let broken = 0;
  let whole = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return broken <= whole * (charset === "utf-8" ? maxBrokenOfUtf8 : maxBrokenOfOthers);
}

/** Encoding Standard, "BOM sniff". */
function charsetOfMark(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  return undefined;
}

const zeroSampleBytes = 2048;

/**
 * UTF-16 without a mark: every second byte of markup, spaces and western text is zero, and no other text has zeros but
 * for a stray one. Between its tags, a page in another script has few.
 */
function charsetOfZeros(body: Uint8Array): string | undefined {
  const length = Math.min(body.length, zeroSampleBytes) & ~1;
  if (!body.subarray(0, length).includes(0)) return undefined;
  const zeros: [even: number, odd: number] = [0, 0];
  for (let index = 0; index < length; index += 1) if (body[index] === 0) zeros[(index & 1) as 0 | 1] += 1;
  const [even, odd] = zeros;
  const many = Math.min(length / 8, Math.max(8, length / 32));
  if (odd > many && even < odd / 8) return "utf-16le";
  if (even > many && odd < even / 8) return "utf-16be";
  return undefined;
}
