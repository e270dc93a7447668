import { xmlParser } from "../markup/xml-tree.ts";

/** One page that a sitemap lists. */
export interface SitemapEntry {
  readonly url: string;
  /** As the sitemap writes it, usually ISO 8601. */
  readonly lastModified?: string | undefined;
  readonly title?: string | undefined;
}

/** What a sitemap says, as far as it could be read. */
export interface SitemapDocument {
  readonly entries: readonly SitemapEntry[];
  /** Further sitemaps, when this is an index. */
  readonly sitemaps: readonly string[];
  /** Why it is not complete, in plain words. */
  readonly problem?: string | undefined;
}

/** Reads one sitemap as its text arrives. Holds its entries and nothing else, however long the text is. */
export interface SitemapReader {
  write(text: string): void;
  /** Call once, after the last write. */
  end(): SitemapDocument;
}

/** Most entries that one sitemap may list (https://www.sitemaps.org/protocol.html). */
export const maxEntriesPerSitemap = 50_000;

const entryElements: ReadonlySet<string> = new Set(["url", "sitemap", "item", "entry"]);
const rootElements: ReadonlySet<string> = new Set(["urlset", "sitemapindex", "rss", "feed", "RDF"]);

interface OpenEntry {
  readonly kind: string;
  url: string | undefined;
  lastModified: string | undefined;
  title: string | undefined;
  /** The same page in other languages. */
  readonly alternates: string[];
}

/**
 * Reads a sitemap in any of its forms (https://www.sitemaps.org/protocol.html): an XML sitemap with `hreflang`
 * alternates, a sitemap index, RSS, Atom, or a text with one URL a line. Broken XML gives what stands before the break.
 * Relative URLs are resolved against `sitemapUrl`; what is not an http or https URL is left out. Never throws.
 */
export function createSitemapReader(sitemapUrl: string): SitemapReader {
  let reader: SitemapReader | undefined;
  let head = "";
  return {
    write(part) {
      if (reader !== undefined) {
        reader.write(part);
        return;
      }
      head = (head + part).replace(/^\uFEFF/, "").trimStart();
      if (head === "") return;
      reader = head.startsWith("<") ? xmlReader(sitemapUrl) : textReader(sitemapUrl);
      reader.write(head);
    },
    end: () => reader?.end() ?? { entries: [], sitemaps: [], problem: "it lists no pages" },
  };
}

/** The entries of a sitemap, as many as it may have. */
interface EntryList {
  readonly entries: readonly SitemapEntry[];
  readonly isFull: boolean;
  keep(address: string | undefined, more?: Omit<SitemapEntry, "url">): void;
}

function createEntryList(sitemapUrl: string): EntryList {
  const entries: SitemapEntry[] = [];
  let isFull = false;
  return {
    entries,
    get isFull() {
      return isFull;
    },
    keep(address, more = {}) {
      const url = address === undefined ? undefined : webAddress(address, sitemapUrl);
      if (url === undefined) return;
      if (entries.length >= maxEntriesPerSitemap) isFull = true;
      else entries.push({ url, ...more });
    },
  };
}

const tooMany = `it lists more than ${maxEntriesPerSitemap} pages; the first ones were read`;

function textReader(sitemapUrl: string): SitemapReader {
  const list = createEntryList(sitemapUrl);
  let line = "";
  const write = (part: string) => {
    const lines = (line + part).split(/\r\n|\r|\n/);
    line = (lines.pop() ?? "").slice(0, maxTextCharacters);
    for (const whole of lines) if (/^\s*https?:\/\//i.test(whole)) list.keep(whole);
  };
  return {
    write,
    end() {
      write("\n");
      const { entries, isFull } = list;
      if (entries.length === 0) return { entries, sitemaps: [], problem: "it lists no pages" };
      return { entries, sitemaps: [], ...(isFull ? { problem: tooMany } : {}) };
    },
  };
}

function xmlReader(sitemapUrl: string): SitemapReader {
  const list = createEntryList(sitemapUrl);
  const sitemaps: string[] = [];
  let isSitemap = false;
  let isClosed = false;
  let entry: OpenEntry | undefined;
  let depthInEntry = 0;
  let text = "";

  const close = (done: OpenEntry) => {
    if (done.kind === "sitemap") {
      const url = done.url === undefined ? undefined : webAddress(done.url, sitemapUrl);
      if (url !== undefined && sitemaps.length < maxEntriesPerSitemap) sitemaps.push(url);
      return;
    }
    list.keep(done.url, detailsOf(done));
    for (const alternate of done.alternates) list.keep(alternate);
  };
  const openTag = (name: string, attributes: Readonly<Record<string, string>>) => {
    text = "";
    isSitemap ||= rootElements.has(name);
    if (entry !== undefined) {
      depthInEntry += 1;
      if (name === "link" && attributes["href"] !== undefined) readLinkElement(entry, attributes);
    } else if (entryElements.has(name)) {
      entry = { kind: name, url: undefined, lastModified: undefined, title: undefined, alternates: [] };
      depthInEntry = 0;
    }
  };
  const closeTag = (name: string) => {
    if (rootElements.has(name)) isClosed = true;
    if (entry === undefined) return;
    if (depthInEntry === 0) {
      close(entry);
      entry = undefined;
      return;
    }
    if (depthInEntry === 1) readField(entry, name, text.trim());
    depthInEntry -= 1;
    text = "";
  };
  const parser = xmlParser(
    {
      onopentag: (name, attributes) => openTag(localName(name), attributes),
      ontext: (part) => {
        if (entry !== undefined && text.length < maxTextCharacters) text += part;
      },
      onclosetag: (name) => closeTag(localName(name)),
    },
    { decodeEntities: true },
  );

  return {
    write: (part) => parser.write(part),
    end() {
      // The parser closes open elements at the end by itself, so that a file breaks off must be noticed before.
      const [wasClosed, open] = [isClosed, entry];
      entry = undefined;
      parser.end();
      if (open?.url !== undefined && open.kind !== "sitemap") close(open);
      if (!isSitemap) return { entries: [], sitemaps: [], problem: "it is not a sitemap" };
      const problem = list.isFull
        ? tooMany
        : wasClosed
          ? undefined
          : "it ends in the middle; what stands before was read";
      return { entries: list.entries, sitemaps, ...(problem === undefined ? {} : { problem }) };
    },
  };
}

function detailsOf({ lastModified, title }: OpenEntry): Omit<SitemapEntry, "url"> {
  return { ...(lastModified === undefined ? {} : { lastModified }), ...(title === undefined ? {} : { title }) };
}

/** Longer than any URL or title that is meant. */
const maxTextCharacters = 8192;

function readField(entry: OpenEntry, name: string, value: string): void {
  if (value === "") return;
  if (name === "loc" || (name === "link" && entry.kind === "item")) entry.url ??= value;
  else if (name === "guid" && /^https?:/i.test(value)) entry.url ??= value;
  else if (name === "lastmod" || name === "pubDate" || name === "updated" || name === "date")
    entry.lastModified ??= value;
  else if (name === "title" && entry.kind !== "url") entry.title ??= value;
}

function readLinkElement(entry: OpenEntry, attributes: Readonly<Record<string, string>>): void {
  const { href, rel = "alternate", hreflang } = attributes;
  if (href === undefined || rel !== "alternate") return;
  if (entry.kind === "entry" && hreflang === undefined) entry.url ??= href;
  else if (entry.kind === "url") entry.alternates.push(href);
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function webAddress(text: string, base: string): string | undefined {
  const url = URL.parse(text.trim(), base);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined;
}
