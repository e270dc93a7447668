/**
 * What a crawl costs whose sitemaps list a million pages, until it has taken them in: the longest that anything else in
 * the process had to wait (event loop delay), the memory, and how far another job got meanwhile. Prints a Markdown table.
 * The site is in another process. Each store has a process of its own.
 */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { createEngine } from "@garner/core";
import { sqlite } from "@garner/sqlite";

const sitemapCount = 20;
const urlsPerSitemap = 50_000;

/** A site whose robots.txt names twenty sitemaps of fifty thousand pages. */
function serve(): void {
  const server = createServer((request, response) => {
    const { url = "/", headers } = request;
    const origin = `http://${headers.host}`;
    const number = /^\/maps\/(\d+)\.xml$/.exec(url)?.[1];
    if (url === "/robots.txt") {
      const lines = Array.from({ length: sitemapCount }, (_, index) => `Sitemap: ${origin}/maps/${index}.xml`);
      response.writeHead(200, { "content-type": "text/plain" }).end(lines.join("\n"));
    } else if (number !== undefined) {
      const entries = Array.from(
        { length: urlsPerSitemap },
        (_, index) => `<url><loc>${origin}/shop/section-${number}/product-${index}</loc></url>`,
      );
      response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${entries.join("")}</urlset>`);
    } else if (url.includes("sitemap")) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": "text/html" }).end("<p>A page.");
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

async function measure(store: string, origin: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "garner-sitemaps-"));
  const stores = store === "SQLite" ? sqlite({ file: join(folder, "jobs.sqlite") }) : undefined;
  const engine = createEngine({
    stores: { ...stores, cache: false },
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1e6, maxRate: 1e6, maxConcurrencyPerHost: 100 } },
  });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  let rss = 0;
  let longestCpuMs = 0;
  let cpu = process.threadCpuUsage();
  // On a loaded machine only this is meaningful: the CPU time of the process between two turns of its event loop.
  const watching = setInterval(() => {
    const { user, system } = process.threadCpuUsage(cpu);
    longestCpuMs = Math.max(longestCpuMs, (user + system) / 1000);
    cpu = process.threadCpuUsage();
    rss = Math.max(rss, process.memoryUsage.rss());
  }, 5);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  delays.enable();
  const { id } = await engine.jobs.startCrawl({ url: `${origin}/`, limit: 1_000_000, maxConcurrency: 1 });
  // Another job, which takes one page after the other for as long as the first one is busy with its sitemaps.
  const other = takePages(engine, origin);
  for await (const event of engine.jobs.events({ id })) if (event.type === "page") break;
  const otherPages = other.stop();
  delays.disable();
  const seconds = (performance.now() - startedAt) / 1000;
  const { user, system } = process.cpuUsage(before);
  clearInterval(watching);
  const { total } = await engine.jobs.get({ id, limit: 1 });
  await engine.jobs.cancel({ id });
  await engine[Symbol.asyncDispose]();
  await stores?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
  const columns = [store, total, seconds.toFixed(1), ((user + system) / 1e6).toFixed(1)];
  const waits = [delays.max / 1e6, delays.percentile(99) / 1e6, longestCpuMs].map((ms) => ms.toFixed(0));
  const more = [...waits, (rss / 1e6).toFixed(0)];
  console.log(`| ${[...columns, ...more, otherPages].join(" | ")} |`);
  process.exit(); // the other job's last page may have been broken off
}

function takePages(engine: ReturnType<typeof createEngine>, origin: string): { stop(): number } {
  let pages = 0;
  let isOver = false;
  async function takeOneAfterTheOther(): Promise<void> {
    while (!isOver) {
      await engine.batchScrape({ urls: [`${origin}/other`] }).result();
      pages += 1;
    }
  }
  void takeOneAfterTheOther();
  return {
    stop() {
      isOver = true;
      return pages;
    },
  };
}

const [role, store = "", origin = ""] = process.argv.slice(2);
if (role === "serve") serve();
else if (role === "measure") await measure(store, origin);
else {
  const program = fileURLToPath(import.meta.url);
  const site = fork(program, ["serve"], { execArgv: process.execArgv });
  const [port] = (await once(site, "message")) as [number];
  console.log(
    "| jobs in | URLs | seconds | CPU seconds | longest wait ms | p99 ms | longest CPU ms at a stretch | RSS MB | pages of another job |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: |",
  );
  for (const name of ["SQLite", "memory"]) {
    const args = [...process.execArgv, program, "measure", name, `http://127.0.0.1:${port}`];
    execFileSync(process.execPath, args, { stdio: "inherit" });
  }
  site.kill();
}
