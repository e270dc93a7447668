import {
  send,
  docsPages,
  docsRoutes,
  forumRoutes,
  forumThreads,
  newsRoutes,
  shopProducts,
  shopRoutes,
  startBareServer,
  startFixtureSite,
} from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine } from "../engine.ts";
import type { EngineConfig } from "../config.ts";
import type { MapRequest } from "../schema/map.ts";

const config: EngineConfig = {
  policy: { allowPrivateNetworks: true },
  network: { politeness: { startRate: 1000, maxRate: 1000 } },
};

async function mapOf(request: MapRequest) {
  await using engine = createEngine(config);
  return await engine.map(request);
}

const pathsOf = (links: readonly { readonly url: string }[], origin: string) =>
  links.map((link) => link.url.replace(origin, "")).toSorted();

test("a shop with 50 listing pages gives all of its 1,000 products without a sitemap", async () => {
  await using site = await startFixtureSite({ routes: shopRoutes() });
  const { links, warning } = await mapOf({ url: site.origin });
  const found = new Set(links.map((link) => link.url.replace(site.origin, "")));
  expect(shopProducts.filter((product) => !found.has(product.path))).toEqual([]);
  expect(warning).toBeUndefined();
  expect(found).not.toContain("https://social.example/shop");
  expect(site.requests.length).toBeLessThan(90);
});

test("links carry the title that the page gives them", async () => {
  await using site = await startFixtureSite({ routes: shopRoutes() });
  const { links } = await mapOf({ url: site.origin, search: "blue lamp no. 2", limit: 1 });
  expect(links).toEqual([{ url: `${site.origin}/product/blue-lamp-no-2`, title: "Blue lamp No. 2" }]);
});

test("a search finds words that are written together in an address", async () => {
  await using site = await startFixtureSite({ routes: shopRoutes() });
  const { links } = await mapOf({ url: site.origin, search: "return policy" });
  expect(links.map((link) => link.url)).toContain(`${site.origin}/returnpolicy`);
});

test("sitemap: only returns what the sitemap lists, and skip does not ask for it", async () => {
  await using site = await startFixtureSite({ routes: shopRoutes({ hasSitemap: true }) });
  const only = await mapOf({ url: site.origin, sitemap: "only" });
  expect(pathsOf(only.links, site.origin)).toEqual(shopProducts.map((product) => product.path).toSorted());
  expect(site.visits("/")).toBe(0);
  await mapOf({ url: site.origin, sitemap: "skip" });
  expect(site.visits("/sitemap.xml")).toBe(1);
});

test("a sitemap that the start page links to is read, also when only sitemaps are wanted, and is no page of the map", async () => {
  const listing = "<urlset><url><loc>/listed</loc></url></urlset>";
  await using site = await startFixtureSite({
    routes: {
      "": (exchange) =>
        send(exchange, '<link rel="sitemap" type="application/xml" href="/maps.xml"><h1>Home</h1><p>Words.</p>'),
      "maps.xml": (exchange) => send(exchange, listing, { type: "application/xml" }),
      "robots.txt": (exchange) => send(exchange, "", { type: "text/plain" }),
    },
  });
  expect(pathsOf((await mapOf({ url: site.origin })).links, site.origin)).toEqual(["", "/listed"]);
  expect(pathsOf((await mapOf({ url: site.origin, sitemap: "only" })).links, site.origin)).toEqual(["/listed"]);
  expect(pathsOf((await mapOf({ url: site.origin, sitemap: "skip" })).links, site.origin)).toEqual([""]);
  expect(site.visits("/maps.xml")).toBe(2);
});

test("a broken sitemap index gives what can be read, with a warning for the rest", async () => {
  await using site = await startFixtureSite({ routes: docsRoutes() });
  const { links, warning } = await mapOf({ url: site.origin });
  expect(pathsOf(links, site.origin)).toEqual(["", ...Object.keys(docsPages)].toSorted());
  expect(warning).toMatch(/gone\.xml was left out: it answered with HTTP status 404/);
  expect(warning).toMatch(/api\.xml is incomplete/);
});

test("a start URL with a path keeps the map below it, unless filterByPath is off", async () => {
  await using site = await startFixtureSite({ routes: docsRoutes() });
  const below = await mapOf({ url: `${site.origin}/docs/guide` });
  expect(pathsOf(below.links, site.origin)).toEqual([
    "/docs/guide",
    "/docs/guide/getting-started",
    "/docs/guide/rate-limits",
  ]);
  const all = await mapOf({ url: `${site.origin}/docs/guide`, filterByPath: false });
  expect(pathsOf(all.links, site.origin)).toContain("/blog/announcing-two");
});

