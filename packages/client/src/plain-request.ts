import type { StandardSchemaV1 } from "@standard-schema/spec";
import { EngineError, messageOfThrown } from "@garner/core/errors";
import { isObject } from "./body.ts";
import { onlyEmbedded } from "./failure.ts";

/**
 * A request as JSON: schemas of validation libraries (https://standardschema.dev) become JSON Schemas, formats of the host's
 * own their names. Throws CAPABILITY_MISSING for a library that does not give JSON Schemas.
 */
export function plainRequest(value: unknown): unknown {
  if (isStandardSchema(value)) return jsonSchemaOf(value);
  if (Array.isArray(value)) return value.map(plainRequest);
  if (!isObject(value)) return value;
  if (value["type"] === "custom" && "name" in value) return { type: "custom", name: value["name"] };
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plainRequest(each)]));
}

/** `json` of a result, held against the schema that asked for it: its defaults and transformations are the library's. */
export async function heldAgainstSchema<Result extends object>(request: unknown, result: Result): Promise<Result> {
  const standard = jsonSchemaIn(request);
  if (standard === undefined || !("json" in result)) return result;
  const held = await standard["~standard"].validate(result.json);
  if (held.issues === undefined) return { ...result, json: held.value };
  const problems = held.issues.map(({ message, path = [] }) => {
    const names = path.map((part) => String(typeof part === "object" ? part.key : part));
    return { pointer: names.map((name) => `/${name}`).join(""), message };
  });
  const fields = [...new Set(problems.map(({ pointer }) => pointer.slice(1)))];
  throw new EngineError("EXTRACTION_FAILED", `\`json\` does not fit the schema: ${fields.join(", ")}.`, {
    details: { fields, problems },
  });
}

function jsonSchemaIn(request: unknown): StandardSchemaV1 | undefined {
  if (!isObject(request) || !Array.isArray(request["formats"])) return undefined;
  const formats: readonly unknown[] = request["formats"];
  const asked = formats.find((format) => isObject(format) && format["type"] === "json");
  return isObject(asked) && isStandardSchema(asked["schema"]) ? asked["schema"] : undefined;
}

function isStandardSchema(value: unknown): value is StandardSchemaV1 {
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return false;
  return "~standard" in value && isObject(value["~standard"]) && typeof value["~standard"]["validate"] === "function";
}

function jsonSchemaOf(schema: StandardSchemaV1): unknown {
  const standard: unknown = schema["~standard"];
  if (isObject(standard) && isObject(standard["jsonSchema"]) && typeof standard["jsonSchema"]["input"] === "function")
    try {
      return standard["jsonSchema"]["input"]({ target: "draft-2020-12" }) as unknown;
    } catch (cause) {
      const reason = messageOfThrown(cause);
      throw new EngineError("BAD_REQUEST", `\`schema\`: its library makes no JSON Schema of it: ${reason}`, { cause });
    }
  throw onlyEmbedded("schema", "this library gives no JSON Schema; pass one");
}
