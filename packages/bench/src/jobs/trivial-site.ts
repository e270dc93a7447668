import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createEngine, type EngineConfig, type Transformer } from "@garner/core";

const branching = 20;

/** Serves trivial pages or, below `/articles`, ones like articles, and sends the parent process the port. */
export function serveTrivialSite(): void {
  const server = createServer((request, response) => {
    const [, index] = /^\/articles\/(\d+)$/.exec(request.url ?? "") ?? [];
    const page = index === undefined ? "<p>A page." : article(Number(index));
    response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": "text/html" }).end(page);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

/** An article of some 20 KB, with navigation, a table and a footer, that leads to twenty others. */
function article(index: number): string {
  const links = Array.from({ length: branching }, (_, child) => index * branching + child + 1);
  const sentence = (number: number) =>
    `Sentence ${number} of article ${index} says <em>something</em> of its own, as <a href="#n${number}">note ${number}</a> shows. `;
  const paragraphs = Array.from({ length: 30 }, (_, part) => {
    const text = Array.from({ length: 5 }, (_unused, number) => sentence(5 * part + number)).join("");
    return `${part % 6 === 0 ? `<h2>Part ${part / 6 + 1}</h2>` : ""}<p id="n${part}">${text}</p>`;
  });
  const rows = Array.from({ length: 10 }, (_, row) => `<tr><td>${row}</td><td>${row * index}</td></tr>`).join("");
  const navigation = links.map((link) => `<li><a href="/articles/${link}">Article ${link}</a></li>`).join("");
  return `<!doctype html><html lang="en"><head><title>Article ${index}</title><meta name="description" content="The article of number ${index}"></head>
    <body><header><nav><ul>${navigation}</ul></nav></header><main><article><h1>Article ${index}</h1>${paragraphs.join("\n")}
    <table><tr><th>Row</th><th>Value</th></tr>${rows}</table></article></main><footer>All rights reserved.</footer></body></html>`;
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

/** The same with every page read as usual. */
export function articleCrawlConfig(stores: EngineConfig["stores"]): EngineConfig {
  const { content, ...config } = crawlLoopConfig(stores, 0);
  return config;
}

/** Crawls the site with an engine of its own, up to so many pages. */
export async function crawlTrivialSite(url: string, config: EngineConfig, limit?: number) {
  await using engine = createEngine(config);
  const startedAt = performance.now();
  const { id } = await engine.jobs.startCrawl({
    url,
    sitemap: "skip",
    crawlEntireDomain: true,
    ...(limit === undefined ? {} : { limit }),
    scrapeOptions: { storeInCache: false },
  });
  for await (const _event of engine.jobs.events({ id }));
  const seconds = (performance.now() - startedAt) / 1000;
  const { completed } = await engine.jobs.get({ id, limit: 1 });
  return { seconds, completed };
}
