import { describe, expect, test } from "vitest";
import { withoutRequired, wrapSchema } from "./json-schema.ts";
import { createSchemaCompiler } from "./schema-compiler.ts";

const compile = createSchemaCompiler();
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const draft = (number: string) => ({ $schema: `http://json-schema.org/draft-${number}/schema#` });
const year = (name: string) => ({ $schema: `https://json-schema.org/draft/${name}/schema` });
const text = { type: "string" };
const number = { type: "number" };
const aboveZero = { type: "number", minimum: 0, exclusiveMinimum: true };

/** A schema, a value that fits and one that does not. */
const schemas: readonly (readonly [string, Record<string, unknown>, unknown, unknown])[] = [
  [
    "draft 3, required in the property",
    { ...draft("03"), ...object({ a: { ...number, required: true } }) },
    { a: 1 },
    {},
  ],
  ["draft 4, exclusive limits", { ...draft("04"), id: "http://x/y", ...object({ a: aboveZero }) }, { a: 1 }, { a: 0 }],
  ["draft 4 that does not say so", object({ a: aboveZero }), { a: 1 }, { a: 0 }],
  ["draft 6, const", { ...draft("06"), ...object({ a: { const: "x" } }) }, { a: "x" }, { a: "y" }],
  [
    "draft 7, a tuple",
    { ...draft("07"), type: "array", items: [text, number], additionalItems: false },
    ["a", 1],
    ["a", "b"],
  ],
  ["a tuple that does not say of which draft", { type: "array", items: [text, number] }, ["a", 1], ["a", "b"]],
  ["draft 7, dependencies", { ...draft("07"), type: "object", dependencies: { a: ["b"] } }, { a: 1, b: 1 }, { a: 1 }],
  [
    "2019-09, $recursiveRef",
    { ...year("2019-09"), ...object({ name: text, parts: { type: "array", items: { $recursiveRef: "#" } } }) },
    { name: "a", parts: [{ name: "b" }] },
    { name: "a", parts: [{ name: 1 }] },
  ],
  [
    "2020-12, $dynamicRef",
    {
      ...year("2020-12"),
      $dynamicAnchor: "node",
      ...object({ name: text, parts: { type: "array", items: { $dynamicRef: "#node" } } }),
    },
    { name: "a", parts: [{ name: "b" }] },
    { name: "a", parts: [{ name: 1 }] },
  ],
  ["2020-12, prefixItems", { ...year("2020-12"), type: "array", prefixItems: [text], items: false }, ["a"], ["a", "b"]],
  ["definitions", object({ a: { $ref: "#/definitions/A" } }, { definitions: { A: text } }), { a: "x" }, { a: 1 }],
  [
    "$defs that refer to themselves",
    { $ref: "#/$defs/N", $defs: { N: object({ v: number, n: { $ref: "#/$defs/N" } }, { required: ["v"] }) } },
    { v: 1, n: { v: 2 } },
    { v: 1, n: {} },
  ],
  ["$anchor", object({ a: { $ref: "#foo" } }, { $defs: { x: { $anchor: "foo", ...text } } }), { a: "x" }, { a: 1 }],
  [
    "$id and a reference to it",
    {
      $id: "https://x.example/s.json",
      ...object({ a: { $ref: "d.json#/X" } }, { $defs: { d: { $id: "d.json", X: text } } }),
    },
    { a: "x" },
    { a: 1 },
  ],
  ["nullable", object({ a: { ...text, nullable: true } }, { required: ["a"] }), { a: null }, { a: 1 }],
  ["a list of types", object({ a: { type: ["string", "null"] } }), { a: null }, { a: 1 }],
  ["anyOf", object({ a: { anyOf: [text, number] } }), { a: 1 }, { a: true }],
  [
    "oneOf",
    { oneOf: [object({ k: { const: "a" } }, { required: ["k"] }), object({ k: { const: "b" } }, { required: ["k"] })] },
    { k: "b" },
    { k: "c" },
  ],
  ["enum with null", object({ a: { enum: ["x", null] } }), { a: null }, { a: "y" }],
  ["format", object({ a: { ...text, format: "date" } }), { a: "2024-01-01" }, { a: "soon" }],
  [
    "if and else",
    { ...object({ a: number }), if: object({ a: { const: 2 } }), else: { required: ["b"] } },
    { a: 2 },
    { a: 1 },
  ],
  ["boolean schemas", object({ a: true, b: false }), { a: 1 }, { b: 1 }],
  [
    "unevaluatedProperties",
    { type: "object", allOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
    { a: 1 },
    { c: 1 },
  ],
  ["properties without a type", { properties: { a: text }, required: ["a"] }, { a: "x" }, {}],
  ["a list at the root", { type: "array", items: object({ a: text }, { required: ["a"] }) }, [{ a: "x" }], [{}]],
  [
    "a $schema that nobody knows",
    { $schema: "https://x.example/schema", ...object({ a: text }) },
    { a: "x" },
    { a: 1 },
  ],
  ["a map of names to types", { title: "string", price: number }, { title: "x" }, { title: 1 }],
  ["a map of names that are keywords", { title: text, description: "string" }, { title: "x" }, { description: 1 }],
  ["a list of one in a map", { price: "float", tags: ["string"] }, { price: 1.5, tags: ["x"] }, { tags: [1] }],
  ["a map in a list in a map", { lamps: [{ name: "string" }] }, { lamps: [{ name: "x" }] }, { lamps: [{ name: 1 }] }],
  ["a map in a schema", object({ lamp: { name: "string" } }), { lamp: { name: "x" } }, { lamp: { name: 1 } }],
  ["a choice of types in a map", { price: "number | null" }, { price: null }, { price: "x" }],
  ["a list as programs write it", { tags: "string[]" }, { tags: ["x"] }, { tags: "x" }],
  ["words on what a property means", { name: "the lamp's name", oil: "number" }, { name: "x", oil: 1 }, { oil: "x" }],
  ["a map with a property called type", { name: "string", type: "string" }, { type: "x" }, { type: 1 }],
  ["a map with a property called items", { name: "string", items: [text] }, { items: ["x"] }, { name: "x", items: 1 }],
  ["an object whose properties stand beside its type", { type: "object", name: text }, { name: "x" }, { name: 1 }],
  ["the envelope of chat APIs", { name: "lamp", strict: true, schema: object({ a: text }) }, { a: "x" }, { a: 1 }],
  ["a property called schema", { name: "string", schema: text }, { schema: "x" }, { schema: 1 }],
  ["words of others beside keywords", { type: "array", items: text, ui: { wide: true } }, ["x"], { ui: {} }],
  ["a map in a map", { address: { street: "string" } }, { address: { street: "x" } }, { address: { street: 1 } }],
];

describe("schemas of every draft", () => {
  test.each(schemas)("%s", async (_, schema, good, bad) => {
    const { check, schema: normal } = await compile(schema);
    expect(check(good)).toEqual([]);
    expect(check(bad)).not.toEqual([]);
    await compile(wrapSchema("result", withoutRequired(normal)));
  });

  test("patterns are told apart", async () => {
    const schema = object({ a: { ...text, pattern: "^a+$" }, b: { ...text, pattern: "^b+$" } });
    const { check } = await compile(schema);
    expect(check({ a: "aa", b: "bb" })).toEqual([]);
    expect(check({ a: "bb", b: "bb" }).map(({ pointer }) => pointer)).toEqual(["/a"]);
    const keys = { type: "object", patternProperties: { "^x_": number }, additionalProperties: false };
    const strict = await compile(keys);
    expect(strict.check({ x_a: 1 })).toEqual([]);
    expect(strict.check({ y: 1 }).length).toBe(1);
  });

  test("patterns that could take for ever are not looked at, and known as such", async () => {
    const slow = String.raw`^(a+)+(?=\d)b$`;
    const { check, uncheckedPatterns } = await compile(object({ a: { ...text, pattern: slow } }));
    expect(uncheckedPatterns).toEqual([slow]);
    expect(check({ a: "a".repeat(50_000) })).toEqual([]);
  });

  test.each([
    ["an unknown type", { type: "strin" }],
    ["a pattern that is none", object({ a: { ...text, pattern: "(" } })],
    ["a reference to elsewhere", object({ a: { $ref: "https://x.example/other.json" } })],
  ])("%s is no schema that can be used", async (_, schema) => {
    await expect(compile(schema)).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });
});
