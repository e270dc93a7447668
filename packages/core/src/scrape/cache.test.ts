import { gzipSync } from "node:zlib";
import { fakeClock } from "@garner/testkit/site";
import fc from "fast-check";
import { Keyv } from "keyv";
import { describe, expect, test } from "vitest";
import type { EngineEvent } from "../events.ts";
import { plainCaptureRequest } from "../fetch/plain-capture-request.ts";
import { memoryCache } from "../memory/memory-cache.ts";
import type { Capture, CaptureRequest } from "../ports/page-source.ts";
import { decodeCapture, encodeCapture } from "./cache-encoding.ts";
import { cacheKeys, type CacheableRequest } from "./cache-key.ts";
import { createCaptureCache } from "./cache.ts";

function requestFor(url: string, more: Partial<CacheableRequest> = {}): CacheableRequest {
  return { team: "red", ...plainCaptureRequest(url), ...more };
}

function captureOf(text: string, more: Partial<Capture> = {}): Capture {
  return {
    requestedUrl: "https://example.com/",
    url: "https://example.com/",
    status: 200,
    contentType: "text/html",
    headers: [["content-type", "text/html"]],
    body: new TextEncoder().encode(text),
    capturedAt: 0,
    source: "http",
    proxyUsed: "basic",
    warnings: [],
    ...more,
  };
}

const request = requestFor("https://example.com/");
const cacheKey = (asked: CacheableRequest) => cacheKeys(asked).shared;
const textOf = (capture: Capture | undefined) => capture && new TextDecoder().decode(capture.body);

/** A cache over some store, with a clock that stands still. */
function cacheOver(keyv: Keyv) {
  const clock = fakeClock();
  const events: EngineEvent[] = [];
  const cache = createCaptureCache({ keyv, clock, onEvent: (event) => events.push(event) });
  const page = (text: string, more: Partial<Capture> = {}) => captureOf(text, { capturedAt: clock.now(), ...more });
  return { cache, clock, events, page };
}

describe("the cache", () => {
  test("returns what was written", async () => {
    const { cache, clock, page } = cacheOver(memoryCache());
    expect(await cache.read(request, 1000)).toEqual({ capture: undefined });
    const capture = page("hello");
    expect(await cache.write(request, capture)).toBeUndefined();
    await clock.advance(400);
    expect((await cache.read(request, 1000)).capture).toEqual(capture);
  });

  test("returns nothing older than asked for", async () => {
    const { cache, clock, page } = cacheOver(memoryCache());
    await cache.write(request, page("hello"));
    await clock.advance(1000);
    expect((await cache.read(request, 999)).capture).toBeUndefined();
    expect(textOf((await cache.read(request, 1000)).capture)).toBe("hello");
  });

  test("has a word about another spelling of an address only for a page that is there, and only where it is wanted", async () => {
    const { cache, page } = cacheOver(memoryCache());
    const [gone, there] = [requestFor("https://example.com/x/"), requestFor("https://example.com/x")];
    await cache.write(gone, page("gone", { status: 404, requestedUrl: gone.url, url: gone.url }));
    expect((await cache.read(there, 1000)).capture).toBeUndefined();
    expect(textOf((await cache.read(gone, 1000)).capture)).toBe("gone");
    await cache.write(there, page("there", { requestedUrl: there.url, url: there.url }));
    expect((await cache.read(gone, 1000)).capture).toMatchObject({ requestedUrl: there.url, url: there.url });
    expect((await cache.read(gone, 1000, { takesVariants: false })).capture).toBeUndefined();
    expect(textOf((await cache.read(there, 1000, { takesVariants: false })).capture)).toBe("there");
  });

  test("keeps the newest", async () => {
    const { cache, page } = cacheOver(memoryCache());
    await cache.write(request, page("old"));
    await cache.write(request, page("new"));
    expect(textOf((await cache.read(request, 1000)).capture)).toBe("new");
  });

  test.each([403, 429, 500, 503, 302])("does not keep an answer of %i", async (status) => {
    const { cache, page } = cacheOver(memoryCache());
    await cache.write(request, page("sorry", { status }));
    expect((await cache.read(request, 1000)).capture).toBeUndefined();
  });

  test.each([
    ["a page that is gone", { status: 404 }, {}],
    ["a page that is not good", {}, { isGood: false }],
  ])("keeps %s only while nothing good is kept", async (_name, more, options) => {
    const { cache, page } = cacheOver(memoryCache());
    await cache.write(request, page("first", more), options);
    expect(textOf((await cache.read(request, 1000)).capture)).toBe("first");
    await cache.write(request, page("good"));
    await cache.write(request, page("second", more), options);
    expect(textOf((await cache.read(request, 1000)).capture)).toBe("good");
  });
});

