import { expect, test } from "vitest";
import type { Job } from "../ports/job-store.ts";
import { compose, type Resources } from "../composition.ts";
import { parseRobots } from "../url/robots.ts";
import { crawlSitemaps } from "./sitemaps.ts";

interface Site {
  readonly url: string;
  readonly landing?: string;
  readonly robots?: string;
  readonly sitemaps: Readonly<Record<string, string>>;
  /** Those that its start page links to. */
  readonly linkedOnStart?: readonly string[];
  /** The status of what is not there; 404 by default. */
  readonly elsewhere?: number;
}

const listing = (...urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;

/** The entries that a crawl gets from the sitemaps of a site on no network, and the sitemaps it asked for. */
async function read(
  { url, landing = url, robots = "", sitemaps, linkedOnStart = [], elsewhere = 404 }: Site,
  settings: object = {},
) {
  const asked: string[] = [];
  const fetch = async (input: unknown) => {
    asked.push(String(input));
    const text = sitemaps[String(input)];
    return new Response(text ?? null, { status: text === undefined ? elsewhere : 200 });
  };
  const resources: Resources = {
    ...compose({ stores: { cache: false }, network: { politeness: { startRate: 1e6, maxRate: 1e6 } } }),
    siteFetch: fetch,
    robots: {
      read: ({ origin }) => Promise.resolve({ state: "known", rules: parseRobots(`${origin}/robots.txt`, robots) }),
    },
  };
  const base = new URL(url);
  // Only what sitemaps are read by.
  const job = { kind: "crawl", input: { url, sitemap: "include", ...settings } } as unknown as Job;
  const urls = new Set<string>();
  const unread: object[] = [];
  const turnAt = () => Promise.resolve({ done: () => Promise.resolve() });
  const { signal } = new AbortController();
  const search = { base, landing: new URL(landing), linkedOnStart, job, resources, turnAt, signal };
  for await (const found of crawlSitemaps(search)) {
    for (const each of found.urls) urls.add(each);
    unread.push(...found.unread);
  }
  return { urls: [...urls], asked: asked.toSorted(), inOrder: asked, unread };
}

test("a site's sitemaps are those that robots.txt names, and those at the usual places, each read once", async () => {
  const { urls, asked } = await read({
    url: "https://a.test/docs/",
    robots: "Sitemap: https://a.test/maps/index.xml\nSitemap: https://a.test/sitemap.xml",
    sitemaps: {
      "https://a.test/maps/index.xml":
        "<sitemapindex><sitemap><loc>/maps/1.xml</loc></sitemap><sitemap><loc>/sitemap.xml</loc></sitemap></sitemapindex>",
      "https://a.test/maps/1.xml": listing("https://a.test/docs/1", "https://a.test/docs/"),
      "https://a.test/sitemap.xml": listing("https://a.test/docs/2", "https://b.test/"),
      "https://a.test/docs/sitemap.xml": listing("https://a.test/docs/3"),
    },
  });
  expect(urls.toSorted()).toEqual([
    "https://a.test/docs/1",
    "https://a.test/docs/2",
    "https://a.test/docs/3",
    "https://b.test/",
  ]);
  expect(asked).toEqual([
    "https://a.test/docs/sitemap.xml",
    "https://a.test/maps/1.xml",
    "https://a.test/maps/index.xml",
    "https://a.test/sitemap.xml",
  ]);
});

test("the sitemaps of the host that the start leads to come first, and are enough if they list something", async () => {
  const site = { url: "https://a.test/docs/", landing: "https://www.a.test/docs/en" };
  const there = { "https://www.a.test/sitemap.xml": listing("https://www.a.test/docs/1") };
  const here = { "https://a.test/sitemap.xml": listing("https://a.test/docs/2") };
  const { urls, asked } = await read({ ...site, sitemaps: { ...there, ...here } });
  expect(urls).toEqual(["https://www.a.test/docs/1"]);
  expect(asked).toEqual(["https://www.a.test/docs/sitemap.xml", "https://www.a.test/sitemap.xml"]);
  expect((await read({ ...site, sitemaps: here })).urls).toEqual(["https://a.test/docs/2"]);
});

test("of a subdomain, the parent domain's sitemap counts as far as it lists the subdomain", async () => {
  const sitemaps = {
    "https://example.co.uk/sitemap.xml": listing("https://docs.example.co.uk/a", "https://example.co.uk/b"),
  };
  expect((await read({ url: "https://docs.example.co.uk/", sitemaps })).urls).toEqual(["https://docs.example.co.uk/a"]);
  for (const url of ["https://someone.github.io/", "https://www.example.co.uk/", "http://127.0.0.1:81/"]) {
    const { asked } = await read({ url, sitemaps });
    expect(asked.filter((each) => !each.startsWith(url))).toEqual([]);
  }
});

const further = ["/sitemap_index.xml", "/wp-sitemap.xml", "/sitemap-index.xml", "/sitemap.xml.gz", "/sitemap.txt"];

test("where the usual places have none, others are asked one by one, until one lists a page", async () => {
  const index = "<sitemapindex><sitemap><loc>/wp-sitemap-posts.xml</loc></sitemap></sitemapindex>";
  const sitemaps = {
    "https://a.test/wp-sitemap.xml": index,
    "https://a.test/wp-sitemap-posts.xml": listing("https://a.test/post"),
  };
  const { urls, inOrder, unread } = await read({ url: "https://a.test/", sitemaps });
  expect(urls).toEqual(["https://a.test/post"]);
  const paths = ["/sitemap.xml", "/sitemap_index.xml", "/wp-sitemap.xml", "/wp-sitemap-posts.xml"];
  expect(inOrder).toEqual(paths.map((path) => `https://a.test${path}`));
  expect(unread).toEqual([]);
  const none = await read({ url: "https://a.test/", sitemaps: {} });
  expect(none.inOrder).toEqual(["/sitemap.xml", ...further].map((path) => `https://a.test${path}`));
});

test("a host that is in trouble is asked at no further place", async () => {
  const { asked } = await read({ url: "https://a.test/", sitemaps: {}, elsewhere: 500 });
  expect(asked).toEqual(["https://a.test/sitemap.xml"]);
});

test("a sitemap that the start page links to is read with the others, and not missed if it is for people", async () => {
  const linkedOnStart = ["https://a.test/map.xml", "https://a.test/map-for-people"];
  const sitemaps = {
    "https://a.test/map.xml": listing("https://a.test/x"),
    "https://a.test/map-for-people": "<html><body><h1>Sitemap</h1></body></html>",
  };
  const { urls, asked, unread } = await read({ url: "https://a.test/", sitemaps, linkedOnStart });
  expect(urls).toEqual(["https://a.test/x"]);
  expect(asked).toEqual(["https://a.test/map-for-people", "https://a.test/map.xml", "https://a.test/sitemap.xml"]);
  expect(unread).toEqual([]);
});

test("a start URL that is a sitemap itself is read as one", async () => {
  const start = "https://a.test/special.xml";
  expect((await read({ url: start, sitemaps: { [start]: listing("https://a.test/x") } })).urls).toEqual([
    "https://a.test/x",
  ]);
});

test("those that something names and that can't be read are told with the reason, and guesses are not", async () => {
  const { unread } = await read({
    url: "https://a.test/",
    robots: "Sitemap: https://a.test/gone.xml\nSitemap: https://a.test/broken.xml",
    sitemaps: { "https://a.test/broken.xml": `${listing("https://a.test/x").slice(0, -9)}<url><loc` },
  });
  expect(unread).toContainEqual({
    url: "https://a.test/gone.xml",
    detail: "The sitemap https://a.test/gone.xml was left out: it answered with HTTP status 404.",
  });
  expect(unread.every((each) => !("url" in each) || each.url !== "https://a.test/sitemap.xml")).toBe(true);
});

test("none is read if none is wanted, or nothing but the start page", async () => {
  const site = { url: "https://a.test/", sitemaps: { "https://a.test/sitemap.xml": listing("https://a.test/x") } };
  expect((await read(site, { sitemap: "skip" })).asked).toEqual([]);
  expect((await read(site, { maxDiscoveryDepth: 0 })).asked).toEqual([]);
});
