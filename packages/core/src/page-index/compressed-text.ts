import { promisify } from "node:util";
// Not by names: a Node without zstd is told so by check-node.ts, and would find a name missing before.
import zlib from "node:zlib";
import { compressBytes, maxBytesHere } from "../concurrency/compress-bytes.ts";

const expand = promisify(zlib.zstdDecompress);

const { ZSTD_c_compressionLevel, ZSTD_c_enableLongDistanceMatching, ZSTD_c_windowLog } = zlib.constants;
/** Versions of a long page stand far apart; with a window of 16 MB, five take little more than one. */
const params = {
  [ZSTD_c_compressionLevel]: 1,
  [ZSTD_c_enableLongDistanceMatching]: 1,
  [ZSTD_c_windowLog]: 24,
};

/** The bytes of a text, compressed with Zstandard (RFC 8878). */
export async function compressText(text: string): Promise<Uint8Array> {
  return new Uint8Array(await compressBytes(Buffer.from(text), params)); // a copy: the buffer of a short one may be much longer
}

/** The text that {@link compressText} was given. */
export async function expandText(compressed: Uint8Array): Promise<string> {
  const isShort = compressed.length <= maxBytesHere / 16; // five versions of a page take a tenth of their length
  return (isShort ? zlib.zstdDecompressSync(compressed) : await expand(compressed)).toString();
}
