import { describe, expect, test } from "vitest";
import { defaultPoliteness } from "../../src/index.ts";
import { virtualWeb, type VirtualAnswer, type VirtualHost, type VirtualRequest } from "./virtual-web.ts";

/** The start page links to so many pages that a crawl never runs out of them. */
const links = Array.from({ length: 4000 }, (_, index) => `/p/${index}`);
const large = (
  answer: (recent: number, now: number) => VirtualAnswer = () => ({}),
  robots?: VirtualHost["robots"],
) => ({
  ...(robots === undefined ? {} : { robots }),
  page: (path: string, recent: number, now: number) => (path === "/" ? { links } : answer(recent, now)),
});
const start = "http://a.test/";

const perSecond = (requests: readonly VirtualRequest[], from: number, to: number) =>
  requests.filter(({ startedAt }) => startedAt >= from * 1000 && startedAt < to * 1000).length / (to - from);

/** From the answer to one request to the start of the next. */
const pauses = (requests: readonly VirtualRequest[]) =>
  requests.slice(1).map(({ startedAt }, index) => startedAt - (requests[index]?.endedAt ?? Infinity));

/** What the guide documents for an unknown host: 5t + 2.5t² up to the most, which is 50 a second; and two. */
function documentedMost(seconds: number): number {
  const rising = Math.min(seconds, 9);
  return 5 * rising + 2.5 * rising ** 2 + 50 * (seconds - rising) + 2;
}

describe("an unknown host", () => {
  test("never gets more than the defaults document, in any stretch of time, nor more than ten at once", async () => {
    expect(defaultPoliteness).toMatchObject({ startRate: 5, maxRate: 50, maxConcurrencyPerHost: 10 });
    await using web = virtualWeb({ "a.test": large(() => ({ latencyMs: 100 })) });
    await web.crawl({ url: start });
    await web.run(30);
    const pages = web.pages("a.test");
    expect(pages.length).toBeGreaterThan(documentedMost(30) * 0.85);
    const first = pages[0]?.startedAt ?? 0;
    for (const [index, { startedAt }] of pages.entries()) {
      expect(index + 1).toBeLessThanOrEqual(documentedMost((startedAt - first) / 1000));
      const underWay = pages.filter((other) => other.startedAt <= startedAt && other.endedAt > startedAt);
      expect(underWay.length).toBeLessThanOrEqual(10);
      const inSecondBefore = pages.filter(
        (other) => startedAt - other.startedAt < 1000 && other.startedAt <= startedAt,
      );
      expect(inSecondBefore.length).toBeLessThanOrEqual(50 + 2);
    }
  });

  test.each([429, 502, 503, 504])(
    "that answers %i to more than it bears is asked about as often as it bears",
    async (status) => {
      const bearable = 12;
      await using web = virtualWeb({ "a.test": large((recent) => (recent > bearable ? { status } : {})) });
      await web.crawl({ url: start });
      await web.run(90);
      const rate = perSecond(web.pages("a.test"), 30, 90);
      expect(rate).toBeGreaterThan(bearable * 0.35);
      expect(rate).toBeLessThanOrEqual(bearable + 1);
    },
  );

  test("that becomes slow when it is asked more than it bears is asked about as often as it bears", async () => {
    const bearable = 12;
    await using web = virtualWeb({ "a.test": large((recent) => ({ latencyMs: recent > bearable ? 1500 : 50 })) });
    await web.crawl({ url: start });
    await web.run(90);
    const rate = perSecond(web.pages("a.test"), 30, 90);
    expect(rate).toBeGreaterThan(bearable * 0.35);
    expect(rate).toBeLessThanOrEqual(bearable * 1.5);
  });

  test("teaches all jobs of the engine together", async () => {
    await using web = virtualWeb({ "a.test": large() });
    await Promise.all([web.crawl({ url: start }), web.crawl({ url: start }), web.crawl({ url: start })]);
    await web.run(20);
    expectFullSpeed(web.pages("a.test"), 20);
    for (const [index, { startedAt }] of web.pages("a.test").entries()) {
      expect(index + 1).toBeLessThanOrEqual(documentedMost(startedAt / 1000));
    }
  });
});

