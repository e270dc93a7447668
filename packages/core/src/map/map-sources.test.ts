import { page, send, startBareServer, startFixtureSite, type PageRoutes } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine } from "../engine.ts";
import { EngineError } from "../errors.ts";
import { memoryLimiter } from "../memory/limiter.ts";
import { memoryPageIndex } from "../page-index/memory-page-index.ts";
import type { Limiter } from "../ports/limiter.ts";
import type { SearchProvider, SearchQuery } from "../ports/search-provider.ts";
import type { EngineConfig } from "../config.ts";
import type { MapRequest } from "../schema/map.ts";

const quick = { startRate: 1000, maxRate: 1000 } as const;
const config: EngineConfig = { policy: { allowPrivateNetworks: true }, network: { politeness: quick } };

async function mapOf(request: MapRequest, more: EngineConfig = {}) {
  await using engine = createEngine({ ...config, ...more });
  return await engine.map(request);
}

const withLinks = (...paths: readonly string[]): PageRoutes => ({
  "": (exchange) => send(exchange, page("Home", paths.map((path) => `<a href="${path}">${path}</a>`).join(" "))),
  "robots.txt": (exchange) => send(exchange, "", { type: "text/plain" }),
});

function engineOf(answer: SearchProvider["search"]) {
  const asked: SearchQuery[] = [];
  const provider: SearchProvider = {
    name: "Scripted",
    sources: new Set(["web"] as const),
    operators: new Set(["site"] as const),
    search(query, signal) {
      asked.push(query);
      return answer(query, signal);
    },
  };
  return { provider, asked };
}

test("a search engine is asked for pages of the site, which come first when something is searched", async () => {
  await using site = await startFixtureSite({ routes: withLinks("/pricing-old", "/about") });
  const { provider, asked } = engineOf(async () => ({
    hits: [
      { url: `${site.origin}/plans`, title: "What it costs", description: "Plans and prices" },
      { url: "https://elsewhere.example/pricing", title: "Another site" },
    ],
    warnings: [],
  }));
  const { links } = await mapOf({ url: site.origin, search: "pricing" }, { search: provider });
  expect(links).toEqual([
    { url: `${site.origin}/plans`, title: "What it costs", description: "Plans and prices" },
    { url: `${site.origin}/pricing-old`, title: "/pricing-old" },
  ]);
  expect(asked).toMatchObject([{ text: "pricing site:127.0.0.1", source: "web" }]);
});

test("a search engine that fails is a warning, and sitemap: only asks none", async () => {
  await using site = await startFixtureSite({ routes: withLinks("/about") });
  const { provider, asked } = engineOf(async () => {
    throw new EngineError("PROVIDER_FAILED", "Scripted is blocked for now.");
  });
  const { links, warning } = await mapOf({ url: site.origin }, { search: provider });
  expect(links.length).toBe(2);
  expect(warning).toMatch(/Scripted is blocked/);
  await mapOf({ url: site.origin, sitemap: "only" }, { search: provider });
  expect(asked.length).toBe(1);
});

test("a start URL that leads to another site maps that one", async () => {
  await using site = await startFixtureSite({ routes: withLinks("/about") });
  await using old = await startFixtureSite({
    routes: {
      "": (exchange) => send(exchange, "", { status: 301, headers: { location: `${site.origin}/` } }),
    },
  });
  const { links } = await mapOf({ url: old.origin });
  expect(links.map((link) => link.url)).toEqual([site.origin, `${site.origin}/about`]);
});

const listing = (...urls: readonly string[]) =>
  `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;

test.each(["include", "only"] as const)(
  "sitemap: %s reads the sitemaps of the host that the start leads to, which robots.txt names there or which lie there",
  async (sitemap) => {
    const host = (name: string): string => `http://${name}:${server.port}`;
    const answers: Readonly<Record<string, string>> = {
      "www.named.test/robots.txt": "User-agent: *\nAllow: /\nSitemap: /map.xml",
      "www.usual.test/robots.txt": "User-agent: *\nAllow: /",
    };
    await using server = await startBareServer((request, response) => {
      const [name = ""] = (request.headers.host ?? "").split(":");
      const place = `${name}${request.url}`;
      const isSitemap = place === "www.named.test/map.xml" || place === "www.usual.test/sitemap.xml";
      const body = isSitemap ? listing(`${host(name)}/listed`) : answers[place];
      if (request.url === "/" && !name.startsWith("www."))
        response.writeHead(301, { location: `${host(`www.${name}`)}/` }).end();
      else if (request.url === "/") response.writeHead(200, { "content-type": "text/html" }).end(page("Home", ""));
      else if (body === undefined) response.writeHead(404).end();
      else response.writeHead(200, { "content-type": isSitemap ? "application/xml" : "text/plain" }).end(body);
    });
    const network = { politeness: quick, resolver: async () => [{ address: "127.0.0.1", family: 4 as const }] };
    for (const name of ["named.test", "usual.test"]) {
      const { links } = await mapOf({ url: host(name), sitemap }, { network });
      expect(links.map(({ url }) => url)).toContain(`${host(`www.${name}`)}/listed`);
    }
  },
);

