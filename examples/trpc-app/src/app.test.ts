import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createEngine, type ScrapeResult } from "@garner/core";
import { startCrawlSite, startFixtureSite, treeOfPages } from "@garner/testkit/site";
import { expect, expectTypeOf, test } from "vitest";
import { crawl, createClient } from "./client.ts";
import { listen } from "./server.ts";

test("a typed client scrapes and crawls through an application's own router", async () => {
  await using site = await startFixtureSite();
  await using tree = await startCrawlSite(treeOfPages(4));
  await using engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
  const server = listen(engine, 0);
  await once(server, "listening");
  const client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

  expect(await client.titleOf.query({ url: `${site.origin}/article` })).toBe("The lighthouse on the cape");
  const page = await client.garner.scrape.mutate({ url: `${site.origin}/article` });
  expectTypeOf(page.metadata).toExtend<ScrapeResult["metadata"]>();
  expect(page.markdown).toContain("built in 1871");
  await expect(client.garner.scrape.mutate({ url: "http://10.0.0.1/" })).rejects.toMatchObject({
    data: { garner: { code: "URL_BLOCKED" } },
  });

  const lines: string[] = [];
  await crawl(client, `${tree.origin}/`, (line) => lines.push(line));
  expect(lines).toHaveLength(4);
  expect(lines).toContain(`${tree.origin}/`);

  server.closeAllConnections();
  server.close();
});
