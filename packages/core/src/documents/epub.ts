import render from "dom-serializer";
import { Element, Text, type Document, type ParentNode } from "domhandler";
import { removeElement, replaceElement } from "domutils";
import { EngineError } from "../errors.ts";
import { parse } from "../markup/parse.ts";
import { xhtmlAsHtml } from "../markup/xhtml.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import { openArchive, type Archive } from "./archive.ts";
import { given } from "./feeds/feed-page.ts";
import { bodyOf } from "./html/page-body.ts";
import { createLosses, type Losses } from "./losses.ts";
import { createPictures, type Pictures } from "./pictures.ts";
import { readDrawing, wordsHtml, wordsWithin } from "./svg.ts";
import { percentDecoded } from "../url/percent-decoded.ts";
import { childOf, childrenOf, childText, descendantsOf, rootOf, textOf } from "../markup/xml-tree.ts";

/** E-books (EPUB 2 and 3): the chapters in the order of the spine with their pictures and notes, without links between chapters. */
export const epubParser: BodyParser = {
  mediaTypes: ["application/epub+zip"],
  async parse(input) {
    const archive = await openArchive(input.body, "EPUB");
    const path = descendantsOf(archive.xml("META-INF/container.xml"), "rootfile")[0]?.attribs["full-path"];
    const file = path === undefined ? undefined : archive.xml(path);
    if (path === undefined || file === undefined)
      throw new EngineError("UNSUPPORTED_CONTENT", "The EPUB document is broken: it names no package.");
    const losses = createLosses();
    const encrypted = encryptedFiles(archive);
    const chapters = chaptersOf(archive, { path, file, encrypted, losses, pictures: createPictures(losses, archive) });
    if (chapters.length === 0 && encrypted.size > 0)
      throw new EngineError("UNSUPPORTED_CONTENT", "The EPUB document is encrypted and cannot be read.");
    const metadata = metadataOf(file);
    const lang = metadata["language"] === undefined ? "" : ` lang="${metadata["language"].replace(/[^\w-]/g, "")}"`;
    return {
      html: `<html${lang}><body><main>${chapters.join("")}</main></body></html>`,
      metadata: { ...metadata, numChapters: chapters.length },
      warnings: [...archive.warnings, ...losses.warnings()],
    };
  },
};

function metadataOf(file: Document): Record<string, string> {
  const metadata = childOf(rootOf(file), "metadata");
  return given({
    title: childText(metadata, "dc:title"),
    author: childrenOf(metadata, "dc:creator")
      .map((creator) => textOf(creator).trim())
      .filter((name) => name !== "")
      .join("; "),
    description: childText(metadata, "dc:description"),
    language: childText(metadata, "dc:language"),
    publisher: childText(metadata, "dc:publisher"),
    publishedTime: childText(metadata, "dc:date"),
  });
}

interface Book {
  readonly path: string;
  readonly file: Document;
  readonly pictures: Pictures;
  readonly losses: Losses;
  readonly encrypted: ReadonlySet<string>;
}

/** Files that only a licensed program can open (EPUB Open Container Format 3.3, §4.2.6.3.2). */
const encryptedFiles = (archive: Archive): ReadonlySet<string> => {
  const root = archive.xml("META-INF/encryption.xml");
  const references = ["CipherReference", "enc:CipherReference"].flatMap((name) => descendantsOf(root, name));
  return new Set(references.map(({ attribs }) => inPackage("", attribs["URI"] ?? "")));
};

function chaptersOf(archive: Archive, { path, file, pictures, losses, encrypted }: Book): readonly string[] {
  const chapters = chapterPaths(path, file, losses);
  const numbers = new Map(chapters.map((chapter, index) => [chapter, index + 1]));
  return chapters.flatMap((chapterPath) => {
    const chapter = archive.text(chapterPath);
    const drawn = encrypted.has(chapterPath) ? undefined : drawnPage(archive, chapterPath, losses);
    if (drawn !== undefined) return [`<section>${drawn}</section>`];
    if (encrypted.has(chapterPath)) losses.add("encrypted chapter");
    else if (chapter === undefined) losses.add("chapter");
    if (chapter === undefined || encrypted.has(chapterPath)) return [];
    const html = bodyHtml(chapter, {
      anchor: (address) => anchorOf(address, chapterPath, numbers),
      picture: (source) => pictures.address(inPackage(chapterPath, source)),
    });
    return html === "" ? [] : [`<section>${html}</section>`];
  });
}

