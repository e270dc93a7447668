import {
  startCrawlSite,
  treeOfPages,
  type CrawlPages,
  type CrawlRequestSeen,
  type CrawlSite,
} from "@garner/testkit/site";
import { afterEach, describe, expect, test } from "vitest";
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

/** Timers and the network may bring two requests a little nearer to each other than they were sent. */
const slackMs = 60;

describe("an unknown host", () => {
  test("is met gently and never gets more than the defaults say; what it bears is learned", async () => {
    const { site, engine } = await start(treeOfPages(60));
    await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" });
    const begin = site.requests[0]?.at ?? 0;
    const before = (ms: number) => site.requests.filter(({ at }) => at - begin < ms).length;
    // Additive increase by 5 a second from 5 a second on: t seconds bring at most 5t + 2.5t² requests, and one or two.
    for (const seconds of [0.5, 1, 2, 3]) {
      expect(before(seconds * 1000)).toBeLessThanOrEqual(
        defaultPoliteness.startRate * seconds + 2.5 * seconds ** 2 + 3,
      );
    }
    const spread = gaps(site.requests);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(spread.slice(-20))).toBeLessThan(mean(spread.slice(0, 5)));
  });

  test("that refuses is left alone for as long as it asks, and then gets less", async () => {
    const refusedAt = 12;
    let count = 0;
    const { site, engine } = await start((path) => {
      if (path === "/robots.txt") return undefined;
      count += 1;
      if (count === refusedAt) return { status: 429, headers: { "retry-after": "2" } };
      return treeOfPages(25)[path];
    });
    const status = await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" });
    expect(status).toMatchObject({ completed: 25, failed: 0 });
    expect(status.pages.every((page) => page.metadata.statusCode === 200)).toBe(true);
    // What was under way when the refusal came may still arrive; then there is silence.
    const pause = Math.max(...gaps(site.requests.slice(refusedAt - 1)));
    expect(pause).toBeGreaterThanOrEqual(2000 - 5 * slackMs);
    const refused = site.requests[refusedAt - 1]?.path ?? "";
    expect(site.visits(refused)).toBe(2);
  });
});

describe("robots.txt", () => {
  test("Crawl-delay is kept, as the time between two requests", async () => {
    const { site, engine } = await start({ ...treeOfPages(4), ...robots("Crawl-delay: 0.5") });
    await engine.crawl({ url: `${site.origin}/`, sitemap: "skip" });
    expect(site.requests).toHaveLength(4);
    for (const gap of gaps(site.requests)) expect(gap).toBeGreaterThanOrEqual(500 - slackMs);
  });

  test("is obeyed by crawls unless they are asked not to, and never by batches", async () => {
    const pages = { "/": { links: ["/private"] }, "/private": {}, ...robots("Disallow: /private") };
    const { site, engine } = await start(pages);
    expect((await engine.crawl({ url: `${site.origin}/` })).completed).toBe(1);
    expect(
      (await engine.crawl({ url: `${site.origin}/`, ignoreRobotsTxt: true, scrapeOptions: { maxAge: 0 } })).completed,
    ).toBe(2);
    expect((await engine.batchScrape({ urls: [`${site.origin}/private`] })).completed).toBe(1);
  });

  test("an operator can insist on it, or turn it off for a host", async () => {
    const pages = { "/": { links: ["/private"] }, "/private": {}, ...robots("Disallow: /private") };
    const strict = await start(pages, { politeness: { respectRobots: "always" } });
    expect((await strict.engine.crawl({ url: `${strict.site.origin}/`, ignoreRobotsTxt: true })).completed).toBe(1);
    const site = await startCrawlSite(pages);
    const host = new URL(site.origin).host;
    const engine = createEngine({
      policy: { allowPrivateNetworks: true },
      politeness: { hosts: { [host]: { respectRobots: false } } },
    });
    opened.push(site, engine);
    expect((await engine.crawl({ url: `${site.origin}/` })).completed).toBe(2);
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
    expect((await engine.crawl({ url: `${site.origin}/` })).completed).toBe(2);
    expect(await engine.crawl({ url: `${site.origin}/`, robotsUserAgent: "OtherBot" })).toMatchObject({
      status: "failed",
    });
  });

  test("that cannot be had for a while is waited for; if it stays away, nothing may be taken", async () => {
    let asked = 0;
    const back = await start((path) =>
      path === "/robots.txt" && (asked += 1) === 1 ? { status: 503 } : path === "/" ? {} : undefined,
    );
    expect(await back.engine.crawl({ url: `${back.site.origin}/`, sitemap: "skip" })).toMatchObject({ completed: 1 });
    const away = await start((path) => (path === "/robots.txt" ? { status: 500 } : {}));
    const status = await away.engine.crawl({ url: `${away.site.origin}/`, sitemap: "skip" });
    expect(status).toMatchObject({ status: "failed", error: expect.stringMatching(/robots\.txt answers 500/) });
    expect(away.site.requests).toEqual([]);
  });

  test("that is missing allows everything", async () => {
    const { site, engine } = await start((path) => (path === "/robots.txt" ? { status: 404 } : {}));
    expect((await engine.crawl({ url: `${site.origin}/` })).completed).toBe(1);
  });
});

