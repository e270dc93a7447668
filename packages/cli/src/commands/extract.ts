import { readFile } from "node:fs/promises";
import { EngineError, type ExtractRequest } from "@garner/core";
import { exitCodes, unreadable } from "../failure.ts";
import { openCommandEngine } from "../command-engine.ts";
import { progressLine } from "../progress.ts";
import type { CommandHost } from "../command-host.ts";
import { readSettings } from "../settings.ts";
import { urlsOf } from "../urls.ts";
import { tellWarning } from "../terminal.ts";

interface ExtractFlags {
  readonly prompt?: string;
  readonly schema?: string;
  readonly sources?: boolean;
}

/** `garner extract URL… --prompt …`: structured data as JSON. */
export function addExtract(host: CommandHost): void {
  const { program, terminal, end } = host;
  program
    .command("extract")
    .summary("read structured data from pages")
    .description("Read structured data from pages with a language model and print it as JSON.")
    .argument("[urls...]", "pages; `*` stands for any part of a path; without any, lines of the standard input")
    .option("--prompt <text>", "what to extract, in plain words")
    .option("--schema <json>", "a JSON Schema, or a file with one")
    .option("--sources", "also say which pages each field comes from")
    .action(async (given: string[], options: ExtractFlags) => {
      const urls = await urlsOf(given, terminal);
      await using opened = await openCommandEngine(await readSettings(host));
      const { prompt, sources: showSources = false } = options;
      const schema = options.schema === undefined ? undefined : await schemaOf(options.schema);
      const request = { urls, prompt, schema, showSources };
      const job = opened.engine.extract(request, { signal: terminal.signal });
      const line = progressLine(terminal);
      const showing = (async () => {
        for await (const progress of job.progress) line.show(progress, "");
      })();
      // The result has the same error.
      showing.catch(() => undefined);
      const { data, sources, status, error, warning } = await job.result().finally(() => line.end());
      tellWarning(terminal, warning);
      if (status !== "completed") {
        terminal.tell(`${terminal.styled("red", status)} ${error ?? ""}\n`);
        return end(exitCodes.failed);
      }
      terminal.print(`${JSON.stringify(showSources ? { data, sources } : data, null, 2)}\n`);
    });
}

async function schemaOf(given: string): Promise<ExtractRequest["schema"]> {
  const json = given.trimStart().startsWith("{") ? given : await readFile(given, "utf8").catch(unreadable(given));
  try {
    return JSON.parse(json) as ExtractRequest["schema"]; // the engine checks it
  } catch (cause) {
    throw new EngineError("BAD_REQUEST", "--schema must be JSON, or a file with JSON.", { cause });
  }
}
