import { appendFile, writeFile } from "node:fs/promises";
import { EngineError, ScrapeRequest, type ScrapeResult } from "@garner/core";
import { addFlags, fieldsOf } from "../flags.ts";
import { exitCodes, messageOf, unwritable } from "../failure.ts";
import { isErrorPage } from "../follow-job.ts";
import { openCommandEngine } from "../command-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { scrapeFlags } from "../scrape-flags.ts";
import { readSettings } from "../settings.ts";
import { urlsOf } from "../urls.ts";
import { tellWarning } from "../terminal.ts";

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
    await using opened = await openCommandEngine(settings);
    const request = { ...settings.scrape, ...fieldsOf<ScrapeRequest>(options, ScrapeRequest.shape, scrapeFlags) };
    const output = typeof options["output"] === "string" ? options["output"] : undefined;
    // A file that can't be written fails now. Its old content stays until there is a page to replace it.
    if (output !== undefined) await appendFile(output, "").catch(unwritable(output));
    let isEmptied = false;
    const print = async (text: string) => {
      if (output === undefined) return terminal.print(text);
      await (isEmptied ? appendFile : writeFile)(output, text).catch(unwritable(output));
      isEmptied = true;
    };
    let failed = 0;
    let gap = "";
    for (const url of urls) {
      try {
        const page: ScrapeResult = await opened.engine.scrape({ ...request, url }, { signal: terminal.signal });
        const text = printedAs(page, options["json"] === true);
        // JSON has a line for each page; Markdown begins a new block with each.
        await print(text.startsWith("{") ? text : gap + text);
        gap = "\n";
        tellWarning(terminal, page.warning);
        if (isErrorPage(page)) end(exitCodes.incomplete);
      } catch (thrown) {
        // One failed page does not stop the others, but wrong options are wrong for all.
        if (urls.length === 1 || terminal.signal.aborted || isWrongForAll(thrown)) throw thrown;
        terminal.tell(`${terminal.styled("red", "failed")} ${url}: ${messageOf(thrown)}\n`);
        failed += 1;
      }
    }
    if (failed > 0) end(failed === urls.length ? exitCodes.failed : exitCodes.incomplete);
  });
}

/** True for a request that is refused for more than its URL. */
function isWrongForAll(thrown: unknown): boolean {
  return EngineError.is(thrown, "BAD_REQUEST") && !thrown.details?.every(({ path }) => path[0] === "url");
}

/** A page's one text as it is, anything else as a line of JSON. */
export function printedAs(page: ScrapeResult, isJson: boolean): string {
  const { metadata: _, warning: _warning, ...content } = page;
  const [only, ...others] = Object.values(content);
  if (isJson || others.length > 0 || typeof only !== "string") return `${JSON.stringify(page)}\n`;
  return only.endsWith("\n") ? only : `${only}\n`;
}
