import { join } from "node:path";
import { redactUrls } from "@garner/core";
import { readEnvironment } from "./environment.ts";

/**
 * Moves what a server keeps in `DATA_DIR` to `REDIS_URL`: jobs, credits, what hosts bear, webhook deliveries and the history of
 * pages. Stop all servers first. The file stays as it is; the command may be interrupted and run again.
 */
export async function moveToRedis(variables: Readonly<Record<string, string | undefined>>): Promise<void> {
  try {
    const { DATA_DIR, REDIS_URL } = readEnvironment(variables);
    if (DATA_DIR === undefined || REDIS_URL === undefined) throw new Error("Set DATA_DIR and REDIS_URL.");
    const [{ checkDatabase, sqlite }, { redis }] = await Promise.all([
      import("@garner/sqlite"),
      import("@garner/redis"),
    ]);
    const file = join(DATA_DIR, "garner.sqlite");
    checkDatabase(file);
    await using from = sqlite({ file });
    await using to = redis({ url: REDIS_URL });
    await to.check();
    const { jobs, keptJobs } = await to.takeOver(from.copy());
    console.log(`${jobs} jobs were moved to ${redactUrls(REDIS_URL)}; ${keptJobs} were there already.`);
  } catch (error) {
    console.error(redactUrls(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  }
}
