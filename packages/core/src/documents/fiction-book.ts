import { Element, Text } from "domhandler";
import type { BodyParser } from "../ports/body-parser.ts";
import { childOf, childrenOf, childText, descendantsOf, parseXml, rootOf, textOf } from "../markup/xml-tree.ts";
import { withinBudget } from "../markup/budget.ts";
import { maxXmlTags } from "./archive.ts";
import { given } from "./feeds/feed-page.ts";
import { cellsTable } from "./html/table.ts";
import { escapeHtml, linkedHtml } from "./html/markup.ts";
import { createLosses } from "./losses.ts";
import { documentPrefixes } from "./namespaces.ts";
import { createPictures, imageHtml } from "./pictures.ts";
import { decodeText } from "./text/decode-text.ts";

/** E-books of one file of XML (FictionBook 2): sections under their titles, poems by their lines, with pictures and notes. */
export const fictionBookParser: BodyParser = {
  mediaTypes: ["application/x-fictionbook+xml", "application/x-fictionbook", "application/fb2", "text/fb2+xml"],
  async parse(input) {
    const bounded = withinBudget(decodeText(input), maxXmlTags);
    const root = rootOf(parseXml(bounded.html, documentPrefixes));
    const about = childOf(childOf(root, "description"), "title-info");
    const losses = createLosses();
    const metadata = metadataOf(about, root);
    const book: Book = { noteIds: noteIdsOf(root), picture: picturesOf(root, createPictures(losses)) };
    const before = [childOf(about, "coverpage"), childOf(about, "annotation")];
    const parts = [...before, ...childrenOf(root, "body")].map((part) => insideOf(part, book, 1));
    const lang = metadata["language"] === undefined ? "" : ` lang="${escapeHtml(metadata["language"])}"`;
    return await Promise.resolve({
      html: `<html${lang}><body><main>${parts.join("")}</main></body></html>`,
      metadata,
      warnings: [...(bounded.warning === undefined ? [] : [bounded.warning]), ...losses.warnings()],
    });
  },
};

interface Book {
  /** The identifiers of the sections that are notes. */
  readonly noteIds: ReadonlySet<string>;
  readonly picture: (element: Element) => string;
}

function metadataOf(about: Element | undefined, root: Element | undefined): Record<string, string> {
  const names = ["first-name", "middle-name", "last-name"];
  const authors = childrenOf(about, "author").map(
    (author) => names.flatMap((name) => childText(author, name) ?? []).join(" ") || childText(author, "nickname"),
  );
  const published = childOf(childOf(root, "description"), "publish-info");
  return given({
    title: childText(about, "book-title"),
    author: authors.filter((name) => name !== undefined).join("; "),
    description: textOf(childOf(about, "annotation")).replace(/\s+/g, " ").trim(),
    keywords: childText(about, "keywords"),
    language: childText(about, "lang"),
    publisher: childText(published, "publisher"),
    publishedTime: childText(published, "year") ?? childOf(about, "date")?.attribs["value"],
  });
}

/** Notes stand in bodies that have a name, such as `notes`. */
function noteIdsOf(root: Element | undefined): ReadonlySet<string> {
  const beside = childrenOf(root, "body").filter(({ attribs }) => attribs["name"] !== undefined);
  const ids = beside.flatMap((body) => descendantsOf(body, "section")).map(({ attribs }) => attribs["id"] ?? "");
  return new Set(ids.filter((id) => id !== ""));
}

/** Pictures are written as base64 at the end of the file. */
function picturesOf(root: Element | undefined, pictures: ReturnType<typeof createPictures>): Book["picture"] {
  const files = new Map(childrenOf(root, "binary").map((file) => [file.attribs["id"] ?? "", file]));
  return (image) => {
    const file = files.get(addressOf(image)?.replace(/^#/, "") ?? "");
    const mediaType = file?.attribs["content-type"] ?? "";
    const isShown = file !== undefined && /^image\/(?:png|jpeg|gif|webp)$/.test(mediaType);
    const address = isShown
      ? pictures.dataUri(Buffer.from(textOf(file), "base64"), mediaType)
      : pictures.address(undefined);
    return imageHtml(address, image.attribs["alt"] ?? image.attribs["title"] ?? "");
  };
}

const addressOf = ({ attribs }: Element): string | undefined => attribs["xlink:href"] ?? attribs["href"];

/** Elements that HTML has under another name, or the same. */
const htmlNames: Readonly<Record<string, string>> = {
  p: "p",
  "text-author": "p",
  date: "p",
  epigraph: "blockquote",
  cite: "blockquote",
  strong: "strong",
  emphasis: "em",
  strikethrough: "del",
  sub: "sub",
  sup: "sup",
  code: "code",
};

/** The content of an element; `level` is that of the headings in it. */
function insideOf(element: Element | undefined, book: Book, level: number): string {
  const parts = (element?.children ?? []).map((child) => {
    if (child instanceof Text) return escapeHtml(child.data);
    return child instanceof Element ? htmlOf(child, book, level) : "";
  });
  return parts.join("");
}

function htmlOf(element: Element, book: Book, level: number): string {
  const { name } = element;
  switch (name) {
    case "title":
      return `<h${level}>${linesOf(element, book, level)}</h${level}>`;
    case "section":
      return sectionHtml(element, book, level);
    case "stanza":
      return `<p>${linesOf(element, book, level)}</p>`;
    case "image":
      return book.picture(element);
    case "a":
      return linkHtml(element, book, level);
    case "table":
      return cellsTable(childrenOf(element, "tr").map((row) => cellsOf(row, book, level)));
    case "subtitle":
      return `<p><strong>${insideOf(element, book, level)}</strong></p>`;
    default: {
      const tag = htmlNames[name];
      const inside = insideOf(element, book, level);
      return tag === undefined ? inside : `<${tag}>${inside}</${tag}>`;
    }
  }
}

/** A note is led to by its identifier, so its own number goes. */
function sectionHtml(section: Element, book: Book, level: number): string {
  const id = section.attribs["id"] ?? "";
  if (!book.noteIds.has(id)) return `<section>${insideOf(section, book, Math.min(6, level + 1))}</section>`;
  const parts = childrenOf(section).filter(({ name }) => name !== "title");
  const inside = parts.map((part) => htmlOf(part, book, level)).join("");
  return `<aside role="doc-footnote" id="${escapeHtml(id)}">${inside}</aside>`;
}

function linkHtml(link: Element, book: Book, level: number): string {
  const address = addressOf(link) ?? "";
  const inside = insideOf(link, book, level);
  const isNote = address.startsWith("#") && book.noteIds.has(address.slice(1));
  return isNote
    ? `<sup><a role="doc-noteref" href="${escapeHtml(address)}">${inside}</a></sup>`
    : linkedHtml(address, inside);
}

/** The lines of a title or of a stanza, which are elements. */
const linesOf = (element: Element, book: Book, level: number): string =>
  childrenOf(element)
    .map((line) => insideOf(line, book, level))
    .filter((line) => line !== "")
    .join("<br>");

const cellsOf = (row: Element, book: Book, level: number): readonly string[] =>
  childrenOf(row).map((cell) => {
    const tag = cell.name === "th" ? "th" : "td";
    const spans = ["colspan", "rowspan"].flatMap((name) =>
      /^\d{1,4}$/.test(cell.attribs[name] ?? "") ? [` ${name}="${cell.attribs[name]}"`] : [],
    );
    return `<${tag}${spans.join("")}>${insideOf(cell, book, level)}</${tag}>`;
  });
