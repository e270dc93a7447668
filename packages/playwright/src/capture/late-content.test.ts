import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { createEngine, type Engine } from "@garner/core";
import { startBareServer, type BareServer } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, test } from "vitest";
import { playwright } from "../index.ts";

const words = "<p>The lighthouse keeper counted the ships that passed the cape each evening.</p>";
const head = `<header><a href="/">Lighthouse</a></header><h1>Ships</h1><main id="main"></main>`;

const script = (source: string) =>
  `<script>const main = document.getElementById("main"); const add = (text) => main.insertAdjacentHTML("beforeend", "<p>" + text + "</p>");${source}</script>`;

/** Pages whose last words come late, by path. */
const pages: Readonly<Record<string, string>> = {
  "/slow-answer": head + script(`fetch("/slow").then((answer) => answer.text()).then(add);`),
  "/bit-by-bit":
    head +
    script(`
      fetch("/stream").then(async ({ body }) => {
        for await (const part of body.pipeThrough(new TextDecoderStream())) add(part);
      });`),
  "/told":
    head +
    script(`
      const events = new EventSource("/events");
      const told = document.createElement("p");
      main.append(told);
      events.onmessage = ({ data }) => { told.textContent += " " + data; };`),
  "/socket":
    head + words + script(`new WebSocket("ws://" + location.host + "/socket").onmessage = (event) => add(event.data);`),
  "/in-frame": `<h1>Frame</h1>${words}<iframe src="/slow-frame"></iframe>`,
  "/slow-frame": head + script(`setTimeout(() => fetch("/soon").then((answer) => answer.text()).then(add), 60);`),
  "/counted":
    `${head}${words}` +
    script(`
      let ships = 0;
      const shown = document.createElement("p");
      main.append(shown);
      const timer = setInterval(() => {
        shown.textContent = (ships += 50) < 2000 ? ships : ships + ": the last words";
        if (ships === 2000) clearInterval(timer);
      }, 50);`),
  "/places":
    `${head}${words}${`<section style="min-height: 700px"></section>`.repeat(4)}` +
    script(`
      const observer = new IntersectionObserver((entries) => {
        for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
          observer.unobserve(target);
          fetch("/soon").then((answer) => answer.text()).then((text) => { target.innerHTML = "<p>" + text + "</p>"; });
        }
      });
      for (const section of document.querySelectorAll("section")) observer.observe(section);`),
  "/some-rows": `${head}<div role="grid" aria-rowcount="300">${`<div role="row">${words}</div>`.repeat(12)}</div>`,
  "/all-rows": `${head}<table aria-rowcount="3">${`<tr><td>${words}</td></tr>`.repeat(3)}</table>`,
  "/polling": `${head}${words.repeat(15)}${script(`add("the last words"); fetch("/never");`)}`,
  "/fontless": `<style>@font-face { font-family: Late; src: url(/never) } body { font-family: Late }</style>${head}${words}<p>the last words</p>`,
};

/** Answers that come late, or never. */
const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
  "/never": () => undefined,
  "/soon": (response) => void response.end("the last words"),
  "/slow": (response) => void setTimeout(() => response.end("the last words"), 5_000),
  "/stream"(response) {
    const parts = ["one", "two", "three", "four", "five", "six", "the last words"];
    inTurn(parts, 800, (part) => (part === parts.at(-1) ? response.end(part) : response.write(part)));
  },
  "/events"(response) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const parts = [..."counted out", "the last words"];
    inTurn(parts, 250, (part) => response.write(`data: ${part}\n\n`));
  },
};

/** Hands over a part every so many milliseconds. */
function inTurn(parts: readonly string[], everyMs: number, hand: (part: string) => void): void {
  const [part, ...rest] = parts;
  if (part === undefined) return;
  hand(part);
  setTimeout(() => inTurn(rest, everyMs, hand), everyMs);
}

/** Opens a WebSocket (RFC 6455 §4.2.2, §5.2) that says its words after a while, and goes on ticking. */
function speak(key: string, socket: Duplex): void {
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  const upgraded = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
  socket.on("error", () => undefined).on("end", () => socket.end());
  socket.resume();
  socket.write([...upgraded, `Sec-WebSocket-Accept: ${accept}`, "", ""].join("\r\n"));
  const say = (text: string) => socket.write(Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)]));
  setTimeout(() => say("the last words"), 800);
}

let site: BareServer;
let engine: Engine;
beforeAll(async () => {
  const started = await startBareServer(({ url = "" }, response) => {
    const answer = answers[url];
    if (answer !== undefined) return answer(response);
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<!doctype html><title>Ships</title>${pages[url] ?? ""}`);
  });
  started.server.on("upgrade", (request, socket) => speak(request.headers["sec-websocket-key"] ?? "", socket));
  site = started;
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

test.each(["/slow-answer", "/bit-by-bit", "/told", "/socket", "/in-frame", "/counted"])(
  "what a page shows last is waited for: %s",
  async (path) => {
    const { markdown, warning } = await engine.scrape({ url: site.origin + path, timeout: 60_000 });
    expect([markdown, warning]).toEqual([expect.stringContaining("the last words"), undefined]);
  },
);

test("places that are filled when they are scrolled to are filled", async () => {
  const { markdown } = await engine.scrape({ url: `${site.origin}/places`, timeout: 60_000 });
  expect(markdown?.match(/the last words/g)).toHaveLength(4);
});

test("a table that has only some of its rows in the page is told of", async () => {
  const warningOf = async (path: string) => (await engine.scrape({ url: site.origin + path, timeout: 60_000 })).warning;
  expect(await warningOf("/some-rows")).toContain("shows 12 of the 300 rows");
  expect(await warningOf("/all-rows")).toBeUndefined();
});

test("an answer that a page with words of its own keeps waiting for is given up, and named", async () => {
  const { markdown, warning } = await engine.scrape({ url: `${site.origin}/polling`, timeout: 60_000 });
  expect(markdown).toContain("the last words");
  expect(warning).toContain(`before it got an answer from ${site.origin}/never`);
});

test("a font that does not come keeps no picture away", async () => {
  const url = `${site.origin}/fontless`;
  const { screenshot, markdown } = await engine.scrape({ url, formats: ["markdown", "screenshot"], timeout: 60_000 });
  expect([markdown, screenshot]).toEqual([expect.stringContaining("the last words"), expect.any(String)]);
});
