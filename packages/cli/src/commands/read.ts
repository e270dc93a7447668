import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { ScrapeOptions, type ReadOptions } from "@garner/core";
import { unreadable } from "../failure.ts";
import { addFlags, fieldsOf } from "../flags.ts";
import { openLocalEngine } from "../local-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";
import { tellWarning } from "../terminal.ts";
import { printedAs } from "./scrape.ts";

const readFlags = ["formats", "onlyMainContent", "includeTags", "excludeTags", "parsers"] as const;

/** `garner read FILE`: the engine's reading of a page or document that is here already. */
export function addRead(host: CommandHost): void {
  const { program, terminal } = host;
  const command = program
    .command("read")
    .summary("print a local file as Markdown")
    .description("Print an HTML page or a document (PDF, Word, Excel …) that is here already as Markdown.")
    .argument("[file]", "the file; without it, or as `-`, the standard input")
    .option("--url <url>", "where the page is from: what its links are relative to")
    .option("--content-type <type>", "its media type; guessed from the bytes when not given")
    .option("--json", "print the whole result as JSON");
  addFlags(command, ScrapeOptions.shape, readFlags);
  command.action(async (file: string | undefined, options: Record<string, unknown>) => {
    const isPiped = file === undefined || file === "-";
    const bytes = isPiped ? await buffer(terminal.input) : await readFile(file).catch(unreadable(file));
    const url = typeof options["url"] === "string" ? options["url"] : urlOf(isPiped ? "standard-input" : file);
    const contentType = typeof options["contentType"] === "string" ? { contentType: options["contentType"] } : {};
    const settings = await readSettings(host);
    await using opened = await openLocalEngine(settings);
    const page = { bytes: new Uint8Array(bytes), url, ...contentType };
    const wish = fieldsOf<ReadOptions>(options, ScrapeOptions.shape, readFlags);
    const read = await opened.engine.read(page, wish, { signal: terminal.signal });
    terminal.print(printedAs(read, options["json"] === true));
    tellWarning(terminal, read.warning);
  });
}

/** A URL of the web whose path is the file's: the engine knows no other, and it is never asked for. */
function urlOf(file: string): string {
  return `https://file.invalid${pathToFileURL(resolve(file)).pathname}`;
}
