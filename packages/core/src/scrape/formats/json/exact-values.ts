import type { JsonSchema } from "../../../models/model-access.ts";
import { noStructuredContent, type StructuredContent, type StructuredNode } from "../../../page/structured/index.ts";
import { coerce } from "./coerce.ts";
import { isObject } from "../../../collections/json-values.ts";
import { lettersAndDigits } from "../../../text/letters-and-digits.ts";
import { dereference, kindOf, ownValue } from "./json-schema.ts";
import { mayBeNamed, maySubject } from "./subject.ts";
import { readTables } from "./table-values.ts";

/** The forms in which a page states values to machines. */
export type ExactOrigin = StructuredNode["source"] | "open-graph" | "table" | "list";

/** Values that a page states in a form that can be read exactly. */
export interface ExactValues {
  /** Only the fields that were found. */
  readonly value: Readonly<Record<string, unknown>>;
  /** The form in which each field was found, by its name. */
  readonly origins: ReadonlyMap<string, ExactOrigin>;
  /** Every property of the schema was found. */
  readonly isComplete: boolean;
}

/**
 * Reads the fields of an object schema from what a page says to machines, without a language model. A field is found by
 * its name, or a name that means the same; a page that describes several things of one kind answers only lists, and
 * what the page is not about answers nothing. A page's own title is the name of its subject only where nobody can read better: with `hasReader`, it is not. Pure.
 */
export function readExactValues(
  schema: JsonSchema,
  content: StructuredContent,
  { hasReader = false }: { readonly hasReader?: boolean | undefined } = {},
): ExactValues {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const reader: Reader = { root: schema, content, hasReader };
  const node = mainNode(properties, reader);
  const origins = new Map<string, ExactOrigin>();
  const values: [string, unknown][] = [];
  for (const [name, part] of Object.entries(properties)) {
    const found = readField(name, dereference(part, schema), { ...reader, node });
    if (found === undefined) continue;
    values.push([name, found.value]);
    origins.set(name, found.origin);
  }
  const names = Object.keys(properties);
  return {
    value: Object.fromEntries(values),
    origins,
    isComplete: names.length > 0 && names.every((name) => origins.has(name)),
  };
}

interface Reader {
  readonly root: JsonSchema;
  readonly content: StructuredContent;
  /** The thing that the page is about. */
  readonly node?: StructuredNode | undefined;
  /** A language model reads the other fields. */
  readonly hasReader?: boolean;
}

interface Found {
  readonly value: unknown;
  readonly origin: ExactOrigin;
}

function readField(name: string, schema: JsonSchema, reader: Reader): Found | undefined {
  const { language } = reader.content.page;
  const kind = kindOf(schema);
  if (kind === "array") return readList(name, schema, reader);
  if (kind === "object") return readObject(name, schema, reader);
  return (
    (reader.node && readProperty(name, schema, { node: reader.node, language })) ??
    readOpenGraph(name, schema, reader) ??
    readPair(name, schema, reader.content)
  );
}

