// What published clients send beside what this server knows: accepted, and named where it changes nothing.
import { readFileSync } from "node:fs";
import { createEngine, type ScrapeResult, type SearchProvider } from "@garner/core";
import { contractClient, send, startFixtureSite, type ContractBody, type FixtureSite } from "@garner/testkit/site";
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

const asked: string[] = [];
const provider: SearchProvider = {
  name: "fixture",
  sources: new Set(["web", "images", "news"] as const),
  operators: new Set([]),
  async search({ source, time, language }) {
    asked.push([source, time?.past ?? "any time", language].join(", "));
    return { hits: [{ url: "https://a.example/", title: "A", description: "" }], warnings: [] };
  },
};
const engine = createEngine({
  policy: { allowPrivateNetworks: true },
  network: { politeness: { startRate: 1000, maxRate: 1000 } },
  search: provider,
});
const client = contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) }));
let site: FixtureSite;

beforeAll(async () => {
  const pdf = await readFile(new URL("../../testkit/fixtures/documents/two-columns.pdf", import.meta.url));
  site = await startFixtureSite({ routes: { pdf: (exchange) => send(exchange, pdf, { type: "application/pdf" }) } });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

async function post(path: string, body: ContractBody): Promise<ContractBody> {
  const answer = await client.ask("POST", path, { body });
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return answer.body;
}

/** The fields that a client's type definitions declare in an interface or a type. */
function declaredFields(packageName: string, type: string): readonly string[] {
  const file = new URL(`../node_modules/${packageName}/dist/index.d.ts`, import.meta.url);
  const [, members = ""] =
    new RegExp(String.raw`^(?:interface|type) ${type}\b[^\n]*\{\n(.*?)^\};?$`, "ms").exec(readFileSync(file, "utf8")) ??
    [];
  return [...members.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name = ""]) => name);
}

describe("a field that a client's type definitions declare is known here:", () => {
  const places: readonly (readonly [type: string, path: string, body: (fields: ContractBody) => ContractBody])[] = [
    ["ScrapeOptions", "/v2/scrape", (fields) => fields],
    ["ScrapeOptions", "/v2/batch/scrape", (fields) => fields],
    ["ScrapeOptions", "/v2/crawl", (scrapeOptions) => ({ scrapeOptions })],
    ["ScrapeOptions", "/v2/search", (scrapeOptions) => ({ scrapeOptions })],
    ["ScrapeOptions", "/v2/extract", (scrapeOptions) => ({ scrapeOptions })],
    ["JsonFormat", "/v2/scrape", (fields) => ({ formats: [{ ...fields, type: "json" }] })],
    ["PDFParser", "/v2/scrape", (fields) => ({ parsers: [{ ...fields, type: "pdf" }] })],
    ["WebhookConfig", "/v2/crawl", (webhook) => ({ webhook })],
    ["CrawlOptions", "/v2/crawl", (fields) => fields],
    ["MapOptions", "/v2/map", (fields) => fields],
    ["SearchRequest", "/v2/search", (fields) => fields],
  ];
  const v1Places = [
    ["CrawlScrapeOptions", "/v1/scrape", (fields) => fields],
    ["ScrapeParams", "/v1/scrape", (fields) => fields],
    ["ScrapeParams", "/v1/batch/scrape", (fields) => fields],
    ["CrawlParams", "/v1/crawl", (fields) => fields],
    ["CrawlScrapeOptions", "/v1/crawl", (scrapeOptions) => ({ scrapeOptions })],
    ["MapParams", "/v1/map", (fields) => fields],
    ["SearchParams", "/v1/search", (fields) => fields],
    ["ScrapeParams", "/v1/search", (scrapeOptions) => ({ scrapeOptions })],
    ["ExtractParams", "/v1/extract", (fields) => fields],
  ] satisfies typeof places;
  const cases = ["firecrawl", "firecrawl-4.3", "firecrawl-3.2"].flatMap((name) =>
    places
      .filter(([type]) => name === "firecrawl" || type !== "PDFParser")
      .map(([type, path, body]) => [name, type, path, body] as const),
  );

  const v1Cases = v1Places.map(([type, path, body]) => ["firecrawl-1.29", type, path, body] as const);

  test.each([...cases, ...v1Cases])("%s: %s at %s", async (name, type, path, body) => {
    const fields = declaredFields(name, type);
    expect(fields.length).toBeGreaterThan(1);
    for (const field of fields) {
      // A value that no field takes: whatever is known is complained about as what it is.
      const answer = await client.ask("POST", path, { body: body({ [field]: { nonsense: 1 } }) });
      expect(answer.status).toBe(400);
      expect(answer.body["error"]).not.toContain(`Unknown key \`${field}\``);
    }
  });
});