/** Two hosts of one crawl: the start page is of the first and links to both. */
function twoHosts(first: VirtualHost): Readonly<Record<string, VirtualHost>> {
  const both = links.slice(0, 500).flatMap((link) => [link, `http://b.test${link}`]);
  const page: VirtualHost["page"] = (path, recent, now) =>
    path === "/" ? { links: both } : first.page(path, recent, now);
  return { "a.test": { ...first, page }, "b.test": { page: () => ({}) } };
}

/** The host is at its full pace, as if it were the only one. */
function expectFullSpeed(pages: readonly VirtualRequest[], seconds: number): void {
  expect(pages.length).toBeGreaterThan(documentedMost(seconds - 1) * 0.8);
}

describe("a second host is not slowed", () => {
  test.each([
    ["seconds", "30"],
    ["a date", new Date(Date.UTC(2024, 0, 1, 0, 0, 35)).toUTCString()],
  ])("while the first is left alone for as long as its Retry-After says in %s", async (_form, retryAfter) => {
    await using web = virtualWeb(
      twoHosts({
        page: (_path, _recent, now) => (now < Date.UTC(2024, 0, 1, 0, 0, 5) ? { status: 429, retryAfter } : {}),
      }),
    );
    await web.crawl({ url: start, allowExternalLinks: true });
    await web.run(12);
    const untilRefused = web.pages("a.test").length;
    expect(untilRefused).toBeLessThanOrEqual(1 + 10); // what was under way when the host refused
    expectFullSpeed(web.pages("b.test"), 12);
    await web.run(40);
    expect(pauses(web.pages("a.test"))[untilRefused - 1]).toBeGreaterThanOrEqual(28_000);
    expect(web.pages("a.test").length).toBeGreaterThan(untilRefused + 20);
  });

  test("by the Crawl-delay of the first, which counts from the answer to the next request", async () => {
    const robots = ["User-agent: *\nCrawl-delay: 7"];
    await using web = virtualWeb(twoHosts({ robots, page: () => ({ latencyMs: 900 }) }));
    await web.crawl({ url: start, allowExternalLinks: true });
    await web.run(12);
    expectFullSpeed(web.pages("b.test"), 12);
    await web.run(40);
    expect(web.pages("a.test").length).toBeGreaterThanOrEqual(6);
    for (const pause of pauses(web.pages("a.test"))) expect(pause).toBeGreaterThanOrEqual(7000);
  });

  test("by a crawl's own `delay`, which holds for every host and stops none", async () => {
    await using web = virtualWeb(twoHosts({ page: () => ({ latencyMs: 400 }) }));
    await web.crawl({ url: start, allowExternalLinks: true, delay: 2 });
    await web.run(60);
    for (const [host, latencyMs] of [
      ["a.test", 400],
      ["b.test", 20],
    ] as const) {
      expect(web.pages(host).length).toBeGreaterThan((60_000 / (2000 + latencyMs)) * 0.8);
      for (const pause of pauses(web.pages(host))) expect(pause).toBeGreaterThanOrEqual(2000);
    }
  });

  test("by an operator's rules for the first", async () => {
    const hosts = { "a.test": { intervalMs: 5000 } };
    await using web = virtualWeb(twoHosts({ robots: ["User-agent: *\nCrawl-delay: 1"], page: () => ({}) }), { hosts });
    await web.crawl({ url: start, allowExternalLinks: true });
    await web.run(12);
    expectFullSpeed(web.pages("b.test"), 12);
    expect(web.pages("a.test")).toHaveLength(3);
    for (const pause of pauses(web.pages("a.test"))) expect(pause).toBeGreaterThanOrEqual(5000);
  });
});

