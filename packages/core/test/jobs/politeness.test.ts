import {
  startCrawlSite,
  startTlsServer,
  treeOfPages,
  type CrawlPages,
  type CrawlRequestSeen,
  type CrawlSite,
} from "@garner/testkit/site";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createEngine, defaultPoliteness, type Engine, type EngineConfig } from "../../src/index.ts";

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

async function start(pages: CrawlPages, config: EngineConfig = {}): Promise<{ site: CrawlSite; engine: Engine }> {
  const site = await startCrawlSite(pages);
  const engine = createEngine({ policy: { allowPrivateNetworks: true }, ...config });
  opened.push(site, engine);
  return { site, engine };
}

const robots = (text: string) => ({ "/robots.txt": { raw: { text: `User-agent: *\n${text}`, type: "text/plain" } } });

function gaps(requests: readonly CrawlRequestSeen[]): readonly number[] {
  return requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0));
}

/**
 * What follows from an answer comes after it, however loaded the machine is; two clocks that count milliseconds may
 * disagree by this much. Requests that do not follow from each other may arrive at any distance: of them only the time
 * since before the first was sent is compared, which load makes longer and never shorter.
 */
const clockMs = 5;

describe("an unknown host", () => {
  test("never gets more than the defaults say", async () => {
    const { site, engine } = await start(treeOfPages(40));
    const before = performance.now();
    await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" }).result();
    expect(site.requests).toHaveLength(40);
    // t seconds bring at most 5t + 2.5t² requests, and two; so the request of this place comes no sooner than:
    const soonestMs = (place: number) => (Math.sqrt(1 + Math.max(0, place - 2) / 2.5) - 1) * 1000;
    for (const [index, { at }] of site.requests.entries()) {
      expect(at - before).toBeGreaterThanOrEqual(soonestMs(index + 1) - clockMs);
    }
    expect(defaultPoliteness).toMatchObject({ startRate: 5, maxRate: 50 });
  });

  test("is asked on while the host's own tests stop the date", async () => {
    const { site, engine } = await start(treeOfPages(5));
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    try {
      const { status, pages } = await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" }).result();
      expect([status, pages.length]).toEqual(["completed", 5]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("that refuses is left alone for as long as it asks, whether it says so in seconds or as a date", async () => {
    const inTwoSeconds = () => new Date(Math.ceil(Date.now() / 1000) * 1000 + 2000).toUTCString();
    for (const retryAfter of [() => "2", inTwoSeconds]) {
      let count = 0;
      const { site, engine } = await start(
        (path) => {
          if (path === "/robots.txt") return undefined;
          count += 1;
          return count === 4 ? { status: 429, headers: { "retry-after": retryAfter() } } : treeOfPages(8)[path];
        },
        { network: { politeness: { startRate: 20, maxConcurrencyPerHost: 1 } } },
      );
      const status = await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" }).result();
      expect(status).toMatchObject({ completed: 8, failed: 0 });
      expect(status.pages.every((page) => page.metadata.statusCode === 200)).toBe(true);
      expect(gaps(site.requests)[3]).toBeGreaterThanOrEqual(2000 - clockMs);
      expect(site.visits(site.requests[3]?.path ?? "")).toBe(2);
    }
  });

  test("that wants to be left alone for long is named by the status of a job that waits for it", async () => {
    const closed = { status: 429, headers: { "retry-after": "3600" } };
    const { site, engine } = await start({ "/": { links: ["/closed"] }, "/closed": closed });
    const before = Date.now();
    const { id } = await engine.jobs.startCrawl({ url: `${site.origin}/`, sitemap: "skip" });
    const warning = async () => (await engine.jobs.get({ id })).warning ?? "";
    await expect.poll(warning, { timeout: 20_000 }).toContain(`Pages of ${new URL(site.origin).host} wait until `);
    const [until = ""] = /(?<=wait until )\S+(?=:)/.exec(await warning()) ?? [];
    expect(Date.parse(until)).toBeGreaterThanOrEqual(before + 3_600_000);
    await engine.jobs.cancel({ id });
    expect(await warning()).toBe("");
  });
});

describe("a redirect", () => {
  test("keeps to the pace and the robots.txt of the host it leads to, and takes a turn of its own", async () => {
    const { site, engine } = await start(
      (path) => {
        const there = `http://localhost:${new URL(site.origin).port}`;
        if (path === "/robots.txt") return { raw: { text: "User-agent: *\nDisallow: /private", type: "text/plain" } };
        if (path === "/") return { links: ["/away", "/hidden", "/chain/1"] };
        if (path === "/away") return { redirect: `${there}/home` };
        if (path === "/hidden") return { redirect: `${there}/private` };
        if (path === "/chain/4") return {};
        return path.startsWith("/chain/") ? { redirect: `/chain/${Number(path.at(-1)) + 1}` } : {};
      },
      { network: { politeness: { startRate: 4, maxRate: 4 } } },
    );
    const before = performance.now();
    const { id } = await engine.crawl({ url: `${site.origin}/`, sitemap: "skip", allowExternalLinks: true }).result();
    const { pages } = await engine.jobs.get({ id });
    expect(new Set(pages.map(({ metadata }) => metadata.url))).toEqual(
      new Set([`${site.origin}/`, `${site.origin}/chain/4`, `${site.otherOrigin}/home`]),
    );
    expect(site.visits("/private")).toBe(0);
    const { decisions } = await engine.jobs.explain({ id });
    expect(decisions).toMatchObject([
      { url: `${site.origin}/hidden`, reason: "robots", detail: expect.stringContaining("line 2: Disallow: /private") },
    ]);
    expect((await engine.jobs.errors({ id })).robotsBlocked).toEqual([`${site.origin}/hidden`]);
    const here = site.requests.filter(({ host }) => host === new URL(site.origin).host);
    expect(here).toHaveLength(7);
    for (const [index, { at }] of here.entries()) {
      expect(at - before).toBeGreaterThanOrEqual(250 * (index - 1) - clockMs);
    }
  });

  test("of a batch keeps to the pace, too", async () => {
    const site = await startCrawlSite((path) => (path === "/a" ? { redirect: "/b" } : {}));
    const engine = createEngine({
      policy: { allowPrivateNetworks: true },
      network: { politeness: { hosts: { [new URL(site.origin).host]: { intervalMs: 400 } } } },
    });
    opened.push(site, engine);
    await engine.batchScrape({ urls: [`${site.origin}/a`] }).result();
    expect(gaps(site.requests)[0]).toBeGreaterThanOrEqual(400 - clockMs);
  });
});

describe("robots.txt and sitemaps", () => {
  test("of a site whose certificate nobody trusts count like its pages, which are read all the same", async () => {
    const site = await startTlsServer((request, response) => {
      const at = (path: string) => `https://${request.headers.host}${path}`;
      const files: Record<string, string> = {
        "/robots.txt": `User-agent: *\nDisallow: /private\nSitemap: ${at("/listed.xml")}`,
        "/listed.xml": `<urlset><url><loc>${at("/listed")}</loc></url></urlset>`,
      };
      response.end(files[request.url ?? ""] ?? `<p>A page of the site.</p><a href="/private">Not for robots</a>`);
    });
    const engine = createEngine({ policy: { allowPrivateNetworks: true } });
    opened.push(site, engine);
    const { pages } = await engine.crawl({ url: `${site.origin}/` }).result();
    expect(pages.map(({ metadata }) => metadata.url)).toEqual([`${site.origin}/`, `${site.origin}/listed`]);
    const { links } = await engine.map({ url: `${site.origin}/`, sitemap: "only" });
    expect(links.map(({ url }) => url)).toEqual([`${site.origin}/listed`]);
  });
});

describe("sitemaps", () => {
  test("take turns like pages", async () => {
    const asked: { path: string; at: number }[] = [];
    const text = "User-agent: *\nCrawl-delay: 0.4\nSitemap: {origin}/sitemap-1.xml\nSitemap: {origin}/sitemap-2.xml";
    const { site, engine } = await start((path) => {
      if (path === "/robots.txt") return { raw: { text, type: "text/plain" } };
      asked.push({ path, at: performance.now() });
      return path === "/" ? {} : undefined;
    });
    await engine.crawl({ url: `${site.origin}/` }).result();
    expect(asked.map(({ path }) => path).toSorted()).toEqual(["/", "/sitemap-1.xml", "/sitemap-2.xml", "/sitemap.xml"]);
    for (const [index, { at }] of asked.slice(1).entries()) {
      expect(at - (asked[index]?.at ?? 0)).toBeGreaterThanOrEqual(400 - clockMs);
    }
  });
});

describe("robots.txt", () => {
  test("Crawl-delay is kept, as the time between two requests", async () => {
    const { site, engine } = await start({ ...treeOfPages(4), ...robots("Crawl-delay: 0.5") });
    await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" }).result();
    expect(site.requests).toHaveLength(4);
    for (const gap of gaps(site.requests)) expect(gap).toBeGreaterThanOrEqual(500 - clockMs);
  });

  test("is obeyed by crawls unless they are asked not to, and never by batches", async () => {
    const pages = { "/": { links: ["/private"] }, "/private": {}, ...robots("Disallow: /private") };
    const { site, engine } = await start(pages);
    expect((await engine.crawl({ url: `${site.origin}/` }).result()).completed).toBe(1);
    expect(
      (await engine.crawl({ url: `${site.origin}/`, ignoreRobotsTxt: true, scrapeOptions: { maxAge: 0 } }).result())
        .completed,
    ).toBe(2);
    expect((await engine.batchScrape({ urls: [`${site.origin}/private`] }).result()).completed).toBe(1);
  });

  test("an operator can insist on it, or turn it off for a host", async () => {
    const pages = { "/": { links: ["/private"] }, "/private": {}, ...robots("Disallow: /private") };
    const strict = await start(pages, { network: { politeness: { respectRobots: "always" } } });
    expect(
      (await strict.engine.crawl({ url: `${strict.site.origin}/`, ignoreRobotsTxt: true }).result()).completed,
    ).toBe(1);
    const wish = { url: `${strict.site.origin}/`, ignoreRobotsTxt: true };
    for (const { warning } of [await strict.engine.jobs.startCrawl(wish), await strict.engine.map(wish)])
      expect(warning).toContain("`ignoreRobotsTxt` has no effect here");
    const site = await startCrawlSite(pages);
    const host = new URL(site.origin).host;
    const engine = createEngine({
      policy: { allowPrivateNetworks: true },
      network: { politeness: { hosts: { [host]: { respectRobots: false } } } },
    });
    opened.push(site, engine);
    expect((await engine.crawl({ url: `${site.origin}/` }).result()).completed).toBe(2);
    const heard = { url: `${site.origin}/`, ignoreRobotsTxt: true };
    expect(await engine.jobs.startCrawl(heard)).not.toHaveProperty("warning");
  });

  test("a group for our own user agent, or for the one that is asked for, applies", async () => {
    const text = "User-agent: OtherBot\nDisallow: /\n\nUser-agent: GarnerBot\nDisallow: /a\n";
    const pages = {
      "/": { links: ["/a", "/b"] },
      "/a": {},
      "/b": {},
      "/robots.txt": { raw: { text, type: "text/plain" } },
    };
    const { site, engine } = await start(pages);
    expect((await engine.crawl({ url: `${site.origin}/` }).result()).completed).toBe(2);
    expect(await engine.crawl({ url: `${site.origin}/`, robotsUserAgent: "OtherBot" }).result()).toMatchObject({
      status: "failed",
    });
  });

  test("that cannot be had for a while is waited for; if it stays away, nothing may be taken", async () => {
    let asked = 0;
    const back = await start((path) =>
      path === "/robots.txt" && (asked += 1) === 1 ? { status: 503 } : path === "/" ? {} : undefined,
    );
    expect(await back.engine.crawl({ url: `${back.site.origin}/`, sitemap: "skip" }).result()).toMatchObject({
      completed: 1,
    });
    const away = await start((path) => (path === "/robots.txt" ? { status: 500 } : {}));
    const status = await away.engine.crawl({ url: `${away.site.origin}/`, sitemap: "skip" }).result();
    expect(status).toMatchObject({ status: "failed", error: expect.stringMatching(/robots\.txt answers 500/) });
    expect(away.site.requests).toEqual([]);
  });

  test("that is missing allows everything", async () => {
    const { site, engine } = await start((path) => (path === "/robots.txt" ? { status: 404 } : {}));
    expect((await engine.crawl({ url: `${site.origin}/` }).result()).completed).toBe(1);
  });
});

describe("`delay`", () => {
  test("is the time between the answer to one request and the next one to that host", async () => {
    const { site, engine } = await start(treeOfPages(4));
    await engine.crawl({ url: `${site.origin}/`, delay: 0.5, sitemap: "skip" }).result();
    expect(site.requests).toHaveLength(4);
    for (const gap of gaps(site.requests)) expect(gap).toBeGreaterThanOrEqual(500 - clockMs);
  });

  test("does not keep another host waiting", async () => {
    const { site, engine } = await start((path) => {
      if (path !== "/") return path.startsWith("/p/") ? {} : undefined;
      const there = `http://localhost:${new URL(site.origin).port}`;
      return { links: ["/p/1", "/p/2", `${there}/p/3`, "/p/4"] };
    });
    const request = { url: `${site.origin}/`, delay: 3600, allowExternalLinks: true, sitemap: "skip" } as const;
    const { id } = await engine.jobs.startCrawl(request);
    for await (const event of engine.jobs.events({ id })) if (event.sequence === 3) break;
    await engine.jobs.cancel({ id });
    // The start page, and the one page whose host has not been asked yet.
    expect(site.requests.map(({ path }) => path)).toEqual(["/", "/p/3"]);
  });
});

describe("a host that is slow to be allowed", () => {
  test("holds up neither another host of the same job nor another job", async () => {
    const slowPages = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`/p/${index}`, {}]));
    const slow = await startCrawlSite(slowPages);
    const fast = await startCrawlSite(slowPages);
    const engine = createEngine({
      policy: { allowPrivateNetworks: true },
      network: {
        politeness: { startRate: 200, maxRate: 200, hosts: { [new URL(slow.origin).host]: { intervalMs: 60_000 } } },
      },
    });
    opened.push(slow, fast, engine);
    const urls = Object.keys(slowPages).flatMap((path) => [`${slow.origin}${path}`, `${fast.origin}${path}`]);
    const { id } = await engine.jobs.startBatchScrape({ urls });
    for await (const event of engine.jobs.events({ id })) if (event.sequence === 42) break;
    // All pages of the fast host, and the one of the slow host whose turn it was.
    expect(fast.requests).toHaveLength(40);
    expect(slow.requests).toHaveLength(1);
    expect(await engine.batchScrape({ urls: [`${fast.origin}/p/1`] }).result()).toMatchObject({ completed: 1 });
  });

  test("jobs on one host share its pace", async () => {
    const { site, engine } = await start(
      { "/a": {}, "/b": {}, "/c": {}, ...robots("") },
      { network: { politeness: { startRate: 4, maxRate: 4 } } },
    );
    const scrapeOptions = { maxAge: 0 };
    const before = performance.now();
    await Promise.all(
      ["/a", "/b", "/c"].map((path) =>
        engine.crawl({ url: site.origin + path, sitemap: "skip", scrapeOptions }).result(),
      ),
    );
    expect(site.requests).toHaveLength(3);
    for (const [index, { at }] of site.requests.entries()) {
      // A turn may make up for the lateness of the one before by 20 ms.
      expect(at - before).toBeGreaterThanOrEqual(230 * index - clockMs);
    }
  });
});
