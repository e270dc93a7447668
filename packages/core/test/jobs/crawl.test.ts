import { startCrawlSite, treeOfPages, type CrawlPages, type CrawlSite } from "@garner/testkit/site";
import { afterEach, describe, expect, test } from "vitest";
import {
  createEngine,
  memoryJobStore,
  type CrawlRequest,
  type Engine,
  type EngineConfig,
  type JobStatus,
} from "../../src/index.ts";
import { unlimitedPoliteness } from "./unlimited.ts";

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

async function start(pages: CrawlPages, config: EngineConfig = {}): Promise<{ site: CrawlSite; engine: Engine }> {
  const site = await startCrawlSite(pages);
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: unlimitedPoliteness },
    ...config,
  });
  opened.push(site, engine);
  return { site, engine };
}

function paths({ pages }: JobStatus): readonly string[] {
  return pages.map((page) => page.metadata.url?.replace(/^https?:\/\/[^/]+/, "") ?? "").toSorted();
}

async function crawl(pages: CrawlPages, more: Partial<CrawlRequest> & { path?: string } = {}) {
  const { path = "/", ...options } = more;
  const { site, engine } = await start(pages);
  const status = await engine.crawl({ url: `${site.origin}${path}`, ...options }).result();
  const { decisions } = await engine.jobs.explain({ id: status.id });
  const why = Object.fromEntries(decisions.map(({ url, reason }) => [url.replace(site.origin, ""), reason]));
  return { site, engine, status, paths: paths(status), why, decisions };
}

describe("where a crawl goes", () => {
  const site = {
    "/": { links: ["/a", "/b?x=1", "/b?x=2", "/c.png", "https://elsewhere.test/", "/gone", "mailto:me@a.test"] },
    "/a": { links: ["/", "/a/deep"] },
    "/a/deep": { links: ["/a/deeper"] },
    "/a/deeper": {},
    "/b?x=1": {},
    "/b?x=2": {},
    "/b": {},
  };

  test("everywhere below the start, each page once; what it left out is said with the reason", async () => {
    const { paths: found, why } = await crawl(site, { sitemap: "skip" });
    expect(found).toEqual(["/", "/a", "/a/deep", "/a/deeper", "/b?x=1", "/b?x=2", "/gone"]);
    expect(why).toEqual({ "/c.png": "file-type", "https://elsewhere.test/": "scope" });
  });

  test("no deeper than it may", async () => {
    const { paths: found, why } = await crawl(site, { maxDiscoveryDepth: 1, excludePaths: ["gone"] });
    expect(found).toEqual(["/", "/a", "/b?x=1", "/b?x=2"]);
    expect(why).toMatchObject({ "/a/deep": "depth", "/gone": "pattern" });
    expect((await crawl(site, { maxDiscoveryDepth: 0 })).paths).toEqual(["/"]);
  });

  test("as deep as the shortest way, whichever is found first", async () => {
    const pages = {
      "/": { links: ["/slow", "/b"] },
      "/slow": { links: ["/c"], delayMs: 500 },
      "/b": { links: ["/b/b"] },
      "/b/b": { links: ["/c"] },
      "/c": { links: ["/c/last"] },
      "/c/last": {},
    };
    const { paths: found } = await crawl(pages, { sitemap: "skip", maxDiscoveryDepth: 3 });
    expect(found).toEqual(["/", "/b", "/b/b", "/c", "/c/last", "/slow"]);
  });

  test("to as many pages as it may, and not one more", async () => {
    const { status, why } = await crawl(site, { limit: 3 });
    expect(status).toMatchObject({ completed: 3, total: 3 });
    expect(Object.values(why)).toContain("limit");
  });

  test("patterns that let nothing in are told, and what they are held against", async () => {
    const pages = { "/": { links: ["/a?page=2", "/b"] } };
    const { status } = await crawl(pages, { includePaths: ["page=2"], sitemap: "skip" });
    expect(status).toMatchObject({ status: "completed", completed: 0 });
    expect(status.warning).toBe(
      "No other page was found that `includePaths` let in; the path of an address is held against them, without host and query (see `regexOnFullURL`).",
    );
    const { status: left } = await crawl(pages, { excludePaths: ["."], regexOnFullURL: true, sitemap: "skip" });
    expect(left.warning).toBe("No other page was found that `excludePaths` let in.");
  });

  test("patterns may name characters beyond ASCII as they are read", async () => {
    const paths = ["/über/uns", "/über/alles", "/other"];
    const pages = Object.fromEntries(
      ["/", ...paths].map((path) => [encodeURI(path), path === "/" ? { links: paths } : {}]),
    );
    const options = { includePaths: ["^/über/"], excludePaths: ["älles|alles$"], sitemap: "skip" } as const;
    expect((await crawl(pages, options)).paths).toEqual(["/%C3%BCber/uns"]);
  });

  test("follows links of a start page that the patterns exclude, and counts that page as an error", async () => {
    const { engine, status, paths: found } = await crawl(site, { includePaths: ["^/a"] });
    expect(found).toEqual(["/a", "/a/deep", "/a/deeper"]);
    expect(status).toMatchObject({ status: "completed", completed: 3, total: 3, failed: 1 });
    const { errors } = await engine.jobs.errors({ id: status.id });
    expect(errors).toMatchObject([{ code: "CRAWL_DENIAL" }]);
  });
});

