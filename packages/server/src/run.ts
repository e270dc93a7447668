/**
 * The server as a program: nothing of it is loaded before it runs.
 * @module
 */
import * as nodeModule from "node:module";
import { boundOutsideMemory } from "./outside-memory.ts";
import { giveBackSpareMemory } from "./spare-memory.ts";
import { startUnoptimized } from "./start-unoptimized.ts";
import { boundYoungGeneration } from "./young-generation.ts";

export { boundMemoryArenas } from "./memory-arenas.ts";

/**
 * Runs the whole contract as a server that environment variables describe, until a signal ends it; `DATA_DIR` is
 * `.garner` in the working folder when it is not set. Prints its address and its equipment, and exits with 1 and one
 * line if it can't start. It takes the process for its own: what is loaded is compiled once and read from the cache at the
 * next start, nothing of the start is optimized, V8's young generation is kept small, and memory is given back when there
 * is nothing to do.
 */
export async function runServer(variables: Readonly<Record<string, string | undefined>>): Promise<void> {
  // Not by its name: a Node that is too old has none, and the engine says so below.
  (nodeModule as Partial<typeof nodeModule>).enableCompileCache?.();
  boundYoungGeneration();
  boundOutsideMemory();
  giveBackSpareMemory();
  await startUnoptimized(async () => {
    const { serve } = await import("./serve.ts").catch(endWithReason);
    await serve(variables);
  });
}

function endWithReason(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
