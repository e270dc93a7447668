import { createClient } from "@garner/client";
import type { Engine } from "@garner/core";
import { openLocalEngine } from "./local-engine.ts";
import type { Settings } from "./settings.ts";

/** The engine of a command: in this process, or on a server. */
export interface CommandEngine extends AsyncDisposable {
  readonly engine: Engine;
}

/** Opens the server that the settings name, else an engine here. */
export async function openCommandEngine(settings: Settings): Promise<CommandEngine> {
  if (settings.server === undefined) return await openLocalEngine(settings);
  const engine = createClient(settings.server);
  return { engine, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
}
