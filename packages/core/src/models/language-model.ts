import { EngineError } from "../errors.ts";
import type { TokenCounts } from "./usage.ts";

/**
 * A language model of the AI SDK, such as `openai("gpt-5-mini")`: any object of its provider specification, versions 2 to
 * 4. This type has only the members that the engine calls, so that neither the engine nor its host needs the SDK.
 */
export interface LanguageModel {
  /** `v2`, `v3` or `v4`; later versions are taken as they come. */
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  /**
   * Answers one question. Rejects with the SDK's `APICallError`; the engine reads its `statusCode` and
   * `responseHeaders`.
   */
  doGenerate(call: LanguageModelCall): PromiseLike<LanguageModelResult>;
}

/** A question as the specification has it. */
export interface LanguageModelCall {
  /** Arrays that may be written to, because the specification has them so. */
  readonly prompt: [
    { readonly role: "system"; readonly content: string },
    { readonly role: "user"; readonly content: [{ readonly type: "text"; readonly text: string }] },
  ];
  /** The form of the answer; plain text when absent. */
  readonly responseFormat?: { readonly type: "json"; readonly schema: Readonly<Record<string, unknown>> };
  readonly abortSignal: AbortSignal;
  readonly providerOptions: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
}

/** An answer, in what the versions of the specification share. */
export interface LanguageModelResult {
  /** Text, and reasoning, sources and the like, which are not looked at. */
  readonly content: readonly { readonly type: string; readonly text?: unknown }[];
  /** The JSON text, where it is not all of the text (version 4). */
  readonly structuredOutputText?: string | undefined;
  readonly usage?: { readonly inputTokens?: ModelTokenCount; readonly outputTokens?: ModelTokenCount } | undefined;
  /** Why the model stopped: `stop`, `length`, `content-filter` …; beside the provider's own word since version 3. */
  readonly finishReason?: string | { readonly unified?: string | undefined } | undefined;
}

/** A number in version 2 of the specification, a breakdown since version 3. */
export type ModelTokenCount = number | { readonly total?: number | undefined } | undefined;

/** The words of a model. Pure. */
export function textOf({ structuredOutputText, content }: LanguageModelResult): string {
  if (structuredOutputText !== undefined) return structuredOutputText;
  return content.map(({ type, text }) => (type === "text" && typeof text === "string" ? text : "")).join("");
}

const thoughts = /^\s*<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/;
/** The end of thoughts that began in the prompt. */
const endOfThoughts = "</think>";

/** The answer behind what a model thinks aloud: some servers leave the thoughts in the text. Pure. */
export function withoutThoughts(text: string): string {
  const spoken = text.replace(thoughts, "");
  const end = spoken.indexOf(endOfThoughts);
  return end === -1 ? spoken : spoken.slice(end + endOfThoughts.length);
}

/** Why a model stopped, in the words of the AI SDK; undefined if it does not say. Pure. */
export function finishOf({ finishReason }: LanguageModelResult): string | undefined {
  return typeof finishReason === "object" ? finishReason.unified : finishReason;
}

/** The tokens that a model counted; 0 where it counts nothing. Pure. */
export function tokensOf({ usage }: LanguageModelResult): TokenCounts {
  const total = (count: ModelTokenCount) => (typeof count === "object" ? count.total : count) ?? 0;
  return { input: total(usage?.inputTokens), output: total(usage?.outputTokens) };
}

/** Throws BAD_REQUEST for a value that is no model, with advice. */
export function assertLanguageModel(model: unknown): asserts model is LanguageModel {
  if (typeof model === "string") {
    const message = `model: the name ${JSON.stringify(model)} is not enough; pass a model of an AI SDK provider, such as \`openai("gpt-5-mini")\` of @ai-sdk/openai, or \`gateway(${JSON.stringify(model)})\` of @ai-sdk/gateway.`;
    throw new EngineError("BAD_REQUEST", message);
  }
  if (typeof model === "object" && model !== null && "doGenerate" in model && typeof model.doGenerate === "function")
    return;
  throw new EngineError(
    "BAD_REQUEST",
    'model: not a language model of the AI SDK (version 5 or newer), such as `openai("gpt-5-mini")` of @ai-sdk/openai.',
  );
}
