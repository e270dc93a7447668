import { isObject } from "../../../collections/json-values.ts";
import type { JsonSchema } from "../../../models/model-access.ts";

/** Keywords that say something of a value. */
const keywords: ReadonlySet<string> = new Set(
  ["type properties items anyOf allOf oneOf not enum const $ref $defs definitions additionalProperties extends"]
    .concat(["patternProperties prefixItems additionalItems required if then else contains propertyNames $dynamicRef"])
    .concat(["$recursiveRef dependentSchemas dependentRequired dependencies unevaluatedProperties unevaluatedItems"])
    .flatMap((line) => line.split(" ")),
);
/** The same of numbers, texts and lists; a property may well be called `format`. */
const limits: ReadonlySet<string> = new Set(
  "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems maxItems uniqueItems minProperties maxProperties".split(
    " ",
  ),
);
/** Keywords that name and describe a schema. */
const descriptions: ReadonlySet<string> = new Set(
  "title description default examples deprecated readOnly writeOnly".split(" "),
);
/** Keywords that a map may have besides. */
const labels: ReadonlySet<string> = new Set(["$schema", "$comment"]);
/** Keywords whose value shows that they are no names of properties. */
const structure: ReadonlySet<string> = new Set("properties patternProperties definitions dependentSchemas".split(" "));

/** The schema in the envelope that chat APIs want around it: `{ name, schema, strict }`. */
export function unwrapped(schema: JsonSchema): JsonSchema {
  const { name, schema: inner, strict: _, description: __, ...others } = schema;
  const isNamed = typeof name === "string" && typeOf(name) === undefined;
  return isNamed && isObject(inner) && Object.keys(others).length === 0 ? inner : schema;
}

/** True if a schema asks for nothing at all: none of its words is a keyword that says something of a value. */
export function isEmptySchema(asked: JsonSchema): boolean {
  const schema = unwrapped(asked);
  return !Object.keys(schema).some((key) => keywords.has(key) || limits.has(key)) && propertiesIn(schema) === undefined;
}

/**
 * The properties that callers write without the schema around them (contract §4.5), each as a schema: `{ title: "string",
 * tags: ["string"], maker: { name: "the name of the company" } }`, also next to `type: "object"`. Undefined for anything
 * else. A map may have properties that are called as keywords are, such as `type` and `items`, beside others with a type.
 */
export function propertiesIn(schema: JsonSchema): JsonSchema | undefined {
  const entries = Object.entries(schema);
  if (entries.some(([key, value]) => isOfSchema(key, value))) return undefined;
  const named = entries.filter(([key, value]) => !isDescription(key, value));
  const others = named.filter(([key]) => key !== "type");
  const isTold = schema["type"] === "object" && others.length > 0 && !others.some(([key]) => keywords.has(key));
  const asked = isTold ? others : named;
  const isMap =
    isTold || asked.some(([key]) => keywords.has(key))
      ? asked.every(([, value]) => isTyped(value)) &&
        asked.some(([key, value]) => isOwnName(key) && (isTold || typeof value === "string"))
      : asked.length > 0 && asked.every(([, value]) => partOf(value) !== undefined);
  return isMap ? Object.fromEntries(asked.map(([name, value]) => [name, partOf(value)])) : undefined;
}

/** True for what no map of names has. */
const isOfSchema = (key: string, value: unknown): boolean =>
  (key.startsWith("$") && !labels.has(key)) || (structure.has(key) && isObject(value));

/** True for what describes the whole, and for a `title` that is no type. */
const isDescription = (key: string, value: unknown): boolean =>
  labels.has(key) ||
  key.startsWith("x-") ||
  (descriptions.has(key) && typeof value !== "object" && typeOf(value) === undefined);

const isOwnName = (key: string): boolean => !keywords.has(key) && !limits.has(key) && !descriptions.has(key);

/** True for a type, a list of one, and a schema that has one. */
function isTyped(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 1 && isTyped(value[0]);
  if (isObject(value)) return !isEmptySchema(value);
  return typeOf(value) !== undefined;
}

/** The schema of one property; undefined for what can't be one. */
function partOf(value: unknown): JsonSchema | undefined {
  if (isObject(value)) return value;
  if (Array.isArray(value)) {
    const items = value.length === 1 ? partOf(value[0]) : undefined;
    return items && { type: "array", items };
  }
  if (typeof value !== "string" || value.trim() === "") return undefined;
  // Other words say what the property means.
  return typeOf(value) ?? { description: value };
}

const types: ReadonlyMap<string, string> = new Map([
  ...["string", "number", "integer", "boolean", "array", "object", "null"].map((name) => [name, name] as const),
  ["str", "string"],
  ["text", "string"],
  ["float", "number"],
  ["double", "number"],
  ["decimal", "number"],
  ["int", "integer"],
  ["bool", "boolean"],
]);
const longestType = 100;

/** A type as programs write it: `number`, `string[]`, `number | null`. Undefined for other words. */
function typeOf(value: unknown): JsonSchema | undefined {
  if (typeof value !== "string" || value.length > longestType) return undefined;
  const choices = value.split("|").map((choice) => choice.trim().toLowerCase());
  if (choices.length > 1) {
    const named = choices.map((choice) => types.get(choice));
    return named.every((name) => name !== undefined) ? { type: named } : undefined;
  }
  const [choice = ""] = choices;
  const items = choice.endsWith("[]") ? types.get(choice.slice(0, -2)) : undefined;
  if (items !== undefined) return { type: "array", items: { type: items } };
  const name = types.get(choice);
  return name === undefined ? undefined : { type: name };
}
