import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { page, reservedPort } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { createEngine, type EngineConfig, type Resolver } from "../../index.ts";

/** The networks of these tests: one address is open, the other is the operator's own. */
const [open, own] = ["127.0.0.2", "127.0.0.1"] as const;

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Servers on one port of both addresses; the names `open.test` and `own.test` stand for them. */
async function startPair(answer: (port: number) => Listener) {
  let reached = 0;
  const port = await reservedPort(open, own);
  const start = async (host: string) => {
    const server = createServer().listen(port, host);
    await once(server, "listening");
    return server;
  };
  const outside = await start(open);
  outside.on("request", answer(port));
  const inside = await start(own);
  inside.on("connection", () => (reached += 1));
  inside.on("request", (_, response) => response.end(page("Inside", "<p>The operator's own.</p>")));
  return {
    port,
    /** Connections to the operator's own network. */
    reached: () => reached,
    async [Symbol.asyncDispose]() {
      await Promise.all(
        [outside, inside].map(async (server) => {
          const closed = once(server.close(), "close");
          server.closeAllConnections();
          await closed;
        }),
      );
    },
  };
}

const addressesOf = (...addresses: readonly string[]) =>
  addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
const names: Resolver = async (name) => addressesOf(name.endsWith("own.test") ? own : open);

const engineWith = (resolver: Resolver, more: EngineConfig = {}) =>
  createEngine({ policy: { allowPrivateNetworks: [open] }, ...more, network: { resolver, ...more.network } });

const redirect = (response: ServerResponse, location: string) => response.writeHead(302, { location }).end();
const plain: Listener = (_, response) => response.writeHead(200, { connection: "close" }).end(page("Open", "<p>Yes."));

describe("a name that changes its answer", () => {
  test("is looked up once for each connection, which goes to the address that was checked", async () => {
    await using pair = await startPair(() => plain);
    const answers = [open, own, own];
    let asked = 0;
    await using engine = engineWith(async () => addressesOf(answers[asked++] ?? own));
    const url = `http://rebound.test:${pair.port}/`;
    expect((await engine.scrape({ url })).markdown).toContain("# Open");
    expect(asked).toBe(1);
    await expect(engine.scrape({ url, maxAge: 0 })).rejects.toMatchObject({ code: "URL_BLOCKED" });
    expect(pair.reached()).toBe(0);
  });

  test("is refused on the way, also when it was fine at the start", async () => {
    let asked = 0;
    await using pair = await startPair((port) => (request, response) => {
      if (request.url === "/") redirect(response.setHeader("connection", "close"), `http://rebound.test:${port}/next`);
      else plain(request, response);
    });
    await using engine = engineWith(async () => addressesOf(asked++ === 0 ? open : own));
    const url = `http://rebound.test:${pair.port}/`;
    await expect(engine.scrape({ url })).rejects.toMatchObject({ code: "URL_BLOCKED" });
    expect([asked, pair.reached()]).toEqual([2, 0]);
  });
});

test.each([
  [open, own],
  [own, open],
  [open, "::ffff:7f00:1"],
  [open, "::1"],
  [open, "0.0.0.0"],
  [open, "64:ff9b::7f00:1"],
  [open, "169.254.169.254"],
  [open, "fe80::1%eth0"],
])("a name with the addresses %s and %s is refused as a whole", async (...addresses) => {
  await using pair = await startPair(() => plain);
  await using engine = engineWith(async () => addressesOf(...addresses));
  await expect(engine.scrape({ url: `http://both.test:${pair.port}/` })).rejects.toMatchObject({ code: "URL_BLOCKED" });
  expect(pair.reached()).toBe(0);
});

describe.each([
  ["an address", own],
  ["a name", "own.test"],
  ["another spelling", "0x7f.1"],
  ["IPv4 in IPv6", "[::ffff:127.0.0.1]"],
])("nobody is sent to the operator's own network by %s", (_, host) => {
  /** A site on which everything leads inside. */
  const site = (port: number): Listener => {
    const inside = `http://${host}:${port}`;
    const pages: Readonly<Record<string, (response: ServerResponse) => unknown>> = {
      "/redirect": (response) => redirect(response, `${inside}/`),
      "/refresh": (response) => response.end(`<meta http-equiv=refresh content="0;url=${inside}/"><p>Wait.`),
      "/hook": (response) => response.writeHead(307, { location: `${inside}/hook` }).end(),
      "/named/robots.txt": (response) => redirect(response, `${inside}/robots.txt`),
      "/sitemap.xml": (response) => redirect(response, `${inside}/sitemap.xml`),
      "/index.xml": (response) =>
        response.end(`<sitemapindex><sitemap><loc>${inside}/deep.xml</loc></sitemap></sitemapindex>`),
      "/favicon.ico": (response) => redirect(response, `${inside}/favicon.ico`),
    };
    return (request, response) => {
      const { url = "/", headers } = request;
      const isNamed = headers.host?.startsWith("named.");
      if (url === "/robots.txt" && isNamed === true)
        response.end(`Sitemap: ${inside}/sitemap.xml\nSitemap: http://open.test:${port}/index.xml`);
      else if (url === "/robots.txt") redirect(response, `${inside}/robots.txt`);
      else if (url in pages) pages[url]?.(response);
      else
        response.end(
          page("Open", `<link rel=icon href=/favicon.ico><a href=/redirect>a</a><a href="${inside}/">b</a>`),
        );
    };
  };

  test("a page, a redirect or a refresh", async () => {
    await using pair = await startPair(site);
    await using engine = engineWith(names);
    const at = (path: string) => engine.scrape({ url: path.replace("~", `http://open.test:${pair.port}`) });
    await expect(at(`http://${host}:${pair.port}/`)).rejects.toMatchObject({ code: "URL_BLOCKED" });
    await expect(at("~/redirect")).rejects.toMatchObject({ code: "URL_BLOCKED" });
    await expect(at("~/refresh")).rejects.toMatchObject({ code: "URL_BLOCKED" });
    expect((await at("~/")).metadata["favicon"]).toBe(`http://open.test:${pair.port}/favicon.ico`);
    expect(pair.reached()).toBe(0);
  });

  test.each(["open.test", "named.open.test"])("robots.txt, sitemaps and links of %s", async (name) => {
    await using pair = await startPair(site);
    await using engine = engineWith(names, { network: { politeness: { startRate: 1000, maxRate: 1000 } } });
    const url = `http://${name}:${pair.port}/`;
    const crawl = await engine.crawl({ url, allowExternalLinks: true, crawlEntireDomain: true }).result();
    expect(crawl).toMatchObject({ status: "completed", completed: 1 });
    const { links } = await engine.map({ url, allowExternalLinks: true });
    expect(links.map((link) => link.url)).toContain(url.replace(/\/$/, ""));
    expect(pair.reached()).toBe(0);
  });

  test("the receiver of a webhook, and its redirect", async () => {
    await using pair = await startPair(site);
    const told = new EventEmitter();
    await using engine = engineWith(names, { runtime: { onEvent: (event) => told.emit(event.type, event) } });
    for (const [receiver, error] of [
      [`http://${host}:${pair.port}/hook`, "not on the public internet"],
      [`http://open.test:${pair.port}/hook`, "The receiver answered 307."],
    ] as const) {
      const failed = once(told, "webhook-error");
      const urls = [`http://open.test:${pair.port}/`];
      await engine.batchScrape({ urls, webhook: { url: receiver, events: ["completed"] } }).result();
      expect(await failed).toMatchObject([{ error: expect.stringContaining(error) }]);
    }
    expect(pair.reached()).toBe(0);
  });
});
