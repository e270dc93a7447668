import { scriptedEngine } from "@garner/testkit";
import { describe, expect, test } from "vitest";
import { noAuthentication, type Authenticate } from "./auth.ts";
import { createHandler } from "../handler.ts";
import type { HandlerOptions } from "../options.ts";

const engine = scriptedEngine({ scrape: async () => ({ markdown: "# Hi", metadata: {} }) });
const open = noAuthentication(() => {});
const byKey: Authenticate = () => ({ team: "mine", apiKey: "key-1" });

/** The answer to a scrape with these headers. */
async function scrape(
  options: HandlerOptions,
  headers: Readonly<Record<string, string>>,
  method: "POST" | "OPTIONS" = "POST",
): Promise<Response> {
  const body = method === "POST" ? { body: '{"url":"https://a.example"}' } : {};
  const all = { "content-type": "application/json", ...headers };
  return await createHandler(
    engine,
    options,
  )(new Request("http://127.0.0.1/v2/scrape", { method, headers: all, ...body }));
}

const statusOf = async (options: HandlerOptions, headers: Readonly<Record<string, string>>) =>
  (await scrape(options, headers)).status;

describe("without authentication", () => {
  test.each([
    "localhost",
    "localhost:3002",
    "LOCALHOST.:3002",
    "garner.localhost",
    "127.0.0.1:3002",
    "192.168.1.5",
    "[::1]:3002",
    "[fe80::1]",
  ])("the server is %s", async (host) => {
    expect(await statusOf({ authenticate: open }, { host })).toBe(200);
  });

  test.each([
    "rebound.example",
    "localhost.rebound.example",
    "xlocalhost",
    "127.0.0.1.rebound.example",
    "1.2.3",
    "[::1",
  ])("the server is not %s", async (host) => {
    const answer = await scrape({ authenticate: open }, { host });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: "FORBIDDEN", error: expect.stringContaining("ALLOWED_HOSTS") });
  });

  test("the server is what the operator calls it", async () => {
    const options = {
      authenticate: open,
      publicUrl: "https://garner.example/",
      allowedHosts: ["*.corp.example", "box"],
    };
    for (const host of ["garner.example", "garner.example:8443", "a.b.corp.example", "box:3002"])
      expect(await statusOf(options, { host }), host).toBe(200);
    for (const host of ["corp.example", "x.garner.example", "evilcorp.example"])
      expect(await statusOf(options, { host }), host).toBe(403);
    expect(await statusOf(options, { host: "127.0.0.1", origin: "https://garner.example" })).toBe(200);
  });

  test("a page of the server's own may use it, behind TLS too, and no other page", async () => {
    const options = { authenticate: open, allowedHosts: ["garner.example"] };
    expect(await statusOf(options, { host: "garner.example", origin: "https://garner.example" })).toBe(200);
    expect(await statusOf(options, { host: "localhost:3002", origin: "http://localhost:3002" })).toBe(200);
    expect(await statusOf(options, { host: "localhost:3002", origin: "http://localhost:5173" })).toBe(403);
    expect(await statusOf(options, { host: "localhost:3002", origin: "null" })).toBe(403);
    expect(
      await statusOf(options, { host: "localhost:3002", authorization: "Bearer any", origin: "https://b.example" }),
    ).toBe(403);
  });

  test("nobody can open it to all pages", () => {
    expect(() => createHandler(engine, { authenticate: open, allowedOrigins: ["*"] })).toThrow("needs authentication");
  });
});

describe("with authentication", () => {
  test("the server has any name, unless the operator names it", async () => {
    expect(await statusOf({ authenticate: byKey }, { host: "any.example" })).toBe(200);
    const options = { authenticate: byKey, allowedHosts: ["garner.example"] };
    expect(await statusOf(options, { host: "any.example" })).toBe(403);
    expect(await statusOf(options, { host: "garner.example" })).toBe(200);
  });

  test("a page of a stranger can show a key, but can't read the answer", async () => {
    const headers = { host: "garner.example", origin: "https://stranger.example" };
    const answer = await scrape({ authenticate: byKey }, { ...headers, authorization: "Bearer key" });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    const preflight = await scrape(
      { authenticate: byKey },
      { ...headers, "access-control-request-method": "POST" },
      "OPTIONS",
    );
    expect(preflight.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("cookies that come along with a stranger's page open nothing", async () => {
    const headers = { host: "garner.example", origin: "https://stranger.example", cookie: "session=1" };
    expect(await statusOf({ authenticate: byKey }, headers)).toBe(403);
    expect(await statusOf({ authenticate: byKey, allowedOrigins: ["https://stranger.example"] }, headers)).toBe(200);
  });

  test("the operator can open it to all pages", async () => {
    const options = { authenticate: byKey, allowedOrigins: ["*"] };
    const answer = await scrape(options, { host: "garner.example", origin: "https://stranger.example" });
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  });
});

test.each([
  [{ allowedOrigins: ["app.example"] }, '"app.example" is not an origin'],
  [{ allowedOrigins: ["https://app.example/"] }, '"https://app.example/" is not an origin'],
  [{ allowedHosts: ["https://app.example"] }, '"https://app.example" is not a host name'],
  [{ allowedHosts: [""] }, '"" is not a host name'],
])("%j is refused", (options, complaint) => {
  expect(() => createHandler(engine, { authenticate: byKey, ...options })).toThrow(complaint);
});
