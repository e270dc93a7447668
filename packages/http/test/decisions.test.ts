import { createEngine } from "@garner/core";
import { contractClient, startCrawlSite, type ContractBody, type CrawlPages } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

const nested = Array.from({ length: 30 }, (_, index) => `/x/x/x/x/${index}`);
const pages: CrawlPages = {
  "/robots.txt": { raw: { text: "User-agent: *\n# secrets\nDisallow: /private/", type: "text/plain" } },
  "/": {
    links: ["/private/x", "http://other.test/x", "/draft/1", "/a", "/a/", "/moved", "/file.zip", ...nested, "/last"],
  },
  "/a": { links: ["/a/deep"] },
  "/moved": { redirect: "/a" },
  ...Object.fromEntries(nested.map((path) => [path, {}])),
};

/** For every reason, the number of decisions and one of them. */
const expected: Readonly<Record<string, readonly [number, ContractBody]>> = {
  robots: [1, { url: "/private/x", detail: "robots.txt line 3: Disallow: /private/" }],
  scope: [1, { url: "http://other.test/x", detail: expect.stringMatching(/^External link: other\.test is not 127\./) }],
  pattern: [1, { url: "/draft/1", detail: "excludePaths: ^/draft" }],
  "file-type": [1, { url: "/file.zip", detail: "Files of type .zip are not pages." }],
  duplicate: [2, { url: "/a/", detail: expect.stringMatching(/\/a\b/) }],
  depth: [1, { url: "/a/deep", detail: "maxDiscoveryDepth is 1.", depth: 2, foundOn: "/a" }],
  trap: [5, { url: nested[25], detail: "The same path segments repeat." }],
  limit: [25, { url: "/last", detail: "The limit of 3 pages was reached." }],
};

test("every URL that a crawl saw and did not take is told with the rule that decided, in pages", async () => {
  await using site = await startCrawlSite(pages);
  await using engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
  });
  const client = contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) }));
  const options = { sitemap: "skip", maxConcurrency: 1, maxDiscoveryDepth: 1, limit: 3, excludePaths: ["^/draft"] };
  const { id, status } = await client.run("/v2/crawl", { url: `${site.origin}/`, ...options });
  expect(status).toMatchObject({ status: "completed", completed: 3, total: 3 });

  /** All decisions, by the pages that the answers lead to. */
  async function decisions(query: string): Promise<readonly ContractBody[]> {
    const all: ContractBody[] = [];
    let path: unknown = `http://api.test/v2/crawl/${id}/decisions${query}`;
    for (let asked = 0; typeof path === "string" && asked < 100; asked += 1) {
      const { body } = await client.ask("GET", path.replace("http://api.test", ""));
      expect(body["success"]).toBe(true);
      all.push(...(body["decisions"] as readonly ContractBody[]));
      path = body["next"];
    }
    return JSON.parse(JSON.stringify(all).replaceAll(site.origin, "")) as readonly ContractBody[];
  }

  const all = await decisions("");
  expect(await decisions("?limit=5")).toEqual(all);
  expect(new Set(all.map(({ url }) => url)).size).toBe(all.length);
  for (const [reason, [count, example]] of Object.entries(expected)) {
    const ofReason = all.filter((decision) => decision["reason"] === reason);
    expect(ofReason, reason).toHaveLength(count);
    expect(ofReason).toContainEqual({ reason, depth: 1, foundOn: "/", ...example });
    expect(await decisions(`?reason=${reason}&limit=2`)).toEqual(ofReason);
  }
  expect(Object.values(expected).reduce((sum, [count]) => sum + count, 0)).toBe(all.length);
});
