import { EngineError } from "../errors.ts";
import { signedMediaType } from "../decoding/signature.ts";
import { withinBudget } from "../markup/budget.ts";
import { documentPrefixes } from "./namespaces.ts";
import { parseXml } from "../markup/xml-tree.ts";
import type { Document } from "domhandler";
import { contentOf, filesIn, type PackedFile } from "./zip-directory.ts";
import type { unzipSync } from "fflate/browser";

/** The files in a document that is a ZIP archive, as Office documents and e-books are. */
export interface Archive {
  readonly names: readonly string[];
  /** Undefined when there is no such file. */
  bytes(name: string): Uint8Array | undefined;
  /** The text of a file, in UTF-8 or as its byte order mark says. */
  text(name: string): string | undefined;
  xml(name: string): Document | undefined;
  /** A picture, which the others leave out; undefined when it is missing or larger than `maxBytes`. */
  picture(name: string, maxBytes: number): Uint8Array | undefined;
  /** Omissions from the files read so far. */
  readonly warnings: readonly string[];
}

const maxFiles = 20_000;
/** Most tags of one file that are read; a file of that many is a few hundred megabytes as a tree. */
export const maxXmlTags = 1_000_000;
/** Unpacked limit of all files together. Honest documents of the largest accepted size stay far below. */
const maxUnpackedBytes = 300 * 1024 * 1024;
/** Pictures, sounds and fonts say nothing in Markdown. */
const notText =
  /\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg|ico|mp[34]|m4[av]|wav|avi|mov|wmv|ttf|otf|woff2?|odttf|bin|vml)$/i;

/**
 * Opens a ZIP archive in memory. Throws UNSUPPORTED_CONTENT when it is broken, is encrypted, or would unpack to more
 * than the limits allow: the archive's declared sizes bound its output, so a lying one is cut off rather than believed.
 */
export async function openArchive(body: Uint8Array, kind: string): Promise<Archive> {
  // The entry for Node has worker threads, whose `createRequire` clashes with the one of a bundle's banner.
  const { unzipSync: unzip, inflateSync: inflate } = await import("fflate/browser");
  if (signedMediaType(body) === "application/x-ole-storage") {
    const message = `The ${kind} document is encrypted with a password, or in the binary format of before 2007.`;
    throw new EngineError("UNSUPPORTED_CONTENT", message);
  }
  attempt(() => measure(unzip, body, kind), kind);
  const unpacked = attempt(() => unzip(body, { filter: isText }), kind);
  const folder = folderOf(Object.keys(unpacked));
  const inside = (name: string) => (name.startsWith(folder) ? name.slice(folder.length) : name);
  const names = new Map(Object.keys(unpacked).map((name) => [sameName(inside(name)), name]));
  const bytesOf = (name: string) => unpacked[names.get(sameName(name)) ?? name];
  const text = (name: string) => {
    const bytes = bytesOf(name);
    return bytes === undefined ? undefined : decode(bytes);
  };
  const warnings: string[] = [];
  let pictures: ReadonlyMap<string, PackedFile> | undefined;
  return {
    names: Object.keys(unpacked).map(inside),
    warnings,
    bytes: bytesOf,
    text,
    picture: (name, maxBytes) => {
      pictures ??= new Map(
        [...attempt(() => filesIn(body), kind)].map(([path, packed]) => [sameName(inside(path)), packed] as const),
      );
      const file = pictures.get(sameName(name));
      if (file === undefined || file.size > maxBytes) return undefined;
      return attempt(() => contentOf(body, file, inflate), kind);
    },
    xml: (name) => {
      const source = text(name);
      if (source === undefined) return undefined;
      const { html: xml } = withinBudget(source, maxXmlTags);
      if (xml.length < source.length) {
        const most = maxXmlTags.toLocaleString("en");
        warnings.push(`The ${kind} document is very large; only the first ${most} tags of ${name} were read.`);
      }
      return parseXml(xml, documentPrefixes);
    },
  };
}

/** The files that documents have at their top. */
const topFile = /^[^/\\]+[/\\](?=(?:mimetype|META-INF[/\\]container\.xml|\[Content_Types\]\.xml)$)/;

/** The folder that a document was packed with, as `book/`; empty for one whose files stand at the top, as they should. */
function folderOf(names: readonly string[]): string {
  const folder = names.flatMap((name) => topFile.exec(name)?.[0] ?? [])[0] ?? "";
  return names.every((name) => name.startsWith(folder) || name.startsWith("__MACOSX/")) ? folder : "";
}

/** Names of parts differ in more than case (ECMA-376 part 2, §6.2.2.3); some programs write the slashes of Windows. */
const sameName = (name: string): string => name.replaceAll("\\", "/").toLowerCase();

interface Entry {
  readonly name: string;
  readonly originalSize: number;
}

const isText = ({ name }: Entry): boolean => !notText.test(name) && !name.endsWith("/");

/** Adds up the unpacked sizes before unpacking. */
function measure(unzip: typeof unzipSync, body: Uint8Array, kind: string): void {
  let files = 0;
  let unpackedBytes = 0;
  const count = (entry: Entry): boolean => {
    files += 1;
    if (isText(entry)) unpackedBytes += entry.originalSize;
    if (files > maxFiles) throw tooLarge(kind, `holds more than ${maxFiles} files`);
    if (unpackedBytes > maxUnpackedBytes)
      throw tooLarge(kind, `unpacks to more than ${maxUnpackedBytes / 1024 / 1024} MB`);
    return false;
  };
  unzip(body, { filter: count });
}

const tooLarge = (kind: string, reason: string): EngineError =>
  new EngineError("UNSUPPORTED_CONTENT", `The ${kind} document ${reason}, which no honest one does.`);

function attempt<Result>(action: () => Result, kind: string): Result {
  try {
    return action();
  } catch (thrown) {
    if (EngineError.is(thrown)) throw thrown;
    throw new EngineError("UNSUPPORTED_CONTENT", `The ${kind} document is broken: it is no readable archive.`, {
      cause: thrown,
    });
  }
}

function decode(bytes: Uint8Array): string {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(label).decode(bytes);
}
