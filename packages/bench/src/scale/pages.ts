/**
 * What a page of a crawl costs, without parsing and with it: embedded in memory and in SQLite, and through Redis with one, two
 * and four worker processes. CPU milliseconds of all workers, those of Redis, the scripts that Redis runs a page, and what it
 * reads a page (a read may bring several commands). Prints a Markdown table.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine, type EngineConfig } from "@garner/core";
import { redis } from "@garner/redis";
import { sqlite } from "@garner/sqlite";
import { startRedisServer } from "@garner/testkit/site";
import { Redis } from "ioredis";
import { articleCrawlConfig, crawlLoopConfig, crawlTrivialSite, serveTrivialSite } from "../jobs/trivial-site.ts";

const pageCount = Number(process.env["PAGES"] ?? 3000);
const articleCount = Number(process.env["ARTICLES"] ?? 600);

/** The pages of a crawl: `trivial` ones are not parsed. */
type Kind = "trivial" | "articles";

const configOf = (kind: Kind, stores: EngineConfig["stores"]): EngineConfig =>
  kind === "trivial" ? crawlLoopConfig(stores, pageCount) : articleCrawlConfig(stores);

const crawl = (kind: Kind, origin: string, config: EngineConfig) =>
  kind === "trivial"
    ? crawlTrivialSite(`${origin}/0`, config)
    : crawlTrivialSite(`${origin}/articles/0`, config, articleCount);

/** Works until it is asked what that took. */
async function work(kind: Kind, url: string): Promise<void> {
  const engine = createEngine(configOf(kind, redis({ url })));
  engine.jobs.work({ concurrency: 50 });
  const before = process.cpuUsage();
  process.on("message", () => process.send?.(process.cpuUsage(before)));
  process.send?.("ready");
}

async function start(...parameters: readonly string[]): Promise<readonly [ChildProcess, unknown]> {
  const child = fork(fileURLToPath(import.meta.url), [...parameters], { execArgv: process.execArgv });
  const [first] = (await once(child, "message")) as [unknown];
  return [child, first];
}

const cells = (...values: readonly (string | number)[]) => console.log(`| ${values.join(" | ")} |`);

async function embedded(kind: Kind, name: "memory" | "SQLite", origin: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "garner-pages-"));
  const stores = name === "SQLite" ? sqlite({ file: join(folder, "jobs.sqlite") }) : undefined;
  const before = process.cpuUsage();
  const { seconds, completed } = await crawl(kind, origin, configOf(kind, stores));
  const { user, system } = process.cpuUsage(before);
  await stores?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
  const pace = (completed / seconds).toFixed(0);
  cells(kind, name, 1, completed, pace, ((user + system) / 1000 / completed).toFixed(2), "", "", "");
}

async function throughRedis(kind: Kind, workerCount: number, origin: string): Promise<void> {
  await using server = await startRedisServer({ isDurable: false });
  await using stores = redis({ url: server.url });
  const look = new Redis(server.url);
  const fact = async (section: string, name: string) =>
    Number(new RegExp(`^${name}:(\\S+)`, "m").exec(await look.info(section))?.[1] ?? 0);
  const counted = async () => ({
    cpu: 1000 * ((await fact("cpu", "used_cpu_user")) + (await fact("cpu", "used_cpu_sys"))),
    reads: await fact("stats", "total_reads_processed"),
    scripts: Number(/^cmdstat_evalsha:calls=(\d+)/m.exec(await look.info("commandstats"))?.[1] ?? 0),
  });
  const workers = await Promise.all(Array.from({ length: workerCount }, () => start("work", server.url, kind)));
  const before = await counted();
  const { seconds, completed } = await crawl(kind, origin, {
    ...configOf(kind, stores),
    runtime: { worksOnItsJobs: false },
  });
  const after = await counted();
  let cpuMs = 0;
  for (const [worker] of workers) {
    worker.send("report");
    const [{ user, system }] = (await once(worker, "message")) as [NodeJS.CpuUsage];
    cpuMs += (user + system) / 1000;
    worker.kill("SIGKILL");
  }
  look.disconnect();
  const perPage = (value: number) => (value / completed).toFixed(2);
  const pace = (completed / seconds).toFixed(0);
  cells(
    kind,
    "Redis",
    workerCount,
    completed,
    pace,
    perPage(cpuMs),
    perPage(after.cpu - before.cpu),
    perPage(after.scripts - before.scripts),
    perPage(after.reads - before.reads),
  );
}

const [role, address = "", kindAsked] = process.argv.slice(2);
if (role === "serve") serveTrivialSite();
else if (role === "work") await work(kindAsked === "articles" ? "articles" : "trivial", address);
else {
  const [site, port] = await start("serve");
  const origin = `http://127.0.0.1:${String(port)}`;
  cells(
    "pages are",
    "jobs in",
    "processes",
    "pages",
    "pages per second",
    "CPU ms a page, workers",
    "CPU ms a page, Redis",
    "scripts of Redis a page",
    "reads of Redis a page",
  );
  cells("---", "---", "--:", "--:", "--:", "--:", "--:", "--:", "--:");
  for (const kind of ["trivial", "articles"] as const) {
    for (const name of ["memory", "SQLite"] as const) await embedded(kind, name, origin);
    for (const count of [1, 2, 4]) await throughRedis(kind, count, origin);
    // Once more, as a machine is never the same.
    await embedded(kind, "SQLite", origin);
    await throughRedis(kind, 1, origin);
  }
  site.kill();
}
