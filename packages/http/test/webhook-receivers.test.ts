import { createEngine } from "@garner/core";
import { contractClient, startBareServer, startFixtureSite } from "@garner/testkit/site";
import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { noAuthentication } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

const writeForEver = (response: ServerResponse): void => {
  const chunk = Buffer.alloc(256 * 1024, "a");
  const more = (): void => {
    if (!response.destroyed) response.write(chunk, more);
  };
  more();
};

test.each([
  [200, "delivered"],
  [500, "pending"],
])("a receiver whose answer of %i never ends is hung up on, and the delivery is %s", async (status, outcome) => {
  const { promise: hungUp, resolve: hangUp } = Promise.withResolvers<void>();
  await using receiver = await startBareServer((request, response) => {
    response.once("close", hangUp);
    request.resume().once("end", () => writeForEver(response.writeHead(status)));
  });
  await using site = await startFixtureSite();
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const client = contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) }));
  const webhook = { url: `${receiver.origin}/hook`, events: ["completed"] };
  await client.run("/v2/batch/scrape", { urls: [`${site.origin}/article`], webhook });
  await hungUp;
  const deliveries = async () =>
    (await client.ask("GET", "/v2/webhooks/deliveries")).body["deliveries"] as readonly { readonly status: string }[];
  await expect.poll(deliveries, { timeout: 20_000 }).toMatchObject([{ status: outcome }]);
});

test("a receiver with headers without end has not answered", async () => {
  await using receiver = await startBareServer((request) => {
    request.socket.write("HTTP/1.1 200 OK\r\n");
    const more = (): void => {
      if (!request.socket.destroyed) request.socket.write(`x-${"a".repeat(16_000)}: b\r\n`, more);
    };
    more();
  });
  await using site = await startFixtureSite();
  await using engine = createEngine({ policy: { allowPrivateNetworks: true } });
  const client = contractClient(createHandler(engine, { authenticate: noAuthentication(() => {}) }));
  const webhook = { url: `${receiver.origin}/hook`, events: ["completed"] };
  await client.run("/v2/batch/scrape", { urls: [`${site.origin}/article`], webhook });
  const deliveries = async () =>
    (await client.ask("GET", "/v2/webhooks/deliveries")).body["deliveries"] as readonly { readonly error?: string }[];
  await expect
    .poll(deliveries, { timeout: 20_000 })
    .toMatchObject([{ error: expect.stringContaining("headers are too large") }]);
});
