import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createEngine, EngineError, type Engine, type LanguageModel } from "@garner/core";
import {
  startCrawlSite,
  startFixtureSite,
  startModelServer,
  treeOfPages,
  type FixtureSite,
  type ModelAnswerer,
} from "@garner/testkit/site";
import { createProviderRegistry, generateText, isStepCount, streamText, wrapLanguageModel } from "ai";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { garnerModel, garnerTools } from "./index.ts";

let site: FixtureSite;
let engine: Engine;

beforeAll(async () => {
  site = await startFixtureSite();
  engine = createEngine({ policy: { allowPrivateNetworks: ["127.0.0.1"] } });
});
afterAll(async () => {
  await engine[Symbol.asyncDispose]();
  await site[Symbol.asyncDispose]();
});

/** A server that answers as told, and its model. */
async function modelThat(answers: ModelAnswerer) {
  const server = await startModelServer(answers);
  const provider = createOpenAICompatible({
    name: "loopback",
    baseURL: server.baseUrl,
    supportsStructuredOutputs: true,
  });
  return { server, provider, model: provider("fixture-model") };
}

async function idOfOnlyCrawl(): Promise<string> {
  const { crawls } = await engine.jobs.active();
  expect(crawls).toHaveLength(1);
  return crawls[0]?.id ?? "";
}

