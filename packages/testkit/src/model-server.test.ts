import { createOpenAI } from "@ai-sdk/openai";
import { createEngine } from "@garner/core";
import { expect, test } from "vitest";
import { startModelServer, type ModelReply, type ModelServer } from "./model-server.ts";
import { startFixtureSite } from "./fixture-site/site.ts";

const doors = [
  ["chat completions", "/v1/chat/completions", (server: ModelServer) => provider(server).chat("small")],
  ["responses", "/v1/responses", (server: ModelServer) => provider(server).responses("small")],
] as const;

function provider({ baseUrl }: ModelServer) {
  return createOpenAI({ baseURL: baseUrl, apiKey: "key" });
}

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
const question = {
  prompt: [
    { role: "system" as const, content: "Be brief." },
    { role: "user" as const, content: [{ type: "text" as const, text: "Where is the harbour?" }] },
  ],
};
const tool = { type: "function" as const, name: "look", description: "Looks it up.", inputSchema: schema };

test.each(doors)("%s: text, usage, and a record of what was asked", async (_, path, model) => {
  await using server = await startModelServer(() => ({ text: "In Oslo." }));
  const { content, usage, finishReason } = await model(server).doGenerate(question);
  expect(content).toEqual([expect.objectContaining({ type: "text", text: "In Oslo." })]);
  expect(usage.inputTokens.total).toBeGreaterThan(0);
  expect(usage.outputTokens.total).toBeGreaterThan(0);
  expect(finishReason.unified).toBe("stop");
  expect(server.requests).toEqual([
    expect.objectContaining({
      path,
      authorization: "Bearer key",
      model: "small",
      system: expect.stringContaining("Be brief."),
      user: "Where is the harbour?",
      schema: undefined,
      tools: [],
      isStreamed: false,
    }),
  ]);
});

test.each(doors)("%s: a JSON Schema", async (_, __, model) => {
  await using server = await startModelServer(() => ({ json: { city: "Oslo" } }));
  const { content } = await model(server).doGenerate({ ...question, responseFormat: { type: "json", schema } });
  expect(content).toEqual([expect.objectContaining({ type: "text", text: '{"city":"Oslo"}' })]);
  expect(server.requests[0]?.schema).toMatchObject({ properties: { city: { type: "string" } } });
});

test.each(doors)("%s: a tool is called, and its result answered", async (_, __, model) => {
  const reply = (asked: number): ModelReply =>
    asked === 0 ? { toolCall: { name: "look", arguments: { city: "Oslo" } } } : { text: "It is there." };
  await using server = await startModelServer((_request, asked) => reply(asked));
  const first = await model(server).doGenerate({ ...question, tools: [tool] });
  const call = first.content.find((part) => part.type === "tool-call");
  expect(call).toMatchObject({ toolName: "look", input: '{"city":"Oslo"}' });
  expect(first.finishReason.unified).toBe("tool-calls");
  expect(server.requests[0]?.tools.length).toBe(1);
  const result = { type: "tool-result", toolCallId: "call_1", toolName: "look" } as const;
  const second = await model(server).doGenerate({
    tools: [tool],
    prompt: [
      ...question.prompt,
      { role: "assistant", content: [{ type: "tool-call", toolCallId: "call_1", toolName: "look", input: {} }] },
      { role: "tool", content: [{ ...result, output: { type: "text", value: "found" } }] },
    ],
  });
  expect(second.content).toEqual([expect.objectContaining({ type: "text", text: "It is there." })]);
});

test.each(doors)("%s: streaming", async (_, __, model) => {
  await using server = await startModelServer(() => ({ text: "In Oslo." }));
  const { stream } = await model(server).doStream(question);
  const parts = [];
  for await (const part of stream) parts.push(part);
  const text = parts.map((part) => (part.type === "text-delta" ? part.delta : "")).join("");
  expect(text).toBe("In Oslo.");
  expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "stop" } });
  expect(parts.filter((part) => part.type === "error")).toEqual([]);
  expect(server.requests[0]?.isStreamed).toBe(true);
});

test.each(doors)("%s: a tool call is streamed", async (_, __, model) => {
  await using server = await startModelServer(() => ({ toolCall: { name: "look", arguments: { city: "Oslo" } } }));
  const { stream } = await model(server).doStream({ ...question, tools: [tool] });
  const parts = [];
  for await (const part of stream) parts.push(part);
  expect(parts).toContainEqual(
    expect.objectContaining({ type: "tool-call", toolName: "look", input: '{"city":"Oslo"}' }),
  );
});

test.each(doors)("%s: errors and rate limits", async (_, __, model) => {
  const headers = { "retry-after": "7" };
  await using server = await startModelServer(() => ({ status: 429, message: "Slow down.", headers }));
  await expect(model(server).doGenerate(question)).rejects.toMatchObject({
    statusCode: 429,
    message: "Slow down.",
    isRetryable: true,
    responseHeaders: { "retry-after": "7" },
  });
});

test.each(doors)("%s: an engine reads JSON by it", async (_, path, model) => {
  await using server = await startModelServer(() => ({ json: { result: { height: 42 } } }));
  await using site = await startFixtureSite();
  await using engine = createEngine({ models: { language: model(server) }, policy: { allowPrivateNetworks: true } });
  const height = { type: "object", properties: { height: { type: "integer" } }, required: ["height"] };
  const { json } = await engine.scrape({
    url: `${site.origin}/article`,
    formats: [{ type: "json", schema: height }],
  });
  expect(json).toEqual({ height: 42 });
  expect(server.requests.map((request) => request.path)).toEqual([path]);
});
