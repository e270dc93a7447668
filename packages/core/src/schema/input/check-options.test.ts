import { expect, test } from "vitest";
import {
  boundedFetch,
  canonicalUrl,
  checkEngine,
  chunksOf,
  createEgressGuard,
  createEngine,
  defineFormat,
  estimateTokens,
  excerpt,
  folderBlobStore,
  httpSource,
  inProcessTransformer,
  memoryCache,
  memoryJobStore,
  memoryPageIndex,
  memoryQueue,
  memoryScrapeStore,
  record,
  redactUrls,
  replay,
  workerTransformer,
} from "../../index.ts";

const publicUrl = "https://garner.example";

test.each<[string, () => unknown, string]>([
  ["null", () => memoryCache(null as never), "memoryCache: the options must be an object."],
  ["a list", () => workerTransformer([] as never), "workerTransformer: the options must be an object."],
  ["a slip of the pen", () => workerTransformer({ thread: 2 } as never), "Did you mean `threads`?"],
  [
    "no thread",
    () => workerTransformer({ threads: 0 }),
    "workerTransformer: `threads` must be a whole number above 0.",
  ],
  ["half a thread", () => workerTransformer({ threads: 1.5 }), "`threads` must be a whole number above 0."],
  ["a wrong type", () => boundedFetch({ maxBytes: "1 MB" as never }), "boundedFetch: `maxBytes` must be a number"],
  ["nothing", () => createEgressGuard(undefined as never), "createEgressGuard: the options must be an object."],
  ["a missing one", () => createEgressGuard({} as never), "createEgressGuard: `allow` is missing."],
  ["parsers", () => inProcessTransformer({ parsers: 5 as never }), "inProcessTransformer: `parsers` must be a list"],
  ["no options", () => httpSource("http://proxy" as never), "httpSource: the options must be an object."],
  ["a proxy", () => httpSource({ proxy: "http://proxy" as never }), "httpSource: `proxy` must be an object."],
  [
    "no such option",
    () => httpSource({ proxyy: {} } as never),
    "httpSource: Unknown key `proxyy`. Did you mean `proxy`?",
  ],
  ["no such proxy", () => httpSource({ proxy: { bassic: "http://proxy" } as never }), "proxy: Unknown key `bassic`."],
  ["no folder", () => folderBlobStore({ publicUrl } as never), "folderBlobStore: `folder` is missing."],
  ["no URL", () => folderBlobStore({ folder: "x", publicUrl: "garner" }), "`publicUrl` must be an http or https URL"],
  ["a format", () => defineFormat({ name: "words", schema: {} } as never), "`schema` must be a schema"],
  ["no cassette", () => replay(undefined as never), "replay: `folder` is missing."],
  ["no record", () => record("" as never), "record: `folder` must not be empty."],
  ["no clock", () => memoryQueue(undefined as never), "memoryQueue: the options must be an object."],
  ["a wrong clock", () => memoryPageIndex({ clock: 5 as never }), "memoryPageIndex: `clock` must be a clock."],
  ["a text", () => memoryJobStore({ maxEventsKept: "5" as never }), "memoryJobStore: `maxEventsKept` must be a number"],
  ["a number", () => memoryScrapeStore(5 as never), "memoryScrapeStore: the options must be an object."],
])("an adapter's options are checked when it is made: %s", (_name, make, message) => {
  expect(make).toThrow(expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }));
});

test.each<[() => unknown, string]>([
  [() => chunksOf(undefined as never, 100), "chunksOf: `markdown` must be a string."],
  [() => chunksOf("# Title", undefined as never), "chunksOf: `maxTokens` must be a number above 0."],
  [() => excerpt({} as never, 0, 100), "excerpt: `markdown` must be a string."],
  [() => excerpt("# Title", undefined as never, 100), "excerpt: `start` must be a number that is not negative."],
  [() => excerpt("# Title", 0, undefined as never), "excerpt: `maxTokens` must be a number."],
  [() => estimateTokens(null as never), "estimateTokens: `text` must be a string."],
  [() => canonicalUrl("https://example.com/" as never), "canonicalUrl: pass a URL, such as `new URL(text)`."],
  [() => canonicalUrl(undefined as never), "canonicalUrl: pass a URL, such as `new URL(text)`."],
  [() => redactUrls(undefined as never), "redactUrls: `text` must be a string."],
])("a function of texts names the argument that is wrong: %s", (call, message) => {
  expect(call).toThrow(expect.objectContaining({ code: "BAD_REQUEST", message }));
});

test("an engine is told from its promise and from its configuration", async () => {
  await using engine = createEngine();
  expect(() => checkEngine(engine)).not.toThrow();
  expect(() => checkEngine(Promise.resolve(engine))).toThrow("not a promise: await it");
  for (const other of [undefined, null, {}, createEngine])
    expect(() => checkEngine(other)).toThrow(expect.objectContaining({ code: "BAD_REQUEST" }));
});
