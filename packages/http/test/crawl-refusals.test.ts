import { createEngine } from "@garner/core";
import { contractClient, type ContractBody } from "@garner/testkit/site";
import { afterAll, describe, expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

const engine = createEngine({ runtime: { worksOnItsJobs: false } });
const client = contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) }));
const url = "https://example.com/";
afterAll(() => engine[Symbol.asyncDispose]());

const hook = (more: ContractBody) => ({ webhook: { url, ...more } });
const names = (length: number) => Array.from({ length }, () => "x");

/** The path of the field in `details`, what is sent, and what is said about it. */
const refusals: readonly (readonly [string, ContractBody, string])[] = [
  ["url", { url: undefined }, "`url` is missing."],
  [
    "url",
    { url: "ftp://a.test" },
    '`url` must be an http or https URL such as `https://example.com`, not "ftp://a.test".',
  ],
  ["includePaths", { includePaths: "x" }, '`includePaths` must be a list, not "x".'],
  ["includePaths.0", { includePaths: [5] }, "`includePaths[0]` must be a string, not 5."],
  ["includePaths.0", { includePaths: ["a(b"] }, "`includePaths[0]`: The pattern `a(b` cannot be compiled"],
  ["excludePaths.1", { excludePaths: ["ok", "(?=x)"] }, "`excludePaths[1]`: The pattern `(?=x)` cannot be compiled"],
  ["excludePaths.0", { excludePaths: ["(a)\\1"] }, "back-references are not supported"],
  ["includePaths.0", { includePaths: ["(?:a{100}){100}"] }, "needs more than 1100 instructions"],
  [
    "includePaths.6",
    { includePaths: names(200).map(() => "[a-z]{900}") },
    "the patterns need more than 5500 instructions",
  ],
  ["excludePaths", { excludePaths: names(201) }, "`excludePaths` must have at most 200 entries, not 201."],
  ["maxDiscoveryDepth", { maxDiscoveryDepth: -1 }, "`maxDiscoveryDepth` must be at least 0, not -1."],
  ["maxDiscoveryDepth", { maxDiscoveryDepth: 1.5 }, "`maxDiscoveryDepth` must be a whole number, not 1.5."],
  ["limit", { limit: 0 }, "`limit` must be more than 0, not 0."],
  ["limit", { limit: "10" }, '`limit` must be a number, not "10".'],
  ["crawlEntireDomain", { crawlEntireDomain: "yes" }, '`crawlEntireDomain` must be true or false, not "yes".'],
  ["allowSubdomains", { allowSubdomains: 1 }, "`allowSubdomains` must be true or false, not 1."],
  ["allowExternalLinks", { allowExternalLinks: [] }, "`allowExternalLinks` must be true or false, not a list."],
  ["ignoreRobotsTxt", { ignoreRobotsTxt: null }, "`ignoreRobotsTxt` must be true or false, not null."],
  ["robotsUserAgent", { robotsUserAgent: 7 }, "`robotsUserAgent` must be a string, not 7."],
  ["sitemap", { sitemap: "all" }, '`sitemap` must be one of `skip`, `include`, `only`, not "all".'],
  ["deduplicateSimilarURLs", { deduplicateSimilarURLs: 0 }, "`deduplicateSimilarURLs` must be true or false, not 0."],
  ["ignoreQueryParameters", { ignoreQueryParameters: 2 }, "`ignoreQueryParameters` must be true or false, not 2."],
  ["regexOnFullURL", { regexOnFullURL: {} }, "`regexOnFullURL` must be true or false, not an object."],
  ["delay", { delay: 0 }, "`delay` must be more than 0, not 0."],
  ["delay", { delay: "1s" }, '`delay` must be a number, not "1s".'],
  ["delay", { delay: 4000 }, "`delay` must be at most 3600, not 4000."],
  ["maxConcurrency", { maxConcurrency: 0 }, "`maxConcurrency` must be more than 0, not 0."],
  ["prompt", { prompt: "x".repeat(10_001) }, "`prompt` must have at most 10000 characters, not 10001."],
  ["webhook", { webhook: 5 }, "`webhook` must be a string or an object, not 5."],
  [
    "webhook",
    { webhook: "nowhere" },
    '`webhook` must be an http or https URL such as `https://example.com`, not "nowhere".',
  ],
  ["webhook.url", { webhook: {} }, "`webhook.url` is missing."],
  [
    "webhook.events.0",
    hook({ events: ["never"] }),
    'must be one of `started`, `page`, `completed`, `failed`, not "never".',
  ],
  ["webhook.headers.a", hook({ headers: { a: 5 } }), "`webhook.headers.a` must be a string, not 5."],
  ["webhook.metadata", hook({ metadata: "x" }), '`webhook.metadata` must be an object, not "x".'],
  ["webhook", hook({ header: {} }), "`webhook`: Unknown key `header`. Did you mean `headers`?"],
  ["zeroDataRetention", { zeroDataRetention: "no" }, '`zeroDataRetention` must be true or false, not "no".'],
  ["scrapeOptions", { scrapeOptions: "markdown" }, '`scrapeOptions` must be an object, not "markdown".'],
  ["scrapeOptions", { scrapeOptions: { url } }, "`scrapeOptions`: Unknown key `url`."],
  ["scrapeOptions.timeout", { scrapeOptions: { timeout: 0 } }, "`scrapeOptions.timeout` must be more than 0, not 0."],
  [
    "scrapeOptions.formats.0",
    { scrapeOptions: { formats: ["pdf"] } },
    "must be one of `markdown`, `links`, `images`, `chunks`, `html`,",
  ],
  ["", { maxDepth: 3 }, "Unknown key `maxDepth`. Here it is `maxDiscoveryDepth`."],
  ["", { allow_external_links: true }, "Unknown key `allow_external_links`. Did you mean `allowExternalLinks`?"],
];

