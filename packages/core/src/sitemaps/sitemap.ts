import { xmlParser } from "../markup/xml-tree.ts";

/** A page or a further sitemap that a sitemap lists. */
export interface SitemapEntry {
  readonly url: string;
  /** As the sitemap writes it, usually ISO 8601. */
  readonly lastModified?: string | undefined;
  readonly title?: string | undefined;
}

/** The content of a sitemap, as far as it could be read. */
export interface SitemapDocument {
  readonly entries: readonly SitemapEntry[];
  /** Further sitemaps, when this is an index. */
  readonly sitemaps: readonly SitemapEntry[];
  /** The reason why it is incomplete, in plain words. */
  readonly problem?: string | undefined;
}

/** The content of a piece of a sitemap. */
export type SitemapPiece = Pick<SitemapDocument, "entries" | "sitemaps">;

/** Reads one sitemap as its text arrives. Holds what was not taken yet and nothing else, however long the text is. */
export interface SitemapReader {
  write(text: string): void;
  /** Everything that was read since the last time. */
  take(): SitemapPiece;
  /** It lists as much as one sitemap may: what follows is not read. */
  readonly isFull: boolean;
  /** Call once, after the last write; returns the entries not taken yet. */
  end(): SitemapDocument;
}

/** Most entries that one sitemap may list (https://www.sitemaps.org/protocol.html). */
export const maxEntriesPerSitemap = 50_000;

const entryElements: ReadonlySet<string> = new Set(["url", "sitemap", "item", "entry"]);
const rootElements: ReadonlySet<string> = new Set(["urlset", "sitemapindex", "rss", "feed", "rdf"]);

interface OpenEntry {
  readonly kind: string;
  url: string | undefined;
  lastModified: string | undefined;
  title: string | undefined;
  /** The element that is open within it, such as `news`. */
  part: string | undefined;
  /** The titles of the videos on the page. */
  readonly videoTitles: string[];
  /** The same page in other languages. */
  readonly alternates: string[];
  /** The address that its own are relative to (XML Base). */
  readonly base: string;
  /** Its `guid` is one that only tells entries apart. */
  hasOpaqueGuid: boolean;
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
    take: () => reader?.take() ?? { entries: [], sitemaps: [] },
    get isFull() {
      return reader?.isFull ?? false;
    },
    end: () => reader?.end() ?? { entries: [], sitemaps: [], problem: "it lists no pages" },
  };
}

type ListedDetails = Omit<SitemapEntry, "url"> & { readonly base?: string };

/** Collects the content of a sitemap up to a limit. */
interface Listing {
  /** The number of items so far, taken or not. */
  readonly count: number;
  /** It lists more than it may. */
  readonly isFull: boolean;
  /** Keeps a page; a relative address is relative to the sitemap, or to `more.base`. */
  keep(address: string | undefined, more?: ListedDetails): void;
  keepSitemap(address: string | undefined, more?: ListedDetails): void;
  take(): SitemapPiece;
}

function createListing(sitemapUrl: string): Listing {
  let entries: SitemapEntry[] = [];
  let sitemaps: SitemapEntry[] = [];
  let count = 0;
  let isFull = false;
  const admit = (address: string | undefined, base = sitemapUrl): string | undefined => {
    const url = address === undefined ? undefined : webAddress(address, base);
    if (url !== undefined && count >= maxEntriesPerSitemap) isFull = true;
    if (url === undefined || isFull) return undefined;
    count += 1;
    return url;
  };
  return {
    get count() {
      return count;
    },
    get isFull() {
      return isFull;
    },
    keep(address, { base, ...more } = {}) {
      const url = admit(address, base);
      if (url !== undefined) entries.push({ url, ...more });
    },
    keepSitemap(address, { base, ...more } = {}) {
      const url = admit(address, base);
      if (url !== undefined) sitemaps.push({ url, ...more });
    },
    take() {
      const taken = { entries, sitemaps };
      entries = [];
      sitemaps = [];
      return taken;
    },
  };
}

const tooMany = `it lists more than ${maxEntriesPerSitemap} addresses; the first ones were read`;

