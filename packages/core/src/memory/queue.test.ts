import { fakeClock } from "@garner/testkit/site";
import { expect, test } from "vitest";
import { memoryQueue } from "./queue.ts";

test("tasks for later keep a timer only while somebody works, and are due for whoever comes next", async () => {
  const clock = fakeClock();
  const queue = memoryQueue({ clock });
  const done: string[] = [];
  const work = () =>
    queue.consume(
      async ({ id }) => {
        done.push(id);
        return { next: "done" };
      },
      { concurrency: 1 },
    );
  const taskOf = (id: string) => ({ id, type: "deliver", jobId: "job", sequence: 1 }) as const;
  await queue.push([taskOf("a")], { delayMs: 1000 });
  expect(clock.waiting).toBe(0);
  const first = work();
  await queue.push([taskOf("b")], { delayMs: 2000 });
  expect(clock.waiting).toBe(2);
  await clock.advance(500);
  await first[Symbol.asyncDispose]();
  expect(clock.waiting).toBe(0);
  await clock.advance(1000);
  expect(done).toEqual([]);
  await using _second = work();
  await clock.advance(0);
  expect(done).toEqual(["a"]);
  await clock.advance(500);
  expect(done).toEqual(["a", "b"]);
});
