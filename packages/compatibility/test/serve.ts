import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine } from "@garner/core";
import { createHandler, noAuthentication, toNodeListener } from "@garner/http";
import { startCrawlSite, treeOfPages } from "@garner/testkit/site";

/** The contract on loopback, and a site of eight pages to ask it for. */
export async function serve() {
  const site = await startCrawlSite(treeOfPages(8));
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
  });
  const listener = toNodeListener(createHandler(engine, { authenticate: noAuthentication(() => {}) }));
  const server = createServer((request, response) => void listener(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    site: site.origin,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await engine[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}
