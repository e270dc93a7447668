import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createEngine } from "@garner/core";
import { createResearcher } from "./agent.ts";

const { MODEL_BASE_URL: baseURL, MODEL_NAME: name, MODEL_API_KEY: apiKey } = process.env;
const question = process.argv[2];
if (baseURL === undefined || name === undefined || question === undefined) {
  console.error('Set MODEL_BASE_URL and MODEL_NAME (and MODEL_API_KEY), then: npm start "your question"');
  process.exit(1);
}
const model = createOpenAICompatible({ name: "model", baseURL, ...(apiKey === undefined ? {} : { apiKey }) })(name);
const engine = createEngine();
const { stream } = await createResearcher(model, engine).stream({ prompt: question });
for await (const part of stream) {
  if (part.type === "text-delta") process.stdout.write(part.text);
  if (part.type === "tool-call") console.error(`> ${part.toolName} ${JSON.stringify(part.input)}`);
}
console.log();
await engine[Symbol.asyncDispose]();
