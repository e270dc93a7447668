import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { scriptedEngine, testHttpSurface, type MountedSurface } from "@garner/testkit";
import { startBareServer } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { createHandler, type FetchHandler } from "../handler.ts";
import { noAuthentication } from "../access/auth.ts";
import { toNodeListener, type NodeListener } from "./listener.ts";

describe("a handler on node:http", () => {
  testHttpSurface({
    setup: (engine, options) =>
      serve(toNodeListener(createHandler(engine, { authenticate: noAuthentication(() => {}), ...options }))),
  });
});

describe("a handler below a base path", () => {
  testHttpSurface({
    setup: async (engine, options) => {
      const handler = createHandler(engine, {
        authenticate: noAuthentication(() => {}),
        ...options,
        basePath: "/api/garner/",
      });
      const mounted = await serve(toNodeListener(handler));
      return { ...mounted, url: `${mounted.url}/api/garner` };
    },
  });
});

describe("toNodeListener", () => {
  const answerUrl: FetchHandler = async (request) => new Response(`${request.method} ${request.url}`);

  test.each([
    [
      "a path that looks like another host",
      "//elsewhere.example/x",
      /^GET http:\/\/127\.0\.0\.1:\d+\/\/elsewhere\.example\/x$/,
    ],
    ["an absolute target", "http://elsewhere.example/x?y=1", /^GET http:\/\/127\.0\.0\.1:\d+\/x\?y=1$/],
    ["a path with a broken escape", "/%zz", /^GET http:\/\/127\.0\.0\.1:\d+\/%zz$/],
  ])("reads %s", async (_, target, expected) => {
    await using mounted = await serve(toNodeListener(answerUrl));
    const { port, host } = new URL(mounted.url);
    expect(await raw(Number(port), `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).toMatch(
      expected,
    );
  });

  test.each([
    ["a Host header that is no host", "GET /x HTTP/1.1\r\nHost: [broken\r\n"],
    ["a Host header with a path", "GET /x HTTP/1.1\r\nHost: a.example/v2?\r\n"],
    ["a Host header with a password", "GET /x HTTP/1.1\r\nHost: user:password@a.example\r\n"],
    ["an empty Host header", "GET /x HTTP/1.1\r\nHost: \r\n"],
    ["two Host headers", "GET /x HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n"],
    ["a target that is no URL", "GET http://[/ HTTP/1.1\r\nHost: a.example\r\n"],
  ])("answers 400 to %s", async (_, head) => {
    await using mounted = await serve(toNodeListener(answerUrl));
    const { port } = new URL(mounted.url);
    expect(await raw(Number(port), `${head}Connection: close\r\n\r\n`, "head")).toMatch(/^HTTP\/1\.1 400 /);
  });

  test("takes a request of HTTP/1.0, which need not name a host", async () => {
    await using mounted = await serve(toNodeListener(answerUrl));
    const { port } = new URL(mounted.url);
    expect(await raw(Number(port), "GET /x HTTP/1.0\r\n\r\n")).toBe(`GET http://localhost:${port}/x`);
  });

  test("what is left of a refused body doesn't keep the next request of its connection waiting", async () => {
    const handler = createHandler(scriptedEngine({}), { authenticate: noAuthentication(() => {}) });
    await using mounted = await serve(toNodeListener(handler));
    const post = (body: string, more = "") =>
      `POST /v2/scrape HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
    const socket = connect(Number(new URL(mounted.url).port));
    socket.write(post("x".repeat(5_000_000), "Content-Type: text/plain\r\n") + post("{", "Connection: close\r\n"));
    expect((await text(socket)).match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 415", "HTTP/1.1 400"]);
  });

  test("after a body that is too large the connection ends, however long the caller goes on sending", async () => {
    const handler = createHandler(scriptedEngine({}), { authenticate: noAuthentication(() => {}), maxBodyBytes: 1000 });
    await using mounted = await serve(toNodeListener(handler));
    const socket = connect(Number(new URL(mounted.url).port));
    socket.on("error", () => {}); // it goes on writing when nobody reads any more
    socket.write("POST /v2/scrape HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
    const chunk = `${(4096).toString(16)}\r\n${"x".repeat(4096)}\r\n`;
    const sending = setInterval(() => socket.write(chunk), 1);
    let answer = "";
    socket.on("data", (bytes: Buffer) => (answer += bytes.toString()));
    await once(socket, "close");
    clearInterval(sending);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('"code":"PAYLOAD_TOO_LARGE"');
  });

  test("answers 500 for a handler that rejects, and tells of it", async () => {
    const failures: unknown[] = [];
    const bug = new TypeError("a bug");
    const listener = toNodeListener(() => Promise.reject(bug), { onFailure: (thrown) => failures.push(thrown) });
    await using mounted = await serve(listener);
    expect((await fetch(mounted.url)).status).toBe(500);
    expect(failures).toEqual([bug]);
  });

  test("makes no more of an answer than its caller reads, and hangs up on who reads nothing, not on who waits", async () => {
    const { promise: waited, resolve: answer } = Promise.withResolvers<Response>();
    const { promise: news, resolve: tell } = Promise.withResolvers<void>();
    const quiet = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode("first ")),
      async pull(controller) {
        await news;
        controller.enqueue(new TextEncoder().encode("second"));
        controller.close();
      },
    });
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    let pieces = 0;
    const pull = (controller: ReadableStreamDefaultController) => {
      pieces += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    };
    const endless = new ReadableStream({ pull, cancel: () => cancel() });
    const listener = toNodeListener(
      async ({ url }) =>
        url.endsWith("/endless") ? new Response(endless) : url.endsWith("/quiet") ? new Response(quiet) : await waited,
      { stallTimeoutMs: 200 },
    );
    await using mounted = await serve(listener);
    const { port, host } = new URL(mounted.url);
    const patient = fetch(`${mounted.url}/slow`);
    const listening = await fetch(`${mounted.url}/quiet`);
    const deaf = connect(Number(port), "127.0.0.1").pause();
    deaf.write(`GET /endless HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await cancelled;
    // What the two ends of a connection on loopback hold.
    expect(pieces).toBeLessThan(32);
    deaf.destroy();
    answer(new Response("at last"));
    expect(await (await patient).text()).toBe("at last");
    tell();
    expect(await listening.text()).toBe("first second");
  });

  test("refuses methods that Fetch does not know", async () => {
    await using mounted = await serve(toNodeListener(answerUrl));
    const { port, host } = new URL(mounted.url);
    const answer = await raw(Number(port), `TRACE /x HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, "head");
    expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  });

  test("sends a body as it comes", async () => {
    const { promise: sent, resolve: send } = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode("first "));
        await sent;
        controller.enqueue(new TextEncoder().encode("second"));
        controller.close();
      },
    });
    await using mounted = await serve(toNodeListener(async () => new Response(body)));
    const answer = await fetch(mounted.url);
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect(await reader?.read()).toMatchObject({ value: "first " });
    send();
    expect(await reader?.read()).toMatchObject({ value: "second" });
  });

  test("answers before a large body has arrived, and the connection survives", async () => {
    const handler = createHandler(scriptedEngine({}), { authenticate: noAuthentication(() => {}), maxBodyBytes: 1000 });
    await using mounted = await serve(toNodeListener(handler));
    let pieces = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pieces += 1;
        if (pieces > 100) controller.close();
        else controller.enqueue(new Uint8Array(1000));
      },
    });
    const init = { method: "POST", body, duplex: "half" } as const;
    const answer = await fetch(`${mounted.url}/v2/scrape`, {
      ...init,
      headers: { "content-type": "application/json" },
    });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    expect((await fetch(`${mounted.url}/test`)).status).toBe(200);
  });
});

async function serve(listener: NodeListener): Promise<MountedSurface> {
  const server = await startBareServer((request, response) => void listener(request, response));
  return { url: server.origin, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

async function raw(port: number, request: string, part: "head" | "body" = "body"): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(request);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  if (part === "head") return head;
  return /transfer-encoding: chunked/i.test(head) ? (body.split("\r\n")[1] ?? "") : body;
}
