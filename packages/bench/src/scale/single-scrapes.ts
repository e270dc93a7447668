/**
 * How long a single scrape takes while two other processes crawl, against when they don't: an API process without work, as
 * `WORK=false` makes one, and a crawl with the defaults whose every page links to 200 new ones, so that its frontier grows by
 * thousands a second. Prints a Markdown table.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createEngine } from "@garner/core";
import { redis } from "@garner/redis";
import { startRedisServer } from "@garner/testkit/site";

const scrapes = Number(process.env["SCRAPES"] ?? 300);
const words = "It goes without saying. ".repeat(200);
const policy = { allowPrivateNetworks: true, maxConcurrency: 50 };

function serve(): void {
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    if (/robots|sitemap/.test(path)) return void response.writeHead(404).end();
    const links = path.startsWith("/single")
      ? []
      : Array.from({ length: 200 }, (_, index) => `<a href="/${path.length}${path.slice(1, 40)}${index}">${index}</a>`);
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>${path}</title><main><h1>${path}</h1><p>${words}</p>${links.join(" ")}</main>`);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

function work(url: string): void {
  createEngine({ stores: { ...redis({ url }), cache: false }, policy }).jobs.work();
  process.send?.("ready");
}

async function start(...parameters: readonly string[]): Promise<readonly [ChildProcess, unknown]> {
  const child = fork(fileURLToPath(import.meta.url), [...parameters], { execArgv: process.execArgv });
  const [first] = (await once(child, "message")) as [unknown];
  return [child, first];
}

async function measure(): Promise<void> {
  const [site, port] = await start("serve");
  const origin = `http://127.0.0.1:${String(port)}`;
  await using server = await startRedisServer();
  await using stores = redis({ url: server.url });
  await using engine = createEngine({
    stores: { ...stores, cache: false },
    policy,
    runtime: { worksOnItsJobs: false },
  });
  const durations = async () => {
    const taken: number[] = [];
    for (let count = 0; count < scrapes; count += 1) {
      const before = performance.now();
      await engine.scrape({ url: `${origin}/single/${count}` });
      taken.push(performance.now() - before);
      await sleep(20);
    }
    return taken.toSorted((one, other) => one - other);
  };
  await durations(); // warms up
  const idle = await durations();
  const workers = await Promise.all([start("work", server.url), start("work", server.url)]);
  const { id } = await engine.jobs.startCrawl({ url: `${origin}/`, sitemap: "skip", limit: 1_000_000 });
  while ((await engine.jobs.get({ id, limit: 1 })).completed < 20) await sleep(50);
  const loaded = await durations();
  const { completed, total } = await engine.jobs.get({ id, limit: 1 });
  console.log("| single scrapes | median ms | p95 ms |\n| --- | --: | --: |");
  const at = (all: readonly number[], share: number) => (all[Math.floor(all.length * share)] ?? 0).toFixed(1);
  console.log(`| while nothing else goes on | ${at(idle, 0.5)} | ${at(idle, 0.95)} |`);
  console.log(`| beside a crawl (${completed} pages of ${total} by then) | ${at(loaded, 0.5)} | ${at(loaded, 0.95)} |`);
  for (const [child] of [...workers, [site] as const]) child.kill("SIGKILL");
}

const [role, address = ""] = process.argv.slice(2);
if (role === "serve") serve();
else if (role === "work") work(address);
else await measure();
