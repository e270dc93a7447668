import { scriptedEngine } from "@garner/testkit";
import { expect, test } from "vitest";
import { createHandler } from "../src/handler.ts";

const name = "0123456789abcdef.png";
const handler = createHandler(scriptedEngine({}), {
  blobs: {
    put: () => Promise.reject(new Error("not asked for in this test")),
    get: async (asked) => (asked === name ? { bytes: new Uint8Array([1, 2, 3]), contentType: "image/png" } : undefined),
  },
});

test("hands out a blob by its name, to be looked at and nothing else", async () => {
  const response = await handler(new Request(`http://garner.test/blobs/${name}`));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("image/png");
  expect(response.headers.get("content-security-policy")).toContain("sandbox");
  expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([1, 2, 3]);
});

test.each(["other.png", "..%2F..%2Fetc%2Fpasswd"])("knows nothing of %s", async (other) => {
  expect((await handler(new Request(`http://garner.test/blobs/${other}`))).status).toBe(404);
});
