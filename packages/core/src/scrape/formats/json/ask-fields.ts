import { inParallel } from "../../../concurrency/in-parallel.ts";
import { cutOffWarnings, type JsonSchema, type ModelAccess } from "../../../models/model-access.ts";
import { splitText } from "../../../chunks/tokens.ts";
import { sumUsage, type ModelUsage } from "../../../models/usage.ts";
import { withoutRequired, wrapSchema } from "./json-schema.ts";
import { fieldPath } from "./json-pointer.ts";
import type { SchemaProblem } from "./schema-compiler.ts";

/** The task of a model that reads a text. */
export interface FieldQuestion {
  /** The shape of the answer; absent when only the prompt says what is wanted. */
  readonly schema: JsonSchema | undefined;
  readonly prompt: string | undefined;
  /** The page, as Markdown. */
  readonly text: string;
  /** Also ask which words of the page state each field. */
  readonly wantsQuotes: boolean;
}

/** The answer of a model. */
export interface FieldAnswer {
  /** The answers as it wrote them: one for each part into which the text was split. */
  readonly texts: readonly string[];
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

const concurrentQuestions = 4;

/** Asks a model for fields of a text; a text that is too long for one question is asked about in parts. */
export async function askFields(
  question: FieldQuestion,
  model: ModelAccess,
  signal: AbortSignal,
): Promise<FieldAnswer> {
  const parts = splitText(question.text, model.maxInputTokens);
  const answers = await inParallel(parts, concurrentQuestions, async (part, index) => {
    const position =
      parts.length === 1
        ? ""
        : `\nThis is part ${index + 1} of ${parts.length} of the text; leave out what this part does not state.`;
    return await model.ask(
      { task: `${taskOf(question)}${position}`, material: part, schema: answerSchema(question) },
      signal,
    );
  });
  return {
    texts: answers.map(({ text }) => text),
    usage: sumUsage(answers.map(({ usage }) => usage)),
    warnings: cutOffWarnings(answers),
  };
}

/** Asks a model to mend an answer that does not fit its schema. */
export async function askRepair(
  question: FieldQuestion,
  failed: { readonly value: unknown; readonly problems: readonly SchemaProblem[] },
  { model, signal }: { readonly model: ModelAccess; readonly signal: AbortSignal },
): Promise<FieldAnswer> {
  const task = [
    taskOf(question),
    "An earlier answer does not fit the schema. It stands at the end of the text, after a line of dashes, with what is wrong.",
    "Answer again, completely, and mend these fields.",
  ].join("\n");
  const [part = ""] = splitText(question.text, model.maxInputTokens);
  // The earlier answer, with the names in it, comes from the page as well.
  const problems = failed.problems.slice(0, 20).map(({ pointer, message }) => `- ${fieldPath(pointer)} ${message}`);
  const material = [part, "----------", JSON.stringify(failed.value) ?? "none", ...problems].join("\n");
  const answer = await model.ask({ task, material, schema: answerSchema(question) }, signal);
  return { texts: [answer.text], usage: answer.usage, warnings: cutOffWarnings([answer]) };
}

function taskOf({ schema, prompt, wantsQuotes }: FieldQuestion): string {
  const lines = [
    prompt === undefined
      ? "Read the fields of the schema from the text."
      : `Read from the text what this asks for: ${prompt}`,
    'Put the answer into the property "result".',
    schema === undefined
      ? "Choose names for its fields that say what they hold."
      : "Leave out fields that the text does not state. Copy names, numbers and dates as they are.",
  ];
  if (wantsQuotes) {
    lines.push(
      'Put into "evidence", for every field of the result, its path (`plans[0].price`) and the exact words of the text that state it.',
    );
  }
  return lines.join("\n");
}

const evidenceSchema: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    properties: { path: { type: "string" }, quote: { type: "string" } },
    required: ["path", "quote"],
    additionalProperties: false,
  },
};

function answerSchema({ schema, wantsQuotes }: FieldQuestion): JsonSchema {
  const result = schema === undefined ? { type: "object", additionalProperties: true } : withoutRequired(schema);
  return wrapSchema("result", result, wantsQuotes ? { evidence: evidenceSchema } : {});
}
