import { expect, test } from "vitest";
import {
  boundedFetch,
  checkEngine,
  createEgressGuard,
  createEngine,
  defineFormat,
  folderBlobStore,
  httpSource,
  inProcessTransformer,
  memoryCache,
  record,
  replay,
  workerTransformer,
} from "../../index.ts";

const publicUrl = "https://garner.example";

test.each<[string, () => unknown, string]>([
  ["null", () => memoryCache(null as never), "memoryCache: the options must be an object."],
  ["a list", () => workerTransformer([] as never), "workerTransformer: the options must be an object."],
  ["a slip of the pen", () => workerTransformer({ thread: 2 } as never), "Did you mean `threads`?"],
  ["a wrong type", () => boundedFetch({ maxBytes: "1 MB" as never }), "boundedFetch: `maxBytes` must be a number"],
  ["nothing", () => createEgressGuard(undefined as never), "createEgressGuard: the options must be an object."],
  ["a missing one", () => createEgressGuard({} as never), "createEgressGuard: `allow` is missing."],
  ["parsers", () => inProcessTransformer({ parsers: 5 as never }), "inProcessTransformer: `parsers` must be a list"],
  ["a proxy", () => httpSource({ proxy: "http://proxy" as never }), "httpSource: `proxy` must be an object."],
  ["no folder", () => folderBlobStore({ publicUrl } as never), "folderBlobStore: `folder` is missing."],
  ["no URL", () => folderBlobStore({ folder: "x", publicUrl: "garner" }), "`publicUrl` must be an http or https URL"],
  ["a format", () => defineFormat({ name: "words", schema: {} } as never), "`schema` must be a schema"],
  ["no cassette", () => replay(undefined as never), "replay: `folder` is missing."],
  ["no record", () => record("" as never), "record: `folder` must not be empty."],
])("an adapter's options are checked when it is made: %s", (_name, make, message) => {
  expect(make).toThrow(expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }));
});

test("an engine is told from its promise and from its configuration", async () => {
  await using engine = createEngine();
  expect(() => checkEngine(engine)).not.toThrow();
  expect(() => checkEngine(Promise.resolve(engine))).toThrow("not a promise: await it");
  for (const other of [undefined, null, {}, createEngine])
    expect(() => checkEngine(other)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
});
