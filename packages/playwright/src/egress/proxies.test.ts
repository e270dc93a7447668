import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { once } from "node:events";
import { createEgressGuard, createEngine, httpSource, systemClock } from "@garner/core";
import { captureRequest } from "@garner/testkit";
import {
  fakeClock,
  startBareServer,
  startBrowserSite,
  startHttpProxy,
  startSocksProxy,
  startTlsServer,
  type BrowserSite,
} from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEgressProxy } from "./proxy.ts";
import { playwright, type PlaywrightOptions } from "../index.ts";
import { createProxies } from "./proxies.ts";

describe("choosing a proxy", () => {
  const wish = { url: "http://a.example/", tier: "basic", country: undefined, attempt: 1 } as const;

  test("several take turns, and one that fails rests for longer each time", async () => {
    const clock = fakeClock();
    const proxies = createProxies({ basic: ["http://one:1", "http://two:2"] }, clock);
    const next = async () => await proxies.choose(wish);
    const hosts = async (count: number) => {
      const chosen: string[] = [];
      for (let turn = 0; turn < count; turn += 1) chosen.push((await next())?.upstream.url.hostname ?? "none");
      return chosen;
    };
    expect((await hosts(4)).toSorted()).toEqual(["one", "one", "two", "two"]);
    const broken = await next();
    broken?.report(false);
    const other = broken?.upstream.url.hostname === "one" ? "two" : "one";
    expect(await hosts(3)).toEqual([other, other, other]);
    await clock.advance(10_001);
    expect(new Set(await hosts(2))).toEqual(new Set(["one", "two"]));
    broken?.report(false);
    await clock.advance(10_001);
    expect(await hosts(3)).toEqual([other, other, other]);
  });

  test("a function sees the request and which proxies rest", async () => {
    const seen: unknown[] = [];
    const proxies = createProxies((request) => {
      seen.push({ ...request, isResting: request.isResting("http://one:1") });
      return "http://one:1";
    }, fakeClock());
    (await proxies.choose({ ...wish, country: "DE" }))?.report(false);
    await proxies.choose({ ...wish, attempt: 2 });
    expect(seen).toEqual([
      { ...wish, country: "DE", isResting: false },
      { ...wish, attempt: 2, isResting: true },
    ]);
  });

  test("a server that is no proxy is refused at once", () => {
    expect(() => createProxies({ basic: "ftp://one" }, fakeClock())).toThrow(/http:, https: or socks5:/);
  });
});