describe("pages that are the same", () => {
  test("variants of a URL are taken once", async () => {
    const pages = {
      "/": {
        links: [
          ...["/x", "/x/", "/x/index.html", "/x#part", "/x?utm_source=a", "/x;jsessionid=AB12"],
          ...["/%78", "/./x", "/y/../x", "/x?", "/\u00fc", "/%c3%bc"],
        ],
      },
    };
    const { paths: found, why } = await crawl((path) => (path === "/" ? pages["/"] : {}), { sitemap: "skip" });
    expect(found).toEqual(["/", "/%C3%BC", "/x"]);
    expect(why).toMatchObject({ "/x/": "duplicate", "/x/index.html": "duplicate", "/x?utm_source=a": "duplicate" });
  });

  test.each([true, false])(
    "of a page that is not there a variant is taken (excludeErrorPages: %s)",
    async (excludes) => {
      const pages = {
        "/": { links: ["/a/", "/a", "/b", "/d", "/d/"] },
        "/a": { links: ["/c"] },
        "/b": { links: ["/a", "/a/"] },
        "/c": {},
        "/d": { redirect: "/d/" },
      };
      const { paths: found, why, site } = await crawl(pages, { sitemap: "skip", excludeErrorPages: excludes });
      expect(found).toEqual(["/", "/a", "/b", "/c", ...(excludes ? [] : ["/a/", "/d/"])].toSorted());
      expect(why).toEqual({ "/d/": "duplicate" });
      const asked = site.requests.map(({ path }) => path).toSorted();
      expect(asked).toEqual(["/", "/a", "/a/", "/b", "/c", "/d", "/d/"]);
    },
  );

  test.each([
    ["with an index file", "/a/", "/a/index.html"],
    ["without a tracking parameter", "/a?utm_source=x", "/a"],
    ["with a tracking parameter", "/a", "/a?utm_source=x"],
    ["without a session id", "/a;jsessionid=AB12", "/a"],
  ])("a page that is there only %s is taken, whatever was asked for before", async (_, dead, living) => {
    const pages = { "/": { links: [dead, living] }, [living]: { links: ["/deep"] }, "/deep": {} };
    const { paths: found, why } = await crawl(pages, { sitemap: "skip", excludeErrorPages: true });
    expect(found).toEqual(["/", living, "/deep"].toSorted());
    expect(why).toEqual({});
  });

  test("a variant is taken also when it is linked after the one without a page was asked for", async () => {
    const pages = {
      "/": { links: ["/b"] },
      "/sitemap.xml": {
        raw: { text: "<urlset><url><loc>{origin}/a/</loc></url></urlset>", type: "application/xml" },
      },
      "/b": { links: ["/a"] },
      "/a": { links: ["/c", "/a/"] },
      "/c": {},
    };
    const { paths: found, why } = await crawl(pages, { maxConcurrency: 1 });
    expect(found).toEqual(["/", "/a", "/a/", "/b", "/c"]);
    expect(why).toEqual({});
  });

  test("a page that says that nothing is there gives way to a variant, whatever its status", async () => {
    const body = "The page you are looking for does not exist.";
    const pages = {
      "/": { links: ["/a?utm_source=x", "/a"] },
      "/a?utm_source=x": { title: "Page not found", body },
      "/a": { links: ["/c"] },
      "/c": {},
    };
    const { paths: found } = await crawl(pages, { sitemap: "skip" });
    expect(found).toEqual(["/", "/a", "/a?utm_source=x", "/c"]);
  });

  test("of a page that is nowhere, four of the linked variants are asked for", async () => {
    const variants = ["/a", "/a/", "/a/index.html", "/a/index.php", "/a?utm_source=x", "/a?utm_source=y"];
    const { status, why, site } = await crawl(
      { "/": { links: [...variants, "/b"] }, "/b": { links: variants } },
      { sitemap: "skip", excludeErrorPages: true },
    );
    expect(status).toMatchObject({ completed: 2, failed: 4 });
    expect(site.requests.map(({ path }) => path).toSorted()).toEqual(["/", ...variants.slice(0, 4), "/b"].toSorted());
    expect(why).toEqual({ "/a?utm_source=x": "duplicate", "/a?utm_source=y": "duplicate" });
  });

  test.each([
    ["links", { "/docs/": { status: 404, links: ["/docs"] } }],
    [
      "is not, and a sitemap lists",
      {
        "/sitemap.xml": {
          raw: { text: "<urlset><url><loc>{origin}/docs</loc></url></urlset>", type: "application/xml" },
        },
      },
    ],
  ])("a start page that is an error page gives way to the variant that it %s", async (_, more) => {
    const pages = { "/docs": { links: ["/docs/a"] }, "/docs/a": {}, ...more };
    const { paths: found, status, site } = await crawl(pages, { path: "/docs/" });
    expect(status.status).toBe("completed");
    expect(found).toEqual(["/docs", "/docs/", "/docs/a"]);
    expect(site.requests).toHaveLength(3);
  });

  test("where queries are ignored, the address that was named or linked first is asked for, with its query", async () => {
    const pages = {
      "/view?id=1": { links: ["/view/x?id=3", "/view?id=2", "/view/x?id=4"] },
      "/view?id=2": {},
      "/view/x?id=4": {},
    };
    const options = { path: "/view?id=1", ignoreQueryParameters: true, sitemap: "skip" } as const;
    const { paths: found, why } = await crawl(pages, options);
    expect(found).toEqual(["/view/x?id=3", "/view/x?id=4", "/view?id=1"]);
    expect(why).toEqual({ "/view?id=2": "duplicate" });
  });

  test("a variant that the patterns exclude is not taken in the place of a page that is not there", async () => {
    const pages = { "/": { links: ["/a", "/a/"] }, "/a/": {} };
    const { paths: found, why } = await crawl(pages, { sitemap: "skip", excludePaths: ["^/a/$"] });
    expect(found).toEqual(["/", "/a"]);
    expect(why).toEqual({ "/a/": "duplicate" });
  });

  test("of variants on one page the one at its own origin is taken", async () => {
    let secure = ""; // nobody listens there
    const { site, engine } = await start((path) => {
      if (path === "/") return { links: [`${secure}/b`, "/b"] };
      return path === "/b" ? {} : undefined;
    });
    secure = site.origin.replace("http:", "https:");
    const status = await engine.crawl({ url: site.origin, sitemap: "skip" }).result();
    expect(paths(status)).toEqual(["/", "/b"]);
    expect((await engine.jobs.explain({ id: status.id })).decisions).toMatchObject([
      { url: `${secure}/b`, reason: "duplicate" },
    ]);
  });

  test("variants that are all wanted get their own answers, at once or one after the other", async () => {
    const pages = {
      "/": { links: ["/x", "/x/", "/y"] },
      "/x/": { links: ["/below"] },
      "/y": { links: ["/y/"] },
      "/y/": { links: ["/other"] },
    };
    const { paths: found } = await crawl((path) => (path in pages ? pages[path as keyof typeof pages] : {}), {
      ...{ sitemap: "skip", deduplicateSimilarURLs: false },
    });
    expect(found).toEqual(["/", "/below", "/other", "/x", "/x/", "/y", "/y/"]);
  });

  test("a start that leads to a page which was scraped before is followed from there", async () => {
    const { site, engine } = await start({
      "/docs": { redirect: "/docs/" },
      "/docs/": { links: ["intro"] },
      "/docs/intro": {},
    });
    await engine.scrape(`${site.origin}/docs/`);
    const status = await engine.crawl({ url: `${site.origin}/docs`, sitemap: "skip" }).result();
    expect(paths(status)).toEqual(["/docs/", "/docs/intro"]);
  });

  test("redirects to a page that was seen count once, wherever they come from", async () => {
    const pages = {
      "/": { links: ["/old", "/older", "/new", "/loop"] },
      "/old": { redirect: "/new" },
      "/older": { redirect: "/old" },
      "/new": { links: ["/old"] },
      "/loop": { redirect: "/" },
    };
    const { paths: found, status } = await crawl(pages, { sitemap: "skip", maxConcurrency: 1 });
    expect(found).toEqual(["/", "/new"]);
    expect(status).toMatchObject({ completed: 2, total: 2, failed: 0, creditsUsed: 2 });
  });

  test("routes in fragments, which a server never sees, are one page while no script has run", async () => {
    const { site, status, decisions } = await crawl({ "/": { links: ["#!/a", "#/b"] } }, { sitemap: "skip" });
    expect(paths(status)).toEqual(["/"]);
    expect(decisions).toMatchObject([
      { url: `${site.origin}/#!/a`, reason: "duplicate", detail: `Leads to ${site.origin}/, which was seen before.` },
      { url: `${site.origin}/#/b`, reason: "duplicate" },
    ]);
  });

  test("a redirect out of the scope is an error of that page, and a decision about where it led", async () => {
    const { site, engine } = await start((path) => {
      if (path === "/") return { links: ["/away", "/out", "/here"] };
      if (path === "/away") return { redirect: `http://localhost:${new URL(site.origin).port}/x` };
      return path === "/out" ? { redirect: "/login" } : {};
    });
    const status = await engine
      .crawl({
        url: `${site.origin}/`,
        sitemap: "skip",
        excludePaths: ["^/login"],
        maxConcurrency: 1,
      })
      .result();
    expect(paths(status)).toEqual(["/", "/here"]);
    expect((await engine.jobs.errors({ id: status.id })).errors).toMatchObject([
      { url: `${site.origin}/away`, code: "CRAWL_DENIAL" },
      { url: `${site.origin}/out`, code: "CRAWL_DENIAL", error: "excludePaths: ^/login" },
    ]);
    expect((await engine.jobs.explain({ id: status.id })).decisions).toMatchObject([
      { url: `${site.otherOrigin}/x`, reason: "scope", depth: 1, foundOn: `${site.origin}/away` },
      { url: `${site.origin}/login`, reason: "pattern", depth: 1, foundOn: `${site.origin}/out` },
    ]);
    expect(site.requests.filter(({ host }) => host === new URL(site.otherOrigin).host)).toEqual([]);
  });

  test("a redirect to what is no web page is an error that says so", async () => {
    const { engine, status, decisions } = await crawl(
      { "/": { links: ["/script"] }, "/script": { redirect: "javascript:alert(1)" } },
      { sitemap: "skip" },
    );
    expect((await engine.jobs.errors({ id: status.id })).errors).toMatchObject([
      { code: "URL_BLOCKED", error: "Only http and https addresses can be reached, not javascript ones." },
    ]);
    expect(decisions).toEqual([]);
  });

  test("a redirect over another host that leads back is followed", async () => {
    const { site, engine } = await start((path) => {
      if (path === "/") return { links: ["/go"] };
      if (path === "/go") return { redirect: `${site.otherOrigin}/sso?back=${encodeURIComponent(site.origin)}` };
      return path.startsWith("/sso") ? { redirect: `${site.origin}/home` } : {};
    });
    const status = await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" }).result();
    expect(paths(status)).toEqual(["/", "/home"]);
  });

  test("a start page that leads to another host takes the crawl there", async () => {
    const { site, engine } = await start((path) => {
      const elsewhere = `http://localhost:${new URL(site.origin).port}`;
      if (path === "/old") return { redirect: `${elsewhere}/` };
      return path === "/" ? { links: ["/a"] } : {};
    });
    const status = await engine.crawl({ url: `${site.origin}/old`, sitemap: "skip", crawlEntireDomain: true }).result();
    expect(status.pages.map((page) => page.metadata.url)).toEqual([`${site.otherOrigin}/`, `${site.otherOrigin}/a`]);
  });

  test.each([
    ["is moved to another path", "/guide", "/docs/v2/", ["/docs/v2/", "/docs/v2/a"]],
    ["leads into its own scope", "/docs", "/docs/v2/", ["/docs/v1/b", "/docs/v2/", "/docs/v2/a"]],
    ["leads up", "/docs/v2/gone", "/docs/v2/", ["/docs/v2/"]],
    ["is that of the whole site", "/", "/docs/v2/", ["/about", "/docs/v1/b", "/docs/v2/", "/docs/v2/a"]],
  ])("a start URL that %s takes its scope from there only where it had none", async (_, from, to, found) => {
    const { site, engine } = await start((path) => {
      if (path === from) return { redirect: to };
      return path === to ? { links: ["/about", "/docs/v1/b", "/docs/v2/a"] } : {};
    });
    expect(paths(await engine.crawl({ url: site.origin + from, sitemap: "skip" }).result())).toEqual(found);
  });

  test("a login in the place of the start page does not move the scope", async () => {
    const { site, engine } = await start((path) => {
      if (path === "/app") return { redirect: "/sign-in" };
      const form = `<h1>Sign in</h1><form><input type="email"><input type="password"><button>Sign in</button></form>`;
      const links = `<a href="/app/help">Help</a><a href="/sign-in/reset">Reset</a>`;
      return path === "/sign-in" ? { raw: { text: form + links, type: "text/html" } } : {};
    });
    expect(paths(await engine.crawl({ url: `${site.origin}/app`, sitemap: "skip" }).result())).toEqual([
      "/app/help",
      "/sign-in",
    ]);
  });

  test.each([
    ["/", ["/about", "/en/home", "/en/home/news"]],
    ["/index.html", ["/about", "/en/home", "/en/home/news"]],
    ["/docs", ["/en/home", "/en/home/news"]],
  ])("%s of another host, which is the whole site there if it was here", async (path, found) => {
    const links = ["/about", "/en/home/news"];
    const { site, engine } = await start((asked) => {
      if (asked === path) return { redirect: `http://localhost:${new URL(site.origin).port}/en/home` };
      return asked === "/en/home" ? { links } : {};
    });
    expect(paths(await engine.crawl({ url: site.origin + path, sitemap: "skip" }).result())).toEqual(found);
    links.pop();
    const { id } = await engine
      .crawl({ url: site.origin + path, sitemap: "skip", scrapeOptions: { maxAge: 0 } })
      .result();
    const { warning = "" } = await engine.jobs.get({ id });
    expect(warning.includes(`below ${site.otherOrigin}/en/home; with crawlEntireDomain`)).toBe(path === "/docs");
  });
});

