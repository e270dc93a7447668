import { startBareServer, startHttpProxy, startSocksProxy, startTlsServer } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { createEngine } from "../../index.ts";
import { systemClock } from "../../memory/system-clock.ts";
import type { Capture, ProxyServers } from "../../ports/page-source.ts";
import { createEgressGuard, type AllowedNetworks, type Resolver } from "./guard.ts";
import { httpSource } from "../http/http-source.ts";

const credentials = { username: "garner", password: "s3cret" };
const publicResolver: Resolver = async () => [{ address: "93.184.215.14", family: 4 }];
const policy = { userAgent: "test", maxBodyBytes: 10_000, maxRedirects: 5 };

function sourceBehind(proxy: ProxyServers, resolver = publicResolver, allow: AllowedNetworks = false) {
  const guard = createEgressGuard({ allow, resolver });
  return httpSource({ proxy })({ guard, clock: systemClock, random: () => 0, policy });
}

async function captureBehind(
  proxy: ProxyServers,
  url: string,
  options: { tier?: "stealth"; resolver?: Resolver; allow?: AllowedNetworks } = {},
) {
  await using source = sourceBehind(proxy, options.resolver, options.allow);
  const request = { url, headers: {}, mobile: false, waitForMs: 0, actions: [], blockAds: true };
  const route = { skipTlsVerification: true, proxy: options.tier ?? "basic" } as const;
  return await source.capture({ ...request, ...route }, systemClock.deadline(20_000));
}

const textOf = ({ body }: Capture) => new TextDecoder().decode(body);

describe.each([
  ["HTTP", startHttpProxy],
  ["SOCKS", startSocksProxy],
])("an %s proxy", (_name, startProxy) => {
  test("is asked by name for plain and encrypted pages", async () => {
    await using plain = await startBareServer((request, response) => response.end(`plain ${request.headers.host}`));
    await using encrypted = await startTlsServer((_request, response) => response.end("encrypted"));
    await using plainProxy = await startProxy({ port: plain.port });
    await using tlsProxy = await startProxy({ port: encrypted.port });
    expect(textOf(await captureBehind({ basic: plainProxy.url }, "http://site.example:81/"))).toBe(
      "plain site.example:81",
    );
    expect(textOf(await captureBehind({ basic: tlsProxy.url }, "https://site.example/"))).toBe("encrypted");
    expect(plainProxy.targets).toEqual(["site.example:81"]);
    expect(tlsProxy.targets).toEqual(["site.example:443"]);
  });

  test("gets its credentials, and the page doesn't", async () => {
    const seen: unknown[] = [];
    await using server = await startBareServer((request, response) => {
      seen.push(request.headers["authorization"]);
      response.end("ok");
    });
    await using proxy = await startProxy({ port: server.port, credentials });
    expect(textOf(await captureBehind({ basic: proxy.url }, "http://site.example/"))).toBe("ok");
    expect(seen).toEqual([undefined]);
  });

  test("that refuses the credentials is an error which does not show them", async () => {
    await using proxy = await startProxy({ port: 9, credentials });
    const wrong = proxy.url.replace("s3cret", "wr0ng");
    for (const url of ["http://site.example/", "https://site.example/"]) {
      const failure = captureBehind({ basic: wrong }, url);
      await expect(failure).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
      await expect(failure).rejects.not.toThrow(/wr0ng/);
    }
    expect(proxy.targets).toEqual([]);
  });

  test("is asked for a name that only it knows, if the operator opened that name", async () => {
    await using server = await startBareServer((_request, response) => response.end("inside"));
    await using proxy = await startProxy({ port: server.port });
    const resolver: Resolver = () => Promise.reject(new Error("no such name"));
    const url = "http://wiki.corp.example/";
    await expect(captureBehind({ basic: proxy.url }, url, { resolver })).rejects.toMatchObject({
      code: "SCRAPE_DNS_RESOLUTION_ERROR",
    });
    for (const allow of [true, ["*.corp.example"]])
      expect(textOf(await captureBehind({ basic: proxy.url }, url, { resolver, allow }))).toBe("inside");
  });

  test("is not asked for what the guard refuses", async () => {
    await using proxy = await startProxy();
    const privateResolver: Resolver = async () => [{ address: "10.0.0.1", family: 4 }];
    for (const [url, resolver] of [
      ["http://127.0.0.1/", publicResolver],
      ["http://intranet.example/", privateResolver],
      ["https://intranet.example/", privateResolver],
    ] as const)
      await expect(captureBehind({ basic: proxy.url }, url, { resolver })).rejects.toMatchObject({
        code: "URL_BLOCKED",
      });
    expect(proxy.connections).toBe(0);
  });
});

