import { BatchScrapeRequest } from "@garner/core";
import { addFlags, fieldsOf } from "../flags.ts";
import { openCommandEngine } from "../command-engine.ts";
import { followJob, jsonLines } from "../follow-job.ts";
import type { CommandHost } from "../command-host.ts";
import { scrapeFlags } from "../scrape-flags.ts";
import { readSettings } from "../settings.ts";
import { urlsOf } from "../urls.ts";

const batchFlags = [...scrapeFlags, "maxConcurrency", "excludeErrorPages"] as const;

/** `garner batch URL…`: many pages at once, a line of JSON each, as they come. */
export function addBatch(host: CommandHost): void {
  const { program, terminal, end } = host;
  const command = program
    .command("batch")
    .summary("scrape many pages, a line of JSON each")
    .description("Scrape a list of pages at once and print each as a line of JSON as it comes.")
    .argument("[urls...]", "pages; without any, lines of the standard input");
  addFlags(command, BatchScrapeRequest.shape, batchFlags);
  command.action(async (given: string[], options: Record<string, unknown>) => {
    const urls = await urlsOf(given, terminal);
    const settings = await readSettings(host);
    await using opened = await openCommandEngine(settings);
    const flags = fieldsOf<BatchScrapeRequest>(options, BatchScrapeRequest.shape, batchFlags);
    const request = { ...settings.scrape, ...flags, urls, ignoreInvalidURLs: true };
    const { engine } = opened;
    const job = engine.batchScrape(request, { signal: terminal.signal });
    const { invalidURLs = [] } = await job.started();
    for (const url of invalidURLs)
      terminal.tell(`${terminal.styled("yellow", "left out")} ${url}: no URL of the web, or one that is not allowed\n`);
    const followed = { engine, job, kind: "batch", onPage: jsonLines(terminal), leftOut: invalidURLs.length } as const;
    end((await followJob(followed, terminal)).exitCode);
  });
}
