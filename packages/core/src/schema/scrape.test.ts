import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EngineError } from "../errors.ts";
import { formatObjects } from "./formats.ts";
import { parseInput } from "./input/parse-input.ts";
import { ScrapeRequest } from "./scrape.ts";

const url = "https://example.com/";

function issuesOf(
  input: unknown,
): readonly { readonly path: readonly PropertyKey[]; readonly keys?: readonly string[] }[] {
  try {
    parseInput(ScrapeRequest, input);
  } catch (thrown) {
    if (EngineError.is(thrown) && thrown.code === "BAD_REQUEST" && Array.isArray(thrown.details)) return thrown.details;
    throw thrown;
  }
  return [];
}

describe("ScrapeRequest", () => {
  it("fills in the documented defaults", () => {
    expect(parseInput(ScrapeRequest, { url })).toEqual({
      url,
      formats: ["markdown"],
      onlyMainContent: true,
      maxAge: 172_800_000,
      waitFor: 0,
      mobile: false,
      skipTlsVerification: true,
      parsers: ["pdf"],
      removeBase64Images: true,
      blockAds: true,
      proxy: "auto",
      storeInCache: true,
      fastMode: false,
      zeroDataRetention: false,
    });
  });

  it.each([
    ["p[[", '`includeTags[1]`: "p[[" is not a CSS selector that can be used: Expected name, found [.'],
    [`a${" b".repeat(60)}`, "it has more than 50 combinators."],
    [`${":not(".repeat(20)}a${")".repeat(20)}`, "it nests pseudo-classes deeper than 8."],
    ["a,".repeat(490) + ":enabled", "it has more than 500 parts."],
  ])("refuses the selector %s, and says why", (selector, reason) => {
    const parsing = () => parseInput(ScrapeRequest, { url, includeTags: [".a", selector] });
    expect(parsing).toThrow(expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(reason) }));
  });

  it("refuses selectors that are too many together", () => {
    const parsing = () => parseInput(ScrapeRequest, { url, excludeTags: Array(30).fill("a,".repeat(200) + "b") });
    expect(parsing).toThrow("`excludeTags[24]`: With this one, the selectors have more than 5000 parts.");
  });

  it("accepts every format and action of the contract", () => {
    const formats = [
      "markdown",
      "links",
      { type: "html" },
      "rawHtml",
      "summary",
      { type: "json", schema: { type: "object" }, prompt: "p" },
      { type: "screenshot", fullPage: true, quality: 80, viewport: { width: 1280, height: 800 } },
      { type: "changeTracking", modes: ["git-diff", "json"], tag: null },
    ];
    const actions = [
      { type: "wait", milliseconds: 10 },
      { type: "wait", selector: "#a" },
      { type: "click", selector: "#a", all: true },
      { type: "write", text: "t", selector: "input" },
      { type: "press", key: "Enter" },
      { type: "scroll", direction: "up", selector: "main" },
      { type: "scrape", selector: "main" },
      { type: "executeJavascript", script: "1" },
      { type: "screenshot", fullPage: true },
      { type: "pdf", landscape: true, scale: 0.5, format: "A4" },
    ];
    expect(issuesOf({ url, formats, actions, origin: "js-sdk@4.42.0", integration: null })).toEqual([]);
  });

  it("names an unknown key, also inside formats", () => {
    expect(issuesOf({ url, frmats: [] })).toMatchObject([{ path: [], keys: ["frmats"] }]);
    expect(issuesOf({ url, formats: [{ type: "json", scheme: {} }] })).toMatchObject([
      { path: ["formats", 0], keys: ["scheme"] },
    ]);
  });

  it("leaves out what actions, screenshots and locations don't have, and keys that begin with __", () => {
    const parsed = parseInput(ScrapeRequest, {
      url,
      formats: [{ type: "screenshot", full_page: true, viewport: { width: 10, height: 10, depth: 3 } }],
      actions: [{ type: "scroll", direction: "up", amount: 500 }],
      location: { country: "de", city: "Berlin" },
      __experimental_cache: true,
      ["__proto__"]: { mobile: true },
    });
    expect(parsed).toMatchObject({
      formats: [{ type: "screenshot", fullPage: false, viewport: { width: 10, height: 10 } }],
      actions: [{ type: "scroll", direction: "up" }],
      location: { country: "de" },
      mobile: false,
    });
    expect(JSON.stringify(parsed)).not.toMatch(/full_page|depth|amount|city|__experimental/);
  });

  it.each(["US", "us", "de", "US-generic", "us-whitelist"])("knows the country %s", (country) => {
    expect(issuesOf({ url, location: { country } })).toEqual([]);
  });

  it.each([
    [{}, "url"],
    [{ url: "nope" }, "url"],
    [{ url, formats: ["screenshot@fullPage"] }, "formats"],
    [{ url, formats: ["screenshot", { type: "screenshot" }] }, "formats"],
    [{ url, formats: ["changeTracking"] }, "formats"],
    [{ url, formats: [{ type: "screenshot", quality: 0 }] }, "formats"],
    [{ url, waitFor: 600, timeout: 1000 }, "waitFor"],
    [{ url, waitFor: 60_001 }, "waitFor"],
    [{ url, timeout: 0 }, "timeout"],
    [{ url, maxAge: -1 }, "maxAge"],
    [{ url, proxy: "fast" }, "proxy"],
    [{ url, parsers: ["docx"] }, "parsers"],
    [{ url, location: { country: "Germany" } }, "location"],
    [{ url, location: { country: "ZZ" } }, "location"],
    [{ url, headers: { "bad name": "x" } }, "headers"],
    [{ url, headers: { cookie: "a\r\nx: y" } }, "headers"],
    [{ url, headers: { "x-own": "a\u0001b" } }, "headers"],
    [{ url, formats: [{ type: "markdown", maxTokens: 100 }, "markdown"] }, "formats"],
    [{ url, formats: ["chunks", { type: "chunks", maxTokens: 100 }] }, "formats"],
    [{ url, actions: [{ type: "wait" }] }, "actions"],
    [{ url, actions: [{ type: "wait", milliseconds: 1, selector: "a" }] }, "actions"],
    [{ url, actions: Array.from({ length: 51 }, () => ({ type: "scrape" })) }, "actions"],
    [{ url, actions: [{ type: "wait", milliseconds: 60_001 }] }, "actions"],
    [{ url, actions: [{ type: "dance" }] }, "actions"],
  ])("refuses %j because of %s", (input, field) => {
    expect(issuesOf(input).map((issue) => issue.path[0])).toContain(field);
  });

  it.each(["a", "A", "+", " ", "Control+A", "Control++", "ControlOrMeta+Shift+KeyZ", "F12", "NumpadEnter"])(
    "knows the key %j",
    (key) => {
      expect(issuesOf({ url, actions: [{ type: "press", key }] })).toEqual([]);
    },
  );

  it.each([
    ["ENTER", "Enter"],
    ["control+shift+arrowdown", "Control+Shift+ArrowDown"],
    ["A", "A"],
  ])("takes the key %j for %j", (key, browsers) => {
    const { actions } = parseInput(ScrapeRequest, { url, actions: [{ type: "press", key }] });
    expect(actions).toEqual([{ type: "press", key: browsers }]);
  });

  it.each([
    ["Entr", "Entr"],
    ["Control+Entr", "Entr"],
    ["Control+", ""],
    ["", ""],
    ["é", "é"],
  ])("refuses the key %j, and says which there are", (key, unknown) => {
    const parsing = () => parseInput(ScrapeRequest, { url, actions: [{ type: "press", key }] });
    expect(parsing).toThrow(
      /^`actions\[0\]\.key` must be a character of a US keyboard, one of `Enter`, `Tab`, .* `F1` to `F12`/,
    );
    expect(parsing).toThrow(`, not "${unknown}".`);
  });

  it("accepts a format twice that is the same", () => {
    const formats = ["markdown", { type: "markdown" }, "chunks", { type: "chunks", maxTokens: 512 }, "links", "links"];
    expect(issuesOf({ url, formats })).toEqual([]);
  });

  it("parses what it parsed to the same", () => {
    const once = parseInput(ScrapeRequest, {
      url,
      formats: ["links", { type: "screenshot" }],
      actions: [{ type: "scroll" }],
    });
    expect(parseInput(ScrapeRequest, once)).toEqual(once);
  });

  it("describes itself as JSON Schema, every option with a description", () => {
    const schema = z.toJSONSchema(ScrapeRequest, { io: "input" });
    expect(schema.required).toEqual(["url"]);
    const undescribed = Object.entries(schema.properties ?? {}).filter(
      ([, property]) =>
        typeof property === "object" && property.description === undefined && property.$ref === undefined,
    );
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });
});

describe("formatObjects", () => {
  it("gives names their object form, once each", () => {
    expect(formatObjects(["markdown", { type: "markdown" }, "screenshot"])).toEqual([
      { type: "markdown" },
      { type: "screenshot", fullPage: false },
    ]);
  });
});
