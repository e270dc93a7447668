import type { JsonSchema } from "../../../models/model-access.ts";
import type { StructuredTable } from "../../../page/structured/index.ts";
import { coerce } from "./coerce.ts";
import { isObject } from "../../../collections/json-values.ts";
import { lettersAndDigits } from "../../../text/letters-and-digits.ts";
import { dereference } from "./json-schema.ts";

/** The rows of a table as objects of a schema; undefined unless every property is a column, and every cell a value of it. */
export function readTable({ headers, rows }: StructuredTable, schema: JsonSchema): readonly unknown[] | undefined {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const columns = Object.entries(properties).map(([name, part]) => {
    const index = headers.findIndex((header) => lettersAndDigits(header) === lettersAndDigits(name));
    return { name, index, schema: dereference(part, schema) };
  });
  if (columns.length === 0 || rows.length === 0 || columns.some(({ index }) => index < 0)) return undefined;
  const read = rows.map((row) =>
    columns.map((column) => [column.name, coerce(row[column.index], column.schema)] as const),
  );
  return read.flat().some(([, value]) => value === undefined) ? undefined : read.map((row) => Object.fromEntries(row));
}
