import type { EngineConfig } from "@garner/core";
import { openEngine, openStores, type OpenedEngine } from "@garner/server";
import type { Settings } from "./settings.ts";

const quiet = { debug: () => {}, warn: () => {} };

/**
 * The engine of a command: with the stores that DATA_DIR or REDIS_URL name, or those that are given; in memory otherwise.
 */
export async function openLocalEngine(
  { environment }: Settings,
  given: Pick<EngineConfig, "stores" | "sources"> = {},
): Promise<OpenedEngine> {
  const isKept = environment.DATA_DIR !== undefined || environment.REDIS_URL !== undefined;
  if (given.stores !== undefined || !isKept) return await openEngine(environment, { logger: quiet, ...given });
  const stores = await openStores(environment, quiet);
  const opened = await openEngine(environment, { logger: quiet, ...given, stores: stores.config });
  return {
    ...opened,
    async [Symbol.asyncDispose]() {
      await opened[Symbol.asyncDispose]();
      await stores[Symbol.asyncDispose]();
    },
  };
}
