import { readFile } from "node:fs/promises";
import type { RedisOptions } from "@garner/redis";
import { largeDocumentsOf } from "./bucket.ts";
import type { Environment } from "./environment.ts";

/** The environment of a server whose data is in Redis. */
export type EnvironmentOfRedis = Environment & { readonly REDIS_URL: string };

/**
 * The Redis that the environment describes, as options of `redis` from `@garner/redis`. Rejects with an error that names
 * the variable of a file that can't be read.
 */
export async function redisOptionsOf(environment: EnvironmentOfRedis): Promise<RedisOptions> {
  const {
    REDIS_URL: url,
    REDIS_PREFIX: prefix,
    REDIS_LEASE_MS: leaseMs,
    REDIS_TLS_SERVERNAME: servername,
  } = environment;
  const [ca, cert, key] = await Promise.all(
    (["REDIS_TLS_CA", "REDIS_TLS_CERT", "REDIS_TLS_KEY"] as const).map((name) => textOf(name, environment[name])),
  );
  const tls = { ca, servername, cert, key };
  return { url, prefix, leaseMs, tls, largeDocuments: await largeDocumentsOf(environment) };
}

async function textOf(variable: string, file: string | undefined): Promise<string | undefined> {
  try {
    return file === undefined ? undefined : await readFile(file, "utf8");
  } catch (cause) {
    throw new Error(`${variable}: ${file} can't be read.`, { cause });
  }
}
