import { splitText } from "../../chunks/tokens.ts";
import { inParallel } from "../../concurrency/in-parallel.ts";
import { cutOffWarnings, type ModelAccess } from "../../models/model-access.ts";
import { sumUsage, type ModelUsage } from "../../models/usage.ts";

/** A model's answer to a question about a page, and its cost. */
export interface PageAnswer {
  readonly text: string;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

/** Parts of a long page that are asked about at once. */
const atOnce = 4;
const nothing = "NONE";

const answerTask = (question: string) =>
  [
    "Answer the question from the text alone, in plain sentences, in the language of the question.",
    "If the text does not answer it, say so in one sentence.",
    `Question: ${question}`,
  ].join("\n");

const noteTask = (question: string) =>
  [
    "The text is one part of a page. Write down, close to its own words, whatever in it helps to answer the question.",
    `If nothing does, answer ${nothing}.`,
    `Question: ${question}`,
  ].join("\n");

/** Answers a question from a page (contract §5.1). Of a long page, notes on its parts are read instead. */
export async function answerQuestion(
  markdown: string,
  question: string,
  { model, signal }: { readonly model: ModelAccess; readonly signal: AbortSignal },
): Promise<PageAnswer> {
  const parts = splitText(markdown, model.maxInputTokens);
  if (parts.length === 1) {
    const answer = await model.ask({ task: answerTask(question), material: markdown }, signal);
    return { text: answer.text.trim(), usage: answer.usage, warnings: cutOffWarnings([answer]) };
  }
  const notes = await inParallel(parts, atOnce, (material) =>
    model.ask({ task: noteTask(question), material }, signal),
  );
  const texts = notes.map(({ text }) => text.trim()).filter((text) => text !== nothing);
  // Notes should be shorter than their text; if they are not, the first ones have to do.
  const [material = ""] = splitText(texts.join("\n\n"), model.maxInputTokens);
  const answer = await model.ask({ task: answerTask(question), material }, signal);
  const long = `The page was read in ${parts.length} parts, because it is long.`;
  return {
    text: answer.text.trim(),
    usage: sumUsage([...notes.map((note) => note.usage), answer.usage]),
    warnings: [long, ...cutOffWarnings([...notes, answer])],
  };
}

const linesTask = (query: string) =>
  [
    "The lines of the text are numbered. Which of them state what the query asks about? As few as tell everything.",
    `Query: ${query}`,
  ].join("\n");

const LinesSchema = {
  type: "object",
  properties: {
    lines: { type: "array", items: { type: "integer" }, description: "Numbers; empty if there are none." },
  },
  required: ["lines"],
  additionalProperties: false,
};

/** The passages of a page that a query is about, word for word and in page order: a model only says which lines they are. */
export async function findHighlights(
  markdown: string,
  query: string,
  { model, signal }: { readonly model: ModelAccess; readonly signal: AbortSignal },
): Promise<PageAnswer> {
  const lines = markdown.split("\n");
  const numbered = lines.flatMap((line, index) => (line.trim() === "" ? [] : [`[${index + 1}] ${line}`])).join("\n");
  const parts = splitText(numbered, model.maxInputTokens);
  const answers = await inParallel(parts, atOnce, (material) =>
    model.ask({ task: linesTask(query), material, schema: LinesSchema }, signal),
  );
  const chosen = new Set(
    answers.flatMap(({ text }) => (text.match(/(?<![-.\d])\d{1,9}/g) ?? []).map((digits) => Number(digits))),
  );
  const text = passages(lines, chosen);
  const warnings = text === "" ? ["Nothing on the page is about the query of `highlights`."] : [];
  return {
    text,
    usage: sumUsage(answers.map(({ usage }) => usage)),
    warnings: [...warnings, ...cutOffWarnings(answers)],
  };
}

/** The chosen lines, counted from 1, with a gap where lines between them are left out. */
function passages(lines: readonly string[], chosen: ReadonlySet<number>): string {
  return lines
    .map((line, index) => (chosen.has(index + 1) ? line : ""))
    .join("\n")
    .replaceAll(/\n{2,}/g, "\n\n")
    .replaceAll(/^\n+|(?<!\n)\n+$/g, "");
}
