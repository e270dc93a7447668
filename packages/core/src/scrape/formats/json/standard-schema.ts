import type { StandardSchemaV1 } from "@standard-schema/spec";
import { z } from "zod";
import { EngineError, messageOfThrown } from "../../../errors.ts";
import type { JsonSchema } from "../../../models/model-access.ts";
import { isObject } from "../../../collections/json-values.ts";

/** The library schemas of a request, by the format that they belong to. */
export type StandardSchemas = Readonly<Partial<Record<string, StandardSchemaV1>>>;

/** Makes JSON Schema of a library's schema; undefined leaves it out. */
type ToJsonSchema = (schema: StandardSchemaV1) => JsonSchema | undefined;

/**
 * Takes schemas of validation libraries (https://standardschema.dev: Zod, Valibot, ArkType …) out of a scrape request and
 * puts JSON Schemas in their place, so that the rest of the request is plain data. Throws BAD_REQUEST for one that has none.
 */
export function takeStandardSchemas(
  input: unknown,
  toJsonSchema: ToJsonSchema = jsonSchemaOf,
): { readonly input: unknown; readonly schemas: StandardSchemas } {
  if (!isObject(input) || !Array.isArray(input["formats"])) return { input, schemas: {} };
  const schemas: Record<string, StandardSchemaV1> = {};
  const formats = input["formats"].map((format: unknown) => {
    if (!isObject(format) || !isStandardSchema(format["schema"]) || typeof format["type"] !== "string") return format;
    const { schema, ...rest } = format;
    schemas[format["type"]] = schema;
    const json = toJsonSchema(schema);
    return json === undefined ? rest : { ...rest, schema: json };
  });
  return Object.keys(schemas).length === 0 ? { input, schemas } : { input: { ...input, formats }, schemas };
}

/**
 * An input whose schemas of validation libraries are JSON Schemas: those of its formats, of the formats in its
 * `scrapeOptions`, and its own. What the libraries would transform stays as it is. Throws BAD_REQUEST for a schema whose
 * library gives no JSON Schema: nothing of it would be left.
 */
export function withPlainSchemas(input: unknown): unknown {
  const { input: plain } = takeStandardSchemas(input, onlyJsonSchemaOf);
  // A copy of an address would be no address any more.
  if (!isObject(plain) || plain instanceof URL) return plain;
  const { schema, scrapeOptions } = plain;
  const json = isStandardSchema(schema) ? onlyJsonSchemaOf(schema) : schema;
  return {
    ...plain,
    ...(schema === undefined ? {} : { schema: json }),
    ...(scrapeOptions === undefined
      ? {}
      : { scrapeOptions: takeStandardSchemas(scrapeOptions, onlyJsonSchemaOf).input }),
  };
}

/** True if a value is a schema of a validation library. */
export function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  return "~standard" in value && isObject(value["~standard"]) && typeof value["~standard"]["validate"] === "function";
}

/** Advice for a caller whose library's schema is not enough. */
export const jsonSchemaRemedy =
  "pass a JSON Schema, or a schema that gives one, such as `toStandardJsonSchema(schema)` of @valibot/to-json-schema";

function onlyJsonSchemaOf(schema: StandardSchemaV1): JsonSchema {
  const json = jsonSchemaOf(schema);
  if (json !== undefined) return json;
  throw new EngineError("BAD_REQUEST", `\`schema\`: its library gives no JSON Schema; ${jsonSchemaRemedy}.`);
}

/** The JSON Schema of a library's schema; undefined when the library does not give one. */
function jsonSchemaOf(schema: StandardSchemaV1): JsonSchema | undefined {
  const standard: unknown = schema["~standard"];
  // Zod before 4.2 has no method of its own, but its schemas of version 4 have one form.
  const byZod = "_zod" in schema ? () => zodJsonSchemaOf(schema as unknown as z.ZodType) : undefined;
  if (!isObject(standard) || !isObject(standard["jsonSchema"])) return byZod?.();
  const { input } = standard["jsonSchema"];
  if (typeof input !== "function") return byZod?.();
  try {
    const made: unknown = input({ target: "draft-2020-12" });
    return isObject(made) ? made : undefined;
  } catch (cause) {
    if (byZod !== undefined) return byZod(); // its own refuses what JSON lacks, such as a date
    const reason = messageOfThrown(cause);
    throw new EngineError("BAD_REQUEST", `\`schema\`: its library makes no JSON Schema of it: ${reason}`, { cause });
  }
}

/** Asks for a date as text, which `z.coerce.date()` reads; other types that JSON lacks may have any value. */
function zodJsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
    },
  }) as JsonSchema;
}
