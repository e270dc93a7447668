/**
 * How long a single scrape takes while two other processes crawl, against when they don't: an API process without work, as
 * `WORK=false` makes one, and a crawl with the defaults whose every page links to 200 new ones, so that its frontier grows by
 * thousands a second. The workers have the priority of others, and then that of `garner work`. Prints a Markdown table.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getPriority, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createEngine } from "@garner/core";
import { redis } from "@garner/redis";
import { startRedisServer } from "@garner/testkit/site";

const scrapes = Number(process.env["SCRAPES"] ?? 300);
const rounds = Number(process.env["ROUNDS"] ?? 1);
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

function work(url: string, niceness: number): void {
  setPriority(Math.max(getPriority(), niceness));
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
  const at = (all: readonly number[], share: number) => (all[Math.floor(all.length * share)] ?? 0).toFixed(1);
  const tell = (what: string, all: readonly number[]) =>
    console.log(`| ${what} | ${at(all, 0.5)} | ${at(all, 0.95)} |`);
  const besideCrawl = async (niceness: string) => {
    const workers = await Promise.all([start("work", server.url, niceness), start("work", server.url, niceness)]);
    const { id } = await engine.jobs.startCrawl({ url: `${origin}/`, sitemap: "skip", limit: 1_000_000 });
    while ((await engine.jobs.get({ id, limit: 1 })).completed < 20) await sleep(50);
    const taken = await durations();
    const { completed, total } = await engine.jobs.get({ id, limit: 1 });
    tell(`beside a crawl by two workers of niceness ${niceness} (${completed} pages of ${total} by then)`, taken);
    await engine.jobs.cancel({ id });
    for (const [child] of workers) child.kill("SIGKILL");
  };
  await durations(); // warms up
  console.log("| single scrapes | median ms | p95 ms |\n| --- | --: | --: |");
  for (let round = 0; round < rounds; round += 1) {
    tell("while nothing else goes on", await durations());
    await besideCrawl("0");
    tell("while nothing else goes on", await durations());
    await besideCrawl("10");
  }
  site.kill("SIGKILL");
}

const [role, address = "", niceness = "0"] = process.argv.slice(2);
if (role === "serve") serve();
else if (role === "work") work(address, Number(niceness));
else await measure();
