import type { BlobStore } from "@garner/core";
import { expect, test } from "vitest";
import { examine, type Setup } from "./examined.ts";

/** The settings of {@link testBlobStore}. */
export interface BlobStoreSuite {
  /** Makes an empty store. */
  readonly setup: Setup<BlobStore>;
  /** Fetches a URL of the store as its readers do; the Fetch API when not given. */
  readonly fetch?: ((url: string) => Promise<Response>) | undefined;
}

/** The exam of every blob store. Call it inside `describe`. */
export function testBlobStore({ setup, fetch = globalThis.fetch }: BlobStoreSuite): void {
  const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);

  test.each(["image/png", "application/pdf"])(
    "gives a blob back at its URL, byte for byte: %s",
    async (contentType) => {
      const { store } = await examine(setup);
      const answer = await fetch(await store.put({ bytes, contentType }));
      expect(answer.status).toBe(200);
      expect(answer.headers.get("content-type")).toBe(contentType);
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    },
  );

  test("gives every blob a name of its own, which can't be guessed", async () => {
    const { store } = await examine(setup);
    const urls = await Promise.all([1, 2, 3].map(() => store.put({ bytes, contentType: "image/png" })));
    const names = urls.map((url) => new URL(url).pathname.split("/").at(-1) ?? "");
    expect(new Set(names).size).toBe(3);
    for (const name of names) expect(name).toMatch(/[\w-]{22,}/); // 128 bits at least
  });

  test("keeps the bytes that it was given, whatever becomes of them afterwards", async () => {
    const { store } = await examine(setup);
    const given = new Uint8Array(bytes);
    const url = await store.put({ bytes: given, contentType: "image/png" });
    given.fill(1);
    expect(new Uint8Array(await (await fetch(url)).arrayBuffer())).toEqual(bytes);
  });

  test("takes a blob of some megabytes", async () => {
    const { store } = await examine(setup);
    const large = new Uint8Array(5_000_000).map((_, index) => index % 251);
    const answer = await fetch(await store.put({ bytes: large, contentType: "image/png" }));
    expect(Buffer.from(await answer.arrayBuffer()).equals(large)).toBe(true);
  });

  test("hands out by name what it has, and nothing of other names, if it hands out at all", async ({ skip }) => {
    const { store } = await examine(setup);
    if (store.get === undefined) return skip("the store has no `get`");
    const name = new URL(await store.put({ bytes, contentType: "image/png" })).pathname.split("/").at(-1) ?? "";
    const found = await store.get(name);
    expect(found?.contentType).toBe("image/png");
    expect(new Uint8Array(found?.bytes ?? [])).toEqual(bytes);
    for (const other of ["", "x.png", `../${name}`, `${name}.png`]) expect(await store.get(other)).toBeUndefined();
  });
}