describe("what changes nothing here is named in a warning", () => {
  const noTools = "there is no catalogue of data tools.";

  test("of a scrape, and not where it is switched off or only a label", async () => {
    const url = `${site.origin}/article`;
    const { data } = await post("/v2/scrape", { url, domainTools: true, toolDetail: "compact", redactPII: true });
    expect((data as ContractBody)["warning"]).toBe(
      `\`domainTools\` has no effect here: ${noTools} \`toolDetail\` has no effect here: ${noTools} \`redactPII\` has no effect here: nothing is redacted.`,
    );
    const idle = { domainTools: false, redactPII: false, profile: null, integration: "cli", origin: "js-sdk@4.42.0" };
    expect((await post("/v2/scrape", { url, ...idle }))["data"]).not.toHaveProperty("warning");
  });

  test.each<[string, ContractBody, string]>([
    ["/v2/search", { query: "a", domainTools: true }, "`domainTools`"],
    ["/v2/search", { query: "a", enterprise: ["zdr"], highlights: true, asyncScraping: true }, "`enterprise`"],
    ["/v2/search", { query: "a", scrapeOptions: { formats: [], lockdown: true } }, "`scrapeOptions.lockdown`"],
    ["/v2/search", { query: "a", sources: ["web", { type: "alexandria" }] }, "`sources.alexandria`"],
    ["/v2/map", { url: "SITE", auditMetadata: { username: "me" } }, "`auditMetadata`"],
    ["/v2/crawl", { url: "SITE/article", limit: 1, scrapeOptions: { minAge: 5 } }, "`scrapeOptions.minAge`"],
    ["/v2/batch/scrape", { urls: ["SITE/article"], threatProtection: { mode: "normal" } }, "`threatProtection`"],
    ["/v2/extract", { urls: ["SITE/article"], schema: { type: "object" }, threatProtection: {} }, "`threatProtection`"],
  ])("of %s with %j", async (path, body, name) => {
    const answer = await post(path, JSON.parse(JSON.stringify(body).replace("SITE", site.origin)) as ContractBody);
    expect(answer["warning"]).toContain(`${name} has no effect here: `);
  });

  test("of the older scrape, and of formats and parsers", async () => {
    const url = `${site.origin}/article`;
    const older = await post("/v1/scrape", { url, agent: { model: "FIRE-1" } });
    expect(older["data"]).toMatchObject({ warning: "`agent` has no effect here: no agent works on the page." });
    const schema = { type: "object", properties: { title: { type: "string" } } };
    const format = { type: "json", schema, checkPromptInjection: true };
    const { data } = await post("/v2/scrape", {
      url,
      formats: [format],
      parsers: ["image", { type: "image" }, { type: "pdf", mode: "ocr", blocks: true }],
    });
    const { warning } = data as { warning: string };
    expect(warning).not.toContain("parsers.");
    expect(warning).toContain("`formats.checkPromptInjection` has no effect here");
  });

  test("a key that no client knows stays an error", async () => {
    const { status, body } = await client.ask("POST", "/v2/scrape", { body: { url: site.origin, domainTool: true } });
    expect({ status, error: body["error"] }).toEqual({ status: 400, error: "Unknown key `domainTool`." });
    const nested = { query: "a", scrapeOptions: { formatz: [] } };
    expect((await client.ask("POST", "/v2/search", { body: nested })).body["error"]).toContain(
      "Did you mean `formats`?",
    );
  });

  test("so does a format that would be missing", async () => {
    const { status, body } = await client.ask("POST", "/v2/scrape", {
      body: { url: site.origin, formats: ["branding"] },
    });
    expect(status).toBe(400);
    expect(body["error"]).toContain("the newer format `branding` is not available here");
    const tools = await client.ask("POST", "/v2/search", { body: { query: "a", sources: ["alexandria"] } });
    expect(tools.body["error"]).toContain("must be one of `web`, `images`, `news`");
  });
});

