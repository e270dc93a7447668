import { describe, expect, test } from "vitest";
import { noStructuredContent, type StructuredContent, type StructuredNode } from "../../../page/structured/index.ts";
import { coerce } from "./coerce.ts";
import { readExactValues } from "./exact-values.ts";

const node = (type: string, properties: Record<string, unknown>): StructuredNode => ({
  source: "json-ld",
  types: [type],
  properties,
});
const contentOf = (content: Partial<StructuredContent>): StructuredContent => ({
  ...noStructuredContent,
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

  test.each([
    ["USD 1,500", 1500],
    ["R$ 12.90", 12.9],
    ["−20 %", -20],
    ["-$5", -5],
    ["$-5", -5],
    ["+5 %", 5],
    ["5,- €", 5],
    ["$99/yr", 99],
    ["5.99*", 5.99],
    ["19.99 incl. VAT", 19.99],
    ["3 customer reviews", 3],
    ["0.125 l", 0.125],
    ["1.80 m", 1.8],
    ["100 m²", 100],
    ["2700 K", 2700],
    ["40 dB(A)", 40],
  ])("%s is a number", (value, expected) => {
    expect(coerce(value, number)).toBe(expected);
  });

  test.each(
    (
      "$2.5 million|1.2k|1.5M|£1.5m|$5 m|2 bn|5 thousand|2 Mio. €|12,5 тыс. ₽|3 млн|3万円|12 만|5 lakh|4K|99 ct|99¢|99p" +
      "|–15 °C|(5)|5-|5 –|< 5|> 100|2,000+|approx. 30|ab 5 €|from $5|5 or more|5 and up|$5 off|v2.1|19⁹⁹|1½|½|5²|007|12 of 24|€5 – €9|1,2,3"
    ).split("|"),
  )("%s leaves doubt", (value) => {
    expect(coerce(value, number)).toBeUndefined();
  });

  test.each([
    ["1,500", "en-GB", 1500],
    ["1,980円", "ja", 1980],
    ["1,500", "en_US", 1500],
    ["1,500", "fr", undefined],
    ["1,799 €", "de", undefined],
    ["1,500.00", "de", 1500],
    ["1,500", "no language", undefined],
  ])("%s in %s", (value, language, expected) => {
    expect(coerce(value, number, { language })).toBe(expected);
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

describe("what a page is not about answers nothing", () => {
  const page = {
    names: ["Acme Lamp"],
    title: "Acme Lamp | Shop",
    addresses: ["https://shop.example/lamp", "https://shop.example/lamps/1"],
  };
  const read = (...nodes: readonly StructuredNode[]) =>
    readExactValues(schemaOf({ name: text, price: number }), contentOf({ page, nodes })).value;
  const lamp = { name: "Acme Lamp", price: 40 };

  test.each([
    ["another product of the maker", node("Product", { name: "Acme Chair", price: 9 })],
    ["a product with the address of another page", node("Product", { name: "Lamp, Acme", price: 9, url: "/chair" })],
    ["a product in the footer", { ...node("Product", lamp), isBeside: true as const }],
    ["the shop", node("Organization", { name: "Shop", price: 9 })],
    ["a comment", node("Comment", { name: "Great", price: 9 })],
    ["a comment without a name", node("Comment", { price: 9 })],
  ])("%s", (_, other) => {
    expect(read(other)).toEqual({});
    expect(read(other, node("Product", lamp))).toEqual(lamp);
  });

  test.each([
    ["is named alike", { ...lamp, name: "Lamp by Acme" }],
    ["has its address", { name: "LX-40", price: 40, mainEntityOfPage: "http://www.shop.example/lamps/1/" }],
    ["has no name", { price: 40, "@id": "#this" }],
    ["leads to the front page", { ...lamp, url: "https://shop.example/" }],
  ])("but what %s does", (_, properties) => {
    const { name, price } = { name: undefined, ...properties };
    expect(read(node("Product", properties))).toEqual({ ...(name === undefined ? {} : { name }), price });
  });

  test("nor does the address of a profile name an author", () => {
    const author = "https://social.example/ann";
    const content = contentOf({ nodes: [node("Article", { author })], openGraph: { "article:author": author } });
    expect(readExactValues(schemaOf({ author: text }), content).value).toEqual({});
    const schema = schemaOf({ author: { type: "string", format: "uri" } });
    expect(readExactValues(schema, content).value).toEqual({ author });
  });

  test("nor is a recommended product a list of products", () => {
    const schema = schemaOf({ products: { type: "array", items: schemaOf({ name: text, price: number }) } });
    const chair = node("Product", { name: "Chair", price: 9 });
    expect(readExactValues(schema, contentOf({ page, nodes: [chair] })).value).toEqual({});
    expect(readExactValues(schema, contentOf({ page, nodes: [node("Product", lamp)] })).value).toEqual({
      products: [lamp],
    });
  });
});

describe("a list is read whole, or not at all", () => {
  const schema = schemaOf({ products: { type: "array", items: schemaOf({ name: text, price: number }) } });
  const read = (content: Partial<StructuredContent>) => readExactValues(schema, contentOf(content)).value;
  const table = (...rows: readonly (readonly string[])[]) => ({ headers: ["Name", "Price"], rows });
  const list = (stated: object, entries: readonly unknown[]) =>
    node("ItemList", { ...stated, itemListElement: entries });
  const entry = (name: string, price: number) => ({ "@type": "ListItem", item: { "@type": "Product", name, price } });

  test.each([
    ["two tables", { tables: [table(["Lamp", "1"]), table(["Rug", "2"])] }],
    ["a second table with another cell", { tables: [table(["Lamp", "1"]), table(["Rug", "from 2"])] }],
    ["a row that is the sum", { tables: [table(["Lamp", "1"], ["Rug", "2"], ["Total:", "3"])] }],
    ["a row that spans another", { tables: [table(["Lamp", "1"], ["2", "new", "blue"])] }],
    ["two columns of one name", { tables: [{ headers: ["Name", "Price", "Price"], rows: [["Lamp", "1", "2"]] }] }],
    ["a list that is longer", { nodes: [list({ numberOfItems: 3 }, [entry("Lamp", 1), entry("Rug", 2)])] }],
    ["a list with bare addresses", { nodes: [list({}, [entry("Lamp", 1), { "@type": "ListItem", url: "/rug" }])] }],
    [
      "a list, and more things than it has",
      { nodes: [list({}, [entry("Lamp", 1)]), ...["Lamp", "Rug"].map((name) => node("Product", { name, price: 1 }))] },
    ],
    ["a longer table", { nodes: [list({}, [entry("Lamp", 1)])], tables: [table(["Lamp", "1"], ["Rug", "2"])] }],
  ])("not with %s", (_, content) => {
    expect(read(content)).toEqual({});
  });

  test("as long as it says it is", () => {
    const products = [
      { name: "Lamp", price: 1 },
      { name: "Rug", price: 2 },
    ];
    const entries = products.map(({ name, price }) => entry(name, price));
    expect(read({ nodes: [list({ numberOfItems: "2" }, entries)] })).toEqual({ products });
  });

  test("a range of prices is no price", () => {
    const offers = { "@type": "AggregateOffer", lowPrice: "10", highPrice: "50" };
    const wanted = schemaOf({ name: text, price: number, lowPrice: number, highPrice: number });
    expect(readExactValues(wanted, contentOf({ nodes: [node("Product", { name: "Plan", offers })] })).value).toEqual({
      name: "Plan",
      lowPrice: 10,
      highPrice: 50,
    });
  });
});
