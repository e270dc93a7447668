// Not by names: @garner/core tells a Node without zstd what it needs, unless a missing name is found before.
import zlib from "node:zlib";

/** Shorter ones gain little. */
const smallBytes = 512;
const level = { params: { [zlib.constants.ZSTD_c_compressionLevel]: 1 } };
/** The first byte of a frame of Zstandard (RFC 8878), with which no JSON begins. */
const magic = 0x28;

/** A document as Redis has it: JSON, compressed where that pays. */
export function writeDocument(json: string): string | Buffer {
  return json.length < smallBytes ? json : zlib.zstdCompressSync(json, level);
}

/** Reads the bytes of {@link writeDocument}. */
export function readDocument(bytes: Buffer): unknown {
  return JSON.parse(readText(bytes));
}

/** The JSON that {@link writeDocument} was given. */
export function readText(bytes: Buffer): string {
  return (bytes[0] === magic ? zlib.zstdDecompressSync(bytes) : bytes).toString();
}
