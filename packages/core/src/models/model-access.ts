import { gaveUp, unlessAborted } from "../concurrency/deadline.ts";
import { EngineError } from "../errors.ts";
import type { EngineEvent } from "../events.ts";
import type { Clock } from "../ports/clock.ts";
import { fenced, fenceInstructions } from "./fence.ts";
import {
  assertLanguageModel,
  finishOf,
  textOf,
  tokensOf,
  withoutThoughts,
  type LanguageModel,
} from "./language-model.ts";
import { isBusy, isRefusedFormat, modelFailure, retryDelayMs, saidByProvider } from "./provider-error.ts";
import { usageOf, type ModelPrices, type ModelUsage } from "./usage.ts";

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A question to a language model. */
export interface ModelQuestion {
  /** The task: our words and the caller's, never the page's. */
  readonly task: string;
  /** Text from the web. It is fenced: nothing in it is an instruction. */
  readonly material: string;
  /** The answer's shape: an object schema for JSON, absent for plain text. */
  readonly schema?: JsonSchema | undefined;
}

/** The answer of a model, and its cost. */
export interface ModelAnswer {
  readonly text: string;
  readonly usage: ModelUsage;
  /** True if the model had more to say than it may in one answer. */
  readonly isCutOff: boolean;
}

/** The warning about answers that end before their end. Pure. */
export function cutOffWarnings(answers: readonly Pick<ModelAnswer, "isCutOff">[]): readonly string[] {
  if (!answers.some(({ isCutOff }) => isCutOff)) return [];
  return ["The language model reached the longest answer it may give, so what it says may be incomplete."];
}

/** The language model of an engine. */
export interface ModelAccess {
  /** Most tokens of material in one question. */
  readonly maxInputTokens: number;
  /**
   * Asks the model. Rate limits and failures that pass are waited out, unless the provider asks for more than a minute or
   * than the time for an answer. Throws EngineError:
   * PROVIDER_FAILED, also for an answer that takes too long or is too large; or ABORTED. `onWait` gets each failure that is
   * waited out.
   */
  ask(question: ModelQuestion, signal: AbortSignal, onWait?: (failure: EngineError) => void): Promise<ModelAnswer>;
}

/** The use of a language model. */
export interface ModelLimits {
  /** The most tokens of page text in one question; longer pages are split and the answers merged. 24,000 by default. */
  readonly maxInputTokens?: number | undefined;
  /** The most time for one answer, retries included; 5 minutes by default. */
  readonly timeoutMs?: number | undefined;
  /** Prices of tokens, so that results say what they cost. */
  readonly prices?: ModelPrices | undefined;
}

/** The parts of a {@link ModelAccess}. */
export interface ModelAccessOptions extends ModelLimits {
  readonly model: LanguageModel;
  readonly clock: Clock;
  /** A number in [0, 1), for the jitter of retries. */
  readonly random: () => number;
  /** Names fences, so that no page can guess them. */
  readonly newId: () => string;
  readonly onEvent: (event: EngineEvent) => void;
}

/** How long a question may take, and who is told why it does. */
interface Patience {
  /** On the monotonic clock. */
  readonly endsAt: number;
  readonly onWait: ((failure: EngineError) => void) | undefined;
}

const maxAttempts = 5;
/** More than any model writes. */
const maxAnswerCharacters = 2_000_000;

