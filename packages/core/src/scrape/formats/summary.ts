import { computeFor, type WorkingCall } from "../../concurrency/pure-work.ts";
import { inParallel } from "../../concurrency/in-parallel.ts";
import { cutOffWarnings, type ModelAccess } from "../../models/model-access.ts";
import { splitText } from "../../chunks/tokens.ts";
import { noUsage, sumUsage, type ModelUsage } from "../../models/usage.ts";
import { findTellingSentences } from "./summary-work.ts";

/** A summary, and what it cost. */
export interface SummaryReading {
  readonly summary: string;
  readonly usage: ModelUsage;
  readonly warnings: readonly string[];
}

const task = [
  "Summarise the text in one paragraph of two to five plain sentences, in the language of the text.",
  'Say what a reader would want to know. Begin with the matter itself, not with "This page".',
].join("\n");

const sentences = 4;

/**
 * A short prose summary of a page (contract §4.5): by a language model; without one, the page's own most telling
 * sentences, with a warning that says so. A long page is summarised in parts first.
 */
export async function summarise(
  markdown: string,
  model: ModelAccess | undefined,
  call: WorkingCall,
): Promise<SummaryReading> {
  if (markdown.trim() === "") return { summary: "", usage: noUsage, warnings: ["The page has no text to summarise."] };
  if (model === undefined) {
    const summary = (await computeFor(call, findTellingSentences, { markdown, count: sentences })).join(" ");
    const warning =
      "The summary consists of sentences of the page; pass `models: { language }` (any AI SDK model) to createEngine for one in new words.";
    return { summary, usage: noUsage, warnings: [warning] };
  }
  const parts = splitText(markdown, model.maxInputTokens);
  const answers = await inParallel(parts, 4, (material) => model.ask({ task, material }, call.signal));
  const usage = sumUsage(answers.map((answer) => answer.usage));
  const texts = answers.map((answer) => answer.text.trim());
  const warnings = cutOffWarnings(answers);
  if (texts.length === 1) return { summary: texts[0] ?? "", usage, warnings };
  const whole = await summarise(texts.join("\n\n"), model, call);
  return { ...whole, usage: sumUsage([usage, whole.usage]), warnings: [...new Set([...warnings, ...whole.warnings])] };
}
