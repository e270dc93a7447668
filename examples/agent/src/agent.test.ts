import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createEngine } from "@garner/core";
import { startFixtureSite, startModelServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createResearcher } from "./agent.ts";

test("the agent finds a page, reads it, and answers from it", async () => {
  await using site = await startFixtureSite();
  await using engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
  await using server = await startModelServer((_, asked) => {
    if (asked === 0) return { toolCall: { name: "map", arguments: { url: site.origin, search: "lighthouse" } } };
    if (asked === 1) return { toolCall: { name: "scrape", arguments: { url: `${site.origin}/article` } } };
    return { text: `In 1871 (${site.origin}/article).` };
  });
  const model = createOpenAICompatible({ name: "loopback", baseURL: server.baseUrl })("fixture-model");
  const { text, steps } = await createResearcher(model, engine).generate({ prompt: "When was it built?" });
  expect(text).toBe(`In 1871 (${site.origin}/article).`);
  expect(steps.flatMap(({ toolCalls }) => toolCalls.map(({ toolName }) => toolName))).toEqual(["map", "scrape"]);
  expect(JSON.stringify(server.requests[2]?.body)).toContain("built in 1871");
});
