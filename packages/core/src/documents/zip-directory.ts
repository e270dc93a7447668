import { crc32 } from "node:zlib";
import type { inflateSync } from "fflate/browser";

/** A file in a ZIP archive: where it stands, how it is packed, the checksum of its content, and its sizes in bytes. */
export interface PackedFile {
  readonly header: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
}

/** Stands for a number that is written elsewhere in 64 bits, as some programs always do (APPNOTE 6.3.10, §4.5.3). */
const elsewhere = 0xffffffff;
const [stored, deflated] = [0, 8];

/**
 * The files that the directory at the end of an archive names (APPNOTE 6.3.10, §4.3.12 and §4.3.16). Each can be unpacked
 * by itself, without a look at the others. Throws where the directory is broken or cut off.
 */
export function filesIn(body: Uint8Array): ReadonlyMap<string, PackedFile> {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const files = new Map<string, PackedFile>();
  const end = bytes.lastIndexOf("PK\u0005\u0006", undefined, "latin1");
  if (end === -1) throw new Error("The archive has no directory.");
  let at = directoryStart(bytes, end);
  let found = 0;
  while (at + 46 <= bytes.length && bytes.readUInt32LE(at) === 0x02014b50) {
    const isUtf8 = (bytes.readUInt16LE(at + 8) & 0x800) !== 0;
    const method = bytes.readUInt16LE(at + 10);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const name = bytes.toString(isUtf8 ? "utf8" : "latin1", at + 46, nameEnd);
    const large = largeNumbers(bytes.subarray(nameEnd, extraEnd));
    const number = (place: number): number => {
      const written = bytes.readUInt32LE(at + place);
      return written === elsewhere ? (large.shift() ?? written) : written;
    };
    const checksum = bytes.readUInt32LE(at + 16);
    files.set(name, { size: number(24), packedSize: number(20), header: number(42), method, checksum });
    found += 1;
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  // The number of files of a large archive is written elsewhere.
  const written = bytes.readUInt16LE(end + 10);
  if (written !== 0xffff && found < written) throw new Error("The directory of the archive is cut off.");
  return files;
}

function directoryStart(bytes: Buffer, end: number): number {
  const start = bytes.readUInt32LE(end + 16);
  return start === elsewhere ? Number(bytes.readBigUInt64LE(Number(bytes.readBigUInt64LE(end - 12)) + 48)) : start;
}

/** The numbers of 64 bits in the extra fields of a file, in their order. */
function largeNumbers(fields: Buffer): number[] {
  for (let at = 0; at + 4 <= fields.length; at += 4 + fields.readUInt16LE(at + 2)) {
    if (fields.readUInt16LE(at) !== 1) continue;
    const numbers = fields.subarray(at + 4, at + 4 + fields.readUInt16LE(at + 2));
    return Array.from({ length: Math.floor(numbers.length / 8) }, (_, index) =>
      Number(numbers.readBigUInt64LE(index * 8)),
    );
  }
  return [];
}

/** The content of a file. Throws for one that is broken, differs from its checksum, or is packed in another way. */
export function contentOf(body: Uint8Array, file: PackedFile, inflate: typeof inflateSync): Uint8Array {
  const { header, method, packedSize, size, checksum } = file;
  if (method !== stored && method !== deflated) throw new Error(`The file is packed by method ${method}.`);
  const view = new DataView(body.buffer, body.byteOffset + header, 30);
  const start = header + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  const packed = body.subarray(start, start + packedSize);
  const content = method === stored ? packed.slice(0, size) : inflate(packed, { out: new Uint8Array(size) });
  if (crc32(content) !== checksum) throw new Error("The file differs from its checksum.");
  return content;
}
