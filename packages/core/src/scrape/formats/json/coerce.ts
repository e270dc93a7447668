import type { JsonSchema } from "../../../models/model-access.ts";
import { lettersAndDigits } from "../../../text/letters-and-digits.ts";
import { kindOf } from "./json-schema.ts";
import { numberOf } from "./number-of.ts";

/** What is known of the text that a value stands in. */
export interface ValueContext {
  /** The language of the text (BCP 47). */
  readonly language?: string | undefined;
}

/**
 * A text, number or boolean of a page as the value that a schema wants, if there is no doubt what that is: `"1,299.00"`
 * is the number 1299, `https://schema.org/InStock` is `InStock`. Undefined otherwise. Pure.
 */
export function coerce(value: unknown, schema: JsonSchema, { language }: ValueContext = {}): unknown {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  const fitting = byKind(value, schema, language);
  const choices = schema["enum"];
  if (!Array.isArray(choices) || fitting === undefined) return fitting;
  return choices.find((choice) => choice === fitting || isAlike(choice, fitting));
}

function byKind(value: string | number | boolean, schema: JsonSchema, language: string | undefined): unknown {
  switch (kindOf(schema)) {
    case "string":
      return textOf(value, schema["format"]);
    case "number":
      return asNumber(value, language);
    case "integer": {
      const number = asNumber(value, language);
      return Number.isInteger(number) ? number : undefined;
    }
    case "boolean":
      return booleanOf(value);
    case "any":
      return value;
    default:
      return undefined;
  }
}

function textOf(value: string | number | boolean, format: unknown): string | undefined {
  const text = String(value)
    .trim()
    .replace(/^https?:\/\/schema\.org\//, "");
  if (text === "") return undefined;
  if (format === "date") return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0];
  if (format === "date-time") return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? text : undefined;
  if (format === "uri" || format === "url") return URL.canParse(text) ? text : undefined;
  if (format === "email")
    return /^[^@\s]+@[^@\s]+$/.test(text.replace(/^mailto:/, "")) ? text.replace(/^mailto:/, "") : undefined;
  return text;
}

function asNumber(value: string | number | boolean, language: string | undefined): number | undefined {
  return typeof value === "string" ? numberOf(value, language) : typeof value === "number" ? value : undefined;
}

function booleanOf(value: string | number | boolean): boolean | undefined {
  if (typeof value === "boolean") return value;
  const text = String(value)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/schema\.org\//, "");
  if (/^(?:true|yes|instock|limitedavailability|onlineonly|instoreonly)$/.test(text)) return true;
  return /^(?:false|no|outofstock|soldout|discontinued)$/.test(text) ? false : undefined;
}

function isAlike(one: unknown, other: unknown): boolean {
  return lettersAndDigits(String(one)) === lettersAndDigits(String(other));
}
