import { SearchRequest } from "@garner/core";
import { addFlags, collectNames, fieldsOf } from "../flags.ts";
import { openCommandEngine } from "../command-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";
import { tellWarning } from "../terminal.ts";

const searchFlags = [
  "limit",
  "tbs",
  "lang",
  "country",
  "location",
  "includeDomains",
  "excludeDomains",
  "timeout",
] as const;

/** `garner search WORDS`: results from the web, with the pages' Markdown if wanted. */
export function addSearch(host: CommandHost): void {
  const { program, terminal } = host;
  const command = program
    .command("search")
    .summary("search the web")
    .description("Search the web; with --scrape, the pages that were found come as Markdown too.")
    .argument("<words...>", "what to search for")
    .option("--sources <names>", "web, news, images", collectNames)
    .option("--scrape", "also scrape every result")
    .option("--json", "print the result as JSON");
  addFlags(command, SearchRequest.shape, searchFlags);
  command.action(async (words: string[], options: Record<string, unknown>) => {
    const settings = await readSettings(host);
    await using opened = await openCommandEngine(settings);
    const scrapeOptions =
      options["scrape"] === true ? { scrapeOptions: { formats: ["markdown"] as const, ...settings.scrape } } : {};
    const sources = Array.isArray(options["sources"]) ? { sources: options["sources"] } : {};
    const request = {
      ...fieldsOf<SearchRequest>(options, SearchRequest.shape, searchFlags),
      ...sources,
      ...scrapeOptions,
      query: words.join(" "),
    };
    const { results, warning } = await opened.engine.search(request, { signal: terminal.signal });
    tellWarning(terminal, warning);
    if (options["json"] === true) return terminal.print(`${JSON.stringify({ ...results, warning })}\n`);
    const { web = [], news = [], images = [] } = results;
    if (web.length + news.length + images.length === 0) terminal.tell("Nothing was found.\n");
    for (const { title, url, description, markdown } of web)
      terminal.print(entry({ title, url, description, markdown }));
    for (const { title, url, snippet, markdown } of news)
      terminal.print(entry({ title, url, description: snippet, markdown }));
    for (const { title, imageUrl } of images) terminal.print(entry({ title, url: imageUrl }));
  });
}

interface Entry {
  readonly title: string;
  readonly url: string;
  readonly description?: string | undefined;
  readonly markdown?: string | undefined;
}

function entry({ title, url, description, markdown }: Entry): string {
  return [`## ${title}`, `<${url}>`, description, markdown].filter(Boolean).join("\n\n").concat("\n\n");
}
