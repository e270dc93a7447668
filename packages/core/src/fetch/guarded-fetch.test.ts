import { gzipSync } from "node:zlib";
import { fakeClock, startBareServer, startTlsServer } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import { createEgressGuard, type AllowedNetworks } from "./egress/guard.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";

function fetchThat(allow: AllowedNetworks = true, maxBodyBytes = 10_000) {
  const resolver = async () => [{ address: "127.0.0.1", family: 4 }];
  return createGuardedFetch({
    guard: createEgressGuard({ allow, resolver }),
    clock: fakeClock(),
    userAgent: "GarnerTest/1.0",
    maxBodyBytes,
  });
}

describe("guarded fetch", () => {
  test("answers like fetch", async () => {
    await using fetch = fetchThat();
    await using server = await startBareServer(async (request, response) => {
      const body = (await request.toArray()).join("");
      response.writeHead(201, { "x-own": "yes" }).end(`${request.method} ${request.headers["user-agent"]} ${body}`);
    });
    const response = await fetch(`${server.origin}/x`, { method: "POST", body: "hello" });
    expect(response).toMatchObject({ status: 201, ok: true, url: `${server.origin}/x` });
    expect(response.headers.get("x-own")).toBe("yes");
    expect(await response.text()).toBe("POST GarnerTest/1.0 hello");
    const request = new Request(server.origin, { method: "PUT", body: "hi", headers: { "user-agent": "Mine" } });
    expect(await (await fetch(request)).text()).toBe("PUT Mine hi");
  });

  test("follows redirects of GET only, and keeps secrets from other sites", async () => {
    await using fetch = fetchThat();
    await using server = await startBareServer((request, response) => {
      const { authorization = "nothing" } = request.headers;
      if (request.url === "/end") response.end(authorization);
      else if (request.url === "/away") response.writeHead(302, { location: away }).end();
      else response.writeHead(307, { location: request.url === "/loop" ? "/loop" : "/end" }).end();
    });
    const away = `http://other.example:${server.port}/end`;
    const headers = { authorization: "Bearer s3cret" };
    expect(await (await fetch(`${server.origin}/start`, { headers })).text()).toBe("Bearer s3cret");
    const left = await fetch(`${server.origin}/away`, { headers });
    expect(left.url).toBe(away);
    expect(await left.text()).toBe("nothing");
    expect((await fetch(`${server.origin}/start`, { method: "POST" })).status).toBe(307);
    await expect(fetch(`${server.origin}/loop`)).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
  });

  test("keeps the cookies that redirects set, for the site that set them and for one call", async () => {
    await using fetch = fetchThat();
    await using server = await startBareServer(({ url, headers: { cookie = "" } }, response) => {
      const location = cookie.includes("seen=1") ? `http://other.example:${server.port}/end` : url;
      if (url === "/end" || (url === "/wall" && cookie !== "")) response.end(cookie);
      else response.writeHead(302, { location, "set-cookie": "seen=1; Path=/" }).end();
    });
    expect(await (await fetch(`${server.origin}/wall`)).text()).toBe("seen=1");
    expect(await (await fetch(`${server.origin}/wall`, { headers: { cookie: "own=2" } })).text()).toBe("own=2");
    expect(await (await fetch(`${server.origin}/away`)).text()).toBe("");
  });

  test("refuses private addresses, also after a redirect", async () => {
    await using server = await startBareServer((request, response) => {
      response
        .writeHead(302, { location: request.url === "/name" ? "http://inside.example/" : "http://10.0.0.1/" })
        .end();
    });
    await using fetch = fetchThat(["127.0.0.1:" + server.port]);
    for (const url of [
      "http://10.0.0.1/",
      "http://inside.example/",
      `${server.origin}/literal`,
      `${server.origin}/name`,
      "file:///etc/passwd",
    ])
      await expect(fetch(url)).rejects.toMatchObject({ code: "URL_BLOCKED" });
    await expect(fetch("not a url")).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  test("a body over the limit fails while it is read", async () => {
    await using fetch = fetchThat();
    await using server = await startBareServer((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(new Uint8Array(1_000_000)));
    });
    const response = await fetch(server.origin);
    await expect(response.text()).rejects.toMatchObject({ code: "PAGE_TOO_LARGE" });
  });

  test("a body that is not encoded as its header says is taken as it is, whatever pieces it comes in", async () => {
    await using fetch = fetchThat();
    await using server = await startBareServer((request, response) => {
      const [, coding = "", size = "0"] = request.url?.split("/") ?? [];
      response.writeHead(200, { "content-encoding": coding, "content-type": "application/xml", "x-own": "kept" });
      const body = Buffer.from("<urlset/>");
      if (size === "0") return void response.end();
      response.write(body.subarray(0, Number(size)), () => response.end(body.subarray(Number(size))));
    });
    for (const coding of ["gzip", "br", "zstd", "deflate", "strange"])
      for (const size of [1, 9]) {
        const response = await fetch(`${server.origin}/${coding}/${size}`);
        expect([await response.text(), response.headers.get("x-own")]).toEqual(["<urlset/>", "kept"]);
      }
    expect(await (await fetch(`${server.origin}/gzip/0`)).text()).toBe("");
  });

  test("one that is encoded as it says is decoded, whatever pieces it comes in", async () => {
    await using fetch = fetchThat();
    await using server = await startBareServer((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      const body = gzipSync("<urlset/>");
      response.write(body.subarray(0, 1), () => response.end(body.subarray(1)));
    });
    expect(await (await fetch(server.origin)).text()).toBe("<urlset/>");
  });

  test("failures of the network are engine errors", async () => {
    await using fetch = fetchThat();
    await using server = await startBareServer((request) => void request.socket.destroy());
    await using encrypted = await startTlsServer((_request, response) => response.end("no"));
    await expect(fetch(server.origin)).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
    await expect(fetch(encrypted.origin)).rejects.toMatchObject({ code: "SCRAPE_SSL_ERROR" });
    await expect(fetch(server.origin, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "ABORTED" });
  });
});
