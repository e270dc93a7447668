import type { StandardSchemaV1 } from "@standard-schema/spec";
import { EngineError } from "../../../errors.ts";
import type { JsonSchema, ModelAccess } from "../../../models/model-access.ts";
import { noUsage, sumUsage, type ModelUsage } from "../../../models/usage.ts";
import { computeFor, type WorkingCall } from "../../../concurrency/pure-work.ts";
import type { Call } from "../../../ports/call.ts";
import type { StructuredContent } from "../../../page/structured/index.ts";
import { askFields, askRepair, type FieldQuestion } from "./ask-fields.ts";
import type { FieldEvidence, GivenQuote } from "./evidence.ts";
import type { ExactValues } from "./exact-values.ts";
import {
  findEvidence,
  fitAnswers,
  fitValues,
  noExactValues,
  prepareFields,
  type PreparedFields,
} from "./field-work.ts";
import { isObject } from "../../../collections/json-values.ts";
import { inputError } from "../../../schema/input/parse-input.ts";
import { normaliseSchema } from "./json-schema.ts";
import { isEmptySchema } from "./property-map.ts";
import { isNothing } from "./merge.ts";
import { pointerTo } from "./json-pointer.ts";
import { fieldNames, type SchemaProblem } from "./schema-compiler.ts";
import { jsonSchemaRemedy } from "./standard-schema.ts";

/** Everything that is wanted of a page as JSON. */
export interface JsonWish {
  readonly schema?: JsonSchema | undefined;
  readonly prompt?: string | undefined;
  /** A library user's own schema, which has the last word and may transform the value. */
  readonly standard?: StandardSchemaV1 | undefined;
  /** Also say for every field where the page states it. */
  readonly evidence: boolean;
}

/** A page in the forms that fields are read from. */
export interface JsonSource {
  readonly markdown: string;
  readonly structured?: StructuredContent | undefined;
}

/** The resources and options with which fields are read. */
export interface JsonReader extends WorkingCall {
  /** The option that asks for them, as messages name it: `formats: json`, `extract: schema` … */
  readonly option: string;
  readonly model: ModelAccess | undefined;
}

/** The fields that were read. */
export interface JsonReading {
  readonly value: unknown;
  /** The fields that the page states to machines. */
  readonly exact: Readonly<Record<string, unknown>>;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
  /** For every field, when it was asked for. */
  readonly evidence?: readonly FieldEvidence[] | undefined;
}

/** A warning about a schema that asks for nothing, which is taken for none. */
export function emptySchemaWarning(schema: JsonSchema): string {
  const words = Object.keys(schema).filter((key) => !key.startsWith("$"));
  if (words.length > 0) {
    const named = words.slice(0, 5).map((key) => `\`${key.slice(0, 40)}\``);
    return `The schema says nothing of the answer (${named.join(", ")}), so the model chose the fields. Write JSON Schema, \`{ "type": "object", "properties": … }\`, or a map such as \`{ "title": "string", "tags": ["string"] }\`.`;
  }
  return "The schema is empty, so the model chose the fields. If it was made of a Zod 4 schema, the converter was one for Zod 3: pass `z.toJSONSchema(schema)`.";
}

const untoldSchemaWarning = `The library of the schema gives no JSON Schema, so the model was not told its fields; ${jsonSchemaRemedy}.`;

/** Tells how to configure a language model; the end of a message. */
const modelRemedy =
  "a language model: pass `models: { language }` (any AI SDK model) to createEngine, or set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or OLLAMA_BASE_URL for the server";

/**
 * Reads structured data from a page. What the page states to machines is taken from there, exactly; a model fills the
 * gap. The answer fits the schema: what does not is repaired once. Throws CAPABILITY_MISSING when there is a gap and no
 * model, EXTRACTION_FAILED that names the fields, PROVIDER_FAILED, and BAD_REQUEST for what is no JSON Schema.
 */
