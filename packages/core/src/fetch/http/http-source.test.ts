import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { testPageSource } from "@garner/testkit";
import {
  fakeClock,
  page,
  send,
  startBareServer,
  startFixtureSite,
  startTlsServer,
  type FixtureSite,
  type PageRoutes,
} from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemClock } from "../../memory/system-clock.ts";
import type { Capture, CaptureRequest, SourceHost } from "../../ports/page-source.ts";
import { createEgressGuard, type Resolver } from "../egress/guard.ts";
import { plainCaptureRequest } from "../plain-capture-request.ts";
import { httpSource, type HttpSourceOptions } from "./http-source.ts";

const loopback: Resolver = async () => [{ address: "127.0.0.1", family: 4 }];
const policy = { userAgent: "GarnerTest/1.0", maxBodyBytes: 1_000_000, maxRedirects: 5 };

function sourceWith(options: Partial<SourceHost & HttpSourceOptions> = {}) {
  const guard = createEgressGuard({ allow: ["127.0.0.0/8"], resolver: loopback });
  const { proxy, ...host } = options;
  return httpSource({ proxy })({ guard, clock: systemClock, random: () => 0, policy, ...host });
}

function requestFor(url: string, more: Partial<CaptureRequest> = {}): CaptureRequest {
  return plainCaptureRequest(url, { skipTlsVerification: false, ...more });
}

const longWords = Array.from({ length: 30_000 }, (_, index) => ((index * 7919) % 104_729).toString(36)).join(" ");

