import type { RequestListener } from "node:http";
import { createEngine, httpSource } from "@garner/core";
import { startBareServer, startHttpProxy } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { playwright, type BrowserSource } from "./index.ts";

/** The most requests that a page may cost that can't be had. */
const maxRequests = 4;

type EngineOptions = NonNullable<Parameters<typeof createEngine>[0]>;

const policy = { allowPrivateNetworks: ["127.0.0.1"] };

describe("a page that can't be had", () => {
  /** A site that does the same to every request for its page, and counts them. */
  const startFailing = async (fail: RequestListener) => {
    const asked = { count: 0 };
    const server = await startBareServer((request, response) => {
      if (request.url !== "/page") return void response.writeHead(404).end();
      asked.count += 1;
      fail(request, response);
    });
    return { asked, server };
  };

  const scrapeWith = async (url: string, options: EngineOptions, more: object) => {
    await using engine = createEngine({ stores: { cache: false }, policy, ...options });
    const scrape = engine.scrape({ url, timeout: 60_000, ...more });
    await expect(scrape).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
  };

  test.each([
    ["whose connection breaks", (response: Parameters<RequestListener>[1]) => response.destroy(), {}],
    [
      "whose connection breaks, read by a browser",
      (response: Parameters<RequestListener>[1]) => response.destroy(),
      { waitFor: 1 },
    ],
  ])("%s costs four requests at most, whoever asks", async (_what, fail, more) => {
    const { asked, server } = await startFailing((_request, response) => void fail(response));
    await using _site = server;
    const browsers = { sources: [httpSource(), playwright(), playwright({ stealth: true })] };
    await scrapeWith(`${server.origin}/page`, browsers, { proxy: "auto", ...more });
    expect(asked.count).toBeGreaterThan(0);
    expect(asked.count).toBeLessThanOrEqual(maxRequests);
  });

  test.each([
    ["breaks its connection", (response: Parameters<RequestListener>[1]) => void response.destroy()],
    ["answers 503", (response: Parameters<RequestListener>[1]) => void response.writeHead(503).end("busy")],
    [
      "answers 429 with Retry-After",
      (response: Parameters<RequestListener>[1]) => void response.writeHead(429, { "retry-after": "0" }).end("busy"),
    ],
  ])("because its site once %s is asked for again by a browser, but not its actions", async (_what, fail) => {
    const { asked, server } = await startFailing((_request, response) => {
      if (asked.count % 2 === 1) fail(response);
      else response.setHeader("content-type", "text/html; charset=utf-8").end("<p>Here is what was asked for.</p>");
    });
    await using _site = server;
    await using engine = createEngine({ stores: { cache: false }, policy, sources: [playwright()] });
    const url = `${server.origin}/page`;
    const { markdown } = await engine.scrape({ url, timeout: 60_000 });
    expect([markdown, asked.count]).toEqual(["Here is what was asked for.", 2]);
    const acting = engine.scrape({ url, timeout: 60_000, actions: [{ type: "wait", milliseconds: 1 }] });
    await acting.catch(() => undefined); // a broken connection is an error, and a busy site's answer is not
    expect(asked.count).toBe(3);
  });

  test("whose redirects lead in a circle is gone round once", async () => {
    const { asked, server } = await startFailing((_request, response) => {
      response.writeHead(302, { location: "/page#again" }).end();
    });
    await using _site = server;
    const sources = [httpSource(), playwright(), playwright({ stealth: true })];
    await scrapeWith(`${server.origin}/page`, { sources }, { proxy: "auto" });
    // Over plain HTTP once, and by each of the browsers until it is back.
    expect(asked.count).toBeLessThanOrEqual(5);
  });

  test("that redirects to itself until it has its cookie is had by a browser, too", async () => {
    const asked: string[] = [];
    await using server = await startBareServer(({ url = "", headers: { cookie = "" } }, response) => {
      if (url !== "/page") return void response.writeHead(404).end();
      asked.push(cookie);
      if (cookie === "way=2") response.setHeader("content-type", "text/html").end("<p>Here is what was asked for.</p>");
      else response.writeHead(302, { location: "/page", "set-cookie": `way=${cookie === "" ? 1 : 2}` }).end();
    });
    await using engine = createEngine({ stores: { cache: false }, policy, sources: [playwright()] });
    const { markdown } = await engine.scrape({ url: `${server.origin}/page` });
    expect(markdown).toBe("Here is what was asked for.");
    expect(asked).toEqual(["", "way=1", "way=2"]);
  });

  test("that ends each of its browsers costs four requests at most", async () => {
    const browser: BrowserSource = playwright();
    const { asked, server } = await startFailing(async (_request, response) => {
      for (const { pid } of (await browser.status()).browsers) process.kill(pid, "SIGKILL");
      response.destroy();
    });
    await using _site = server;
    await scrapeWith(`${server.origin}/page`, { sources: [httpSource(), browser] }, { waitFor: 1 });
    expect(asked.count).toBeGreaterThan(1);
    expect(asked.count).toBeLessThanOrEqual(maxRequests);
  });

  test("because a proxy was refused it is no page, costs nothing, and is not the host's fault", async () => {
    await using gone = await startBareServer(() => {});
    const url = `${gone.origin}/page`;
    await gone[Symbol.asyncDispose]();
    await using proxy = await startHttpProxy();
    const captured: number[] = [];
    const options: EngineOptions = {
      sources: [httpSource(), playwright({ proxy: { basic: proxy.url, stealth: proxy.url } })],
      runtime: { onEvent: (event) => event.type === "capture-end" && captured.push(event.status) },
    };
    await scrapeWith(url, options, { waitFor: 1, proxy: "auto" });
    expect(captured).toEqual([]);
    expect(proxy.targets.length).toBeLessThanOrEqual(maxRequests);
  });
});
