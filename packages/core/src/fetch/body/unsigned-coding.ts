import zlib from "node:zlib";
import { isPrintable } from "../../decoding/printable.ts";

/** Content codings without a signature (RFC 7932, RFC 1950): only trying them tells. */
const unsignedCodings = ["deflate", "br"] as const;

/** The most bytes of a body that {@link unsignedCodingOf} looks at. */
export const triedLength = 4096;

/** The most bytes that those may become. */
const maxDecodedLength = 1024 * 1024;

/**
 * The coding without a signature that a body is in, by its beginning: the bytes are no text, and what comes out of them
 * is. `declared` is not tried. Bounded: decodes at most {@link triedLength} bytes to a megabyte.
 */
export function unsignedCodingOf(body: Uint8Array, declared?: string): "deflate" | "br" | undefined {
  const start = body.subarray(0, triedLength);
  if (isTextLike(start)) return undefined;
  return unsignedCodings.find((coding) => coding !== declared && isText(decodedStart(coding, start)));
}

/** The format of a `deflate` body: it means that of zlib (RFC 1950), but some servers send the bare one (RFC 1951). */
export const deflateFormat = ([first = 0]: Uint8Array): "zlib" | "bare" => ((first & 0x0f) === 8 ? "zlib" : "bare");

/** What comes out of the beginning of a body; nothing if it is not in that coding. */
function decodedStart(coding: "deflate" | "br", start: Uint8Array): Uint8Array {
  const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH } = zlib.constants;
  const limits = { maxOutputLength: maxDecodedLength };
  try {
    if (coding === "br") return zlib.brotliDecompressSync(start, { ...limits, finishFlush: BROTLI_OPERATION_FLUSH });
    const inflate = deflateFormat(start) === "zlib" ? zlib.inflateSync : zlib.inflateRawSync;
    return inflate(start, { ...limits, finishFlush: Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array(); // the answer to the trial
  }
}

const isTextLike = (bytes: Uint8Array): boolean => isPrintable(Buffer.from(bytes).toString("latin1"));

/** Shorter output may look like text by chance. */
const minTextLength = 16;

/** True for markup in any charset, and for other text in UTF-8. Its end may be missing. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.length < minTextLength || !isTextLike(bytes)) return false;
  if (/^\s*<[!?a-z]/i.test(Buffer.from(bytes.subarray(0, 64)).toString("latin1"))) return true;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