describe("what a site keeps from others", () => {
  const other = requestFor("https://example.com/", { team: "blue" });

  test.each<Capture["headers"][number]>([
    ["Cache-Control", "private"],
    ["cache-control", "max-age=0, No-Store"],
    ["cache-control", 'private="x-name", max-age=60'],
    ["set-cookie", "session=1"],
    ["vary", "accept-encoding, *"],
  ])("%s: %s is for the team that asked", async (name, value) => {
    const { cache, page } = cacheOver(memoryCache());
    const headers: Capture["headers"] = [
      ["content-type", "text/html"],
      [name, value],
    ];
    await cache.write(request, page("red's", { headers }));
    expect(await cache.read(other, 1000)).toEqual({});
    expect(textOf((await cache.read(request, 1000)).capture)).toBe("red's");
    await cache.write(other, page("for all"));
    expect(textOf((await cache.read(other, 1000)).capture)).toBe("for all");
  });

  test.each(["public, max-age=60", "no-cache", "s-maxage=1", "x-private=1", "max-age=60, not-private"])(
    "Cache-Control: %s is for all",
    async (value) => {
      const { cache, page } = cacheOver(memoryCache());
      await cache.write(request, page("for all", { headers: [["cache-control", value]] }));
      expect(textOf((await cache.read(other, 1000)).capture)).toBe("for all");
    },
  );

  test("no store gets a cookie", async () => {
    const stored = await encodeCapture(captureOf("x", { headers: [["Set-Cookie", "session=secret"]] }), true);
    expect(JSON.stringify(stored)).not.toContain("secret");
  });

  test("only callers of one team share a capture", async () => {
    const { cache, page } = cacheOver(memoryCache());
    const { signal } = new AbortController();
    let captures = 0;
    const take = async () => page(String((captures += 1)));
    const got = await Promise.all([request, request, other].map((asked) => cache.share(asked, signal, take)));
    expect(got.map(textOf)).toEqual(["1", "1", "2"]);
  });
});

describe("stores", () => {
  test("any store that keeps JSON will do, and bytes survive exactly", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 3000 }), fc.nat(20), async (bytes, times) => {
        const body = new Uint8Array(bytes.length * times);
        for (let index = 0; index < times; index += 1) body.set(bytes, index * bytes.length);
        const original = captureOf("", { body, screenshot: bytes, actionResults: { pdfs: [bytes] }, warnings: ["w"] });
        const stored: unknown = JSON.parse(JSON.stringify(await encodeCapture(original, true)));
        expect(await decodeCapture(stored)).toEqual({ capture: original, isGood: true });
      }),
    );
  });

  test("pages are kept compressed", async () => {
    const page = captureOf("<p>All work and no play</p>".repeat(1000));
    expect(JSON.stringify(await encodeCapture(page, true)).length).toBeLessThan(page.body.length / 20);
  });

  const broken = new Error("connection lost");
  const failing = { get: async () => Promise.reject(broken), set: async () => Promise.reject(broken) };
  const unused = { delete: async () => true, clear: async () => undefined, has: async () => false };

  test("a store that fails is a miss with a warning", async () => {
    const keyv = new Keyv({ store: { ...failing, ...unused } });
    const { cache, events, page } = cacheOver(keyv);
    expect(await cache.read(request, 1000)).toEqual({ warning: "The cache could not be read: connection lost." });
    expect(await cache.write(request, page("x"))).toBe("The cache could not be written: connection lost.");
    expect(events).toEqual([
      { type: "cache-error", url: request.url, message: "connection lost" },
      { type: "cache-error", url: request.url, message: "connection lost" },
    ]);
  });

  test("failures of one request are not blamed on another", async () => {
    const entries = new Map<string, unknown>();
    const badKey = cacheKey(requestFor("https://bad.example/"));
    const store = {
      ...unused,
      get: async (key: string) => (key.includes(badKey) ? Promise.reject(broken) : entries.get(key)),
      set: async (key: string, value: unknown) => void entries.set(key, value),
    };
    const { cache, page } = cacheOver(new Keyv({ store }));
    await cache.write(request, page("fine"));
    const answers = await Promise.all([
      cache.read(requestFor("https://bad.example/"), 1000),
      cache.read(request, 1000),
    ]);
    expect(answers.map(({ warning }) => warning !== undefined)).toEqual([true, false]);
    expect(textOf(answers[1].capture)).toBe("fine");
  });

  test("a store that hangs is a miss with a warning", async () => {
    const never = () => new Promise<undefined>(() => undefined);
    const { cache, clock } = cacheOver(new Keyv({ store: { ...unused, get: never, set: never } }));
    const reading = cache.read(request, 1000);
    await clock.advance(2000);
    expect(await reading).toEqual({ warning: "The cache could not be read: no answer within 2000 ms." });
  });

  test.each([["rubbish"], [42], [{}], [{ version: 2 }], [{ ...captureOf("x"), body: "?" }]])(
    "a store that returns %j is a miss with a warning",
    async (rubbish) => {
      const keyv = memoryCache();
      await keyv.set(cacheKey(request), rubbish);
      const { cache, page } = cacheOver(keyv);
      const answer = await cache.read(request, 1000);
      expect(answer).toEqual({ warning: expect.stringContaining("could not be read") });
      await cache.write(request, page("fresh"));
      expect(textOf((await cache.read(request, 1000)).capture)).toBe("fresh");
    },
  );

  test("a body that an earlier version compressed with gzip is read", async () => {
    const keyv = memoryCache();
    const text = "long enough to be compressed ".repeat(100);
    const stored = await encodeCapture(captureOf(text), true);
    await keyv.set(cacheKey(request), { ...stored, body: { base64: gzipSync(text).toString("base64"), gzip: true } });
    const { capture } = await cacheOver(keyv).cache.read(request, Number.MAX_SAFE_INTEGER);
    expect(new TextDecoder().decode(capture?.body)).toBe(text);
  });

  test.each([{ gzip: true }, { zstd: true }])("a damaged body is a miss with a warning: %o", async (packed) => {
    const keyv = memoryCache();
    const stored = await encodeCapture(captureOf("long enough to be compressed ".repeat(100)), true);
    await keyv.set(cacheKey(request), { ...stored, body: { base64: "AAAA", ...packed } });
    expect(await cacheOver(keyv).cache.read(request, Number.MAX_SAFE_INTEGER)).toHaveProperty("warning");
  });

  test("errors that belong to no request are events, until the cache is disposed", () => {
    const keyv = memoryCache();
    const { cache, events } = cacheOver(keyv);
    keyv.emit("error", new Error("reconnecting"));
    expect(events).toEqual([{ type: "cache-error", url: "", message: "reconnecting" }]);
    cache[Symbol.dispose]();
    expect(keyv.listeners("error")).toEqual([]);
  });

  test("the memory store forgets what was used least recently", async () => {
    const keyv = memoryCache({ maxBytes: 8000 });
    const noise = (seed: number) => Array.from({ length: 2000 }, (_, index) => (index * seed) % 10).join("");
    await keyv.set("a", noise(3));
    await keyv.set("b", noise(7));
    await keyv.get("a");
    await keyv.set("c", noise(9));
    await keyv.set("d", noise(1));
    expect(await keyv.get("a")).toBe(noise(3));
    expect(await keyv.get("b")).toBeUndefined();
    await keyv.set("huge", noise(3).repeat(10));
    expect(await keyv.get("huge")).toBeUndefined();
  });
});

