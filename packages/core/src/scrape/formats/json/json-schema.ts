import { isObject } from "../../../collections/json-values.ts";
import { percentDecoded } from "../../../url/percent-decoded.ts";
import type { JsonSchema } from "../../../models/model-access.ts";
import { unescaped } from "./json-pointer.ts";
import { propertiesIn, unwrapped } from "./property-map.ts";

/** The value of an object's own property: names such as `constructor` are no inherited ones here. */
export function ownValue<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/**
 * A schema as callers write it, made one that validators take: a plain map of property names to types or schemas becomes
 * an object schema (contract §4.5), and what drafts 3 and 4 write otherwise is written as later drafts do. Pure.
 */
export function normaliseSchema(asked: JsonSchema): JsonSchema {
  const modern = modernised(withProperties(unwrapped(asked)));
  return modern["type"] === undefined && isObject(modern["properties"]) ? { ...modern, type: "object" } : modern;
}

/** Maps of property names made object schemas, at any depth. */
function withProperties(schema: JsonSchema): JsonSchema {
  const properties = propertiesIn(schema);
  return mapParts(properties === undefined ? schema : { type: "object", properties }, withProperties);
}

const valueKinds = ["string", "number", "integer", "boolean", "array", "object"] as const;

/**
 * Boolean `exclusiveMinimum` (draft 4), `required: true` of a property (draft 3) and `id` in today's form. A `$schema` of
 * these drafts goes, since nothing else is left of them.
 */
function modernised(schema: JsonSchema): JsonSchema {
  const { $schema, ...rest } = schema;
  const isOld = /draft-0?[34]\b/.test(String($schema ?? ""));
  const modern = rewrite(isOld ? rest : schema, (part) => {
    const { id, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...others } = part;
    return withRequired({
      ...others,
      ...(isOld && typeof id === "string" ? { $id: id } : id === undefined || typeof id === "string" ? {} : { id }),
      ...bound("minimum", "exclusiveMinimum", minimum, exclusiveMinimum),
      ...bound("maximum", "exclusiveMaximum", maximum, exclusiveMaximum),
    });
  });
  return typeof modern["required"] === "boolean" ? withoutKey(modern, "required") : modern;
}

/** Properties that say of themselves that they are required become a list. */
function withRequired(schema: JsonSchema): JsonSchema {
  const { properties, required } = schema;
  if (!isObject(properties)) return schema;
  const marked = Object.entries(properties).filter(
    ([, part]) => isObject(part) && typeof part["required"] === "boolean",
  );
  if (marked.length === 0) return schema;
  const names = marked.flatMap(([name, part]) => (isObject(part) && part["required"] === true ? [name] : []));
  const plain = marked.map(([name, part]) => [name, isObject(part) ? withoutKey(part, "required") : part]);
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(plain) },
    required: [...(Array.isArray(required) ? required : []), ...names],
  };
}

function withoutKey(schema: JsonSchema, key: string): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}

function bound(inclusive: string, exclusive: string, limit: unknown, isExclusive: unknown): JsonSchema {
  if (isExclusive === true) return { [exclusive]: limit };
  return {
    ...(limit === undefined ? {} : { [inclusive]: limit }),
    ...(typeof isExclusive === "number" ? { [exclusive]: isExclusive } : {}),
  };
}

/** Applies `change` to a schema and every schema within it, the inner ones first. Pure. */
const rewrite = (schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema =>
  change(mapParts(schema, (part) => rewrite(part, change)));

/** Applies `change` to the schemas right within a schema; maps of names to schemas are not schemas themselves. Pure. */
function mapParts(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const visit = (value: unknown, key: string): unknown => {
    if (Array.isArray(value))
      return isSchemaList(key) ? value.map((part) => (isObject(part) ? change(part) : part)) : value;
    if (!isObject(value)) return value;
    if (isSchemaMap(key))
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, isObject(part) ? change(part) : part]),
      );
    return isSchemaHolder(key) ? change(value) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, visit(value, key)]));
}

const isSchemaMap = (key: string) => /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas)$/.test(key);
const isSchemaList = (key: string) => /^(?:anyOf|allOf|oneOf|items|prefixItems)$/.test(key);
const isSchemaHolder = (key: string) =>
  /^(?:items|additionalProperties|not|if|then|else|contains|propertyNames|additionalItems|unevaluated.*)$/.test(key);

/** An object schema with one property that holds `schema`, whose references within itself still lead where they did. */
export function wrapSchema(
  name: string,
  schema: JsonSchema,
  more: Readonly<Record<string, JsonSchema>> = {},
): JsonSchema {
  const moved = rewrite(schema, (part) => {
    const reference = part["$ref"];
    if (typeof reference !== "string" || !reference.startsWith("#")) return part;
    return {
      ...part,
      $ref: reference === "#" || reference.startsWith("#/") ? `#/properties/${name}${reference.slice(1)}` : reference,
    };
  });
  const { $schema: _, ...inner } = moved;
  return { type: "object", properties: { [name]: inner, ...more }, required: [name], additionalProperties: false };
}

/** The schema without what a page need not have: nothing is required, so a model need not make anything up. */
export function withoutRequired(schema: JsonSchema): JsonSchema {
  return rewrite(schema, ({ required: _, ...part }) => part);
}

/** The schema that a schema stands for: a local reference followed, a choice between one schema and null undone. */
export function dereference(schema: unknown, root: JsonSchema, depth = 0): JsonSchema {
  if (!isObject(schema) || depth > 20) return {};
  const reference = schema["$ref"];
  if (typeof reference === "string") return dereference(resolvePointer(root, reference), root, depth + 1);
  for (const key of ["anyOf", "oneOf"]) {
    const branches = Array.isArray(schema[key])
      ? schema[key].filter((branch) => !isObject(branch) || branch["type"] !== "null")
      : [];
    if (branches.length === 1) return { ...schema, ...dereference(branches[0], root, depth + 1) };
  }
  const all = schema["allOf"];
  return Array.isArray(all) && all.length === 1 ? { ...schema, ...dereference(all[0], root, depth + 1) } : schema;
}

function resolvePointer(root: JsonSchema, reference: string): unknown {
  if (!reference.startsWith("#")) return undefined;
  const names = reference
    .slice(1)
    .split("/")
    .slice(1)
    .map((name) => unescaped(percentDecoded(name)));
  return names.reduce<unknown>(
    (part, name) => (isObject(part) ? ownValue(part, name) : Array.isArray(part) ? part[Number(name)] : undefined),
    root,
  );
}

/** The kind of value that a schema wants; `any` when it does not name one. */
export function kindOf(schema: JsonSchema): (typeof valueKinds)[number] | "any" {
  const types = [schema["type"]].flat().filter((type) => type !== "null");
  const named = types.length === 1 ? valueKinds.find((kind) => kind === types[0]) : undefined;
  if (named !== undefined) return named;
  if (isObject(schema["properties"])) return "object";
  return Array.isArray(schema["enum"]) && schema["enum"].every((value) => typeof value === "string") ? "string" : "any";
}