/** Pages that this file's tests need besides those of the fixture site. */
const routes: PageRoutes = {
  /** Says which headers it was sent. */
  echo: (exchange) => send(exchange, JSON.stringify(exchange.request.headers), { type: "application/json" }),
  /** `/hop?to=…`: a redirect that carries whatever query parameters say. */
  hop: (exchange) => {
    const headers = { location: exchange.url.searchParams.get("to") ?? "" };
    send(exchange, "", { status: Number(exchange.url.searchParams.get("status") ?? 302), headers });
  },
  /** Sends a new visitor back to itself with a cookie, as cookie checks do. */
  gate: (exchange) => {
    if (exchange.request.headers.cookie?.includes("seen=1") === true) send(exchange, page("Inside", "<p>Welcome.</p>"));
    else send(exchange, "", { status: 302, headers: { location: "/gate", "set-cookie": "seen=1; Path=/" } });
  },
  /** `/reloading?content=0`: has a new visitor reload it with a cookie, as cookie checks without scripts do. */
  reloading: (exchange) => {
    const meta = `<meta http-equiv="refresh" content="${exchange.url.searchParams.get("content") ?? ""}">`;
    const isKnown = exchange.request.headers.cookie?.includes("seen=1") === true;
    if (isKnown) send(exchange, page("Inside", `${meta}<p>Welcome.</p>`));
    else send(exchange, page("Outside", meta), { headers: { "set-cookie": "seen=1; Path=/" } });
  },
  /** `/refresh?header=…&meta=…`: a page with a refresh. */
  refresh: (exchange) => {
    const header = exchange.url.searchParams.get("header");
    const body = exchange.url.searchParams.get("html") ?? "<p>Hello</p>";
    send(exchange, body, { headers: header === null ? {} : { refresh: header } });
  },
  /** Ten megabytes of zeros in ten kilobytes. */
  bomb: (exchange) => send(exchange, gzipSync(new Uint8Array(10_000_000)), { headers: { "content-encoding": "gzip" } }),
  /** Bombs in bombs. */
  nested: (exchange) => {
    const body = gzipSync(gzipSync(new Uint8Array(10_000_000)));
    send(exchange, body, { headers: { "content-encoding": "gzip, gzip" } });
  },
  /** `/liar/br`: a page that is not encoded as it says. */
  liar: (exchange) =>
    send(exchange, "<!doctype html>not compressed", { headers: { "content-encoding": exchange.rest[0] ?? "gzip" } }),
  /** `/zipped/1?said=gzip`: compressed once more than the header says. */
  zipped: (exchange) => {
    const said = exchange.url.searchParams.get("said");
    const once = gzipSync(page("Zipped", "<p>Unzipped.</p>"));
    send(exchange, said === null ? once : gzipSync(once), {
      headers: said === null ? {} : { "content-encoding": said },
    });
  },
  /** `/called/br?in=zstd`: compressed otherwise than the header says; nothing is said where it is `nothing`. */
  called: (exchange) => {
    const body = page("Misnamed", `<p>Still there.</p>${exchange.url.searchParams.has("long") ? longWords : ""}`);
    const said = exchange.rest[0] ?? "";
    const compressors = {
      br: brotliCompressSync,
      zstd: zstdCompressSync,
      gzip: gzipSync,
      deflate: deflateSync,
      bare: deflateRawSync,
    };
    send(exchange, compressors[exchange.url.searchParams.get("in") as keyof typeof compressors](body), {
      headers: said === "nothing" ? {} : { "content-encoding": said },
    });
  },
  zipBomb: (exchange) => send(exchange, gzipSync(new Uint8Array(10_000_000))),
  /** `/choices?to=…&status=300`: a page that names another without leading there. */
  choices: (exchange) => {
    const headers = { location: exchange.url.searchParams.get("to") ?? "" };
    send(exchange, page("Choices", "<p>Take one.</p>"), {
      status: Number(exchange.url.searchParams.get("status") ?? 300),
      headers,
    });
  },
  strange: (exchange) => send(exchange, "plain", { headers: { "content-encoding": "utf-8" } }),
  /** A redirect whose body never ends. */
  endless: (exchange) => {
    exchange.response.writeHead(302, { location: "/article" });
    exchange.response.write("Moved");
  },
  cut: (exchange) =>
    send(exchange, gzipSync(page("Cut", "<p>Never seen</p>")).subarray(0, 60), {
      headers: { "content-encoding": "gzip" },
    }),
  /** `/damaged/br`: compressed, with bytes in its midst that are not the ones that were. */
  damaged: (exchange) => {
    const compressors = { br: brotliCompressSync, zstd: zstdCompressSync, gzip: gzipSync, deflate: deflateSync };
    const coding = exchange.rest[0] as keyof typeof compressors;
    const numbers = Array.from({ length: 3000 }, (_, index) => (index * 7919) % 104_729).join(" ");
    const body = compressors[coding](page("Damaged", `<p>${numbers}</p>`)).fill(0x5a, 40, 90);
    send(exchange, body, { headers: { "content-encoding": coding } });
  },
  /** `/trailing?name=x`: a whole gzip body, perhaps with a file name in its header, and something behind it. */
  trailing: (exchange) => {
    const body = gzipSync(page("Whole", "<p>All of it.</p>"));
    const named = Buffer.concat([body.subarray(0, 3), Buffer.from([8]), body.subarray(4, 10), Buffer.from("a.html\0")]);
    const sent = exchange.url.searchParams.has("name") ? [named, body.subarray(10)] : [body];
    send(exchange, Buffer.concat([...sent, Buffer.from("<!-- cached -->")]), {
      headers: { "content-encoding": "gzip" },
    });
  },
  /** `/frames/7`: Zstandard in several frames, one of them to be skipped, sent so many bytes at a time. */
  frames: async ({ response, rest }) => {
    const parts = page("Frames", `<p>${"All of it. ".repeat(50)}</p>`).split(" ");
    const frames = parts.map((part) => zstdCompressSync(`${part} `));
    const body = Buffer.concat([...frames, Buffer.from("532a4d1803000000090909", "hex"), zstdCompressSync("The end.")]);
    const sent = Buffer.concat([body, Buffer.from("<!-- cached -->")]);
    response.writeHead(200, { "content-type": "text/html", "content-encoding": "zstd" });
    const size = Number(rest[0]);
    for (let start = 0; start < sent.length; start += size) {
      await new Promise((resolve) => void response.write(sent.subarray(start, start + size), resolve));
    }
    response.end();
  },
  announced: (exchange) => {
    exchange.response.writeHead(200, { "content-type": "text/html", "content-length": "5000000000" });
    exchange.response.write("<p>The first of very many");
  },
  film: (exchange) => {
    exchange.response.writeHead(200, { "content-type": "video/mp4" });
    exchange.response.write("the first frame of an endless film");
  },
};