test("a page known from an earlier scrape is in the map, also when nothing links to it", async () => {
  await using site = await startFixtureSite({ routes: withLinks("/about") });
  await using engine = createEngine(config);
  await engine.scrape({ url: `${site.origin}/article` });
  const { links } = await engine.map({ url: site.origin });
  expect(links.find((link) => link.url === `${site.origin}/article`)).toMatchObject({ title: expect.any(String) });
  const without = await engine.map({ url: site.origin, useIndex: false });
  expect(without.links.map((link) => link.url)).not.toContain(`${site.origin}/article`);
});

test("with subdomains, known pages of the whole domain are in the map", async () => {
  const pageIndex = memoryPageIndex({ clock: { now: () => 0 } });
  const urls = ["https://docs.shop.invalid/a", "https://blog.shop.invalid/b", "https://www.shop.invalid/c"];
  for (const url of urls) await pageIndex.put({ team: "bypass", url, text: "", links: [], indexedAt: 0 });
  const all = await mapOf({ url: "https://docs.shop.invalid/" }, { stores: { pageIndex } });
  expect(all.links.map((link) => link.url)).toEqual(expect.arrayContaining(urls));
  expect(all.warning).toMatch(/could not be read/);
  const one = await mapOf({ url: "https://docs.shop.invalid/", includeSubdomains: false }, { stores: { pageIndex } });
  expect(one.links.map((link) => link.url)).toEqual(["https://docs.shop.invalid", "https://docs.shop.invalid/a"]);
});

test("pages and sitemaps are fetched at the pace of their host, which their answers teach", async () => {
  await using site = await startFixtureSite({ routes: withLinks("/article", "/about") });
  const seen: string[] = [];
  const counted = memoryLimiter();
  const limiter: Limiter = {
    async take(host, rules, now) {
      const offer = await counted.take(host, rules, now);
      if (offer.waitMs === 0) seen.push(`take ${rules.intervalMs}`);
      return offer;
    },
    async report(host, outcome, at) {
      seen.push(`report ${outcome.status}`);
      await counted.report(host, outcome, at);
    },
    giveBack: counted.giveBack,
  };
  const robots: PageRoutes = {
    "robots.txt": (exchange) => send(exchange, "User-agent: *\nCrawl-delay: 0.01", { type: "text/plain" }),
  };
  await using slow = await startFixtureSite({ routes: { ...withLinks("/article"), ...robots } });
  await mapOf({ url: site.origin }, { stores: { limiter } });
  const requests = site.requests.filter(({ path }) => path !== "/robots.txt");
  expect(requests.filter(({ path }) => !path.includes("sitemap")).length).toBeGreaterThan(2);
  expect(seen.filter((line) => line === "take 0").length).toBe(requests.length);
  expect(seen.filter((line) => line.startsWith("report")).length).toBe(requests.length);
  await mapOf({ url: slow.origin }, { stores: { limiter } });
  expect(seen.filter((line) => line === "take 10").length).toBeGreaterThan(1);
});

