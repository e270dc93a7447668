import { Keyv } from "keyv";
import type { Connection } from "./connection.ts";

/** A cache of captures for all processes, on the connection of the other stores. Entries expire by themselves. */
export function cache({ client, prefix, ask }: Connection): Keyv {
  const place = (key: string) => `${prefix}:cache:${key}`;
  const store = {
    async get(key: string) {
      return (await ask(() => client.get(place(key)))) ?? undefined;
    },
    async set(key: string, value: string, ttlMs?: number) {
      await ask(() => client.set(place(key), value, "PX", Math.max(1, Math.ceil(ttlMs ?? monthMs))));
    },
    async delete(key: string) {
      return (await ask(() => client.unlink(place(key)))) > 0;
    },
    async has(key: string) {
      return (await ask(() => client.exists(place(key)))) > 0;
    },
    async clear() {
      throw new Error("A cache that others share is not cleared; its entries expire.");
    },
  };
  return new Keyv({ store });
}

const monthMs = 30 * 24 * 60 * 60 * 1000;
