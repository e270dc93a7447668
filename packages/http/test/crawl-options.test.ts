import { createEngine } from "@garner/core";
import {
  contractClient,
  startCrawlSite,
  startHttpProxy,
  type ContractBody,
  type ContractClient,
  type CrawlPages,
  type CrawlSite,
} from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

const home = "http://shop.example.co.uk";

interface Service extends AsyncDisposable {
  readonly site: CrawlSite;
  readonly client: ContractClient;
}

/** A site that answers under every host name, through a proxy, and an engine that crawls it. */
async function start(pages: CrawlPages): Promise<Service> {
  const site = await startCrawlSite(pages);
  const proxy = await startHttpProxy({ port: Number(new URL(site.origin).port) });
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: {
      politeness: { startRate: 1000, maxRate: 1000, maxConcurrencyPerHost: 100 },
      proxy: { basic: proxy.url },
    },
  });
  return {
    site,
    client: contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) })),
    async [Symbol.asyncDispose]() {
      for (const each of [engine, proxy, site]) await each[Symbol.asyncDispose]();
    },
  };
}

/** What a crawl takes: paths of the shop, and whole URLs of other hosts. */
async function taken({ client }: Service, body: ContractBody): Promise<readonly string[]> {
  const { pages } = await client.run("/v2/crawl", body);
  return pages.map(({ metadata }) => metadata.url.replace(home, "")).toSorted();
}

interface OptionCase {
  /** The option, as it is sent. */
  readonly sent: ContractBody;
  /** What is sent with it and without it. */
  readonly beside?: ContractBody;
  readonly start?: string;
  readonly pages: CrawlPages;
  readonly takes: readonly string[];
  readonly otherwise: readonly string[];
}

const text = (lines: readonly string[], type = "text/plain") => ({ raw: { text: lines.join("\n"), type } });
const listing = (...urls: readonly string[]) =>
  text([`<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`], "application/xml");

const chain = { "/": { links: ["/a", "/b"] }, "/a": { links: ["/a/deep"] }, "/a/deep": { links: ["/a/deep/er"] } };
const below: CrawlPages = (path) =>
  path === "/robots.txt" ? undefined : ((chain as Record<string, object>)[path] ?? {});
const elsewhere: CrawlPages = {
  "/": {
    links: [
      "http://docs.example.co.uk/sibling",
      "http://example.co.uk/parent",
      "http://other.co.uk/other",
      "http://www.facebook.com/shop",
    ],
  },
  "/sibling": { links: ["http://docs.example.co.uk/more"] },
  "/more": {},
  "/parent": {},
  "/other": { links: ["http://other.co.uk/further", "http://third.test/third"] },
  "/further": {},
  "/third": {},
};
const guarded: CrawlPages = {
  "/robots.txt": text(["User-agent: *", "Disallow: /a", "", "User-agent: OtherBot", "Disallow: /b"]),
  "/": { links: ["/a", "/b"] },
  "/a": {},
  "/b": {},
};
const listed: CrawlPages = {
  "/robots.txt": text([`Sitemap: ${home}/sitemap-of-robots.xml`]),
  "/sitemap.xml": listing("/listed/1"),
  "/sitemap-of-robots.xml": listing("/listed/2"),
  "/": { links: ["/linked"] },
  "/linked": {},
  "/listed/1": {},
  "/listed/2": { links: ["/linked/from-listed"] },
  "/linked/from-listed": {},
};
const queries: CrawlPages = (path) => (path === "/" ? { links: ["/x?a=1", "/x?a=2", "/x"] } : {});
const variants = ["/x", "/x/", "/x/index.html", "/x?utm_source=mail"];