describe("the key", () => {
  const url = "https://example.com/a?b=1";
  test.each([
    "http://example.com/a?b=1",
    "https://www.example.com/a?b=1",
    "https://example.com:443/a?b=1",
    "https://example.com/a/?b=1",
    "https://example.com/a/index.html?b=1",
    "https://example.com/a/index.shtml?b=1",
    "https://example.com/a?b=1#part",
  ])("%s is the same page", (other) => expect(cacheKey(requestFor(other))).toBe(cacheKey(requestFor(url))));

  test.each([
    "https://example.com/a?b=2",
    "https://example.com/a",
    "https://example.com/A?b=1",
    "https://example.com:8443/a?b=1",
    "https://sub.example.com/a?b=1",
    "https://example.com/a?b=1#/app",
    "https://example.com/a/index.xml?b=1",
    "https://user:password@example.com/a?b=1",
  ])("%s is another page", (other) => expect(cacheKey(requestFor(other))).not.toBe(cacheKey(requestFor(url))));

  test.each<Partial<CaptureRequest>>([
    { mobile: true },
    { blockAds: false },
    { waitForMs: 100 },
    { skipTlsVerification: false },
    { proxy: "stealth" },
    { headers: { cookie: "a=1" } },
    { location: { country: "DE", languages: [] } },
    { location: { country: "DE", languages: ["fr"] } },
    { screenshot: { fullPage: true } },
    { actions: [{ type: "wait", milliseconds: 10 }] },
    { storageState: { cookies: [] } },
  ])("%j changes it", (more) => {
    expect(cacheKey(requestFor(url, more))).not.toBe(cacheKey(requestFor(url)));
  });

  test("the order of fields and the case of names don't", () => {
    const one = requestFor(url, { location: { country: "de", languages: [] }, headers: { Cookie: "a" } });
    const other = { ...requestFor(url), location: { languages: [], country: "DE" }, headers: { cookie: "a" } };
    expect(cacheKey(Object.fromEntries(Object.entries(other).toReversed()) as unknown as CacheableRequest)).toBe(
      cacheKey(one),
    );
    expect(cacheKey(requestFor(url, { screenshot: undefined, location: undefined }))).toBe(cacheKey(requestFor(url)));
  });
});
