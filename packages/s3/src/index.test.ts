import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { testBlobStore } from "@garner/testkit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { s3, s3Documents } from "./index.ts";

/** The keys that this server knows. */
const keys = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };
const folder = mkdtempSync(join(tmpdir(), "garner-s3-"));
let server: S3rver;
let endpoint: string;

beforeAll(async () => {
  server = new S3rver({
    port: 0,
    address: "127.0.0.1",
    silent: true,
    directory: folder,
    configureBuckets: [{ name: "garner", configs: [] }],
  });
  const { port } = await server.run();
  endpoint = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

describe("the exam of blob stores", () => testBlobStore({ setup: () => s3({ endpoint, bucket: "garner", ...keys }) }));

describe("blobs in S3", () => {
  const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);

  test("come back under a signed URL, byte for byte and with their type", async () => {
    const store = s3({ endpoint, bucket: "garner", ...keys });
    const url = await store.put({ bytes, contentType: "image/png" });
    expect(new URL(url).pathname).toMatch(/^\/garner\/blobs\/[0-9a-f]{48}\.png$/);
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("image/png");
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    expect(await store.put({ bytes, contentType: "image/png" })).not.toBe(url);
  });

  test("are there for as long as the URL says, a week at most", async () => {
    const store = s3({ endpoint, bucket: "garner", ...keys, urlLifetimeMs: 3_600_000 });
    const { searchParams } = new URL(await store.put({ bytes, contentType: "application/pdf" }));
    expect(searchParams.get("X-Amz-Expires")).toBe("3600");
    expect(searchParams.get("X-Amz-Signature")).toMatch(/^[0-9a-f]{64}$/);
    expect(() => s3({ endpoint, bucket: "garner", ...keys, urlLifetimeMs: 8 * 86_400_000 })).toThrow("a week at most");
  });

  test.each([
    ["a bucket that is not there", { bucket: "nowhere" }, "NoSuchBucket"],
    ["a key that it does not know", { accessKeyId: "somebody" }, "InvalidAccessKeyId"],
    ["a store that is away", { endpoint: "http://127.0.0.1:1" }, "does not answer"],
  ])("say what is wrong with %s", async (_, change, reason) => {
    const store = s3({ endpoint, bucket: "garner", ...keys, ...change });
    await expect(store.put({ bytes, contentType: "image/png" })).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      message: expect.stringContaining(reason),
    });
  });
});

describe("large documents in S3", () => {
  test("come back byte for byte, and go with their folder, however many they are", async () => {
    const store = s3Documents({ endpoint, bucket: "garner", ...keys });
    const bytes = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 0, 255]);
    for (const name of ["one/a_1", "one/b-2", "other/a_1"]) {
      await store.put(name, bytes);
      await store.put(name, bytes);
    }
    expect(await store.get("one/a_1")).toEqual(bytes);
    await store.forget("one");
    await store.forget("one");
    expect(await store.get("one/a_1")).toBeUndefined();
    expect(await store.get("one/b-2")).toBeUndefined();
    expect(await store.get("other/a_1")).toEqual(bytes);
  });

  test("say what is wrong with the store", async () => {
    const store = s3Documents({ endpoint, bucket: "garner", ...keys, accessKeyId: "somebody" });
    const refusal = { code: "STORE_UNAVAILABLE", message: expect.stringContaining("InvalidAccessKeyId") };
    await expect(store.put("one/a", new Uint8Array(1))).rejects.toMatchObject(refusal);
    await expect(store.get("one/a")).rejects.toMatchObject(refusal);
    await expect(store.forget("one")).rejects.toMatchObject(refusal);
  });
});

test.each([
  [null, "s3: the options must be an object."],
  [{}, "s3: `endpoint` is missing. `bucket` is missing."],
  [{ endpoint: "minio:9000", bucket: "b", ...keys }, "s3: `endpoint` must be an http or https URL"],
  [{ endpoint: "http://minio:9000", bucket: "b", ...keys, urlLifetime: 5 }, "Did you mean `urlLifetimeMs`?"],
])("options that would have no effect are refused when it is made: %j", (options, message) => {
  expect(() => s3(options as never)).toThrow(
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }),
  );
});
