// Clients that are too large to install for every run of the tests. Install them anywhere and name the folder:
// `npm i --legacy-peer-deps @langchain/community@1.1.29 @langchain/core@1.4.0 @mendable/firecrawl-js@1.29.3
// @mendable/n8n-nodes-firecrawl@2.1.2 n8n-workflow`, then LARGE_CLIENTS=/folder.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { requestOf, type NodeDescription } from "./n8n-request.ts";
import { apiKey, serve } from "./serve.ts";

const folder = process.env["LARGE_CLIENTS"];
const required = createRequire(pathToFileURL(join(folder ?? ".", "package.json")));

interface Loader {
  load(): Promise<readonly { readonly pageContent: string; readonly metadata: object }[]>;
}
type LoaderClass = new (options: object) => Loader;

test.skipIf(folder === undefined)("LangChain's loader loads pages in each of its modes", async () => {
  await using served = await serve();
  const { FireCrawlLoader } = required("@langchain/community/document_loaders/web/firecrawl") as {
    FireCrawlLoader: LoaderClass;
  };
  const load = (mode: string, url: string, params: object) =>
    new FireCrawlLoader({ url, apiKey, apiUrl: served.url, mode, params }).load();
  const [page] = await load("scrape", `${served.site}/p/1`, {});
  expect(page).toMatchObject({
    pageContent: expect.stringContaining("# Page number 1"),
    metadata: { statusCode: 200 },
  });
  expect(await load("crawl", served.site, { limit: 3 })).toHaveLength(3);
  const mapped = await load("map", served.site, {});
  expect(mapped.map(({ pageContent }) => JSON.parse(pageContent) as unknown)).toContain(`${served.site}/p/7`);
});

test.skipIf(folder === undefined)("the requests of the n8n node are answered", async () => {
  await using served = await serve();
  const { Firecrawl } = required("@mendable/n8n-nodes-firecrawl/dist/nodes/Firecrawl/Firecrawl.node.js") as {
    Firecrawl: new () => { readonly description: NodeDescription };
  };
  const { description } = new Firecrawl();
  const ask = async (resource: string, operation: string, parameters: Readonly<Record<string, unknown>> = {}) => {
    const { url, method, body } = await requestOf(description, { ...parameters, resource, operation });
    const sent = method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    const answer = await fetch(`${served.url}/v2${url}`, { method, headers, ...sent });
    const text = await answer.text();
    return { operation, sent, status: answer.status, body: JSON.parse(text) as Record<string, unknown> };
  };
  const works = { status: 200, body: { success: true } };
  const url = `${served.site}/p/1`;
  expect(await ask("Scraping", "scrape", { url })).toMatchObject({
    ...works,
    body: { data: { markdown: expect.any(String) } },
  });
  expect(await ask("MapSearch", "map", { url: served.site })).toMatchObject(works);
  expect(await ask("MapSearch", "search", { query: "page" })).toMatchObject(works);
  const crawl = await ask("Crawling", "crawl", { url: served.site, limit: 2 });
  expect(crawl).toMatchObject(works);
  const crawlId = crawl.body["id"];
  expect(await ask("Crawling", "getCrawlStatus", { crawlId })).toMatchObject(works);
  expect(await ask("Crawling", "crawlActive")).toMatchObject(works);
  expect(await ask("Account", "teamCreditUsage")).toMatchObject(works);
});
