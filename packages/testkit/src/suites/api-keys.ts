import type { ApiKeyStore, StoredApiKey } from "@garner/core";
import { expect, test } from "vitest";
import { examine, type Setup } from "./examined.ts";

/** The settings of {@link testApiKeys}. */
export interface ApiKeysSuite {
  /** Makes an empty store of keys. */
  readonly setup: Setup<ApiKeyStore>;
}

/** The exam of every store of API keys. Call it inside `describe`. */
export function testApiKeys({ setup }: ApiKeysSuite): void {
  const key = (name: string, createdAt = 1): StoredApiKey => {
    return { id: `key-${name}`, digest: name.repeat(32), team: `team ${name}`, createdAt };
  };

  test("finds a key by its digest, and no other", async () => {
    const { store } = await examine(setup);
    await store.add(key("a"));
    expect(await store.find(key("a").digest)).toEqual(key("a"));
    expect(await store.find(key("b").digest)).toBeUndefined();
    await store.add({ ...key("a"), team: "another" });
    expect(await store.find(key("a").digest)).toEqual({ ...key("a"), team: "another" });
  });

  test("lists the oldest first, and forgets what is removed", async () => {
    const { store } = await examine(setup);
    expect(await store.list()).toEqual([]);
    for (const each of [key("c", 30), key("a", 10), key("b", 20)]) await store.add(each);
    expect((await store.list()).map(({ id }) => id)).toEqual(["key-a", "key-b", "key-c"]);
    expect(await store.remove("key-b")).toBe(true);
    expect(await store.remove("key-b")).toBe(false);
    expect(await store.find(key("b").digest)).toBeUndefined();
    expect((await store.list()).map(({ id }) => id)).toEqual(["key-a", "key-c"]);
  });
}
