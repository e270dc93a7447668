import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testBlobStore } from "@garner/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { folderBlobStore } from "./folder-blob-store.ts";
import { systemClock } from "./system-clock.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "blobs-"));
});
afterEach(() => rm(folder, { recursive: true }));

const picture = { bytes: new Uint8Array([137, 80, 78, 71]), contentType: "image/png" };
const nameOf = (url: string) => url.slice(url.lastIndexOf("/") + 1);

describe("the exam of blob stores", () => {
  const storeOf = () => folderBlobStore({ folder, publicUrl: "https://api.example" });
  testBlobStore({
    setup: storeOf,
    // As the contract's handler does.
    fetch: async (url) => {
      const blob = await storeOf().get(nameOf(url));
      if (blob === undefined) return new Response(null, { status: 404 });
      return new Response(Buffer.from(blob.bytes), { headers: { "content-type": blob.contentType } });
    },
  });
});

test("gives back what was put in, by a name that cannot be guessed", async () => {
  const blobs = folderBlobStore({ folder: join(folder, "new"), publicUrl: "https://api.example/garner/" });
  const [one, other] = [await blobs.put(picture), await blobs.put(picture)];
  expect(one).toMatch(/^https:\/\/api\.example\/garner\/blobs\/[0-9a-f]{48}\.png$/);
  expect(other).not.toBe(one);
  const found = await blobs.get(nameOf(one));
  expect([found?.contentType, [...(found?.bytes ?? [])]]).toEqual(["image/png", [137, 80, 78, 71]]);
});

test.each(["unknown", `${"0".repeat(48)}.png`, "../../etc/passwd", "..%2f..%2fetc%2fpasswd", ""])(
  "knows nothing of %j",
  async (name) => {
    expect(await folderBlobStore({ folder, publicUrl: "https://api.example" }).get(name)).toBeUndefined();
  },
);

test("forgets what is too old, and sweeps it away", async () => {
  let ageMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + ageMs };
  const blobs = folderBlobStore({ folder, publicUrl: "https://api.example", clock, lifetimeMs: 60_000 });
  const url = await blobs.put({ ...picture, contentType: "application/pdf" });
  ageMs = 61_000;
  expect(await blobs.get(nameOf(url))).toBeUndefined();
  ageMs = 0;
  expect(await blobs.get(nameOf(url))).toMatchObject({ contentType: "application/pdf" });
  ageMs = 61_000;
  await blobs.put(picture);
  expect(await readdir(folder)).not.toContain(nameOf(url));
});
