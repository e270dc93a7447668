import type { StandardSchemaV1 } from "@standard-schema/spec";
import { z } from "zod";
import type { JsonSchema } from "../../../models/model-access.ts";
import { isObject } from "../../../collections/json-values.ts";

/** The library schemas of a request, by the format that they belong to. */
export type StandardSchemas = Readonly<Partial<Record<string, StandardSchemaV1>>>;

/**
 * Takes schemas of validation libraries (https://standardschema.dev: Zod, Valibot, ArkType …) out of a scrape request and
 * puts JSON Schemas in their place, so that the rest of the request is plain data.
 */
export function takeStandardSchemas(input: unknown): { readonly input: unknown; readonly schemas: StandardSchemas } {
  if (!isObject(input) || !Array.isArray(input["formats"])) return { input, schemas: {} };
  const schemas: Record<string, StandardSchemaV1> = {};
  const formats = input["formats"].map((format: unknown) => {
    if (!isObject(format) || !isStandardSchema(format["schema"]) || typeof format["type"] !== "string") return format;
    const { schema, ...rest } = format;
    schemas[format["type"]] = schema;
    const json = jsonSchemaOf(schema);
    return json === undefined ? rest : { ...rest, schema: json };
  });
  return Object.keys(schemas).length === 0 ? { input, schemas } : { input: { ...input, formats }, schemas };
}

/**
 * An input whose schemas of validation libraries are JSON Schemas: those of its formats, of the formats in its
 * `scrapeOptions`, and its own. What the libraries would transform stays as it is.
 */
export function withPlainSchemas(input: unknown): unknown {
  const { input: plain } = takeStandardSchemas(input);
  if (!isObject(plain)) return plain;
  const { schema, scrapeOptions } = plain;
  const json = isStandardSchema(schema) ? jsonSchemaOf(schema) : schema;
  return {
    ...plain,
    ...(schema === undefined ? {} : { schema: json }),
    ...(scrapeOptions === undefined ? {} : { scrapeOptions: takeStandardSchemas(scrapeOptions).input }),
  };
}

/** True if a value is a schema of a validation library. */
function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  return "~standard" in value && isObject(value["~standard"]) && typeof value["~standard"]["validate"] === "function";
}

/** The JSON Schema of a library's schema; undefined when the library does not give one. */
function jsonSchemaOf(schema: StandardSchemaV1): JsonSchema | undefined {
  const standard: unknown = schema["~standard"];
  if (isObject(standard) && isObject(standard["jsonSchema"]) && typeof standard["jsonSchema"]["input"] === "function") {
    const made: unknown = standard["jsonSchema"]["input"]({ target: "draft-2020-12" });
    if (isObject(made)) return made;
  }
  // Zod before 4.2 has no such method, but its schemas of version 4 have one form.
  return "_zod" in schema ? (z.toJSONSchema(schema as unknown as z.ZodType, { io: "input" }) as JsonSchema) : undefined;
}
