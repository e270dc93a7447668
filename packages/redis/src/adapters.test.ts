import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  testApiKeys,
  testDeliveryLog,
  testJobStore,
  testLedger,
  testLimiter,
  testPageIndex,
  testQueue,
  testScrapeStore,
  type Examined,
} from "@garner/testkit";
import { givenRedisUrl, startRedisServer, type RedisServer } from "@garner/testkit/site";
import type { Clock, JobNews, NewJob } from "@garner/core";
import { Redis as Client } from "ioredis";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "./connection.ts";
import { redis, type RedisStores } from "./index.ts";
import { jobIndex } from "./jobs/job-index.ts";
import { redisJobRows } from "./jobs/job-rows.ts";
import { jobStore } from "./jobs/job-store.ts";

let server: RedisServer | undefined;
beforeAll(async () => {
  if (givenRedisUrl() === undefined) server = await startRedisServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

interface Options {
  readonly clock?: Clock;
}

/** Ends the leases of the dead now, as time would. */
async function endLeases(prefix: string): Promise<void> {
  const client = new Client(givenRedisUrl() ?? server?.url ?? "");
  const locks = await client.keys(`{${prefix}}:tasks:*:lock`);
  if (locks.length > 0) await client.del(...locks);
  client.disconnect();
}

/** Keys of their own, and how to open them again. */
function fresh<
  Name extends Exclude<keyof RedisStores & string, "check" | "bullQueue" | "browserBullQueue" | "takeOver">,
>(
  name: Name,
  // A busy machine may hold up renewing for half of it.
  leaseMs = 600,
) {
  return (options: Options = {}): Examined<RedisStores[Name], [options?: Options]> => {
    const prefix = `test-${randomUUID()}`;
    const opened: RedisStores[] = [];
    const another = (more: Options = {}) => {
      const stores = redis({
        url: givenRedisUrl() ?? server?.url ?? "",
        prefix,
        leaseMs,
        onError: () => {},
        ...more,
      });
      opened.push(stores);
      return stores[name];
    };
    return {
      store: another(options),
      another,
      async abandon() {
        for (const stores of opened.splice(0)) await stores[Symbol.asyncDispose](); // without connections, nothing is renewed
        await endLeases(prefix);
      },
      async close() {
        for (const stores of opened) await stores[Symbol.asyncDispose]();
      },
    };
  };
}

describe("the job store in Redis", () => testJobStore({ setup: fresh("jobs") }));
describe("the queue in Redis", () =>
  testQueue({
    // Longer than a busy machine leaves a process without a turn: a lease that is not renewed is lost.
    setup: fresh("queue", 3000),
    setupOfDying: fresh("queue"),
    realTime: { speed: 50, slackMs: 10 * 60_000 },
  }));
describe("the ledger in Redis", () => testLedger({ setup: fresh("ledger") }));
describe("the scrape store in Redis", () => testScrapeStore({ setup: fresh("scrapes") }));
describe("the limiter in Redis", () => testLimiter({ setup: fresh("limiter") }));
describe("the delivery log in Redis", () => testDeliveryLog({ setup: fresh("deliveries") }));
describe("the API keys in Redis", () => testApiKeys({ setup: fresh("apiKeys") }));
describe("the page index in Redis", () => testPageIndex({ setup: fresh("pageIndex") }));

const job: NewJob = {
  ...{ id: "job", kind: "crawl", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: {} },
  ...{ maxConcurrency: 1, oneVisitPerLane: false, shortestDepths: false, createdAt: 0, keptForMs: 1000 },
};

test("every process hears at once of what another one did to a job", async () => {
  const prefix = `test-${randomUUID()}`;
  await using one = redis({ url: givenRedisUrl() ?? server?.url ?? "", prefix });
  await using other = redis({ url: givenRedisUrl() ?? server?.url ?? "", prefix });
  const heard: JobNews[] = [];
  await using _watching = other.jobs.watch?.((news) => void heard.push(news));
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await sleep(5);
  };
  // The listener may still be connecting.
  for (let tries = 0; heard.length === 0; tries += 1) {
    await one.jobs.create({ ...job, id: `job-${tries}` }, []);
    await sleep(20);
  }
  await one.jobs.create(job, []);
  await until(() => heard.some(({ id, hasEnded }) => id === "job" && !hasEnded));
  await one.jobs.settle("job", { state: "cancelled", at: 1 });
  await until(() => heard.some(({ id, hasEnded }) => id === "job" && hasEnded));
});

test("a job that is reopened while its end is noted is listed among those that are worked on", async () => {
  const url = givenRedisUrl() ?? server?.url ?? "";
  const connection = connect({ url, prefix: `test-${randomUUID()}`, commandTimeoutMs: 5000 });
  const shelf = {
    connection,
    rows: redisJobRows(connection, { sleep, random: Math.random }),
    index: jobIndex(connection),
  };
  const elsewhere = jobStore(shelf);
  const entry = { key: "a", url: "http://a/", depth: 0, lane: "a", part: "1" };
  const store = jobStore({
    ...shelf,
    index: {
      ...shelf.index,
      async end(id, expiresAt) {
        await elsewhere.append(id, { part: "1", options: {}, entries: [entry] });
        await shelf.index.end(id, expiresAt);
      },
    },
  });
  await store.create(job, []);
  await store.settle(job.id, { state: "completed", at: 1 });
  expect(await shelf.index.active()).toEqual([job.id]);
  await connection.close();
});
