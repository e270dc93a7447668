import { EngineError } from "../errors.ts";
import { declaredCharset } from "../decoding/declared-charset.ts";
import { canonicalUrl } from "../url/canonical.ts";
import { decompressed } from "./decompress.ts";
import { createSitemapReader, type SitemapEntry, type SitemapPiece } from "./sitemap.ts";
import { TextDecoder } from "../decoding/text-decoder.ts";

/** An answer whose body is read as it comes. */
export interface StreamedAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Fetches something for reading as it comes. Must go through the egress guard. */
export type OpenUrl = (url: string, signal: AbortSignal) => Promise<StreamedAnswer>;

/** A piece of a sitemap that was read, or could not be. */
export interface ReadSitemap {
  readonly url: string;
  readonly entries: readonly SitemapEntry[];
  /** Notes for the caller, in plain words: the sitemap is broken, or a limit was reached. */
  readonly warning?: string | undefined;
}

/** The source of sitemaps, and the limits on reading them. */
export interface SitemapReading {
  readonly open: OpenUrl;
  readonly signal: AbortSignal;
  /** Sitemaps at usual places: if one does not exist, that is worth no warning. */
  readonly guesses?: ReadonlySet<string> | undefined;
  /** Most sitemaps to read, indexes included; 500 by default. */
  readonly maxSitemaps?: number | undefined;
  /** Most entries to read in all; 200,000 by default. */
  readonly maxEntries?: number | undefined;
  /** Most bytes of one sitemap after decompression; 100 MB by default. */
  readonly maxBytes?: number | undefined;
}

const concurrentSitemaps = 4;
/** Indexes that list indexes; the protocol has none, publishing systems have one. */
const maxIndexes = 5;

/**
 * Reads sitemaps and, where they are indexes, what they list, each once, in no promised order. They are handed on in
 * pieces, as they arrive: whoever has enough stops, and what is under way is hung up on. One that is missing or broken
 * doesn't stop the others. Ends at its limits with a warning. Throws only what `signal` gives as its reason.
 */
export async function* readSitemaps(
  urls: readonly string[],
  reading: SitemapReading,
): AsyncGenerator<ReadSitemap, void, undefined> {
  const { maxSitemaps = 500, maxEntries = 200_000 } = reading;
  const hangUp = new AbortController();
  const signal = AbortSignal.any([reading.signal, hangUp.signal]);
  const seen = new Set<string>();
  const waiting: Waiting[] = [];
  const underWay = new Map<Pieces, Promise<Arrival>>();
  let entryCount = 0;
  let limit: ReadSitemap | undefined;
  const admit = (sitemap: Waiting) => {
    const { url, depth } = sitemap;
    const key = URL.canParse(url) ? canonicalUrl(new URL(url)) : url;
    if (seen.has(key)) return;
    if (depth > maxIndexes) limit ??= limitReached(url, `${maxIndexes} levels`);
    else if (seen.size >= maxSitemaps) limit ??= limitReached(url, `${maxSitemaps} sitemaps`);
    else {
      seen.add(key);
      waiting.push(sitemap);
    }
  };
  for (const url of urls) admit({ url, isNamed: reading.guesses?.has(url) !== true, depth: 0 });

  try {
    for (;;) {
      reading.signal.throwIfAborted();
      while (underWay.size < concurrentSitemaps) {
        const next = waiting.shift();
        if (next === undefined) break;
        const pieces = readSitemap(next, { ...reading, signal });
        underWay.set(pieces, nextOf(pieces));
      }
      if (underWay.size === 0) break;
      const { pieces, piece } = await Promise.race(underWay.values());
      if (piece === undefined) {
        underWay.delete(pieces);
        continue;
      }
      underWay.set(pieces, nextOf(pieces));
      for (const { url } of piece.sitemaps) admit({ url, isNamed: true, depth: piece.depth + 1 });
      const entries = piece.entries.slice(0, maxEntries - entryCount);
      entryCount += entries.length;
      if (entries.length > 0 || piece.warning !== undefined)
        yield { url: piece.url, entries, ...(piece.warning === undefined ? {} : { warning: piece.warning }) };
      if (entryCount >= maxEntries) {
        yield limitReached(piece.url, `${maxEntries} pages`);
        return;
      }
    }
    if (limit !== undefined) yield limit;
  } finally {
    hangUp.abort();
    // Their reading fails now, and the result is no longer wanted.
    for (const [pieces, arrival] of underWay) {
      arrival.catch(() => undefined);
      pieces.return().catch(() => undefined);
    }
  }
}

