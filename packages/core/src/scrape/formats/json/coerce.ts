import type { JsonSchema } from "../../../models/model-access.ts";
import { lettersAndDigits } from "../../../text/letters-and-digits.ts";
import { kindOf } from "./json-schema.ts";

/**
 * A text, number or boolean of a page as the value that a schema wants, if there is no doubt what that is: `"1,299.00"`
 * is the number 1299, `https://schema.org/InStock` is `InStock`. Undefined otherwise. Pure.
 */
export function coerce(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
  const fitting = byKind(value, schema);
  const choices = schema["enum"];
  if (!Array.isArray(choices) || fitting === undefined) return fitting;
  return choices.find((choice) => choice === fitting || isAlike(choice, fitting));
}

function byKind(value: string | number | boolean, schema: JsonSchema): unknown {
  switch (kindOf(schema)) {
    case "string":
      return textOf(value, schema["format"]);
    case "number":
      return numberOf(value);
    case "integer": {
      const number = numberOf(value);
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

/** The one number in a text; thousands separated by commas, decimals by a point. `1.299,00` could be either: no. */
function numberOf(value: string | number | boolean): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return undefined;
  const match = /^[^\d-]*(-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)[^\d]*$/.exec(value.trim());
  if (match?.[1] === undefined || /^\d+\.\d{3}$/.test(match[1])) return undefined;
  return Number(match[1].replaceAll(",", ""));
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
