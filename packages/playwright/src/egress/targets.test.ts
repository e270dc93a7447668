import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { createEngine, httpSource, type Resolver } from "@garner/core";
import { reservedPort } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playwright } from "../index.ts";

const [open, own] = ["127.0.0.2", "127.0.0.1"] as const;

let outside: Server;
let inside: Server;
let port: number;
const reached: string[] = [];
const visited: string[] = [];

const html = (body: string) => `<!doctype html><title>Open</title><h1>Open</h1><p>Some words to read.</p>${body}`;

/** Every way in which a page asks for something by itself, each redirected inside. */
const everything = (target: string) =>
  html(`<link rel=icon href="${target}?icon"><link rel="shortcut icon" href="${target}?shortcut">
  <link rel=stylesheet href="${target}?style"><link rel=preload as=image href="${target}?preload">
  <link rel=manifest href="${target}?manifest"><img src="${target}?image"><iframe src="${target}?frame"></iframe>
  <script src="${target}?script"></script><video src="${target}?video"></video><object data="${target}?object"></object>
  <script>fetch("${target}?fetch").catch(() => {}); navigator.sendBeacon("${target}?beacon", "x");
  new EventSource("${target}?events"); new Image().src = "${target}?script-image";</script>`);

beforeAll(async () => {
  port = await reservedPort(open, own);
  const start = async (host: string) => {
    const server = createServer().listen(port, host);
    await once(server, "listening");
    return server;
  };
  outside = await start(open);
  inside = await start(own);
  inside.on("request", ({ url = "" }, response) => {
    reached.push(url);
    response.end("inside");
  });
  const redirect = (response: ServerResponse) =>
    response.writeHead(302, { location: `http://own.test:${port}/` }).end();
  outside.on("request", ({ url = "/", headers }, response) => {
    visited.push(`${headers.host?.split(":")[0]}${url}`);
    response.setHeader("connection", "close");
    if (url.startsWith("/away") || url === "/favicon.ico") redirect(response);
    else if (url === "/redirects") response.setHeader("content-type", "text/html").end(everything("/away"));
    else if (url === "/rebinds")
      response.setHeader("content-type", "text/html").end(everything(`http://rebound.test:${port}/`));
    else response.setHeader("content-type", "text/html").end(html(""));
  });
});
afterAll(async () => {
  for (const server of [outside, inside]) {
    const closed = once(server.close(), "close");
    server.closeAllConnections();
    await closed;
  }
});

const engineWith = (resolver: Resolver) =>
  createEngine({
    network: { resolver },
    sources: [httpSource(), playwright()],
    policy: { allowPrivateNetworks: [open] },
  });
const wishes = { waitFor: 300, blockAds: false, formats: ["markdown" as const, { type: "screenshot" as const }] };
const answer = (...addresses: readonly string[]) => addresses.map((address) => ({ address, family: 4 }));

test("nothing that a page asks for by itself is redirected to the operator's own network", async () => {
  await using engine = engineWith(async (name) => answer(name === "own.test" ? own : open));
  const { markdown } = await engine.scrape({ url: `http://open.test:${port}/redirects`, ...wishes });
  expect(markdown).toContain("Some words to read.");
  expect(visited.filter((path) => path.startsWith("open.test/away")).length).toBeGreaterThan(5);
  expect(reached).toEqual([]);
});

test("a name that is looked up again is checked again, by the browser's connections too", async () => {
  let asked = 0;
  await using engine = engineWith(async (name) =>
    name === "rebound.test" && (asked += 1) > 1 ? answer(own) : answer(open),
  );
  const { markdown } = await engine.scrape({ url: `http://open.test:${port}/rebinds`, ...wishes });
  expect(markdown).toContain("Some words to read.");
  expect(asked).toBeGreaterThan(1);
  expect(reached).toEqual([]);
});

test("a name with an address of the operator's own network is not opened at all", async () => {
  await using engine = engineWith(async () => answer(open, own));
  const scrape = engine.scrape({ url: `http://both.test:${port}/`, ...wishes });
  await expect(scrape).rejects.toMatchObject({ code: "URL_BLOCKED" });
  expect(reached).toEqual([]);
});
