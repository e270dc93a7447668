import type { StandardSchemaV1 } from "@standard-schema/spec";
import { EngineError } from "../../../errors.ts";
import type { JsonSchema, ModelAccess } from "../../../models/model-access.ts";
import { noUsage, sumUsage, type ModelUsage } from "../../../models/usage.ts";
import { noStructuredContent, type StructuredContent } from "../../../page/structured/index.ts";
import { askFields, askRepair, type FieldQuestion } from "./ask-fields.ts";
import { evidenceFor, type FieldEvidence, type GivenQuote } from "./evidence.ts";
import { readExactValues, type ExactValues } from "./exact-values.ts";
import { dereference, isEmptySchema, isObject, kindOf } from "./json-schema.ts";
import { fieldNames, type CompiledSchema, type SchemaCompiler, type SchemaProblem } from "./schema-compiler.ts";
import { mergeAnswers } from "./merge.ts";
import { tidy } from "./tidy.ts";

/** What is wanted of a page as JSON. */
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

/** What fields are read with. */
export interface JsonReader {
  /** The option that asks for them, as messages name it: `formats: json`, `extract: schema` … */
  readonly option: string;
  readonly model: ModelAccess | undefined;
  readonly compileSchema: SchemaCompiler;
  readonly signal: AbortSignal;
}

/** The fields that were read. */
export interface JsonReading {
  readonly value: unknown;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
  /** For every field, when it was asked for. */
  readonly evidence?: readonly FieldEvidence[] | undefined;
}

const emptySchemaWarning =
  "The schema is empty, so the model chose the fields. Clients that turn a Zod 4 schema into JSON Schema by a converter for Zod 3 send this: pass `z.toJSONSchema(schema)`.";

/** What to configure for a language model. */
const modelRemedy =
  "a language model: pass `model` (any AI SDK model) to createEngine, or set OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY or OLLAMA_BASE_URL for the server";

/**
 * Reads structured data from a page. What the page states to machines is taken from there, exactly; a model fills the
 * gap. The answer fits the schema: what does not is repaired once. Throws CAPABILITY_MISSING when there is a gap and no
 * model, EXTRACTION_FAILED that names the fields, PROVIDER_FAILED, and BAD_REQUEST for what is no JSON Schema.
 */
export async function readJson(source: JsonSource, asked: JsonWish, reader: JsonReader): Promise<JsonReading> {
  const saysNothing = asked.schema !== undefined && isEmptySchema(asked.schema);
  const wish = saysNothing ? { ...asked, schema: undefined } : asked;
  const compiled = wish.schema === undefined ? undefined : await reader.compileSchema(wish.schema);
  const exact = readExact(source, compiled);
  const reading = await completed(source, { wish, compiled, exact }, reader);
  const value = wish.standard === undefined ? reading.value : await heldAgainst(wish.standard, reading.value);
  const evidence = wish.evidence
    ? evidenceFor(reading.value, { markdown: source.markdown, origins: exact.origins, quotes: reading.quotes })
    : undefined;
  const doubtful = (evidence ?? []).filter(({ verified }) => !verified).map(({ path }) => path);
  const warnings = [...(saysNothing ? [emptySchemaWarning] : []), ...patternWarnings(compiled), ...reading.warnings];
  if (doubtful.length > 0)
    warnings.push(`Nothing on the page supports the values of: ${doubtful.slice(0, 20).join(", ")}.`);
  return { value, usage: reading.usage, warnings, ...(evidence === undefined ? {} : { evidence }) };
}

/**
 * {@link readJson} for one page of several: what the page does not state is left out, and whether the whole fits its
 * schema is asked later, by {@link completeJson}. Throws CAPABILITY_MISSING when there is a gap, nothing else, and no model.
 */
export async function readJsonPart(
  source: JsonSource,
  wish: JsonWish,
  { option, model, compileSchema, signal }: JsonReader,
): Promise<JsonReading> {
  const compiled = wish.schema === undefined ? undefined : await compileSchema(wish.schema);
  const exact = readExact(source, compiled);
  const isKnown = exact.isComplete || (model === undefined && exact.origins.size > 0);
  if (!isKnown && model === undefined) throw modelMissing(option);
  const answer =
    isKnown || model === undefined
      ? noAnswer
      : await askFields(questionOf(source, { wish, compiled, exact }), model, signal);
  const value = fitted(joined(answer.value, exact), compiled).value;
  const { origins } = exact;
  const evidence = wish.evidence
    ? evidenceFor(value, { markdown: source.markdown, origins, quotes: answer.quotes })
    : undefined;
  return { value, usage: answer.usage, warnings: [], ...(evidence === undefined ? {} : { evidence }) };
}

const noAnswer = { value: undefined, quotes: [], usage: noUsage } as const;

/** Holds a value that was put together against its schema, and lets a model mend it once. Throws EXTRACTION_FAILED. */
export async function completeJson(
  value: unknown,
  schema: JsonSchema | undefined,
  { model, compileSchema, signal }: Omit<JsonReader, "option">,
): Promise<Pick<JsonReading, "value" | "usage">> {
  if (schema === undefined) return { value, usage: noUsage };
  const compiled = await compileSchema(schema);
  const tidied = tidy(value, compiled);
  if (tidied.problems.length === 0) return { value: tidied.value, usage: noUsage };
  if (model === undefined) throw extractionFailed(tidied.problems);
  const question: FieldQuestion = {
    schema: compiled.schema,
    prompt: undefined,
    text: JSON.stringify(tidied.value, undefined, 1) ?? "",
    wantsQuotes: false,
  };
  const repaired = await askRepair(question, tidied, { model, signal });
  const mended = tidy(mergeAnswers([{ value: repaired.value }, { value: tidied.value }]), compiled);
  const best = tidy(repaired.value, compiled);
  const whole = best.problems.length === 0 ? best : mended;
  if (whole.problems.length > 0) throw extractionFailed(whole.problems);
  return { value: whole.value, usage: repaired.usage };
}

