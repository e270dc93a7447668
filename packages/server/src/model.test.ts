import { createEngine } from "@garner/core";
import { startFixtureSite, startModelServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { readEnvironment } from "./environment.ts";
import { modelOf } from "./model.ts";
import { searchProvidersOf } from "./search.ts";

test("no variable, no model and no search provider", async () => {
  const environment = readEnvironment({});
  expect(await modelOf(environment)).toBeUndefined();
  expect(searchProvidersOf(environment)).toEqual([]);
});

test.each([
  [
    "OPENAI_BASE_URL",
    (url: string) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: "key", MODEL_NAME: "small" }),
    "small",
    "Bearer key",
  ],
  ["OLLAMA_BASE_URL", (url: string) => ({ OLLAMA_BASE_URL: url.replace(/v1$/, "api") }), "llama3.1", undefined],
])("%s names a server that is asked", async (_, variables, model, authorization) => {
  await using server = await startModelServer(() => ({ text: "Hello." }));
  const made = await modelOf(readEnvironment(variables(server.baseUrl)));
  if (made === undefined) throw new Error("no model");
  await using engine = createEngine({ models: { language: made }, policy: { allowPrivateNetworks: true } });
  await using site = await startFixtureSite();
  const { summary } = await engine.scrape({ url: `${site.origin}/article`, formats: ["summary"] });
  expect(summary).toBe("Hello.");
  expect(server.requests).toEqual([expect.objectContaining({ path: "/v1/chat/completions", model, authorization })]);
});

test.each([
  [{ OPENAI_API_KEY: "k" }, "openai"],
  [{ ANTHROPIC_API_KEY: "k" }, "anthropic"],
  [{ OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", MODEL_NAME: "claude-x" }, "anthropic"],
])("%j choose the provider", async (variables, provider) => {
  const model = await modelOf(readEnvironment(variables));
  expect(typeof model === "object" ? model.provider : model).toContain(provider);
});

test("every search service has a variable", () => {
  const all = {
    SEARXNG_ENDPOINT: "http://127.0.0.1:8080",
    SERPER_API_KEY: "k",
    BRAVE_API_KEY: "k",
    TAVILY_API_KEY: "k",
  };
  expect(searchProvidersOf(readEnvironment(all)).map(({ name }) => name)).toEqual([
    "Serper",
    "Brave",
    "Tavily",
    "SearXNG",
  ]);
});