/**
 * The files of the chapters: those of the spine, then those beside the order of reading, such as notes, and those that only
 * the manifest names.
 */
function chapterPaths(path: string, file: Document, losses: Losses): readonly string[] {
  const items = new Map(descendantsOf(file, "item").map((item) => [item.attribs["id"] ?? "", item]));
  const spine = descendantsOf(file, "itemref");
  const aside = ({ attribs }: Element): boolean => attribs["linear"] === "no";
  const ordered = [...spine.filter((entry) => !aside(entry)), ...spine.filter(aside)].flatMap(
    (entry) => items.get(entry.attribs["idref"] ?? "") ?? [],
  );
  const shown = ordered.map((item) => shownItem(item, items));
  losses.add("chapter", shown.filter((item) => item === undefined).length);
  const fallbacks = [...items.values()].flatMap(({ attribs }) => items.get(attribs["fallback"] ?? "") ?? []);
  const known = new Set([...ordered, ...fallbacks]);
  const left = [...items.values()].filter((item) => isXhtml(item) && !known.has(item));
  return [...shown, ...left].flatMap((item) => {
    const address = item?.attribs["href"];
    if (address === undefined || /\bnav\b/.test(item?.attribs["properties"] ?? "")) return [];
    return [inPackage(path, address)];
  });
}

/** Fallbacks that are followed from one item. */
const maxFallbacks = 10;

/** The item itself if it is a content document, else the first such fallback (EPUB 3.3, §5.6.2 and §3.5.1); undefined for none. */
function shownItem(item: Element, items: ReadonlyMap<string, Element>): Element | undefined {
  let shown: Element | undefined = item;
  for (let steps = 0; shown !== undefined && steps < maxFallbacks; steps += 1) {
    if (isContentDocument(shown)) return shown;
    shown = items.get(shown.attribs["fallback"] ?? "");
  }
  return undefined;
}

/** Text, with that of old books (DTBook, HTML), and drawings; the name tells where the type is missing or wrong. */
const isContentDocument = ({ attribs }: Element): boolean =>
  /^(?:text\/.*|image\/svg\+xml|application\/(?:.*\+)?xml)$/i.test(attribs["media-type"] ?? "text/html") ||
  /\.x?html?$/i.test(attribs["href"] ?? "");

const isXhtml = ({ attribs }: Element): boolean => /^application\/xhtml\+xml$/i.test(attribs["media-type"] ?? "");

/** Largest file of a drawing that is read. */
const maxDrawingBytes = 5 * 1024 * 1024;

/** The words of a page that is a drawing of its own (EPUB 3.3, §6.2); undefined for chapters of text. */
function drawnPage(archive: Archive, path: string, losses: Losses): string | undefined {
  const bytes = path.endsWith(".svg") ? archive.picture(path, maxDrawingBytes) : undefined;
  if (bytes === undefined) return undefined;
  const drawing = readDrawing(new TextDecoder().decode(bytes));
  losses.add("picture", drawing.pictures);
  losses.add("shape", drawing.shapes);
  return wordsHtml(drawing);
}

/** Chapters are joined to one text, where an identifier of one must not be that of another. */
function anchorOf(address: string, chapterPath: string, numbers: ReadonlyMap<string, number>): string | undefined {
  const hash = address.indexOf("#");
  if (hash === -1) return undefined;
  const number = numbers.get(hash === 0 ? chapterPath : inPackage(chapterPath, address.slice(0, hash)));
  return number === undefined ? undefined : `chapter${number}-${address.slice(hash + 1)}`;
}

