import { boundedFetch, type LanguageModel } from "@garner/core";
import type { Environment } from "./environment.ts";
import { loadOptional } from "./optional-packages.ts";

/** A model that answers for ever must not take the memory of the server. */
const fetch = boundedFetch();

/** The variables of which each gives a provider of models. */
export const providers = ["OPENAI_BASE_URL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OLLAMA_BASE_URL"] as const;

/** The provider that is asked: the first one that is set, or Anthropic for a model of that name. Pure. */
export function providerOf(environment: Environment): (typeof providers)[number] | undefined {
  const wantsClaude = environment.MODEL_NAME?.startsWith("claude") === true;
  if (wantsClaude && environment.ANTHROPIC_API_KEY !== undefined) return "ANTHROPIC_API_KEY";
  return providers.find((name) => environment[name] !== undefined);
}

/**
 * The language model that the environment describes; undefined when it describes none. The package of a provider is
 * loaded only if it is used. A server at `OPENAI_BASE_URL` is asked for chat completions, which all of them know.
 */
export async function modelOf(environment: Environment): Promise<LanguageModel | undefined> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, OLLAMA_BASE_URL, MODEL_NAME } = environment;
  const provider = providerOf(environment);
  if (provider === "OPENAI_BASE_URL" && OPENAI_BASE_URL !== undefined) {
    return await compatibleModel(
      { variable: "OPENAI_BASE_URL", name: "openai", baseURL: OPENAI_BASE_URL, apiKey: OPENAI_API_KEY },
      MODEL_NAME ?? defaultModels.openai,
    );
  }
  if (provider === "OPENAI_API_KEY" && OPENAI_API_KEY !== undefined) {
    const { createOpenAI } = await loadOptional(
      { variable: "OPENAI_API_KEY", name: "@ai-sdk/openai" },
      () => import("@ai-sdk/openai"),
    );
    return createOpenAI({ apiKey: OPENAI_API_KEY, fetch })(MODEL_NAME ?? defaultModels.openai);
  }
  if (provider === "ANTHROPIC_API_KEY" && ANTHROPIC_API_KEY !== undefined) {
    const { createAnthropic } = await loadOptional(
      { variable: "ANTHROPIC_API_KEY", name: "@ai-sdk/anthropic" },
      () => import("@ai-sdk/anthropic"),
    );
    return createAnthropic({ apiKey: ANTHROPIC_API_KEY, fetch })(MODEL_NAME ?? defaultModels.anthropic);
  }
  if (OLLAMA_BASE_URL !== undefined) {
    const baseURL = `${OLLAMA_BASE_URL.replace(/\/+$/, "").replace(/\/(?:api|v1)$/, "")}/v1`;
    return await compatibleModel(
      { variable: "OLLAMA_BASE_URL", name: "ollama", baseURL, apiKey: undefined },
      MODEL_NAME ?? defaultModels.ollama,
    );
  }
  return undefined;
}

const defaultModels = { openai: "gpt-4o-mini", anthropic: "claude-haiku-4-5", ollama: "llama3.1" } as const;

interface CompatibleServer {
  readonly variable: string;
  readonly name: string;
  readonly baseURL: string;
  readonly apiKey: string | undefined;
}

async function compatibleModel(
  { variable, name, baseURL, apiKey }: CompatibleServer,
  model: string,
): Promise<LanguageModel> {
  const { createOpenAICompatible } = await loadOptional(
    { variable, name: "@ai-sdk/openai-compatible" },
    () => import("@ai-sdk/openai-compatible"),
  );
  const key = apiKey === undefined ? {} : { apiKey };
  return createOpenAICompatible({ name, baseURL, ...key, fetch, supportsStructuredOutputs: true, includeUsage: true })(
    model,
  );
}
