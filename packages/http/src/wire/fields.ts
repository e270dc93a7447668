import { z } from "zod";

/** The fields of an input, by name: the shape of its schema. */
export type FieldSchemas = Readonly<Record<string, z.core.$ZodType>>;

/**
 * Reads a form or a query string, in which every value is text, as the fields of an input: each value becomes the first
 * of text, number or boolean, and list that its field accepts. Lists are repeated names, with or without `[]`. Values
 * that no field accepts are left for the engine to refuse, as the number or boolean that they look like.
 */
export function readFields(params: URLSearchParams, fields: FieldSchemas): Readonly<Record<string, unknown>> {
  const byName = Map.groupBy(params, ([name]) => name.replace(/\[\]$/, ""));
  const entries = [...byName].map(([name, pairs]) => {
    const texts = pairs.map(([, text]) => text);
    return [name, readField(texts, Object.hasOwn(fields, name) ? fields[name] : undefined)] as const;
  });
  return Object.fromEntries(entries);
}

function readField(texts: readonly string[], schema: z.core.$ZodType | undefined): unknown {
  const lists = [texts, texts.map(scalar)];
  const readings = texts.length === 1 ? [...texts, ...texts.map(scalar), ...lists] : lists;
  if (schema === undefined) return readings[0];
  const accepted = readings.find((reading) => z.safeParse(schema, reading).success);
  return accepted ?? (texts.length === 1 ? scalar(texts[0] ?? "") : texts);
}

function scalar(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
