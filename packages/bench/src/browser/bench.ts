import { readdirSync, readFileSync } from "node:fs";
import { crawlee, garner, type BrowserEngine } from "./peers.ts";
import { startBenchSite } from "./site.ts";

const concurrency = Number(process.env["GARNER_BENCH_CONCURRENCY"] ?? 4);
const rounds = Number(process.env["GARNER_BENCH_ROUNDS"] ?? 5);
const pagesPerRound = 24;

/** Pages per second and memory per open page in a real browser, next to Crawlee on the same pages in the same run. */
export async function benchBrowser(): Promise<number> {
  const executablePath = process.env["GARNER_CHROMIUM_PATH"] ?? "/usr/bin/chromium-headless-shell";
  await using site = await startBenchSite();
  await using own = garner(concurrency);
  await using peer = crawlee(concurrency, executablePath);
  const engines: Readonly<Record<string, BrowserEngine>> = { garner: own, crawlee: peer };
  for (const engine of Object.values(engines)) await engine.run(site.urls(concurrency));
  const tallies = new Map(Object.keys(engines).map((name) => [name, { wallMs: 0, requests: 0, peakBytes: 0 }]));
  for (let round = 0; round < rounds; round += 1) {
    // In turns, so that a busy moment of the machine hits all of them alike.
    for (const [name, engine] of Object.entries(engines)) {
      const tally = tallies.get(name);
      if (tally === undefined) continue;
      site.takeRequests();
      const before = browserBytes();
      const watch = setInterval(() => {
        tally.peakBytes = Math.max(tally.peakBytes, browserBytes() - before);
      }, 100);
      const startedAt = performance.now();
      await engine.run(site.urls(pagesPerRound));
      tally.wallMs += performance.now() - startedAt;
      clearInterval(watch);
      tally.requests += site.takeRequests();
    }
  }
  const pages = rounds * pagesPerRound;
  console.log(`${pages} pages each, ${concurrency} at once, in ${rounds} rounds by turns; ${executablePath}`);
  for (const [name, { wallMs, requests, peakBytes }] of tallies) {
    const perPage = (peakBytes / concurrency / 1e6).toFixed(0);
    console.log(
      `${name}: ${((pages / wallMs) * 1000).toFixed(2)} pages/s, ${(requests / pages).toFixed(1)} requests/page, ${perPage} MB per open page at the peak`,
    );
  }
  const [garnerTally, crawleeTally] = [...tallies.values()];
  if (garnerTally !== undefined && crawleeTally !== undefined)
    console.log(`ratio (Garner's pages/s / Crawlee's): ${(crawleeTally.wallMs / garnerTally.wallMs).toFixed(2)}`);
  return 0;
}

/** Memory of all browser processes below this one, without what they share; 0 where the system does not tell. */
function browserBytes(): number {
  const own = descendants(process.pid);
  return own.reduce((sum, pid) => sum + privateBytes(pid), 0);
}

function descendants(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of safely(() => readdirSync("/proc"), [])) {
    if (!/^\d+$/.test(name)) continue;
    const stat = safely(() => readFileSync(`/proc/${name}/stat`, "utf8"), "");
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const isBelow = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isBelow(parents.get(pid)));
  return [...parents.keys()].filter((pid) => pid !== root && isBelow(parents.get(pid)));
}

function privateBytes(pid: number): number {
  const [, resident = "0", shared = "0"] = safely(() => readFileSync(`/proc/${pid}/statm`, "utf8"), "").split(" ");
  return (Number(resident) - Number(shared)) * 4096;
}

/** Processes come and go while they are read. */
function safely<T>(read: () => T, fallback: T): T {
  try {
    return read();
  } catch {
    return fallback;
  }
}
