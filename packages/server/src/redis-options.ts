import type { RedisOptions } from "@garner/redis";
import { largeDocumentsOf } from "./bucket.ts";
import type { Environment } from "./environment.ts";

/** The environment of a server whose data is in Redis. */
export type EnvironmentOfRedis = Environment & { readonly REDIS_URL: string };

/** The Redis that the environment describes, as options of `redis` from `@garner/redis`. */
export async function redisOptionsOf(environment: EnvironmentOfRedis): Promise<RedisOptions> {
  return {
    url: environment.REDIS_URL,
    leaseMs: environment.REDIS_LEASE_MS,
    largeDocuments: await largeDocumentsOf(environment),
  };
}
