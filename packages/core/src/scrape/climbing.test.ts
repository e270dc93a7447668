import { gzipSync } from "node:zlib";
import { dearerSource, page, send, startFixtureSite, type FixtureSite, type PageRoutes } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, httpSource, type Engine, type Principal } from "../index.ts";

const denied = page("Access denied", "<p>You don't have permission to access this page.</p>");
const words = page("Words", `<p>${"There is much to be read here. ".repeat(20)}</p>`);

/** Pages that only a stealthy visitor gets, and pages for everybody. */
const routes: PageRoutes = {
  closed(exchange) {
    const isLetIn = exchange.request.headers["user-agent"] === "stealth-browser";
    send(exchange, isLetIn ? words : denied, isLetIn ? {} : { status: 403 });
  },
  open: (exchange) => send(exchange, words),
  blank: (exchange) => send(exchange, "<!doctype html><title></title>"),
  /** As browsers have it, which show what came of an answer and say nothing. */
  torn(exchange) {
    const isBrowser = exchange.request.headers["user-agent"] === "browser";
    if (isBrowser) send(exchange, words);
    else send(exchange, gzipSync(words).subarray(0, -8), { headers: { "content-encoding": "gzip" } });
  },
  /** Its text is that of other pages, which browsers put together. */
  frames(exchange) {
    const isBrowser = exchange.request.headers["user-agent"] === "browser";
    const frames = `<html><title>Frames</title><frameset cols="30%,70%"><frame src="/menu" title="Menu"><frame src="/start">
      <noframes><body>Your browser shows no frames.</body></noframes></frameset></html>`;
    send(exchange, isBrowser ? words : frames);
  },
  /** A title, a sentence, and a place that scripts fill. */
  grid(exchange) {
    const isBrowser = exchange.request.headers["user-agent"] === "browser";
    const rows = isBrowser ? "<ul><li>Copper kettle</li></ul>" : "";
    send(
      exchange,
      page("Kettles", `<p>All that we have.</p><div id="grid">${rows}</div><script src="/grid.js"></script>`),
    );
  },
  /** The same, to a browser a refusal. */
  guarded(exchange) {
    if (exchange.request.headers["user-agent"] === "browser") send(exchange, denied, { status: 403 });
    else send(exchange, page("Kettles", `<p>All that we have.</p><ul x-data></ul><script src="/list.js"></script>`));
  },
  "blank.txt": (exchange) => send(exchange, " ", { type: "text/plain" }),
  /** Messages that never end, for scripts of a page. */
  events(exchange) {
    exchange.response.writeHead(200, { "content-type": "text/event-stream" }).write("data: tick\n\n");
  },
  nothing(exchange) {
    exchange.response.writeHead(204).end();
  },
};

describe("`proxy: auto`", () => {
  let site: FixtureSite;
  let engine: Engine;
  beforeAll(async () => {
    site = await startFixtureSite({ routes });
    engine = createEngine({
      policy: { allowPrivateNetworks: true },
      sources: [
        httpSource(),
        dearerSource("browser", "javascript"),
        dearerSource("stealth-browser", "javascript", "stealth"),
      ],
    });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  async function taken(path: string, team = "first") {
    const principal: Principal = { team, apiKey: team };
    const { metadata } = await engine.scrape({ url: site.origin + path }, { principal });
    return [metadata.source, metadata.proxyUsed, metadata.creditsUsed];
  }

  test("a page that says little beside an empty place is asked of a browser, and stays if that is turned away", async () => {
    const ask = (path: string, more: object = {}) => engine.scrape({ url: site.origin + path, ...more });
    const filled = await ask("/grid");
    expect(filled).toMatchObject({ metadata: { source: "browser", verdict: "ok", creditsUsed: 1 } });
    expect(filled.markdown).toContain("Copper kettle");
    expect(filled.warning ?? "").not.toContain("may fill");
    const guarded = await ask("/guarded", { proxy: "basic" });
    expect(guarded).toMatchObject({ metadata: { source: "http", verdict: "ok" } });
    expect(guarded.warning).toContain("its scripts may fill an empty <ul x-data>");
    const fast = await ask("/grid", { fastMode: true });
    expect(fast.warning).toContain("its scripts may fill an empty #grid");
    expect(fast.warning).toContain("Without `fastMode`, another page source is asked");
  });

  test("takes every page as cheaply as it is to be had, whatever other pages of its host needed", async () => {
    expect(await taken("/open/1")).toEqual(["http", "basic", 1]);
    for (const page of ["/closed/1", "/closed/2"]) expect(await taken(page)).toEqual(["stealth-browser", "stealth", 5]);
    expect(await taken("/open/2")).toEqual(["http", "basic", 1]);
    expect(await taken("/open/3", "second")).toEqual(["http", "basic", 1]);
    const { pages } = await engine
      .batchScrape({ urls: ["/open/4", "/closed/3"].map((path) => site.origin + path) })
      .result();
    expect(pages.map(({ metadata }) => metadata.creditsUsed)).toEqual(expect.arrayContaining([1, 5]));
  });

  test("asks for a page that is closed to all but the dearest source once from each", async () => {
    await taken("/closed/once");
    expect(site.visits("/closed/once")).toBe(3);
  });

  test("charges nothing for stealth that sees no more than a plain browser", async () => {
    expect(await taken("/blank")).toEqual(["browser", "basic", 1]);
  });

  test("takes a page of frames from a browser; without one it is empty, and names its frames", async () => {
    expect(await taken("/frames")).toEqual(["browser", "basic", 1]);
    const url = `${site.origin}/frames`;
    const { markdown, metadata, warning } = await engine.scrape({ url, fastMode: true, maxAge: 0 });
    expect(metadata.verdict).toBe("empty");
    expect(warning).toContain("Without `fastMode`, another page source is asked");
    expect(markdown).toBe(`[Menu](${site.origin}/menu)\n\n[Embedded content](${site.origin}/start)`);
  });

  test("says that a page may be cut off whose compressed answer was torn, and keeps no such page", async () => {
    for (const _ of ["once", "again"]) {
      const { metadata, warning } = await engine.scrape({ url: `${site.origin}/torn` });
      expect(metadata).toMatchObject({ source: "browser", verdict: "ok", cacheState: "miss" });
      expect(warning).toMatch(/may be cut off: .* its compressed answer is cut short/);
    }
  });

  test("does not wait for messages that never end, which no source makes a page of", async () => {
    await expect(engine.scrape({ url: `${site.origin}/events`, timeout: 2_000 })).rejects.toMatchObject({
      code: "UNSUPPORTED_CONTENT",
      message: expect.stringContaining("a stream of messages (text/event-stream)"),
    });
    expect(site.visits("/events")).toBe(1);
  });

  test.each(["/blank.txt", "/nothing"])("asks for %s once, which is as empty in any browser", async (path) => {
    expect(await taken(path)).toEqual(["http", "basic", 1]);
    expect(site.visits(path)).toBe(1);
  });
});
