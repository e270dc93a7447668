import { describe, expect, it, test } from "vitest";
import { BatchScrapeRequest } from "../batch.ts";
import { CrawlRequest } from "../crawl.ts";
import { nearest } from "./nearest.ts";
import { parseInput } from "./parse-input.ts";
import { ScrapeRequest } from "../scrape.ts";
import { ParseFileRequest } from "../parse-file.ts";
import { SearchRequest } from "../search.ts";

const url = "https://example.com/";
const formatNames =
  "`markdown`, `links`, `images`, `chunks`, `html`, `rawHtml`, `summary`, `json`, `screenshot`, `changeTracking`";
const formatTypes = formatNames
  .replace("`chunks`", "`attributes`, `chunks`")
  .replace("`summary`", "`summary`, `question`, `highlights`, `query`");

function complaintAbout(schema: Parameters<typeof parseInput>[0], input: unknown): string {
  try {
    parseInput(schema, input);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "";
}

const namedFields = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, "v"]));

describe("what is wrong, in plain words", () => {
  it.each<[unknown, string]>([
    [undefined, "The request is missing."],
    [[], "The request must be an object, not a list."],
    [{ url, headers: new Headers({ accept: "*/*" }) }, "`headers` must be an object, not a `Headers`."],
    [{ url: new URL(url) }, "`url` must be a string, not a `URL`."],
    [{ url: { constructor: "x" } }, "`url` must be a string, not an object."],
    [{ url: Object.create(null) }, "`url` must be a string, not an object."],
    ["hello", 'The request must be an object, not "hello".'],
    [{}, "`url` is missing."],
    [{ url: 5 }, "`url` must be a string, not 5."],
    [
      { url: "ftp://a.example/" },
      '`url` must be an http or https URL such as `https://example.com`, not "ftp://a.example/".',
    ],
    [{ url, formats: "markdown" }, '`formats` must be a list, not "markdown".'],
    [
      { url, formats: ["markdwon"] },
      `\`formats[0]\` must be one of ${formatNames}, not "markdwon". Did you mean \`markdown\`?`,
    ],
    [
      { url, formats: ["screenshot@fullPage"] },
      `\`formats[0]\` must be one of ${formatNames}, not "screenshot@fullPage". Here it is \`{ "type": "screenshot", "fullPage": true }\`.`,
    ],
    [{ url, formats: [{ kind: "json" }] }, `\`formats[0].type\` is missing; it must be one of ${formatTypes}.`],
    [
      { url, formats: ["question"] },
      `\`formats[0]\` must be one of ${formatNames}, not "question". Here it is \`{ "type": "question", "question": … }\`.`,
    ],
    [
      { url, formats: ["attributes"] },
      `\`formats[0]\` must be one of ${formatNames}, not "attributes". Here it is \`{ "type": "attributes", "selectors": [{ "selector": …, "attribute": … }] }\`.`,
    ],
    [
      { url, actions: [{ type: "generatePDF" }] },
      '`actions[0].type` must be one of `wait`, `click`, `write`, `press`, `scroll`, `scrape`, `executeJavascript`, `screenshot`, `pdf`, not "generatePDF". Here it is `{ "type": "pdf" }`.',
    ],
    [{ url, formats: [{ type: "json", prmpt: "x" }] }, "`formats[0]`: Unknown key `prmpt`. Did you mean `prompt`?"],
    [{ url, formats: [{ type: "json", schema: "x" }] }, '`formats[0].schema` must be an object, not "x".'],
    [
      { url, formats: ["changeTracking"] },
      "`formats` must have `markdown` beside `changeTracking`, which compares it.",
    ],
    [{ url, timeout: -1 }, "`timeout` must be more than 0, not -1."],
    [{ url, timeout: 1.5 }, "`timeout` must be a whole number, not 1.5."],
    [{ url, timeout: "30s" }, '`timeout` must be a number, not "30s".'],
    [{ url, timeout: 1000, waitFor: 600 }, "`waitFor` must not be more than half of `timeout` (1000)."],
    [{ url, waitFor: 70_000 }, "`waitFor` must be at most 60000, not 70000."],
    [{ url, onlyMainContent: null }, "`onlyMainContent` must be true or false, not null."],
    [
      { url, headers: { "bad name": "x" } },
      "`headers.bad name` must have a header name: letters, digits and hyphens, without spaces.",
    ],
    [{ url, headers: { a: "b\r\nc: d" } }, "`headers.a` must not have line breaks."],
    [{ url, headers: namedFields(201) }, "`headers` must be at most 200 headers of 65536 characters together."],
    [
      { url, headers: { a: "v".repeat(65_536) } },
      "`headers` must be at most 200 headers of 65536 characters together.",
    ],
    [
      { url, location: { country: "Germany" } },
      '`location.country` must be an ISO 3166-1 alpha-2 country code such as `DE`, not "Germany".',
    ],
    [{ url, actions: [{ type: "wait" }] }, "`actions[0]` must have exactly one of `milliseconds` and `selector`."],
    [{ url, actions: [{ type: "click", selector: "" }] }, "`actions[0].selector` must not be empty."],
    [
      { url, actions: Array.from({ length: 51 }, () => ({ type: "scrape" })) },
      "`actions` must have at most 50 entries, not 51.",
    ],
    [{ url, parsePDF: false }, 'Unknown key `parsePDF`. Here it is `parsers`: `["pdf"]`, or `[]` for the file itself.'],
    [{ url, only_main_content: false }, "Unknown key `only_main_content`. Did you mean `onlyMainContent`?"],
    [{ url, colour: "red" }, "Unknown key `colour`."],
    [{ url, constructor: {} }, "Unknown key `constructor`."],
  ])("%j", (input, complaint) => {
    expect(complaintAbout(ScrapeRequest, input)).toBe(complaint);
  });

  test("of other requests", () => {
    expect(complaintAbout(CrawlRequest, { url, formats: ["links"] })).toBe(
      "Unknown key `formats`. It belongs in `scrapeOptions`.",
    );
    expect(complaintAbout(CrawlRequest, { url, scrapeOptions: { formatz: [] } })).toBe(
      "`scrapeOptions`: Unknown key `formatz`. Did you mean `formats`?",
    );
    expect(complaintAbout(CrawlRequest, { url, webhook: 5 })).toBe("`webhook` must be a string or an object, not 5.");
    expect(complaintAbout(CrawlRequest, { url, webhook: { url, metadata: namedFields(10_000) } })).toBe(
      "`webhook.metadata` must be at most 65536 characters of JSON.",
    );
    expect(complaintAbout(BatchScrapeRequest, { urls: [] })).toBe("`urls` must not be empty.");
    expect(complaintAbout(SearchRequest, { query: "x", sources: ["web", { type: "films" }] })).toBe(
      '`sources[1].type` must be one of `web`, `images`, `news`, not "films".',
    );
  });
});

