import { nearest } from "@garner/core";
import { readBody, type BodyRules } from "./body.ts";
import { readFields, type FieldSchemas } from "./fields.ts";

/** The rules for reading a request's input. */
export interface InputRules extends BodyRules {
  /** The values of the parameters in the path; they win. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Reads a request's input: the body of a POST, else the query string. Of that only the known fields count, because proxies
 * and clients add parameters of their own, and fields that look misspelled, for the engine to refuse. Throws EngineError
 * like {@link readBody}.
 */
export async function readInput(request: Request, rules: InputRules): Promise<unknown> {
  const { fields, params } = rules;
  const sent = request.method === "POST" ? await readBody(request, rules) : readQuery(request, fields);
  // A list or a bare value has no fields to add to; the engine refuses it.
  return typeof sent === "object" && sent !== null && !Array.isArray(sent) ? { ...sent, ...params } : sent;
}

function readQuery(request: Request, fields: FieldSchemas): Readonly<Record<string, unknown>> {
  const query = Object.entries(readFields(new URL(request.url).searchParams, fields));
  return Object.fromEntries(query.filter(([name]) => Object.hasOwn(fields, name) || isMisspelled(name, fields)));
}

/** A shorter name resembles too many others to be a misspelled one. */
const minGuessedLength = 4;

function isMisspelled(name: string, fields: FieldSchemas): boolean {
  return name.length >= minGuessedLength && nearest(name, Object.keys(fields)) !== undefined;
}