async function expectCancelled(id: string): Promise<void> {
  while ((await engine.jobs.active()).crawls.length > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(await engine.jobs.get({ id, kind: "crawl" })).toMatchObject({ status: "cancelled" });
}

describe("an agent", () => {
  test("reads a page with a tool and answers from it", async () => {
    const { server, model } = await modelThat((_, asked) =>
      asked === 0
        ? { toolCall: { name: "scrape", arguments: { url: `${site.origin}/article`, maxTokens: 100 } } }
        : { text: "It was built in 1871." },
    );
    await using _server = server;
    const tools = garnerTools(engine);
    const { text, steps } = await generateText({
      model,
      tools,
      stopWhen: isStepCount(3),
      prompt: "When was the lighthouse built?",
    });
    expect(text).toBe("It was built in 1871.");
    const result = steps[0]?.toolResults[0];
    if (result?.dynamic === true || result?.toolName !== "scrape") throw new Error("The tool was not used.");
    if ("progress" in result.output) throw new Error("A page has no progress.");
    expectTypeOf(result.output.markdown).toEqualTypeOf<string | undefined>();
    expect(result.output).toMatchObject({ title: "The lighthouse on the cape", nextCursor: expect.any(String) });
    expect(JSON.stringify(server.requests[1]?.body)).toContain("lighthouse on the cape");
    expect(server.requests[0]?.tools).toHaveLength(Object.keys(tools).length);
  });

  test("is told why a tool failed, and goes on", async () => {
    const { server, model } = await modelThat((_, asked) =>
      asked === 0
        ? { toolCall: { name: "scrape", arguments: { url: "http://10.0.0.1/" } } }
        : { text: "I may not read that." },
    );
    await using _server = server;
    const { text } = await generateText({
      model,
      tools: garnerTools(engine),
      stopWhen: isStepCount(3),
      prompt: "Read.",
    });
    expect(text).toBe("I may not read that.");
    expect(JSON.stringify(server.requests[1]?.body)).toContain("10.0.0.1");
  });

  test("streams how far a crawl is", async () => {
    await using tree = await startCrawlSite(treeOfPages(5));
    const { server, model } = await modelThat((_, asked) =>
      asked === 0
        ? { toolCall: { name: "crawl", arguments: { url: `${tree.origin}/`, limit: 5 } } }
        : { text: "Five pages." },
    );
    await using _server = server;
    const { stream } = streamText({
      model,
      tools: garnerTools(engine),
      stopWhen: isStepCount(3),
      prompt: "Crawl.",
    });
    const outputs: { readonly preliminary: boolean; readonly output: object }[] = [];
    for await (const part of stream)
      if (part.type === "tool-result")
        outputs.push({ preliminary: part.preliminary === true, output: { ...(part.output as object) } });
    const last = outputs.at(-1);
    expect(last).toMatchObject({ preliminary: false, output: { status: "completed", completed: 5 } });
    expect(outputs.filter(({ preliminary }) => preliminary).length).toBeGreaterThan(0);
    expect(outputs[0]).toMatchObject({ preliminary: true, output: { progress: { total: expect.any(Number) } } });
  });

  test("that is stopped ends the jobs that its tools wait for", async () => {
    const { server, model } = await modelThat(() => ({
      toolCall: { name: "crawl", arguments: { url: `${site.origin}/hang` } },
    }));
    await using _server = server;
    const abort = new AbortController();
    const seen = site.requests.length;
    const running = generateText({ model, tools: garnerTools(engine), prompt: "Crawl.", abortSignal: abort.signal });
    while (!site.requests.slice(seen).some(({ path }) => path === "/hang"))
      await new Promise((resolve) => setImmediate(resolve));
    const id = await idOfOnlyCrawl();
    abort.abort();
    await running;
    await expectCancelled(id);
  });

  test("a reader of its progress who leaves takes the job along", async () => {
    const { crawl } = garnerTools(engine);
    const asked = { url: `${site.origin}/hang`, limit: 5, waitSeconds: 30, maxTokens: 1000 };
    const run = crawl.execute?.(asked as never, { toolCallId: "1", messages: [], context: {} } as never);
    const news = (run as AsyncIterable<object>)[Symbol.asyncIterator]();
    expect(await news.next()).toMatchObject({ done: false, value: { progress: expect.any(Object) } });
    const id = await idOfOnlyCrawl();
    await news.return?.();
    await expectCancelled(id);
  });
});

describe("a model of the AI SDK", () => {
  const schema = {
    type: "object",
    properties: { keeper: { type: "string" }, height: { type: "number" } },
    required: ["keeper"],
  } as const;
  const answer: ModelAnswerer = () => ({ json: { keeper: "Ada" } });

  function extractWith(model: Parameters<typeof garnerModel>[0], options?: Parameters<typeof garnerModel>[1]) {
    return extractFrom(garnerModel(model, options));
  }

  async function extractFrom(language: LanguageModel) {
    await using owner = createEngine({
      models: { language },
      policy: { allowPrivateNetworks: ["127.0.0.1"] },
    });
    return await owner.scrape({ url: `${site.origin}/article`, formats: [{ type: "json", schema }], maxAge: 0 });
  }

  test("with middleware answers with the schema, and its tokens are counted", async () => {
    const { server, model } = await modelThat(answer);
    await using _server = server;
    let wrapped = 0;
    const withMiddleware = wrapLanguageModel({
      model,
      middleware: {
        specificationVersion: "v4",
        wrapGenerate: async ({ doGenerate }) => {
          wrapped += 1;
          return await doGenerate();
        },
      },
    });
    const { json, metadata } = await extractWith(withMiddleware);
    expect(json).toEqual({ keeper: "Ada" });
    expect(wrapped).toBe(1);
    expect(server.requests[0]?.schema).toMatchObject({
      properties: { result: { properties: { keeper: { type: "string" } } } },
    });
    expect(server.requests[0]?.system).not.toBe("");
    expect(metadata.modelUsage).toMatchObject({ calls: 1, inputTokens: expect.any(Number) });
  });

  test("of a registry, and one that streams only", async () => {
    const { server, provider } = await modelThat(answer);
    await using _server = server;
    const registry = createProviderRegistry({ loopback: provider });
    const { json } = await extractWith(registry.languageModel("loopback:fixture-model"), { isStreamed: true });
    expect(json).toEqual({ keeper: "Ada" });
    expect(server.requests[0]?.isStreamed).toBe(true);
  });

  test("named by a string is the global provider's", async () => {
    const { server, provider } = await modelThat(answer);
    await using _server = server;
    const holder = globalThis as { AI_SDK_DEFAULT_PROVIDER?: unknown };
    holder.AI_SDK_DEFAULT_PROVIDER = provider;
    try {
      expect((await extractWith("fixture-model")).json).toEqual({ keeper: "Ada" });
    } finally {
      delete holder.AI_SDK_DEFAULT_PROVIDER;
    }
  });

  test.each([false, true])("that fails says so as any model does (streamed: %s)", async (isStreamed) => {
    const { server, model } = await modelThat(() => ({ status: 401, message: "bad key sk-123" }));
    await using _server = server;
    const thrown: unknown = await extractWith(model, { isStreamed }).catch((error: unknown) => error);
    expect(EngineError.is(thrown, "PROVIDER_FAILED") && thrown.message).toContain("key");
    expect(String(thrown)).not.toContain("sk-123");
  });

  const fenced = '```json\n{ "keeper": "Ada" }\n```';
  const prose = "I can't do that.";
  test.each([
    ["JSON in a fence is read", [fenced], { json: { keeper: "Ada" } }],
    ["prose is asked for again", [prose, '{ "keeper": "Ada" }'], { json: { keeper: "Ada" } }],
    ["a missing field is asked for again", ['{ "height": 30 }', '{ "keeper": "Ada" }'], { json: { keeper: "Ada" } }],
    ["prose again is EXTRACTION_FAILED", [prose, prose], { code: "EXTRACTION_FAILED" }],
  ])("is read as it would be without the wrapper: %s", async (_what, texts, expected) => {
    const outcomes = [];
    for (const wrap of [undefined, { isStreamed: false }, { isStreamed: true }]) {
      const { server, model } = await modelThat((_, asked) => ({ text: texts[asked] ?? "" }));
      await using _server = server;
      const read = wrap === undefined ? extractFrom(model) : extractWith(model, wrap);
      outcomes.push(
        await read.then(
          ({ json }) => ({ json }),
          ({ code }: EngineError) => ({ code }),
        ),
      );
      expect(server.requests).toHaveLength(texts.length);
    }
    expect(outcomes).toEqual([expected, expected, expected]);
  });

  test.each([false, true])("that is stopped by its filter says so (streamed: %s)", async (isStreamed) => {
    const { server, model } = await modelThat(() => ({ text: '{ "keeper": "Ada" }', finish: "content_filter" }));
    await using _server = server;
    await expect(extractWith(model, { isStreamed })).rejects.toThrow("content filter");
  });

  test("tells its telemetry of every call", async () => {
    const { server, model } = await modelThat(answer);
    await using _server = server;
    const told: string[] = [];
    const integration = { onStart: () => void told.push("start"), onEnd: () => void told.push("end") };
    await extractWith(model, { telemetry: { isEnabled: true, functionId: "garner", integrations: [integration] } });
    expect(told).toEqual(["start", "end"]);
  });
});

test("what is no engine, no model or no option is refused when it is given", () => {
  const refusal = (words: string) =>
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(words) });
  expect(() => garnerTools(Promise.resolve(engine) as never)).toThrow(refusal("not a promise: await it"));
  expect(() => garnerTools(engine, null as never)).toThrow(refusal("garnerTools: the options must be an object."));
  for (const model of [undefined, "", {}])
    expect(() => garnerModel(model as never)).toThrow(refusal("garnerModel: pass a model of the AI SDK"));
});
