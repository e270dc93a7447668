import { EngineError } from "../errors.ts";
import { canonicalUrl } from "../url/canonical.ts";
import { createSitemapReader, type SitemapDocument, type SitemapEntry } from "./sitemap.ts";
import { decompressed } from "./decompress.ts";

/** An answer whose body is read as it comes. */
export interface StreamedAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/** Fetches something for reading as it comes. Must go through the egress guard. */
export type OpenUrl = (url: string, signal: AbortSignal) => Promise<StreamedAnswer>;

/** One sitemap that was read, or could not be. */
export interface ReadSitemap {
  readonly url: string;
  readonly entries: readonly SitemapEntry[];
  /** What the caller should know, in plain words: the sitemap is broken, or a limit was reached. */
  readonly warning?: string | undefined;
}

/** Where sitemaps come from, and how much of them is read. */
export interface SitemapReading {
  readonly open: OpenUrl;
  readonly signal: AbortSignal;
  /** Whether a sitemap that does not exist is worth a warning: yes for those that somebody named, no for guesses. */
  readonly warnOfMissing?: boolean | undefined;
  /** Most sitemaps to read, indexes included; 500 by default. */
  readonly maxSitemaps?: number | undefined;
  /** Most entries to read in all; 200,000 by default. */
  readonly maxEntries?: number | undefined;
  /** Most bytes of one sitemap after decompression; 100 MB by default. */
  readonly maxBytes?: number | undefined;
}

const concurrentSitemaps = 4;

/**
 * Reads sitemaps and, where they are indexes, what they list, each once, in no promised order. One that is missing or
 * broken doesn't stop the others. Ends at its limits with a warning. Throws only what `signal` gives as its reason.
 */
export async function* readSitemaps(
  urls: readonly string[],
  reading: SitemapReading,
): AsyncGenerator<ReadSitemap, void, undefined> {
  const { signal, maxSitemaps = 500, maxEntries = 200_000 } = reading;
  const seen = new Set<string>();
  const waiting: Waiting[] = [];
  const open = new Set<Promise<Arrived>>();
  let entryCount = 0;
  const admit = (url: string, isNamed: boolean) => {
    const key = URL.canParse(url) ? canonicalUrl(new URL(url)) : url;
    if (seen.has(key)) return;
    seen.add(key);
    waiting.push({ url, isNamed });
  };
  const isFull = () => entryCount >= maxEntries;
  const start = (next: Waiting) => {
    const arriving: Promise<Arrived> = readSitemap(next, reading).then((arrived) => ({ ...arrived, arriving }));
    open.add(arriving);
  };
  for (const url of urls) admit(url, reading.warnOfMissing ?? true);

  let started = 0;
  while (waiting.length > 0 || open.size > 0) {
    signal.throwIfAborted();
    while (open.size < concurrentSitemaps && started < maxSitemaps && !isFull()) {
      const next = waiting.shift();
      if (next === undefined) break;
      started += 1;
      start(next);
    }
    if (open.size === 0) {
      const limit = isFull() ? `${maxEntries} pages` : `${maxSitemaps} sitemaps`;
      yield {
        url: waiting[0]?.url ?? "",
        entries: [],
        warning: `Only the first ${limit} of the site's sitemaps were read.`,
      };
      return;
    }
    const arrived = await Promise.race(open);
    open.delete(arrived.arriving);
    for (const child of arrived.sitemaps) admit(child, true);
    const entries = arrived.entries.slice(0, maxEntries - entryCount);
    entryCount += entries.length;
    yield { url: arrived.url, entries, ...(arrived.warning === undefined ? {} : { warning: arrived.warning }) };
  }
}

interface Waiting {
  readonly url: string;
  readonly isNamed: boolean;
}

interface Outcome extends ReadSitemap {
  readonly sitemaps: readonly string[];
}

interface Arrived extends Outcome {
  readonly arriving: Promise<Arrived>;
}

async function readSitemap({ url, isNamed }: Waiting, reading: SitemapReading): Promise<Outcome> {
  const { open, signal, maxBytes = 100 * 1024 * 1024 } = reading;
  const nothing = { url, entries: [], sitemaps: [] };
  const warn = (reason: string) =>
    isNamed ? { ...nothing, warning: `The sitemap ${url} was left out: ${reason}.` } : nothing;
  try {
    const answer = await open(url, signal);
    if (answer.status < 200 || answer.status >= 300) {
      await discard(answer.body);
      return warn(`it answered with HTTP status ${answer.status}`);
    }
    const { document, problem = document.problem } = await parse(url, answer.body, maxBytes);
    if (problem === undefined) return { url, ...document };
    if (document.entries.length + document.sitemaps.length === 0) return warn(problem);
    return { url, ...document, warning: `The sitemap ${url} is incomplete: ${problem}.` };
  } catch (thrown) {
    signal.throwIfAborted();
    return warn(EngineError.is(thrown) ? thrown.message.replace(/\.$/, "") : "it could not be read");
  }
}

async function parse(
  url: string,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ readonly document: SitemapDocument; readonly problem?: string }> {
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
    }
  } catch (thrown) {
    if (size === 0) throw thrown;
    problem = "its data breaks off";
  }
  const document = reader.end();
  return { document, ...(problem === undefined ? {} : { problem }) };
}

/** A sitemap is UTF-8 (https://www.sitemaps.org/protocol.html), unless it begins with the mark of UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

async function discard(body: AsyncIterable<Uint8Array>): Promise<void> {
  await body[Symbol.asyncIterator]().return?.();
}
