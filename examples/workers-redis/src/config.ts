import type { EngineConfig } from "@garner/core";
import { redis, type RedisStores } from "@garner/redis";

/** What all processes share, and how all of them treat sites. */
export function sharedConfig(): { readonly stores: RedisStores; readonly config: EngineConfig } {
  const stores = redis({ url: process.env["REDIS_URL"] ?? "redis://127.0.0.1:6379" });
  const isTrusted = process.env["ALLOW_PRIVATE_NETWORKS"] === "true";
  return { stores, config: { stores, policy: { allowPrivateNetworks: isTrusted } } };
}
