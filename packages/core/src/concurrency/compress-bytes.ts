import { promisify } from "node:util";
// Not by names: a Node without zstd is told so by check-node.ts, and would find a name missing before.
import zlib, { type ZstdOptions } from "node:zlib";

const compress = promisify(zlib.zstdCompress);

/** Up to this many bytes another thread costs more than it saves: they take less than a millisecond. */
export const maxBytesHere = 256 * 1024;

/** Compresses bytes with Zstandard (RFC 8878), many of them on another thread. */
export async function compressBytes(plain: Buffer, params: ZstdOptions["params"]): Promise<Buffer> {
  return plain.length <= maxBytesHere ? zlib.zstdCompressSync(plain, { params }) : await compress(plain, { params });
}