const noExactValues: ExactValues = { value: {}, origins: new Map(), isComplete: false };

function readExact(
  { structured = noStructuredContent }: JsonSource,
  compiled: CompiledSchema | undefined,
): ExactValues {
  if (compiled === undefined) return noExactValues;
  const root = dereference(compiled.schema, compiled.schema);
  return kindOf(root) === "object" ? readExactValues({ ...compiled.schema, ...root }, structured) : noExactValues;
}

interface Plan {
  readonly wish: JsonWish;
  readonly compiled: CompiledSchema | undefined;
  readonly exact: ExactValues;
}

interface Completed {
  readonly value: unknown;
  readonly quotes: readonly GivenQuote[];
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

async function completed(source: JsonSource, { wish, compiled, exact }: Plan, reader: JsonReader): Promise<Completed> {
  const { model, signal } = reader;
  const withoutModel: Completed = { value: exact.value, quotes: [], usage: noUsage, warnings: [] };
  const isValid = compiled?.check(exact.value).length === 0;
  if (exact.isComplete && isValid) return withoutModel;
  if (model === undefined) {
    if (!isValid || exact.origins.size === 0) throw modelMissing(reader.option);
    return { ...withoutModel, warnings: [missingWarning(compiled, exact)] };
  }
  const question = questionOf(source, { wish, compiled, exact });
  const first = await askFields(question, model, signal);
  const warnings = first.parts > 1 ? [`The page was read in ${first.parts} parts, because it is long.`] : [];
  const answer = fitted(joined(first.value, exact), compiled);
  if (answer.problems.length === 0) return { value: answer.value, quotes: first.quotes, usage: first.usage, warnings };
  const second = await askRepair(question, answer, { model, signal });
  const repaired = fitted(joined(second.value, exact), compiled);
  if (repaired.problems.length > 0) throw extractionFailed(repaired.problems);
  const usage = sumUsage([first.usage, second.usage]);
  return { value: repaired.value, quotes: [...first.quotes, ...second.quotes], usage, warnings };
}

function questionOf(source: JsonSource, { wish, compiled, exact }: Plan): FieldQuestion {
  return {
    schema: compiled && gapSchema(compiled.schema, exact),
    prompt: wish.prompt ?? (compiled === undefined ? "the main information of the page" : undefined),
    text: source.markdown,
    wantsQuotes: wish.evidence,
  };
}

/** Exact values win over what a model read. */
function joined(answer: unknown, exact: ExactValues): unknown {
  if (exact.origins.size === 0) return answer;
  return { ...(isObject(answer) ? answer : {}), ...exact.value };
}

function fitted(
  value: unknown,
  compiled: CompiledSchema | undefined,
): { readonly value: unknown; readonly problems: readonly SchemaProblem[] } {
  if (compiled !== undefined) return tidy(value, compiled);
  const isJson = value !== undefined && value !== null;
  return { value, problems: isJson ? [] : [{ pointer: "", keyword: "type", message: "must be JSON" }] };
}

/** The schema without the fields that are known already. */
function gapSchema(schema: JsonSchema, { origins }: ExactValues): JsonSchema {
  if (origins.size === 0 || !isObject(schema["properties"])) return schema;
  const open = Object.entries(schema["properties"]).filter(([name]) => !origins.has(name));
  return { ...schema, properties: Object.fromEntries(open) };
}

function patternWarnings(compiled: CompiledSchema | undefined): readonly string[] {
  const unchecked = compiled?.uncheckedPatterns ?? [];
  if (unchecked.length === 0) return [];
  return [`Values were not held against patterns with lookaround or backreferences: ${unchecked.join(" ")}.`];
}

/** What an option that needs a language model is refused with where there is none. */
export function modelMissing(option: string): EngineError {
  return new EngineError("CAPABILITY_MISSING", `\`${option}\` needs ${modelRemedy}.`, { details: { option } });
}

function missingWarning(compiled: CompiledSchema | undefined, { origins }: ExactValues): string {
  const properties = compiled?.schema["properties"];
  const missing = isObject(properties) ? Object.keys(properties).filter((name) => !origins.has(name)) : [];
  return `The page's own data does not state: ${missing.join(", ")}. To read them from its text needs ${modelRemedy}.`;
}

function extractionFailed(problems: readonly SchemaProblem[]): EngineError {
  const fields = fieldNames(problems);
  const reasons = problems
    .slice(0, 5)
    .map(({ pointer, message }) => `${pointer === "" ? "the answer" : pointer} ${message}`);
  const message = `The model's answer does not fit the schema, also after a repair: ${fields.join(", ")} (${reasons.join("; ")}).`;
  return new EngineError("EXTRACTION_FAILED", message, { details: { fields, problems } });
}

async function heldAgainst(standard: StandardSchemaV1, value: unknown): Promise<unknown> {
  const result = await standard["~standard"].validate(value);
  if (result.issues === undefined) return result.value;
  const problems = result.issues.map(({ message, path = [] }): SchemaProblem => {
    const names = path.map((part) => String(typeof part === "object" ? part.key : part));
    return { pointer: names.map((name) => `/${name}`).join(""), keyword: "schema", message };
  });
  throw extractionFailed(problems);
}