export async function readJson(source: JsonSource, asked: JsonWish, reader: JsonReader): Promise<JsonReading> {
  const saysNothing = asked.schema !== undefined && isEmptySchema(asked.schema);
  const wish = saysNothing ? { ...asked, schema: undefined } : asked;
  const prepared = await prepare(source, wish, reader);
  const reading = await completed(source, { wish, prepared }, reader);
  const value = wish.standard === undefined ? reading.value : await holdAgainst(wish.standard, reading.value);
  const evidence = await evidenceOf(source, { wish, prepared, reading }, reader);
  const doubtful = (evidence ?? []).filter(({ verified }) => !verified).map(({ path }) => path);
  const warnings = [...schemaWarnings(asked), ...patternWarnings(prepared), ...reading.warnings];
  if (doubtful.length > 0)
    warnings.push(`Nothing on the page supports the values of: ${doubtful.slice(0, 20).join(", ")}.`);
  const exact = prepared.exact.value;
  return { value, exact, usage: reading.usage, warnings, ...(evidence === undefined ? {} : { evidence }) };
}

/** The fields that a page states to machines, see {@link JsonReading}; no model is asked. Throws BAD_REQUEST for what is no JSON Schema. */
export async function readExactFields(
  source: JsonSource,
  wish: Pick<JsonWish, "schema">,
  reader: JsonReader,
): Promise<JsonReading["exact"]> {
  return (await prepare(source, wish, reader)).exact.value;
}

/**
 * {@link readJson} for one page of several: what the page does not state is left out, and whether the whole fits its
 * schema is asked later, by {@link completeJson}. Throws CAPABILITY_MISSING when there is a gap, nothing else, and no model.
 */
export async function readJsonPart(source: JsonSource, wish: JsonWish, reader: JsonReader): Promise<JsonReading> {
  const { option, model, signal } = reader;
  const prepared = await prepare(source, wish, reader);
  const { schema, exact } = prepared;
  const isKnown = exact.isComplete || isBlank(source) || (model === undefined && exact.origins.size > 0);
  if (!isKnown && model === undefined) throw modelMissing(option);
  const { texts, usage, warnings } =
    isKnown || model === undefined
      ? { texts: [], usage: noUsage, warnings: [] }
      : await askFields(questionOf(source, { wish, prepared }), model, signal);
  const reading = await computeFor(reader, fitAnswers, {
    texts,
    exact: exact.value,
    schema,
    language: languageOf(source),
  });
  const evidence = await evidenceOf(source, { wish, prepared, reading }, reader);
  return { value: reading.value, exact: exact.value, usage, warnings, ...(evidence === undefined ? {} : { evidence }) };
}

/** A value that was put together, and what it cost to make it whole. */
interface WholeJson extends Pick<JsonReading, "value" | "usage" | "warnings"> {
  /** EXTRACTION_FAILED if the value does not fit its schema. */
  readonly failure?: EngineError | undefined;
}

/**
 * Holds a value that was put together against its schema, and lets a model mend it once. Where nothing was read, there is
 * nothing to mend: a model could only invent it.
 */
export async function completeJson(
  value: unknown,
  schema: JsonSchema | undefined,
  reader: Omit<JsonReader, "option">,
): Promise<WholeJson> {
  const free = { usage: noUsage, warnings: [] };
  if (schema === undefined) return { value, ...free };
  const { model, signal } = reader;
  const tidied = await computeFor(reader, fitValues, { values: [isNothing(value) ? {} : value], schema });
  if (tidied.problems.length === 0) return { value: tidied.value, ...free };
  if (isNothing(value))
    return { value: tidied.value, ...free, failure: extractionFailed(tidied.problems, nothingRead) };
  if (model === undefined) return { value: tidied.value, ...free, failure: extractionFailed(tidied.problems) };
  const question: FieldQuestion = {
    schema: normaliseSchema(schema),
    prompt: undefined,
    text: JSON.stringify(tidied.value, undefined, 1) ?? "",
    wantsQuotes: false,
  };
  const { texts, usage, warnings } = await askRepair(question, tidied, { model, signal });
  const repaired = await computeFor(reader, fitAnswers, { texts, exact: {}, schema });
  const whole =
    repaired.problems.length === 0
      ? repaired
      : await computeFor(reader, fitValues, { values: [repaired.value, tidied.value], schema });
  const failure = whole.problems.length > 0 ? extractionFailed(whole.problems) : undefined;
  return { value: whole.value, usage, warnings, failure };
}

