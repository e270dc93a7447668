import type { StructuredNode } from "./content.ts";

type JsonObject = Readonly<Record<string, unknown>>;

const maxNodes = 2000;
const maxDepth = 12;

/**
 * The things that JSON-LD blocks describe (https://www.w3.org/TR/json-ld11/): those of lists and `@graph`s each for
 * itself, references by `@id` within the page resolved. Contexts are not loaded: names are taken as schema.org's. Pure.
 */
export function readJsonLdNodes(blocks: readonly unknown[]): readonly StructuredNode[] {
  const objects: JsonObject[] = [];
  const open = blocks.toReversed();
  while (open.length > 0 && objects.length < maxNodes) {
    const block = open.pop();
    if (Array.isArray(block)) open.push(...block.toReversed());
    else if (isObject(block)) {
      const graph = block["@graph"];
      if (Array.isArray(graph)) open.push(...graph.toReversed());
      if (block["@type"] !== undefined) objects.push(block);
    }
  }
  const byId = new Map(
    objects.flatMap((object) => (typeof object["@id"] === "string" ? [[object["@id"], object] as const] : [])),
  );
  return objects.map((object) => ({
    source: "json-ld",
    types: typesOf(object),
    properties: resolved(object, byId, 0),
  }));
}

/** The type names of a JSON-LD object, without their vocabulary. */
function typesOf(object: JsonObject): readonly string[] {
  const types = [object["@type"]].flat();
  return types.flatMap((type) => (typeof type === "string" ? [type.replace(/^.*[/#:]/, "")] : []));
}

function resolved(object: JsonObject, byId: ReadonlyMap<string, JsonObject>, depth: number): JsonObject {
  const entries = Object.entries(object).filter(([name]) => name !== "@context" && name !== "__proto__");
  return Object.fromEntries(
    entries.map(([name, value]) => [name.replace(/^.*[/#]/, ""), resolvedValue(value, byId, depth)]),
  );
}

function resolvedValue(value: unknown, byId: ReadonlyMap<string, JsonObject>, depth: number): unknown {
  if (depth > maxDepth) return undefined;
  if (Array.isArray(value)) return value.map((part) => resolvedValue(part, byId, depth + 1));
  if (!isObject(value)) return value;
  if (value["@value"] !== undefined) return value["@value"];
  const keys = Object.keys(value);
  const target = keys.length === 1 && typeof value["@id"] === "string" ? byId.get(value["@id"]) : undefined;
  // A thing that refers back to where we come from stays a reference.
  return resolved(target !== undefined && depth < 3 ? target : value, byId, depth + 1);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