let site: FixtureSite;
let source: ReturnType<typeof sourceWith>;
beforeAll(async () => {
  site = await startFixtureSite({ routes });
  source = sourceWith();
});
afterAll(async () => {
  await source[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

const capture = (path: string, more: Partial<CaptureRequest> = {}): Promise<Capture> =>
  source.capture(requestFor(path.startsWith("http") ? path : site.origin + path, more), systemClock.deadline(20_000));
const textOf = (capture: Capture): string => new TextDecoder().decode(capture.body);
const echoOf = (capture: Capture): Record<string, string> => JSON.parse(textOf(capture));
/** The same site under another name, which is another origin. */
const elsewhere = () => site.origin.replace("127.0.0.1", "other.example");

describe("the exam of page sources", () => {
  testPageSource({
    setup: ({ allowLoopback }) =>
      sourceWith({ guard: createEgressGuard({ allow: allowLoopback ? ["127.0.0.1"] : false }) }),
  });
});

describe("a page", () => {
  test("is captured with everything the network said", async () => {
    expect(await capture("/article")).toMatchObject({
      requestedUrl: `${site.origin}/article`,
      url: `${site.origin}/article`,
      status: 200,
      contentType: "text/html; charset=utf-8",
      source: "http",
      proxyUsed: "basic",
      warnings: [],
      headers: expect.arrayContaining([["content-type", "text/html; charset=utf-8"]]),
    });
  });

  test.each([400, 404, 410, 418, 500])("that answers %i is a capture, asked for once", async (status) => {
    const path = `/status/${status}?once`;
    expect(await capture(path)).toMatchObject({ status });
    expect(site.visits(path)).toBe(1);
  });

  test("repeated headers are kept apart", async () => {
    const { headers } = await source.capture(
      requestFor(`${site.origin}/set-cookies?a=1&b=2`),
      systemClock.deadline(20_000),
    );
    expect(headers.every(([name, value]) => typeof name === "string" && typeof value === "string")).toBe(true);
  });

  test("whose headers HTTP forbids says so", async () => {
    await using server = await startBareServer((request) => {
      request.socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX Old Server: 1\r\n\r\n<p>Words.");
    });
    await expect(capture(server.origin)).rejects.toMatchObject({
      code: "SCRAPE_SITE_ERROR",
      message: `127.0.0.1:${server.port} could not be read: its answer breaks the rules of HTTP (invalid header token).`,
    });
  });

  test.each(["099", "000", "42"])("whose status is %s says so", async (status) => {
    await using server = await startBareServer((request) => {
      request.socket.end(`HTTP/1.1 ${status} Odd\r\nContent-Type: text/html\r\n\r\n<p>Words.`);
    });
    await expect(capture(server.origin)).rejects.toMatchObject({
      code: "SCRAPE_SITE_ERROR",
      message: `127.0.0.1:${server.port} could not be read: its answer breaks the rules of HTTP (invalid status code).`,
    });
  });

  test("connections are used again", async () => {
    await using server = await startBareServer((_request, response) => response.end("ok"));
    for (let visit = 0; visit < 10; visit += 1) await capture(`${server.origin}/${visit}`);
    // A connection may not be free yet in the very moment after its answer has ended.
    expect(server.connections).toBeLessThanOrEqual(2);
  });

  test("that is a film is not downloaded", async () => {
    expect(await capture("/film")).toMatchObject({ status: 200, contentType: "video/mp4", body: new Uint8Array() });
  });
});

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])("of status %i are followed to the final address", async (status) => {
    const found = await capture(`/redirect/${status}/3`);
    expect(found).toMatchObject({ url: `${site.origin}/article`, requestedUrl: `${site.origin}/redirect/${status}/3` });
  });

  test("in a circle are an error that names the chain", async () => {
    await expect(capture("/redirect-ping")).rejects.toMatchObject({
      code: "SCRAPE_SITE_ERROR",
      message: expect.stringMatching(/circle: .*ping → .*pong → .*ping$/),
    });
  });

  test("more than five in a row are an error", async () => {
    expect(await capture("/redirect/302/5")).toMatchObject({ url: `${site.origin}/article` });
    await expect(capture("/redirect/302/6")).rejects.toMatchObject({
      code: "SCRAPE_SITE_ERROR",
      message: expect.stringContaining("more than 5 times"),
    });
  });

  test("back to the same address are no circle when a cookie was set", async () => {
    expect(textOf(await capture("/gate"))).toContain("Welcome");
  });

  test("are followed before their bodies end", async () => {
    expect((await capture("/endless")).url).toBe(`${site.origin}/article`);
  });

  test("without a target are the answer", async () => {
    expect(await capture("/redirect-nowhere")).toMatchObject({ status: 302 });
  });

  test.each(["/choices?to=/article", "/choices?status=302&to=http://[", "/choices?status=201&to=/article"])(
    "that lead nowhere keep their page: %s",
    async (path) => {
      expect(textOf(await capture(path))).toContain("Take one.");
    },
  );

  test("keep the fragment unless they bring their own", async () => {
    expect((await capture("/hop?to=/article#part")).url).toBe(`${site.origin}/article#part`);
    expect((await capture("/hop?to=/article%23own#part")).url).toBe(`${site.origin}/article#own`);
  });

  test("to characters beyond ASCII are read as UTF-8", async () => {
    const raw = Buffer.from("/echo?q=žluť").toString("latin1");
    await using server = await startBareServer((request, response) => {
      if (request.url === "/") response.writeHead(302, { location: raw }).end();
      else response.end("here");
    });
    expect((await capture(`${server.origin}/`)).url).toBe(`${server.origin}/echo?q=%C5%BElu%C5%A5`);
  });

  test.each(["http://10.0.0.1/", "http://[::1]/", "http://2130706433.example@10.1/", "file:///etc/passwd"])(
    "to %s are blocked",
    async (target) => {
      const path = `/hop?to=${encodeURIComponent(target)}`;
      await expect(capture(path)).rejects.toMatchObject({ code: "URL_BLOCKED" });
    },
  );
});

