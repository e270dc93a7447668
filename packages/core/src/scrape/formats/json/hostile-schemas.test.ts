import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { page, send, startFixtureSite, startModelServer, type ModelAnswerer } from "@garner/testkit/site";
import { describe, expect, test } from "vitest";
import type { EngineConfig } from "../../../config.ts";
import { createEngine } from "../../../engine.ts";
import { jsonSchemaLimits } from "../../../schema/fields/json-schema-limits.ts";
import { workerTransformer } from "../../../transform/workers/worker-transformer.ts";

type Schema = Record<string, unknown>;

/** An engine with a model that answers as told, and a site with one page. */
async function start(
  answer: ModelAnswerer,
  { body = "<p>text</p>", ...config }: EngineConfig & { body?: string } = {},
) {
  const server = await startModelServer(answer);
  const site = await startFixtureSite({ routes: { "": (exchange) => send(exchange, page("Lamp", body)) } });
  const { baseUrl: baseURL } = server;
  const model = createOpenAICompatible({ name: "fixture", baseURL, apiKey: "key", supportsStructuredOutputs: true })(
    "m",
  );
  const engine = createEngine({ policy: { allowPrivateNetworks: true }, models: { language: model }, ...config });
  return {
    read: (schema: Schema) => engine.scrape({ url: site.origin, formats: [{ type: "json", schema }], maxAge: 0 }),
    async [Symbol.asyncDispose]() {
      for (const resource of [engine, server, site]) await resource[Symbol.asyncDispose]();
    },
  };
}

const text = { type: "string" };
const unused: ModelAnswerer = () => ({ status: 500, message: "the model should not be asked" });
const answering =
  (result: unknown): ModelAnswerer =>
  () => ({ json: { result } });

describe("names that every object inherits", () => {
  const names = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__");

  test.each(names)("%s is a field like any other", async (name) => {
    const schema = {
      type: "object",
      properties: { [name]: text, list: { type: "array", items: text } },
      required: [name],
    };
    await using fixture = await start(answering({ [name]: "value", list: [] }));
    expect((await fixture.read(schema)).json).toEqual({ [name]: "value", list: [] });
    await using silent = await start(answering({}));
    await expect(silent.read(schema)).rejects.toMatchObject({ code: "EXTRACTION_FAILED", details: { fields: [name] } });
  });

  test.each(names)("%s is read exactly", async (name) => {
    const body = `<div itemscope itemtype="https://schema.org/Thing"><p itemprop="${name}">value</p></div>`;
    await using fixture = await start(unused, { body });
    expect((await fixture.read({ type: "object", properties: { [name]: text } })).json).toEqual({ [name]: "value" });
  });

  test("a schema as a map of such names", async () => {
    await using fixture = await start(answering({ constructor: "a", valueOf: 1 }));
    expect((await fixture.read({ constructor: "string", valueOf: "number" })).json).toEqual({
      constructor: "a",
      valueOf: 1,
    });
  });
});

test.each<[string, Schema]>([
  ["to itself", { $ref: "#" }],
  [
    "in a circle",
    { $ref: "#/$defs/a", $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { anyOf: [{ $ref: "#/$defs/a" }] } } },
  ],
  ["in a field, to itself", { type: "object", properties: { a: text }, allOf: [{ $ref: "#" }] }],
])("a reference that leads %s without going into the value is refused", async (_, schema) => {
  await using fixture = await start(unused);
  await expect(fixture.read(schema)).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringContaining("`$ref`"),
  });
});

test("references that go into the value are what trees are made of", async () => {
  const schema = {
    type: "object",
    properties: { name: text, parts: { type: "array", items: { $ref: "#" } } },
    required: ["name"],
  };
  const tree = { name: "a", parts: [{ name: "b", parts: [{ name: "c" }] }] };
  await using fixture = await start(answering(tree));
  expect((await fixture.read(schema)).json).toEqual(tree);
});

const many = (count: number, part: (index: number) => unknown = () => text) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, part(index)]));
const nested = (depth: number): Schema => (depth === 0 ? text : { type: "array", items: nested(depth - 1) });

test.each<[keyof typeof jsonSchemaLimits, Schema]>([
  ["characters", { type: "object", description: "x".repeat(300_000) }],
  ["parts", { type: "object", properties: many(6000) }],
  ["depth", nested(70)],
  ["choices", { oneOf: Array.from({ length: 5000 }, () => text) }],
  ["patterns", { type: "object", patternProperties: many(2000) }],
  ["patterns", { type: "object", properties: many(200, () => ({ type: "string", pattern: "a{1,10}" })) }],
])("a schema with too many %s is refused, and the limit is named", async (limit, schema) => {
  await using fixture = await start(unused);
  const most = String(jsonSchemaLimits[limit]);
  await expect(fixture.read(schema)).rejects.toMatchObject({
    code: "BAD_REQUEST",
    message: expect.stringContaining(most),
  });
});

test("an answer that is nested endlessly deep is no answer", async () => {
  const schema = { type: "object", properties: { a: {} }, required: ["a"] };
  await using fixture = await start(() => ({ text: `{"result":{"a":${"[".repeat(5000)}${"]".repeat(5000)}}}` }));
  await expect(fixture.read(schema)).rejects.toMatchObject({ code: "EXTRACTION_FAILED" });
});

describe("in worker threads", () => {
  test("fields are read as in the calling thread, the words that support them, too", async () => {
    const schema = {
      type: "object",
      properties: { name: text, size: { type: "number" }, colour: text },
      required: ["name"],
    };
    const body = `<script type="application/ld+json">{"@type":"Product","name":"Lamp"}</script><p>It is 42 cm high, in red.</p>`;
    const answer = answering({ size: "42", colour: "red", other: 1 });
    await using transformer = workerTransformer({ threads: 1 });
    await using here = await start(answer, { body });
    await using there = await start(answer, { body, content: { transformer } });
    expect((await there.read(schema)).json).toEqual((await here.read(schema)).json);
  });

  test("a schema whose references multiply is refused, while others are read", async () => {
    const multiplying = {
      $ref: "#/$defs/d0",
      $defs: many(40, (index) => ({ allOf: [{ $ref: `#/$defs/p${index + 1}` }, { $ref: `#/$defs/p${index + 1}` }] })),
    };
    const schema = { ...multiplying, $ref: "#/$defs/p0", $defs: { ...multiplying.$defs, p40: { type: "object" } } };
    await using transformer = workerTransformer({ threads: 2, maxPageMs: 8000 });
    await using fixture = await start(answering({ name: "Lamp" }), { content: { transformer } });
    const refused = fixture.read(schema).catch((thrown: unknown) => thrown);
    expect((await fixture.read({ type: "object", properties: { name: text } })).json).toEqual({ name: "Lamp" });
    expect(await refused).toMatchObject({
      code: "BAD_REQUEST",
      message: expect.stringContaining("schema` takes too long to compile"),
    });
  });
});
