import { textContent } from "domutils";
import { decodeHTML } from "entities/decode";
import { parse } from "../../markup/parse.ts";
import { singleSpaced } from "../../text/single-spaced.ts";
import { absoluteAddress } from "../../url/absolute.ts";
import { isObject, type JsonObject } from "../../collections/json-values.ts";
import type { StructuredNode } from "./content.ts";

const maxNodes = 2000;
const maxDepth = 12;
/** Values that following references may add; things that refer to each other a lot would multiply. */
const maxFollowedValues = 20_000;

/**
 * The things that JSON-LD blocks describe (https://www.w3.org/TR/json-ld11/): those of lists and `@graph`s each for
 * itself, references by `@id` within the page resolved, texts without HTML, addresses of pages and pictures absolute.
 * Contexts are not loaded: names are taken as schema.org's. Pure.
 */
export function readJsonLdNodes(blocks: readonly unknown[], baseUrl: string): readonly StructuredNode[] {
  const objects: JsonObject[] = [];
  const open = blocks.toReversed();
  while (open.length > 0 && objects.length < maxNodes) {
    const block = open.pop();
    if (Array.isArray(block)) pushAll(open, block);
    else if (isObject(block)) {
      const graph = block["@graph"];
      if (Array.isArray(graph)) pushAll(open, graph);
      if (block["@type"] !== undefined) objects.push(block);
    }
  }
  const byId = new Map(
    objects.flatMap((object) => (typeof object["@id"] === "string" ? [[object["@id"], object] as const] : [])),
  );
  const references = { byId, left: maxFollowedValues, baseUrl, plainTexts: new Map<string, string>() };
  return objects.map((object) => ({
    source: "json-ld",
    types: typesOf(object),
    properties: resolved(object, references, { depth: 0, isFollowed: false }),
  }));
}

/** Puts a list on a stack, its first value on top. */
function pushAll(open: unknown[], list: readonly unknown[]): void {
  for (let index = list.length - 1; index >= 0; index -= 1) open.push(list[index]);
}

/** Targets of references, and the number of values they may still add. */
interface References {
  readonly byId: ReadonlyMap<string, JsonObject>;
  /** The address that others are relative to. */
  readonly baseUrl: string;
  /** Texts that were read, by how they are written: a reference may lead to a long one again and again. */
  readonly plainTexts: Map<string, string>;
  left: number;
}

interface Depth {
  readonly depth: number;
  /** True if a reference led here. */
  readonly isFollowed: boolean;
}

/** The type names of a JSON-LD object, without their vocabulary. */
function typesOf(object: JsonObject): readonly string[] {
  const types = [object["@type"]].flat();
  return types.flatMap((type) => (typeof type === "string" ? [type.replace(/^.*[/#:]/, "")] : []));
}

function resolved(object: JsonObject, references: References, { depth, isFollowed }: Depth): JsonObject {
  const entries = Object.entries(object).filter(([name]) => name !== "@context" && name !== "__proto__");
  return Object.fromEntries(
    entries.map(([key, value]) => {
      const name = key.replace(/^.*[/#]/, "");
      const read = resolvedValue(value, references, { depth, isFollowed });
      return [name, addressed.has(name) ? absoluteIn(read, references.baseUrl) : read];
    }),
  );
}

/** Properties that hold addresses of pages and pictures. */
const addressed: ReadonlySet<string> = new Set(
  "url image thumbnailUrl contentUrl logo photo mainEntityOfPage".split(" "),
);

function absoluteIn(value: unknown, baseUrl: string): unknown {
  if (Array.isArray(value)) return value.map((part: unknown) => absoluteIn(part, baseUrl));
  // Not every text in their place is an address.
  const isRelative =
    typeof value === "string" && /^(?:\.{0,2}\/|[^\s:]{1,200}\.(?:jpe?g|png|webp|gif|avif|svg)$)\S*$/i.test(value);
  return isRelative ? (absoluteAddress(value, baseUrl) ?? value) : value;
}

function plainIn(known: References["plainTexts"], text: string): string {
  const read = known.get(text) ?? plain(text);
  known.set(text, read);
  return read;
}

/** A text as it reads: some sites write it as HTML. */
function plain(text: string): string {
  const unmarked = htmlTag.test(text) ? textContent(parse(text.replace(blockEnd, "$& "))) : undefined;
  if (unmarked !== undefined) return singleSpaced(unmarked);
  return text.includes("&") ? decodeHTML(text) : text;
}

const htmlTag =
  /<\/?(?:p|br|b|i|u|strong|em|a|ul|ol|li|span|div|h[1-6]|img|table|t[rdh]|su[bp]|small|blockquote|hr)(?:\s[^<>]{0,1000})?\/?>/i;
const blockEnd = /<(?:br|\/p|\/div|\/li|\/h[1-6]|\/t[rdh])\b[^<>]{0,1000}>/gi;

function resolvedValue(value: unknown, references: References, { depth, isFollowed }: Depth): unknown {
  if (isFollowed) references.left -= 1;
  if (depth > maxDepth || (isFollowed && references.left < 0)) return undefined;
  if (Array.isArray(value))
    return value.map((part) => resolvedValue(part, references, { depth: depth + 1, isFollowed }));
  if (typeof value === "string") return plainIn(references.plainTexts, value);
  if (!isObject(value)) return value;
  if (value["@value"] !== undefined) return value["@value"];
  const target = depth < 3 && references.left > 0 ? targetOf(value, references.byId) : undefined;
  // A thing that refers back to where we come from stays a reference.
  return resolved(target ?? value, references, { depth: depth + 1, isFollowed: isFollowed || target !== undefined });
}

function targetOf(value: JsonObject, byId: References["byId"]): JsonObject | undefined {
  const id = value["@id"];
  return typeof id === "string" && Object.keys(value).length === 1 ? byId.get(id) : undefined;
}
