import { startCrawlSite, type CrawlPages, type CrawlSite } from "@garner/testkit/site";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEngine, type Engine } from "../../src/index.ts";
import { unlimitedPoliteness } from "./unlimited.ts";

/** A link to a page of the site, in one of the spellings that mean the same page unless told otherwise. */
interface Link {
  readonly path: string;
  readonly spelling: string;
}

interface Graph {
  readonly pages: Readonly<Record<string, readonly Link[]>>;
  readonly start: string;
  readonly options: Options;
}

interface Options {
  readonly crawlEntireDomain: boolean;
  readonly deduplicateSimilarURLs: boolean;
  readonly ignoreQueryParameters: boolean;
  readonly limit: number;
  readonly includePaths: string[] | undefined;
  readonly excludePaths: string[] | undefined;
  readonly maxDiscoveryDepth: number | undefined;
}

const names = ["", "/a", "/b", "/a/b", "/a/c", "/b/a", "/ab"];
/** As what a variant counts by default, and when similar URLs are different pages. */
const spellings: Readonly<Record<string, string>> = {
  "": "",
  "#part": "",
  "?": "",
  "/": "/",
  "/index.html": "/index.html",
  "?utm_source=mail": "?utm_source=mail",
  "?q=1": "?q=1",
};
const patterns = fc.option(fc.uniqueArray(fc.constantFrom("^/a", "b", "^/$", "/c"), { maxLength: 2 }), {
  nil: undefined,
});
const link: fc.Arbitrary<Link> = fc.record({
  path: fc.constantFrom(...names),
  spelling: fc.constantFrom(...Object.keys(spellings)),
});
const graph: fc.Arbitrary<Graph> = fc.record({
  pages: fc.record(Object.fromEntries(names.map((name) => [name, fc.array(link, { maxLength: 5 })]))),
  start: fc.constantFrom("", "/a"),
  options: fc.record({
    crawlEntireDomain: fc.boolean(),
    deduplicateSimilarURLs: fc.boolean(),
    ignoreQueryParameters: fc.boolean(),
    limit: fc.constantFrom(1, 3, 1000),
    includePaths: patterns,
    excludePaths: patterns,
    maxDiscoveryDepth: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
  }),
});

let site: CrawlSite;
let engine: Engine;
let served: Graph;
const pages: CrawlPages = (asked) => {
  if (asked === "/robots.txt") return undefined;
  const links = served.pages[pageOf(asked)];
  return links && { links: links.map(hrefOf) };
};
beforeAll(async () => {
  site = await startCrawlSite(pages);
  engine = createEngine({
    stores: { cache: false },
    policy: { allowPrivateNetworks: true },
    network: { politeness: unlimitedPoliteness },
  });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** The page that an address shows, whatever its spelling. */
function pageOf(address: string): string {
  return address.replace(/[?#].*$/, "").replace(/\/(?:index\.html)?$/, "");
}

function hrefOf({ path, spelling }: Link): string {
  return path === "" && !spelling.startsWith("/") ? `/${spelling}` : path + spelling;
}

/** The address that is fetched for a link. */
function addressOf(each: Link): string {
  const { pathname, search } = new URL(hrefOf({ ...each, spelling: spellings[each.spelling] ?? "" }), "http://site");
  return pathname + search;
}

/** What tells pages apart. */
function identityOf(address: string, { deduplicateSimilarURLs, ignoreQueryParameters }: Options): string {
  const path = deduplicateSimilarURLs ? pageOf(address) : address.replace(/\?.*$/, "");
  if (ignoreQueryParameters || (deduplicateSimilarURLs && !address.includes("?q=1"))) return path;
  return path + new URL(address, "http://site").search;
}

function isAllowed(address: string, { start, options }: Graph): boolean {
  const path = address.replace(/\?.*$/, "");
  const home = start === "" ? "/" : start;
  const isBelow = options.crawlEntireDomain || home === "/" || path === home || path.startsWith(`${home}/`);
  const { includePaths = [], excludePaths = [] } = options;
  const matches = (list: readonly string[]) => list.some((pattern) => new RegExp(pattern).test(path));
  return isBelow && !matches(excludePaths) && (includePaths.length === 0 || matches(includePaths));
}

/** Identities of the pages that a crawl may take, by breadth-first search. */
function reachable(all: Graph): ReadonlySet<string> {
  const { options, start } = all;
  const first = start === "" ? "/" : start;
  const seen = new Set([identityOf(first, options)]);
  let level = [first];
  for (let depth = 0; level.length > 0 && depth < (options.maxDiscoveryDepth ?? Infinity); depth += 1) {
    const next: string[] = [];
    for (const each of level.flatMap((address) => all.pages[pageOf(address)] ?? [])) {
      const address = addressOf(each);
      const identity = identityOf(address, options);
      if (seen.has(identity) || !isAllowed(address, all)) continue;
      seen.add(identity);
      next.push(address);
    }
    level = next;
  }
  return seen;
}

test("a crawl takes what its options reach, each page once, and accounts for everything else that it saw", async () => {
  await fc.assert(
    fc.asyncProperty(graph, async (all) => {
      served = all;
      const { options, start } = all;
      const first = start === "" ? "/" : start;
      const {
        id,
        pages: found,
        ...status
      } = await engine
        .crawl({
          url: site.origin + first,
          sitemap: "skip",
          ...options,
        })
        .result();
      const expected = new Set(reachable(all));
      // The start page leads on whatever the patterns say of it.
      const isStartTaken = isAllowed(first, all);
      if (!isStartTaken) expected.delete(identityOf(first, options));

      const taken = found.map(({ metadata }) => (metadata.sourceURL ?? "").slice(site.origin.length));
      const identities = taken.map((address) => identityOf(address, options));
      expect(new Set(identities).size).toBe(taken.length);
      for (const identity of identities) expect(expected).toContain(identity);
      expect(taken.length).toBe(Math.min(expected.size, options.limit));
      expect(status).toMatchObject({ completed: taken.length, total: taken.length, failed: isStartTaken ? 0 : 1 });

      const { decisions } = await engine.jobs.explain({ id });
      const accounted = new Set([...taken, first, ...decisions.map(({ url }) => url.slice(site.origin.length))]);
      const read = [...taken, first];
      const saw = read.flatMap((address) => all.pages[pageOf(address)] ?? []).map((each) => addressOf(each));
      for (const address of saw) expect(accounted).toContain(address);
      expect(new Set(decisions.map(({ url }) => url)).size).toBe(decisions.length);
      for (const { url } of decisions) expect(taken).not.toContain(url.slice(site.origin.length));
    }),
    { numRuns: 150 },
  );
}, 600_000);