test("bytes in the place of an object are told by their kind, and not by their members", () => {
  const file = new Uint8Array(30_000_000);
  expect(complaintAbout(ParseFileRequest, { file })).toBe(
    "`file` must be an object with `name` and `base64`, not a `Uint8Array`.",
  );
  expect(complaintAbout(ParseFileRequest, Buffer.from("x"))).toBe(
    "The request must be an object with `file`, not a `Buffer`.",
  );
});

test("an input whose getters or traps throw is wrong, and nothing worse", () => {
  const trap = () => {
    throw new Error("not now");
  };
  for (const input of [
    Object.defineProperty({}, "url", { get: trap, enumerable: true }),
    new Proxy({}, { ownKeys: trap }),
  ])
    expect(() => parseInput(ScrapeRequest, input)).toThrow(
      expect.objectContaining({ code: "BAD_REQUEST", message: "The input can't be read: not now" }),
    );
});

test("a flood of mistakes is answered by a few, and quickly", () => {
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`key${index}`, 1]));
  const ofKeys = complaintAbout(ScrapeRequest, { url, ...keys, ["long".repeat(1_000_000)]: 1 });
  expect(ofKeys).toMatch(/^Unknown key `key0`.*And 19996 more\.$/);
  const ofUrls = complaintAbout(BatchScrapeRequest, { urls: Array.from({ length: 5000 }, () => 5) });
  expect(ofUrls).toMatch(/^`urls\[0\]` must be a string, not 5\..*And 4980 more\.$/);
});

describe("the nearest word", () => {
  it.each([
    ["formatz", "formats"],
    ["waitfor", "waitFor"],
    ["include_tags", "includeTags"],
    ["onlyMain", "onlyMainContent"],
    ["fromats", "formats"],
    ["watiFro", undefined],
    ["colour", undefined],
    ["", undefined],
  ])("of %j is %j", (word, expected) => {
    expect(nearest(word, ["formats", "waitFor", "includeTags", "onlyMainContent"])).toBe(expected);
  });
});
