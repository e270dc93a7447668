import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine, httpSource, folderBlobStore, type Engine, type EngineEvent } from "@garner/core";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright } from "./index.ts";

describe("in an engine", () => {
  let site: BrowserSite;
  let engine: Engine;
  let folder: string;
  const events: EngineEvent[] = [];
  const sourcesTried = () => events.splice(0).flatMap((event) => (event.type === "capture-end" ? [event.source] : []));

  beforeAll(async () => {
    site = await startBrowserSite();
    folder = await mkdtemp(join(tmpdir(), "blobs-"));
    engine = createEngine({
      sources: [httpSource(), playwright()],
      stores: { cache: false, blobs: folderBlobStore({ folder, publicUrl: "https://api.example" }) },
      policy: { allowPrivateNetworks: ["127.0.0.1"] },
      runtime: { onEvent: (event) => events.push(event) },
    });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test("a page that plain HTTP reads is not given to the browser", async () => {
    const { metadata } = await engine.scrape({ url: `${site.origin}/static` });
    expect(metadata).toMatchObject({ source: "http", proxyUsed: "basic", verdict: "ok" });
    expect(sourcesTried()).toEqual(["http"]);
  });

  test("an app shell is, and the next page of the host is tried over plain HTTP all the same", async () => {
    const shell = await engine.scrape({ url: `${site.origin}/late` });
    expect(shell.markdown).toContain("last row");
    expect(shell.metadata).toMatchObject({ source: "browser", verdict: "ok" });
    expect(sourcesTried()).toEqual(["http", "browser"]);
    await engine.scrape({ url: `${site.origin}/static?again` });
    expect(sourcesTried()).toEqual(["http"]);
  });

  test("so is a page that says little beside a place that its scripts fill", async () => {
    const { markdown, metadata } = await engine.scrape({ url: `${site.origin}/late-grid` });
    expect(markdown).toMatch(/Copper kettle[^]*Chalk kettle/);
    expect(metadata).toMatchObject({ source: "browser", verdict: "ok" });
    expect(sourcesTried()).toEqual(["http", "browser"]);
  });

  test.each([
    ["/handover", "Results for lamps"],
    ["/gate", "The real page"],
  ])("so is %s, which leads on by itself", async (path, heading) => {
    const { markdown, metadata } = await engine.scrape({ url: `${site.origin}${path}`, timeout: 60_000 });
    expect(markdown).toContain(heading);
    expect(metadata).toMatchObject({ source: "browser", verdict: "ok" });
  });

  // jina-ai/reader#92, jina-ai/reader#1211
  test("routes behind a hash are pages of their own", async () => {
    const routes = ["tabbar", "theme"];
    for (const route of [...routes, ...routes]) {
      const { markdown, metadata } = await engine.scrape({ url: `${site.origin}/hash-routes#/${route}` });
      expect(markdown).toMatch(new RegExp(`^# Route ${route}$`, "m"));
      expect(metadata).toMatchObject({ source: "browser", verdict: "ok" });
    }
  });

  test("shadow trees and frames are part of the Markdown", async () => {
    const shadow = await engine.scrape({ url: `${site.origin}/shadow`, waitFor: 1 });
    for (const words of ["open shadow", "slotted words", "closed shadow"]) expect(shadow.markdown).toContain(words);
    const frames = await engine.scrape({ url: `${site.origin}/frames`, waitFor: 1, onlyMainContent: false });
    expect(frames.markdown).toContain("# Static");
    expect(frames.markdown).not.toContain("turn on scripts");
    const only = { url: `${site.origin}/frames`, waitFor: 1, onlyMainContent: false };
    const inside = await engine.scrape({ ...only, includeTags: ["iframe"] });
    expect(inside.markdown).toContain("# Static");
    const around = await engine.scrape({ ...only, excludeTags: ["iframe"] });
    expect(around.markdown).toContain("lighthouse keeper");
    expect(around.markdown).not.toContain("# Static");
  });

  test.each([
    ["#contact", "extension 4711", "Rotterdam"],
    ["#details", "Rotterdam", "extension 4711"],
  ])("a dialog that a click on %s opens is content, and no other is", async (selector, words, others) => {
    const url = `${site.origin}/opened-dialogs`;
    const { markdown, html } = await engine.scrape({
      url,
      formats: ["markdown", "html"],
      actions: [{ type: "click", selector }],
    });
    expect(markdown).toContain("# Jane Doe");
    expect(markdown).toContain(words);
    expect(html).toContain("data-opened-by-actions");
    for (const absent of [others, "Subscribe"]) expect(markdown).not.toContain(absent);
  });

  test("frames that the browser could not load are left out, with what it says about them", async () => {
    const { markdown } = await engine.scrape({
      url: `${site.origin}/failed-frames`,
      waitFor: 1,
      onlyMainContent: false,
    });
    expect(markdown).toContain("words from another site");
    expect(markdown).not.toMatch(/can.t be reached|refused to connect|ERR_|blocked|checking/i);
  });

  test("a page that turns plain browsers away is asked by a stealthy one, and says so in its price", async () => {
    await using blocked = createEngine({
      sources: [httpSource(), playwright(), playwright({ stealth: true })],
      stores: { cache: false },
      policy: { allowPrivateNetworks: ["127.0.0.1"] },
    });
    const url = `${site.origin}/visitors-only`;
    const { markdown, metadata } = await blocked.scrape({ url });
    expect(markdown).toContain("# Welcome");
    expect(metadata).toMatchObject({ source: "stealth-browser", proxyUsed: "stealth", creditsUsed: 5, verdict: "ok" });
    const basic = await blocked.scrape({ url, proxy: "basic" });
    expect(basic.metadata).toMatchObject({ proxyUsed: "basic", creditsUsed: 1, verdict: "blocked", statusCode: 403 });
  });

  test("asking for no action at all gets every list, empty", async () => {
    const { actions } = await engine.scrape({ url: `${site.origin}/static`, actions: [] });
    expect(actions).toEqual({ screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] });
  });

  test("a PDF is parsed, whichever source fetched it", async () => {
    const { markdown, metadata } = await engine.scrape({ url: `${site.origin}/file.pdf`, waitFor: 1 });
    expect(markdown).toContain("Annual report");
    expect(metadata).toMatchObject({ source: "browser", numPages: 1 });
  });

  test("what a browser shows nothing of has no screenshot, and says so", async () => {
    const url = `${site.origin}/file.pdf`;
    const pictured = await engine.scrape({ url, formats: ["markdown", "screenshot"] });
    expect(pictured).not.toHaveProperty("screenshot");
    expect(pictured.warning).toBe("There is no screenshot: a browser shows nothing of this answer (application/pdf).");
    const acted = await engine.scrape({ url, actions: [{ type: "wait", milliseconds: 1 }] });
    expect(acted.warning).toMatch(/^The actions were carried out on an empty page: .*application\/pdf/);
    expect(acted.markdown).toBe(pictured.markdown);
    const table = await engine.scrape({ url: `${site.origin}/table.csv`, formats: ["markdown", "screenshot"] });
    expect([table.warning, table.screenshot]).toEqual([undefined, expect.any(String)]);
  });

  test("screenshots and PDFs are delivered as URLs, and inline where nothing may be kept", async () => {
    const request = {
      url: `${site.origin}/static`,
      formats: ["screenshot" as const],
      actions: [{ type: "screenshot" as const }, { type: "pdf" as const }],
    };
    const { screenshot, actions } = await engine.scrape(request);
    for (const url of [screenshot, ...(actions?.screenshots ?? [])])
      expect(url).toMatch(/^https:\/\/api\.example\/blobs\/[0-9a-f]{48}\.png$/);
    expect(actions?.pdfs).toEqual([expect.stringMatching(/\.pdf$/)]);
    const inline = await engine.scrape({ ...request, zeroDataRetention: true });
    expect(inline.screenshot).toMatch(/^data:image\/png;base64,/);
  });

  test("an action that fails is the caller's to read, before the time is over", async () => {
    const actions = [{ type: "wait" as const, selector: "#nowhere" }];
    await expect(engine.scrape({ url: `${site.origin}/static`, actions, timeout: 9000 })).rejects.toMatchObject({
      code: "ACTION_FAILED",
      details: { index: 0, selector: "#nowhere", type: "wait" },
    });
  });

  test("a page that never rests is still read in time", async () => {
    const { markdown } = await engine.scrape({ url: `${site.origin}/restless`, waitFor: 1, timeout: 8000 });
    expect(markdown).toContain("lighthouse keeper");
  });

  test("a scrape that takes too long ends on time, and so does its page", async () => {
    const request = { url: `${site.origin}/late`, actions: [{ type: "wait" as const, milliseconds: 9000 }] };
    const stop = new AbortController();
    const scrape = expect(engine.scrape(request, { signal: stop.signal })).rejects.toMatchObject({ code: "ABORTED" });
    while (!site.takeRequests().includes("/late")) await new Promise(setImmediate);
    stop.abort();
    await scrape;
  });
});

test.each([
  [null, "playwright: the options must be an object."],
  [{ stealthy: true }, "playwright: Unknown key `stealthy`. Did you mean `stealth`?"],
  [{ executablePath: 5 }, "playwright: `executablePath` must be a string, not 5."],
  [{ proxy: { bassic: "http://proxy.example" } }, "playwright: proxy: Unknown key `bassic`. Did you mean `basic`?"],
  [{ pool: { maxOpenPage: 5 } }, "playwright: pool: Unknown key `maxOpenPage`. Did you mean `maxOpenPages`?"],
])("options that would have no effect are refused when it is made: %j", (options, message) => {
  expect(() => playwright(options as never)).toThrow(
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }),
  );
});
