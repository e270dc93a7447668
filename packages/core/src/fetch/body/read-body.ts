import { Readable, Writable, type Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { EngineError } from "../../errors.ts";
import { failedBehindMember, gzipDataStart } from "./first-member.ts";
import { growingBytes } from "./growing-bytes.ts";
import { deflateFormat, triedLength, unsignedCodingOf } from "./unsigned-coding.ts";
import { cutAtFrames } from "./zstd-frames.ts";

/** The content codings that can be decoded, as an `Accept-Encoding` header. */
export const acceptEncoding = "gzip, deflate, br, zstd";

/** The encoding of a body, and the most bytes it may become. */
export interface BodyLimits {
  /** The `Content-Encoding` header; empty when there was none. */
  readonly contentEncoding: string;
  /** Counts decoded bytes. */
  readonly maxBytes: number;
}

/** More layers than anyone needs; each one could multiply the size again. */
const maxCodings = 3;

/**
 * Reads a body, decoding it as it comes. Throws PAGE_TOO_LARGE as soon as the decoded body passes the limit, however
 * small the encoded one is. Codings nobody knows, and a body that is not encoded although it says so, pass through; what
 * some servers send behind a whole gzip or Zstandard body is left out, as in browsers.
 */
export async function readBody(body: AsyncIterable<Uint8Array>, limits: BodyLimits): Promise<Uint8Array> {
  const { start, whole } = await peek(
    body,
    isKnown.test(lastOf(limits.contentEncoding)) ? triedLength : signatureLength,
  );
  const decoders = decodersFor(limits.contentEncoding, start);
  if (decoders.length === 0) return await decode(whole, decoders, limits.maxBytes);
  if (codingOf(start) === "zstd") return await decode(cutAtFrames(whole), decoders, limits.maxBytes);
  if (!isGzip(limits.contentEncoding)) return await decode(whole, decoders, limits.maxBytes);
  const encoded: Uint8Array[] = [];
  try {
    return await decode(keeping(whole, encoded), decoders, limits.maxBytes);
  } catch (error) {
    if (!failedBehindMember(error)) throw error;
    const bytes = Buffer.concat(encoded);
    return await decode([bytes.subarray(gzipDataStart(bytes))], [zlib.createInflateRaw()], limits.maxBytes);
  }
}

async function* keeping(body: AsyncIterable<Uint8Array>, kept: Uint8Array[]): AsyncIterable<Uint8Array> {
  for await (const chunk of body) {
    kept.push(chunk);
    yield chunk;
  }
}

async function decode(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  decoders: readonly Duplex[],
  maxBytes: number,
): Promise<Uint8Array> {
  const bytes = growingBytes();
  const isTooLarge = (chunk: Uint8Array): boolean => {
    if (bytes.length + chunk.length > maxBytes) return true;
    bytes.append(chunk);
    return false;
  };
  if (decoders.length === 0) {
    // A pipeline would make an error with its stack for each body, even for one read without fault.
    for await (const chunk of body) if (isTooLarge(chunk)) throw pageTooLarge(maxBytes);
  } else {
    const collector = new Writable({
      write: (chunk: Uint8Array, _encoding, done) => done(isTooLarge(chunk) ? pageTooLarge(maxBytes) : null),
    });
    await pipeline([Readable.from(body), ...decoders, collector]);
  }
  return bytes.finish();
}

/** Takes a coding off bytes. Throws PAGE_TOO_LARGE like {@link readBody}. */
export async function decodeBytes(bytes: Uint8Array, limits: BodyLimits): Promise<Uint8Array> {
  return await readBody(Readable.from([bytes]), limits);
}

/** The failure of a page that is larger than it may be. */
export function pageTooLarge(maxBytes: number): EngineError {
  return new EngineError("PAGE_TOO_LARGE", `The page is larger than ${maxBytes} bytes, see policy.maxBodyBytes.`);
}

/** The coding that bytes begin with the signature of. */
export function codingOf([first, second, third, fourth]: Uint8Array): "gzip" | "zstd" | undefined {
  if (first === 0x1f && second === 0x8b && third === 0x08) return "gzip";
  return first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd ? "zstd" : undefined;
}

/** The coding that a body is in although nothing says so, by its signature or by trial; undefined for what is in none. */
export const hiddenCodingOf = (body: Uint8Array): string | undefined => codingOf(body) ?? unsignedCodingOf(body);

/**
 * The coding applied last stands last in the list, and comes off first (RFC 9110 §8.4). The bytes tell it better than a
 * server that calls it something else.
 */
function decodersFor(contentEncoding: string, start: Uint8Array): readonly Duplex[] {
  const declared = contentEncoding.split(",").map((coding) => coding.trim().toLowerCase());
  const last = declared.at(-1) ?? "";
  const codings = isKnown.test(last)
    ? declared.with(-1, codingOf(start) ?? unsignedCodingOf(start, last) ?? last)
    : declared;
  const decoders = codings.toReversed().flatMap((coding) => decoderFor(coding, start) ?? []);
  return isEncoded(codings.at(-1) ?? "", start) ? decoders.slice(0, maxCodings) : [];
}

/** False for a body that is not encoded although its `Content-Encoding` says so; by its first bytes, {@link signatureLength} or all. */
export function isEncodedAsSaid(contentEncoding: string, start: Uint8Array): boolean {
  const last = lastOf(contentEncoding);
  return !isKnown.test(last) || isEncoded(last, start);
}

const lastOf = (contentEncoding: string): string => contentEncoding.split(",").at(-1)?.trim().toLowerCase() ?? "";

const isKnown = /^(?:x-gzip|gzip|deflate|br|zstd)$/;

function decoderFor(coding: string, start: Uint8Array): Duplex | undefined {
  if (isGzip(coding)) return zlib.createGunzip();
  if (coding === "br") return zlib.createBrotliDecompress();
  if (coding === "zstd") return zlib.createZstdDecompress();
  if (coding === "deflate") return deflateFormat(start) === "zlib" ? zlib.createInflate() : zlib.createInflateRaw();
  return undefined;
}

const isGzip = (coding: string): boolean => /^\s*(?:x-)?gzip\s*$/i.test(coding);

/** True if a body can be in a coding, by its first bytes. Only gzip and zstd have a signature; no other begins like markup. */
function isEncoded(coding: string, start: Uint8Array): boolean {
  const [first = 0, second = 0] = start;
  if (start.length === 0) return false;
  if (isGzip(coding)) return first === 0x1f && second === 0x8b;
  if (coding === "zstd") return first === 0x28 || first >> 4 === 0x5;
  return first !== lessThan || !/[!?a-z]/i.test(String.fromCharCode(second));
}

const lessThan = 0x3c;

/** The bytes of the longest signature. */
export const signatureLength = 4;

/** Looks at the first bytes of a stream, so many at least if it has them; the whole of it, with them, is handed back. */
async function peek(
  body: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ start: Uint8Array; whole: AsyncIterable<Uint8Array> }> {
  const iterator = body[Symbol.asyncIterator]();
  const chunks: Uint8Array[] = [];
  for (let missing = length; missing > 0;) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(next.value);
    missing -= next.value.length;
  }
  const start = Buffer.concat(chunks);
  async function* whole() {
    try {
      if (start.length > 0) yield start;
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  return { start, whole: whole() };
}
