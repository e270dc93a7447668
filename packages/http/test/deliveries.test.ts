import { createHmac } from "node:crypto";
import { createEngine } from "@garner/core";
import { contractClient, startCrawlSite, startWebhookReceiver } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { apiKeys } from "../src/access/auth.ts";
import { createHandler } from "../src/handler.ts";

interface Delivery {
  readonly id: string;
  readonly type: string;
  readonly attempts: number;
}

test("webhooks of a job are signed byte by byte, listed in pages, and sent again when asked", async () => {
  await using site = await startCrawlSite({ "/": { title: "Caf\u00e9 \u2603", links: ["/a"] }, "/a": {} });
  await using receiver = await startWebhookReceiver();
  await using engine = createEngine({
    policy: { allowPrivateNetworks: true },
    network: { politeness: { startRate: 1000, maxRate: 1000 } },
    webhooks: { secret: "secret" },
  });
  const handler = createHandler(engine, { authenticate: apiKeys(["team:key", "other:other"]) });
  const [client, stranger] = [contractClient(handler), contractClient(handler, "other")];
  const webhook = { url: receiver.url, headers: { "x-own": "1" }, metadata: { order: 7 } };
  const { id } = await client.run("/v2/crawl", { url: site.origin, sitemap: "skip", webhook });
  await client.run("/v2/batch/scrape", { urls: [`${site.origin}/a`], webhook: receiver.url });
  await receiver.has("crawl.completed");
  await receiver.has("batch_scrape.completed");

  for (const { headers, body, message } of receiver.received) {
    const digest = createHmac("sha256", "secret").update(body).digest("hex");
    expect(headers["x-service-signature"]).toBe(`sha256=${digest}`);
    expect(message.metadata).toEqual(message.type.startsWith("crawl.") ? { order: 7 } : {});
    expect(headers["x-own"]).toBe(message.type.startsWith("crawl.") ? "1" : undefined);
  }

  /** The delivery log, by the pages that the answers lead to, once nothing in it is pending. */
  async function deliveries(query: string): Promise<readonly Delivery[]> {
    const all: Delivery[] = [];
    let path: unknown = `http://api.test/v2/webhooks/deliveries${query}`;
    for (let asked = 0; typeof path === "string" && asked < 100; asked += 1) {
      const { status, body } = await client.ask("GET", path.replace("http://api.test", ""));
      expect(status).toBe(200);
      all.push(...(body["deliveries"] as readonly Delivery[]));
      path = body["next"];
    }
    return all;
  }
  // The last answer may still be on its way into the log.
  for (let tries = 0; tries < 100_000 && (await deliveries("?status=delivered")).length < 7; tries += 1) {
    await new Promise(setImmediate);
  }
  const all = await deliveries("");
  expect(await deliveries("?limit=2")).toEqual(all);
  expect(await deliveries("?status=failed")).toEqual([]);
  const ofCrawl = await deliveries(`?jobId=${id}`);
  expect(ofCrawl.map(({ type }) => type)).toEqual(["crawl.completed", "crawl.page", "crawl.page", "crawl.started"]);
  expect(all.length).toBe(7);

  const [newest] = ofCrawl;
  const before = receiver.received.find(({ message }) => message.webhookId === newest?.id);
  const replay = `/v2/webhooks/deliveries/${newest?.id}/replay`;
  expect((await client.ask("POST", replay)).body).toMatchObject({
    success: true,
    delivery: { id: newest?.id, jobId: id, status: "delivered", attempts: 2, responseStatus: 204 },
  });
  expect(receiver.received.at(-1)?.body).toEqual(before?.body);
  expect(receiver.received.at(-1)?.headers["x-webhook-id"]).toBe(newest?.id);

  expect((await stranger.ask("POST", replay)).status).toBe(404);
  expect((await stranger.ask("GET", "/v2/webhooks/deliveries")).body).toEqual({ success: true, deliveries: [] });
  expect((await client.ask("GET", "/v2/webhooks/deliveries?status=never")).body).toMatchObject({
    success: false,
    error: '`status` must be one of `pending`, `delivered`, `failed`, not "never".',
  });
});
