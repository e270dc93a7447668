import { gzipSync } from "node:zlib";
import { startBareServer } from "@garner/testkit/site";
import fc from "fast-check";
import Sitemapper from "sitemapper";
import { expect, test } from "vitest";
import { readSitemaps } from "./read-sitemaps.ts";

// What publishing systems write. Of anything else (text, feeds, broken files, circles) sitemapper gives nothing, or never
// ends: see docs/decisions/0010-sitemaps.md.

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("'", "&apos;");

const address = fc
  .tuple(
    fc.webPath(),
    fc.array(fc.tuple(fc.constantFrom("a", "b", "utm_source"), fc.stringMatching(/^[a-z0-9]{1,4}$/))),
  )
  .map(([path, query]) => path + (query.length === 0 ? "" : `?${query.map((pair) => pair.join("=")).join("&")}`));
const space = fc.constantFrom("", "\n", "\n    ");
const more = fc.constantFrom(
  "",
  "<lastmod>2026-01-02</lastmod>",
  "<changefreq>daily</changefreq><priority>0.8</priority>",
  "<image:image><image:loc>https://cdn.example/a.png</image:loc></image:image>",
);

interface SitemapFile {
  readonly body: string;
  readonly isZipped: boolean;
}

const heads = fc.constantFrom(
  '<?xml version="1.0" encoding="UTF-8"?>\n',
  "",
  "<?xml version='1.0'?><!-- made by hand -->",
);
const entry = fc.tuple(address, space, more, fc.boolean());
const names =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"';

/** A sitemap, of whichever site. */
const sitemap = fc
  .tuple(heads, fc.array(entry, { minLength: 1, maxLength: 30 }), fc.boolean())
  .map(([head, entries, isZipped]) => (origin: string): SitemapFile => {
    const urls = entries.map(([path, gap, extra, isRaw]) => {
      const loc = isRaw ? `<![CDATA[${origin}${path}]]>` : escapeXml(origin + path);
      return `<url>${gap}<loc>${loc}</loc>${extra}${gap}</url>`;
    });
    return { body: `${head}<urlset ${names}>${urls.join("\n")}</urlset>`, isZipped };
  });

const indexOf = (addresses: readonly string[]) =>
  `<?xml version="1.0"?><sitemapindex>${addresses.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join("")}</sitemapindex>`;

test("ordinary sitemaps and indexes give what sitemapper finds in them", { timeout: 120_000 }, async () => {
  const files = new Map<string, SitemapFile>();
  await using server = await startBareServer((request, response) => {
    const file = files.get(request.url ?? "");
    if (file === undefined) response.writeHead(404).end();
    else response.end(file.isZipped ? gzipSync(file.body) : file.body);
  });
  const { origin } = server;
  const open = async (url: string, signal: AbortSignal) => {
    const { status, body } = await fetch(url, { signal });
    return { status, body: body ?? new ReadableStream<Uint8Array>() };
  };
  const ours = async (url: string) => {
    const found: string[] = [];
    for await (const { entries } of readSitemaps([url], { open, signal: new AbortController().signal }))
      found.push(...entries.map((listed) => listed.url));
    return [...new Set(found)].toSorted();
  };
  const theirs = async (url: string) => {
    const { sites, errors } = await new Sitemapper({ url, timeout: 30_000, retries: 0 }).fetch();
    expect(errors).toEqual([]);
    return [...new Set(sites.map((site) => new URL(String(site).trim()).href))].toSorted();
  };

  await fc.assert(
    fc.asyncProperty(fc.array(sitemap, { minLength: 1, maxLength: 4 }), async (sitemaps) => {
      files.clear();
      for (const [number, fileOf] of sitemaps.entries()) files.set(`/${number}.xml`, fileOf(origin));
      const children = [...files.keys()].map((path) => origin + path);
      files.set("/index.xml", { body: indexOf(children), isZipped: false });
      for (const url of [`${origin}/index.xml`, ...children]) expect(await ours(url)).toEqual(await theirs(url));
    }),
    { numRuns: 25 },
  );
});