describe("going through a proxy", () => {
  let site: BrowserSite;
  beforeAll(async () => {
    site = await startBrowserSite();
  });
  afterAll(() => site[Symbol.asyncDispose]());

  const source = (proxy: PlaywrightOptions["proxy"]) =>
    playwright({ guard: createEgressGuard({ allow: ["127.0.0.1"] }), proxy });
  const request = (origin: string, tier: "basic" | "stealth" = "basic") =>
    captureRequest(`${origin}/static`, { proxy: tier });
  const deadline = () => systemClock.deadline(60_000);

  test("HTTP with credentials, for http and https pages", async () => {
    await using proxy = await startHttpProxy({ credentials: { username: "user", password: "secret" } });
    await using browser = source({ basic: proxy.url });
    for (const origin of [site.origin, site.secureOrigin])
      expect(await browser.capture(request(origin), deadline())).toMatchObject({ status: 200, proxyUsed: "basic" });
    expect(proxy.targets.length).toBeGreaterThanOrEqual(2);
  });

  test("SOCKS5, for http and https pages", async () => {
    await using proxy = await startSocksProxy();
    await using browser = source({ basic: proxy.url });
    for (const origin of [site.origin, site.secureOrigin])
      expect(await browser.capture(request(origin), deadline())).toMatchObject({ status: 200 });
    expect(proxy.targets.length).toBeGreaterThanOrEqual(2);
  });

  test("the stealth tier takes its own proxy, and only with one can a plain browser be stealthy", async () => {
    await using proxy = await startHttpProxy();
    await using browser = source({ stealth: proxy.url });
    expect(browser.capabilities.has("stealth")).toBe(true);
    await browser.capture(request(site.origin), deadline());
    expect(proxy.targets).toHaveLength(0);
    expect(await browser.capture(request(site.origin, "stealth"), deadline())).toMatchObject({ proxyUsed: "stealth" });
    expect(proxy.targets.length).toBeGreaterThan(0);
    await using plain = source(undefined);
    expect(plain.capabilities.has("stealth")).toBe(false);
  });

  test("a proxy that does not answer is replaced by the next one", async () => {
    await using proxy = await startHttpProxy();
    await using browser = source({ basic: ["http://127.0.0.1:9", proxy.url] });
    for (let page = 0; page < 3; page += 1)
      expect(await browser.capture(request(site.origin), deadline())).toMatchObject({ status: 200 });
  });

  describe("what only the proxy answered is an error, and no page", () => {
    let url: string;
    let host: string;
    beforeAll(async () => {
      await using gone = await startBareServer(() => {});
      url = `${gone.origin}/`;
      host = new URL(url).host;
    });

    test.each([
      ["tunnels", startHttpProxy, {}, "The proxy answered 502 (Bad Gateway) for HOST"],
      [
        "tunnels to 443 only",
        startHttpProxy,
        { onlySecureTunnels: true },
        "The proxy, or a gateway behind it, answered 502",
      ],
      ["is a SOCKS proxy", startSocksProxy, {}, "The proxy could not reach HOST (ConnectionRefused)"],
    ])(
      "when the target takes no connection and it %s, which is not the proxy's fault",
      async (_kind, start, kind, message) => {
        await using proxy = await start(kind);
        await using browser = source({ basic: [proxy.url, "http://127.0.0.1:9"] });
        const failure = { code: "SCRAPE_SITE_ERROR", message: expect.stringContaining(message.replace("HOST", host)) };
        // The other proxy takes its turn now and then, and is left for the one that works.
        for (let page = 0; page < 3; page += 1)
          await expect(browser.capture(captureRequest(url), deadline())).rejects.toMatchObject(failure);
        expect(await browser.capture(request(site.origin), deadline())).toMatchObject({ status: 200 });
      },
    );

    test.each([true, false])(
      "when it refuses the credentials, also if it tunnels to 443 only (%s)",
      async (onlySecureTunnels) => {
        await using proxy = await startHttpProxy({
          credentials: { username: "user", password: "secret" },
          onlySecureTunnels,
        });
        await using browser = source({ basic: proxy.url.replace("secret", "wr0ng") });
        const failure = browser.capture(request(site.origin), deadline());
        await expect(failure).rejects.toThrow(/^The proxy answered 407 \(Proxy Authentication Required\) for 127/);
        await expect(failure).rejects.not.toThrow(/wr0ng/);
      },
    );

    test("when it takes no connection itself", async () => {
      await using browser = source({ basic: "http://127.0.0.1:9" });
      const failure = browser.capture(request(site.origin), deadline());
      await expect(failure).rejects.toThrow("The proxy could not be reached: it refused the connection.");
    });

    test("whereas the site's own errors are pages", async () => {
      await using server = await startBareServer((asked, response) => {
        response
          .writeHead(Number(asked.url?.slice(1)) || 404, { "content-type": "text/html" })
          .end("<p>The site says so.</p>");
      });
      await using proxy = await startHttpProxy();
      await using forwarding = await startHttpProxy({ onlySecureTunnels: true });
      await using browser = source({ basic: proxy.url, stealth: forwarding.url });
      for (const status of [502, 503, 403])
        expect(await browser.capture(captureRequest(`${server.origin}/${status}`), deadline())).toMatchObject({
          status,
        });
      const missing = captureRequest(`${server.origin}/404`, { proxy: "stealth" });
      expect(await browser.capture(missing, deadline())).toMatchObject({ status: 404 });
    });

    test("nor is it charged", async () => {
      await using proxy = await startHttpProxy();
      const charged: number[] = [];
      await using engine = createEngine({
        sources: [httpSource(), playwright({ proxy: { stealth: proxy.url } })],
        policy: { allowPrivateNetworks: ["127.0.0.1"] },
        runtime: { onEvent: (event) => event.type === "capture-end" && charged.push(event.status) },
      });
      const scrape = engine.scrape({ url, waitFor: 1, proxy: "stealth" });
      await expect(scrape).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
      expect([charged, proxy.targets.length]).toEqual([[], 1]);
    });
  });

  test("a proxy is not asked for what the guard refuses", async () => {
    await using proxy = await startHttpProxy();
    const guard = createEgressGuard({ allow: false, resolver: async () => [{ address: "10.0.0.1", family: 4 }] });
    await using browser = playwright({ guard, proxy: { basic: proxy.url } });
    for (const scheme of ["http", "https"])
      await expect(browser.capture(captureRequest(`${scheme}://intranet.example/`), deadline())).rejects.toMatchObject({
        code: "URL_BLOCKED",
      });
    expect(proxy.connections).toBe(0);
  });

  test.each(["http", "https"])("a page that breaks the connection is asked for once: %s", async (scheme) => {
    let asked = 0;
    const listener: RequestListener = (_request, response) => {
      asked += 1;
      response.destroy();
    };
    await using server = await (scheme === "http" ? startBareServer(listener) : startTlsServer(listener));
    await using browser = source(undefined);
    const context = { guard: createEgressGuard({ allow: ["127.0.0.1"] }), maxBodyBytes: 1e6, mayRetry: () => false };
    const page = browser.capture(captureRequest(`${server.origin}/page`), deadline(), context);
    await expect(page).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
    expect(asked).toBe(1);
  });

  test("the egress proxy itself serves nobody without the secret of a session", async () => {
    await using egress = await startEgressProxy();
    const { hostname, port } = new URL(egress.server);
    const ask = async (lines: string) => {
      const socket = connect(Number(port), hostname);
      socket.write(lines);
      const [answer] = (await once(socket, "data")) as [Buffer];
      socket.destroy();
      return answer.toString().split("\r\n", 1)[0];
    };
    const target = new URL(site.origin).host;
    const wrong = Buffer.from("user:guess").toString("base64");
    expect(await ask(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n\r\n`)).toContain("407");
    expect(await ask(`GET ${site.origin}/static HTTP/1.1\r\nHost: ${target}\r\n\r\n`)).toContain("407");
    expect(
      await ask(`GET ${site.origin}/static HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: Basic ${wrong}\r\n\r\n`),
    ).toContain("407");
  });
});
