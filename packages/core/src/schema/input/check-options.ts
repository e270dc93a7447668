import { z } from "zod";
import { isObject } from "../../collections/json-values.ts";
import { EngineError } from "../../errors.ts";
import { amount, amountAboveZero, count } from "../fields/amounts.ts";
import { parseInput } from "./parse-input.ts";

/** True for anything that can be called. */
export const isFunction = (value: unknown): boolean => typeof value === "function";

/** The kinds of options that adapters take. `.optional()` makes one of them an option that may be left out. */
export const option = {
  text: z.string(),
  /** A text that says something, such as a key or a path. */
  filledText: z.string().min(1),
  texts: z.array(z.string()),
  /** The address of a service. */
  httpUrl: z.string().refine((text) => /^https?:\/\/[^/]/i.test(text) && URL.canParse(text), {
    error: "must be an http or https URL such as `https://service.example`",
  }),
  flag: z.boolean(),
  amount,
  amountAboveZero,
  count,
  callback: z.custom<(...parameters: never) => unknown>(isFunction, "must be a function"),
  object: z.custom<object>(isObject, "must be an object"),
  clock: z.custom<object>((value) => isObject(value) && isFunction(value["now"]), "must be a clock"),
} as const;

/** Every option of an adapter, and no other. */
export type OptionKinds<Options> = { readonly [Name in keyof Required<Options>]: z.ZodType };

/**
 * Refuses options of an adapter that do not exist, are missing, or are of the wrong type: they would have no effect, or one
 * that shows when the adapter is first used. Throws BAD_REQUEST that begins with the adapter's name.
 */
export function checkOptions<Options extends object>(
  adapter: string,
  options: unknown,
  kinds: OptionKinds<Options>,
): asserts options is Options {
  if (!isObject(options)) throw new EngineError("BAD_REQUEST", `${adapter}: the options must be an object.`);
  try {
    parseInput(z.strictObject(kinds), options);
  } catch (thrown) {
    if (!EngineError.is(thrown, "BAD_REQUEST")) throw thrown;
    const { message, details } = thrown;
    throw new EngineError("BAD_REQUEST", `${adapter}: ${message}`, { cause: thrown, details });
  }
}
