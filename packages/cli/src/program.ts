import { Command } from "commander";
import type { CommandHost } from "./command-host.ts";
import { addBatch } from "./commands/batch.ts";
import { addCompletion } from "./commands/completion.ts";
import { addCrawl } from "./commands/crawl.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addExtract } from "./commands/extract.ts";
import { addKeys } from "./commands/keys.ts";
import { addMap } from "./commands/map.ts";
import { addMcp } from "./commands/mcp.ts";
import { addRead } from "./commands/read.ts";
import { addScrape } from "./commands/scrape.ts";
import { addSearch } from "./commands/search.ts";
import { addServe } from "./commands/serve.ts";
import { addUsage } from "./commands/usage.ts";
import { addWork } from "./commands/work.ts";
import type { Terminal } from "./terminal.ts";

/** The commands of `garner`. */
export function createProgram(terminal: Terminal, end: (exitCode: number) => void): Command {
  const program = new Command("garner")
    .description("Web pages as Markdown and data: scrape, crawl, map, search, extract, serve.")
    .version("0.1.0")
    .option("--config <file>", "JSON with `environment` and `scrape` defaults; garner.config.json when there is one")
    .option("--server <url>", "ask a Garner server instead of working here (GARNER_SERVER; its key is GARNER_API_KEY)")
    .exitOverride()
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.tell })
    .configureHelp({ minWidthToWrap: 20 })
    .showSuggestionAfterError()
    .addHelpText("after", "\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 done but for some pages, 130 interrupted.");
  const host: CommandHost = { program, terminal, end };
  for (const add of [addScrape, addCrawl, addBatch, addMap, addSearch, addExtract, addRead]) add(host);
  for (const add of [addServe, addWork, addUsage, addKeys, addMcp, addDoctor, addCompletion]) add(host);
  for (const command of program.commands) command.exitOverride().copyInheritedSettings(program);
  return program;
}
