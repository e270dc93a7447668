import { latin1 } from "./latin1.ts";

/** Bytes that a kind of file starts with (at `offset`, 0 by default), and its media type. */
interface Signature {
  readonly bytes: string;
  readonly offset?: number;
  readonly mediaType: string;
}

const oleStorage = "application/x-ole-storage";

/** Signatures of the MIME Sniffing Standard §6 and of documents; each character is one byte. */
const signatures: readonly Signature[] = [
  { bytes: "\x89PNG\r\n\x1a\n", mediaType: "image/png" },
  { bytes: "\xff\xd8\xff", mediaType: "image/jpeg" },
  { bytes: "GIF87a", mediaType: "image/gif" },
  { bytes: "GIF89a", mediaType: "image/gif" },
  { bytes: "WEBP", offset: 8, mediaType: "image/webp" },
  { bytes: "WAVE", offset: 8, mediaType: "audio/wave" },
  { bytes: "AVI ", offset: 8, mediaType: "video/avi" },
  { bytes: "ftypavif", offset: 4, mediaType: "image/avif" },
  { bytes: "ftyphei", offset: 4, mediaType: "image/heic" },
  { bytes: "ftyp", offset: 4, mediaType: "video/mp4" },
  { bytes: "\x00\x00\x01\x00", mediaType: "image/x-icon" },
  { bytes: "II*\x00", mediaType: "image/tiff" },
  { bytes: "MM\x00*", mediaType: "image/tiff" },
  { bytes: "\x1a\x45\xdf\xa3", mediaType: "video/webm" },
  { bytes: "OggS\x00", mediaType: "application/ogg" },
  { bytes: "ID3", mediaType: "audio/mpeg" },
  { bytes: "wOFF", mediaType: "font/woff" },
  { bytes: "wOF2", mediaType: "font/woff2" },
  { bytes: "\x1f\x8b\x08", mediaType: "application/gzip" },
  { bytes: "7z\xbc\xaf\x27\x1c", mediaType: "application/x-7z-compressed" },
  { bytes: "Rar!\x1a\x07", mediaType: "application/x-rar-compressed" },
  { bytes: "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", mediaType: oleStorage },
  { bytes: "{\\rtf", mediaType: "application/rtf" },
  { bytes: "%!PS-Adobe-", mediaType: "application/postscript" },
];

const zipStart = "PK\x03\x04";

/** Readers of PDF accept this much in front of the signature (ISO 32000-1, annex H, note 13). */
const maxBytesBeforePdf = 1024;

/** The media type that a file's bytes prove; undefined for text, and for unknown formats. */
export function signedMediaType(body: Uint8Array): string | undefined {
  const start = latin1(body.subarray(0, maxBytesBeforePdf));
  if (/^[\s\0\xef\xbb\xbf]*%PDF-/.test(start)) return "application/pdf";
  if (start.startsWith(zipStart)) return zipMediaType(body);
  const found = signatures.find(({ bytes, offset = 0 }) => start.startsWith(bytes, offset))?.mediaType;
  return found === oleStorage && isLocked(body) ? "application/x-tika-ooxml-protected" : found;
}

/** The stream that an Office document locked with a password is in (MS-OFFCRYPTO, §2.3.4.4); names are in UTF-16. */
const lockedStream = Buffer.from("EncryptedPackage", "utf16le");

const isLocked = (body: Uint8Array): boolean =>
  Buffer.from(body.buffer, body.byteOffset, body.byteLength).includes(lockedStream);

/** True if a PDF starts somewhere in the first kilobyte, behind bytes that do not belong to it. */
export function hasLatePdf(body: Uint8Array): boolean {
  return latin1(body.subarray(0, maxBytesBeforePdf)).includes("%PDF-");
}

const office = "application/vnd.openxmlformats-officedocument";

/** Beginnings of file names inside an archive, and the type of archive they prove. */
const zipMembers = [
  { name: "word/document", mediaType: `${office}.wordprocessingml.document` },
  { name: "xl/workbook", mediaType: `${office}.spreadsheetml.sheet` },
  { name: "ppt/presentation", mediaType: `${office}.presentationml.presentation` },
  { name: "index/document.iwa", mediaType: "application/vnd.apple.iwork" },
];

/** An archive has its file names in the directory at its end, and before each file. */
const zipDirectoryBytes = 64 * 1024;

function zipMediaType(body: Uint8Array): string {
  const start = latin1(body.subarray(0, zipDirectoryBytes));
  // EPUB and OpenDocument name their type in an uncompressed first member called `mimetype`.
  const named = /^.{26}\x08\0.{2}mimetype([a-z]+\/[a-z0-9.+-]+?)(?:PK|[^a-z0-9.+/-])/s.exec(start)?.[1];
  if (named !== undefined) return named;
  const end = latin1(body.subarray(Math.max(0, body.length - zipDirectoryBytes)));
  const names = directoryNames(body, end);
  const isThere = ({ name }: (typeof zipMembers)[number]): boolean =>
    names === undefined ? (start + end).includes(name) : names.some((member) => member.startsWith(name));
  return zipMembers.find(isThere)?.mediaType ?? "application/zip";
}

/** Most names of an archive that are looked at. */
const maxNames = 2000;

/**
 * The names in the directory of an archive (APPNOTE 6.3.10, §4.3.12 and §4.3.16), which leaves out those of archives inside
 * of it; undefined where the directory is cut off or broken.
 */
function directoryNames(body: Uint8Array, end: string): readonly string[] | undefined {
  const record = end.lastIndexOf("PK\x05\x06");
  if (record === -1 || record + 20 > end.length) return undefined;
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const names: string[] = [];
  let at = bytes.readUInt32LE(body.length - end.length + record + 16);
  while (names.length < maxNames && at + 46 <= bytes.length && latin1(bytes.subarray(at, at + 4)) === "PK\x01\x02") {
    const length = bytes.readUInt16LE(at + 28);
    names.push(
      latin1(bytes.subarray(at + 46, at + 46 + length))
        .replaceAll("\\", "/")
        .replace(/^\/+/, "")
        .toLowerCase(),
    );
    at += 46 + length + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return names.length === 0 ? undefined : names;
}