describe("refreshes", () => {
  const declared = (html: string) => `/refresh?html=${encodeURIComponent(html)}`;
  test.each([
    ["a meta element", declared(`<meta http-equiv="refresh" content="0; url=/article">`)],
    ["odd spelling", declared(`<META CONTENT='3;URL="/article"' HTTP-EQUIV=Refresh>`)],
    ["no key", declared(`<meta http-equiv="refresh" content="0,/article">`)],
    ["a header", "/refresh?header=0;url%3D/article"],
  ])("by %s are followed", async (_name, path) => {
    expect((await capture(path)).url).toBe(`${site.origin}/article`);
  });

  test.each([
    ["that wait", declared(`<meta http-equiv="refresh" content="30; url=/article">`)],
    ["without a target", declared(`<meta http-equiv="refresh" content="0">`)],
    ["to an application", declared(`<meta http-equiv="refresh" content="0; url=app.example://open">`)],
    ["to a script", declared(`<meta http-equiv="refresh" content="0; url=javascript:start()">`)],
    [
      "for browsers without scripts",
      declared(`<noscript><meta http-equiv="refresh" content="0; url=/article"></noscript>`),
    ],
    ["in a comment", declared(`<!-- <meta http-equiv="refresh" content="0; url=/article"> --><p>Here</p>`)],
    ["in a script", declared(`<script>"<meta http-equiv='refresh' content='0; url=/article'>"</script>`)],
  ])("%s are not", async (_name, path) => {
    expect((await capture(path)).url).toBe(site.origin + path.replaceAll("'", "%27"));
  });

  // Read again from each of its digits or spaces, such a page takes seconds, and thirty of them more than a test may.
  test.each([
    ["of sixty thousand digits", `<meta http-equiv="refresh" content="${"1".repeat(60_000)}">`],
    ["of nothing but spaces", `<meta http-equiv=${" ".repeat(60_000)}>`],
  ])("%s are read once", async (_name, html) => {
    await using long = await startFixtureSite({ routes: { long: (exchange) => send(exchange, html) } });
    for (let times = 0; times < 30; times += 1)
      expect((await capture(`${long.origin}/long`)).url).toBe(`${long.origin}/long`);
  });

  test.each(["0", " 1; ", "0;url="])(
    "to the page itself (%s) are followed once it has set a cookie",
    async (content) => {
      const before = site.requests.length;
      expect(textOf(await capture(`/reloading?content=${encodeURIComponent(content)}`))).toContain("Welcome.");
      expect(site.requests.length - before).toBe(2);
    },
  );

  test("to the page itself are followed once, also where every answer sets another cookie", async () => {
    const routes: PageRoutes = {
      ticker: (exchange) => {
        const headers = { "set-cookie": `visit=${exchange.requestsBefore}` };
        send(exchange, page("Ticker", `<meta http-equiv="refresh" content="1"><p>Now.</p>`), { headers });
      },
    };
    await using ticking = await startFixtureSite({ routes });
    expect(textOf(await capture(`${ticking.origin}/ticker`))).toContain("Now.");
    expect(ticking.requests).toHaveLength(2);
  });

  test("to the page itself in some seconds keep it up to date, and are not followed", async () => {
    expect(textOf(await capture("/reloading?content=4"))).toContain("Outside");
  });

  test("in a circle end at the page", async () => {
    const routes: PageRoutes = {
      a: (exchange) => send(exchange, `<meta http-equiv="refresh" content="0; url=/b">`),
      b: (exchange) => send(exchange, `<meta http-equiv="refresh" content="0; url=/a"><p>The end</p>`),
    };
    await using circle = await startFixtureSite({ routes });
    expect(textOf(await capture(`${circle.origin}/a`))).toContain("The end");
    expect(circle.requests).toHaveLength(2);
  });
});

