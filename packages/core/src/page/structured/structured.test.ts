import { expect, test } from "vitest";
import { indexElements } from "../element-index.ts";
import { readMetadata } from "../metadata.ts";
import { parse } from "../../markup/parse.ts";
import { readStructured } from "./index.ts";

function read(html: string) {
  const document = parse(html);
  const url = "https://shop.example/lamp";
  return readStructured(document, { url, baseUrl: url }, readMetadata(indexElements(document), url));
}

const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

test("JSON-LD graphs give their things, with references followed", () => {
  const { nodes } = read(
    jsonLd({
      "@context": "https://schema.org",
      "@graph": [
        { "@type": "Product", name: "Lamp", brand: { "@id": "#acme" } },
        {
          "@type": ["Organization", "https://schema.org/Brand"],
          "@id": "#acme",
          name: "Acme",
          makes: { "@id": "#acme" },
        },
      ],
    }),
  );
  expect(nodes.map(({ types }) => types)).toEqual([["Product"], ["Organization", "Brand"]]);
  expect(nodes[0]?.properties).toMatchObject({ name: "Lamp", brand: { name: "Acme" } });
});

test("JSON-LD gives texts without HTML, and absolute addresses, however its script is wrapped", () => {
  const thing = {
    "@type": "Product",
    name: "Q&amp;A: Tom&#8217;s guide",
    description: "<p>Nice &amp; <b>warm</b></p><p>Of oak</p>",
    about: "List<string> & a < b",
    image: ["/a.jpg", { "@type": "ImageObject", url: "b.png" }],
    logo: "Acme",
  };
  const json = JSON.stringify(thing);
  for (const script of [
    json,
    `//<![CDATA[\n${json}\n//]]>`,
    `/*<![CDATA[*/${json}/*]]>*/`,
    `<!--\n${json}\n//-->`,
    `<!--//--><![CDATA[//><!--\n${json}\n//--><!]]>`,
  ])
    expect(read(`<script type="application/ld+json">${script}</script>`).nodes[0]?.properties).toEqual({
      "@type": "Product",
      name: "Q&A: Tom’s guide",
      description: "Nice & warm Of oak",
      about: "List<string> & a < b",
      image: ["https://shop.example/a.jpg", { "@type": "ImageObject", url: "https://shop.example/b.png" }],
      logo: "Acme",
    });
});

test("microdata gives items with the machine's values, nested items within", () => {
  const { nodes } = read(`<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Oak  lamp</h1>
    <img itemprop="image" src="/lamp.jpg"><a itemprop="url" href="/lamp">link</a>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="19.99">$20</span>
    <time itemprop="validThrough" datetime="2026-12-31">New Year's Eve</time></div>
    <span itemprop="colour">red</span><span itemprop="colour">blue</span></div>`);
  expect(nodes).toEqual([
    {
      source: "microdata",
      types: ["Product"],
      properties: {
        name: "Oak lamp",
        image: "https://shop.example/lamp.jpg",
        url: "https://shop.example/lamp",
        offers: { "@type": "Offer", price: "19.99", validThrough: "2026-12-31" },
        colour: ["red", "blue"],
      },
    },
  ]);
});

test("tables with named columns are tables, tables of two columns and definition lists are pairs", () => {
  const { tables, pairs } =
    read(`<table><tr><th>Name<th>Price</tr><tr><td>Lamp<td>$19</tr><tr><td colspan="2">note</tr></table>
    <table><tr><th>Weight:</th><td>2 kg</td></tr><tr><td>Material</td><td>Oak</td></tr></table>
    <dl><div><dt>Height</dt><dd>42 cm</dd></div><dt>Colours</dt><dd>red</dd><dd>blue</dd></dl>`);
  expect(tables).toEqual([{ headers: ["Name", "Price"], rows: [["Lamp", "$19"]] }]);
  expect(pairs).toEqual(
    expect.arrayContaining([
      { name: "Weight", value: "2 kg" },
      { name: "Material", value: "Oak" },
      { name: "Height", value: "42 cm" },
      { name: "Colours", value: "red\nblue" },
    ]),
  );
});

test.each([
  ["a footer", "<footer>", "</footer>"],
  ["a part that is named so", '<div class="product-list relatedProducts">', "</div>"],
  ["comments", '<ol id="comments"><li>', "</li></ol>"],
  ["a part under a heading that says so", "<section><h2>You may also like</h2>", "</section>"],
  ["what follows such a heading", "<h2>Related products</h2><div>", "</div>"],
])("what stands in %s is beside what the page is about", (_, open, close) => {
  const product = (name: string) =>
    `<div itemscope itemtype="https://schema.org/Product"><b itemprop=name>${name}</b></div>`;
  const list = (name: string) => `<dl><dt>Name</dt><dd>${name}</dd></dl>`;
  const { nodes, pairs } = read(
    `<body class="has-sidebar comments-open"><div class="header"><h1>Lamp</h1>${product("Lamp")}${list("Lamp")}</div>
     ${open}${product("Chair")}${list("Chair")}${close}<h2>More</h2>${product("Shade")}${list("Shade")}`,
  );
  expect(nodes.map(({ properties, isBeside = false }) => [properties["name"], isBeside])).toEqual([
    ["Lamp", false],
    ["Chair", true],
    ["Shade", false],
  ]);
  expect(pairs.map(({ value }) => value).toSorted()).toEqual(["Lamp", "Shade"]);
});

test("a page says what it is about", () => {
  const { page } = read(`<html lang=de><title>Lamp | Shop</title><link rel=canonical href=/lamps/1>
    <meta property="og:site_name" content="Shop"><meta property="og:title" content="Oak lamp"><h1>Shop</h1><h1>The  lamp</h1>`);
  expect(page).toEqual({
    names: ["The lamp", "Oak lamp"],
    title: "Lamp | Shop",
    addresses: ["https://shop.example/lamp", "https://shop.example/lamps/1"],
    language: "de",
  });
});

test("the foot of a table is none of its rows, and rows that span others stay as they are", () => {
  const { tables } =
    read(`<table><thead><tr><th>Name<th>Price</thead><tbody><tr><td>Lamp<td>$19<tr><td>Rug<td>$9<td>new</tbody>
    <tfoot><tr><td>Total<td>$28</tfoot></table>`);
  expect(tables).toEqual([
    {
      headers: ["Name", "Price"],
      rows: [
        ["Lamp", "$19"],
        ["Rug", "$9", "new"],
      ],
    },
  ]);
});

test("of an Open Graph property that repeats, the first value counts", () => {
  const { openGraph } = read(
    '<meta property="og:image" content="/a.jpg"><meta property="og:image" content="/b.jpg"><meta property="og:type" content="product">',
  );
  expect(openGraph).toEqual({ "og:image": "https://shop.example/a.jpg", "og:type": "product" });
});

test("Open Graph properties are kept by their names, broken JSON-LD is passed over", () => {
  const { openGraph, nodes } =
    read(`<meta property="og:title" content="Lamp"><meta property="product:price:amount" content="19">
    <script type="application/ld+json">{"@type": "Product",}</script>`);
  expect(openGraph).toMatchObject({ "og:title": "Lamp", "product:price:amount": "19" });
  expect(nodes).toEqual([]);
});

test("things that refer to each other come to an end", () => {
  const { nodes } = read(
    jsonLd([
      { "@type": "A", "@id": "a", other: { "@id": "b" } },
      { "@type": "B", "@id": "b", other: { "@id": "a" } },
    ]),
  );
  expect(JSON.stringify(nodes).length).toBeLessThan(2000);
});
