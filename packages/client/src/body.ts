import { EngineError } from "@garner/core/errors";

/** A JSON object of the wire. */
export type Body = Readonly<Record<string, unknown>>;

/** True for a JSON object; a list is none. */
export function isObject(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads a JSON object. Throws UNKNOWN_ERROR for anything else. Pure. */
export function bodyOf(text: string): Body {
  const body = parseJson(text);
  if (isObject(body)) return body;
  throw new EngineError("UNKNOWN_ERROR", "The answer is not one of Garner's: look whether `url` is right.");
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