describe("headers", () => {
  test("say who asks, and in which language", async () => {
    expect(echoOf(await capture("/echo"))).toMatchObject({
      "user-agent": "GarnerTest/1.0",
      accept: expect.stringContaining("text/html"),
      "accept-language": "en-US,en;q=0.9",
      "accept-encoding": "gzip, deflate, br, zstd",
    });
  });

  test.each([
    [{ country: "DE", languages: [] }, "de-DE,de;q=0.9,en;q=0.8"],
    [{ country: "JP", languages: [] }, "ja-JP,ja;q=0.9,en;q=0.8"],
    [{ country: "BR", languages: [] }, "pt-BR,pt;q=0.9,en;q=0.8"],
    [{ country: "GB", languages: [] }, "en-GB,en;q=0.9"],
    [{ country: "US", languages: ["fr-CA", "fr", "en"] }, "fr-CA,fr;q=0.9,en;q=0.8"],
  ])("for %j ask for %s", async (location, expected) => {
    expect(echoOf(await capture("/echo", { location }))["accept-language"]).toBe(expected);
  });

  test("ask for languages however they are written, and say which are none", async () => {
    const found = await capture("/echo", { location: { country: "DE", languages: ["!!", "fr_CH", "it;q=0.3"] } });
    expect(echoOf(found)["accept-language"]).toBe("fr-CH,it;q=0.9");
    expect(found.warnings).toEqual(['"!!" in `location.languages` is not a language tag.']);
    const none = await capture("/echo", { location: { country: "DE", languages: ["日本"] } });
    expect(echoOf(none)["accept-language"]).toBe("de-DE,de;q=0.9,en;q=0.8");
  });

  test("of the caller win", async () => {
    const headers = { "User-Agent": "Mine", Cookie: "a=1; b=2", "Accept-Language": "eo", "X-Own": "žluť" };
    expect(echoOf(await capture("/echo", { headers }))).toMatchObject({
      "user-agent": "Mine",
      cookie: "a=1; b=2",
      "accept-language": "eo",
      "x-own": Buffer.from("žluť").toString("latin1"),
    });
  });

  test("that belong to the connection are not sent, which a warning says", async () => {
    const found = await capture("/echo", { headers: { Host: "evil.example", "Transfer-Encoding": "chunked" } });
    expect(echoOf(found)["host"]).toBe(new URL(site.origin).host);
    expect(found.warnings).toEqual([
      'The header "host" is not sent: it belongs to the connection.',
      'The header "transfer-encoding" is not sent: it belongs to the connection.',
    ]);
  });

  const secrets = {
    Authorization: "Bearer s3cret",
    Cookie: "session=s3cret",
    "Ocp-Apim-Subscription-Key": "s3cret",
    "X-Access-Key": "s3cret",
    DPoP: "s3cret",
    "X-Own": "s3cret",
    Referer: "https://search.example/",
    "Accept-Language": "eo",
  };
  test("that may carry secrets do not follow a redirect to another site, by whatever name", async () => {
    const away = await capture(`/hop?to=${encodeURIComponent(`${elsewhere()}/echo`)}`, { headers: secrets });
    expect(textOf(away)).not.toContain("s3cret");
    expect(echoOf(away)).toMatchObject({ referer: "https://search.example/", "accept-language": "eo" });
  });

  test("that carry secrets come along on the same site, and when a redirect comes home", async () => {
    expect(echoOf(await capture("/hop?to=/echo", { headers: secrets }))).toMatchObject({
      authorization: "Bearer s3cret",
      cookie: "session=s3cret",
    });
    const roundTrip = `${elsewhere()}/hop?to=${encodeURIComponent(`${site.origin}/echo`)}`;
    const home = await capture(`/hop?to=${encodeURIComponent(roundTrip)}`, { headers: secrets });
    expect(echoOf(home)["authorization"]).toBe("Bearer s3cret");
  });

  test("carry the URL's credentials, which the result does not show", async () => {
    const url = `${site.origin.replace("//", "//us%C3%A9r:p%40ss@")}/hop?to=/echo`;
    const found = await capture(url);
    const expected = `Basic ${Buffer.from("usér:p@ss").toString("base64")}`;
    expect(echoOf(found)["authorization"]).toBe(expected);
    expect(found.url).toBe(`${site.origin}/echo`);
  });
});

