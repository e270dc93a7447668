import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { testQueue } from "@garner/testkit";
import { givenRedisUrl, startRedisServer, type RedisServer } from "@garner/testkit/site";
import type { JobNews, NewJob } from "@garner/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect } from "./connection.ts";
import { freshStores, testStores } from "../test/fresh-stores.ts";
import { redis } from "./index.ts";
import { jobIndex } from "./jobs/job-index.ts";
import { redisJobRows } from "./jobs/job-rows.ts";
import { jobStore } from "./jobs/job-store.ts";

let server: RedisServer | undefined;
beforeAll(async () => {
  if (givenRedisUrl() === undefined) server = await startRedisServer();
});
afterAll(() => server?.[Symbol.asyncDispose]());

const urlOfServer = () => givenRedisUrl() ?? server?.url ?? "";
const fresh = freshStores(urlOfServer);

describe("in Redis", () => testStores(fresh));
describe("the queue in Redis", () =>
  testQueue({
    // Longer than a busy machine leaves a process without a turn: a lease that is not renewed is lost.
    setup: fresh("queue", 3000),
    setupOfDying: fresh("queue"),
    realTime: { speed: 50, slackMs: 10 * 60_000 },
  }));

const job: NewJob = {
  ...{ id: "job", kind: "crawl", team: "t", apiKey: "k", fingerprint: "", input: {}, parts: {} },
  ...{ maxConcurrency: 1, oneVisitPerLane: false, shortestDepths: false, createdAt: 0, keptForMs: 1000 },
};

test("every process hears at once of what another one did to a job", async () => {
  const prefix = `test-${randomUUID()}`;
  await using one = redis({ url: urlOfServer(), prefix });
  await using other = redis({ url: urlOfServer(), prefix });
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
  const url = urlOfServer();
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

test.each([
  [null, "redis: the options must be an object."],
  [{}, "redis: `url` is missing."],
  [{ url: [] }, "redis: `url` must not be empty."],
  [{ url: "redis://127.0.0.1:1", prefx: "x" }, "Did you mean `prefix`?"],
])("options that would have no effect are refused when it is made: %j", (options, message) => {
  expect(() => redis(options as never)).toThrow(
    expect.objectContaining({ code: "BAD_REQUEST", message: expect.stringContaining(message) }),
  );
});