interface Waiting {
  readonly url: string;
  readonly isNamed: boolean;
  /** Number of indexes led to it. */
  readonly depth: number;
}

/** A piece of one sitemap. */
interface Piece extends ReadSitemap, SitemapPiece {
  readonly depth: number;
}

type Pieces = AsyncGenerator<Piece, void, undefined>;

/** The next piece of a sitemap that is under way; without one, it was read. */
interface Arrival {
  readonly pieces: Pieces;
  readonly piece?: Piece;
}

async function nextOf(pieces: Pieces): Promise<Arrival> {
  const { value } = await pieces.next();
  return value === undefined ? { pieces } : { pieces, piece: value };
}

function limitReached(url: string, limit: string): ReadSitemap {
  return { url, entries: [], warning: `Only the first ${limit} of the site's sitemaps were read.` };
}

async function* readSitemap({ url, isNamed, depth }: Waiting, reading: SitemapReading): Pieces {
  const { open, signal, maxBytes = 100 * 1024 * 1024 } = reading;
  const piece = { url, depth, entries: [], sitemaps: [] };
  let isListing = false;
  try {
    const answer = await open(url, signal);
    if (answer.status < 200 || answer.status >= 300) {
      await discard(answer.body);
      if (isNamed) yield { ...piece, warning: leftOutBecause(url, `it answered with HTTP status ${answer.status}`) };
      return;
    }
    for await (const { problem, ...listed } of parse(url, answer.body, maxBytes)) {
      isListing ||= listed.entries.length + listed.sitemaps.length > 0;
      const reason = isListing ? `The sitemap ${url} is incomplete: ${problem}.` : leftOutBecause(url, problem ?? "");
      const isWarned = problem !== undefined && (isListing || isNamed);
      yield { ...piece, ...listed, ...(isWarned ? { warning: reason } : {}) };
    }
  } catch (thrown) {
    signal.throwIfAborted();
    const reason = EngineError.is(thrown) ? thrown.message.replace(/\.$/, "") : "it could not be read";
    if (isListing) yield { ...piece, warning: `The sitemap ${url} is incomplete: ${reason}.` };
    // Nobody may have named it, but it was waited for.
    else if (isNamed || EngineError.is(thrown, "SCRAPE_TIMEOUT"))
      yield { ...piece, warning: leftOutBecause(url, reason) };
  }
}

function leftOutBecause(url: string, reason: string): string {
  return `The sitemap ${url} was left out: ${reason}.`;
}

/** Parses a body piece by piece; the last piece says what is wrong with the whole. Throws what reading the body throws. */
async function* parse(
  url: string,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<SitemapPiece & { readonly problem?: string | undefined }, void, undefined> {
  const reader = createSitemapReader(url);
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let size = 0;
  let problem: string | undefined;
  try {
    for await (const chunk of decompressed(body)) {
      size += chunk.length;
      if (size > maxBytes) {
        problem = `it is larger than ${maxBytes} bytes`;
        break;
      }
      decoder ??= new TextDecoder(encodingOf(chunk));
      reader.write(decoder.decode(chunk, { stream: true }));
      const piece = reader.take();
      if (piece.entries.length + piece.sitemaps.length > 0) yield piece;
      if (reader.isFull) break;
    }
  } catch (thrown) {
    if (size === 0 || EngineError.is(thrown)) throw thrown;
    problem = "its data breaks off";
  }
  const { problem: said, ...rest } = reader.end();
  yield { ...rest, problem: problem ?? said };
}

/**
 * A sitemap is UTF-8 (https://www.sitemaps.org/protocol.html), unless it begins with the mark of UTF-16, or declares
 * another charset, and its first piece is no UTF-8.
 */
function encodingOf(piece: Uint8Array): string {
  const [first, second] = piece;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  const declared = declaredCharset(piece) ?? "utf-8";
  return declared === "utf-8" || (piece.some((byte) => byte > 0x7f) && isUtf8(piece)) ? "utf-8" : declared;
}

function isUtf8(piece: Uint8Array): boolean {
  try {
    // The piece may end within a character.
    new TextDecoder("utf-8", { fatal: true }).decode(piece, { stream: true });
    return true;
  } catch {
    return false;
  }
}

async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}
