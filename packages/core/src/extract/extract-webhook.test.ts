import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { page, send, startFixtureSite } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { createEngine } from "../engine.ts";

interface Message {
  readonly type: string;
  readonly success: boolean;
  readonly id: string;
  readonly data: readonly Record<string, unknown>[];
  readonly metadata: unknown;
  readonly error: string | null;
}

/** A receiver on loopback; `ended` resolves with all messages when one of the last kind has come. */
async function startReceiver() {
  const messages: Message[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<readonly Message[]>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const message = JSON.parse(Buffer.concat(chunks).toString()) as Message;
      messages.push(message);
      response.writeHead(204).end();
      if (/completed|failed/.test(message.type)) resolve(messages);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    ended,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const product = { type: "object", properties: { name: { type: "string" }, sku: { type: "string" } } };
const lamp = `<script type="application/ld+json">{"@type":"Product","name":"Lamp","sku":"L1"}</script><p>A lamp.</p>`;

async function run(path: string) {
  await using site = await startFixtureSite({ routes: { lamp: (visit) => send(visit, page("Lamp", lamp)) } });
  await using receiver = await startReceiver();
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const webhook = { url: receiver.url, metadata: { order: "7" } };
  const { id } = await engine.startExtract({ urls: [site.origin + path], schema: product, showSources: true, webhook });
  return { id, messages: await receiver.ended, url: site.origin + path };
}

test("an extraction tells its start and its end, with what it gave", async () => {
  const { id, messages, url } = await run("/lamp");
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
  const { messages } = await run("/nothing-here");
  expect(messages.at(-1)).toMatchObject({
    type: "extract.failed",
    success: false,
    error: expect.stringMatching(/404/),
  });
});
