import { fork } from "node:child_process";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import type { Transformer } from "@garner/core";
import { crawlRequest, politeness } from "../crawl/contenders.ts";
import type { ListeningSite } from "../crawl/site.ts";
import { watchTurns } from "./turns.ts";

const pageCount = 425;
const threads: Readonly<Record<string, number>> = { "calling thread": 0, "one thread": 1, "two threads": 2 };

async function crawl(url: string, name: string): Promise<void> {
  const { createEngine, workerTransformer } = await import("@garner/core");
  const count = threads[name] ?? 0;
  const transformer: Transformer | undefined =
    count === 0 ? undefined : workerTransformer({ threads: count, inProcessBytes: 0 });
  const engine = createEngine({
    ...(transformer === undefined ? {} : { content: { transformer } }),
    policy: { allowPrivateNetworks: true },
    network: { politeness },
  });
  const turns = watchTurns();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const before = process.cpuUsage();
  let pages = 0;
  for await (const page of engine.crawl(crawlRequest(url))) pages += page.markdown === undefined ? 0 : 1;
  const { user, system } = process.cpuUsage(before);
  delay.disable();
  const { p99Ms, longestMs } = turns();
  const cells = [(user + system) / 1000 / pages, p99Ms, longestMs, delay.percentile(99) / 1e6, delay.max / 1e6];
  console.log(`| ${[name, ...cells.map((cell) => cell.toFixed(1))].join(" | ")} |`);
  process.exit();
}

/**
 * How late the event loop of a process is that embeds the engine and crawls a site of real pages with it, in the calling
 * thread and in threads, and what a page costs. The delay includes waiting for a core on a busy machine; the turns are
 * CPU time of the main thread alone. Prints a Markdown table; each row is a process of its own.
 */
export async function benchLibrary(): Promise<void> {
  const site = fork(fileURLToPath(new URL("../crawl/site.ts", import.meta.url)), [String(pageCount)]);
  const [{ url }] = (await once(site, "message")) as [ListeningSite];
  console.log(
    "| pages read in | CPU ms a page | turn p99 | longest | delay p99 | longest |\n|---|--:|--:|--:|--:|--:|",
  );
  for (const name of Object.keys(threads)) await once(fork(fileURLToPath(import.meta.url), [url, name]), "exit");
  site.disconnect();
}

// Started with a site and a name of a row, this module is a process that crawls; imported, it is not.
const [program, url, name] = process.argv.slice(1);
if (program === fileURLToPath(import.meta.url) && url !== undefined && name !== undefined) await crawl(url, name);