test("an empty string in the place of an option counts as absent", async () => {
  const blank = { tbs: "", lang: "", country: "", location: "", filter: "", origin: "" };
  asked.length = 0;
  await post("/v2/search", { query: "blank", ...blank, sources: [{ type: "web", tbs: "", country: "" }] });
  expect(asked).toEqual(["web, any time, en"]);
  await post("/v2/crawl", { url: `${site.origin}/article`, limit: 1, prompt: "", robotsUserAgent: "", webhook: "" });
  await post("/v2/batch/scrape", {
    urls: [`${site.origin}/article`],
    appendToId: "",
    useMock: "",
    location: { country: "" },
  });
});

test.each(["", "   "])("a search for %j is a bad request", async (query) => {
  const { status, body } = await client.ask("POST", "/v2/search", { body: { query } });
  expect({ status, error: body["error"] }).toEqual({ status: 400, error: "`query` must not be empty." });
});

test("lists may mix names and objects", async () => {
  asked.length = 0;
  const mixed = { sources: ["web", { type: "news" }, { type: "web" }], categories: ["github", { type: "research" }] };
  const { data, warning } = await post("/v2/search", { query: "mixed", tbs: "qdr:w", ...mixed });
  expect(Object.keys(data as ContractBody).toSorted()).toEqual(["news", "web"]);
  // Only the name inherits what the request says.
  expect(asked.toSorted()).toEqual(["news, any time, en", "web, week, en"]);
  expect(warning).toContain("`tbs`: no effect on sources in their object form");
});

test("`enhanced` is stealth by another name", async () => {
  const body = { url: `${site.origin}/article`, proxy: "enhanced" };
  expect(await client.ask("POST", "/v2/scrape", { body })).toMatchObject({
    status: 501,
    body: { error: expect.stringContaining("`proxy: stealth` needs") },
  });
});

