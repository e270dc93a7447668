import type { Clock, Queue, Task, TaskOutcome } from "@garner/core";
import { afterEach, expect, test } from "vitest";
import { fakeClock, type FakeClock } from "../fake-clock.ts";

/** What {@link testQueue} needs to know. */
export interface QueueSuite {
  /** Makes an empty queue that reads the time from this clock. */
  readonly setup: (options: { readonly clock: Clock }) => Queue | Promise<Queue>;
}

const done: TaskOutcome = { next: "done" };

function task(id: string): Task {
  return { id, type: "deliver", jobId: "job", sequence: 1 };
}

/** The exam of every queue. Call it inside `describe`. */
export function testQueue({ setup }: QueueSuite): void {
  const opened: AsyncDisposable[] = [];
  afterEach(async () => {
    for (const consumer of opened.splice(0)) await consumer[Symbol.asyncDispose]();
  });

  /** A queue, and a consumer that keeps a record of what it was handed. */
  async function start(outcomes: readonly (TaskOutcome | Error)[] = [], concurrency = 10) {
    const clock = fakeClock();
    const queue = await setup({ clock });
    const handed: string[] = [];
    const left = [...outcomes];
    const consume = () => {
      const consumer = queue.consume(
        async ({ id }, attempt) => {
          handed.push(`${id}#${attempt}`);
          const outcome = left.shift() ?? done;
          if (outcome instanceof Error) throw outcome;
          return outcome;
        },
        { concurrency },
      );
      opened.push(consumer);
      return consumer;
    };
    return { clock, queue, handed, consume };
  }

  /** Lets time pass until something is true; queues that look into a store need a moment. */
  async function until(clock: FakeClock, isTrue: () => boolean): Promise<void> {
    for (let tries = 0; tries < 200 && !isTrue(); tries += 1) await clock.advance(100);
    expect(isTrue()).toBe(true);
  }

  test("hands over each task once, oldest first", async () => {
    const { clock, queue, handed, consume } = await start([], 1);
    await queue.push([task("a"), task("b")]);
    await queue.push([task("c")]);
    consume();
    await until(clock, () => handed.length === 3);
    await clock.advance(60_000);
    expect(handed).toEqual(["a#1", "b#1", "c#1"]);
  });

  test("a task that is queued already is not queued again; one that is done may be", async () => {
    const { clock, queue, handed, consume } = await start();
    await queue.push([task("a"), task("a")]);
    await queue.push([task("a")]);
    consume();
    await until(clock, () => handed.length === 1);
    await clock.advance(5000);
    expect(handed).toEqual(["a#1"]);
    await queue.push([task("a")]);
    await until(clock, () => handed.length === 2);
  });

  test("pushing a task that is running changes nothing", async () => {
    const clock = fakeClock();
    const queue = await setup({ clock });
    const release = Promise.withResolvers<void>();
    let handed = 0;
    opened.push(
      queue.consume(
        async () => {
          handed += 1;
          await release.promise;
          return done;
        },
        { concurrency: 5 },
      ),
    );
    await queue.push([task("a")]);
    await until(clock, () => handed === 1);
    await queue.push([task("a")]);
    await clock.advance(2000);
    release.resolve();
    await clock.advance(5000);
    expect(handed).toBe(1);
  });

  test("handles no more tasks at once than it may", async () => {
    const clock = fakeClock();
    const queue = await setup({ clock });
    const running = new Set<() => void>();
    let handed = 0;
    opened.push(
      queue.consume(
        async () => {
          handed += 1;
          await new Promise<void>((resolve) => running.add(resolve));
          return done;
        },
        { concurrency: 2 },
      ),
    );
    await queue.push(["a", "b", "c", "d"].map(task));
    await until(clock, () => running.size === 2);
    await clock.advance(2000);
    expect(running.size).toBe(2);
    for (const expected of [3, 4]) {
      const [release] = running;
      release?.();
      if (release !== undefined) running.delete(release);
      await until(clock, () => handed === expected);
    }
    for (const release of running) release();
  });

  test("a delayed task waits", async () => {
    const { clock, queue, handed, consume } = await start();
    consume();
    await queue.push([task("a")], { delayMs: 60_000 });
    await clock.advance(59_000);
    expect(handed).toEqual([]);
    await until(clock, () => handed.length === 1);
  });

  test("a postponed task comes again with the same attempt, one to retry with the next", async () => {
    const outcomes: TaskOutcome[] = [
      { next: "postpone", delayMs: 30_000 },
      { next: "retry", delayMs: 60_000 },
    ];
    const { clock, queue, handed, consume } = await start(outcomes);
    consume();
    await queue.push([task("a")]);
    await until(clock, () => handed.length === 1);
    await clock.advance(29_000);
    expect(handed).toEqual(["a#1"]);
    await until(clock, () => handed.length === 2);
    await clock.advance(59_000);
    expect(handed).toEqual(["a#1", "a#1"]);
    await until(clock, () => handed.length === 3);
    expect(handed).toEqual(["a#1", "a#1", "a#2"]);
  });

  test("a task whose handler throws comes again with the next attempt", async () => {
    const { clock, queue, handed, consume } = await start([new Error("the store is down")]);
    consume();
    await queue.push([task("a")]);
    await until(clock, () => handed.length === 2);
    expect(handed).toEqual(["a#1", "a#2"]);
  });

  test("disposing waits for running handlers, hands over nothing more, and loses nothing", async () => {
    const clock = fakeClock();
    const queue = await setup({ clock });
    const events: string[] = [];
    const first = queue.consume(
      async ({ id }, _attempt, signal) => {
        events.push(`begin ${id}`);
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
        events.push(`end ${id}`);
        throw signal.reason;
      },
      { concurrency: 1 },
    );
    await queue.push([task("a"), task("b")]);
    await until(clock, () => events.length === 1);
    await first[Symbol.asyncDispose]();
    expect(events).toEqual(["begin a", "end a"]);
    const handed: string[] = [];
    opened.push(
      queue.consume(
        async ({ id }) => {
          handed.push(id);
          return done;
        },
        { concurrency: 1 },
      ),
    );
    await until(clock, () => handed.length === 2);
    expect(handed.toSorted()).toEqual(["a", "b"]);
  });

  test("two consumers never share a task", async () => {
    const { clock, queue, handed, consume } = await start();
    consume();
    consume();
    const names = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await queue.push(names.map(task));
    await until(clock, () => handed.length >= names.length);
    await clock.advance(5000);
    expect(handed.toSorted()).toEqual(names.map((name) => `${name}#1`).toSorted());
  });
}