/**
 * Makes sure that a schema can be used. Throws BAD_REQUEST that names its place in the request for a value that is no JSON
 * Schema, or takes too long to compile.
 */
export async function checkSchema(
  schema: JsonSchema,
  path: readonly (string | number)[],
  { call, resources }: { readonly call: Call; readonly resources: Pick<WorkingCall, "compute"> },
): Promise<void> {
  const { signal = new AbortController().signal, principal } = call;
  try {
    await computeFor({ compute: resources.compute, team: principal.team, signal }, prepareFields, { schema });
  } catch (thrown) {
    if (!EngineError.is(thrown, "BAD_REQUEST")) throw thrown;
    throw inputError({ code: "custom", path, message: thrown.message.replace(/^`schema` /, "") }, thrown);
  }
}

/** The fields as they stand before a model is asked; `schema` is undefined if none was given. */
type Prepared = Omit<PreparedFields, "schema"> & { readonly schema: JsonSchema | undefined };

async function prepare(
  { structured }: JsonSource,
  { schema }: Pick<JsonWish, "schema">,
  reader: JsonReader,
): Promise<Prepared> {
  if (schema === undefined) return { schema, uncheckedPatterns: [], exact: noExactValues, fits: false };
  return await computeFor(reader, prepareFields, { schema, structured, hasReader: reader.model !== undefined });
}

interface Plan {
  readonly wish: JsonWish;
  readonly prepared: Prepared;
}

async function evidenceOf(
  { markdown }: JsonSource,
  { wish, prepared, reading }: Plan & { readonly reading: Pick<Completed, "value" | "quotes"> },
  reader: JsonReader,
): Promise<readonly FieldEvidence[] | undefined> {
  if (!wish.evidence) return undefined;
  const page = { markdown, origins: prepared.exact.origins, quotes: reading.quotes };
  return await computeFor(reader, findEvidence, { value: reading.value, page });
}

