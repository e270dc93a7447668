import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Queue, Task, TaskOutcome } from "@garner/core";
import { startRedisServer, type RedisServer } from "@garner/testkit/site";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { redis } from "./index.ts";

let server: RedisServer;
beforeAll(async () => {
  server = await startRedisServer({ isDurable: false });
});
afterAll(() => server[Symbol.asyncDispose]());

const minutes = { timeout: 60_000 };
const done: TaskOutcome = { next: "done" };

/** Opens the queue as two processes have it. */
function openTwice(leaseMs: number): readonly [Queue, Queue] {
  const prefix = `test-${randomUUID()}`;
  const open = () => {
    const stores = redis({ url: server.url, prefix, leaseMs, onError: () => {} });
    onTestFinished(() => stores[Symbol.asyncDispose]());
    return stores.queue;
  };
  return [open(), open()];
}

function tasks(count: number, more: Pick<Task, "needsBrowser" | "group"> = {}): readonly Task[] {
  const name = more.needsBrowser === true ? "browser" : "plain";
  return Array.from({ length: count }, (_, sequence) => {
    return { id: `${name}-${sequence}`, type: "deliver", jobId: name, sequence, ...more };
  });
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5);
}

test("tasks that need a browser go only to who has one, who has no more at once than it may", minutes, async () => {
  const [plain, other] = openTwice(20_000);
  const handled: string[] = [];
  await using _other = plain.consume(async ({ id }) => (handled.push(`without: ${id}`), done), { concurrency: 1 });
  let [atOnce, most] = [0, 0];
  await using _withBrowser = other.consume(
    async ({ id }) => {
      most = Math.max(most, (atOnce += 1));
      await sleep(20);
      atOnce -= 1;
      handled.push(`with: ${id}`);
      return done;
    },
    { concurrency: 2, hasBrowser: true },
  );
  await until(() => plain.findsBrowser?.() ?? false);
  await plain.push([...tasks(10), ...tasks(10, { needsBrowser: true })]);
  await until(() => handled.length === 20);
  expect(handled.filter((each) => each.startsWith("with: browser"))).toHaveLength(10);
  expect(most).toBe(2);
});

test("a team has no more of them at once than it may, whatever they need", minutes, async () => {
  const [queue] = openTwice(20_000);
  const group = { name: "team", concurrency: 3 };
  const releases: (() => void)[] = [];
  let ended = 0;
  let most = 0;
  await using _all = queue.consume(
    async () => {
      most = Math.max(most, releases.length - ended + 1);
      await new Promise<void>((resolve) => releases.push(resolve));
      ended += 1;
      return done;
    },
    { concurrency: 20, hasBrowser: true },
  );
  await queue.push([...tasks(6, { group }), ...tasks(6, { group, needsBrowser: true })]);
  for (let released = 0; released < 12; released += 1) {
    await until(() => releases.length >= Math.min(12, released + 3));
    releases[released]?.();
  }
  await until(() => ended === 12);
  expect(most).toBe(3);
});

test("once nobody with a browser is left, anybody gets them, to give them up", minutes, async () => {
  const [queue, other] = openTwice(200);
  expect(await queue.findsBrowser?.()).toBe(false);
  const withBrowser = other.consume(async () => done, { concurrency: 1, hasBrowser: true });
  await until(() => queue.findsBrowser?.() ?? false);
  await withBrowser[Symbol.asyncDispose]();
  expect(await queue.findsBrowser?.()).toBe(true);
  const handled: boolean[] = [];
  await using _without = queue.consume(async () => (handled.push((await queue.findsBrowser?.()) ?? false), done), {
    concurrency: 1,
  });
  await queue.push(tasks(2, { needsBrowser: true }));
  await until(() => handled.length === 2);
  expect(handled).toEqual([false, false]);
});
