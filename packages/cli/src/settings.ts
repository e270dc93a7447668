import { readFile } from "node:fs/promises";
import { checkOptions, EngineError, type ScrapeOptions } from "@garner/core";
import { readEnvironment, type Environment } from "@garner/server";
import { z } from "zod";
import type { CommandHost } from "./command-host.ts";
import { unreadable } from "./failure.ts";

const Settings = z.strictObject({
  /** Environment variables; those of the process win. */
  environment: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).default({}),
  /** A server to ask instead of working here, and the key for it; `--server`, GARNER_SERVER and GARNER_API_KEY win. */
  server: z.strictObject({ url: z.string(), apiKey: z.string().optional() }).optional(),
  /** Options of every scrape; flags win. */
  scrape: z.record(z.string(), z.unknown()).default({}),
});

/** A server to ask, and the key for it. */
export interface RemoteServer {
  readonly url: string;
  readonly apiKey: string | undefined;
}

/** The settings of the configuration file and the environment. */
export interface Settings {
  readonly server: RemoteServer | undefined;
  readonly environment: Environment;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly scrape: Partial<ScrapeOptions>;
}

/** Reads the settings. Throws BAD_REQUEST with the file's name if it can't be read or is wrong. */
export async function readSettings({ program, terminal }: CommandHost): Promise<Settings> {
  const flags = program.opts<{ readonly config?: string; readonly server?: string }>();
  const { environment, scrape, server: known } = await readFileOf(flags.config);
  const given = Object.entries(environment).map(([name, value]) => [name, String(value)] as const);
  const variables: Settings["variables"] = { LOG_LEVEL: "silent", ...Object.fromEntries(given), ...terminal.variables };
  const url = flags.server ?? variables["GARNER_SERVER"];
  const server = serverOf({ url, apiKey: variables["GARNER_API_KEY"] }, known);
  // The engine checks them.
  return { server, environment: environmentOf(variables), variables, scrape: scrape as Partial<ScrapeOptions> };
}

/** Throws BAD_REQUEST that names every wrong variable. */
function environmentOf(variables: Settings["variables"]): Environment {
  try {
    return readEnvironment(variables);
  } catch (cause) {
    throw new EngineError("BAD_REQUEST", (cause as Error).message, { cause });
  }
}

interface NamedServer {
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
}

/** The key of the file is for the server of the file, and no other. */
function serverOf(named: NamedServer, known: z.output<typeof Settings>["server"]): RemoteServer | undefined {
  const url = named.url ?? known?.url;
  if (url === undefined || url === "") return undefined;
  return { url, apiKey: named.apiKey ?? (url === known?.url ? known.apiKey : undefined) };
}

async function readFileOf(named: string | undefined): Promise<z.output<typeof Settings>> {
  const file = named ?? "garner.config.json";
  let json: string;
  try {
    json = await readFile(file, "utf8");
  } catch (cause) {
    if (named === undefined && (cause as NodeJS.ErrnoException).code === "ENOENT") return Settings.parse({});
    return unreadable(file)(cause as NodeJS.ErrnoException);
  }
  try {
    const settings: unknown = JSON.parse(json);
    checkOptions<z.input<typeof Settings>>(`${file} is wrong`, settings, Settings.shape);
    return Settings.parse(settings);
  } catch (cause) {
    if (EngineError.is(cause)) throw cause;
    throw new EngineError("BAD_REQUEST", `${file} is wrong: ${(cause as Error).message}`, { cause });
  }
}
