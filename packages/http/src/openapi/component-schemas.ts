import {
  Action,
  ActionResults,
  ChangeTracking,
  CreditBalance,
  DeliveryRecord,
  Format,
  ImageResult,
  JobCancelled,
  JobErrors,
  Location,
  MapLink,
  Metadata,
  NewsResult,
  PageFailure,
  ScrapeOptions,
  ScrapeResult,
  WebhookObject,
  WebResult,
} from "@garner/core";
import { z } from "zod";

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 has it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Schemas that several bodies share. */
const sharedInputs = { Action, Format, Location, ScrapeOptions, WebhookObject };
const sharedOutputs = {
  ActionResults,
  ChangeTracking,
  CreditBalance,
  DeliveryRecord,
  ImageResult,
  JobCancelled,
  JobErrors,
  MapLink,
  Metadata,
  NewsResult,
  PageFailure,
  ScrapeResult,
  WebResult,
};

/** Collects the schemas of a description under their names. */
export interface ComponentSchemas {
  /** A reference to the schema of a request; the first name that it gets stays. */
  input(name: string, schema: z.ZodType): JsonSchema;
  /** A reference to the schema of an answer. */
  output(name: string, schema: z.ZodType): JsonSchema;
  /** A small schema in its place. */
  inline(schema: z.core.$ZodType): JsonSchema;
  /** All schemas by name, once they are collected. */
  all(): Readonly<Record<string, JsonSchema>>;
}

interface Named {
  readonly id: string;
}

/** Makes an empty collection. */
export function createComponentSchemas(): ComponentSchemas {
  const inputs = registryOf(sharedInputs);
  const outputs = registryOf(sharedOutputs);

  function reference(registry: z.core.$ZodRegistry<Named>, name: string, schema: z.ZodType): JsonSchema {
    if (!registry.has(schema)) registry.add(schema, { id: name });
    return { $ref: uriOf(registry.get(schema)?.id ?? name) };
  }

  return {
    input: (name, schema) => reference(inputs, name, schema),
    output: (name, schema) => reference(outputs, name, schema),
    inline: (schema) => cleaned(z.toJSONSchema(schema, { io: "input", override })),
    all() {
      const written = z.toJSONSchema(inputs, { io: "input", uri: uriOf, override }).schemas;
      const read = z.toJSONSchema(outputs, { io: "output", uri: uriOf, override: overrideOutput }).schemas;
      const named = Object.entries({ ...written, ...read }).map(([name, schema]) => [name, cleaned(schema)] as const);
      return Object.fromEntries(named.toSorted(([one], [other]) => (one < other ? -1 : 1)));
    },
  };
}

function registryOf(schemas: Readonly<Record<string, z.ZodType>>): z.core.$ZodRegistry<Named> {
  const registry = z.registry<Named>();
  for (const [id, schema] of Object.entries(schemas)) registry.add(schema, { id });
  return registry;
}

const uriOf = (name: string): string => `#/components/schemas/${name}`;

/** Leaves out redundant parts: the bounds of every integer, and names that the schemas have elsewhere. */
function override({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  delete jsonSchema.id;
}

/** An answer may have more tomorrow: its reader must not be told that it never will. */
function overrideOutput(context: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  override(context);
  if (context.jsonSchema.additionalProperties === false) delete context.jsonSchema.additionalProperties;
}

function cleaned({ $schema: _dialect, $id: _place, id: _name, ...schema }: z.core.JSONSchema.BaseSchema): JsonSchema {
  return schema;
}