describe("what only the proxy answered is its error, and no page", () => {
  /** Nothing listens there. */
  const closedPort = async () => {
    const server = await startBareServer(() => undefined);
    await server[Symbol.asyncDispose]();
    return server.port;
  };

  test.each([
    ["tunnels", startHttpProxy, {}, /^The proxy answered 502 \(Bad Gateway\) for site\.example/],
    [
      "tunnels to 443 only",
      startHttpProxy,
      { onlySecureTunnels: true },
      /^The proxy, or a gateway behind it, answered 502/,
    ],
    ["is a SOCKS proxy", startSocksProxy, {}, /refused/i],
  ])("when the target takes no connection and it %s", async (_kind, startProxy, kind, message) => {
    await using proxy = await startProxy({ port: await closedPort(), ...kind });
    const failure = captureBehind({ basic: proxy.url }, "http://site.example:81/");
    await expect(failure).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR", message: expect.stringMatching(message) });
    await expect(captureBehind({ basic: proxy.url }, "https://site.example/")).rejects.toMatchObject({
      code: "SCRAPE_SITE_ERROR",
    });
  });

  test.each([true, false])("when it refuses the credentials, also if it tunnels to 443 only (%s)", async (isOnly) => {
    await using proxy = await startHttpProxy({ credentials, onlySecureTunnels: isOnly });
    const failure = captureBehind({ basic: proxy.url.replace("s3cret", "wr0ng") }, "http://site.example/");
    await expect(failure).rejects.toThrow("The proxy answered 407 (Proxy Authentication Required) for site.example");
  });

  test("when it takes no connection itself, which other sources need not have", async () => {
    const url = `http://127.0.0.1:${await closedPort()}`;
    const failure = captureBehind({ basic: url }, "http://site.example/");
    await expect(failure).rejects.toThrow("The proxy could not be reached: it refused the connection.");
    await using server = await startBareServer((_request, response) => response.end("ok"));
    await using stealth = await startHttpProxy({ port: server.port });
    await using engine = createEngine({
      policy: { allowPrivateNetworks: true },
      network: { proxy: { basic: url, stealth: stealth.url } },
    });
    expect((await engine.scrape({ url: "http://site.example/" })).metadata).toMatchObject({ proxyUsed: "stealth" });
  });

  test("whereas the site's own errors are pages", async () => {
    const statuses = [502, 503, 407, 403];
    await using server = await startBareServer((request, response) => {
      response.writeHead(Number(request.url?.slice(1))).end("The site says so.");
    });
    await using proxy = await startHttpProxy({ port: server.port });
    await using forwarding = await startHttpProxy({ port: server.port, onlySecureTunnels: true });
    for (const status of statuses)
      expect(await captureBehind({ basic: proxy.url }, `http://site.example/${status}`)).toMatchObject({ status });
    const url = "http://site.example/404";
    expect(await captureBehind({ basic: forwarding.url }, url)).toMatchObject({ status: 404 });
  });

  test("nor is it charged, or a page of a job", async () => {
    await using proxy = await startHttpProxy({ port: await closedPort() });
    await using engine = createEngine({
      policy: { allowPrivateNetworks: true },
      sources: [httpSource()],
      network: { proxy: { stealth: proxy.url } },
    });
    const status = await engine.batchScrape({ urls: ["http://site.example/"], proxy: "stealth" }).result();
    expect(status).toMatchObject({ completed: 0, failed: 1, creditsUsed: 0 });
    expect(proxy.targets.length).toBeLessThanOrEqual(4);
  });
});

describe("tiers", () => {
  test("have a proxy each, and the result says which was used", async () => {
    await using server = await startBareServer((_request, response) => response.end("ok"));
    await using basic = await startHttpProxy({ port: server.port });
    await using stealth = await startHttpProxy({ port: server.port });
    const proxy = { basic: basic.url, stealth: stealth.url };
    const url = "http://site.example:81/";
    expect(await captureBehind(proxy, url)).toMatchObject({ proxyUsed: "basic" });
    expect([basic.targets.length, stealth.targets.length]).toEqual([1, 0]);
    expect(await captureBehind(proxy, url, { tier: "stealth" })).toMatchObject({ proxyUsed: "stealth" });
    expect([basic.targets.length, stealth.targets.length]).toEqual([1, 1]);
  });

  test("decide whether the source is stealthy", async () => {
    await using plain = sourceBehind({});
    await using stealthy = sourceBehind({ stealth: "http://127.0.0.1:9" });
    expect([...plain.capabilities]).toEqual([]);
    expect([...stealthy.capabilities]).toEqual(["stealth"]);
  });
});

test.each(["", "not a url", "ftp://proxy.example", "proxy.example:8080", "socks4://proxy.example"])(
  "%j is no proxy",
  (server) => {
    expect(() => sourceBehind({ basic: server })).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
  },
);
