import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { charsetTexts } from "./charsets.ts";
import { send } from "./reply.ts";
import { startFixtureSite, type FixtureSite } from "./site.ts";

let site: FixtureSite;
beforeAll(async () => {
  site = await startFixtureSite({ routes: { mine: (exchange) => send(exchange, "mine", { type: "text/plain" }) } });
});
afterAll(() => site[Symbol.asyncDispose]());

const get = (path: string, init?: RequestInit) => fetch(`${site.origin}${path}`, init);

describe("startFixtureSite", () => {
  test("remembers what it was asked for", async () => {
    const before = site.visits("/article?once");
    await get("/article?once", { headers: { "x-probe": "1" } });
    expect(site.visits("/article?once")).toBe(before + 1);
    expect(site.requests.at(-1)).toMatchObject({ method: "GET", path: "/article?once", headers: { "x-probe": "1" } });
  });

  test("takes further routes", async () => {
    expect(await (await get("/mine/too")).text()).toBe("mine");
    expect((await get("/nobody")).status).toBe(404);
  });

  test.each([301, 302, 303, 307, 308])("redirects with %i", async (status) => {
    const answer = await get(`/redirect/${status}/3?to=/links`);
    expect(answer.url).toBe(`${site.origin}/links`);
    expect((await get(`/redirect/${status}/1`, { redirect: "manual" })).status).toBe(status);
  });

  test.each(Object.keys(charsetTexts))("has a page in %s, however it says so", async (label) => {
    for (const by of ["header", "meta", "bom", "xml", "none"]) {
      const bytes = await (await get(`/charset/${label}?by=${by}`)).arrayBuffer();
      expect(new TextDecoder(label).decode(bytes)).toContain(charsetTexts[label]?.text);
    }
  });

  test.each(["gzip", "deflate", "deflate-raw", "br", "zstd"])("encodes with %s", async (encoding) => {
    const answer = await get(`/encoding/${encoding}`);
    expect(answer.headers.get("content-encoding")).toBe(encoding.replace("-raw", ""));
    expect(await answer.text()).toContain("Readable again.");
  });

  test("fails as often as it is told", async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await get("/flaky/a?fails=2&status=503")).status);
    expect(statuses).toEqual([503, 503, 200]);
    await expect(get("/flaky/b")).rejects.toThrow("fetch failed");
    expect((await get("/flaky/b")).status).toBe(200);
  });

  test("sets cookies, and tells which it got", async () => {
    const answer = await get("/set-cookies?a=1&b=2", { redirect: "manual" });
    expect(answer.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2; Path=/"]);
    expect(await (await get("/cookies", { headers: { cookie: "a=1; b=2" } })).text()).toContain(
      "<li>a=1</li><li>b=2</li>",
    );
  });

  test("breaks connections", async () => {
    await expect(get("/reset")).rejects.toThrow("fetch failed");
    await expect(get("/truncated").then((answer) => answer.text())).rejects.toThrow("terminated");
  });

  test("sends as much as it is told", async () => {
    expect((await (await get("/big?bytes=250000")).text()).length).toBe(250_000);
  });

  test("drips, and answers late", async () => {
    expect(await (await get("/drip?chunks=2&ms=5")).text()).toContain("Piece 1");
    expect(await (await get("/slow?ms=5")).text()).toContain("Here at last");
  });

  test("lets go of everybody when it closes", async () => {
    const other = await startFixtureSite();
    const hanging = fetch(`${other.origin}/hang`);
    const outcome = expect(hanging).rejects.toThrow("fetch failed");
    await other.visited("/hang");
    await other[Symbol.asyncDispose]();
    await outcome;
  });
});