/** Path of a file that the package names relative to itself. */
function inPackage(path: string, address: string): string {
  const base = "https://book.invalid/";
  const url = URL.parse(address, new URL(path, base).href);
  if (url === null || url.origin !== new URL(base).origin) return address;
  return percentDecoded(url.pathname.slice(1));
}

/** The new places of what a chapter refers to. */
interface Places {
  /** The identifier in the joined text of an address with a fragment; undefined for one that leads to no chapter. */
  readonly anchor: (address: string) => string | undefined;
  readonly picture: (source: string) => string | undefined;
}

function bodyHtml(xhtml: string, places: Places): string {
  const document = parse(xhtmlAsHtml(xhtml));
  const body = bodyOf(document);
  if (body === undefined) return "";
  detach(body, places);
  return render(body.children, { encodeEntities: "utf8" });
}

/** Replaces references to other files of the book: pictures become their data or descriptions, links their text. */
function detach(parent: ParentNode, places: Places): void {
  for (const child of parent.children) {
    if (!(child instanceof Element)) continue;
    const { id, href } = child.attribs;
    if (id !== undefined) child.attribs["id"] = places.anchor(`#${id}`) ?? id;
    const role = rolesByType[child.attribs["epub:type"] ?? ""];
    if (role !== undefined) child.attribs["role"] = role;
    if (child.name === "epub:switch") choose(child);
    if (child.name === "a" && href !== undefined && !/^[a-z][a-z\d+.-]*:/i.test(href)) relink(child, href, places);
    if (child.name === "img") showPicture(child, places.picture);
    if (child.name === "svg") showDrawing(child, places.picture);
    detach(child, places);
  }
}

/** Leaves the first case of a switch that is a formula, else its default (EPUB Content Documents 3.0, §2.1.3.4). */
function choose(choice: Element): void {
  const parts = childrenOf(choice);
  const formula = parts.find(({ attribs }) => attribs["required-namespace"] === "http://www.w3.org/1998/Math/MathML");
  const shown = formula ?? parts.find(({ name }) => name === "epub:default");
  for (const part of parts) if (part !== shown) removeElement(part);
}

/** Roles of notes by what e-books call them (DPUB-ARIA 1.1; EPUB Structural Semantics 1.1). */
const rolesByType: Readonly<Record<string, string>> = {
  noteref: "doc-noteref",
  footnote: "doc-footnote",
  rearnote: "doc-footnote",
  endnote: "doc-footnote",
  footnotes: "doc-endnotes",
  rearnotes: "doc-endnotes",
  endnotes: "doc-endnotes",
};

/** Numbers and signs of notes keep their links, so that they become notes; other links lead to nothing outside of the book. */
function relink(link: Element, href: string, { anchor }: Places): void {
  const target = textOf(link).trim().length <= longestNoteMark ? anchor(href) : undefined;
  if (target === undefined) delete link.attribs["href"];
  else link.attribs["href"] = `#${target}`;
}

const longestNoteMark = 6;

function showPicture(picture: Element, addressOf: Places["picture"]): void {
  const { src, alt = "" } = picture.attribs;
  const address = src === undefined || src.startsWith("data:") ? src : addressOf(src);
  if (address === undefined) replaceElement(picture, new Text(alt === "" ? "" : `[Image: ${alt}]`));
  else picture.attribs["src"] = address;
}

/** A picture in a drawing that only fits it to the page, as covers are set, and the words of a drawing. */
function showDrawing(drawing: Element, addressOf: Places["picture"]): void {
  const image = descendantsOf(drawing, "image")[0];
  const source = image?.attribs["xlink:href"] ?? image?.attribs["href"];
  const address = source === undefined || source.startsWith("data:") ? source : addressOf(source);
  const picture = address === undefined ? [] : [new Element("img", { src: address, alt: "" })];
  const words = elementsIn(parse(wordsWithin(drawing)));
  const [only] = picture;
  if (only !== undefined && words.length === 0) replaceElement(drawing, only);
  else if (words.length > 0) replaceElement(drawing, new Element("div", {}, [...picture, ...words]));
}

const elementsIn = (document: Document): readonly Element[] =>
  (bodyOf(document)?.children ?? []).filter((node) => node instanceof Element);