describe("a start URL that fails", () => {
  test.each([
    ["is forbidden by robots.txt", "/private", /robots\.txt line 2: Disallow: \/private/],
    ["answers with an error and leads nowhere", "/missing", /404 Not Found/],
    ["cannot be read", "/circle", /circle/],
  ])("that %s ends the job as failed, with the reason", async (_what, path, error) => {
    const pages = {
      "/robots.txt": { raw: { text: "User-agent: *\nDisallow: /private", type: "text/plain" } },
      "/circle": { redirect: "/circle" },
    };
    const { status } = await crawl(pages, { path });
    expect(status).toMatchObject({ status: "failed", error: expect.stringMatching(error) });
  });

  test("a crawl that found less than one might expect says so", async () => {
    const pages = {
      "/robots.txt": { raw: { text: "User-agent: *\nDisallow: /private", type: "text/plain" } },
      "/docs/": { links: ["/other"] },
      "/": { links: ["/private"] },
    };
    const below = await crawl(pages, { path: "/docs/", sitemap: "skip" });
    const warningOf = async ({ engine, status: { id } }: typeof below) => (await engine.jobs.get({ id })).warning;
    expect(await warningOf(below)).toMatch(/No other page .* crawlEntireDomain/);
    expect(await warningOf(await crawl(pages, { sitemap: "skip" }))).toMatch(/because of robots\.txt/);
    expect(await warningOf(await crawl({ "/": { links: ["/a"] }, "/a": {} }, { sitemap: "skip" }))).toBeUndefined();
    expect(await warningOf(await crawl({ "/": { links: ["/a"] }, "/a": {} }, { sitemap: "only" }))).toBe(
      "The site's sitemaps list no other page that the crawl took; with `sitemap: include`, links are followed, too.",
    );
  });

  test("`ignoreSitemap`, as older clients say it, leaves sitemaps out", async () => {
    const { site, status } = await crawl({ "/": { links: ["/a"] }, "/a": {} }, { ignoreSitemap: true });
    expect(site.requests.map(({ path }) => path)).not.toContain("/sitemap.xml");
    expect(status.completed).toBe(2);
  });

  test("a crawl names the sitemaps of robots.txt that could not be read", async () => {
    const { status, why, engine, decisions } = await crawl({
      "/robots.txt": { raw: { text: "Sitemap: /listed.xml", type: "text/plain" } },
      "/listed.xml": { status: 500 },
      "/": { links: ["/a"] },
      "/a": {},
    });
    expect((await engine.jobs.get({ id: status.id })).warning).toContain("1 sitemap of the site could not be read");
    expect(why["/listed.xml"]).toBe("sitemap");
    expect(decisions.map(({ detail }) => detail)).toContainEqual(expect.stringContaining("HTTP status 500"));
  });

  test("iterating over it throws", async () => {
    const { site, engine } = await start({});
    const iterate = async () => {
      for await (const _page of engine.crawl({ url: `${site.origin}/missing` }));
    };
    await expect(iterate()).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
  });

  test("an error page that leads on is no failure", async () => {
    const { status } = await crawl({ "/": { status: 404, links: ["/a"] }, "/a": {} }, { sitemap: "skip" });
    expect(status).toMatchObject({ status: "completed", completed: 2 });
  });
});

