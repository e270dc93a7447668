import { singleSpaced } from "../text/single-spaced.ts";
import { isNestedDeeperThan } from "../collections/nesting.ts";
import type { Element } from "domhandler";
import { textContent } from "domutils";
import { html } from "parse5";
import type { Metadata } from "../schema/result.ts";
import type { ElementIndex } from "./element-index.ts";
import { absoluteAddress } from "../url/absolute.ts";

/** Named metadata fields and the `<meta>` names or properties they are read from, best first (contract §4.6). */
const namedFields = {
  description: ["description", "og:description", "twitter:description"],
  robots: ["robots"],
  ogTitle: ["og:title"],
  ogDescription: ["og:description"],
  ogUrl: ["og:url"],
  ogImage: ["og:image", "og:image:url", "og:image:secure_url"],
  ogAudio: ["og:audio"],
  ogDeterminer: ["og:determiner"],
  ogLocale: ["og:locale"],
  ogSiteName: ["og:site_name"],
  ogVideo: ["og:video", "og:video:url"],
  modifiedTime: ["article:modified_time", "og:updated_time"],
  publishedTime: ["article:published_time"],
  articleTag: ["article:tag"],
  articleSection: ["article:section"],
  dcTermsCreated: ["dcterms.created"],
  dcDateCreated: ["dc.date.created"],
  dcDate: ["dc.date"],
  dcTermsType: ["dcterms.type"],
  dcType: ["dc.type"],
  dcTermsAudience: ["dcterms.audience"],
  dcTermsSubject: ["dcterms.subject"],
  dcSubject: ["dc.subject"],
  dcDescription: ["dc.description"],
  dcTermsKeywords: ["dcterms.keywords"],
} as const satisfies Partial<Record<keyof Metadata, readonly string[]>>;

/** Fields whose value is a URL, which a page may give relative to itself. */
const urlFields = ["ogUrl", "ogImage", "ogAudio", "ogVideo"] as const;

const joinedNames: ReadonlySet<string> = new Set(["description", "og:description", "twitter:description"]);
const maxJsonLdCharacters = 1_000_000;
/** Deeper nesting would overflow the stack of its readers, the writer of JSON first. */
const maxJsonLdDepth = 100;

interface Head {
  readonly metas: Map<string, string[]>;
  readonly links: { readonly rel: readonly string[]; readonly href: string; readonly sizes: string }[];
  readonly jsonLd: unknown[];
  title: string | undefined;
  language: string | undefined;
}

/**
 * Reads a page's metadata (contract §4.6): the named fields as strings, every `<meta>` under its own name (an array
 * when it repeats), favicon and canonical URL made absolute, JSON-LD parsed. Never throws.
 */
export function readMetadata(elements: ElementIndex, baseUrl: string): Metadata {
  const head = readHead(elements);
  const metadata: Metadata & Record<string, unknown> = {};
  for (const [name, values] of head.metas) {
    // A page may not set our own fields, such as `statusCode`, nor overwrite the text of its title element.
    if (reservedNames.has(name)) continue;
    metadata[name] = values.length === 1 ? values[0] : joinedNames.has(name) ? values.join(", ") : values;
  }
  const lookUp = lookUpIn(head.metas);
  for (const [field, names] of Object.entries(namedFields)) {
    const value = first(lookUp, names);
    if (value !== undefined) metadata[field] = value;
  }
  for (const field of urlFields)
    if (metadata[field] !== undefined) metadata[field] = absolute(metadata[field], baseUrl);
  const locales = lookUp("og:locale:alternate");
  if (locales !== undefined) metadata.ogLocaleAlternate = [...locales];
  const keywords = lookUp("keywords");
  if (keywords !== undefined) metadata.keywords = keywords.join(", ");
  const title = head.title ?? first(lookUp, ["og:title", "twitter:title"]);
  if (title !== undefined) metadata.title = title;
  const language = head.language ?? first(lookUp, ["content-language", "og:locale"]);
  if (language !== undefined) metadata.language = language;
  const icon = bestIcon(head.links);
  if (icon !== undefined) metadata.favicon = absolute(icon, baseUrl);
  const canonical = head.links.find((link) => link.rel.includes("canonical"));
  if (canonical !== undefined) metadata.canonical = absolute(canonical.href, baseUrl);
  if (head.jsonLd.length > 0) metadata.jsonLd = head.jsonLd;
  return metadata;
}

