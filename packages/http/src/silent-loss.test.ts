// What users of other services lost without being told, one test for each complaint.
import { createEngine } from "@garner/core";
import { contractClient, startCrawlSite, startWebhookReceiver, type ContractClient } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { noAuthentication } from "./auth.ts";
import { createHandler } from "./handler.ts";

function start(): { readonly engine: AsyncDisposable; readonly client: ContractClient } {
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    politeness: { startRate: 1000, maxRate: 1000 },
  });
  return { engine, client: contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) })) };
}

test("a page of a batch that fails while others succeed is told to the webhook, with its address", async () => {
  await using site = await startCrawlSite({ "/a": {}, "/b": {} });
  await using receiver = await startWebhookReceiver();
  const { engine, client } = start();
  await using _engine = engine;
  const unreachable = "http://127.0.0.1:1/gone";
  const urls = [`${site.origin}/a`, unreachable, `${site.origin}/b`];
  const { status } = await client.run("/v2/batch/scrape", { urls, webhook: receiver.url });
  expect(status).toMatchObject({ status: "completed", completed: 2 });

  const received = await receiver.has("batch_scrape.completed");
  const pages = received.map(({ message }) => message).filter(({ type }) => type === "batch_scrape.page");
  expect(pages).toHaveLength(3);
  expect(pages.filter(({ success }) => !success)).toEqual([
    expect.objectContaining({
      error: expect.stringMatching(/\w/),
      data: [{ metadata: expect.objectContaining({ sourceURL: unreachable }) }],
    }),
  ]);
});

test("a crawl leaves out what it is told to, also when a crawl before took it", async () => {
  await using site = await startCrawlSite({
    "/": { links: ["/docs", "/login/one"] },
    "/docs": { links: ["/login/two"] },
    "/login/one": {},
    "/login/two": {},
  });
  const { engine, client } = start();
  await using _engine = engine;
  const crawl = { url: `${site.origin}/`, sitemap: "skip" };
  const pathsOf = (pages: readonly { readonly metadata?: unknown }[]): string[] =>
    pages.map(({ metadata }) => String(Reflect.get(Object(metadata), "sourceURL")).replace(site.origin, "")).sort();

  const everything = await client.run("/v2/crawl", crawl);
  expect(pathsOf(everything.pages)).toEqual(["/", "/docs", "/login/one", "/login/two"]);
  const less = await client.run("/v2/crawl", { ...crawl, excludePaths: ["^/login/"] });
  expect(pathsOf(less.pages)).toEqual(["/", "/docs"]);
  expect(less.status).toMatchObject({ status: "completed", completed: 2, total: 2 });
});

test("a map has no page that was asked for once and never existed", async () => {
  await using site = await startCrawlSite({ "/": { links: ["/docs"] }, "/docs": {} });
  const { engine, client } = start();
  await using _engine = engine;
  for (const path of ["/docs/real-in-a-dream", "/docs"]) {
    const { body } = await client.ask("POST", "/v2/scrape", { body: { url: site.origin + path } });
    expect(body["success"]).toBe(true);
  }
  const { body } = await client.ask("POST", "/v2/map", { body: { url: site.origin, sitemap: "skip" } });
  const links = (body["links"] as readonly { readonly url: string }[]).map(({ url }) => url.replace(site.origin, ""));
  expect(links.toSorted()).toEqual(["", "/docs"]);
});