describe("an operator", () => {
  test("can set the most, and the first rate, for one host and for all", async () => {
    const hosts = { "a.test": { startRate: 2, maxRate: 2 } };
    await using web = virtualWeb(twoHosts({ page: () => ({}) }), { hosts, startRate: 4, maxRate: 4 });
    await web.crawl({ url: start, allowExternalLinks: true });
    await web.run(30);
    expect(perSecond(web.pages("a.test"), 1, 30)).toBeCloseTo(2, 0);
    expect(perSecond(web.pages("b.test"), 1, 30)).toBeCloseTo(4, 0);
  });

  test("can turn robots.txt off for one host or for all, and it is not even asked for", async () => {
    const robots = ["User-agent: *\nDisallow: /\nCrawl-delay: 50"];
    for (const politeness of [{ respectRobots: false }, { hosts: { "a.test": { respectRobots: false } } }]) {
      await using web = virtualWeb({ "a.test": large(() => ({}), robots) }, politeness);
      await web.crawl({ url: start });
      await web.run(5);
      expect(web.pages("a.test").length).toBeGreaterThan(20);
      expect(web.robotsAskedAt("a.test")).toEqual([]);
    }
  });
});

describe("robots.txt", () => {
  const site = (robots: readonly (string | number)[]): VirtualHost => ({
    robots,
    page: (path) => (path === "/" ? { links: ["/open", "/closed"] } : {}),
  });
  const crawlOf = async (robots: readonly (string | number)[], seconds = 60) => {
    const web = virtualWeb({ "a.test": site(robots) });
    const id = await web.crawl({ url: start });
    await web.run(seconds);
    const job = await web.resources.jobs.get(id);
    return { web, job, paths: web.pages("a.test").map(({ path }) => path) };
  };

  test.each([404, 401, 403, 410])("that answers %i allows everything", async (status) => {
    const { web, paths } = await crawlOf([status]);
    expect(paths.toSorted()).toEqual(["/", "/closed", "/open"]);
    await web[Symbol.asyncDispose]();
  });

  test.each([500, 503, 429])("that answers %i is waited for, 1 s and 4 s, then forbids everything", async (status) => {
    const { web, job, paths } = await crawlOf([status]);
    expect(web.robotsAskedAt("a.test")).toEqual([0, 1, 5]);
    expect(paths).toEqual([]);
    expect(job).toMatchObject({ state: "failed", error: { code: "URL_BLOCKED" } });
    await web.run(540 - 60);
    const soon = await web.crawl({ url: start });
    await web.run(30);
    expect(await web.resources.jobs.get(soon)).toMatchObject({ state: "failed" });
    expect(web.robotsAskedAt("a.test")).toHaveLength(3); // for ten minutes
    await web.run(60);
    await web.crawl({ url: start });
    await web.run(1);
    expect(web.robotsAskedAt("a.test").length).toBeGreaterThan(3);
    await web[Symbol.asyncDispose]();
  });

  test("that comes back while it is waited for is obeyed, before any page is asked for", async () => {
    const { web, paths } = await crawlOf([500, 500, "User-agent: *\nDisallow: /closed"]);
    expect(web.pages("a.test")[0]?.startedAt).toBeGreaterThanOrEqual(5000);
    expect(paths).toEqual(["/", "/open"]);
    await web[Symbol.asyncDispose]();
  });

  test("is read up to 500 KiB, as whole lines, and kept for an hour", async () => {
    const filling = (bytes: number) => `#${"x".repeat(bytes - 2)}\n`;
    const early = `User-agent: *\nDisallow: /closed\n${filling(600 * 1024)}Disallow: /open\n`;
    const { web, paths } = await crawlOf([early]);
    expect(paths).toEqual(["/", "/open"]);
    await web.run(3400);
    await web.crawl({ url: start });
    await web.run(10);
    expect(web.robotsAskedAt("a.test")).toHaveLength(1);
    await web.run(300);
    await web.crawl({ url: start });
    await web.run(10);
    expect(web.robotsAskedAt("a.test")).toHaveLength(2);
    await web[Symbol.asyncDispose]();
    // The cut is in the middle of "Disallow: /open-house", which must not become "Disallow: /open".
    const head = "User-agent: *\nDisallow: /closed\n";
    const cut = `${head}${filling(500 * 1024 - head.length - "Disallow: /open".length)}Disallow: /open-house\n`;
    const cutInLine = await crawlOf([cut]);
    expect(cutInLine.paths).toEqual(["/", "/open"]);
    await cutInLine.web[Symbol.asyncDispose]();
  });

  test("is obeyed in the group of our own user agent, which wins over that of everybody", async () => {
    const own = await crawlOf([
      "User-agent: *\nDisallow: /\n\nUser-agent: garnerbot\nDisallow: /closed\nCrawl-delay: 2",
    ]);
    expect(own.paths).toEqual(["/", "/open"]);
    expect(pauses(own.web.pages("a.test"))[0]).toBeGreaterThanOrEqual(2000);
    await own.web[Symbol.asyncDispose]();
    const other = await crawlOf(["User-agent: OtherBot\nDisallow: /\n\nUser-agent: *\nDisallow: /closed"]);
    expect(other.paths).toEqual(["/", "/open"]);
    await other.web[Symbol.asyncDispose]();
  });
});

