import { parseRequest } from "@garner/core";
import type { z } from "zod";
import type { FieldSchemas } from "../wire/fields.ts";

/** A sent request as the input of an operation. */
export interface Translated {
  readonly input: unknown;
  /** Notes for the sender about parts that were left out. */
  readonly warnings: readonly string[];
}

/** Turns requests of another version of the contract into those of this one. */
export interface Translation {
  readonly schema: z.ZodType;
  readonly shape: FieldSchemas;
  /** Throws BAD_REQUEST that lists the issues, by the names that were sent. */
  readonly translate: (sent: unknown) => Translated;
}

/** Makes a {@link Translation} of the older schema and a pure function from its output to the newer request. */
export function translation<Schema extends z.ZodObject, Newer>(
  schema: Schema,
  toNewer: (older: z.output<Schema>) => Newer,
): Translation {
  return {
    schema,
    shape: schema.shape,
    translate: (sent) => {
      const { request, warnings } = parseRequest(schema, sent);
      return { input: toNewer(request), warnings };
    },
  };
}
