import render from "dom-serializer";
import type { Element } from "domhandler";
import type { ParsedBody } from "../../ports/body-parser.ts";
import { given, renderFeed, type FeedEntry } from "./feed-page.ts";
import { escapeHtml } from "../html/markup.ts";
import { attachedTo, pictureOf } from "./media.ts";
import { plainTitle } from "./plain-title.ts";
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
    title: plainTitle(childText(channel, "title")),
    description: plainTitle(childText(channel, "description")),
    link,
    language: childText(channel, "language", "dc:language"),
    author: childText(channel, "managingEditor", "dc:creator", "itunes:author"),
    updated: childText(channel, "lastBuildDate", "pubDate", "dc:date"),
    picture: pictureOf(channel),
    base: url,
    entries: items.map((item) => rssEntry(item, link ?? url)),
  });
}

function rssEntry(item: Element, base: string): FeedEntry {
  const identifier = childOf(item, "guid");
  const permalink = identifier?.attribs["isPermaLink"] === "false" ? undefined : childText(item, "guid");
  return {
    title: plainTitle(childText(item, "title", "dc:title", "itunes:title")),
    link: childText(item, "link") ?? childOf(item, "atom:link")?.attribs["href"] ?? webAddress(permalink),
    published: childText(item, "pubDate", "dc:date", "atom:published", "atom:updated"),
    author: childText(item, "dc:creator", "author", "itunes:author"),
    categories: textsOf(item, "category"),
    contentHtml: childText(item, "content:encoded", "description", "itunes:summary", "media:description"),
    duration: childText(item, "itunes:duration"),
    ...attachedTo(item, { name: "enclosure", address: "url" }),
    base,
  };
}

/** Reads Atom (RFC 4287); a prefix that all elements carry is allowed for. */
export function readAtom(root: Element, url: string): ParsedBody {
  const prefix = root.name.slice(0, -"feed".length);
  const base = baseOf(root, url);
  return renderFeed({
    title: atomTitle(childOf(root, `${prefix}title`)),
    description: atomTitle(childOf(root, `${prefix}subtitle`, `${prefix}tagline`)),
    link: linkOf(root, prefix, "alternate"),
    language: root.attribs["xml:lang"],
    author: authorsOf(root, prefix),
    updated: childText(root, `${prefix}updated`, `${prefix}modified`),
    picture: childText(root, `${prefix}logo`) ?? pictureOf(root),
    base,
    entries: childrenOf(root, `${prefix}entry`).map((entry) => atomEntry(entry, { prefix, feedBase: base, url })),
  });
}

interface AtomFeed {
  readonly prefix: string;
  readonly feedBase: string;
  /** The address of the feed, which is the base of its addresses where it states none. */
  readonly url: string;
}

function atomEntry(entry: Element, { prefix, feedBase, url }: AtomFeed): FeedEntry {
  const base = baseOf(entry, feedBase);
  const written = childOf(entry, `${prefix}content`);
  // Content that stands elsewhere, or is no text, has a summary beside it (RFC 4287 §4.1.1.1).
  const content = isText(written) ? written : childOf(entry, `${prefix}summary`);
  const contentBase = content === undefined ? base : baseOf(content, base);
  const attached = attachedTo(entry, { name: `${prefix}link`, address: "href", relation: "enclosure" });
  const elsewhere = written === undefined ? undefined : contentElsewhere(written, baseOf(written, base));
  return {
    title: atomTitle(childOf(entry, `${prefix}title`)),
    link: linkOf(entry, prefix, "alternate"),
    published: childText(entry, `${prefix}published`, `${prefix}issued`, `${prefix}updated`, `${prefix}modified`),
    author: authorsOf(entry, prefix),
    categories: childrenOf(entry, `${prefix}category`).flatMap(
      ({ attribs }) => attribs["label"] ?? attribs["term"] ?? [],
    ),
    contentHtml: content === undefined ? childText(entry, "media:description") : atomText(content, prefix),
    duration: childText(entry, "itunes:duration"),
    pictures: [...attached.pictures, ...(elsewhere?.pictures ?? [])],
    enclosures: [...(elsewhere?.enclosures ?? []), ...attached.enclosures],
    base,
    contentBase: contentBase === url ? undefined : contentBase,
  };
}

/** True for content that is there, as text or markup; all else is encoded in Base64 (RFC 4287 §4.1.3.3). */
const isText = (content: Element | undefined): content is Element =>
  content !== undefined &&
  (childrenOf(content).length > 0 || textOf(content).trim() !== "") &&
  !(/^[a-z]+\//i.test(typeOf(content)) && !/^text\/|[/+]xml$/i.test(typeOf(content)));

/** The address of content that is not in the feed (RFC 4287 §4.1.3.2). */
function contentElsewhere(content: Element, base: string): Pick<FeedEntry, "pictures" | "enclosures"> | undefined {
  const { src: source } = content.attribs;
  if (source === undefined) return undefined;
  const address = URL.canParse(source, base) ? new URL(source, base).href : source;
  return /^image\//i.test(typeOf(content))
    ? { pictures: [address], enclosures: [] }
    : { pictures: [], enclosures: [address] };
}

const typeOf = ({ attribs }: Element): string => attribs["type"] ?? "text";

/** A text construct without markup: only its type tells if it has any (RFC 4287 §3.1). */
function atomTitle(construct: Element | undefined): string | undefined {
  const text = textOf(construct).replace(/\s+/g, " ").trim();
  if (construct === undefined || text === "") return undefined;
  return /html/i.test(typeOf(construct)) && !/xhtml/i.test(typeOf(construct)) ? plainTitle(text) : text;
}

/** A text construct as HTML (RFC 4287 §3.1, §4.1.3). */
function atomText(construct: Element, prefix: string): string {
  const type = typeOf(construct);
  if (type === "xhtml" || type === "application/xhtml+xml") return render(construct.children, { xmlMode: false });
  const text = textOf(construct).trim();
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
