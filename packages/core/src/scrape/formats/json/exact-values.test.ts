import { describe, expect, test } from "vitest";
import type { StructuredContent, StructuredNode } from "../../../page/structured/index.ts";
import { coerce } from "./coerce.ts";
import { readExactValues } from "./exact-values.ts";

const node = (type: string, properties: Record<string, unknown>): StructuredNode => ({
  source: "json-ld",
  types: [type],
  properties,
});
const contentOf = (content: Partial<StructuredContent>): StructuredContent => ({
  nodes: [],
  openGraph: {},
  pairs: [],
  tables: [],
  ...content,
});
const schemaOf = (properties: Record<string, unknown>) => ({ type: "object", properties });
const text = { type: "string" };
const number = { type: "number" };

describe("a value becomes what the schema wants only when there is no doubt", () => {
  test.each([
    ["1,299.00", number, 1299],
    ["$19.99", number, 19.99],
    ["-5 °C", number, -5],
    ["1.299,00", number, undefined],
    ["1.299", number, undefined],
    ["12 of 24", number, undefined],
    ["two", number, undefined],
    ["3", { type: "integer" }, 3],
    ["3.5", { type: "integer" }, undefined],
    ["https://schema.org/InStock", text, "InStock"],
    ["https://schema.org/OutOfStock", { type: "boolean" }, false],
    ["perhaps", { type: "boolean" }, undefined],
    ["2026-01-31T10:00:00Z", { type: "string", format: "date" }, "2026-01-31"],
    ["soon", { type: "string", format: "date" }, undefined],
    ["in stock", { enum: ["InStock", "SoldOut"] }, "InStock"],
    [["list"], text, undefined],
  ])("%j for %j", (value, schema, expected) => {
    expect(coerce(value, schema)).toBe(expected);
  });
});

describe("fields are found", () => {
  test("in the thing that the page is about, under names that mean the same", () => {
    const content = contentOf({
      nodes: [
        node("Organization", { name: "Shop" }),
        node("Product", {
          name: "Lamp",
          offers: { price: "19", priceCurrency: "EUR" },
          brand: { name: "Acme" },
          aggregateRating: { ratingValue: 4.5 },
        }),
      ],
    });
    const { value, isComplete } = readExactValues(
      schemaOf({ title: text, price: number, currency: text, brand: text, rating: number }),
      content,
    );
    expect(value).toEqual({ title: "Lamp", price: 19, currency: "EUR", brand: "Acme", rating: 4.5 });
    expect(isComplete).toBe(true);
  });

  test("not where several things differ, nor where one thing gives several answers", () => {
    const two = contentOf({ nodes: [node("Product", { name: "Lamp" }), node("Product", { name: "Rug" })] });
    expect(readExactValues(schemaOf({ name: text }), two).value).toEqual({});
    const offers = contentOf({ nodes: [node("Product", { name: "Lamp", offers: [{ price: 1 }, { price: 2 }] })] });
    expect(readExactValues(schemaOf({ name: text, price: number }), offers).value).toEqual({ name: "Lamp" });
  });

  test("in Open Graph and in lists of names and values", () => {
    const content = contentOf({ openGraph: { "og:title": "Lamp" }, pairs: [{ name: "Net weight", value: "2.5 kg" }] });
    const { value, origins } = readExactValues(schemaOf({ title: text, netWeight: number, height: number }), content);
    expect(value).toEqual({ title: "Lamp", netWeight: 2.5 });
    expect([...origins]).toEqual([
      ["title", "open-graph"],
      ["netWeight", "list"],
    ]);
  });

  test("as lists of things, and as rows of a table", () => {
    const item = schemaOf({ name: text, price: number });
    const nodes = [
      node("Product", { name: "Lamp", offers: { price: 1 } }),
      node("Product", { name: "Rug", offers: { price: 2 } }),
    ];
    expect(readExactValues(schemaOf({ products: { type: "array", items: item } }), contentOf({ nodes })).value).toEqual(
      {
        products: [
          { name: "Lamp", price: 1 },
          { name: "Rug", price: 2 },
        ],
      },
    );
    const tables = [
      {
        headers: ["Name", "Price", "Note"],
        rows: [
          ["Lamp", "$1", ""],
          ["Rug", "$2", "new"],
        ],
      },
    ];
    expect(readExactValues(schemaOf({ plans: { type: "array", items: item } }), contentOf({ tables })).value).toEqual({
      plans: [
        { name: "Lamp", price: 1 },
        { name: "Rug", price: 2 },
      ],
    });
  });

  test("in nested objects, through references", () => {
    const schema = { ...schemaOf({ author: { $ref: "#/$defs/person" } }), $defs: { person: schemaOf({ name: text }) } };
    const content = contentOf({
      nodes: [node("Article", { headline: "News", author: { "@type": "Person", name: "Rosa" } })],
    });
    expect(readExactValues(schema, content).value).toEqual({});
    const both = { ...schema, properties: { ...schema.properties, headline: text } };
    expect(readExactValues(both, content).value).toEqual({ headline: "News", author: { name: "Rosa" } });
  });
});
