import type { ApiKeyStore, StoredApiKey } from "@garner/core";
import type { Connection } from "./connection.ts";

/** API keys by their digests, in one hash. */
export function apiKeyStore({ client, prefix, ask }: Connection): ApiKeyStore {
  const place = `${prefix}:keys`;
  const read = (text: string) => JSON.parse(text) as StoredApiKey;
  const all = async () => Object.values(await ask(() => client.hgetall(place))).map(read);
  return {
    async add(key) {
      await ask(() => client.hset(place, key.digest, JSON.stringify(key)));
    },
    async find(digest) {
      const text = await ask(() => client.hget(place, digest));
      return text === null ? undefined : read(text);
    },
    list: async () => (await all()).toSorted((one, other) => one.createdAt - other.createdAt),
    async remove(id) {
      const digests = (await all()).flatMap((key) => (key.id === id ? key.digest : []));
      return digests.length > 0 && (await ask(() => client.hdel(place, ...digests))) > 0;
    },
  };
}
