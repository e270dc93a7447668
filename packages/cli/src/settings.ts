import { readFile } from "node:fs/promises";
import { EngineError } from "@garner/core";
import { readEnvironment, type Environment } from "@garner/server";
import { z } from "zod";
import type { CommandHost } from "./command-host.ts";

const Settings = z.strictObject({
  /** Environment variables; those of the process win. */
  environment: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** Options of every scrape; flags win. */
  scrape: z.record(z.string(), z.unknown()).default({}),
});

/** What the configuration file and the environment say. */
export interface Settings {
  readonly environment: Environment;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly scrape: Readonly<Record<string, unknown>>;
}

/** Reads the settings. Throws BAD_REQUEST that names the file for one that can't be read or is wrong. */
export async function readSettings({ program, terminal }: CommandHost): Promise<Settings> {
  const named = program.opts<{ readonly config?: string }>().config;
  const { environment, scrape } = await readFileOf(named);
  const given = Object.entries(environment).map(([name, value]) => [name, String(value)] as const);
  const variables = { LOG_LEVEL: "silent", ...Object.fromEntries(given), ...terminal.variables };
  return { environment: readEnvironment(variables), variables, scrape };
}

async function readFileOf(named: string | undefined): Promise<z.output<typeof Settings>> {
  const file = named ?? "garner.config.json";
  let json: string;
  try {
    json = await readFile(file, "utf8");
  } catch (cause) {
    if (named === undefined) return Settings.parse({});
    throw new EngineError("BAD_REQUEST", `${file} can't be read: ${(cause as Error).message}`, { cause });
  }
  try {
    return Settings.parse(JSON.parse(json));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : (cause as Error).message;
    throw new EngineError("BAD_REQUEST", `${file} is wrong: ${reason}`, { cause });
  }
}