describe("a PDF of three pages", () => {
  const scrape = async (parsers: readonly unknown[]) => {
    const { data } = await post("/v2/scrape", { url: `${site.origin}/pdf`, parsers, maxAge: 0 });
    return data as Pick<ScrapeResult, "metadata"> & {
      readonly [Field in "markdown" | "blocks"]: NonNullable<ScrapeResult[Field]>;
    };
  };

  test("is read as far as `maxPages` says, and costs as much", async () => {
    const whole = await scrape([{ type: "pdf" }]);
    const part = await scrape([{ type: "pdf", maxPages: 1 }]);
    expect(whole.metadata).toMatchObject({ numPages: 3, totalPages: 3, creditsUsed: 3 });
    expect(part.metadata).toMatchObject({ numPages: 1, totalPages: 3, creditsUsed: 1 });
    expect(part.markdown.length).toBeGreaterThan(100);
    expect(part.markdown.length).toBeLessThan(whole.markdown.length / 2);
    expect(await scrape(["pdf", { type: "pdf", maxPages: 50 }])).toMatchObject({ metadata: { numPages: 3 } });
  });

  test.each([
    ["2", 1],
    ["1-2", 2],
    ["2-", 2],
    [" 3 , 1-1", 2],
    [[1, 3], 2],
    [["2-3", 2], 2],
    [[9], 0],
  ])("is read at the pages %j, which are what it costs", async (pages, read) => {
    const { metadata } = await scrape([{ type: "pdf", pages }]);
    expect(metadata).toMatchObject({ numPages: read, totalPages: 3, creditsUsed: Math.max(1, read) });
  });

  test("is read at the selected pages and no others; a selection may be cut short; missing pages are named", async () => {
    const second = await scrape([{ type: "pdf", pages: "2" }]);
    expect(second.markdown).toContain("Page 2 begins its left column here.");
    expect(second.markdown).not.toMatch(/Page [13] begins/);
    expect(await scrape([{ type: "pdf", pages: "2-3", maxPages: 1 }])).toMatchObject({ metadata: { numPages: 1 } });
    expect(await scrape([{ type: "pdf", pages: "3,7-9" }])).toMatchObject({
      warning: expect.stringContaining("The document has 3 pages; there is no page 7-9."),
      metadata: { numPages: 1 },
    });
  });

  test.each(["0", "3-1", "one", "1,,2", "1-2-3", [], [0], [1.5], ["x"], 3, { first: 1 }])(
    "can't be read at the pages %j, and the answer says why",
    async (pages) => {
      const body = { url: `${site.origin}/pdf`, parsers: [{ type: "pdf", pages }] };
      const { status, body: answer } = await client.ask("POST", "/v2/scrape", { body });
      expect({ status, error: answer["error"] }).toEqual({ status: 400, error: expect.stringContaining("pages") });
    },
  );

  test.each([{ pages: true }, { pageMarkdown: true }])("comes page by page with %j", async (asked) => {
    const result = await scrape([{ type: "pdf", ...asked }]);
    expect(result).toMatchObject({
      metadata: { numPages: 3, totalPages: 3 },
      pages: [
        { pageNumber: 1, markdown: expect.stringContaining("Page 1 begins its left column here.") },
        { pageNumber: 2, markdown: expect.stringContaining("Page 2 begins its left column here.") },
        { pageNumber: 3, markdown: expect.stringContaining("Page 3 begins its left column here.") },
      ],
    });
    expect(result).not.toHaveProperty("warning");
    expect(result).not.toHaveProperty("blocks");
    const whole = await scrape([{ type: "pdf", pages: false }]);
    expect(whole.markdown).toBe(result.markdown);
    expect(whole).not.toHaveProperty("pages");
  });

  test("comes with marks between its pages, and with the pages that are selected", async () => {
    const marked = await scrape([{ type: "pdf", pageMarkers: true }]);
    expect(marked.markdown.split(/\n\n---\n\n(<!-- page \d+ -->)\n\n/)).toEqual([
      expect.stringContaining("Page 1 begins"),
      "<!-- page 2 -->",
      expect.stringContaining("Page 2 begins"),
      "<!-- page 3 -->",
      expect.stringContaining("Page 3 begins"),
    ]);
    const part = await scrape([{ type: "pdf", pages: "2-3", pageMarkdown: true, pageMarkers: true }]);
    expect(part).toMatchObject({ pages: [{ pageNumber: 2 }, { pageNumber: 3 }], metadata: { numPages: 2 } });
    expect(part.markdown.match(/<!-- page \d -->/g)).toEqual(["<!-- page 3 -->"]);
  });

  test("comes with its blocks and their places", async () => {
    const { markdown, blocks } = await scrape([{ type: "pdf", blocks: true }]);
    expect(blocks.map(({ pageNumber, status }) => [pageNumber, status])).toEqual([1, 2, 3].map((page) => [page, "ok"]));
    for (const { width, height, items } of blocks) {
      expect(items.map(({ readingOrder }) => readingOrder)).toEqual(items.map((_, index) => index));
      for (const { bbox } of items) {
        const [left = -1, top = -1, right = -1, bottom = -1] = bbox ?? [];
        expect(left >= 0 && left < right && right <= (width ?? 0)).toBe(true);
        expect(top >= 0 && top < bottom && bottom <= (height ?? 0)).toBe(true);
      }
    }
    const [left, right] = ["left", "right"].map((side) =>
      blocks[1]?.items.find(({ content }) => content.includes(`Page 2 begins its ${side} column here.`)),
    );
    expect(left?.bbox?.[2]).toBeLessThan(right?.bbox?.[0] ?? 0);
    expect(left?.readingOrder).toBeLessThan(right?.readingOrder ?? 0);
    const placed = blocks.flatMap(({ items }) => items.filter(({ markdownSpan }) => markdownSpan !== null));
    expect(placed.length).toBeGreaterThan(3);
    expect(placed.map(({ markdownSpan }) => markdown.slice(...(markdownSpan ?? [])))).toEqual(
      placed.map(({ content }) => content),
    );
  });
});
