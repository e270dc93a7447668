import { setTimeout as sleep } from "node:timers/promises";
import { createEngine, systemClock } from "@garner/core";
import { startCrawlSite, startRedisServer, startWebhookReceiver, treeOfPages } from "@garner/testkit/site";
import { Redis as Client } from "ioredis";
import { expect, onTestFinished, test } from "vitest";
import { redis } from "./index.ts";

test("nothing of jobs is left in Redis once they have expired", { timeout: 60_000 }, async () => {
  await using server = await startRedisServer();
  await using site = await startCrawlSite(treeOfPages(30));
  await using receiver = await startWebhookReceiver();
  const client = new Client(server.url);
  onTestFinished(() => client.disconnect());
  await using stores = redis({ url: server.url });
  const policy = { allowPrivateNetworks: true, maxTeamConcurrency: 5 };
  const network = { politeness: { startRate: 1000, maxRate: 1000 } };
  {
    await using engine = createEngine({ stores, policy, network });
    const url = `${site.origin}/`;
    const webhook = receiver.url;
    const crawl = engine.crawl({ url, sitemap: "skip", limit: 20, webhook });
    const batch = engine.batchScrape({ urls: [url, `${site.origin}/p/1`, `${site.origin}/nowhere`], webhook });
    const { id } = await engine.jobs.startCrawl({ url, sitemap: "skip" });
    await engine.jobs.cancel({ id });
    await Promise.all([crawl.result(), batch.result()]);
    while (receiver.received.filter(({ message }) => message.type.endsWith("completed")).length < 2) await sleep(10);
  }
  const clock = { ...systemClock, now: () => Date.now() + 30 * 24 * 3_600_000 };
  await using later = createEngine({ stores, policy, network, runtime: { clock } });
  later.jobs.work(); // a worker begins with what has expired
  /** The keys that do not go by themselves. */
  const left = async () => {
    const keys = await client.keys("*");
    const ttls = await Promise.all(keys.map((key) => client.ttl(key)));
    return keys.filter((_, index) => (ttls[index] ?? 0) < 0).toSorted();
  };
  const ofJobs = (key: string) => /\{jobs?[:}]|webhooks\}:(?!number)/.test(key);
  while ((await left()).some(ofJobs)) await sleep(20);
  // The rest is bounded, or an operator wants to keep it.
  expect((await left()).filter((key) => !key.includes("{index:"))).toEqual([
    expect.stringMatching(/^garner:\{ledger\}:charged:/),
    ...["garner:{ledger}:months", "garner:{ledger}:usage:bypass", "garner:{webhooks}:number"],
    ...["{garner}:browser-tasks:meta", "{garner}:tasks:events", "{garner}:tasks:id", "{garner}:tasks:meta"],
  ]);
});
