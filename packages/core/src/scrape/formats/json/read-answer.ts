import { jsonrepair } from "jsonrepair";
import { isNestedDeeperThan } from "../../../collections/nesting.ts";
import type { GivenQuote } from "./evidence.ts";
import { isObject } from "../../../collections/json-values.ts";

/** A model's answer, read as JSON. */
export interface ReadAnswer {
  /** Undefined when the model gave no JSON. */
  readonly value: unknown;
  readonly quotes: readonly GivenQuote[];
}

/** No schema written by people is deeper, and every reader of a value needs stack for each level. */
const deepestAnswer = 200;

/** The JSON in a model's answer, also when it stands in a code block or is slightly broken. Pure. */
export function readAnswer(text: string): ReadAnswer {
  const parsed = parseJson(text);
  if (!isObject(parsed) || isNestedDeeperThan(deepestAnswer, parsed)) return { value: undefined, quotes: [] };
  const { evidence } = parsed;
  const quotes = Array.isArray(evidence) ? evidence.filter(isQuote) : [];
  // A model without structured output may leave out the property around its answer.
  return { value: Object.hasOwn(parsed, "result") ? parsed["result"] : parsed, quotes };
}

function isQuote(value: unknown): value is GivenQuote {
  return isObject(value) && typeof value["path"] === "string" && typeof value["quote"] === "string";
}

function parseJson(text: string): unknown {
  const block = /```(?:json)?([\s\S]*?)```/.exec(text)?.[1] ?? text;
  const start = block.indexOf("{");
  if (start < 0) return undefined;
  // Some models go on talking behind their answer.
  const end = block.lastIndexOf("}") + 1;
  const whole = repaired(block.slice(start));
  return isObject(whole) || end <= start ? whole : repaired(block.slice(start, end));
}

/** Undefined for what is no JSON, also with a little help; the caller asks again. */
function repaired(text: string): unknown {
  try {
    return JSON.parse(jsonrepair(text));
  } catch {
    return undefined;
  }
}