test("a redirect takes a turn at the host it leads to, and asks its robots.txt but for the start page", async () => {
  const turns: string[] = [];
  const counted = memoryLimiter();
  const limiter: Limiter = {
    async take(host, rules, now) {
      const offer = await counted.take(host, rules, now);
      if (offer.waitMs === 0) turns.push(host.replace(/:.*/, ""));
      return offer;
    },
    report: counted.report,
    giveBack: counted.giveBack,
  };
  const robots = "User-agent: *\nDisallow: /forbidden";
  const away = (path: string): PageRoutes => ({
    [path]: (exchange) => {
      const there = exchange.request.headers.host?.replace("127.0.0.1", "localhost") ?? "";
      send(exchange, "", { status: 302, headers: { location: `http://${there}/forbidden` } });
    },
  });
  await using site = await startFixtureSite({
    routes: {
      ...withLinks("/away"),
      ...away("away"),
      ...away("start"),
      "robots.txt": (exchange) => send(exchange, robots, { type: "text/plain" }),
      forbidden: (exchange) => send(exchange, page("Forbidden", `<a href="/found">Found</a>`)),
    },
  });
  const fromHome = await mapOf({ url: site.origin, sitemap: "skip" }, { stores: { limiter } });
  expect(fromHome.links.map(({ url }) => url)).toEqual([site.origin, `${site.origin}/away`]);
  expect(site.visits("/away")).toBe(1);
  expect(site.visits("/forbidden")).toBe(0);
  expect(turns).toEqual(["127.0.0.1", "127.0.0.1"]);
  const fromStart = await mapOf(
    { url: `${site.origin}/start`, sitemap: "skip", filterByPath: false },
    { stores: { limiter } },
  );
  expect(fromStart.links.map(({ title }) => title)).toContain("Found");
  expect(turns.slice(2, 4)).toEqual(["127.0.0.1", "localhost"]);
});

test("a site that takes no connection is soon given up, however many places a sitemap may be at", async () => {
  const started: string[] = [];
  const counted = memoryLimiter();
  const limiter: Limiter = {
    async take(host, rules, now) {
      const offer = await counted.take(host, rules, now);
      if (offer.waitMs === 0) started.push(host);
      return offer;
    },
    report: counted.report,
    giveBack: counted.giveBack,
  };
  await using site = await startFixtureSite({ routes: {} });
  const { origin } = site;
  await site[Symbol.asyncDispose]();
  await expect(mapOf({ url: `${origin}/docs/page` }, { stores: { limiter } })).rejects.toMatchObject({
    code: "SCRAPE_SITE_ERROR",
  });
  expect(started.length).toBeLessThan(8);
});

test.each([429, 502])("a page whose host refuses for the moment (%i) is asked for again", async (status) => {
  let refusals = 0;
  await using site = await startFixtureSite({
    routes: {
      ...withLinks("/list"),
      list(exchange) {
        refusals += 1;
        if (refusals === 1) send(exchange, "later", { status, headers: { "retry-after": "0" } });
        else send(exchange, page("List", `<a href="/found">Found</a>`));
      },
    },
  });
  const { links } = await mapOf({ url: site.origin });
  expect(links.map((link) => link.url)).toContain(`${site.origin}/found`);
});

test("the options of a crawl are understood", async () => {
  await using site = await startFixtureSite({ routes: withLinks("/blog", "/list", "/INDEX/index.html") });
  const shallow = await mapOf({ url: site.origin, maxDiscoveryDepth: 0, deduplicateSimilarURLs: false });
  expect(shallow.links.map((link) => link.url)).toContain(`${site.origin}/INDEX/index.html`);
  expect(site.visits("/list")).toBe(0);
  const entire = await mapOf({ url: `${site.origin}/article`, crawlEntireDomain: true });
  expect(entire.links.map((link) => link.url)).toContain(site.origin);
});

test("a robots.txt that can't be read is said: only the start page is looked at", async () => {
  await using site = await startFixtureSite({
    routes: { ...withLinks("/about"), "robots.txt": (exchange) => send(exchange, "", { status: 503 }) },
  });
  const { links, warning } = await mapOf({ url: site.origin });
  expect(links.length).toBe(2);
  expect(site.visits("/about")).toBe(0);
  expect(warning).toMatch(/robots\.txt could not be read/);
});

test("a start URL that is a sitemap stands for what it lists", async () => {
  const sitemap = (origin: string) =>
    `<urlset><url><loc>${origin}/a</loc></url><url><loc>${origin}/b/c</loc></url></urlset>`;
  await using site = await startFixtureSite({
    routes: {
      feeds: (exchange) => send(exchange, sitemap(`http://${exchange.request.headers.host}`), { type: "text/xml" }),
    },
  });
  const { links } = await mapOf({ url: `${site.origin}/feeds/shop.xml` });
  expect(links.map((link) => link.url)).toEqual([`${site.origin}/a`, `${site.origin}/b/c`]);
});
