import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { sitemapLocations } from "./locations.ts";
import { readSitemaps, type ReadSitemap, type SitemapReading } from "./read-sitemaps.ts";

const site = "https://shop.example";

/** A site held in memory; what it does not hold is missing. */
function siteOf(files: Readonly<Record<string, string | Uint8Array>>) {
  const asked: string[] = [];
  const open: SitemapReading["open"] = async (url) => {
    asked.push(url);
    const file = files[new URL(url).pathname];
    async function* body() {
      const bytes = typeof file === "string" ? Buffer.from(file) : (file ?? Buffer.from("nothing here"));
      for (let index = 0; index < bytes.length; index += 1000) yield bytes.subarray(index, index + 1000);
    }
    return { status: file === undefined ? 404 : 200, body: body() };
  };
  return { open, asked };
}

async function readAll(urls: readonly string[], reading: Omit<SitemapReading, "signal">) {
  const all: ReadSitemap[] = [];
  for await (const sitemap of readSitemaps(urls, { signal: AbortSignal.timeout(10_000), ...reading }))
    all.push(sitemap);
  return {
    urls: all.flatMap((sitemap) => sitemap.entries.map((entry) => entry.url)),
    warnings: all.flatMap((sitemap) => sitemap.warning ?? []),
  };
}

const urlset = (...paths: readonly string[]) =>
  `<urlset>${paths.map((path) => `<url><loc>${site}${path}</loc></url>`).join("")}</urlset>`;
const index = (...paths: readonly string[]) =>
  `<sitemapindex>${paths.map((path) => `<sitemap><loc>${site}${path}</loc></sitemap>`).join("")}</sitemapindex>`;

test("an index that lists itself ends, and every sitemap is read once", async () => {
  const { open, asked } = siteOf({ "/i.xml": index("/i.xml", "/a.xml", "/a.xml#again"), "/a.xml": urlset("/1") });
  expect(await readAll([`${site}/i.xml`], { open })).toEqual({ urls: [`${site}/1`], warnings: [] });
  expect(asked.length).toBe(2);
});

test("gzip is recognised by its bytes", async () => {
  const { open } = siteOf({ "/a.xml": gzipSync(urlset("/1", "/2")) });
  expect((await readAll([`${site}/a.xml`], { open })).urls).toEqual([`${site}/1`, `${site}/2`]);
});

test("the mark of UTF-16 is obeyed", async () => {
  const { open } = siteOf({ "/a.xml": Buffer.from(`\uFEFF${urlset("/1")}`, "utf16le") });
  expect((await readAll([`${site}/a.xml`], { open })).urls).toEqual([`${site}/1`]);
});

test.each([
  ["latin1", "caf%C3%A9"],
  ["utf8", "caf%C3%A9"],
] as const)("a declared charset is obeyed, unless the bytes are UTF-8: %s", async (encoding, path) => {
  const declared = `<?xml version="1.0" encoding="ISO-8859-1"?>${urlset("/café")}`;
  const { open } = siteOf({ "/a.xml": Buffer.from(declared, encoding) });
  expect((await readAll([`${site}/a.xml`], { open })).urls).toEqual([`${site}/${path}`]);
});

test("a decompression bomb stops at the limit", async () => {
  const bomb = gzipSync(
    Buffer.concat([Buffer.from(urlset("/1").replace("</urlset>", "")), Buffer.alloc(30_000_000, " ")]),
  );
  const { open } = siteOf({ "/a.xml": bomb });
  const { urls, warnings } = await readAll([`${site}/a.xml`], { open, maxBytes: 1_000_000 });
  expect(urls).toEqual([`${site}/1`]);
  expect(warnings).toEqual([expect.stringMatching(/larger than 1000000 bytes/)]);
});

test("truncated gzip gives what could be read", async () => {
  const paths = Array.from({ length: 5000 }, (_, page) => `/product-${page}-${Math.imul(page, 2_654_435_761)}`);
  const whole = gzipSync(urlset(...paths));
  const { open } = siteOf({ "/a.xml": whole.subarray(0, whole.length / 2) });
  const { urls, warnings } = await readAll([`${site}/a.xml`], { open });
  expect(urls.length).toBeGreaterThan(100);
  expect(warnings).toEqual([expect.stringMatching(/incomplete/)]);
});