/** Names that a page's own `<meta>` must not take: they say what happened on the way, or keep their declared type. */
const reservedNames: ReadonlySet<string> = new Set([
  ...["__proto__", "constructor", "prototype", "title", "language", "favicon", "canonical", "jsonLd", "keywords"],
  ...["url", "sourceURL", "sourceFile", "urlIndex", "statusCode", "error", "contentType", "pageType", "scrapeId"],
  ...["proxyUsed", "source", "recognizedPages", "numPages", "totalPages", "numSheets", "invisibleCharactersRemoved"],
  ...["creditsUsed", "cacheState", "cachedAt", "verdict", "verdictReason", "verdictDoubt", "modelUsage"],
  ...["ogLocaleAlternate", "timezone", "concurrencyLimited", "concurrencyQueueDurationMs"],
  ...Object.keys(namedFields),
]);

function readHead(elements: ElementIndex): Head {
  const head: Head = { metas: new Map(), links: [], jsonLd: [], title: undefined, language: undefined };
  for (const { attribs } of elements("html")) head.language ??= trimmed(attribs["lang"] ?? attribs["xml:lang"]);
  for (const title of elements("title")) if (!isDrawn(title)) head.title ??= trimmed(textContent(title));
  for (const meta of elements("meta")) readMeta(meta, head.metas);
  for (const { attribs } of elements("link")) {
    const href = trimmed(attribs["href"]);
    const rel = (attribs["rel"] ?? "").toLowerCase().split(/\s+/);
    if (href !== undefined) head.links.push({ rel, href, sizes: attribs["sizes"] ?? "" });
  }
  for (const script of elements("script")) {
    if (/^application\/ld\+json\b/i.test(script.attribs["type"] ?? "")) readJsonLd(textContent(script), head.jsonLd);
  }
  return head;
}

/** The `title` of an SVG names a drawing. */
const isDrawn = ({ namespace }: Element): boolean => namespace !== undefined && namespace !== html.NS.HTML;

function readMeta({ attribs }: Element, metas: Head["metas"]): void {
  const content = trimmed(attribs["content"]);
  if (content === undefined) return;
  const names = [attribs["name"], attribs["property"], attribs["itemprop"], attribs["http-equiv"]];
  for (const name of new Set(names.map(trimmed))) if (name !== undefined) add(metas, name, content);
}

function readJsonLd(source: string, blocks: unknown[]): void {
  if (source.length > maxJsonLdCharacters) return;
  const json = withoutWrapping(source.trim());
  try {
    // Authors break lines within texts, which JSON does not allow; between tokens a space is as good.
    const block: unknown = JSON.parse(json.replace(/[\u0000-\u001F]+/g, " "));
    if (!isNestedDeeperThan(maxJsonLdDepth, block)) blocks.push(block);
  } catch {
    // Broken JSON-LD is common on the web and says nothing; the page's other metadata stands.
  }
}

const longestWrapping = 60;

/** A script without what hides it from old browsers and from readers of XML: comments and CDATA, each with its own marks. */
function withoutWrapping(script: string): string {
  const start = script.replace(/^(?:<!--|-->|<!\[CDATA\[|\/\/|\/\*|\*\/|>|\s)+/, "");
  const end = start.slice(-longestWrapping);
  return start.slice(0, start.length - end.length) + end.replace(/(?:<!|<!--|-->|\]\]>|\/\/|\/\*|\*\/|\s)+$/, "");
}

function bestIcon(links: Head["links"]): string | undefined {
  const icons = links.filter((link) => link.rel.includes("icon"));
  const chosen = icons.find((link) => link.rel.includes("shortcut")) ?? icons[0];
  return (chosen ?? links.find((link) => link.rel.includes("apple-touch-icon")))?.href;
}

function add(metas: Head["metas"], name: string, content: string): void {
  const values = metas.get(name);
  if (values === undefined) metas.set(name, [content]);
  else if (!values.includes(content) && values.length < 100) values.push(content);
}

/** Gives the values of a meta name, whatever case the page wrote it in. */
type LookUp = (name: string) => readonly string[] | undefined;

function lookUpIn(metas: Head["metas"]): LookUp {
  const inLowerCase = new Map<string, readonly string[]>();
  for (const [name, values] of metas) {
    const lower = name.toLowerCase();
    if (!inLowerCase.has(lower)) inLowerCase.set(lower, values);
  }
  return (name) => metas.get(name) ?? inLowerCase.get(name);
}

function first(lookUp: LookUp, names: readonly string[]): string | undefined {
  for (const name of names) {
    const values = lookUp(name);
    if (values !== undefined) return joinedNames.has(name) || name === "article:tag" ? values.join(", ") : values[0];
  }
  return undefined;
}

function absolute(href: string, baseUrl: string): string {
  return absoluteAddress(href, baseUrl) ?? href;
}

function trimmed(text: string | undefined): string | undefined {
  return text === undefined ? undefined : singleSpaced(text) || undefined;
}
