import { createEngine, EngineError, httpSource, systemClock, type Engine, type ScrapeResult } from "@garner/core";
import { startBrowserSite, type BrowserSite } from "@garner/testkit/site";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playwright, type BrowserSource } from "../index.ts";

describe("a page that attacks its browser", () => {
  let site: BrowserSite;
  let source: BrowserSource;
  let engine: Engine;
  const retired: string[] = [];
  beforeAll(async () => {
    site = await startBrowserSite();
    source = playwright({
      sandbox: process.getuid?.() !== 0,
      onRetire: (_browser, reason) => retired.push(reason),
      pool: { maxPageBytes: 700_000_000, keepWarmMs: 600_000 },
    });
    engine = createEngine({
      sources: [httpSource(), source],
      stores: { cache: false },
      policy: { allowPrivateNetworks: ["127.0.0.1"] },
    });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  type Outcome = Partial<ScrapeResult> & { readonly code?: string; readonly message?: string };

  /** The outcome of an attack. Right after it, an honest page is read in the same browser. */
  const scrape = async (path: string, more: object = {}): Promise<Outcome> => {
    const request = { url: `${site.origin}${path}`, waitFor: 1, timeout: 25_000, onlyMainContent: false, ...more };
    const outcome = await engine.scrape(request).catch((thrown: unknown) => {
      const { code, message } = EngineError.from(thrown);
      return { code, message };
    });
    const honest = await engine.scrape({ url: `${site.origin}/static`, waitFor: 1, timeout: 60_000 });
    expect(honest.markdown).toContain("lighthouse keeper");
    while ((await source.status()).openPages > 0) await systemClock.sleep(20);
    return outcome;
  };
  const action = (script: string) => ({ actions: [{ type: "executeJavascript", script }] });

  test.each([
    "document-element",
    "no-document",
    "no-built-ins",
    "clobbered",
    "loop",
    "loops",
    "microtasks",
    "loop-on-leaving",
    "workers",
    "waiting-request",
    "prints",
    "downloads",
    "history",
    "console",
    "errors",
    "long-error",
    "long-worker-message",
    "frames-in-frames",
    "requests",
    "sockets",
    "messages",
    "permissions",
    "pictures",
    "many-elements",
    "data-addresses",
    "endless-download",
    "cookies",
    "to-data",
    "to-file",
    "to-browser",
    "closes",
  ])("is read all the same: %s", async (name) => {
    const { markdown, metadata } = await scrape(`/attack/${name}`);
    expect(markdown).toMatch(/# Attack[^]*lighthouse keeper/);
    expect(metadata).toMatchObject({ statusCode: 200, source: "browser" });
  });

  test.each([
    ["reload", /loads one document after the other/],
    ["reload-at-once", /loads one document after the other/],
    ["dialogs", /shows dialog after dialog/],
    ["asks-until-yes", /shows dialog after dialog/],
    ["asks-at-once", /shows dialog after dialog/],
    ["stays", /loads one document after the other/],
    ["windows", /opens window after window/],
    ["many-windows", /opens window after window/],
    ["frames", /loads frame after frame/],
    ["service-worker", /leads to http.*\/attack\/service-worker, which did not answer/],
    ["leaves-for-silence", /leads to http.*\/attack\/silence, which did not answer/],
  ])("is read as it is when it does something without end: %s", async (name, warning) => {
    const page = await scrape(`/attack/${name}`);
    expect(page.warning).toMatch(warning);
    expect(page.markdown).toMatch(/# Attack[^]*lighthouse keeper/);
  });

  test("can't ask for ever: a loop of dialogs ends by itself", async () => {
    // Its script is ended from outside, or by the error that the next dialog is: whichever comes first.
    const { markdown, warning } = await scrape("/attack/asks-at-once");
    expect(markdown).toContain("# Attack");
    expect(warning).toContain("it shows dialog after dialog");
  });

  test.each(["observers", "grows"])("ends in time when it only grows: %s", async (name) => {
    const { markdown, message } = await scrape(`/attack/${name}`);
    expect(message ?? markdown).toMatch(/# Attack|needed too much memory/);
  });

  test.each([
    ["to-blob", "# Blob"],
    ["to-script", "# Script"],
    ["long-address", "# Attack"],
  ])("keeps an address of the web when it shows something of its own: %s", async (name, heading) => {
    const { markdown, metadata } = await scrape(`/attack/${name}`);
    expect(markdown).toContain(heading);
    expect(metadata?.url).toBe(`${site.origin}/attack/${name}`);
  });

  test("shows nothing when it sends itself to nowhere", async () => {
    expect((await scrape("/attack/to-nowhere")).metadata).toMatchObject({ verdict: "empty" });
  });

  test("comes over in parts when it is long, whatever it is made of", async () => {
    const { rawHtml = "" } = await scrape("/attack/long-text", { formats: ["rawHtml"], timeout: 60_000 });
    const written = rawHtml.replaceAll("&lt;", "<");
    expect(written.lastIndexOf("<<") - written.indexOf("<<")).toBe(8_000_000 - 2);
  });

  test.each(["long-title", "bomb.html", "bomb.json"])("is refused when it is too large: %s", async (name) => {
    expect(await scrape(`/attack/${name}`, { timeout: 60_000 })).toMatchObject({ code: "PAGE_TOO_LARGE" });
  });

  test("is too deep for the browser itself to write", async () => {
    expect(await scrape("/attack/deep-elements")).toMatchObject({ code: "SCRAPE_SITE_ERROR" });
  });

  test.each([
    ["endless-page", /larger than|cut off|needed too much memory/],
    // A slow machine may have read the page before there is too much of the script.
    ["endless-script", /larger than|cut off|needed too much memory|# Attack/],
  ])("ends in time when its answer never ends: %s", async (name, expected) => {
    const { message, warning, markdown } = await scrape(`/attack/${name}`);
    expect(message ?? warning ?? markdown).toMatch(expected);
  });

  test("loses its process when it takes too much memory", async () => {
    expect(await scrape("/attack/memory", { waitFor: 20_000, timeout: 60_000 })).toMatchObject({
      code: "SCRAPE_SITE_ERROR",
      message: expect.stringContaining("memory"),
    });
  });

  test("is painted as far as Chromium can paint", async () => {
    const page = await scrape("/attack/huge", { formats: [{ type: "screenshot", fullPage: true }], timeout: 60_000 });
    expect(page.screenshot).toMatch(/^data:image\/png/);
    expect(page.warning).toMatch(/50\d{3} × 2000\d{3} pixels; the screenshot shows the first 4096 × 8192/);
  });

  test("can't keep an element from being clicked, nor a scroll or a scrape from being done", async () => {
    const clicked = await scrape("/attack/hidden-button", { actions: [{ type: "click", selector: "#hidden" }] });
    expect(clicked.markdown).toContain("# Clicked");
    const actions = [
      { type: "scroll", direction: "down" },
      { type: "scroll", selector: "h1" },
      { type: "scrape", selector: "h1" },
    ];
    const done = await scrape("/attack/no-built-ins", { actions });
    expect(done.actions?.scrapes?.map(({ html }) => html)).toEqual(["<h1>Attack</h1>"]);
  });

  test.each([
    ["'x'.repeat(200e6)", /larger than 5242880 characters/],
    ["Array(2e6).fill('twelve bytes')", /larger than 5242880 characters/],
    ["let nest = []; for (let n = 0; n < 1e5; n += 1) nest = [nest]; nest", /more than 500 levels deep/],
    ["throw 'x'.repeat(100e6)", /it threw "x{100}/],
  ])("can't have a caller's script return what nobody can hold: %s", async (script, message) => {
    const outcome = await scrape("/static", action(script));
    expect(outcome).toMatchObject({ code: "ACTION_FAILED", message: expect.stringMatching(message) });
  });

  test("can't have more returned than JSON by a function of its own", async () => {
    const { actions } = await scrape("/static", action("JSON.stringify = () => ({ length: 1 }); 'text'"));
    expect(actions?.javascriptReturns).toEqual([{ type: "string", value: null }]);
  });

  test("leaves its browser running", () => {
    expect(retired).toEqual([]);
  });
});
