import render from "dom-serializer";
import { Element, Text, type Document, type ParentNode } from "domhandler";
import { replaceElement } from "domutils";
import { EngineError } from "../errors.ts";
import { parse } from "../markup/parse.ts";
import { closeEmptyElements } from "../markup/xhtml.ts";
import type { BodyParser } from "../ports/body-parser.ts";
import { openArchive, type Archive } from "./archive.ts";
import { given } from "./feeds/feed-page.ts";
import { createLosses } from "./losses.ts";
import { createPictures, type Pictures } from "./pictures.ts";
import { childOf, childrenOf, childText, descendantsOf, rootOf } from "../markup/xml-tree.ts";

/** E-books (EPUB 2 and 3): the chapters in the order of the spine with their pictures, without links between chapters. */
export const epubParser: BodyParser = {
  mediaTypes: ["application/epub+zip"],
  async parse(input) {
    const archive = await openArchive(input.body, "EPUB");
    const path = descendantsOf(archive.xml("META-INF/container.xml"), "rootfile")[0]?.attribs["full-path"];
    const file = path === undefined ? undefined : archive.xml(path);
    if (path === undefined || file === undefined)
      throw new EngineError("UNSUPPORTED_CONTENT", "The EPUB document is broken: it names no package.");
    const losses = createLosses();
    const chapters = chaptersOf(archive, { path, file, pictures: createPictures(archive, losses) });
    if (chapters.length === 0 && archive.names.includes("META-INF/encryption.xml")) {
      throw new EngineError("UNSUPPORTED_CONTENT", "The EPUB document is encrypted and cannot be read.");
    }
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
  const metadata = childOf(rootOf(file), "metadata", "opf:metadata");
  return given({
    title: childText(metadata, "dc:title"),
    author: childText(metadata, "dc:creator"),
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
}

function chaptersOf(archive: Archive, { path, file, pictures }: Book): readonly string[] {
  const prefix = rootOf(file)?.name.startsWith("opf:") === true ? "opf:" : "";
  const items = new Map(descendantsOf(file, `${prefix}item`).map((item) => [item.attribs["id"] ?? "", item]));
  const spine = descendantsOf(file, `${prefix}itemref`).filter(({ attribs }) => attribs["linear"] !== "no");
  return spine.flatMap((entry) => {
    const item = items.get(entry.attribs["idref"] ?? "");
    const address = item?.attribs["href"];
    if (address === undefined || /\bnav\b/.test(item?.attribs["properties"] ?? "")) return [];
    const chapterPath = inPackage(path, address);
    const chapter = archive.text(chapterPath);
    const addressOf = (source: string) => pictures.address(inPackage(chapterPath, source));
    const html = chapter === undefined ? "" : bodyHtml(chapter, addressOf);
    return html === "" ? [] : [`<section>${html}</section>`];
  });
}

/** Path of a file that the package names relative to itself. */
function inPackage(path: string, address: string): string {
  const base = "https://book.invalid/";
  const url = URL.parse(address, new URL(path, base).href);
  if (url === null || url.origin !== new URL(base).origin) return address;
  try {
    return decodeURIComponent(url.pathname.slice(1));
  } catch {
    return url.pathname.slice(1); // no percent encoding after all
  }
}

type AddressOf = (source: string) => string | undefined;

function bodyHtml(xhtml: string, addressOf: AddressOf): string {
  const document = parse(closeEmptyElements(xhtml));
  const root = document.children.find((node) => node instanceof Element);
  const body = root === undefined ? undefined : childrenOf(root, "body")[0];
  if (body === undefined) return "";
  detach(body, addressOf);
  return render(body.children, { encodeEntities: "utf8" });
}

/** Replaces references to other files of the book: pictures become their data or descriptions, links their text. */
function detach(parent: ParentNode, addressOf: AddressOf): void {
  for (const child of parent.children) {
    if (!(child instanceof Element)) continue;
    const address = child.attribs["href"];
    if (child.name === "a" && address !== undefined && !/^(?:[a-z][a-z\d+.-]*:|#)/i.test(address))
      delete child.attribs["href"];
    if (child.name === "img") showPicture(child, addressOf);
    detach(child, addressOf);
  }
}

function showPicture(picture: Element, addressOf: AddressOf): void {
  const { src, alt = "" } = picture.attribs;
  const address = src === undefined || src.startsWith("data:") ? src : addressOf(src);
  if (address === undefined) replaceElement(picture, new Text(alt === "" ? "" : `[Image: ${alt}]`));
  else picture.attribs["src"] = address;
}
