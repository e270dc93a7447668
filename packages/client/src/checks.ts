import { EngineError } from "@garner/core/errors";
import { isObject } from "./body.ts";
import { onlyEmbedded } from "./failure.ts";

/** The error for a wrong argument, in the words of an engine. */
function wrong(message: string): EngineError {
  return new EngineError("BAD_REQUEST", message);
}

/** The reference unchanged. Throws BAD_REQUEST, as an engine does, if it has no id. */
export function withId<Reference extends { readonly id: string }>(reference: Reference): Reference {
  const given: unknown = reference;
  if (given === undefined) throw wrong("The request is missing.");
  if (!isObject(given)) throw wrong(`The request must be an object, not ${shown(given)}.`);
  const { id } = given;
  if (id === undefined) throw wrong("`id` is missing.");
  if (typeof id !== "string") throw wrong(`\`id\` must be a string, not ${shown(id)}.`);
  return reference;
}

/** Throws BAD_REQUEST for a list's query that is no object. */
export function checkQuery(query: unknown): void {
  if (!isObject(query)) throw wrong(`The request must be an object, not ${shown(query)}.`);
}

/**
 * Throws BAD_REQUEST for options that are no object, or a signal that can't fire, and CAPABILITY_MISSING for options
 * that can't be sent.
 */
export function checkCall(call: unknown): void {
  if (call === undefined) return;
  if (!isObject(call)) throw wrong("The options of a call must be an object.");
  const { signal, id, principal } = call;
  // Checked by its methods: a signal of another realm, such as a frame, is no instance of this one's class.
  if (signal !== undefined && !(typeof signal === "object" && signal !== null && "addEventListener" in signal))
    throw wrong("`signal` must be an AbortSignal.");
  if (id !== undefined) throw onlyEmbedded("id", "`idempotencyKey` makes starting a job repeatable");
  if (principal !== undefined) throw onlyEmbedded("principal", "`apiKey` of the client says who is calling");
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}
