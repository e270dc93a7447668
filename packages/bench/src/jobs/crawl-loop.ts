/**
 * What the crawl loop itself costs, without parsing: pages per second and CPU milliseconds per page against a site of
 * trivial pages in another process, with jobs in memory and in SQLite. Prints a Markdown table.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine, type Transformer } from "@garner/core";
import { sqlite } from "@garner/sqlite";

const pageCount = 5000;
const branching = 20;

/** Pages that link to their twenty children in the tree. */
function serve(): void {
  const server = createServer((request, response) => {
    response.writeHead(request.url === "/robots.txt" ? 404 : 200, { "content-type": "text/html" }).end("<p>A page.");
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

/** Reads the links off the URL, so that nothing is parsed. */
const noParsing: Transformer = {
  async transform({ url }) {
    const { origin, pathname } = new URL(url);
    const index = Number(pathname.slice(1));
    const children = Array.from({ length: branching }, (_, child) => index * branching + child + 1);
    const allLinks = children.filter((child) => child < pageCount).map((child) => `${origin}/${child}`);
    return { markdown: "A page.", allLinks, metadata: {}, verdict: "ok", verdictReason: "", warnings: [] };
  },
};

async function measure(name: string, url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "garner-loop-"));
  const stores = name === "SQLite" ? sqlite({ file: join(folder, "jobs.sqlite") }) : undefined;
  const engine = createEngine({
    stores: { ...stores, cache: false },
    content: { transformer: noParsing },
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1e6, maxRate: 1e6, maxConcurrencyPerHost: 100 } },
  });
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const { id } = await engine.jobs.startCrawl({
    url,
    sitemap: "skip",
    crawlEntireDomain: true,
    scrapeOptions: { storeInCache: false },
  });
  for await (const _event of engine.jobs.events({ id }));
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  const { completed } = await engine.jobs.get({ id, limit: 1 });
  const cpuMs = (user + system) / 1000 / completed;
  console.log(
    `| ${name} | ${completed} | ${(completed / seconds).toFixed(0)} | ${cpuMs.toFixed(2)} | ${(1000 / cpuMs).toFixed(0)} |`,
  );
  await engine[Symbol.asyncDispose]();
  await stores?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
}

if (process.argv[2] === "serve") serve();
else {
  const site = fork(fileURLToPath(import.meta.url), ["serve"], { execArgv: process.execArgv });
  const [port] = (await once(site, "message")) as [number];
  console.log(
    "| jobs in | pages | pages per second | CPU ms per page | pages per CPU second |\n| --- | --: | --: | --: | --: |",
  );
  for (const name of ["memory", "SQLite", "memory", "SQLite"]) await measure(name, `http://127.0.0.1:${port}/0`);
  site.kill();
}
