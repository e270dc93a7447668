import { createSocket } from "node:dgram";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import { createEgressGuard, systemClock, type CaptureRequest } from "@garner/core";
import { captureRequest, testPageSource } from "@garner/testkit";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type BrowserSource } from "./index.ts";

describe("as a page source", () => {
  testPageSource({
    setup: ({ allowLoopback }) =>
      playwright({ guard: createEgressGuard({ allow: allowLoopback ? ["127.0.0.1"] : false }) }),
  });
});

describe("with a real browser", () => {
  let site: BrowserSite;
  let source: BrowserSource;
  beforeAll(async () => {
    site = await startBrowserSite();
    source = playwright({ guard: guardFor(site) });
  });
  afterAll(async () => {
    await source[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  const capture = async (path: string, more: Partial<CaptureRequest> = {}) => {
    const url = path.startsWith("/") ? `http://site.test:${site.port}${path}` : path;
    const captured = await source.capture(captureRequest(url, more), systemClock.deadline(60_000));
    return { ...captured, html: new TextDecoder().decode(captured.body) };
  };
  const shown = (html: string, id: string): unknown =>
    JSON.parse((new RegExp(`id="${id}">([^<]*)<`).exec(html)?.[1] ?? "null").replaceAll("&quot;", '"'));

  describe("reading pages", () => {
    test("waits for what a script renders late", async () => {
      const page = await capture("/late");
      expect(page.html).toContain("last row");
      expect(page.contentType).toBe("text/html; charset=utf-8");
    });

    test("waits while a page says that it is loading", async () => {
      expect((await capture("/spinner")).html).toContain("content after the spinner");
    });

    test("leaves a page that never comes to rest, and one whose script never ends", async () => {
      expect((await capture("/restless")).html).toContain("lighthouse keeper");
      expect((await capture("/busy-forever")).html).toContain("lighthouse keeper");
    });

    test("reads what was written, routed and served by a worker", async () => {
      expect((await capture("/written")).html).toContain("written anew, all of it");
      const routed = await capture("/routed");
      expect(routed.html).toContain("inner route");
      expect(routed.url).toMatch(/\/routed\/inner$/);
      // Service workers need a trustworthy origin, and loopback is one.
      expect((await capture(`${site.origin}/worker`)).html).toContain("served by the worker");
    });

    test("takes in frames, of other sites too, and shadow trees, closed ones too", async () => {
      const { html } = await capture("/frames");
      expect(html).toMatch(/<div data-original-tag="iframe" data-original-src="\/static" title="own"><h1>Static<\/h1>/);
      expect(html).toContain("words from another site");
      expect(html).toContain("three levels down");
      expect(html).not.toContain("turn on scripts");
      expect(html).not.toMatch(/<!--/);
      const shadow = (await capture("/shadow")).html;
      expect(shadow).toContain(
        '<template shadowrootmode="open"><b>open shadow</b><slot></slot></template>slotted words',
      );
      expect(shadow).toContain('<template shadowrootmode="closed"><b>closed shadow</b>');
    });

    test("hands over what is not HTML byte for byte", async () => {
      const json = await capture("/json");
      expect([json.contentType, json.html]).toEqual(["application/json", '{"answer":42}']);
      const pdf = await capture("/file.pdf");
      expect([pdf.contentType, pdf.html.slice(0, 8)]).toEqual(["application/pdf", "%PDF-1.4"]);
      const csv = await capture("/data.csv");
      expect([csv.contentType, csv.html]).toEqual(["text/csv", "a,b\n1,2\n"]);
      expect(csv.url).toMatch(/\/data\.csv$/);
    });

    test.each([
      ["/table.csv", "text/csv", "a,b\n1,2\n"],
      ["/lines.ndjson", "application/x-ndjson", `{"a":1}\n`],
      ["/scan.tiff", "image/tiff", "II*\0"],
    ])("hands over %s, which a browser saves instead of showing it", async (path, contentType, body) => {
      const file = await capture(path, { waitForMs: 1 });
      expect([file.contentType, file.html]).toEqual([contentType, body]);
    });

    test("reads framesets, pages whose frames are refused, and pages that replace what it reads with", async () => {
      const old = (await capture("/frameset")).html;
      expect(old).toContain("<h1>Static</h1>");
      expect(old).toContain("words from another site");
      expect(old).not.toMatch(/frameset|Get a new browser/);
      expect((await capture("/silent-frame")).html).toContain("lighthouse keeper");
      expect((await capture("/overridden")).html).toContain("<h1>Overridden</h1>");
    });

    test("takes what is no page for what it is", async () => {
      const nothing = await capture("/nothing");
      expect([nothing.status, nothing.body.length]).toEqual([204, 0]);
      const unchanged = await capture("/not-modified");
      expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
      await expect(capture("/picture-as-html")).rejects.toMatchObject({ code: "UNSUPPORTED_CONTENT" });
      const archive = await capture("/archive.zip");
      expect([archive.contentType, archive.html.slice(0, 2)]).toEqual(["application/zip", "PK"]);
      const film = await capture("/film.mp4");
      expect([film.contentType, film.body.length]).toEqual(["video/mp4", 0]);
      const stayed = await capture("/downloads", { actions: [{ type: "click", selector: "#zip", all: false }] });
      expect(stayed.html).toContain("<h1>Downloads</h1>");
      expect(stayed.warnings.join()).toMatch(/application\/zip was not followed/);
    });

    test("tells of a page that broke off, and of one that sends its visitors nowhere", async () => {
      const broken = await capture("/broken-off");
      expect(broken.html).toContain("<h1>Broken off</h1>");
      expect(broken.warnings.join()).toMatch(/cut off/);
      expect(broken.isCutOff).toBe(true);
      await expect(capture("/sends-away")).rejects.toMatchObject({ code: "URL_BLOCKED" });
    });

    test.each(["/undeclared-utf8", "/misdeclared-utf8"])("reads %s by the charset of its bytes", async (path) => {
      const { html, warnings } = await capture(path);
      expect(html).toContain("<h1>Z\u00fcrich \u6771\u4eac \u2013 \u041f\u0440\u0438\u0432\u0435\u0442</h1>");
      expect(warnings).toEqual([]);
    });

    test("leaves a page in the charset that it declares within, and tells of letters that are lost", async () => {
      const page = await capture("/declared-within", {
        actions: [{ type: "executeJavascript", script: "[document.characterSet, document.links[0].search]" }],
      });
      expect(page.html).toContain("<p>Z\u00fcrich</p>");
      expect(page.actionResults?.javascriptReturns?.[0]?.value).toEqual(["windows-1252", "?q=%FC"]);
      expect((await capture("/lost-letters")).warnings).toEqual([
        "The page has letters that could not be read: it is not written in the charset that it declares.",
      ]);
    });

    test("a frame that shows an error is left out", async () => {
      const { html } = await capture("/broken-frame");
      expect(html).toContain("words from another site");
      expect(html).not.toContain("Not here");
    });

    test("an error page is a page", async () => {
      expect(await capture("/gone")).toMatchObject({ status: 404, html: expect.stringContaining("Not here") });
    });

    test("reads pages with a strict content security policy", async () => {
      const page = await capture("/strict-policy", {
        actions: [{ type: "executeJavascript", script: "document.getElementById('p').textContent" }],
      });
      expect(page.actionResults?.javascriptReturns).toEqual([{ type: "string", value: "strict" }]);
    });

    test("dismisses dialogs, closes popups, and follows the one that a click asked for", async () => {
      expect((await capture("/dialogs")).html).toContain("after the dialogs: [null,false,null]");
      const stayed = await capture("/popups");
      expect(stayed.url).toMatch(/\/popups$/);
      const followed = await capture("/popups", { actions: [{ type: "click", selector: "#next", all: false }] });
      expect(followed.url).toMatch(/\/static$/);
      expect(followed.html).toContain("<h1>Static</h1>");
    });

    test("a document that a click downloads becomes the body", async () => {
      const page = await capture("/download-link", { actions: [{ type: "click", selector: "#get", all: false }] });
      expect([page.contentType, page.html.slice(0, 8)]).toEqual(["application/pdf", "%PDF-1.4"]);
    });
  });

  describe("files that scripts save", () => {
    const saved = (id: string) => capture("/saved-files", { actions: [{ type: "click", selector: id, all: false }] });

    test.each(["#data", "#blob"])("the one of %s becomes the body", async (id) => {
      const file = await saved(id);
      expect([file.contentType, file.html, file.warnings]).toEqual(["text/csv", "lamp,price\nKettle,12\n", []]);
    });

    test("one that can't be read is told of", async () => {
      const page = await saved("#zip");
      expect(page.html).toContain("<h1>Export</h1>");
      expect(page.warnings).toEqual(["A download was not followed: lamps.zip"]);
    });
  });

  describe("headers and identity", () => {
    test("looks like the browser it is, without the word for a missing screen", async () => {
      const { html } = await capture("/echo");
      const headers = shown(html, "headers") as Record<string, string>;
      const page = shown(html, "page") as Record<string, unknown>;
      expect(headers["user-agent"]).toMatch(/Chrome\/\d+\.0\.0\.0 Safari/);
      expect(headers["sec-ch-ua"] ?? "").not.toContain("Headless");
      expect(page).toMatchObject({ userAgent: headers["user-agent"], languages: ["en-US", "en"], webrtc: "undefined" });
    });

    test("emulates a phone, a country and its languages", async () => {
      const { html } = await capture(`${site.origin}/echo`, {
        mobile: true,
        location: { country: "BR", languages: [] },
      });
      const headers = shown(html, "headers") as Record<string, string>;
      expect(headers["accept-language"]).toBe("pt-BR,pt;q=0.9,en;q=0.8");
      expect(headers["user-agent"]).toMatch(/Android .*Mobile Safari/);
      expect(shown(html, "page")).toMatchObject({
        userAgent: headers["user-agent"],
        languages: ["pt-BR", "pt", "en"],
        timeZone: "America/Sao_Paulo",
        position: [-15.8, -47.9],
        width: 412,
        ratio: 2.625,
        mobile: true,
      });
    });

    test("languages that are asked for win over the country's", async () => {
      const { html } = await capture("/echo", { location: { country: "CH", languages: ["fr-CH", "de"] } });
      expect(shown(html, "page")).toMatchObject({ languages: ["fr-CH", "de"], timeZone: "Europe/Zurich" });
    });

    test("sends the caller's headers and cookies to the page's origin, and to no other", async () => {
      const headers = { Authorization: "Bearer secret", Cookie: "session=abc; theme=dark", "X-Trace": "7" };
      const { html } = await capture("/fetching", { headers });
      expect(shown(html, "own")).toMatchObject({
        authorization: "Bearer secret",
        cookie: "session=abc; theme=dark",
        "x-trace": "7",
      });
      const other = JSON.stringify(shown(html, "other"));
      expect(other).not.toMatch(/secret|session|trace/i);
      const stayed = await capture("/stay", { headers });
      expect(shown(stayed.html, "headers")).toMatchObject({
        authorization: "Bearer secret",
        cookie: "session=abc; theme=dark",
      });
      const left = await capture("/leave", { headers });
      expect(left.url).toContain("other.test");
      expect(JSON.stringify(shown(left.html, "headers"))).not.toMatch(/secret|session|trace/i);
    });

    test("leaves out headers that belong to the connection, for which the browser would refuse the request", async () => {
      const headers = { Host: "other.test", Connection: "keep-alive", Expect: "100-continue", "X-Trace": "7" };
      const { html, warnings } = await capture("/echo", { headers });
      expect(shown(html, "headers")).toMatchObject({ host: `site.test:${site.port}`, "x-trace": "7" });
      expect(warnings).toEqual(
        ["host", "connection", "expect"].map((name) => expect.stringContaining(`The header "${name}" is not sent`)),
      );
    });

    test("names a header that no browser sends", async () => {
      await expect(capture("/echo", { headers: { "Set-Cookie": "a=1" } })).rejects.toMatchObject({
        code: "BAD_REQUEST",
        message: expect.stringMatching(/"set-cookie"/i),
      });
    });

    test("a user agent of the caller's is what scripts see too", async () => {
      const { html } = await capture("/echo", { headers: { "User-Agent": "Reader/1.0" } });
      expect(shown(html, "headers")).toMatchObject({ "user-agent": "Reader/1.0" });
      expect(shown(html, "headers")).not.toHaveProperty("sec-ch-ua");
      expect(shown(html, "page")).toMatchObject({ userAgent: "Reader/1.0" });
    });

    test("verifies certificates unless it is told not to", async () => {
      const url = `${site.secureOrigin}/static`;
      expect(await capture(url, { skipTlsVerification: true })).toMatchObject({ status: 200 });
      await expect(capture(url, { skipTlsVerification: false })).rejects.toMatchObject({ code: "SCRAPE_SSL_ERROR" });
    });

    test("brings login state, and leaks nothing from one capture to the next", async () => {
      const nothing = { cookie: "", local: null, session: null, databases: 0, caches: 0, workers: 0 };
      const url = `${site.origin}/memory`;
      expect(shown((await capture(url)).html, "found")).toEqual(nothing);
      expect(shown((await capture(url)).html, "found")).toEqual(nothing);
      const storageState = {
        cookies: [],
        origins: [{ origin: site.origin, localStorage: [{ name: "visit", value: "9" }] }],
      };
      expect(shown((await capture(url, { storageState })).html, "found")).toEqual({ ...nothing, local: "9" });
    });
  });

  describe("what is left out", () => {
    test("advertisements, trackers, and nothing else", async () => {
      site.takeRequests();
      const blocked = await capture("/ads");
      const withoutAds = site.takeRequests();
      const open = await capture("/ads", { blockAds: false, screenshot: { fullPage: false } });
      const withAds = site.takeRequests();
      expect(blocked.html).toContain("the app ran");
      expect(open.html).toContain("the app ran");
      expect(withoutAds).toEqual(["/ads", "/app.js"]);
      expect(withAds.toSorted()).toEqual([
        "/ads",
        "/app.js",
        "/gtm.js",
        "/pagead/js/adsbygoogle.js",
        "/tag.js",
        "/tracking-pixel.gif",
      ]);
    });

    test("pictures, unless someone wants to see them", async () => {
      await capture("/static");
      expect(site.takeRequests()).not.toContain("/pixel.png");
      await capture("/static", { screenshot: { fullPage: false } });
      expect(site.takeRequests()).toContain("/pixel.png");
    });

    test("consent pop-ups: the answer is no, and what has no answer is taken away", async () => {
      const answered = (await capture("/consent")).html;
      expect(answered).toContain("choice: reject");
      expect(answered).not.toContain('id="cookie-banner"');
      const walled = (await capture("/stubborn-consent")).html;
      expect(walled).toContain("lighthouse keeper");
      expect(walled).not.toContain("gdpr-wall");
      expect((await capture("/services-consent")).html).not.toContain("cookie-modal");
      expect((await capture("/consent", { blockAds: false })).html).toContain("no choice");
      expect((await capture("/shadow-consent")).html).toContain('<template shadowrootmode="open"></template>');
      const innocent = (await capture("/about-consent")).html;
      expect(innocent).toContain("Consent forms for parents");
      expect(innocent).toContain("Read our newsletter!");
    });
  });

  describe("egress", () => {
    test("a page cannot reach the operator's network", async () => {
      await using strict = playwright({ guard: strictGuardFor(site) });
      site.takeRequests();
      const request = captureRequest(`http://site.test:${site.port}/spy`, { blockAds: false });
      const { body } = await strict.capture(request, systemClock.deadline(60_000));
      expect(shown(new TextDecoder().decode(body), "seen")).toEqual(Array.from({ length: 9 }, () => "refused"));
      expect(site.takeRequests().filter((path) => path !== "/favicon.ico")).toEqual(["/spy"]);
    });

    test("by none of the ways that browsers have", async () => {
      const reached: string[] = [];
      const trap = createServer((socket) => {
        reached.push("tcp");
        socket.destroy();
      }).listen(0, "127.0.0.1");
      const radio = createSocket("udp4").bind(0, "127.0.0.1");
      radio.on("message", () => reached.push("udp"));
      await Promise.all([once(trap, "listening"), once(radio, "listening")]);
      await using strict = playwright({ guard: createEgressGuard({ allow: [`127.0.0.1:${site.port}`] }) });
      const path = `/reaching-out?trap=${(trap.address() as AddressInfo).port}&udp=${radio.address().port}`;
      const wishes = { blockAds: false, screenshot: { fullPage: false }, waitForMs: 300 };
      const { body } = await strict.capture(captureRequest(site.origin + path, wishes), systemClock.deadline(60_000));
      expect(new TextDecoder().decode(body)).toContain("tried everything");
      expect(reached).toEqual([]);
      trap.close();
      radio.close();
    });

    test("nor be sent there, nor asked for it", async () => {
      await expect(capture("/probe-redirect")).rejects.toMatchObject({ code: "URL_BLOCKED" });
      await expect(capture("http://169.254.169.254/")).rejects.toMatchObject({ code: "URL_BLOCKED" });
      await expect(capture(`http://[::1]:${site.port}/static`)).rejects.toMatchObject({ code: "URL_BLOCKED" });
    });

    test("says which name does not resolve and who refused the connection", async () => {
      await expect(capture("http://nowhere.test/")).rejects.toMatchObject({ code: "SCRAPE_DNS_RESOLUTION_ERROR" });
      await expect(capture("http://127.0.0.1:9/")).rejects.toMatchObject({ code: "SCRAPE_SITE_ERROR" });
    });
  });

  test("proves its health by rendering", async () => {
    await source.checkHealth(systemClock.deadline(60_000));
    expect(await source.status()).toMatchObject({ openPages: 0, browsers: [{ openPages: 0 }] });
  });
});

const loopback = { address: "127.0.0.1", family: 4 };

/** Names that lead to the fixture site. */
function guardFor(site: BrowserSite) {
  const names = ["site.test", "other.test", "doubleclick.net", "www.googletagmanager.com"];
  return createEgressGuard({
    allow: ["127.0.0.1", ...names.map((name) => `${name}:${site.port}`)],
    resolver: async (name) => (names.includes(name) ? [loopback] : []),
  });
}

/** A guard by which one name leads to the fixture site, and another one first to the internet and then to this machine. */
function strictGuardFor(site: BrowserSite) {
  let asked = 0;
  return createEgressGuard({
    allow: [`site.test:${site.port}`],
    resolver: async (name) => {
      if (name === "site.test") return [loopback];
      if (name !== "rebinding.test") return [];
      asked += 1;
      return [asked === 1 ? { address: "203.0.114.1", family: 4 } : loopback];
    },
  });
}