/** Names that mean the same, best first; a dot leads into a thing within. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  title: ["name", "headline"],
  name: ["headline"],
  headline: ["name"],
  price: ["offers.price", "offers.priceSpecification.price"],
  lowprice: ["offers.lowPrice"],
  highprice: ["offers.highPrice"],
  currency: ["priceCurrency", "offers.priceCurrency", "offers.priceSpecification.priceCurrency"],
  pricecurrency: ["offers.priceCurrency", "offers.priceSpecification.priceCurrency"],
  availability: ["offers.availability"],
  instock: ["offers.availability", "availability"],
  available: ["offers.availability", "availability"],
  brand: ["brand.name"],
  rating: ["aggregateRating.ratingValue", "reviewRating.ratingValue", "ratingValue"],
  ratingvalue: ["aggregateRating.ratingValue"],
  reviewcount: ["aggregateRating.reviewCount", "aggregateRating.ratingCount"],
  ratingcount: ["aggregateRating.ratingCount", "aggregateRating.reviewCount"],
  author: ["author.name", "creator.name"],
  authorname: ["author.name"],
  publisher: ["publisher.name"],
  published: ["datePublished"],
  publishedat: ["datePublished"],
  publisheddate: ["datePublished"],
  publicationdate: ["datePublished"],
  date: ["datePublished", "startDate"],
  modifiedat: ["dateModified"],
  updatedat: ["dateModified"],
  image: ["image.url", "thumbnailUrl"],
  imageurl: ["image", "image.url", "thumbnailUrl"],
  phone: ["telephone"],
  phonenumber: ["telephone"],
  salary: ["baseSalary.value.value", "baseSalary.value"],
  company: ["hiringOrganization.name"],
  location: ["location.name", "jobLocation.address.addressLocality"],
  ingredients: ["recipeIngredient"],
  instructions: ["recipeInstructions"],
  tags: ["keywords"],
};

function readProperty(
  name: string,
  schema: JsonSchema,
  { node, language }: { readonly node: StructuredNode; readonly language: string | undefined },
): Found | undefined {
  for (const path of [name, ...(ownValue(synonyms, lettersAndDigits(name)) ?? [])]) {
    const values = valuesAt(node.properties, path.split("."))
      .map(nameOf)
      .filter((value) => !isAddressForName(name, schema, value))
      .map((value) => coerce(value, schema, { language }));
    const telling = [...new Set(values.filter((value) => value !== undefined))];
    // Several answers (offers at several prices) are no answer.
    if (telling.length === 1) return { value: telling[0], origin: node.source };
    if (telling.length > 1) return undefined;
  }
  return undefined;
}

/** The values at the end of a path of property names; lists on the way are entered. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((part) => valuesAt(part, path));
  const [name, ...rest] = path;
  if (name === undefined) return value === undefined || value === null ? [] : [value];
  if (!isObject(value)) return [];
  const key = Object.keys(value).find((candidate) => lettersAndDigits(candidate) === lettersAndDigits(name));
  return key === undefined ? [] : valuesAt(value[key], rest);
}

/** The text of a value: a thing is told by its name. */
function nameOf(value: unknown): unknown {
  return isObject(value) ? (value["name"] ?? value["url"] ?? value["@id"]) : value;
}

/** Fields that are told by a name; the address of a profile in its place is none. */
const toldByName: ReadonlySet<string> = new Set(
  "name title headline author authorname creator publisher brand company manufacturer location".split(" "),
);

function isAddressForName(name: string, schema: JsonSchema, value: unknown): boolean {
  const isName = toldByName.has(lettersAndDigits(name)) && schema["format"] === undefined;
  return isName && typeof value === "string" && /^https?:\/\//i.test(value.trim());
}

/** The subject of a page is rarely one of these, which nearly every page describes too. */
const sideTypes: ReadonlySet<string> = new Set(
  "WebSite WebPage Organization BreadcrumbList ListItem ImageObject SearchAction SiteNavigationElement Person ItemList CollectionPage Corporation".split(
    " ",
  ),
);