interface Completed {
  readonly value: unknown;
  readonly quotes: readonly GivenQuote[];
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

async function completed(source: JsonSource, plan: Plan, reader: JsonReader): Promise<Completed> {
  const { model, signal } = reader;
  const { schema, exact, fits } = plan.prepared;
  const withoutModel: Completed = { value: exact.value, quotes: [], usage: noUsage, warnings: [] };
  if (exact.isComplete && fits) return withoutModel;
  if (model === undefined) {
    if (!fits || exact.origins.size === 0) throw modelMissing(reader.option);
    return { ...withoutModel, warnings: [missingWarning(schema, exact)] };
  }
  if (isBlank(source)) {
    const { value, problems } =
      schema === undefined
        ? { value: exact.value, problems: [] }
        : await computeFor(reader, fitValues, { values: [exact.value], schema });
    if (problems.length > 0) throw extractionFailed(problems, withoutText);
    return { ...withoutModel, value, warnings: ["The page has no text to read fields from, so no model was asked."] };
  }
  const question = questionOf(source, plan);
  const language = languageOf(source);
  const first = await askFields(question, model, signal);
  const parts = first.texts.length;
  const long = parts > 1 ? [`The page was read in ${parts} parts, because it is long.`] : [];
  const answer = await computeFor(reader, fitAnswers, { texts: first.texts, exact: exact.value, schema, language });
  if (answer.problems.length === 0)
    return { value: answer.value, quotes: answer.quotes, usage: first.usage, warnings: [...long, ...first.warnings] };
  const second = await askRepair(question, answer, { model, signal });
  const repaired = await computeFor(reader, fitAnswers, { texts: second.texts, exact: exact.value, schema, language });
  if (repaired.problems.length > 0) throw extractionFailed(repaired.problems);
  const usage = sumUsage([first.usage, second.usage]);
  const warnings = [...long, ...second.warnings];
  return { value: repaired.value, quotes: [...answer.quotes, ...repaired.quotes], usage, warnings };
}

const languageOf = ({ structured }: JsonSource): string | undefined => structured?.page.language;

/** True for a page without a text: a model that is asked about none can only invent. */
const isBlank = ({ markdown }: JsonSource): boolean => markdown.trim() === "";

function questionOf(source: JsonSource, { wish, prepared: { schema, exact } }: Plan): FieldQuestion {
  return {
    schema: schema && gapSchema(schema, exact),
    prompt: wish.prompt ?? (schema === undefined ? "the main information of the page" : undefined),
    text: source.markdown,
    wantsQuotes: wish.evidence,
  };
}

/** The schema without the fields that are known already. */
function gapSchema(schema: JsonSchema, { origins }: ExactValues): JsonSchema {
  if (origins.size === 0 || !isObject(schema["properties"])) return schema;
  const open = Object.entries(schema["properties"]).filter(([name]) => !origins.has(name));
  return { ...schema, properties: Object.fromEntries(open) };
}

/** A warning about a schema that tells the model nothing. */
function schemaWarnings({ schema, standard }: JsonWish): readonly string[] {
  if (schema === undefined) return standard === undefined ? [] : [untoldSchemaWarning];
  return isEmptySchema(schema) ? [emptySchemaWarning(schema)] : [];
}

function patternWarnings({ uncheckedPatterns }: Prepared): readonly string[] {
  if (uncheckedPatterns.length === 0) return [];
  return [`Values were not held against patterns with lookaround or backreferences: ${uncheckedPatterns.join(" ")}.`];
}

/** The error for an option that needs a language model where none is configured. */
export function modelMissing(option: string): EngineError {
  return new EngineError("CAPABILITY_MISSING", `\`${option}\` needs ${modelRemedy}.`, { details: { option } });
}

function missingWarning(schema: JsonSchema | undefined, { origins }: ExactValues): string {
  const properties = schema?.["properties"];
  const missing = isObject(properties) ? Object.keys(properties).filter((name) => !origins.has(name)) : [];
  return `The page's own data does not state: ${missing.join(", ")}. To read them from its text needs ${modelRemedy}.`;
}

const afterRepair = "The model's answer does not fit the schema, also after a repair";
const nothingRead = "No page states what the schema asks for";
const withoutText = "The page has no text to read fields from, and its own data does not fit the schema";

function extractionFailed(problems: readonly SchemaProblem[], failed = afterRepair): EngineError {
  const fields = fieldNames(problems);
  const reasons = problems
    .slice(0, 5)
    .map(({ pointer, message }) => `${pointer === "" ? "the answer" : pointer} ${message}`);
  const message = `${failed}: ${fields.join(", ")} (${reasons.join("; ")}).`;
  return new EngineError("EXTRACTION_FAILED", message, { details: { fields, problems } });
}

/** The value that a library's schema makes of another. Throws EXTRACTION_FAILED that names the fields it refuses. */
export async function holdAgainst(standard: StandardSchemaV1, value: unknown): Promise<unknown> {
  const result = await standard["~standard"].validate(value);
  if (result.issues === undefined) return result.value;
  const problems = result.issues.map(({ message, path = [] }): SchemaProblem => {
    const names = path.map((part) => String(typeof part === "object" ? part.key : part));
    return { pointer: names.reduce(pointerTo, ""), keyword: "schema", message };
  });
  throw extractionFailed(problems, "The value does not fit the schema");
}
