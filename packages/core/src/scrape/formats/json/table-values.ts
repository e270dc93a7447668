import type { JsonSchema } from "../../../models/model-access.ts";
import type { StructuredContent, StructuredTable } from "../../../page/structured/index.ts";
import { coerce } from "./coerce.ts";
import { isObject } from "../../../collections/json-values.ts";
import { lettersAndDigits } from "../../../text/letters-and-digits.ts";
import { dereference } from "./json-schema.ts";

/**
 * The rows of the table whose columns are the properties of a schema, as objects. Undefined if no table has these columns, or
 * several have, if a cell is no value of its property, and if a row spans others or sums them up. Pure.
 */
export function readTables({ tables, page }: StructuredContent, schema: JsonSchema): readonly unknown[] | undefined {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const wanted = Object.entries(properties).map(([name, part]) => ({ name, schema: dereference(part, schema) }));
  const fitting = tables.filter(
    ({ headers, rows }) =>
      rows.length > 0 && wanted.every(({ name }) => headers.some((header) => isAlike(header, name))),
  );
  const [table, ...others] = fitting;
  if (table === undefined || others.length > 0 || wanted.length === 0) return undefined;
  return rowsOf(table, wanted, page.language);
}

interface WantedColumn {
  readonly name: string;
  readonly schema: JsonSchema;
}

function rowsOf(
  { headers, rows }: StructuredTable,
  wanted: readonly WantedColumn[],
  language: string | undefined,
): readonly unknown[] | undefined {
  const columns = wanted.map(({ name, schema }) => {
    const places = headers.flatMap((header, index) => (isAlike(header, name) ? [index] : []));
    return { name, schema, index: places.length === 1 ? places[0] : undefined };
  });
  const isPlain = rows.every((row) => row.length === headers.length && !isSum(row));
  if (!isPlain) return undefined;
  const read = rows.map((row) =>
    columns.map(({ name, schema, index }) => {
      const cell = index === undefined ? undefined : row[index];
      return [name, coerce(cell, schema, { language })] as const;
    }),
  );
  return read.flat().some(([, value]) => value === undefined) ? undefined : read.map((row) => Object.fromEntries(row));
}

const isAlike = (one: string, other: string): boolean => lettersAndDigits(one) === lettersAndDigits(other);

/** The words by which a row says that it sums up the others, in the languages of most tables. */
const sum =
  /^(?:(?:grand|sub|net|gross|overall)?[\s-]*totals?|sums?|averages?|mean|(?:zwischen|gesamt)?summe|gesamt(?:betrag|preis)?|insgesamt|durchschnitt|(?:sous-)?total(?:es)?|somme|moyenne|suma|promedio|totale|somma|totaal|totalt|razem|celkem|összesen|toplam|итого|всего|合[计計]|小计|小計|总计|總計|합계|المجموع)(?=$|[^\p{L}])/iu;

const isSum = (row: readonly string[]): boolean => sum.test(row.find((cell) => cell !== "") ?? "");
