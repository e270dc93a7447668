import { join } from "node:path";
import { redactUrls } from "@garner/core";
import { readEnvironment } from "./environment.ts";
import { loadRedis } from "./optional-packages.ts";
import { redisOptionsOf } from "./redis-options.ts";

/**
 * Moves a server's data from `DATA_DIR` to `REDIS_URL`: jobs, results of scrapes, credits, rates of hosts, webhook
 * deliveries, the history of pages and their index. Stop all servers first. The file stays as it is; this may be interrupted and done again. Sums up
 * the moved data in a sentence; rejects with an error that names the missing part.
 */
export async function moveToRedis(variables: Readonly<Record<string, string | undefined>>): Promise<string> {
  const environment = readEnvironment(variables);
  const { DATA_DIR, REDIS_URL } = environment;
  if (DATA_DIR === undefined || REDIS_URL === undefined) throw new Error("Set DATA_DIR and REDIS_URL.");
  const [{ checkDatabase, sqlite }, { redis }] = await Promise.all([import("@garner/sqlite"), loadRedis("REDIS_URL")]);
  const file = join(DATA_DIR, "garner.sqlite");
  checkDatabase(file);
  await using from = sqlite({ file });
  await using to = redis(await redisOptionsOf({ ...environment, REDIS_URL }));
  await to.check();
  const { jobs, keptJobs } = await to.takeOver(from.copy());
  return `${jobs} jobs were moved to ${redactUrls(REDIS_URL)}; ${keptJobs} were there already.`;
}
