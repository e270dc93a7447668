import { MapRequest } from "@garner/core";
import { addFlags, fieldsOf } from "../flags.ts";
import { openCommandEngine } from "../command-engine.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";
import { webUrl } from "../urls.ts";
import { tellWarning } from "../terminal.ts";

const mapFlags = [
  "search",
  "sitemap",
  "limit",
  "includeSubdomains",
  "filterByPath",
  "ignoreQueryParameters",
  "includePaths",
  "excludePaths",
  "timeout",
] as const;

/** `garner map URL`: the URLs of a site, a line each. */
export function addMap(host: CommandHost): void {
  const { program, terminal } = host;
  const command = program
    .command("map")
    .summary("list the URLs of a site")
    .description("List the URLs of a site, a line each; with titles in a terminal.")
    .argument("<url>", "the site")
    .option("--json", "print the result as JSON");
  addFlags(command, MapRequest.shape, mapFlags);
  command.action(async (url: string, options: Record<string, unknown>) => {
    await using opened = await openCommandEngine(await readSettings(host));
    const request = { ...fieldsOf<MapRequest>(options, MapRequest.shape, mapFlags), url: webUrl(url) };
    const { links, warning } = await opened.engine.map(request, { signal: terminal.signal });
    tellWarning(terminal, warning);
    if (options["json"] === true) return terminal.print(`${JSON.stringify({ links, warning })}\n`);
    for (const link of links)
      terminal.print(
        terminal.isInteractive && link.title !== undefined ? `${link.url}  ${link.title}\n` : `${link.url}\n`,
      );
  });
}