describe("`delay`", () => {
  test("is the time between two requests to a host, and does not slow another host down", async () => {
    const { site, engine } = await start((path) => {
      if (path !== "/") return path.startsWith("/p") ? {} : undefined;
      const port = new URL(site.origin).port;
      const list = (origin: string, name: string) =>
        Array.from({ length: 4 }, (_, index) => `${origin}/p/${name}${index}`);
      return { links: [...list(site.origin, "here"), ...list(`http://localhost:${port}`, "there")] };
    });
    await engine.crawl({ url: `${site.origin}/`, delay: 0.5, allowExternalLinks: true, sitemap: "skip" });
    const byHost = Map.groupBy(site.requests, ({ host }) => host);
    expect([...byHost.values()].map((requests) => requests.length)).toEqual([5, 4]);
    for (const requests of byHost.values()) {
      for (const gap of gaps(requests)) expect(gap).toBeGreaterThanOrEqual(500 - slackMs);
    }
    const [first, last] = [site.requests[0], site.requests.at(-1)];
    // One after the other, both hosts would have taken eight waits.
    expect((last?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(8 * 500);
  });
});

describe("a host that is slow to be allowed", () => {
  test("holds up neither another host of the same job nor another job", async () => {
    const slowPages = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`/p/${index}`, {}]));
    const slow = await startCrawlSite(slowPages);
    const fast = await startCrawlSite(slowPages);
    const engine = createEngine({
      policy: { allowPrivateNetworks: true },
      politeness: { startRate: 200, maxRate: 200, hosts: { [new URL(slow.origin).host]: { intervalMs: 60_000 } } },
    });
    opened.push(slow, fast, engine);
    const urls = Object.keys(slowPages).flatMap((path) => [`${slow.origin}${path}`, `${fast.origin}${path}`]);
    const { id } = await engine.startBatchScrape({ urls });
    for await (const event of engine.jobEvents({ id })) if (event.sequence === 42) break;
    // All pages of the fast host, and the one of the slow host whose turn it was.
    expect(fast.requests).toHaveLength(40);
    expect(slow.requests).toHaveLength(1);
    expect(await engine.batchScrape({ urls: [`${fast.origin}/p/1`] })).toMatchObject({ completed: 1 });
  });

  test("jobs on one host share its pace", async () => {
    const { site, engine } = await start(
      { "/a": {}, "/b": {}, "/c": {}, ...robots("") },
      {
        politeness: { startRate: 4, maxRate: 4 },
      },
    );
    const scrapeOptions = { maxAge: 0 };
    await Promise.all(
      ["/a", "/b", "/c"].map((path) => engine.crawl({ url: site.origin + path, sitemap: "skip", scrapeOptions })),
    );
    expect(site.requests).toHaveLength(3);
    for (const gap of gaps(site.requests)) expect(gap).toBeGreaterThanOrEqual(250 - slackMs);
  });
});