describe("cookies", () => {
  test("live for one capture and go only to their site", async () => {
    expect(textOf(await capture("/set-cookies?a=1&b=2"))).toMatch(/a=1[\s\S]*b=2/);
    expect(echoOf(await capture("/echo"))["cookie"]).toBeUndefined();
    const away = await capture(`${elsewhere()}/hop?to=${encodeURIComponent(`${site.origin}/echo`)}`);
    expect(echoOf(away)["cookie"]).toBeUndefined();
  });

  test("of the caller win over those of the site", async () => {
    const found = await capture("/set-cookies?a=site&b=2", { headers: { cookie: "a=mine" } });
    expect(textOf(found)).toMatch(/a=mine[\s\S]*b=2/);
    expect(textOf(found)).not.toContain("a=site");
  });
});

describe("bodies", () => {
  test.each(["gzip", "deflate", "deflate-raw", "br", "zstd"])("in %s are decoded", async (coding) => {
    expect(textOf(await capture(`/encoding/${coding}`))).toContain("<!doctype html>");
  });

  test.each(["gzip", "x-gzip", "deflate", "br", "zstd"])(
    "that are not in %s as they say are taken as they are",
    async (coding) => {
      expect(textOf(await capture(`/liar/${coding}`))).toBe("<!doctype html>not compressed");
      expect(textOf(await capture("/strange"))).toBe("plain");
    },
  );

  test.each(["/zipped", "/zipped?said=gzip"])(
    "of text that are compressed once more than %s says are decoded",
    async (path) => {
      expect(textOf(await capture(path))).toContain("Unzipped.");
    },
  );

  test.each([
    "/called/br?in=gzip",
    "/called/deflate?in=gzip",
    "/called/zstd?in=gzip",
    "/called/br?in=zstd",
    "/called/gzip?in=zstd",
    "/called/nothing?in=zstd",
    "/called/nothing?in=br",
    "/called/nothing?in=br&long=",
    "/called/nothing?in=deflate",
    "/called/nothing?in=bare&long=",
    "/called/gzip?in=br",
    "/called/gzip?in=deflate",
    "/called/zstd?in=bare",
    "/called/deflate?in=br",
    "/called/deflate?in=br&long=",
    "/called/br?in=deflate",
    "/called/br?in=bare&long=",
  ])("that are in another coding than is said are decoded: %s", async (path) => {
    expect(textOf(await capture(path))).toContain("Still there.");
  });

  test.each(["/trailing", "/trailing?name=x"])("%s with something behind them are whole", async (path) => {
    const text = textOf(await capture(path));
    expect(text).toContain("All of it.");
    expect(text).not.toContain("cached");
  });

  test.each([1, 7, 100_000])("in several frames of zstd are whole, %i bytes at a time", async (size) => {
    expect(textOf(await capture(`/frames/${size}`))).toMatch(/^<!doctype html>(?:.|\n)*All of it\.(?:.|\n)*The end\.$/);
  });

  test("that end with the connection are whole", async () => {
    await using server = await startBareServer(
      (request) => void request.socket.end("HTTP/1.0 200 OK\r\n\r\nall of it"),
    );
    expect(textOf(await capture(server.origin))).toBe("all of it");
  });

  test.each(["/bomb", "/nested", "/zipBomb", "/big?bytes=3000000", "/announced"])("%s is too large", async (path) => {
    await expect(capture(path)).rejects.toMatchObject({ code: "PAGE_TOO_LARGE" });
  });

  test.each(["br", "zstd", "gzip", "deflate"])(
    "damage in %s is called so, whatever the decoder calls it",
    async (coding) => {
      await expect(capture(`/damaged/${coding}`)).rejects.toMatchObject({
        code: "SCRAPE_SITE_ERROR",
        message: expect.stringMatching(/its compressed answer is damaged\.$/) as string,
      });
    },
  );

  test.each(["/truncated", "/cut", "/reset"])("%s is broken", async (path) => {
    await expect(capture(path)).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
  });
});

