import { createClient } from "@garner/client";
import type { Engine } from "@garner/core";
import { openLocalEngine } from "./local-engine.ts";
import type { Settings } from "./settings.ts";

/** What a command asks: an engine of this process, or one on a server. */
export interface CommandEngine extends AsyncDisposable {
  readonly engine: Engine;
}

/** Opens what the settings name: a server where there is one, else an engine here. */
export async function openCommandEngine(settings: Settings): Promise<CommandEngine> {
  if (settings.server === undefined) return await openLocalEngine(settings);
  const engine = createClient(settings.server);
  return { engine, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
}
