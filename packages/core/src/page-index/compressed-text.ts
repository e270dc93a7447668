import { promisify } from "node:util";
// Not by names: a Node without zstd is told so by check-node.ts, and would find a name missing before.
import zlib from "node:zlib";

const compress = promisify(zlib.zstdCompress);
const expand = promisify(zlib.zstdDecompress);

/** Up to this many bytes another thread costs more than it saves: they take less than a millisecond. */
const maxBytesHere = 256 * 1024;

const { ZSTD_c_compressionLevel, ZSTD_c_enableLongDistanceMatching, ZSTD_c_windowLog } = zlib.constants;
/** Versions of a long page stand far apart; with a window of 16 MB, five take little more than one. */
const params = {
  [ZSTD_c_compressionLevel]: 1,
  [ZSTD_c_enableLongDistanceMatching]: 1,
  [ZSTD_c_windowLog]: 24,
};

/** The bytes of a text, compressed with Zstandard (RFC 8878). */
export async function compressText(text: string): Promise<Uint8Array> {
  const plain = Buffer.from(text);
  const isShort = plain.length <= maxBytesHere;
  const compressed = isShort ? zlib.zstdCompressSync(plain, { params }) : await compress(plain, { params });
  return new Uint8Array(compressed); // a copy: the buffer of a short one may be much longer
}

/** The text that {@link compressText} was given. */
export async function expandText(compressed: Uint8Array): Promise<string> {
  const isShort = compressed.length <= maxBytesHere / 16; // five versions of a page take a tenth of their length
  return (isShort ? zlib.zstdDecompressSync(compressed) : await expand(compressed)).toString();
}