describe("traps", () => {
  test.each([
    ["a calendar", (n: number) => `/calendar/${2000 + Math.floor(n / 12)}/${(n % 12) + 1}`],
    ["a calendar in parameters", (n: number) => `/rooms?y=${2000 + Math.floor(n / 12)}&m=${(n % 12) + 1}`],
    ["endless values", (n: number) => `/list?page=${n}`],
    ["endless parameters", (n: number) => `/list?${"f=1&".repeat(n)}end`],
    ["repeated segments", (n: number) => `/a/b${"/c/d".repeat(n)}`],
    ["an endless path", (n: number) => `/a${Array.from({ length: n }, (_, step) => `/s${step}`).join("")}`],
  ])("%s costs a little, and the rest of the site is crawled", async (_name, trapPath) => {
    const pages: CrawlPages = (path) => {
      if (path === "/robots.txt" || path.includes("sitemap")) return undefined;
      if (path === "/") return { links: ["/real/1", trapPath(1), "/real/2", "/real/3"] };
      if (path.startsWith("/real")) return {};
      const at = Array.from({ length: 400 }, (_, n) => n).find((n) => trapPath(n) === path) ?? 0;
      return { title: `Nothing in ${at % 2 ? "May" : "June"} ${at}`, links: ["/", trapPath(at + 1)] };
    };
    const { paths: found, why } = await crawl(pages, { sitemap: "skip" });
    expect(found.filter((path) => path.startsWith("/real"))).toHaveLength(3);
    expect(found.length).toBeLessThan(50);
    expect(Object.values(why)).toContain("trap");
  });

  test("a menu of relative links costs a little on a site that answers everything", async () => {
    const pages: CrawlPages = (path) => {
      if (/robots|sitemap/.test(path)) return undefined;
      return { title: "The same for all", links: ["about/", "team/", "contact/"] };
    };
    const { paths: found, why } = await crawl(pages, { sitemap: "skip" });
    expect(found).toEqual(expect.arrayContaining(["/", "/about/", "/team/contact/"]));
    expect(found.length).toBeLessThan(100);
    expect(new Set(Object.values(why))).toEqual(new Set(["trap"]));
  });

  test("folders with names that the path has are no trap while they read differently", async () => {
    const words = Array.from({ length: 60 }, (_, index) =>
      "abcdefghij"[index % 10]?.repeat(3 + Math.floor(index / 10)),
    );
    const names = ["main", "java", ...words];
    const pages: CrawlPages = (path) => {
      if (path === "/") return { links: ["/main/java/"] };
      if (path === "/main/java/") return { links: names.slice(0, 20).map((name) => `${path}${name}/`) };
      const at = names.findIndex((name) => path === `/main/java/${name}/`);
      if (at < 0) return undefined;
      return {
        title: `The folder ${names[at]}`,
        links: names.slice(at + 1, at + 5).map((name) => `/main/java/${name}/`),
      };
    };
    expect((await crawl(pages, { sitemap: "skip" })).status.completed).toBe(64);
  });

  test("what is left out of three hundred pages that are nearly the same is told with the status", async () => {
    const links = Array.from({ length: 300 }, (_, index) => `/list?n=${index + 1}`);
    const pages: CrawlPages = (path) => {
      if (/robots|sitemap/.test(path)) return undefined;
      return path === "/" ? { links: ["/list?n=1"] } : { title: "A list", links };
    };
    const { status, engine, paths: found } = await crawl(pages, { sitemap: "skip" });
    const { warning = "" } = await engine.jobs.get({ id: status.id });
    expect(found.length).toBeLessThan(50);
    expect(warning).toContain(`${301 - found.length} pages were left out as a crawler trap`);
  });

  test.each(["sid", "PHPSESSID", "session", "token"])("a new %s with every link leads nowhere new", async (name) => {
    let sessions = 0;
    const link = (path: string) => `${path}?${name}=9f86d081884c7d65${(sessions += 1)}`;
    const pages: CrawlPages = (path) => (/robots|sitemap/.test(path) ? undefined : { links: ["/a", "/b"].map(link) });
    const { paths: found } = await crawl(pages, { sitemap: "skip" });
    expect(found.map((path) => path.replace(/\?.*/, ""))).toEqual(["/", "/a", "/b"]);
  });

  test("a long list whose pages lead to something new is no trap", async () => {
    const pages: CrawlPages = (path) => {
      const page = Number(new URL(`http://x${path}`).searchParams.get("page") ?? 0);
      if (path === "/") return { links: ["/list?page=1"] };
      if (path.startsWith("/list"))
        return { title: "Things", links: [`/thing/${page}`, ...(page < 60 ? [`/list?page=${page + 1}`] : [])] };
      return path.startsWith("/thing") ? {} : undefined;
    };
    expect((await crawl(pages, { sitemap: "skip" })).status.completed).toBe(121);
  });

  test("pages that read differently are no trap", async () => {
    const word = (part: number) => String.fromCodePoint(0x61 + (part % 26)).repeat(3 + Math.floor(part / 26));
    const pages: CrawlPages = (path) => {
      const part = Number(/^\/(?:story\?part=(\d+))?$/.exec(path)?.[1] ?? 0);
      if (path !== "/" && part === 0) return undefined;
      return {
        title: "A story",
        body: `Once upon a ${word(part)}`,
        links: part < 60 ? [`/story?part=${part + 1}`] : [],
      };
    };
    expect((await crawl(pages, { sitemap: "skip" })).status.completed).toBe(61);
  });

  test("what a list has of a calendar, and whatever a sitemap has, is taken in full", async () => {
    const days = Array.from({ length: 60 }, (_, day) => `/events/2024-${1 + Math.floor(day / 28)}-${1 + (day % 28)}`);
    const listing = days.map((path) => `<url><loc>/a/a/a/a${path}</loc></url>`).join("");
    const pages: CrawlPages = (path) => {
      if (path === "/") return { links: days };
      if (path === "/sitemap.xml") return { raw: { text: `<urlset>${listing}</urlset>`, type: "application/xml" } };
      return path.includes("/events/") ? {} : undefined;
    };
    expect((await crawl(pages)).status.completed).toBe(121);
  });
});

