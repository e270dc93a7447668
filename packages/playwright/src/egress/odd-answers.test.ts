import { createEngine, httpSource, type Engine } from "@garner/core";
import { startBareServer, type BareServer } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playwright } from "../index.ts";

const page = "<title>Odd</title><h1>Odd but read</h1><p>Some words to read on a page.</p>";
const fields = `Content-Type: text/html\r\nContent-Length: ${page.length}\r\nConnection: close\r\n`;

/** Answers as they go over the wire. */
const answers: Readonly<Record<string, string>> = {
  "/line-feeds": `HTTP/1.1 200 OK\n${fields.replaceAll("\r", "")}\n${page}`,
  "/header-value": `HTTP/1.1 200 OK\r\nX-Odd: a\u0001b\r\n${fields}\r\n${page}`,
  "/reason": `HTTP/1.1 200 \u0001\u007f\r\n${fields}\r\n${page}`,
  "/large-headers": `HTTP/1.1 200 OK\r\nX-Large: ${"a".repeat(100_000)}\r\n${fields}\r\n${page}`,
  "/status": `HTTP/1.1 099 Low\r\n${fields}\r\n${page}`,
  "/switches": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
};

let site: BareServer;
let engine: Engine;
beforeAll(async () => {
  site = await startBareServer(({ url = "" }, response) => {
    const answer = answers[url];
    if (answer === undefined) return void response.writeHead(404).end();
    if (url === "/switches") response.socket?.write(answer, "latin1");
    else response.socket?.end(answer, "latin1");
  });
  engine = createEngine({
    sources: [playwright()],
    policy: { allowPrivateNetworks: ["127.0.0.1"] },
    stores: { cache: false },
  });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

test.each(["/line-feeds", "/header-value", "/reason", "/large-headers"])(
  "an answer that browsers read is read: %s",
  async (path) => {
    const { markdown } = await engine.scrape({ url: site.origin + path });
    expect(markdown).toContain("# Odd but read");
  },
);

test("a page whose answer only browsers read is read by the browser", async () => {
  const sources = [httpSource(), playwright()];
  const policy = { allowPrivateNetworks: ["127.0.0.1"] };
  await using both = createEngine({ sources, policy, stores: { cache: false } });
  const { markdown, metadata } = await both.scrape({ url: `${site.origin}/line-feeds` });
  expect([markdown, metadata.source]).toEqual([expect.stringContaining("# Odd but read"), "browser"]);
});

test.each([
  ["/status", /could not be read: Invalid status code: 99\.$/],
  ["/switches", /could not be read: it switches to another protocol\.$/],
])("an answer that is none ends the scrape at once, and says so: %s", async (path, message) => {
  const scrape = engine.scrape({ url: site.origin + path, timeout: 60_000 });
  await expect(scrape).rejects.toMatchObject({
    code: "SCRAPE_SITE_ERROR",
    message: expect.stringMatching(message) as string,
  });
});