describe("a crawl with a bad value is a 400 that names the field, what was sent and what is allowed:", () => {
  test.each(refusals)("%s %j", async (field, sent, message) => {
    const { status, body } = await client.ask("POST", "/v2/crawl", { body: { url, ...sent } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, code: "BAD_REQUEST", error: expect.stringContaining(message) });
    const [detail] = body["details"] as readonly [{ path: readonly PropertyKey[] }];
    expect(detail.path.join(".")).toBe(field);
  });

  test("what clients send among themselves is no bad value", async () => {
    const more = { origin: "js-sdk@4", integration: "n8n", __internal: 1, scrapeOptions: { __internal: 1 } };
    expect((await client.ask("POST", "/v2/crawl", { body: { url, ...more } })).status).toBe(200);
  });
});

describe("the query of a request", () => {
  const of = async (path: string) => await client.ask("GET", `/v2/${path}`);

  test.each([
    ["webhooks/deliveries?statuz=failed", "statuz", "status"],
    ["webhooks/deliveries?job_id=x", "job_id", "jobId"],
    ["team/credit-usage/historical?byApiKeys=true", "byApiKeys", "byApiKey"],
    ["crawl/1/decisions?raeson=robots", "raeson", "reason"],
    ["crawl/1/decisions?Limit=5", "Limit", "limit"],
    ["crawl/1?limits=5", "limits", "limit"],
    ["batch/scrape/1?skipp=5", "skipp", "skip"],
  ])("is refused where it seems to mean another parameter: %s", async (path, name, meant) => {
    const { status, body } = await of(path);
    expect([status, body["error"]]).toEqual([400, expect.stringContaining(`\`${name}\``)]);
    expect(body["error"]).toContain(`\`${meant}\``);
  });

  test("may have what proxies and clients add", async () => {
    const added =
      "_=1&t=5&v=2&ski=1&cb=x&utm_source=x&utm_term=y&timestamp=7&api_key=k&format=json&x-forwarded=1&__proto__=1";
    expect((await of(`webhooks/deliveries?${added}`)).status).toBe(200);
    expect((await of(`team/credit-usage/historical?${added}`)).status).toBe(200);
  });
});
