import { page, send, startFixtureSite, startWebhookReceiver } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine } from "../engine.ts";

const product = { type: "object", properties: { name: { type: "string" }, sku: { type: "string" } } };
const lamp = `<script type="application/ld+json">{"@type":"Product","name":"Lamp","sku":"L1"}</script><p>A lamp.</p>`;

async function run(path: string, end: "extract.completed" | "extract.failed") {
  await using site = await startFixtureSite({ routes: { lamp: (exchange) => send(exchange, page("Lamp", lamp)) } });
  await using receiver = await startWebhookReceiver();
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const webhook = { url: receiver.url, metadata: { order: "7" } };
  const { id } = await engine.jobs.startExtract({
    urls: [site.origin + path],
    schema: product,
    showSources: true,
    webhook,
  });
  const received = await receiver.has(end);
  return { id, messages: received.map(({ message }) => message), url: site.origin + path };
}

test("an extraction tells its start and its end, with what it gave", async () => {
  const { id, messages, url } = await run("/lamp", "extract.completed");
  expect(messages.map(({ type, success }) => [type, success])).toEqual([
    ["extract.started", true],
    ["extract.completed", true],
  ]);
  expect(messages[1]).toMatchObject({
    id,
    error: null,
    metadata: { order: "7" },
    data: [
      {
        success: true,
        extractId: id,
        data: { name: "Lamp", sku: "L1" },
        totalUrlsScraped: 1,
        llmUsage: expect.any(Number),
        sources: { name: [url], sku: [url] },
      },
    ],
  });
});

test("an extraction that fails tells why", async () => {
  const { messages } = await run("/nothing-here", "extract.failed");
  expect(messages.at(-1)).toMatchObject({
    type: "extract.failed",
    success: false,
    error: expect.stringMatching(/404/),
  });
});
