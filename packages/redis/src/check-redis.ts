import { EngineError } from "@garner/core";
import { Redis as RedisClient } from "ioredis";
import type { Connection } from "./connection.ts";

/** The facts that a Redis reports about itself. */
export interface RedisFacts {
  readonly version: string;
  /** Dangers for an operator's jobs, in plain sentences. */
  readonly warnings: readonly string[];
}

const leastVersion = 7;

/** Asks a Redis for its facts. Throws STORE_UNAVAILABLE if it can't be reached, or is too old. */
export async function checkRedis({ client, ask }: Connection): Promise<RedisFacts> {
  // The client goes on in the first database when Redis doesn't have the one it was told.
  if (client instanceof RedisClient) await ask(() => client.select(client.options.db ?? 0));
  const text = await ask(() => client.info());
  const fact = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(text)?.[1];
  const version = fact("valkey_version") ?? fact("redis_version") ?? "0";
  if (Number.parseInt(version, 10) < leastVersion) {
    throw new EngineError("STORE_UNAVAILABLE", `This is Redis ${version}; it takes version ${leastVersion} or newer.`);
  }
  const policy = fact("maxmemory_policy") ?? "noeviction";
  const evicts = policy !== "noeviction";
  const isDurable = fact("aof_enabled") === "1";
  return {
    version,
    warnings: [
      ...(evicts ? [`Redis forgets keys when it is full (${policy}): set \`maxmemory-policy noeviction\`.`] : []),
      ...(isDurable ? [] : ["Redis loses what is new when it ends: set `appendonly yes`."]),
    ],
  };
}