test("a missing child is a warning and does not stop the others", async () => {
  const { open } = siteOf({ "/i.xml": index("/gone.xml", "/a.xml"), "/a.xml": urlset("/1") });
  const { urls, warnings } = await readAll([`${site}/i.xml`], { open });
  expect(urls).toEqual([`${site}/1`]);
  expect(warnings).toEqual([expect.stringMatching(/gone\.xml was left out: it answered with HTTP status 404/)]);
});

test("a guess that is missing is no warning", async () => {
  expect(await readAll([`${site}/a.xml`], { ...siteOf({}), guesses: new Set([`${site}/a.xml`]) })).toEqual({
    urls: [],
    warnings: [],
  });
});

test("the number of sitemaps and of entries is limited, with a warning", async () => {
  const children = Array.from({ length: 20 }, (_, child) => `/${child}.xml`);
  const files = Object.fromEntries(children.map((path) => [path, urlset(`${path}/1`, `${path}/2`)]));
  const { open, asked } = siteOf({ "/i.xml": index(...children), ...files });
  const few = await readAll([`${site}/i.xml`], { open, maxSitemaps: 6 });
  expect(asked.length).toBe(6);
  expect(few.warnings).toEqual([expect.stringMatching(/first 6 sitemaps/)]);
  const short = await readAll([`${site}/i.xml`], { open, maxEntries: 5 });
  expect(short.urls.length).toBe(5);
});

test("an endless chain of indexes ends, and so does an endless tree of them", async () => {
  let asked = 0;
  const openIndex = (children: (url: string) => readonly string[]): SitemapReading["open"] => {
    asked = 0;
    return async (url) => {
      asked += 1;
      const listed = children(url).map((child) => `<sitemap><loc>${child}</loc></sitemap>`);
      async function* body() {
        yield Buffer.from(`<sitemapindex>${listed.join("")}</sitemapindex>`);
      }
      return { status: 200, body: body() };
    };
  };
  const chain = await readAll([`${site}/i.xml`], { open: openIndex((url) => [`${url}x`]) });
  expect(asked).toBe(6);
  expect(chain.warnings).toEqual([expect.stringContaining("first 5 levels")]);
  const tree = await readAll([`${site}/i.xml`], {
    open: openIndex((url) => ["a", "b", "c", "d", "e"].map((name) => `${url}${name}`)),
    maxSitemaps: 40,
  });
  expect(asked).toBe(40);
  expect(tree.warnings).toEqual([expect.stringContaining("first 40 sitemaps")]);
});

test("whoever has enough hangs up on a sitemap that never ends", async () => {
  let isHungUp = false;
  const open: SitemapReading["open"] = async (_url, signal) => {
    async function* body() {
      yield Buffer.from("<urlset>");
      for (let number = 0; ; number += 1) {
        if (signal.aborted) throw new Error("aborted");
        yield Buffer.from(`<url><loc>${site}/${number}</loc></url>`);
      }
    }
    signal.addEventListener("abort", () => (isHungUp = true));
    return { status: 200, body: body() };
  };
  const found: string[] = [];
  for await (const { entries } of readSitemaps([`${site}/a.xml`], { open, signal: new AbortController().signal })) {
    found.push(...entries.map(({ url }) => url));
    if (found.length >= 10) break;
  }
  expect(found).toHaveLength(10);
  expect(isHungUp).toBe(true);
  const all = await readAll([`${site}/a.xml`], { open });
  expect(all.urls).toHaveLength(50_000);
  expect(all.warnings).toEqual([expect.stringMatching(/more than 50000 addresses/)]);
});

test("sitemaps are looked for where robots.txt says, and in the usual places", () => {
  const named = ["https://cdn.example/s.xml"];
  expect(sitemapLocations(new URL(`${site}/docs/index.html`), named)).toMatchObject({
    named,
    usual: [`${site}/docs/sitemap.xml`, `${site}/sitemap.xml`],
  });
  expect(sitemapLocations(new URL(`${site}/news-sitemap.xml`), []).named).toEqual([`${site}/news-sitemap.xml`]);
});