function textReader(sitemapUrl: string): SitemapReader {
  const listing = createListing(sitemapUrl);
  let line = "";
  const write = (part: string) => {
    const lines = (line + part).split(/\r\n|\r|\n/);
    line = (lines.pop() ?? "").slice(0, maxTextCharacters);
    for (const whole of lines) if (/^\s*https?:\/\//i.test(whole)) listing.keep(whole);
  };
  return {
    write,
    take: listing.take,
    get isFull() {
      return listing.isFull;
    },
    end() {
      write("\n");
      const { count, isFull } = listing;
      const problem = count === 0 ? "it lists no pages" : isFull ? tooMany : undefined;
      return { ...listing.take(), ...(problem === undefined ? {} : { problem }) };
    },
  };
}

function xmlReader(sitemapUrl: string): SitemapReader {
  const listing = createListing(sitemapUrl);
  const elements = readElements(listing, sitemapUrl);
  const parser = xmlParser(
    {
      onopentag: (name, attributes) => elements.open(localName(name), attributes),
      ontext: elements.text,
      onclosetag: (name) => elements.close(localName(name)),
    },
    { decodeEntities: true },
  );
  return {
    write: (part) => parser.write(part),
    // A page may have an element called `item`.
    take: () => (elements.isSitemap ? listing.take() : { entries: [], sitemaps: [] }),
    get isFull() {
      return listing.isFull;
    },
    end() {
      // The parser closes open elements at the end by itself, so that a file breaks off must be noticed before.
      const wasClosed = elements.isClosed;
      elements.breakOff();
      parser.end();
      if (!elements.isSitemap) return { entries: [], sitemaps: [], problem: "it is not a sitemap" };
      const problem = listing.isFull
        ? tooMany
        : wasClosed
          ? undefined
          : "it ends in the middle; what stands before was read";
      return { ...listing.take(), ...(problem === undefined ? {} : { problem }) };
    },
  };
}

/** Keeps what the elements of a sitemap list. */
function readElements(listing: Listing, sitemapUrl: string) {
  let base = sitemapUrl;
  let isSitemap = false;
  let isClosed = false;
  let entry: OpenEntry | undefined;
  let depthInEntry = 0;
  let text = "";

  const keep = (done: OpenEntry): void => {
    if (done.kind === "sitemap") {
      listing.keepSitemap(done.url, detailsOf(done));
      return;
    }
    listing.keep(done.url, detailsOf(done));
    for (const alternate of done.alternates) listing.keep(alternate, { base: done.base });
  };

  return {
    get isSitemap() {
      return isSitemap;
    },
    /** Its document element has been closed. */
    get isClosed() {
      return isClosed;
    },
    open(name: string, attributes: Readonly<Record<string, string>>): void {
      text = "";
      isSitemap ||= rootElements.has(name);
      if (rootElements.has(name)) base = baseOf(attributes, base);
      if (entry !== undefined) {
        depthInEntry += 1;
        if (depthInEntry === 1) entry.part = name;
        if (name === "link" && attributes["href"] !== undefined) readLinkElement(entry, attributes);
        if (name === "guid") entry.hasOpaqueGuid = attributes["isPermaLink"] === "false";
      } else if (entryElements.has(name)) {
        entry = openEntry(name, baseOf(attributes, base));
        depthInEntry = 0;
      }
    },
    text(part: string): void {
      if (entry !== undefined && text.length < maxTextCharacters) text += part;
    },
    close(name: string): void {
      if (rootElements.has(name)) isClosed = true;
      if (entry === undefined) return;
      if (depthInEntry === 0) {
        keep(entry);
        entry = undefined;
        return;
      }
      if (depthInEntry === 1) readField(entry, name, text.trim());
      if (depthInEntry === 2 && name === "title") readTitleWithin(entry, text.trim());
      depthInEntry -= 1;
      text = "";
    },
    /** Keeps an entry that the file ends in, if its address is known; of a further sitemap it may be a part. */
    breakOff(): void {
      if (entry?.url !== undefined && entry.kind !== "sitemap") keep(entry);
      entry = undefined;
    },
  };
}

const openEntry = (kind: string, base: string): OpenEntry => ({
  ...{ kind, base, url: undefined, lastModified: undefined, title: undefined, part: undefined },
  ...{ videoTitles: [], alternates: [], hasOpaqueGuid: false },
});

function detailsOf({ lastModified, title: ownTitle, videoTitles, base }: OpenEntry): ListedDetails {
  // Several videos are parts of a page; a single one is what the page is for.
  const title = ownTitle ?? (videoTitles.length === 1 ? videoTitles[0] : undefined);
  return { base, ...(lastModified === undefined ? {} : { lastModified }), ...(title === undefined ? {} : { title }) };
}

/** Longer than any URL or title that is meant. */
const maxTextCharacters = 8192;

function readField(entry: OpenEntry, name: string, value: string): void {
  if (value === "") return;
  if (name === "loc" || (name === "link" && entry.kind === "item")) entry.url ??= value;
  else if (name === "guid" && /^https?:/i.test(value) && !entry.hasOpaqueGuid) entry.url ??= value;
  else if (name === "lastmod" || name === "pubdate" || name === "updated" || name === "date")
    entry.lastModified ??= value;
  else if (name === "title" && entry.kind !== "url") entry.title ??= value;
}

/**
 * Reads the title within a part of an entry: that of a news article is the page's
 * (https://www.google.com/schemas/sitemap-news/0.9), that of an image is not.
 */
function readTitleWithin(entry: OpenEntry, value: string): void {
  if (value === "") return;
  if (entry.part === "news") entry.title ??= value;
  else if (entry.part === "video" && entry.videoTitles.length < 2) entry.videoTitles.push(value);
}

function readLinkElement(entry: OpenEntry, attributes: Readonly<Record<string, string>>): void {
  const { href: written, rel = "alternate", hreflang } = attributes;
  if (written === undefined || rel !== "alternate") return;
  const href = attributes["xml:base"] === undefined ? written : webAddress(written, baseOf(attributes, entry.base));
  if (href === undefined) return;
  if (entry.kind === "entry" && hreflang === undefined) entry.url ??= href;
  else if (entry.kind === "url" && entry.alternates.length < maxEntriesPerSitemap) entry.alternates.push(href);
}

/** The name of an element without its prefix, in lower case: some sitemaps are written in capitals. */
function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}

/** The address that those within an element are relative to (https://www.w3.org/TR/xmlbase/). */
function baseOf({ "xml:base": own }: Readonly<Record<string, string>>, outer: string): string {
  return own === undefined ? outer : (URL.parse(own, outer)?.href ?? outer);
}

function webAddress(text: string, base: string): string | undefined {
  const url = URL.parse(text.trim(), base);
  return url !== null && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined;
}
