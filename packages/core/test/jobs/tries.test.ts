import {
  dearerSource,
  page,
  send,
  startBareServer,
  startFixtureSite,
  type FixtureSite,
  type PageRoutes,
} from "@garner/testkit/site";
import { afterEach, describe, expect, test } from "vitest";
import {
  createEngine,
  httpSource,
  inProcessTransformer,
  memoryLimiter,
  EngineError,
  systemClock,
  type Capability,
  type Engine,
  type EngineConfig,
  type EngineEvent,
  type ErrorCode,
  type Limiter,
  type MakeSource,
  type PageSource,
  type Transformer,
} from "../../src/index.ts";
import { startModelledEngine } from "../modelled-engine.ts";
import { unlimitedPoliteness } from "./unlimited.ts";

const opened: AsyncDisposable[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each[Symbol.asyncDispose]();
});

interface Tried {
  readonly site: FixtureSite;
  readonly engine: Engine;
  readonly events: readonly EngineEvent[];
}

async function start(routes: PageRoutes, config: EngineConfig = {}): Promise<Tried> {
  const site = await startFixtureSite({ routes });
  const events: EngineEvent[] = [];
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: unlimitedPoliteness },
    sources: [
      httpSource(),
      dearerSource("browser", "javascript"),
      dearerSource("stealth-browser", "javascript", "stealth"),
    ],
    runtime: { random: () => 0, onEvent: (event) => void events.push(event) },
    ...config,
  });
  opened.push(site, engine);
  return { site, engine, events };
}

const onePlace = { ...unlimitedPoliteness, maxConcurrencyPerHost: 1 };
const good: PageRoutes = { good: (exchange) => send(exchange, page("Good", "<p>As it should be, every time.</p>")) };
const asked = ({ site }: Tried, path: string) =>
  site.requests.filter((request) => request.path.startsWith(path)).length;
const triedSources = ({ events }: Tried) => [
  ...new Set(events.flatMap((event) => (event.type === "capture-error" ? [event.source] : []))),
];

describe("a page that can't be had costs at most 4 requests", () => {
  test.each([
    ["with a browser and stealth", {}],
    ["over plain HTTP", { sources: undefined }],
  ])("in a batch, which takes the others meanwhile, %s", async (_sources, config) => {
    const tried = await start(good, config);
    const { site, engine } = tried;
    const paths = [0, 1, 2, 3, 4].flatMap((number) => [`/reset?${number}`, `/good?${number}`]);
    const urls = paths.map((path) => site.origin + path);
    const status = await engine.batchScrape({ urls }).result();
    expect(status).toMatchObject({ status: "completed", completed: 5, failed: 5 });
    for (const path of paths) expect([path, site.visits(path)]).toEqual([path, path.startsWith("/good") ? 1 : 4]);
    const { errors } = await engine.jobs.errors({ id: status.id });
    expect(errors.map(({ code }) => code)).toEqual(Array(5).fill("SCRAPE_SITE_ERROR"));
  });

  test("in a crawl, which the good pages do not wait for", async () => {
    const links = [1, 2, 3, 4].map((number) => `<a href="/good/${number}">${number}</a>`);
    const home = page("Home", `<p>All there is.</p><a href="/reset">Broken</a>${links.join(" ")}`);
    const tried = await start({ ...good, home: (exchange) => send(exchange, home) });
    const { site, engine } = tried;
    const { id } = await engine.jobs.startCrawl({
      url: `${site.origin}/home`,
      sitemap: "skip",
      crawlEntireDomain: true,
    });
    const seen: (string | undefined)[] = [];
    for await (const { type, url, error } of engine.jobs.events({ id })) {
      if (type === "page") seen.push(error === undefined ? "good" : url?.replace(site.origin, ""));
    }
    expect(seen).toEqual([...Array<string>(5).fill("good"), "/reset"]);
    expect(site.visits("/reset")).toBe(4);
  });

  test.each(["/reset", "/truncated", "/status/502", "/status/503", "/status/429", "/status/403"])(
    "in a scrape and in a batch: %s",
    async (path) => {
      const tried = await start({});
      const { site, engine } = tried;
      await engine.scrape({ url: site.origin + path }).catch(() => undefined);
      expect(asked(tried, path)).toBeGreaterThanOrEqual(3);
      expect(asked(tried, path)).toBeLessThanOrEqual(4);
      await engine.batchScrape({ urls: [`${site.origin}${path}?batch`] }).result();
      expect(site.visits(`${path}?batch`)).toBeLessThanOrEqual(4);
    },
  );

  test("and one that hangs is given up when its time is over, again and again", async () => {
    const tried = await start({});
    const { site, engine } = tried;
    const status = await engine.batchScrape({ urls: [`${site.origin}/hang`], timeout: 1000 }).result();
    expect(status).toMatchObject({ completed: 0, failed: 1 });
    expect(site.visits("/hang")).toBe(4);
  });
});

