/**
 * What a page of a crawl costs, without parsing: embedded in memory and in SQLite, and through Redis with one, two and four
 * worker processes. CPU milliseconds of all workers, those of Redis, and what Redis reads a page (a round trip at most).
 * Prints a Markdown table.
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createEngine } from "@garner/core";
import { redis } from "@garner/redis";
import { sqlite } from "@garner/sqlite";
import { startRedisServer } from "@garner/testkit/site";
import { Redis } from "ioredis";
import { crawlLoopConfig, crawlTrivialSite, serveTrivialSite } from "../jobs/trivial-site.ts";

const pageCount = Number(process.env["PAGES"] ?? 4000);

/** Works until it is asked what that took. */
async function work(url: string): Promise<void> {
  const engine = createEngine(crawlLoopConfig(redis({ url }), pageCount));
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

async function embedded(name: "memory" | "SQLite", url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "garner-pages-"));
  const stores = name === "SQLite" ? sqlite({ file: join(folder, "jobs.sqlite") }) : undefined;
  const before = process.cpuUsage();
  const { seconds, completed } = await crawlTrivialSite(url, crawlLoopConfig(stores, pageCount));
  const { user, system } = process.cpuUsage(before);
  await stores?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
  cells(name, 1, completed, (completed / seconds).toFixed(0), ((user + system) / 1000 / completed).toFixed(2), "", "");
}

async function throughRedis(workerCount: number, url: string): Promise<void> {
  await using server = await startRedisServer({ isDurable: false });
  await using stores = redis({ url: server.url });
  const look = new Redis(server.url);
  const fact = async (section: string, name: string) =>
    Number(new RegExp(`^${name}:(\\S+)`, "m").exec(await look.info(section))?.[1] ?? 0);
  const counted = async () => ({
    cpu: 1000 * ((await fact("cpu", "used_cpu_user")) + (await fact("cpu", "used_cpu_sys"))),
    reads: await fact("stats", "total_reads_processed"),
  });
  const workers = await Promise.all(Array.from({ length: workerCount }, () => start("work", server.url)));
  const before = await counted();
  const { seconds, completed } = await crawlTrivialSite(url, {
    ...crawlLoopConfig(stores, pageCount),
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
    "Redis",
    workerCount,
    completed,
    pace,
    perPage(cpuMs),
    perPage(after.cpu - before.cpu),
    perPage(after.reads - before.reads),
  );
}

const [role, address = ""] = process.argv.slice(2);
if (role === "serve") serveTrivialSite();
else if (role === "work") await work(address);
else {
  const [site, port] = await start("serve");
  const url = `http://127.0.0.1:${String(port)}/0`;
  cells(
    "jobs in",
    "processes",
    "pages",
    "pages per second",
    "CPU ms a page, workers",
    "CPU ms a page, Redis",
    "reads of Redis a page",
  );
  cells("---", "--:", "--:", "--:", "--:", "--:", "--:");
  for (const name of ["memory", "SQLite", "memory", "SQLite"] as const) await embedded(name, url);
  for (const count of [1, 2, 4, 1]) await throughRedis(count, url);
  site.kill();
}
