import type { JsonSchema } from "../../../models/model-access.ts";

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const keywords: ReadonlySet<string> = new Set(
  ["type properties items anyOf allOf oneOf not enum const $ref $defs definitions $schema $id id additionalProperties"]
    .concat(["patternProperties prefixItems required if then else format pattern title description default examples"])
    .flatMap((line) => line.split(" ")),
);

/**
 * A schema as callers write it, made one that validators take: a plain map of property names to types or schemas becomes
 * an object schema (contract §4.5), and what draft 4 writes otherwise is written as later drafts do. Pure.
 */
export function normaliseSchema(schema: JsonSchema): JsonSchema {
  const isMap = Object.keys(schema).length > 0 && Object.keys(schema).every((key) => !keywords.has(key));
  if (isMap) {
    const properties = Object.entries(schema).map(([name, type]) => [
      name,
      isObject(type) ? modernised(type) : { type: namedType(type) },
    ]);
    return { type: "object", properties: Object.fromEntries(properties) };
  }
  const modern = modernised(schema);
  return modern["type"] === undefined && isObject(modern["properties"]) ? { ...modern, type: "object" } : modern;
}

/** Whether a schema asks for nothing at all. */
export function isEmptySchema(schema: JsonSchema): boolean {
  return Object.keys(schema).every((key) => key === "$schema" || key === "$id" || key === "$comment");
}

function namedType(type: unknown): unknown {
  return typeof type === "string" && /^(?:string|number|integer|boolean|array|object|null)$/.test(type)
    ? type
    : "string";
}

/** Draft 4's `id` and boolean `exclusiveMinimum` in today's form; its `$schema` goes, since nothing else is left of it. */
function modernised(schema: JsonSchema): JsonSchema {
  if (!/draft-0?[34]\b/.test(String(schema["$schema"] ?? ""))) return schema;
  const { $schema: _, ...rest } = schema;
  return rewrite(rest, (part) => {
    const { id, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...others } = part;
    return {
      ...others,
      ...(typeof id === "string" ? { $id: id } : id === undefined ? {} : { id }),
      ...bound("minimum", "exclusiveMinimum", minimum, exclusiveMinimum),
      ...bound("maximum", "exclusiveMaximum", maximum, exclusiveMaximum),
    };
  });
}

function bound(inclusive: string, exclusive: string, limit: unknown, isExclusive: unknown): JsonSchema {
  if (isExclusive === true) return { [exclusive]: limit };
  return {
    ...(limit === undefined ? {} : { [inclusive]: limit }),
    ...(typeof isExclusive === "number" ? { [exclusive]: isExclusive } : {}),
  };
}

/** Applies `change` to a schema and every schema within it; maps of names to schemas are not schemas themselves. Pure. */
function rewrite(schema: JsonSchema, change: (part: JsonSchema) => JsonSchema): JsonSchema {
  const visit = (value: unknown, key: string): unknown => {
    if (Array.isArray(value))
      return isSchemaList(key) ? value.map((part) => (isObject(part) ? rewrite(part, change) : part)) : value;
    if (!isObject(value)) return value;
    if (isSchemaMap(key))
      return Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, isObject(part) ? rewrite(part, change) : part]),
      );
    return isSchemaHolder(key) ? rewrite(value, change) : value;
  };
  return change(Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, visit(value, key)])));
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
    .map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.reduce<unknown>(
    (part, name) => (isObject(part) ? part[name] : Array.isArray(part) ? part[Number(name)] : undefined),
    root,
  );
}

/** What kind of value a schema wants; `any` when it does not say one. */
export function kindOf(schema: JsonSchema): "string" | "number" | "integer" | "boolean" | "array" | "object" | "any" {
  const types = [schema["type"]].flat().filter((type) => type !== "null");
  const [only] = types;
  if (types.length === 1 && typeof only === "string" && /^(?:string|number|integer|boolean|array|object)$/.test(only)) {
    return only as "string";
  }
  if (isObject(schema["properties"])) return "object";
  return Array.isArray(schema["enum"]) && schema["enum"].every((value) => typeof value === "string") ? "string" : "any";
}