/** Builds the access to a model. Throws BAD_REQUEST for a value that is no model. */
export function createModelAccess(options: ModelAccessOptions): ModelAccess {
  const { model, clock, random, newId, maxInputTokens = 24_000, timeoutMs = 5 * 60_000, prices, onEvent } = options;
  assertLanguageModel(model);

  async function generate(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    const fence = `page-${newId()
      .replaceAll(/[^a-z0-9]/gi, "")
      .slice(0, 16)}`;
    const { schema } = question;
    const result = await model.doGenerate({
      prompt: [
        { role: "system", content: fenceInstructions(fence) },
        { role: "user", content: [{ type: "text", text: prompt(question, fence) }] },
      ],
      ...(schema === undefined ? {} : { responseFormat: { type: "json", schema } }),
      abortSignal: signal,
      // A caller's schema may have optional fields and references, which OpenAI's strict mode refuses.
      providerOptions: { openai: { strictJsonSchema: false } },
    });
    const text = withoutThoughts(textOf(result));
    if (text.length > maxAnswerCharacters) throw tooLong();
    const finish = finishOf(result);
    // Words that come with it are those of the refusal, or end where the filter struck.
    if (finish === "content-filter") throw refused();
    // Readers of JSON ask once more, and say which fields are missing.
    if (schema === undefined && text.trim() === "") throw saysNothing(finish);
    return { text, usage: usageOf(tokensOf(result), prices), isCutOff: finish === "length" };
  }

  async function askAgain(
    question: ModelQuestion,
    signal: AbortSignal,
    { endsAt, onWait = () => {} }: Patience,
  ): Promise<ModelAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await generate(question, signal);
      } catch (thrown) {
        signal.throwIfAborted();
        onEvent({ type: "provider-error", provider: model.provider, ...saidByProvider(thrown) });
        // The schema is also part of the task, so a provider without structured output can do without.
        if (question.schema !== undefined && isRefusedFormat(thrown))
          return await askAgain({ ...question, schema: undefined }, signal, { endsAt, onWait });
        if (attempt === maxAttempts || !isBusy(thrown)) throw modelFailure(thrown);
        const delayMs = retryDelayMs(thrown, { number: attempt, now: clock.now(), random: random() });
        if (delayMs === undefined || clock.monotonic() + delayMs >= endsAt) throw modelFailure(thrown);
        onWait(modelFailure(thrown));
        await clock.sleep(delayMs, signal);
      }
    }
  }

  return {
    maxInputTokens,
    async ask(question, signal, onWait) {
      const tooLate = clock.deadline(timeoutMs);
      const within = AbortSignal.any([signal, tooLate]);
      const stopped = () => (signal.aborted ? gaveUp(signal) : noAnswer(timeoutMs));
      if (within.aborted) throw stopped();
      // A model need not listen to its signal.
      const endsAt = clock.monotonic() + timeoutMs;
      return await unlessAborted(askAgain(question, within, { endsAt, onWait }), within, stopped);
    },
  };
}

/** A model, and why it is being waited for when it is asked again. */
export interface WatchedModel {
  readonly model: ModelAccess | undefined;
  readonly trouble: () => string | undefined;
}

/** Watches a model for the time of one call, so that a call whose time is over can say what it waited for. */
export function watchModel(model: ModelAccess | undefined): WatchedModel {
  if (model === undefined) return { model, trouble: () => undefined };
  let trouble: string | undefined;
  const ask: ModelAccess["ask"] = async (question, signal) => {
    const answer = await model.ask(question, signal, (failure) => (trouble = failure.message));
    trouble = undefined;
    return answer;
  };
  return { model: { ...model, ask }, trouble: () => trouble };
}

function tooLong(): EngineError {
  const message = `The language model's answer is longer than ${maxAnswerCharacters} characters.`;
  return new EngineError("PROVIDER_FAILED", message);
}

function refused(): EngineError {
  return new EngineError("PROVIDER_FAILED", "The language model refuses to answer: its content filter stopped it.");
}

function saysNothing(finish: string | undefined): EngineError {
  const why = finish === "length" ? ": it came to its limit of tokens before it said anything" : "";
  return new EngineError("PROVIDER_FAILED", `The language model gave an empty answer${why}.`);
}

function noAnswer(timeoutMs: number): EngineError {
  return new EngineError(
    "PROVIDER_FAILED",
    `The language model did not answer within ${timeoutMs} ms, see \`models.timeoutMs\`.`,
  );
}

function prompt({ task, material, schema }: ModelQuestion, fence: string): string {
  const shape =
    schema === undefined
      ? ""
      : `\n\nAnswer with one JSON object of this JSON Schema and nothing else:\n${JSON.stringify(schema)}`;
  return `${task}${shape}\n\n${fenced(material, fence)}`;
}