describe("retries", () => {
  /** Captures while time is pushed on, and says how far. */
  async function captureLater(path: string, deadlineMs?: number) {
    const clock = fakeClock();
    const startedAt = clock.now();
    await using own = sourceWith({ clock });
    const guard = createEgressGuard({ allow: true });
    const context = {
      guard,
      maxBodyBytes: 1,
      deadlineAt: deadlineMs === undefined ? undefined : () => startedAt + deadlineMs,
    };
    let isDone = false;
    const work = own.capture(requestFor(site.origin + path), new AbortController().signal, context).finally(() => {
      isDone = true;
    });
    work.catch(() => undefined);
    while (!isDone) {
      if (clock.waiting > 0) await clock.advance(250);
      else await new Promise((resolve) => void setImmediate(resolve));
    }
    return { work, waitedMs: () => clock.now() - startedAt };
  }

  test.each([502, 503, 504])("after %i, until the page is there", async (status) => {
    const { work, waitedMs } = await captureLater(`/flaky/r${status}?fails=2&status=${status}`);
    expect(await work).toMatchObject({ status: 200 });
    expect(waitedMs()).toBeGreaterThanOrEqual(750);
  });

  test("after a reset", async () => {
    const { work } = await captureLater("/flaky/reset?fails=1");
    expect(await work).toMatchObject({ status: 200 });
  });

  test("come to an end, and the answer is returned as it is", async () => {
    const { work } = await captureLater("/status/503?thrice");
    expect(await work).toMatchObject({ status: 503 });
    expect(site.visits("/status/503?thrice")).toBe(3);
  });

  test.each(["/status/500?retry", "/status/429?retry", "/status/404?retry"])("are not for %s", async (path) => {
    const { work } = await captureLater(path);
    await work;
    expect(site.visits(path)).toBe(1);
  });

  test("wait as long as the site asks for", async () => {
    const { work, waitedMs } = await captureLater("/flaky/after?fails=1&status=429&retry-after=7", 30_000);
    expect(await work).toMatchObject({ status: 200 });
    expect(waitedMs()).toBeGreaterThanOrEqual(7000);
  });

  test("do not wait beyond the deadline", async () => {
    const path = "/status/429?retry-after=7";
    const { work, waitedMs } = await captureLater(path, 5000);
    expect(await work).toMatchObject({ status: 429 });
    expect(waitedMs()).toBe(0);
    expect(site.visits(path)).toBe(1);
  });
});

