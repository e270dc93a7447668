import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { sqlite } from "./index.ts";

const folder = mkdtempSync(join(tmpdir(), "garner-interruptions-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The attempt with which a task comes whose consumer has died, after having outlived some others. */
async function attemptAfter(outlived: number): Promise<number> {
  const file = join(folder, `${outlived}.sqlite`);
  await using stores = sqlite({ file });
  await stores.queue.push([{ id: "a", type: "deliver", jobId: "job", sequence: 1 }]);
  const database = new DatabaseSync(file);
  // No process has so high a number.
  const dead = `${hostname()}/2147483646/1`;
  database.prepare("UPDATE tasks SET owner = ?, leased_until = 9e15, interruptions = ?").run(dead, outlived);
  database.close();
  const handed = Promise.withResolvers<number>();
  const consumer = stores.queue.consume(
    async (_task, attempt) => {
      handed.resolve(attempt);
      return { next: "done" };
    },
    { concurrency: 1 },
  );
  const attempt = await handed.promise;
  await consumer[Symbol.asyncDispose]();
  return attempt;
}

test("a death is no failed attempt of what it interrupted", async () => {
  expect(await attemptAfter(0)).toBe(1);
  expect(await attemptAfter(49)).toBe(1);
});

test("what outlives dozens of consumers is taken for what kills them", async () => {
  expect(await attemptAfter(50)).toBe(1000);
});

test("a consumer that is disposed while it begins ends", async () => {
  await using stores = sqlite({ file: join(folder, "begins.sqlite") });
  const consumer = stores.queue.consume(async () => ({ next: "done" }), { concurrency: 1 });
  await consumer[Symbol.asyncDispose]();
  expect(await stores.queue.push([{ id: "a", type: "deliver", jobId: "job", sequence: 1 }])).toBeUndefined();
});