const cases: Readonly<Record<string, OptionCase>> = {
  "includePaths, unanchored": {
    sent: { includePaths: ["a/d"] },
    pages: { "/": { links: ["/a/deep", "/b"] }, "/a/deep": { links: ["/a/deep/er"] }, "/a/deep/er": {}, "/b": {} },
    takes: ["/a/deep", "/a/deep/er"],
    otherwise: ["/", "/a/deep", "/a/deep/er", "/b"],
  },
  "excludePaths, unanchored": {
    sent: { excludePaths: ["deep$", "^/b"] },
    pages: below,
    takes: ["/", "/a"],
    otherwise: ["/", "/a", "/a/deep", "/a/deep/er", "/b"],
  },
  "regexOnFullURL for excludePaths": {
    sent: { regexOnFullURL: true },
    beside: { excludePaths: ["a=1", "^/x$"] },
    pages: queries,
    takes: ["/", "/x", "/x?a=2"],
    otherwise: ["/"],
  },
  "regexOnFullURL for includePaths": {
    sent: { regexOnFullURL: true },
    beside: { includePaths: ["^http://shop\\.example\\.co\\.uk/(x|$)"] },
    pages: queries,
    takes: ["/", "/x", "/x?a=1", "/x?a=2"],
    otherwise: [],
  },
  "maxDiscoveryDepth 1": {
    sent: { maxDiscoveryDepth: 1 },
    pages: below,
    takes: ["/", "/a", "/b"],
    otherwise: ["/", "/a", "/a/deep", "/a/deep/er", "/b"],
  },
  "maxDiscoveryDepth 0": {
    sent: { maxDiscoveryDepth: 0 },
    pages: listed,
    takes: ["/"],
    otherwise: ["/", "/linked", "/linked/from-listed", "/listed/1", "/listed/2"],
  },
  "limit, of which what fails and what was seen before takes nothing": {
    sent: { limit: 3 },
    beside: { maxConcurrency: 1 },
    pages: {
      "/": { links: ["/broken", "/moved", "/a", "/b", "/c"] },
      "/broken": text(["?"], "application/x-own"),
      "/moved": { redirect: "/a" },
      "/a": {},
      "/b": {},
      "/c": {},
    },
    takes: ["/", "/a", "/b"],
    otherwise: ["/", "/a", "/b", "/c"],
  },
  crawlEntireDomain: {
    sent: { crawlEntireDomain: true },
    start: "/docs/a",
    pages: {
      "/docs/a": { links: ["/docs/a/b", "/docs/c", "/", "http://example.co.uk/parent"] },
      "/docs/a/b": {},
      "/docs/c": {},
      "/": {},
    },
    takes: ["/", "/docs/a", "/docs/a/b", "/docs/c"],
    otherwise: ["/docs/a", "/docs/a/b"],
  },
  "allowSubdomains, by the public suffix list": {
    sent: { allowSubdomains: true },
    pages: elsewhere,
    takes: ["/", "http://docs.example.co.uk/more", "http://docs.example.co.uk/sibling", "http://example.co.uk/parent"],
    otherwise: ["/"],
  },
  "allowExternalLinks, further than one hop, but not to social media": {
    sent: { allowExternalLinks: true },
    pages: elsewhere,
    takes: [
      "/",
      "http://docs.example.co.uk/more",
      "http://docs.example.co.uk/sibling",
      "http://example.co.uk/parent",
      "http://other.co.uk/further",
      "http://other.co.uk/other",
      "http://third.test/third",
    ],
    otherwise: ["/"],
  },
  ignoreRobotsTxt: {
    sent: { ignoreRobotsTxt: true },
    pages: guarded,
    takes: ["/", "/a", "/b"],
    otherwise: ["/", "/b"],
  },
  robotsUserAgent: {
    sent: { robotsUserAgent: "OtherBot" },
    pages: guarded,
    takes: ["/", "/a"],
    otherwise: ["/", "/b"],
  },
  "sitemap skip": {
    sent: { sitemap: "skip" },
    pages: listed,
    takes: ["/", "/linked"],
    otherwise: ["/", "/linked", "/linked/from-listed", "/listed/1", "/listed/2"],
  },
  "sitemap only": {
    sent: { sitemap: "only" },
    pages: listed,
    takes: ["/", "/listed/1", "/listed/2"],
    otherwise: ["/", "/linked", "/linked/from-listed", "/listed/1", "/listed/2"],
  },
  "sitemap include, which is the default": {
    sent: {},
    beside: { sitemap: "include" },
    pages: listed,
    takes: ["/", "/linked", "/linked/from-listed", "/listed/1", "/listed/2"],
    otherwise: ["/", "/linked", "/linked/from-listed", "/listed/1", "/listed/2"],
  },
  // crawl4ai#1047
  "deduplicateSimilarURLs on, which is the default, for www. too": {
    sent: { deduplicateSimilarURLs: true },
    pages: (path) =>
      path === "/" ? { links: ["http://www.shop.example.co.uk", "/x", "http://www.shop.example.co.uk/x"] } : {},
    takes: ["/", "/x"],
    otherwise: ["/", "/x"],
  },
  "deduplicateSimilarURLs off": {
    sent: { deduplicateSimilarURLs: false },
    pages: (path) => (path === "/" ? { links: variants } : {}),
    takes: ["/", ...variants].toSorted(),
    otherwise: ["/", "/x"],
  },
  ignoreQueryParameters: {
    sent: { ignoreQueryParameters: true },
    pages: queries,
    takes: ["/", "/x?a=1"],
    otherwise: ["/", "/x", "/x?a=1", "/x?a=2"],
  },
};

describe("a crawl's option decides what is taken:", () => {
  test.each(Object.entries(cases))(
    "%s",
    async (_name, { sent, beside = {}, start: path = "/", pages, ...expected }) => {
      await using service = await start(pages);
      const always = { url: `${home}${path}`, ...beside };
      expect(await taken(service, always)).toEqual(expected.otherwise);
      expect(await taken(service, { ...always, ...sent })).toEqual(expected.takes);
    },
  );

  test("a URL without a scheme gets http", async () => {
    await using service = await start({ "/": {} });
    expect(await taken(service, { url: "shop.example.co.uk" })).toEqual(["/"]);
  });
});
