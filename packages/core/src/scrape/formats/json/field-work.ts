import type { PureWork } from "../../../concurrency/pure-work.ts";
import type { JsonSchema } from "../../../models/model-access.ts";
import { noStructuredContent, type StructuredContent } from "../../../page/structured/index.ts";
import type { ValueContext } from "./coerce.ts";
import { evidenceFor, type FieldEvidence, type GivenQuote } from "./evidence.ts";
import { readExactValues, type ExactValues } from "./exact-values.ts";
import { isObject } from "../../../collections/json-values.ts";
import { dereference, kindOf } from "./json-schema.ts";
import { mergeAnswers } from "./merge.ts";
import { readAnswer } from "./read-answer.ts";
import { createSchemaCompiler, type CompiledSchema, type SchemaProblem } from "./schema-compiler.ts";
import { tidy } from "./tidy.ts";

// Schemas of callers and answers of models can take long, so this is done in the threads that read pages.

/** This thread's memory of compiled schemas. Compiling is pure, so sharing it changes nothing. */
const compile = createSchemaCompiler();

const module = import.meta.url;
const tooMuch = {
  code: "BAD_REQUEST",
  message:
    "`schema` takes too long to compile, or to hold an answer against; use fewer fields and choices, and references that don't multiply.",
} as const;

/** Everything known about the fields of a schema before a model is asked. */
export interface PreparedFields extends Pick<CompiledSchema, "schema" | "uncheckedPatterns"> {
  /** The values that the page states in machine-readable form. */
  readonly exact: ExactValues;
  /** True if that alone fits the schema. */
  readonly fits: boolean;
}

/**
 * Compiles a schema, and reads the values that a page states exactly. Throws BAD_REQUEST for a value that is no schema.
 */
export const prepareFields: PureWork<
  {
    readonly schema: JsonSchema;
    readonly structured?: StructuredContent | undefined;
    /** A language model reads what the page does not state. */
    readonly hasReader?: boolean | undefined;
  },
  PreparedFields
> = {
  module,
  name: "prepareFields",
  tooMuch,
  async run({ schema: written, structured = noStructuredContent, hasReader }) {
    const { schema, uncheckedPatterns, check } = await compile(written);
    const root = dereference(schema, schema);
    const exact =
      kindOf(root) === "object" ? readExactValues({ ...schema, ...root }, structured, { hasReader }) : noExactValues;
    return { schema, uncheckedPatterns, exact, fits: check(exact.value).length === 0 };
  },
};

/** The exact values of a page that states nothing to machines. */
export const noExactValues: ExactValues = { value: {}, origins: new Map(), isComplete: false };

/** A value that was held against a schema. */
export interface FittedValue {
  readonly value: unknown;
  /** The first ones; none when it fits. */
  readonly problems: readonly SchemaProblem[];
}

/** The answers that a model gave to the parts of a text, put together and held against a schema. */
export interface FittedAnswer extends FittedValue {
  readonly quotes: readonly GivenQuote[];
}

/** A list of a million wrong entries would give a million complaints. */
const maxProblems = 200;

/** Reads a model's answers, puts them together with exact values, and holds the whole against a schema. */
export const fitAnswers: PureWork<
  {
    readonly texts: readonly string[];
    readonly exact: Readonly<Record<string, unknown>>;
    readonly schema: JsonSchema | undefined;
    /** The language that numbers in the answers are written in (BCP 47). */
    readonly language?: string | undefined;
  },
  FittedAnswer
> = {
  module,
  name: "fitAnswers",
  tooMuch,
  async run({ texts, exact, schema, language }) {
    const answers = texts.map(readAnswer);
    const merged = mergeAnswers(answers);
    // Exact values win over what a model read.
    const value = Object.keys(exact).length === 0 ? merged : { ...(isObject(merged) ? merged : {}), ...exact };
    return { ...(await fit(value, schema, { language })), quotes: answers.flatMap(({ quotes }) => quotes) };
  },
};

/** Puts values together and holds the whole against a schema. */
export const fitValues: PureWork<{ readonly values: readonly unknown[]; readonly schema: JsonSchema }, FittedValue> = {
  module,
  name: "fitValues",
  tooMuch,
  run: async ({ values, schema }) => await fit(mergeAnswers(values.map((value) => ({ value }))), schema),
};

async function fit(value: unknown, schema: JsonSchema | undefined, context: ValueContext = {}): Promise<FittedValue> {
  if (schema !== undefined) {
    const tidied = tidy(value, await compile(schema), context);
    return { ...tidied, problems: tidied.problems.slice(0, maxProblems) };
  }
  const isJson = value !== undefined && value !== null;
  return { value, problems: isJson ? [] : [{ pointer: "", keyword: "type", message: "must be JSON" }] };
}

/** Finds the words of a page that support a value, see {@link evidenceFor}. */
export const findEvidence: PureWork<
  { readonly value: unknown; readonly page: Parameters<typeof evidenceFor>[1] },
  readonly FieldEvidence[]
> = {
  module,
  name: "findEvidence",
  tooMuch: { code: "UNSUPPORTED_CONTENT", message: "It takes too long to find what the page says of its fields." },
  run: ({ value, page }) => evidenceFor(value, page),
};
