import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { page, send, startBareServer, startFixtureSite, startModelServer } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { boundedFetch, createEngine, type EngineConfig, type EngineEvent, type LanguageModel } from "../index.ts";

const site = () =>
  startFixtureSite({ routes: { "": (exchange) => send(exchange, page("Acme", "<p>Founded in 1921.</p>")) } });

/** Asks a model for a field of a page. */
async function ask(model: LanguageModel, more: EngineConfig = {}, limits: { timeout?: number } = {}): Promise<unknown> {
  await using pages = await site();
  await using engine = createEngine({
    policy: { allowPrivateNetworks: true },
    ...more,
    models: { language: model, ...more.models },
  });
  return await engine.scrape({ url: pages.origin, formats: [{ type: "json", prompt: "The year" }], ...limits });
}

const modelAt = (baseURL: string, options: { readonly fetch?: typeof globalThis.fetch } = {}) =>
  createOpenAICompatible({ name: "fixture", baseURL, apiKey: "sk-0123456789abcdef", ...options })("fixture-model");

test.each([200, 500])("an answer with status %i that never ends is given up", async (status) => {
  const chunk = Buffer.alloc(256 * 1024, "a");
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>();
  await using server = await startBareServer((_, response) => {
    response.once("close", hangUp);
    response.writeHead(status, { "content-type": "application/json" }).write('{"choices":[{"message":{"content":"');
    const more = (): void => {
      if (!response.destroyed) response.write(chunk, more);
    };
    more();
  });
  const fetch = boundedFetch({ maxBytes: 1024 * 1024 });
  const asked = ask(modelAt(`${server.origin}/v1`, { fetch }));
  await expect(asked).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
    message: expect.stringContaining("larger than 1048576 bytes"),
  });
  await hungUp;
});

/** A model without a server. */
const modelOf = (answer: () => Promise<string>): LanguageModel => ({
  specificationVersion: "v4",
  provider: "test",
  modelId: "test",
  doGenerate: async () => ({ content: [{ type: "text", text: await answer() }] }),
});

test("an answer that no model writes is refused, however it came", async () => {
  await expect(ask(modelOf(async () => "a".repeat(3_000_000)))).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
    message: expect.stringMatching(/longer than \d+ characters/),
  });
});

test("a model that never answers, and doesn't listen, has failed", async () => {
  const never = modelOf(() => new Promise<string>(() => undefined));
  await expect(ask(never, { models: { timeoutMs: 50 } })).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
    message: "The language model did not answer within 50 ms, see `models.timeoutMs`.",
  });
});

test.each([
  ["an hour", "3600", undefined],
  ["more than the time for an answer", "30", 20_000],
])("a provider that asks to wait for %s is not waited for", async (_, retryAfter, timeoutMs) => {
  let asked = 0;
  const busy = modelOf(() => {
    asked += 1;
    return Promise.reject(
      Object.assign(new Error("Slow down"), { statusCode: 429, responseHeaders: { "retry-after": retryAfter } }),
    );
  });
  await expect(ask(busy, { models: { timeoutMs } }, { timeout: 120_000 })).rejects.toMatchObject({
    code: "PROVIDER_FAILED",
    message: "The language model failed with HTTP status 429: Slow down.",
  });
  expect(asked).toBe(1);
});

test("a scrape whose time is over while a model is out of order says what the provider answered", async () => {
  const failure = Object.assign(new Error("Out of memory on sk-0123456789abcdef"), {
    statusCode: 500,
    responseHeaders: { "retry-after": "60" },
  });
  await expect(
    ask(
      modelOf(() => Promise.reject(failure)),
      {},
      { timeout: 1000 },
    ),
  ).rejects.toMatchObject({
    code: "SCRAPE_TIMEOUT",
    message:
      "Not finished within 1000 ms; set a larger `timeout`. The language model failed with HTTP status 500: Out of memory on ***.",
  });
});

test.each([
  [401, "refused the key"],
  [400, "HTTP status 400: Bad key Bearer ***"],
])("what a provider says with status %i is told without the key, also to the operator", async (status, told) => {
  const events: EngineEvent[] = [];
  await using server = await startModelServer(({ authorization }) => ({ status, message: `Bad key ${authorization}` }));
  const failure: unknown = await ask(modelAt(server.baseUrl), {
    runtime: { onEvent: (event) => events.push(event) },
  }).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: "PROVIDER_FAILED", message: expect.stringContaining(told) });
  expect(events).toContainEqual({
    type: "provider-error",
    provider: "fixture.chat",
    status,
    message: expect.stringContaining("Bad key Bearer ***"),
  });
  expect(JSON.stringify([events, (failure as Error).message])).not.toContain("0123456789");
});
