import { gunzipSync } from "node:zlib";
import type { Resources } from "../resources.ts";
import { createSitemapReader, type SitemapDocument } from "../url/sitemap.ts";
import type { CrawlSettings } from "./settings.ts";

const mostSitemaps = 20;
const mostUrls = 1_000_000;
const totalTimeoutMs = 120_000;
const maxDocumentBytes = 60 * 1024 * 1024;

interface SitemapSearch {
  readonly base: URL;
  readonly settings: CrawlSettings;
  readonly resources: Resources;
  readonly signal: AbortSignal;
}

/**
 * The URLs that a site's sitemaps list: those robots.txt names, and the usual places below the start URL and at the root
 * (contract §4.3). A sitemap that cannot be read lists nothing.
 */
export async function readSitemaps(search: SitemapSearch): Promise<readonly string[]> {
  const { base, settings, resources, signal } = search;
  if (settings.sitemap === "skip" || settings.maxDiscoveryDepth === 0) return [];
  const within = AbortSignal.any([signal, resources.clock.deadline(totalTimeoutMs)]);
  const waiting = new Set(await sitemapPlaces(search));
  const urls = new Set<string>();
  // A set grows while it is walked: nested sitemaps come after those that name them, each once.
  let count = 0;
  for (const place of waiting) {
    if ((count += 1) > mostSitemaps || urls.size >= mostUrls || within.aborted) break;
    const sitemap = await readSitemap(place, resources, within);
    for (const { url } of sitemap?.entries ?? []) urls.add(url);
    for (const nested of sitemap?.sitemaps ?? []) waiting.add(nested);
  }
  signal.throwIfAborted();
  urls.delete(base.href);
  return [...urls];
}

async function sitemapPlaces({ base, settings, resources, signal }: SitemapSearch): Promise<readonly string[]> {
  const robots = await resources.robots.read(base, signal);
  const named = typeof robots !== "number" && robots.state === "known" ? robots.rules.sitemaps : [];
  if (/\.xml(?:\.gz)?$/i.test(base.pathname)) return [base.href, ...named];
  const below = new URL(settings.url).pathname.replace(/\/?$/, "/sitemap.xml");
  return [...named, new URL(below, base).href, new URL("/sitemap.xml", base).href];
}

async function readSitemap(
  url: string,
  { fetch }: Resources,
  signal: AbortSignal,
): Promise<SitemapDocument | undefined> {
  try {
    const response = await fetch(url, { signal });
    if (!response.ok) {
      await response.body?.cancel();
      return undefined;
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
    const reader = createSitemapReader(url);
    reader.write(new TextDecoder().decode(isGzip ? gunzipSync(bytes, { maxOutputLength: maxDocumentBytes }) : bytes));
    return reader.end();
  } catch {
    return undefined; // the crawl goes on without it
  }
}
