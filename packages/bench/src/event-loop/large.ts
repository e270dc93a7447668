import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Engine } from "@garner/core";
import { politeness } from "../crawl/contenders.ts";
import type { LargeSite } from "./large-site.ts";
import { watchTurns } from "./turns.ts";

const pageOf = (origin: string, name: string): string => `${origin}/${encodeURIComponent(name)}`;

/** The work that an application asks of the engine besides one large page. */
const others: Readonly<Record<string, (engine: Engine, site: LargeSite) => Promise<unknown>>> = {
  "map of a sitemap of 50,000": (engine, { origin }) => engine.map({ url: origin, limit: 30_000 }),
  "crawl of 500, sitemap of 50,000, robots.txt of 400 KB": async (engine, { origin }) => {
    for await (const page of engine.crawl({ url: origin, limit: 500 })) void page;
  },
  "batch of all": async (engine, { origin, names }) => {
    for await (const page of engine.batchScrape({ urls: names.map((name) => pageOf(origin, name)) })) void page;
  },
  "prose of 10 MB, given as a file": async (engine, { origin }) => {
    const bytes = await (await fetch(pageOf(origin, "prose of 10 MB"))).arrayBuffer();
    await engine.parseFile({ file: { name: "prose.html", base64: Buffer.from(bytes).toString("base64") } });
  },
};

async function measure(name: string, site: LargeSite): Promise<void> {
  const { createEngine } = await import("@garner/core");
  const engine = createEngine({ policy: { allowPrivateNetworks: true }, network: { politeness } });
  const formats = ["markdown", "html", "links"] as const;
  const work = () =>
    others[name]?.(engine, site) ??
    engine.scrape({ url: pageOf(site.origin, name), formats: [...formats], timeout: 120_000 });
  // An application has asked for something before, so the code for a small page is loaded.
  await engine.scrape({ url: `${site.origin}/small` });
  const before = process.cpuUsage();
  const turns = watchTurns();
  await work();
  const { p99Ms, longestMs } = turns();
  const { user, system } = process.cpuUsage(before);
  console.log(
    `| ${[name, ...[(user + system) / 1000, p99Ms, longestMs].map((cell) => cell.toFixed(0))].join(" | ")} |`,
  );
  process.exit();
}

/**
 * How long the turns of the event loop are, in CPU time of its thread, while an application that embeds the engine asks
 * for something large; each in a process of its own. Prints a Markdown table.
 */
export async function benchLarge(): Promise<void> {
  const site = fork(fileURLToPath(new URL("large-site.ts", import.meta.url)), ["serve"]);
  const [large] = (await once(site, "message")) as [LargeSite];
  const only = process.env["GARNER_BENCH_ONLY"]?.split(";");
  console.log("| what is asked for | CPU ms | turn p99 | longest |\n|---|--:|--:|--:|");
  for (const name of [...large.names, ...Object.keys(others)])
    if (only?.includes(name) ?? true)
      await once(fork(fileURLToPath(import.meta.url), [name, JSON.stringify(large)]), "exit");
  site.disconnect();
}

// Started with a row and a site, this module is a process that measures; imported, it is not.
const [program, name, site] = process.argv.slice(1);
if (program === fileURLToPath(import.meta.url) && name !== undefined && site !== undefined)
  await measure(name, JSON.parse(site) as LargeSite);
