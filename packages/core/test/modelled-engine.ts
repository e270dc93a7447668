import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { startModelServer, type ModelAnswerer } from "@garner/testkit/site";
import { createEngine, type EngineConfig } from "../src/index.ts";

/** An engine that may visit loopback, and the server behind its language model, which answers as told. */
export async function startModelledEngine(answer: ModelAnswerer, { models, ...config }: EngineConfig = {}) {
  const server = await startModelServer(answer);
  const provider = createOpenAICompatible({
    name: "fixture",
    baseURL: server.baseUrl,
    apiKey: "key",
    supportsStructuredOutputs: true,
  });
  const engine = createEngine({
    policy: { allowPrivateNetworks: true },
    ...config,
    models: { language: provider("fixture-model"), ...models },
  });
  return {
    engine,
    server,
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
