import { EngineError } from "../errors.ts";
import { signedMediaType } from "../decoding/signature.ts";
import { withinBudget } from "../markup/budget.ts";
import { documentPrefixes } from "./namespaces.ts";
import { readXml, rootOf } from "../markup/xml-tree.ts";
import type { Document } from "domhandler";
import { contentOf, filesIn, type PackedFile } from "./zip-directory.ts";

/** The files in a document that is a ZIP archive, as Office documents and e-books are. */
export interface Archive {
  readonly names: readonly string[];
  /** Undefined when there is no such file. */
  bytes(name: string): Uint8Array | undefined;
  /** The text of a file, in UTF-8 or as its byte order mark says. */
  text(name: string): string | undefined;
  /** A file of XML, as far as it goes. */
  xml(name: string): Document | undefined;
  /** The file of XML that the document can't do without. Throws UNSUPPORTED_CONTENT where there is nothing to read. */
  mainXml(name: string): Document;
  /** Warns of the files among these that are missing. */
  expect(names: readonly string[]): void;
  /** A picture, which the others leave out; undefined when it is missing or larger than `maxBytes`. */
  picture(name: string, maxBytes: number): Uint8Array | undefined;
  /** What is missing from the files read so far. */
  readonly warnings: readonly string[];
}

const maxFiles = 20_000;
/** Most tags of one file that are read; a file of that many is a few hundred megabytes as a tree. */
export const maxXmlTags = 1_000_000;
/** Unpacked limit of all files together. Honest documents of the largest accepted size stay far below. */
const maxUnpackedBytes = 300 * 1024 * 1024;
/** Most damaged files that are named one by one. */
const maxWarnings = 20;
/** Pictures, sounds and fonts say nothing in Markdown. */
const notText =
  /\.(?:png|jpe?g|gif|bmp|tiff?|webp|emf|wmf|svg|ico|mp[34]|m4[av]|wav|avi|mov|wmv|ttf|otf|woff2?|odttf|bin|vml)$/i;

/**
 * Opens a ZIP archive in memory. Throws UNSUPPORTED_CONTENT when it is broken, is encrypted, or would unpack to more
 * than the limits allow: the archive's declared sizes bound its output. A file is unpacked when it is asked for; one that is
 * broken or differs from its checksum is as good as missing, and a warning names it.
 */
export async function openArchive(body: Uint8Array, kind: string): Promise<Archive> {
  // The entry for Node has worker threads, whose `createRequire` clashes with the one of a bundle's banner.
  const { inflateSync: inflate } = await import("fflate/browser");
  if (signedMediaType(body) === "application/x-ole-storage")
    throw refused(kind, "is in the binary format of before 2007");
  const { files, texts } = directoryOf(body, kind);
  const { warnings, damaged } = damageOf(kind);
  const unpacked = new Map<PackedFile, Uint8Array | undefined>();
  const unpack = (name: string, file: PackedFile): Uint8Array | undefined => {
    try {
      return contentOf(body, file, inflate);
    } catch {
      damaged(name, "can't be unpacked, or differs from its checksum, and is left out");
      return undefined;
    }
  };
  const bytes = (name: string) => {
    const file = isText(name) ? files.get(sameName(name)) : undefined;
    if (file !== undefined && !unpacked.has(file)) unpacked.set(file, unpack(name, file));
    return file === undefined ? undefined : unpacked.get(file);
  };
  const text = (name: string) => {
    const content = bytes(name);
    return content === undefined ? undefined : decode(content);
  };
  const xml = (name: string): Document | undefined => {
    const source = text(name);
    if (source === undefined) return undefined;
    const { html: bounded } = withinBudget(source, maxXmlTags);
    const { document, isWhole } = readXml(bounded, documentPrefixes);
    const most = maxXmlTags.toLocaleString("en");
    if (bounded.length < source.length)
      warnings.add(`The ${kind} document is very large; only the first ${most} tags of ${name} were read.`);
    else if (!isWhole) damaged(name, breaksOff);
    return document;
  };
  return {
    names: texts,
    get warnings() {
      return [...warnings];
    },
    bytes,
    text,
    xml,
    mainXml(name) {
      const document = xml(name);
      if (document !== undefined && rootOf(document) !== undefined) return document;
      throw refused(kind, `is broken: ${name} is missing or can't be read`);
    },
    expect(names) {
      for (const name of names) if (!files.has(sameName(name))) damaged(name, "is missing");
    },
    picture(name, maxBytes) {
      const file = files.get(sameName(name));
      return file === undefined || file.size > maxBytes ? undefined : unpack(name, file);
    },
  };
}

interface Damage {
  readonly warnings: Set<string>;
  readonly damaged: (name: string, what: string) => void;
}

/** Gathers warnings of damaged files, the first of them by name. */
function damageOf(kind: string): Damage {
  const warnings = new Set<string>();
  const damaged = (name: string, what: string) => {
    const isNamed = warnings.size < maxWarnings;
    warnings.add(`The ${kind} document is damaged: ${isNamed ? `${name} ${what}` : "more of its files are"}.`);
  };
  return { warnings, damaged };
}

/** What is wrong with XML that ends too early. */
export const breaksOff = "breaks off, and what comes behind that is missing";

interface Directory {
  /** By their names as {@link sameName} writes them, without the folder that the document was packed with. */
  readonly files: ReadonlyMap<string, PackedFile>;
  /** The names of those that may be text, as they are written. */
  readonly texts: readonly string[];
}

function directoryOf(body: Uint8Array, kind: string): Directory {
  const entries = [...entriesOf(body, kind)].filter(([name]) => !name.endsWith("/"));
  const texts = entries.filter(([name]) => isText(name));
  const unpackedBytes = texts.reduce((sum, [, { size }]) => sum + size, 0);
  if (entries.length > maxFiles) throw tooLarge(kind, `holds more than ${maxFiles} files`);
  if (unpackedBytes > maxUnpackedBytes)
    throw tooLarge(kind, `unpacks to more than ${maxUnpackedBytes / 1024 / 1024} MB`);
  const folder = folderOf(texts.map(([name]) => name));
  const inside = (name: string) => (name.startsWith(folder) ? name.slice(folder.length) : name);
  return {
    files: new Map(entries.map(([name, file]) => [sameName(inside(name)), file])),
    texts: texts.map(([name]) => inside(name)),
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

const isText = (name: string): boolean => !notText.test(name);

const tooLarge = (kind: string, reason: string): EngineError => refused(kind, `${reason}, which no honest one does`);

const refused = (kind: string, reason: string, cause?: unknown): EngineError =>
  new EngineError("UNSUPPORTED_CONTENT", `The ${kind} document ${reason}.`, { cause });

/** The files by their names; a slash at the beginning says nothing more. */
function entriesOf(body: Uint8Array, kind: string): ReadonlyMap<string, PackedFile> {
  try {
    return new Map([...filesIn(body)].map(([name, file]) => [name.replace(/^[/\\]+/, ""), file]));
  } catch (thrown) {
    throw refused(kind, "is broken: it is no readable archive", thrown);
  }
}

function decode(bytes: Uint8Array): string {
  const label =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8";
  return new TextDecoder(label).decode(bytes);
}
