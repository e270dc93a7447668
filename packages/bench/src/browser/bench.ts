import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { contenders, type Setting } from "./contenders.ts";
import { treeCost } from "../process-tree.ts";
import { startBenchSite, type BenchSite, type ResourceKind } from "./site.ts";

const concurrency = Number(process.env["GARNER_BENCH_CONCURRENCY"] ?? 4);
const rounds = Number(process.env["GARNER_BENCH_ROUNDS"] ?? 4);
const only = process.env["GARNER_BENCH_ONLY"]?.split(";");
const pagesPerRound = Number(process.env["GARNER_BENCH_PAGES"] ?? 60);
const executablePath = process.env["GARNER_CHROMIUM_PATH"] ?? "/usr/bin/chromium";

/** The cost of a round for a contender, by page. */
interface Round {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly cpuMsByKind: ReadonlyMap<string, number>;
  readonly peakBytes: number;
  readonly requests: Readonly<Record<ResourceKind, number>>;
}

/**
 * The cost of a page in a real browser, beside a bare Playwright loop and Crawlee on the same pages in the same run:
 * wall and CPU time, memory, requests. Each contender has a process of its own; CPU and memory are those of the process
 * and all below it.
 */
export async function benchBrowser(): Promise<number> {
  await using site = await startBenchSite();
  const names = Object.keys(contenders).filter((name) => only?.includes(name) ?? true);
  const runners = await Promise.all(names.map(async (name) => [name, await startContender(name)] as const));
  for (const [, runner] of runners) await runner.run(site.urls(2 * concurrency));
  const results = new Map(names.map((name): [string, Round[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    // In turns, so that a busy moment of the machine hits all of them alike.
    for (const [name, runner] of runners) results.get(name)?.push(await playRound(site, runner));
  }
  for (const [, runner] of runners) runner.stop();
  print(results);
  return 0;
}

const shownKinds = ["renderer", "browser", "node"] as const;

function print(results: ReadonlyMap<string, readonly Round[]>): void {
  console.log(
    `${pagesPerRound} pages a round, ${concurrency} at once, medians of ${rounds} rounds in turns; ${executablePath}\n`,
  );
  console.log(
    "| contender | pages/s | CPU s/page | in renderers | in the browser | in Node.js | elsewhere | peak MB | style sheets | scripts | all requests/page |",
  );
  console.log("|---|---|---|---|---|---|---|---|---|---|---|");
  for (const [name, all] of results) {
    const median = (read: (round: Round) => number) => all.map(read).toSorted((a, b) => a - b)[all.length >> 1] ?? 0;
    const perPage =
      median(({ requests }) => Object.values(requests).reduce((sum, one) => sum + one, 0)) / pagesPerRound;
    const seconds = (read: (round: Round) => number) => (median(read) / 1000).toFixed(2);
    const inKinds = ({ cpuMsByKind }: Round) => shownKinds.reduce((sum, kind) => sum + (cpuMsByKind.get(kind) ?? 0), 0);
    const cells = [
      (1000 / median(({ wallMs }) => wallMs)).toFixed(2),
      seconds(({ cpuMs }) => cpuMs),
      ...shownKinds.map((kind) => seconds(({ cpuMsByKind }) => cpuMsByKind.get(kind) ?? 0)),
      seconds((round) => round.cpuMs - inKinds(round)),
      (median(({ peakBytes }) => peakBytes) / 1e6).toFixed(0),
      String(median(({ requests }) => requests.style)),
      String(median(({ requests }) => requests.script)),
      perPage.toFixed(1),
    ];
    console.log(`| ${[name, ...cells].join(" | ")} |`);
  }
}

interface Runner {
  readonly pid: number;
  run(urls: readonly string[]): Promise<void>;
  stop(): void;
}

async function startContender(name: string): Promise<Runner> {
  const setting: Setting = { concurrency, executablePath };
  const path = fileURLToPath(new URL("contender-process.ts", import.meta.url));
  const child = fork(path, [name, JSON.stringify(setting)], { execArgv: process.execArgv });
  await once(child, "message");
  return {
    pid: child.pid ?? 0,
    async run(urls) {
      child.send(urls);
      const [{ error }] = (await once(child, "message")) as [{ readonly error?: string }];
      if (error !== undefined) throw new Error(`${name}: ${error}`);
    },
    stop: () => child.disconnect(),
  };
}

async function playRound(site: BenchSite, { pid, run }: Runner): Promise<Round> {
  // While the others ran, this one has cooled down.
  await run(site.urls(2 * concurrency));
  site.takeRequests();
  const urls = site.urls(pagesPerRound);
  const before = treeCost(pid);
  let peakBytes = before.bytes;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, treeCost(pid).bytes);
  }, 500);
  const startedAt = performance.now();
  await run(urls);
  const wallMs = performance.now() - startedAt;
  clearInterval(watch);
  const after = treeCost(pid);
  const kinds = [...after.cpuMsByKind].map(
    ([kind, ms]) => [kind, (ms - (before.cpuMsByKind.get(kind) ?? 0)) / pagesPerRound] as const,
  );
  return {
    wallMs: wallMs / pagesPerRound,
    cpuMs: (after.cpuMs - before.cpuMs) / pagesPerRound,
    cpuMsByKind: new Map(kinds),
    peakBytes,
    requests: site.takeRequests(),
  };
}