describe("failures", () => {
  test("a refused connection", async () => {
    const server = await startBareServer(() => undefined);
    await server[Symbol.asyncDispose]();
    await expect(capture(server.origin)).rejects.toMatchObject({
      code: "SCRAPE_SITE_ERROR",
      message: expect.stringContaining("refused the connection"),
    });
  });

  test("a name that does not resolve", async () => {
    const resolver: Resolver = async () => Promise.reject(Object.assign(new Error(), { code: "ENOTFOUND" }));
    await using own = sourceWith({ guard: createEgressGuard({ allow: false, resolver }) });
    const work = own.capture(requestFor("http://nowhere.example/"), systemClock.deadline(20_000));
    await expect(work).rejects.toMatchObject({ code: "SCRAPE_DNS_RESOLUTION_ERROR" });
  });

  test("an answer that is not HTTP", async () => {
    await using server = await startBareServer((request) => void request.socket.end("SSH-2.0-OpenSSH_9.9\r\n"));
    await expect(capture(server.origin)).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
  });

  test("the caller's signal stops the wait for an answer, and a body on its way", async () => {
    for (const start of ["", "<p>The first of many"]) {
      const controller = new AbortController();
      await using server = await startBareServer((_request, response) => {
        if (start !== "") response.write(start);
        setImmediate(() => controller.abort(new Error("enough")));
      });
      const work = source.capture(requestFor(server.origin), controller.signal);
      await expect(work).rejects.toMatchObject({ code: "ABORTED" });
    }
  });

  test("a signal that has fired stops before anything is sent", async () => {
    const work = source.capture(requestFor(`${site.origin}/article?never`), AbortSignal.abort());
    await expect(work).rejects.toMatchObject({ code: "ABORTED" });
    expect(site.visits("/article?never")).toBe(0);
  });

  test("an invalid certificate, unless the caller accepts it", async () => {
    await using server = await startTlsServer((_request, response) => response.end("encrypted"));
    await expect(capture(server.origin)).rejects.toMatchObject({
      code: "SCRAPE_SSL_ERROR",
      message: expect.stringContaining("skipTlsVerification"),
    });
    expect(textOf(await capture(server.origin, { skipTlsVerification: true }))).toBe("encrypted");
    await expect(capture(server.origin)).rejects.toMatchObject({ code: "SCRAPE_SSL_ERROR" });
  });

  test("TLS where there is none", async () => {
    const url = site.origin.replace("http:", "https:");
    await expect(capture(url, { skipTlsVerification: true })).rejects.toMatchObject({
      code: "SCRAPE_SSL_ERROR",
      message: expect.not.stringContaining("skipTlsVerification"),
    });
  });
});
