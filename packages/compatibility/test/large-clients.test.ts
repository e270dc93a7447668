// Clients that are too large to install for every run of the tests. Install them anywhere and name the folder:
// `npm i --legacy-peer-deps @langchain/community@1.1.29 @langchain/core@1.4.0 @mendable/firecrawl-js@1.29.3`, then
// LARGE_CLIENTS=/folder.
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
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
