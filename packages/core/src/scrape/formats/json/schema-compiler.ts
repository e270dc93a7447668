import type { ErrorObject, ValidateFunction } from "ajv";
import { RE2JS } from "re2js";
import { EngineError, messageOfThrown } from "../../../errors.ts";
import type { JsonSchema } from "../../../models/model-access.ts";
import { fieldPath, pointerTo } from "./json-pointer.ts";
import { normaliseSchema } from "./json-schema.ts";
import { recentlyUsed } from "../../../collections/recently-used.ts";

/** A violation of a schema by a value. */
export interface SchemaProblem {
  /** A JSON pointer (RFC 6901); empty for the value itself. */
  readonly pointer: string;
  readonly keyword: string;
  /** A sentence without the field's name. */
  readonly message: string;
  /** The property that is missing or too many, where that is the problem. */
  readonly property?: string | undefined;
}

/** A JSON Schema that values can be held against. */
export interface CompiledSchema {
  /** The schema in the form that it is compiled in. */
  readonly schema: JsonSchema;
  /** Patterns that values are not held against: those with lookaround or backreferences, which can take for ever. */
  readonly uncheckedPatterns: readonly string[];
  /** Everything that is wrong with a value; nothing when it is valid. */
  check(value: unknown): readonly SchemaProblem[];
}

/** Compiles JSON Schemas of any draft, and keeps the last ones. Throws BAD_REQUEST for what is no schema. */
export type SchemaCompiler = (schema: JsonSchema) => Promise<CompiledSchema>;

/** Makes a compiler. ajv is loaded when the first schema arrives. */
export function createSchemaCompiler(): SchemaCompiler {
  const compiled = recentlyUsed<Promise<CompiledSchema>>({ maxSize: 100 });
  return (schema) => {
    const key = JSON.stringify(schema);
    const known = compiled.get(key);
    if (known !== undefined) return known;
    const compiling = compile(normaliseSchema(schema));
    compiled.set(key, compiling);
    return compiling;
  };
}

async function compile(schema: JsonSchema): Promise<CompiledSchema> {
  const [{ Ajv2020 }, { Ajv }, formats] = await Promise.all([
    import("ajv/dist/2020.js"),
    import("ajv"),
    import("ajv-formats"),
  ]);
  const uncheckedPatterns = new Set<string>();
  const linearPattern = (source: string) => compileLinear(source, uncheckedPatterns);
  const options = {
    strict: false,
    allErrors: true,
    // A property may be called `constructor`, which every object inherits.
    ownProperties: true,
    logger: false,
    validateFormats: true,
    // A caller's pattern must not be able to stop the process.
    code: { regExp: Object.assign(linearPattern, { code: "linearPattern" }) },
  } as const;
  const isOlder = /draft-0?[67]\b/.test(String(schema["$schema"] ?? ""));
  const validators = isOlder ? [Ajv] : [Ajv2020, Ajv];
  let failure: unknown;
  for (const Validator of validators) {
    try {
      const ajv = new Validator(options);
      // The module's default export is the plugin itself, which its types don't say.
      const addFormats = formats.default as unknown as (target: unknown) => void;
      addFormats(ajv);
      const { $schema: _, ...rest } = schema;
      return checker(schema, ajv.compile(rest), [...uncheckedPatterns]);
    } catch (thrown) {
      failure ??= thrown;
    }
  }
  if (failure instanceof RangeError) throw endless(failure);
  const reason = messageOfThrown(failure);
  throw new EngineError("BAD_REQUEST", `\`schema\` is not a JSON Schema that can be used: ${reason}.`, {
    cause: failure,
  });
}

/** The part of RegExp that ajv uses. It tells patterns apart by their text. */
interface AjvPattern {
  test(text: string): boolean;
  toString(): string;
}

function compileLinear(source: string, unchecked: Set<string>): AjvPattern {
  const toString = () => source;
  try {
    const pattern = RE2JS.compile(source);
    return { test: (text) => pattern.matcher(text).find(), toString };
  } catch {
    void new RegExp(source, "u"); // an invalid pattern makes the schema invalid
    unchecked.add(source);
    return { test: () => true, toString };
  }
}

function checker(schema: JsonSchema, validate: ValidateFunction, uncheckedPatterns: readonly string[]): CompiledSchema {
  return {
    schema,
    uncheckedPatterns,
    check(value) {
      try {
        return validate(value) ? [] : (validate.errors ?? []).map(problemOf);
      } catch (thrown) {
        throw thrown instanceof RangeError ? endless(thrown) : thrown;
      }
    },
  };
}

/** The stack overflows on the way through references; what they are held against is nested a few levels deep only. */
function endless(cause: RangeError): EngineError {
  const message =
    "`schema` has references (`$ref`) that lead back to themselves, or too far, without going into the value.";
  return new EngineError("BAD_REQUEST", message, { cause });
}

function problemOf({ instancePath, keyword, message = "is not valid", params }: ErrorObject): SchemaProblem {
  const property: unknown = params["missingProperty"] ?? params["additionalProperty"] ?? params["unevaluatedProperty"];
  const allowed: unknown = params["allowedValues"];
  const choices = Array.isArray(allowed) ? `: ${allowed.map((value) => JSON.stringify(value)).join(", ")}` : "";
  return {
    pointer: instancePath,
    keyword,
    message: `${message}${choices}`,
    ...(typeof property === "string" ? { property } : {}),
  };
}

/** The names of the fields that problems are about, as `plans[0].price`; `(root)` for the whole. */
export function fieldNames(problems: readonly SchemaProblem[]): readonly string[] {
  return [
    ...new Set(
      problems.map(({ pointer, property, keyword }) =>
        fieldPath(keyword === "required" ? pointerTo(pointer, property ?? "") : pointer),
      ),
    ),
  ];
}