describe("sitemaps", () => {
  const pages: CrawlPages = {
    "/": { links: ["/linked"] },
    "/linked": {},
    "/listed/1": { links: ["/listed/2"] },
    "/listed/2": {},
    "/robots.txt": { raw: { text: "Sitemap: {origin}/maps/index.xml", type: "text/plain" } },
    "/sitemap.xml": {
      raw: {
        text: "<urlset><url><loc>/listed/1</loc></url><url><loc>https://elsewhere.test/x</loc></url></urlset>",
        type: "application/xml",
      },
    },
  };

  test("bring pages that no link leads to", async () => {
    const { paths: found, why } = await crawl(pages);
    expect(found).toEqual(["/", "/linked", "/listed/1", "/listed/2"]);
    expect(why).toMatchObject({ "https://elsewhere.test/x": "scope" });
  });

  const linkingPages = {
    "/": {
      raw: {
        text: '<link rel="sitemap" type="application/xml" href="/maps/pages.xml"><h1>Home</h1><p>A page with words.</p>',
        type: "text/html",
      },
    },
    "/maps/pages.xml": { raw: { text: "<urlset><url><loc>/listed</loc></url></urlset>", type: "application/xml" } },
    "/listed": {},
  } satisfies CrawlPages;

  test("are also those that the start page links to", async () => {
    expect((await crawl(linkingPages)).paths).toEqual(["/", "/listed"]);
  });

  test("are also those at the places of common publishing systems, and none is asked for if none is wanted", async () => {
    const { "/maps/pages.xml": sitemap, ...rest } = linkingPages;
    const published: CrawlPages = { ...rest, "/": {}, "/sitemap_index.xml": sitemap };
    expect((await crawl(published)).paths).toEqual(["/", "/listed"]);
    for (const pages of [linkingPages, published]) {
      const { site } = await crawl(pages, { sitemap: "skip" });
      expect(site.requests.map(({ path }) => path)).toEqual(["/"]);
    }
  });

  test("are read no further when there is more than enough for the limit", async () => {
    const asked: string[] = [];
    const index = `<sitemapindex>${Array.from({ length: 18 }, (_, n) => `<sitemap><loc>/maps/${n}.xml</loc></sitemap>`).join("")}</sitemapindex>`;
    const { status } = await crawl(
      (path) => {
        if (path === "/robots.txt") return { raw: { text: "Sitemap: {origin}/sitemap.xml", type: "text/plain" } };
        if (!path.includes("map")) return {};
        asked.push(path);
        const text =
          path === "/sitemap.xml"
            ? index
            : `<urlset>${Array.from({ length: 600 }, (_, n) => `<url><loc>${path}/page-${n}</loc></url>`).join("")}</urlset>`;
        return { raw: { text, type: "application/xml" } };
      },
      { limit: 3 },
    );
    expect(status).toMatchObject({ completed: 3, total: 3 });
    // Two are enough; four are read at once.
    expect(asked.length).toBeLessThan(10);
  });
});