describe("a host that refuses everybody", () => {
  /** Crawls sixty-one pages of a host that answers nobody from the third second on; how each page went, and how long it took. */
  const crawlOf = async (closedForSeconds: number, status = 503) => {
    const refusals = new Map<string, number>();
    const had = new Set<string>();
    let since: number | undefined;
    const page: VirtualHost["page"] = (path, _recent, now) => {
      since ??= now;
      if (now - since >= 3000 && now - since < (3 + closedForSeconds) * 1000) {
        refusals.set(path, (refusals.get(path) ?? 0) + 1);
        return { status };
      }
      had.add(path);
      return path === "/" ? { links: links.slice(0, 60) } : {};
    };
    await using web = virtualWeb({ "a.test": { page } });
    const id = await web.crawl({ url: start });
    let seconds = 0;
    for (; seconds < 10_000; seconds += 10) {
      if ((await web.resources.jobs.get(id))?.state !== "scraping") break;
      await web.run(10);
    }
    return { had: had.size, refusals: [...refusals.values()], seconds };
  };

  test.each([10, 30, 60, 120, 170])("for %i s costs a crawl no page, and is asked once in ten", async (closedFor) => {
    const { had, refusals, seconds } = await crawlOf(closedFor);
    expect(had).toBe(61);
    const underWay = 10;
    expect(refusals.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(underWay + 6 + closedFor / 10);
    expect(seconds).toBeLessThanOrEqual(closedFor + 40);
  });

  test.each([502, 504])("because its gateway gets no answer (%i) costs a crawl no page either", async (status) => {
    expect(await crawlOf(30, status)).toMatchObject({ had: 61 });
  });

  test.each([502, 504])("and a gateway that gets no answer for some pages (%i) are not the same", async (status) => {
    const asked = new Map<string, number>();
    const broken = new Set(links.slice(0, 60).filter((_, index) => index % 5 === 0));
    const page: VirtualHost["page"] = (path) => {
      asked.set(path, (asked.get(path) ?? 0) + 1);
      if (path === "/") return { links: links.slice(0, 60) };
      return broken.has(path) ? { status } : {};
    };
    await using web = virtualWeb({ "a.test": { page } });
    const id = await web.crawl({ url: start });
    await web.run(60);
    expect((await web.resources.jobs.get(id))?.state).toBe("completed");
    expect(asked.size).toBe(61);
    expect(Math.max(...asked.values())).toBeLessThanOrEqual(4);
  });

  test("and never stops is given up, page by page", async () => {
    const { had, refusals, seconds } = await crawlOf(1e6);
    expect(had).toBeLessThan(61);
    expect(refusals.length).toBe(61 - had);
    expect(Math.max(...refusals)).toBeLessThanOrEqual(12);
    expect(seconds).toBeLessThan(3000);
  });
});