test("a map that found nothing below its start says what would show the rest of the site", async () => {
  await using site = await startFixtureSite({ routes: docsRoutes() });
  const start = `${site.origin}/docs/guide/rate-limits`;
  const { links, warning } = await mapOf({ url: start, sitemap: "skip" });
  expect(links.map(({ url }) => url)).toEqual([start]);
  expect(warning).toBe(
    `No other page was found below ${start}; with \`filterByPath: false\`, those of the whole site are listed, too.`,
  );
  for (const more of [{ url: site.origin }, { filterByPath: false }, { limit: 1 }])
    expect(await mapOf({ url: start, sitemap: "skip", ...more })).not.toHaveProperty("warning");
  const others = await mapOf({ url: `${site.origin}/docs/guide`, includePaths: ["rate-limits"] });
  expect(pathsOf(others.links, site.origin)).toEqual(["/docs/guide/rate-limits"]);
  expect(others.warning ?? "").not.toContain("No other page");
});

test("a session in the path of an address makes no other page of it", async () => {
  const aspNet = `/(S(${"a1b2".repeat(6)}))/shop`;
  const links = ["/shop;jsessionid=1A2B", "/shop", "/shop;jsessionid=3C4D", aspNet, "/shop;color=red"];
  await using site = await startFixtureSite({
    routes: { "": (exchange) => send(exchange, links.map((link) => `<a href="${link}">Shop</a>`).join(" ")) },
  });
  expect(pathsOf((await mapOf({ url: site.origin, sitemap: "skip" })).links, site.origin)).toEqual([
    "",
    "/shop",
    "/shop;color=red",
  ]);
});

test("numbered pages of a forum are followed, its endless calendar is not", async () => {
  await using site = await startFixtureSite({ routes: forumRoutes() });
  const { links } = await mapOf({ url: site.origin });
  const found = new Set(links.map((link) => link.url.replace(site.origin, "")));
  expect(forumThreads.filter((thread) => !found.has(thread.path))).toEqual([]);
  expect(site.requests.filter((request) => request.path.startsWith("/calendar")).length).toBeLessThan(10);
});

test("a feed that robots.txt names is a sitemap", async () => {
  await using site = await startFixtureSite({ routes: newsRoutes() });
  const { links } = await mapOf({ url: site.origin, sitemap: "only" });
  expect(links).toEqual([{ url: `${site.origin}/article/harbour`, title: "Harbour reopens" }]);
});

test("a sitemap that lists only pages of other sites is told as such", async () => {
  const elsewhere = "<urlset><url><loc>https://elsewhere.example/a</loc></url></urlset>";
  await using site = await startFixtureSite({ routes: { "sitemap.xml": (exchange) => send(exchange, elsewhere) } });
  const { links, warning } = await mapOf({ url: site.origin, sitemap: "only" });
  expect(links).toEqual([]);
  expect(warning).toMatch(/none lists a page of it/);
});

test("the limit is exact", async () => {
  await using site = await startFixtureSite({ routes: shopRoutes({ hasSitemap: true }) });
  expect((await mapOf({ url: site.origin, limit: 7 })).links.length).toBe(7);
});

test("includePaths and excludePaths choose by the path", async () => {
  await using site = await startFixtureSite({ routes: shopRoutes({ hasSitemap: true }) });
  const { links } = await mapOf({ url: site.origin, includePaths: ["^/product/blue"], excludePaths: ["chair"] });
  expect(links.length).toBe(80);
  await expect(mapOf({ url: site.origin, includePaths: ["("] })).rejects.toMatchObject({ code: "BAD_REQUEST" });
});

test("a site that does not answer in time is MAP_TIMEOUT", async () => {
  await using server = await startBareServer(() => {});
  await expect(mapOf({ url: server.origin, timeout: 401 })).rejects.toMatchObject({ code: "MAP_TIMEOUT", status: 408 });
});

test("a start page that fails is the map's failure when nothing else gave a link", async () => {
  await expect(mapOf({ url: "http://127.0.0.1:9", timeout: 20_000 })).rejects.toMatchObject({
    code: "SCRAPE_SITE_ERROR",
  });
});

test("private addresses are refused", async () => {
  await using engine = createEngine();
  await expect(engine.map({ url: "http://127.0.0.1/" })).rejects.toMatchObject({ code: "URL_BLOCKED" });
});