describe("following a job", () => {
  test("a consumer that falls behind pauses the job, even if it asks for nothing more, and gets every page", async () => {
    const { site, engine } = await start(treeOfPages(300));
    const handle = engine.crawl({ url: `${site.origin}/`, sitemap: "skip" });
    const { id } = handle;
    let seen = 0;
    for await (const page of handle) {
      expect(page.metadata.statusCode).toBe(200);
      seen += 1;
      if (seen !== 5) continue;
      // It looks at one page for so long that everything stands still.
      let job = await engine.jobs.get({ id, limit: 1 });
      while (!job.paused) {
        await new Promise(setImmediate);
        job = await engine.jobs.get({ id, limit: 1 });
      }
      // The high-water mark, and what was open when it was reached.
      expect(job.completed).toBeLessThan(5 + 100 + 2 * 20);
    }
    expect(seen).toBe(300);
    expect(await engine.jobs.get({ id })).toMatchObject({ status: "completed", paused: false });
  });

  test("a job that is cancelled breaks off what is under way, and takes and charges nothing more", async () => {
    const jobs = memoryJobStore();
    const pages: CrawlPages = (path) => {
      if (path === "/") return { links: ["/1", "/2"] };
      return path === "/robots.txt" ? undefined : { delayMs: 3_600_000 };
    };
    const { site, engine } = await start(pages, { stores: { jobs } });
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    while (site.requests.length < 3) await new Promise(setImmediate);
    expect(await engine.jobs.cancel({ id })).toEqual({ status: "cancelled" });
    // Disposing waits for what is under way: it would wait for an hour.
    await engine[Symbol.asyncDispose]();
    await using next = createEngine({ stores: { jobs } });
    expect(await next.jobs.get({ id })).toMatchObject({ status: "cancelled", completed: 1, failed: 0, creditsUsed: 1 });
    const events = [];
    for await (const { type } of next.jobs.events({ id })) events.push(type);
    expect(events).toEqual(["started", "page", "cancelled"]);
  });

  test("leaving the loop cancels the job", async () => {
    const { site, engine } = await start(treeOfPages(300));
    const handle = engine.crawl({ url: `${site.origin}/`, sitemap: "skip" });
    for await (const _page of handle) break;
    expect(await engine.jobs.get({ id: handle.id })).toMatchObject({ status: "cancelled" });
    expect(await engine.jobs.active()).toEqual({ crawls: [] });
  });

  test("the caller's signal cancels the job", async () => {
    const { site, engine } = await start(treeOfPages(300));
    const controller = new AbortController();
    const handle = engine.crawl({ url: `${site.origin}/`, sitemap: "skip" }, { signal: controller.signal });
    const result = handle.result();
    const reading = (async () => {
      for await (const { completed } of handle.progress) if (completed > 2) controller.abort();
    })();
    await expect(reading).rejects.toMatchObject({ code: "ABORTED" });
    await expect(result).rejects.toMatchObject({ code: "ABORTED" });
    expect(await engine.jobs.get({ id: handle.id })).toMatchObject({ status: "cancelled" });
  });

  test("progress is told on the way and at the end", async () => {
    const { site, engine } = await start(treeOfPages(20));
    const seen: string[] = [];
    const job = engine.crawl({ url: `${site.origin}/`, sitemap: "skip" });
    for await (const { status, completed } of job.progress) seen.push(`${status} ${completed}`);
    expect(seen.at(-1)).toBe("completed 20");
    expect(seen).toEqual([...new Set(seen)]);
  });

  test("events can be read again from any point", async () => {
    const { site, engine } = await start(treeOfPages(5));
    const { id } = await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" }).result();
    const from = async (after: number) => {
      const events = [];
      for await (const event of engine.jobs.events({ id, after })) events.push(`${event.sequence} ${event.type}`);
      return events;
    };
    const pages = [2, 3, 4, 5, 6].map((sequence) => `${sequence} page`);
    expect(await from(0)).toEqual(["1 started", ...pages, "7 completed"]);
    expect(await from(4)).toEqual(["5 page", "6 page", "7 completed"]);
    expect(await from(7)).toEqual([]);
  });

  test("a paused job waits, and goes on when resumed", async () => {
    const { site, engine } = await start(treeOfPages(60));
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip", maxConcurrency: 2 });
    await engine.jobs.pause({ id });
    const { completed } = await engine.jobs.get({ id });
    expect(completed).toBeLessThan(60);
    expect(await engine.jobs.get({ id })).toMatchObject({ status: "scraping", paused: true });
    await engine.jobs.resume({ id });
    for await (const _event of engine.jobs.events({ id }));
    expect(await engine.jobs.get({ id })).toMatchObject({ status: "completed", completed: 60, paused: false });
    await expect(engine.jobs.pause({ id })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("another team's job does not exist", async () => {
    const { site, engine } = await start(treeOfPages(2));
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/` }, { principal: { team: "a", apiKey: "k" } });
    const call = { principal: { team: "b", apiKey: "k" } };
    for (const ask of [
      engine.jobs.get,
      engine.jobs.cancel,
      engine.jobs.errors,
      engine.jobs.explain,
      engine.jobs.pause,
    ]) {
      await expect(ask({ id }, call)).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
    }
    await expect(
      engine.jobs.get({ id, kind: "batch" }, { principal: { team: "a", apiKey: "k" } }),
    ).rejects.toMatchObject({ code: "JOB_NOT_FOUND" });
  });
});

describe("a request", () => {
  test("with an idempotency key gets the same job again, and no other request does", async () => {
    const { site, engine } = await start(treeOfPages(3));
    const call = { idempotencyKey: "7b2d9c1e-0a4f-4d6b-9a59-2d6a1d1f0c11" };
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/` }, call);
    expect((await engine.jobs.startCrawl({ url: `${site.origin}/` }, call)).id).toBe(id);
    await expect(engine.jobs.startCrawl({ url: `${site.origin}/other` }, call)).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await expect(engine.jobs.startCrawl({ url: `${site.origin}/` }, { idempotencyKey: "x" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  test.each([
    [{ includePaths: ["("] }, /`\(` cannot be compiled/],
    [{ excludePaths: ["ok", "(?=x)"] }, /`\(\?=x\)`/],
    [{ limit: 0 }, /limit/],
    [{ delay: -1 }, /delay/],
    [{ nonsense: true }, /nonsense/],
    [{ scrapeOptions: { nonsense: true } }, /nonsense/],
    [{ webhook: { url: "http://a.test", events: ["never"] } }, /webhook/],
  ])("%j is refused with the reason", async (more, message) => {
    const { engine } = await start({});
    await expect(engine.jobs.startCrawl({ url: "http://127.0.0.1:1/", ...(more as object) })).rejects.toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringMatching(message),
    });
  });

  test("for what the engine cannot do is refused at once", async () => {
    const { engine } = await start({});
    const scrapeOptions = { formats: [{ type: "screenshot" as const }] };
    await expect(engine.jobs.startCrawl({ url: "http://127.0.0.1:1/", scrapeOptions })).rejects.toMatchObject({
      code: "CAPABILITY_MISSING",
    });
  });

  test("to an address that may not be reached is refused at once", async () => {
    const { engine } = await start({}, { policy: {} });
    await expect(engine.jobs.startCrawl({ url: "http://127.0.0.1:1/" })).rejects.toMatchObject({ code: "URL_BLOCKED" });
  });

  test("without credits is refused", async () => {
    const { site, engine } = await start(treeOfPages(3), { policy: { allowPrivateNetworks: true, planCredits: 2 } });
    const urls = [`${site.origin}/`];
    const { id } = await engine.batchScrape({ urls }).result();
    await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" }).result();
    expect(await engine.usage.balance()).toMatchObject({ remainingCredits: 0, planCredits: 2 });
    const refused = [
      engine.jobs.startCrawl({ url: `${site.origin}/` }),
      engine.jobs.startBatchScrape({ urls }),
      engine.jobs.startBatchScrape({ urls, appendToId: id }),
    ];
    for (const each of refused) await expect(each).rejects.toMatchObject({ code: "CREDITS_EXHAUSTED" });
  });

  test("of more URLs than there are credits is refused before a page is asked for", async () => {
    const { site, engine } = await start(treeOfPages(3), { policy: { allowPrivateNetworks: true, planCredits: 3 } });
    const urls = [`${site.origin}/`, "no url", `${site.origin}/`];
    const { id } = await engine.batchScrape({ urls }).result();
    const message = expect.stringMatching(/^Insufficient credits: this takes 2 at least, and 1 are left until /);
    const refused = [engine.jobs.startBatchScrape({ urls }), engine.jobs.startBatchScrape({ urls, appendToId: id })];
    for (const each of refused) await expect(each).rejects.toMatchObject({ code: "CREDITS_EXHAUSTED", message });
    expect(await engine.batchScrape({ urls: urls.slice(0, 2) }).result()).toMatchObject({ completed: 1 });
    expect(await engine.usage.balance()).toMatchObject({ remainingCredits: 0 });
  });

  test("takes no more pages than there are credits, and says so", async () => {
    const { site, engine } = await start(treeOfPages(9), { policy: { allowPrivateNetworks: true, planCredits: 4 } });
    const warning = "The crawl takes 4 of 8 pages at most: there were no more credits when it started.";
    const { id, ...told } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip", limit: 8 });
    expect(told).toEqual({ warning });
    expect(await engine.jobs.attach({ id }).result()).toMatchObject({ completed: 4, creditsUsed: 4, warning });
    expect(await engine.usage.balance()).toMatchObject({ remainingCredits: 0 });
  });
});

describe("a batch", () => {
  test("takes every URL as often as it is there, and lists invalid ones", async () => {
    const { site, engine } = await start({ "/a": {}, "/b": {} });
    const urls = [`${site.origin}/a`, "no url", `${site.origin}/a`, `${site.origin}/b`, "ftp://a.test/"];
    const { id, invalidURLs } = await engine.jobs.startBatchScrape({ urls });
    expect(invalidURLs).toEqual(["no url", "ftp://a.test/"]);
    for await (const _event of engine.jobs.events({ id }));
    const status = await engine.jobs.get({ id, kind: "batch" });
    expect(status).toMatchObject({ status: "completed", completed: 3, total: 3 });
    expect(paths(status)).toEqual(["/a", "/a", "/b"]);
    await expect(engine.jobs.startBatchScrape({ urls, ignoreInvalidURLs: false })).rejects.toMatchObject({
      code: "BAD_REQUEST",
    });
  });

  test("with nothing valid is completed at once", async () => {
    const { engine } = await start({});
    const { id } = await engine.jobs.startBatchScrape({ urls: ["no url"] });
    expect(await engine.jobs.get({ id })).toMatchObject({ status: "completed", total: 0, pages: [] });
  });

  test("can be added to, with options of its own, also when it is completed", async () => {
    const { site, engine } = await start({ "/a": {}, "/b": {} });
    const { id } = await engine.batchScrape({ urls: [`${site.origin}/a`] }).result();
    const added = await engine.jobs.startBatchScrape({
      urls: [`${site.origin}/b`],
      appendToId: id,
      formats: ["rawHtml"],
    });
    expect(added.id).toBe(id);
    for await (const _event of engine.jobs.events({ id, after: 3 }));
    const status = await engine.jobs.get({ id });
    expect(status).toMatchObject({ status: "completed", completed: 2, total: 2 });
    expect(status.pages[1]?.rawHtml).toContain("<h1>");
    await engine.jobs.startBatchScrape({ urls: ["no url", `${site.origin}/a`], appendToId: id });
    for await (const _event of engine.jobs.events({ id, after: 5 }));
    const { pages } = await engine.jobs.get({ id });
    expect(pages.map(({ metadata }) => metadata.urlIndex)).toEqual([0, 1, 3]);
    const nobody = "00000000-0000-4000-8000-000000000000";
    await expect(engine.jobs.startBatchScrape({ urls: [site.origin], appendToId: nobody })).rejects.toMatchObject({
      code: "JOB_NOT_FOUND",
    });
  });

  test("a page that fails is an error with its reason, costs nothing, and leaves the total", async () => {
    const { site, engine } = await start({ "/a": {}, "/circle": { redirect: "/circle" } });
    const status = await engine.batchScrape({ urls: [`${site.origin}/a`, `${site.origin}/circle`] }).result();
    expect(status).toMatchObject({ status: "completed", completed: 1, failed: 1, total: 1, creditsUsed: 1 });
    expect((await engine.jobs.errors({ id: status.id })).errors).toMatchObject([
      { url: `${site.origin}/circle`, code: "SCRAPE_SITE_ERROR" },
    ]);
  });
});
