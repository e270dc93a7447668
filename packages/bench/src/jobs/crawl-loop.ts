/**
 * What the crawl loop itself costs, without parsing: pages per second and CPU milliseconds per page against a site of
 * trivial pages in another process, with jobs in memory and in SQLite. Prints a Markdown table.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sqlite } from "@garner/sqlite";
import { crawlLoopConfig, crawlTrivialSite, serveTrivialSite } from "./trivial-site.ts";

const pageCount = 5000;

async function measure(name: string, url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "garner-loop-"));
  const stores = name === "SQLite" ? sqlite({ file: join(folder, "jobs.sqlite") }) : undefined;
  const before = process.cpuUsage();
  const { seconds, completed } = await crawlTrivialSite(url, crawlLoopConfig(stores, pageCount));
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1000 / completed;
  console.log(
    `| ${name} | ${completed} | ${(completed / seconds).toFixed(0)} | ${cpuMs.toFixed(2)} | ${(1000 / cpuMs).toFixed(0)} |`,
  );
  await stores?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
}

if (process.argv[2] === "serve") serveTrivialSite();
else {
  const site = fork(fileURLToPath(import.meta.url), ["serve"], { execArgv: process.execArgv });
  const [port] = (await once(site, "message")) as [number];
  console.log(
    "| jobs in | pages | pages per second | CPU ms per page | pages per CPU second |\n| --- | --: | --: | --: | --: |",
  );
  for (const name of ["memory", "SQLite", "memory", "SQLite"]) await measure(name, `http://127.0.0.1:${port}/0`);
  site.kill();
}
