import { writeFile } from "node:fs/promises";
import { ScrapeRequest, type ScrapeResult } from "@garner/core";
import { addFlags, fieldsOf } from "../flags.ts";
import { exitCodes } from "../exit-codes.ts";
import { openLocalEngine } from "../local-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { scrapeFlags } from "../scrape-flags.ts";
import { readSettings } from "../settings.ts";
import { urlsOf } from "../urls.ts";

/** `garner scrape URL`: a page as Markdown, or as JSON with everything that was asked for. */
export function addScrape(host: CommandHost): void {
  const { program, terminal, end } = host;
  const command = program
    .command("scrape")
    .summary("print a page as Markdown")
    .description("Print a page or document as Markdown; with other formats, or --json, as JSON.")
    .argument("[urls...]", "pages; without any, lines of the standard input")
    .option("--json", "print the whole result as JSON, a line per page")
    .option("--output <file>", "write to a file instead");
  addFlags(command, ScrapeRequest.shape, scrapeFlags);
  command.action(async (given: string[], options: Record<string, unknown>) => {
    const urls = await urlsOf(given, terminal);
    const settings = await readSettings(host);
    await using opened = await openLocalEngine(settings);
    const request = { ...settings.scrape, ...fieldsOf(options, scrapeFlags) };
    let printed = "";
    for (const url of urls) {
      const page: ScrapeResult = await opened.engine.scrape({ ...request, url } as never, { signal: terminal.signal });
      printed += printedAs(page, options["json"] === true);
      for (const warning of [page.warning].filter((text) => text !== undefined))
        terminal.tell(`${terminal.styled("yellow", "warning")} ${warning}\n`);
      if ((page.metadata.statusCode ?? 200) >= 400) end(exitCodes.incomplete);
    }
    if (typeof options["output"] === "string") await writeFile(options["output"], printed);
    else terminal.print(printed);
  });
}

/** A page's one text as it is, anything else as a line of JSON. */
export function printedAs(page: ScrapeResult, isJson: boolean): string {
  const { metadata: _, warning: _warning, ...content } = page;
  const [only, ...others] = Object.values(content);
  if (isJson || others.length > 0 || typeof only !== "string") return `${JSON.stringify(page)}\n`;
  return only.endsWith("\n") ? only : `${only}\n`;
}
