/** An object of JSON, whose fields may hold anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** True for an object of JSON. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** True for an array of JSON, whose elements may be anything. */
export const isArray = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** The trimmed text of a field; undefined where it is empty or no text. */
export function textAt(value: JsonObject, key: string): string | undefined {
  const text = value[key];
  return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}
