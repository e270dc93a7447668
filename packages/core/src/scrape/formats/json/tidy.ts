import { coerce, type ValueContext } from "./coerce.ts";
import { isObject } from "../../../collections/json-values.ts";
import { namesIn } from "./json-pointer.ts";
import { dereference, ownValue } from "./json-schema.ts";
import type { CompiledSchema, SchemaProblem } from "./schema-compiler.ts";

const maxRounds = 6;

/**
 * Mends an answer where that needs no second question: a null that the schema does not allow becomes a field that the page does
 * not state, an unknown property goes, and a number written as text becomes a number if there is no doubt which: `2.5 million`
 * is asked about again. Pure; `value` stays as it is.
 */
export function tidy(
  value: unknown,
  schema: CompiledSchema,
  context: ValueContext = {},
): { readonly value: unknown; readonly problems: readonly SchemaProblem[] } {
  const mended: unknown = structuredClone(value);
  let problems = schema.check(mended);
  for (let round = 0; round < maxRounds && problems.length > 0; round += 1) {
    const didMend = problems.map((problem) => mend(mended, problem, { schema, context })).includes(true);
    if (!didMend) break;
    problems = schema.check(mended);
  }
  return { value: mended, problems };
}

interface Mending {
  readonly schema: CompiledSchema;
  readonly context: ValueContext;
}

function mend(root: unknown, problem: SchemaProblem, { schema, context }: Mending): boolean {
  const { pointer, keyword, property } = problem;
  const names = namesIn(pointer);
  if ((keyword === "additionalProperties" || keyword === "unevaluatedProperties") && property !== undefined) {
    return remove(valueAt(root, names), property);
  }
  const name = names.at(-1);
  const parent = valueAt(root, names.slice(0, -1));
  if (name === undefined || parent === undefined) return false;
  const value = valueAt(root, names);
  if (value === null) return remove(parent, name);
  if (keyword !== "type") return false;
  const fitting = coerce(value, schemaAt(schema.schema, names), context);
  if (fitting === undefined || fitting === value) return false;
  if (Array.isArray(parent)) parent[Number(name)] = fitting;
  else if (isRecord(parent)) parent[name] = fitting;
  return true;
}

function remove(parent: unknown, name: string): boolean {
  if (Array.isArray(parent)) return parent.splice(Number(name), 1).length > 0;
  return isRecord(parent) && Object.hasOwn(parent, name) && delete parent[name];
}

function valueAt(root: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>(
    (value, name) => (Array.isArray(value) ? value[Number(name)] : isRecord(value) ? ownValue(value, name) : undefined),
    root,
  );
}

function schemaAt(root: CompiledSchema["schema"], names: readonly string[]): CompiledSchema["schema"] {
  return names.reduce(
    (schema, name) => {
      const { properties, items } = schema;
      return dereference((isObject(properties) ? ownValue(properties, name) : undefined) ?? items, root);
    },
    dereference(root, root),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return isObject(value);
}
