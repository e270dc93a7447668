import { ScrapeRequest, type ScrapeResult } from "@garner/core";
import { describe, expect, test } from "vitest";
import { scraped } from "./envelopes.ts";
import { v1ScrapeRequest } from "./scrape.ts";

const translated = (older: object) => v1ScrapeRequest.translate({ url, ...older }).input;

const url = "https://example.com/";
const result: ScrapeResult = { markdown: "# Hi", json: { price: 5 }, metadata: {} };

describe("a scrape of the older version", () => {
  test("has the older defaults", () => {
    expect(ScrapeRequest.parse(translated({}))).toMatchObject({
      formats: ["markdown"],
      maxAge: 0,
      timeout: 30_000,
      skipTlsVerification: false,
      proxy: "basic",
      parsers: ["pdf"],
      onlyMainContent: true,
      storeInCache: true,
    });
  });

  test.each([
    [{ parsePDF: false }, { parsers: [] }],
    [{ geolocation: { country: "DE" } }, { location: { country: "DE" } }],
    [{ formats: ["screenshot@fullPage"] }, { formats: [{ type: "screenshot", fullPage: true }] }],
    [{ formats: ["json"], jsonOptions: { prompt: "Price?" } }, { formats: [{ type: "json", prompt: "Price?" }] }],
    [
      { formats: ["extract"], extract: { systemPrompt: "Be brief.", prompt: "Price?", schema: { type: "object" } } },
      { formats: [{ type: "json", prompt: "Be brief.\n\nPrice?", schema: { type: "object" } }] },
    ],
    [
      { formats: ["json", "extract"], jsonOptions: { prompt: "Price?" }, extract: { prompt: "Colour?" } },
      { formats: [{ type: "json", prompt: "Price?" }] },
    ],
    [
      { formats: ["markdown", "changeTracking"], changeTrackingOptions: { modes: ["git-diff"], tag: "daily" } },
      { formats: ["markdown", { type: "changeTracking", modes: ["git-diff"], tag: "daily" }] },
    ],
    [
      { waitFor: 100, onlyMainContent: false },
      { waitFor: 100, onlyMainContent: false },
    ],
  ])("%j", (older, newer) => {
    const request = translated(older);
    expect(request).toMatchObject(newer);
    expect(ScrapeRequest.safeParse(request).error).toBeUndefined();
  });

  test.each([
    ["a name of v2", { parsers: ["pdf"] }, "parsers"],
    ["an object format", { formats: [{ type: "json" }] }, "formats"],
    ["json without options", { formats: ["json"] }, "jsonOptions"],
    ["extract without options", { formats: ["extract"] }, "extract"],
    ["options without json", { jsonOptions: { prompt: "x" } }, "jsonOptions"],
    ["options without extract", { extract: { prompt: "x" } }, "extract"],
  ])("refuses %s", (_, older, field) => {
    expect(() => translated(older)).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(field) }),
    );
  });
});

describe("its answer", () => {
  test.each([
    [["json"], { jsonOptions: { prompt: "x" } }, { json: { price: 5 }, llm_extraction: { price: 5 } }],
    [["extract"], { extract: { prompt: "x" } }, { extract: { price: 5 }, llm_extraction: { price: 5 } }],
  ])("mirrors what the model read for %j", (formats, options, expected) => {
    const body = { url, formats: ["markdown", ...formats], ...options };
    expect(scraped.write(result, body, "")).toEqual({
      success: true,
      data: { markdown: "# Hi", metadata: {}, ...expected },
    });
  });

  test("leaves other results as they are", () => {
    const plain: ScrapeResult = { markdown: "# Hi", metadata: {} };
    expect(scraped.write(plain, { url }, "")).toEqual({ success: true, data: plain });
  });
});
