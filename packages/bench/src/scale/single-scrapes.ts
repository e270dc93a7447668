/**
 * How long a single scrape takes beside a crawl of a million pages, against when that crawl is paused. Real processes on one
 * machine: Redis, `garner serve --no-work`, two of `garner work`, and two sites. The crawl reads its million URLs from
 * sitemaps first, and is then paused and resumed in turn, so that both kinds of rounds meet the same machine. Takes under
 * four minutes. Prints a Markdown table.
 */
import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setPriority } from "node:os";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createEngine } from "@garner/core";
import { redis } from "@garner/redis";
import { startRedisServer } from "@garner/testkit/site";

const rounds = Number(process.env["ROUNDS"] ?? 12);
const scrapesPerRound = Number(process.env["SCRAPES"] ?? 60);
/** A crawl reads a million from sitemaps. */
const urls = Number(process.env["URLS"] ?? 1_000_000);
const niceness = process.env["NICENESS"] ?? "15";
const betweenScrapesMs = 25;
const sitemaps = 20;
const words = "It goes without saying. ".repeat(200);

/** A site whose sitemaps list a million pages. It stands for sites elsewhere, so that it gives way to everybody. */
function serveSite(): void {
  setPriority(19);
  const server = createServer((request, response) => {
    const path = request.url ?? "/";
    const origin = `http://${request.headers.host ?? ""}`;
    if (path === "/robots.txt") return void response.end(`Sitemap: ${origin}/sitemap.xml`);
    const send = (type: string, text: string) => void response.writeHead(200, { "content-type": type }).end(text);
    const list = (kind: string, entry: string, places: readonly string[]) =>
      send(
        "application/xml",
        `<${kind}>${places.map((place) => `<${entry}><loc>${origin}${place}</loc></${entry}>`).join("")}</${kind}>`,
      );
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
    if (path === "/sitemap.xml")
      return list(
        "sitemapindex",
        "sitemap",
        numbers(sitemaps).map((part) => `/sitemap-${part}.xml`),
      );
    const [, part] = /^\/sitemap-(\d+)\.xml$/.exec(path) ?? [];
    if (part !== undefined)
      return list(
        "urlset",
        "url",
        numbers(Math.ceil(urls / sitemaps)).map((page) => `/${part}/${page}`),
      );
    const links = numbers(20).map((index) => `<a href="/${index}/${path.length}">${index}</a>`);
    send("text/html", `<title>${path}</title><main><h1>${path}</h1><p>${words}</p>${links.join(" ")}</main>`);
  });
  server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
}

const children: ChildProcess[] = [];

async function startSite(): Promise<string> {
  const child = fork(fileURLToPath(import.meta.url), ["serve"], { execArgv: process.execArgv });
  children.push(child);
  const [port] = (await once(child, "message")) as [number];
  return `http://127.0.0.1:${port}`;
}

/** Starts `garner` with these words; returns what it says of itself. */
async function startGarner(parameters: readonly string[], redisUrl: string, says: RegExp): Promise<string> {
  const program = fileURLToPath(new URL("../../../cli/src/main.ts", import.meta.url));
  const env = {
    ...{ PATH: process.env["PATH"], REDIS_URL: redisUrl, PORT: "0", LOG_LEVEL: "error", WORK_CONCURRENCY: "50" },
    ...{ ALLOW_PRIVATE_NETWORKS: "true", JOB_CONCURRENCY: "50", TEAM_CONCURRENCY: "100" },
    POLITENESS: JSON.stringify({ startRate: 10_000, maxRate: 10_000, maxConcurrencyPerHost: 100 }),
  };
  const child = spawn(process.execPath, [...process.execArgv, program, ...parameters], { env, stdio: "pipe" });
  children.push(child);
  child.stdout.resume();
  child.stderr.resume();
  for await (const line of createInterface({ input: parameters[0] === "serve" ? child.stdout : child.stderr })) {
    const said = says.exec(line);
    if (said !== null) return said[1] ?? "";
  }
  throw new Error("It has ended.");
}

async function post(url: string, body: object): Promise<Readonly<Record<string, unknown>>> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Readonly<Record<string, unknown>>;
}

let scraped = 0;

/** The milliseconds that single scrapes take, one after the other. */
async function scrapeRound(api: string, site: string): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let count = 0; count < scrapesPerRound; count += 1) {
    const before = performance.now();
    await post(`${api}/v2/scrape`, { url: `${site}/single/${(scraped += 1)}` });
    taken.push(performance.now() - before);
    await sleep(betweenScrapesMs);
  }
  return taken;
}

function at(share: number, all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length * share)] ?? 0;
}

function tell(idle: readonly (readonly number[])[], loaded: readonly (readonly number[])[]): void {
  const ratios = (share: number) => idle.map((round, index) => at(share, loaded[index] ?? []) / at(share, round));
  const row = (name: string, [median, p95]: readonly [number, number], digits: number) =>
    console.log(`| ${name} | ${median.toFixed(digits)} | ${p95.toFixed(digits)} |`);
  const both = (all: readonly number[]) => [at(0.5, all), at(0.95, all)] as const;
  const [alone, beside] = [both(idle.flat()), both(loaded.flat())];
  console.log("| single scrapes | median | 95th percentile |\n| --- | --: | --: |");
  row("ms, while the crawl is paused", alone, 1);
  row("ms, while it goes on", beside, 1);
  row("ratio", [beside[0] / alone[0], beside[1] / alone[1]], 2);
  row("ratio, the median of the rounds", [at(0.5, ratios(0.5)), at(0.5, ratios(0.95))], 2);
}

async function measure(): Promise<void> {
  await using server = await startRedisServer({ isDurable: true });
  await using stores = redis({ url: server.url });
  await using engine = createEngine({
    stores,
    policy: { allowPrivateNetworks: true },
    runtime: { worksOnItsJobs: false },
  });
  const [crawled, single] = await Promise.all([startSite(), startSite()]);
  const worker = ["work", "--concurrency", "50", "--niceness", niceness];
  const [api] = await Promise.all([
    startGarner(["serve", "--no-work"], server.url, /listens on (http:\S+)\./),
    ...[1, 2].map(() => startGarner(worker, server.url, /Working on/)),
  ]);
  const { id } = await post(`${api}/v2/crawl`, { url: `${crawled}/`, limit: 10 * urls });
  const job = { id: String(id) };
  const progress = () => engine.jobs.get({ ...job, limit: 1 });
  while ((await progress()).completed < 100) await sleep(100); // the sitemaps are read by then
  await scrapeRound(api, single); // warms up
  const [idle, loaded]: (readonly number[])[][] = [[], []];
  let pages = 0;
  let seconds = 0;
  const { total } = await progress();
  for (let round = 0; round < rounds; round += 1) {
    await engine.jobs.pause(job);
    await sleep(1000);
    idle?.push(await scrapeRound(api, single));
    await engine.jobs.resume(job);
    await sleep(1000);
    const before = { at: performance.now(), ...(await progress()) };
    loaded?.push(await scrapeRound(api, single));
    pages += (await progress()).completed - before.completed;
    seconds += (performance.now() - before.at) / 1000;
  }
  console.log(`A frontier of ${total} URLs; ${(pages / seconds).toFixed(0)} pages a second meanwhile.\n`);
  tell(idle ?? [], loaded ?? []);
  for (const child of children) child.kill("SIGKILL");
}

if (process.argv[2] === "serve") serveSite();
else await measure();