describe("what fails", () => {
  test("because nobody takes the connection is tried from no browser and with no stealth", async () => {
    const closed = await startBareServer(() => undefined);
    await closed[Symbol.asyncDispose]();
    const tried = await start({});
    await expect(tried.engine.scrape({ url: closed.origin })).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
    expect(await tried.engine.batchScrape({ urls: [closed.origin] }).result()).toMatchObject({ failed: 1 });
    expect(triedSources(tried)).toEqual(["http"]);
    expect(tried.events.filter(({ type }) => type === "capture-error").length).toBeLessThanOrEqual(1 + 4);
  });

  test("because its redirects lead in a circle is asked for once, from the cheap source and a dearer one", async () => {
    const circle: PageRoutes = {
      circle: ({ response, rest }) =>
        void response.writeHead(302, { location: rest[0] === "1" ? "/circle/2" : "/circle/1" }).end(),
    };
    const tried = await start(circle, { sources: undefined });
    const { site, engine } = tried;
    expect(await engine.batchScrape({ urls: [`${site.origin}/circle/1`] }).result()).toMatchObject({ failed: 1 });
    expect(site.requests.map(({ path }) => path)).toEqual(["/circle/1", "/circle/2"]);
    const withBrowser = await start(circle);
    const urls = [`${withBrowser.site.origin}/circle/1`];
    expect(await withBrowser.engine.batchScrape({ urls }).result()).toMatchObject({ failed: 1 });
    expect(triedSources(withBrowser)).toEqual(["http", "browser", "stealth-browser"]);
  });

  test("in passing is asked for once more from the cheap source before a dearer one is", async () => {
    const tried = await start({});
    const { site, engine } = tried;
    const refusals = [429, 502, 503, 504].map((status) => `/flaky/${status}?fails=1&status=${status}`);
    const urls = ["/flaky/reset?fails=1", ...refusals];
    const { pages } = await engine.batchScrape({ urls: urls.map((path) => site.origin + path) }).result();
    expect(pages.map(({ metadata }) => [metadata.statusCode, metadata.source, metadata.creditsUsed])).toEqual(
      urls.map(() => [200, "http", 1]),
    );
    expect((await engine.scrape({ url: `${site.origin}/flaky/alone?fails=1` })).metadata).toMatchObject({
      source: "http",
    });
  });

  test("at the TLS of a dearer source keeps no place at its host", async () => {
    const bare: PageRoutes = { bare: (exchange) => send(exchange, "<!doctype html><title></title>") };
    const untrusting = (name: string, ...capabilities: readonly Capability[]): PageSource => ({
      name,
      capabilities: new Set(capabilities),
      capture: () => Promise.reject(new EngineError("SCRAPE_SSL_ERROR", "The certificate has expired.")),
    });
    const sources = [httpSource(), untrusting("browser", "javascript"), untrusting("other", "javascript", "stealth")];
    const { site, engine } = await start({ ...good, ...bare }, { sources, network: { politeness: onePlace } });
    const urls = ["/bare", "/good"].map((path) => site.origin + path);
    const { pages } = await engine.batchScrape({ urls }).result();
    expect(pages.map(({ metadata }) => metadata.verdict)).toEqual(["empty", "ok"]);
  });

  test.each<ErrorCode>(["OVERLOADED", "SCRAPE_SITE_ERROR", "SCRAPE_TIMEOUT"])(
    "in a browser (%s) is asked for again, and not kept as it looked without one",
    async (code) => {
      const shell = "<!doctype html><title>App</title><div id=root></div><script src=/app.js></script>";
      const shown = page("App", "<p>It is here.</p>");
      const routes: PageRoutes = {
        app: (exchange) => send(exchange, exchange.request.headers["user-agent"] === "browser" ? shown : shell),
      };
      let calls = 0;
      const failing: MakeSource = (host) => {
        const browser = dearerSource("browser", "javascript")(host);
        return {
          ...browser,
          async capture(...asked) {
            calls += 1;
            if (calls === 1) throw new EngineError(code, "Not now.");
            return await browser.capture(...asked);
          },
        };
      };
      const sources = [httpSource(), failing];
      const { site, engine } = await start(routes, { sources, network: { politeness: onePlace } });
      const { pages } = await engine.batchScrape({ urls: [`${site.origin}/app`] }).result();
      expect(pages[0]?.markdown).toContain("It is here.");
      expect(calls).toBe(2);
    },
  );

  test("because there is no room to read it is read later, asked for no more and from no dearer source", async () => {
    const room = inProcessTransformer();
    let refusals = 0;
    const full: Transformer = {
      async transform(...asked) {
        if (refusals === 3) return await room.transform(...asked);
        refusals += 1;
        throw new EngineError("OVERLOADED", "Too many pages are waiting to be read.");
      },
    };
    let rests = 0;
    const sleep: typeof systemClock.sleep = async (ms, signal) => {
      if (ms === 5000) rests += 1;
      else await systemClock.sleep(ms, signal);
    };
    const events: EngineEvent[] = [];
    const tried = await start(good, {
      content: { transformer: full },
      runtime: { clock: { ...systemClock, sleep }, random: () => 0, onEvent: (event) => void events.push(event) },
    });
    const { site, engine } = tried;
    const { pages } = await engine.batchScrape({ urls: [`${site.origin}/good`] }).result();
    expect(pages.map(({ metadata }) => [metadata.source, metadata.verdict])).toEqual([["http", "ok"]]);
    expect([site.visits("/good"), refusals, rests]).toEqual([1, 3, 3]);
    refusals = 0;
    await expect(engine.scrape({ url: `${site.origin}/good?now` })).rejects.toMatchObject({ code: "OVERLOADED" });
    expect([site.visits("/good?now"), refusals, rests]).toEqual([1, 1, 3]);
    const sources = events.flatMap((event) => (event.type === "capture-end" ? [event.source] : []));
    expect(new Set(sources)).toEqual(new Set(["http"]));
  });

  test("behind a page that is cached is tried no more often", async () => {
    await using site = await startFixtureSite({ routes: good });
    await using modelled = await startModelledEngine(() => ({ text: "No JSON at all." }), {
      network: { politeness: unlimitedPoliteness },
      runtime: { random: () => 0 },
    });
    const { engine, server } = modelled;
    const url = `${site.origin}/good`;
    await engine.scrape({ url });
    const { errors } = await engine
      .batchScrape({ urls: [url], formats: [{ type: "json", prompt: "The name." }] })
      .result();
    expect(errors).toMatchObject([{ url, code: "EXTRACTION_FAILED" }]);
    expect(site.visits("/good")).toBe(1);
    // A question and its repair, each time.
    expect(server.requests).toHaveLength(4 * 2);
  });

  test("slows no other page of its host down, unless the host says that it is asked too much", async () => {
    const rates: number[] = [];
    const kept = memoryLimiter();
    const limiter: Limiter = {
      ...kept,
      async take(...question) {
        const offer = await kept.take(...question);
        rates.push(offer.rate);
        return offer;
      },
    };
    const { site, engine } = await start(good, {
      network: { politeness: { startRate: 40, maxRate: 40 } },
      stores: { limiter },
    });
    const mixed = [0, 1, 2].flatMap((number) => [`/good?${number}`, `/reset?${number}`, `/status/500?${number}`]);
    await engine.batchScrape({ urls: mixed.map((path) => site.origin + path) }).result();
    expect(Math.min(...rates)).toBe(40);
    await engine
      .batchScrape({ urls: [`${site.origin}/flaky/x?fails=1&status=429`, `${site.origin}/good?more`] })
      .result();
    expect(Math.min(...rates)).toBeLessThan(30);
  });
});
