import type { LanguageModel } from "ai";
import { EngineError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import { fenced, fenceInstructions } from "./fence.ts";
import { isBusy, isRefusedFormat, modelFailure, retryDelayMs } from "./provider-error.ts";
import { usageOf, type ModelPrices, type ModelUsage } from "./usage.ts";

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A question to a language model. */
export interface ModelQuestion {
  /** What to do: our words and the caller's, never the page's. */
  readonly task: string;
  /** Text from the web. It is fenced: nothing in it is an instruction. */
  readonly material: string;
  /** The answer's shape: an object schema for JSON, absent for plain text. */
  readonly schema?: JsonSchema | undefined;
}

/** What a model answered, and what it cost. */
export interface ModelAnswer {
  readonly text: string;
  readonly usage: ModelUsage;
}

/** The language model of an engine. */
export interface ModelAccess {
  /** Most tokens of material in one question. */
  readonly maxInputTokens: number;
  /**
   * Asks the model. Rate limits and failures that pass are waited out within the signal's time. Throws EngineError:
   * PROVIDER_FAILED, or ABORTED.
   */
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
}

/** How a language model is used. */
export interface ModelLimits {
  /** Most tokens of page text in one question; longer pages are split and the answers merged. 24,000 by default. */
  readonly maxInputTokens?: number | undefined;
  /** With prices, results say what they cost. */
  readonly prices?: ModelPrices | undefined;
}

/** What a {@link ModelAccess} is made of. */
export interface ModelAccessOptions extends ModelLimits {
  readonly model: LanguageModel;
  readonly clock: Clock;
  /** A number in [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /** Names fences, so that no page can guess them. */
  readonly newId: () => string;
}

const mostAttempts = 5;

/** Builds the access to a model of the AI SDK, which is loaded when the first question is asked. */
export function createModelAccess(options: ModelAccessOptions): ModelAccess {
  const { model, clock, random, newId, maxInputTokens = 24_000, prices } = options;

  async function generate(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    const { generateText, jsonSchema, NoObjectGeneratedError, Output } = await import("ai");
    const fence = `page-${newId()
      .replaceAll(/[^a-z0-9]/gi, "")
      .slice(0, 16)}`;
    const { schema } = question;
    const asking = generateText({
      model,
      instructions: fenceInstructions(fence),
      messages: [{ role: "user", content: prompt(question, fence) }],
      ...(schema === undefined ? {} : { output: Output.object({ schema: jsonSchema(schema) }) }),
      maxRetries: 0, // retries are ours: they follow the engine's clock and the provider's Retry-After
      abortSignal: signal,
      // A caller's schema may have optional fields and references, which OpenAI's strict mode refuses.
      providerOptions: { openai: { strictJsonSchema: false } },
    });
    const { text, usage } = await asking.catch((thrown: unknown) => {
      // Broken JSON can often be mended, which is the business of who asked.
      if (NoObjectGeneratedError.isInstance(thrown) && thrown.text !== undefined)
        return { text: thrown.text, usage: thrown.usage };
      throw thrown;
    });
    return { text, usage: usageOf({ input: usage?.inputTokens ?? 0, output: usage?.outputTokens ?? 0 }, prices) };
  }

  async function ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await generate(question, signal);
      } catch (thrown) {
        if (signal.aborted) throw new EngineError("ABORTED", "The caller gave up.", { cause: signal.reason });
        // The schema is also part of the task, so a provider without structured output can do without.
        if (question.schema !== undefined && isRefusedFormat(thrown))
          return await ask({ ...question, schema: undefined }, signal);
        if (attempt === mostAttempts || !isBusy(thrown)) throw modelFailure(thrown);
        await clock.sleep(retryDelayMs(thrown, attempt, random()), signal);
      }
    }
  }

  return { maxInputTokens, ask };
}

function prompt({ task, material, schema }: ModelQuestion, fence: string): string {
  const shape =
    schema === undefined
      ? ""
      : `\n\nAnswer with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(schema)}`;
  return `${task}${shape}\n\n${fenced(material, fence)}`;
}
