import render from "dom-serializer";
import type { Element } from "domhandler";
import type { ParsedBody } from "../../ports/body-parser.ts";
import { given, renderFeed, type FeedEntry } from "./feed-page.ts";
import { escapeHtml } from "../html/markup.ts";
import { childOf, childrenOf, childText, textOf } from "../../markup/xml-tree.ts";

/**
 * Reads RSS 0.9x and 2.0 (https://www.rssboard.org/rss-specification) and RSS 1.0 (https://web.resource.org/rss/1.0/),
 * with the Dublin Core, content and iTunes modules. Undefined when the XML has no channel, as other RDF.
 */
export function readRss(root: Element, url: string): ParsedBody | undefined {
  const channel = childOf(root, "channel");
  if (channel === undefined) return undefined;
  const items = [...childrenOf(channel, "item"), ...childrenOf(root, "item")];
  const link = childText(channel, "link");
  return renderFeed({
    title: childText(channel, "title"),
    description: plainText(childText(channel, "description")),
    link,
    language: childText(channel, "language", "dc:language"),
    author: childText(channel, "managingEditor", "dc:creator", "itunes:author"),
    updated: childText(channel, "lastBuildDate", "pubDate", "dc:date"),
    entries: items.map((item) => rssEntry(item, link ?? url)),
  });
}

function rssEntry(item: Element, base: string): FeedEntry {
  const identifier = childOf(item, "guid");
  const permalink = identifier?.attribs["isPermaLink"] === "false" ? undefined : childText(item, "guid");
  return {
    title: plainText(childText(item, "title", "dc:title", "itunes:title")),
    link: childText(item, "link") ?? childOf(item, "atom:link")?.attribs["href"] ?? webAddress(permalink),
    published: childText(item, "pubDate", "dc:date", "atom:published", "atom:updated"),
    author: childText(item, "dc:creator", "author", "itunes:author"),
    categories: textsOf(item, "category"),
    contentHtml: childText(item, "content:encoded", "description", "itunes:summary", "media:description"),
    enclosures: childrenOf(item, "enclosure").flatMap((enclosure) => enclosure.attribs["url"] ?? []),
    base,
  };
}

/** Reads Atom (RFC 4287); a prefix that all elements carry is allowed for. */
export function readAtom(root: Element, url: string): ParsedBody {
  const prefix = root.name.slice(0, -"feed".length);
  const base = baseOf(root, url);
  return renderFeed({
    title: childText(root, `${prefix}title`),
    description: childText(root, `${prefix}subtitle`, `${prefix}tagline`),
    link: linkOf(root, prefix, "alternate"),
    language: root.attribs["xml:lang"],
    author: authorsOf(root, prefix),
    updated: childText(root, `${prefix}updated`, `${prefix}modified`),
    entries: childrenOf(root, `${prefix}entry`).map((entry) => atomEntry(entry, prefix, base)),
  });
}

function atomEntry(entry: Element, prefix: string, feedBase: string): FeedEntry {
  const base = baseOf(entry, feedBase);
  const content = childOf(entry, `${prefix}content`) ?? childOf(entry, `${prefix}summary`);
  const enclosure = linkOf(entry, prefix, "enclosure");
  return {
    title: plainText(childText(entry, `${prefix}title`)),
    link: linkOf(entry, prefix, "alternate"),
    published: childText(entry, `${prefix}published`, `${prefix}issued`, `${prefix}updated`, `${prefix}modified`),
    author: authorsOf(entry, prefix),
    categories: childrenOf(entry, `${prefix}category`).flatMap(
      ({ attribs }) => attribs["label"] ?? attribs["term"] ?? [],
    ),
    contentHtml: content === undefined ? childText(entry, "media:description") : atomText(content, prefix),
    enclosures: enclosure === undefined ? [] : [enclosure],
    base: content === undefined ? base : baseOf(content, base),
  };
}

/** A text construct as HTML (RFC 4287 §3.1, §4.1.3). */
function atomText(construct: Element, prefix: string): string {
  const type = construct.attribs["type"] ?? "text";
  if (type === "xhtml" || type === "application/xhtml+xml") return render(construct.children, { xmlMode: false });
  const text = textOf(construct).trim();
  const source = construct.attribs["src"];
  if (text === "" && source !== undefined) return `<p><a href="${escapeHtml(source)}">${escapeHtml(source)}</a></p>`;
  const looksLikeHtml = construct.name === `${prefix}content` && /<(?:p|br|div|a|ul|img)\b/i.test(text);
  return type.includes("html") || looksLikeHtml ? text : `<p>${escapeHtml(text)}</p>`;
}

function linkOf(element: Element, prefix: string, relation: string): string | undefined {
  const links = childrenOf(element, `${prefix}link`);
  const link = links.find(({ attribs }) => (attribs["rel"] ?? "alternate") === relation);
  return given({ href: link?.attribs["href"] })["href"];
}

function authorsOf(element: Element, prefix: string): string | undefined {
  const names = childrenOf(element, `${prefix}author`).flatMap((author) => childText(author, `${prefix}name`) ?? []);
  return names.length === 0 ? undefined : names.join(", ");
}

function baseOf(element: Element, base: string): string {
  const own = element.attribs["xml:base"];
  return own !== undefined && URL.canParse(own, base) ? new URL(own, base).href : base;
}

const textsOf = (element: Element, name: string): readonly string[] =>
  childrenOf(element, name).flatMap((child) => {
    const text = textOf(child).trim();
    return text === "" ? [] : [text];
  });

const webAddress = (text: string | undefined): string | undefined =>
  text !== undefined && /^https?:\/\//i.test(text) ? text : undefined;

/** Titles and descriptions often hold escaped HTML although they should be text. */
function plainText(text: string | undefined): string | undefined {
  if (text === undefined || !/<\/?[a-z][^<>]*>|&[a-z#\d]+;/i.test(text)) return text;
  const bare = text.replace(/<\/?[a-z][^<>]*>/gi, " ").replace(/\s+/g, " ");
  return decodeEntities(bare).trim();
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const decodeEntities = (text: string): string =>
  text
    .replace(/&#(\d{1,7}|x[\da-f]{1,6});/gi, (reference, digits: string) => {
      const code = Number(digits.toLowerCase().startsWith("x") ? `0${digits}` : digits);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : reference;
    })
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (reference, name: string) => named[name] ?? reference);
