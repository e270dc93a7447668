import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { startGarnerServer, type ServerProcess } from "../crawl/garner-server.ts";
import type { ListeningSite } from "../crawl/site.ts";
import { needQualityPack, readPages } from "../quality-pack.ts";

const scrapes = Number(process.env["GARNER_BENCH_SCRAPES"] ?? 200);
const crawledPages = Number(process.env["GARNER_BENCH_PAGES"] ?? 425);
const clients = 16;
const pageBytes = 50_000;

/** Asks for one page; the number tells it from all others that are asked for. */
type Ask = (number: number) => Promise<void>;

/**
 * How long one page of 50 KB takes over HTTP: the first after a cold start, one after the other, with 16 clients at once,
 * from the cache, and beside a crawl; and what the site itself takes, below which nobody comes.
 */
export async function benchLatency(): Promise<void> {
  await using site = await startSite();
  const startedAt = performance.now();
  await using server = await startGarnerServer();
  await scrape(server, `${site.origin}/first`);
  console.log(`first page after a cold start: ${(performance.now() - startedAt).toFixed(0)} ms\n`);

  const fresh: Ask = (number) => scrape(server, `${site.origin}/${number}`);
  await inTurns(fresh, scrapes, 1); // until everything is compiled
  const alone = await inTurns(fresh, scrapes, 1);
  console.log("| one page of 50 KB | p50 ms | p95 ms | p50 × alone |\n|---|--:|--:|--:|");
  print("the site itself", await inTurns((number) => read(`${site.origin}/${number}`), scrapes, 1), alone);
  print("scrape, one after the other", alone, alone);
  print(`scrape, ${clients} clients at once`, await inTurns(fresh, scrapes * 4, clients), alone);
  print("scrape, from the cache", await inTurns(() => scrape(server, `${site.origin}/1`, {}), scrapes, 1), alone);
  print("scrape, beside a crawl", await besideCrawl(server, fresh), alone);
}

/** Times of pages that are asked for one after the other while a site of real pages is crawled. */
async function besideCrawl(server: ServerProcess, ask: Ask): Promise<readonly number[]> {
  const site = fork(fileURLToPath(new URL("../crawl/site.ts", import.meta.url)), [String(crawledPages)], {
    execArgv: [],
  });
  const [{ url }] = (await once(site, "message")) as [ListeningSite];
  let isCrawling = true;
  const crawling = server.crawl(url).finally(() => (isCrawling = false));
  const times: number[] = [];
  while (isCrawling) times.push(...(await inTurns(ask, 1, 1)));
  console.error(`${await crawling} pages were crawled beside ${times.length} scrapes`);
  site.disconnect();
  return times;
}

async function startSite(): Promise<{ readonly origin: string } & AsyncDisposable> {
  const pack = needQualityPack();
  const distance = ({ html }: { readonly html: string }) => Math.abs(html.length - pageBytes);
  const page = readPages(pack).reduce((one, other) => (distance(other) < distance(one) ? other : one));
  const body = Buffer.from(page.html);
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function scrape({ address }: ServerProcess, url: string, options: object = { maxAge: 0 }): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(`${address}/v2/scrape`, {
    ...{ method: "POST", headers, body: JSON.stringify({ url, ...options }) },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${text}`);
}

async function read(url: string): Promise<void> {
  await (await fetch(url)).arrayBuffer();
}

/** Pages are told apart over the whole run. */
let asked = 0;

/** The milliseconds that each of `count` questions took, asked by so many clients that each wait for their answer. */
async function inTurns(ask: Ask, count: number, clientCount: number): Promise<readonly number[]> {
  const times: number[] = [];
  const end = asked + count;
  const client = async () => {
    while (asked < end) {
      asked += 1;
      const startedAt = performance.now();
      await ask(asked);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clientCount }, client));
  return times;
}

function print(name: string, times: readonly number[], alone: readonly number[]): void {
  const cells = [quantile(times, 0.5).toFixed(1), quantile(times, 0.95).toFixed(1)];
  console.log(`| ${[name, ...cells, (quantile(times, 0.5) / quantile(alone, 0.5)).toFixed(2)].join(" | ")} |`);
}

const quantile = (times: readonly number[], part: number): number =>
  times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * part)] ?? Number.NaN;