/** The thing that answers most of the fields; none when several do and differ. */
function mainNode(properties: JsonSchema, { root, content }: Reader): StructuredNode | undefined {
  const names = Object.entries(properties).map(([name, part]) => [name, dereference(part, root)] as const);
  const candidates = content.nodes.filter((node) => maySubject(node, content.page));
  const scored = candidates.map((node) => {
    const { language } = content.page;
    const answers = names.map(([name, schema]) => readProperty(name, schema, { node, language })?.value);
    const count = answers.filter((answer) => answer !== undefined).length;
    const isSide = node.types.every((type) => sideTypes.has(type));
    return { node, answers: JSON.stringify(answers), score: isSide ? count / 2 : count };
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const winners = scored.filter(({ score }) => score === best && score >= 1);
  return winners.every(({ answers }) => answers === winners[0]?.answers) ? winners[0]?.node : undefined;
}

const openGraphNames: Readonly<Record<string, readonly string[]>> = {
  title: ["og:title", "twitter:title"],
  name: ["og:title"],
  headline: ["og:title"],
  description: ["og:description", "twitter:description"],
  image: ["og:image", "og:image:url"],
  imageurl: ["og:image", "og:image:url"],
  sitename: ["og:site_name"],
  price: ["product:price:amount", "og:price:amount"],
  currency: ["product:price:currency", "og:price:currency"],
  pricecurrency: ["product:price:currency", "og:price:currency"],
  availability: ["product:availability", "og:availability"],
  brand: ["product:brand"],
  published: ["article:published_time"],
  publishedat: ["article:published_time"],
  datepublished: ["article:published_time"],
  author: ["article:author"],
};

/** Fields that the title of a page is only like. */
const likeTitle: ReadonlySet<string> = new Set(["name", "headline"]);

function readOpenGraph(name: string, schema: JsonSchema, { content, hasReader }: Reader): Found | undefined {
  const { openGraph } = content;
  if (hasReader === true && likeTitle.has(lettersAndDigits(name))) return undefined;
  for (const property of ownValue(openGraphNames, lettersAndDigits(name)) ?? []) {
    const stated = ownValue(openGraph, property);
    if (isAddressForName(name, schema, stated)) continue;
    const value = coerce(stated, schema, content.page);
    if (value !== undefined) return { value, origin: "open-graph" };
  }
  return undefined;
}

function readPair(name: string, schema: JsonSchema, { pairs, page }: StructuredContent): Found | undefined {
  const values = pairs
    .filter((pair) => lettersAndDigits(pair.name) === lettersAndDigits(name))
    .map((pair) => coerce(pair.value, schema, page));
  const telling = [...new Set(values)];
  return telling.length === 1 && telling[0] !== undefined ? { value: telling[0], origin: "list" } : undefined;
}

function readObject(name: string, schema: JsonSchema, reader: Reader): Found | undefined {
  const inner = reader.node === undefined ? [] : valuesAt(reader.node.properties, [name]);
  const node =
    inner.length === 1 && isObject(inner[0]) ? nodeOf(inner[0], reader.node?.source ?? "json-ld") : undefined;
  const ofType = reader.content.nodes
    .filter((candidate) => candidate.types.some((type) => lettersAndDigits(type) === lettersAndDigits(name)))
    .filter((candidate) => mayBeNamed(candidate, reader.content.page));
  const nodes = (node === undefined ? ofType : [node]).map(asMain);
  if (nodes.length === 0) return undefined;
  const content = {
    ...withoutIdentity(reader.content),
    nodes,
    openGraph: {},
    pairs: node === undefined ? reader.content.pairs : [],
  };
  const { value, isComplete, origins } = readExactValues({ ...withDefinitions(schema, reader.root) }, content);
  return isComplete ? { value, origin: [...origins.values()][0] ?? "json-ld" } : undefined;
}

function withDefinitions(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $defs, definitions } = root;
  return {
    ...schema,
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

function nodeOf(properties: Readonly<Record<string, unknown>>, source: StructuredNode["source"]): StructuredNode {
  const types = [properties["@type"]].flat().filter((type) => typeof type === "string");
  return { source, types, properties };
}

/** A thing that is asked about by name is what it is about, whatever its type. */
function asMain({ source, properties }: StructuredNode): StructuredNode {
  return { source, types: ["Thing"], properties };
}

/** Content in which every thing may be the subject; its numbers are still written in the language of the page. */
function withoutIdentity<Content extends StructuredContent>({ page: { language }, ...content }: Content) {
  return { ...content, page: { ...noStructuredContent.page, language } };
}

function readList(name: string, schema: JsonSchema, reader: Reader): Found | undefined {
  const each = dereference(schema["items"], reader.root);
  const own = reader.node === undefined ? [] : listOf(reader.node, name);
  if (kindOf(each) !== "object") {
    const values = own
      .flatMap((value) => splitTags(name, value))
      .map((value) => coerce(nameOf(value), each, reader.content.page));
    if (values.length === 0 || values.includes(undefined)) return undefined;
    return { value: [...new Set(values)], origin: reader.node?.source ?? "json-ld" };
  }
  const objects = own.filter(isObject);
  const nodes = objects.length > 0 ? objects.map((object) => nodeOf(object, "json-ld")) : likeNodes(name, reader);
  if (nodes === undefined) return undefined;
  const content = withoutIdentity({ ...noStructuredContent, page: reader.content.page });
  const rows = completeRows(
    nodes.map((node) => readExactValues(withDefinitions(each, reader.root), { ...content, nodes: [asMain(node)] })),
  );
  const inTable = readTables(reader.content, withDefinitions(each, reader.root));
  if (rows === undefined) return inTable && { value: inTable, origin: "table" };
  // A table that says more than the things, or less, may be the list that is meant.
  if (inTable !== undefined && inTable.length !== rows.length) return undefined;
  return { value: rows, origin: nodes[0]?.source ?? "json-ld" };
}

function listOf(node: StructuredNode, name: string): readonly unknown[] {
  for (const path of [name, ...(ownValue(synonyms, lettersAndDigits(name)) ?? [])]) {
    const values = valuesAt(node.properties, path.split("."));
    if (values.length > 0) return values;
  }
  return [];
}

function splitTags(name: string, value: unknown): readonly unknown[] {
  const isTags = typeof value === "string" && /^(?:tags|keywords)$/.test(lettersAndDigits(name));
  return isTags ? value.split(",").map((tag) => tag.trim()) : [value];
}

/**
 * Things of the type that a list is named after, such as `Product` for `products`; those in an ItemList included.
 * Undefined when the page lists more of them than it describes.
 */
function likeNodes(name: string, { content }: Reader): readonly StructuredNode[] | undefined {
  const lists = content.nodes.filter((node) => node.types.includes("ItemList") && mayBeNamed(node, content.page));
  const listed = lists.flatMap(entriesOf);
  const isLike = ({ types }: StructuredNode) => types.some((type) => isNamedAfter(name, type));
  const like = listed.filter(isLike);
  const nodes = content.nodes.filter(isLike).filter((node) => node.isBeside !== true || mayBeNamed(node, content.page));
  if (like.length > 0) {
    const isWhole = like.length === listed.length && like.length >= nodes.length && lists.every(isWholeList);
    return isWhole ? like : undefined;
  }
  // One of several may well have another name than the page; the only one is what the page is about, or another thing.
  return nodes.length === 1 ? nodes.filter((node) => mayBeNamed(node, content.page)) : nodes;
}

/** The entries of an ItemList (https://schema.org/ItemList); those without a thing of their own are things of no type. */
function entriesOf(list: StructuredNode): readonly StructuredNode[] {
  return valuesAt(list.properties, ["itemListElement"]).map((entry) => {
    const item = isObject(entry) ? (entry["item"] ?? entry) : {};
    return nodeOf(isObject(item) ? item : {}, list.source);
  });
}

/** True unless a list says that it is longer than what it holds. */
function isWholeList(list: StructuredNode): boolean {
  const [stated] = valuesAt(list.properties, ["numberOfItems"]);
  return stated === undefined || Number(stated) === valuesAt(list.properties, ["itemListElement"]).length;
}

function isNamedAfter(list: string, type: string): boolean {
  const one = lettersAndDigits(type);
  return [one, `${one}s`, `${one.replace(/y$/, "ie")}s`].includes(lettersAndDigits(list));
}

/** The rows, if there is at least one and every one answers every field. */
function completeRows(rows: readonly ExactValues[]): readonly unknown[] | undefined {
  return rows.length > 0 && rows.every((row) => row.isComplete) ? rows.map((row) => row.value) : undefined;
}
