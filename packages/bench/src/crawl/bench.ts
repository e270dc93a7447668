import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { treeCost } from "../process-tree.ts";
import { contenders, type Crawl } from "./contenders.ts";
import { startGarnerServer } from "./garner-server.ts";
import type { ListeningSite } from "./site.ts";

const rounds = Number(process.env["GARNER_BENCH_ROUNDS"] ?? 4);
const pageCount = Number(process.env["GARNER_BENCH_PAGES"] ?? 425);
const only = process.env["GARNER_BENCH_ONLY"]?.split(";");
const serverName = "Garner server over HTTP, SQLite";

/** The cost of one crawl for a contender, its start included. */
interface Round {
  readonly pages: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakBytes: number;
}

/** A contender in a fresh process. */
interface Runner extends AsyncDisposable {
  readonly pid: number;
  readonly crawl: Crawl;
}

/**
 * The cost of a page of a crawl, from one URL to Markdown on a site of real pages: beside Crawlee, and beside a floor
 * that only fetches, tokenises and follows links. Each round is a fresh process, its start counts, and contenders take
 * turns. CPU and memory are those of the process and all below it.
 */
export async function benchCrawl(): Promise<void> {
  const site = child(new URL("site.ts", import.meta.url), [String(pageCount)]);
  const [{ url, count, meanBytes }] = (await once(site, "message")) as [ListeningSite];
  console.log(`${count} pages, ${(meanBytes / 1000).toFixed(0)} KB each; medians of ${rounds} rounds in turns\n`);
  const names = [...Object.keys(contenders), serverName].filter((name) => only?.includes(name) ?? true);
  const results = new Map(names.map((name): [string, Round[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results.get(name)?.push(await playRound(name, url));
  }
  site.disconnect();
  print(results);
}

async function playRound(name: string, url: string): Promise<Round> {
  await using runner = name === serverName ? await startGarnerServer() : await startContender(name);
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, treeCost(runner.pid).bytes);
  }, 200);
  const startedAt = performance.now();
  const pages = await runner.crawl(url).finally(() => clearInterval(watch));
  const { cpuMs, bytes } = treeCost(runner.pid);
  return { pages, cpuMs, wallMs: performance.now() - startedAt, peakBytes: Math.max(peakBytes, bytes) };
}

function child(module: URL, args: readonly string[]) {
  // Without conditions: what is measured is what is published.
  const env = { ...process.env, CRAWLEE_LOG_LEVEL: "OFF" };
  return fork(fileURLToPath(module), args, { execArgv: [], env });
}

async function startContender(name: string): Promise<Runner> {
  const contender = child(new URL("contender-process.ts", import.meta.url), [name]);
  await once(contender, "message");
  return {
    pid: contender.pid ?? 0,
    async crawl(url) {
      contender.send(url);
      const [{ pages, error }] = (await once(contender, "message")) as [{ pages: number; error?: string }];
      if (error !== undefined) throw new Error(`${name}: ${error}`);
      return pages;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(contender, "exit");
      contender.disconnect();
      await ended;
    },
  };
}

function print(results: ReadonlyMap<string, readonly Round[]>): void {
  console.log("| contender | CPU ms/page | × floor | pages/s | peak MB | pages |\n|---|--:|--:|--:|--:|--:|");
  const cpuOfFloor = (round: number) => costOf(results.get("floor")?.[round]);
  for (const [name, all] of results) {
    const cells = [
      median(all.map(costOf)).toFixed(1),
      median(all.map((round, n) => costOf(round) / cpuOfFloor(n))).toFixed(2),
      median(all.map(({ pages, wallMs }) => (pages / wallMs) * 1000)).toFixed(0),
      (median(all.map(({ peakBytes }) => peakBytes)) / 1e6).toFixed(0),
      median(all.map(({ pages }) => pages)).toFixed(0),
    ];
    console.log(`| ${[name, ...cells].join(" | ")} |`);
  }
}

const costOf = (round: Round | undefined): number => (round === undefined ? Number.NaN : round.cpuMs / round.pages);

/** The lower of the two in the middle, if there are two. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[(numbers.length - 1) >> 1] ?? Number.NaN;
