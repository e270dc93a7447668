import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isObject } from "../../../collections/json-values.ts";
import { EngineError } from "../../../errors.ts";
import type { ExtractStatus } from "../../../schema/extract.ts";
import type { ScrapeResult } from "../../../schema/result.ts";
import { warningOf } from "../../../schema/warning.ts";
import { holdAgainst } from "./read-json.ts";
import { isStandardSchema, takeStandardSchemas } from "./standard-schema.ts";

// Jobs keep data only, and may run in another process. The schema of a library is here, where the job was started.

/**
 * Holds the pages of a job against the schema that its request names for `json`, if that is one of a validation library; the
 * value is what the schema makes of it. A page whose value is refused comes without it, and with a warning.
 */
export function pageHolder(request: unknown): (page: ScrapeResult) => Promise<ScrapeResult> {
  const options = isObject(request) ? [request, request["scrapeOptions"]] : [];
  const schemas = options.map((part) => takeStandardSchemas(part, () => undefined).schemas["json"]);
  const schema = schemas.find((each) => each !== undefined);
  if (schema === undefined) return async (page) => page;
  return async ({ json, ...page }) => {
    if (json === undefined) return page;
    const { value, refusal } = await hold(schema, json);
    return refusal === undefined
      ? { ...page, json: value }
      : { ...page, ...warningOf([page.warning, refusal.message]) };
  };
}

/**
 * Holds the result of an extraction against the schema of its request, if that is one of a validation library; the data are
 * what the schema makes of them. An extraction whose data are refused has failed.
 */
export function extractHolder(request: unknown): (status: ExtractStatus) => Promise<ExtractStatus> {
  const schema = isObject(request) ? request["schema"] : undefined;
  if (!isStandardSchema(schema)) return async (status) => status;
  return async (status) => {
    if (status.status !== "completed") return status;
    const { value, refusal } = await hold(schema, status.data);
    if (refusal === undefined) return { ...status, data: value };
    return { ...status, status: "failed", error: refusal.message };
  };
}

async function hold(
  schema: StandardSchemaV1,
  json: unknown,
): Promise<{ readonly value?: unknown; readonly refusal?: EngineError }> {
  try {
    return { value: await holdAgainst(schema, json) };
  } catch (thrown) {
    if (!EngineError.is(thrown, "EXTRACTION_FAILED")) throw thrown;
    return { refusal: thrown };
  }
}
