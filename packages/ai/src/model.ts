import {
  EngineError,
  onlyGiven,
  type LanguageModel as GarnerLanguageModel,
  type LanguageModelCall,
  type LanguageModelResult,
} from "@garner/core";
import { generateText, streamText, type LanguageModel } from "ai";

type GenerateOptions = Parameters<typeof generateText>[0];

/** Settings of the AI SDK for every question to a model. */
export interface GarnerModelOptions {
  /** The telemetry of every call: `{ functionId, isEnabled, integrations … }` of the AI SDK. */
  readonly telemetry?: GenerateOptions["telemetry"];
  /** Options of the provider, such as `{ openai: { reasoningEffort: "low" } }`. */
  readonly providerOptions?: GenerateOptions["providerOptions"];
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Ask for streams, for models that have nothing else. */
  readonly isStreamed?: boolean | undefined;
}

/**
 * Any model of the AI SDK as the engine's: one of a provider, one with middleware, the name of one in a registry, or a
 * gateway's string such as `openai/gpt-5-mini`. The calls go through `generateText` (`streamText` with `isStreamed`),
 * so that telemetry and the global provider see them; the engine repeats, bounds and counts them as it does for any
 * model. Throws BAD_REQUEST for what is no model.
 */
export function garnerModel(model: LanguageModel, options: GarnerModelOptions = {}): GarnerLanguageModel {
  checkModel(model);
  const name = typeof model === "string" ? { provider: "gateway", modelId: model } : model;
  return {
    specificationVersion: "v4",
    provider: name.provider,
    modelId: name.modelId,
    async doGenerate(call) {
      return await ask({ model, ...questionOf(call, options) }, options.isStreamed === true);
    },
  };
}

function checkModel(model: unknown): void {
  const isNamed = typeof model === "string" && model !== "";
  const isModel = typeof model === "object" && model !== null && "modelId" in model && "doGenerate" in model;
  if (!isNamed && !isModel)
    throw new EngineError("BAD_REQUEST", 'garnerModel: pass a model of the AI SDK, such as `openai("gpt-5-mini")`.');
}

/** Whole, or as a stream to its end. Neither is tried again here: the engine decides on retries. */
async function ask(question: Question & { readonly model: LanguageModel }, isStreamed: boolean) {
  if (!isStreamed) return resultOf(await generateText({ ...question, maxRetries: 0 }), question);
  let failure: { readonly error: unknown } | undefined;
  const onError = (event: { readonly error: unknown }) => void (failure ??= event);
  const { text, usage, finishReason } = streamText({ ...question, maxRetries: 0, onError });
  try {
    return resultOf({ text: await text, usage: await usage, finishReason: await finishReason }, question);
  } catch (thrown) {
    throw failure?.error ?? thrown;
  }
}

type Answer = Pick<Awaited<ReturnType<typeof generateText>>, "text" | "usage" | "finishReason">;

function resultOf({ text, usage, finishReason }: Answer, { output }: Question): LanguageModelResult {
  const { inputTokens, outputTokens } = usage;
  return {
    content: [{ type: "text", text }],
    structuredOutputText: output?.text(),
    usage: { inputTokens, outputTokens },
    finishReason,
  };
}

type Output = NonNullable<GenerateOptions["output"]>;

/**
 * JSON as the model wrote it. The SDK's own reading rejects what is not plain JSON, which the engine reads as it can, and
 * asks for again.
 */
function unreadJson(schema: Readonly<Record<string, unknown>>): Output & { text(): string | undefined } {
  let written: string | undefined;
  return {
    name: "unread-json",
    responseFormat: Promise.resolve({ type: "json", schema }),
    parseCompleteOutput: async ({ text }) => (written = text),
    parsePartialOutput: async () => undefined,
    createElementStreamTransform: () => undefined,
    text: () => written,
  };
}

type Question = ReturnType<typeof questionOf>;

function questionOf(
  call: LanguageModelCall,
  { isStreamed: _, providerOptions, telemetry, ...settings }: GarnerModelOptions,
) {
  const [system, user] = call.prompt;
  return {
    // The SDK takes `undefined` for a value in some options.
    ...onlyGiven(settings),
    ...onlyGiven({ telemetry }),
    instructions: system.content,
    messages: [{ role: "user" as const, content: [...user.content] }],
    ...onlyGiven({ output: call.responseFormat && unreadJson(call.responseFormat.schema) }),
    abortSignal: call.abortSignal,
    providerOptions: { ...call.providerOptions, ...providerOptions },
  };
}
