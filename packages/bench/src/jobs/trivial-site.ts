import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine, type EngineConfig, type Transformer } from "@garner/core";

const branching = 20;

/** Serves trivial pages, and sends the parent process the port. */
export function serveTrivialSite(): void {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": "text/html" }).end("<p>A page.");
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

/** A tree of `pageCount` pages in which each leads to twenty; the links are read off the URL, so that nothing is parsed. */
function withoutParsing(pageCount: number): Transformer {
  return {
    async transform({ url }) {
      const { origin, pathname } = new URL(url);
      const index = Number(pathname.slice(1));
      const children = Array.from({ length: branching }, (_, child) => index * branching + child + 1);
      const allLinks = children.filter((child) => child < pageCount).map((child) => `${origin}/${child}`);
      return { markdown: "A page.", allLinks, metadata: {}, verdict: "ok", verdictReason: "", warnings: [] };
    },
  };
}

/** An engine that takes the pages as fast as it can. */
export function crawlLoopConfig(stores: EngineConfig["stores"], pageCount: number): EngineConfig {
  return {
    stores: { ...stores, cache: false },
    content: { transformer: withoutParsing(pageCount) },
    policy: { allowPrivateNetworks: true, maxConcurrency: 100, maxTeamConcurrency: 1000 },
    network: { politeness: { startRate: 1e6, maxRate: 1e6, maxConcurrencyPerHost: 100 } },
  };
}

/** Crawls the site with an engine of its own. */
export async function crawlTrivialSite(url: string, config: EngineConfig) {
  await using engine = createEngine(config);
  const startedAt = performance.now();
  const { id } = await engine.jobs.startCrawl({
    url,
    sitemap: "skip",
    crawlEntireDomain: true,
    scrapeOptions: { storeInCache: false },
  });
  for await (const _event of engine.jobs.events({ id }));
  const seconds = (performance.now() - startedAt) / 1000;
  const { completed } = await engine.jobs.get({ id, limit: 1 });
  return { seconds, completed };
}
