import { setTimeout as sleep } from "node:timers/promises";
import type { Clock, Queue, Task, TaskOutcome } from "@garner/core";
import { describe, expect, onTestFinished, test, type TestContext } from "vitest";
import { fastClock, inRealTime, steadyClock, type SuiteClock } from "./real-time.ts";
import { examine, patienceMs, type Examined, type Setup } from "./examined.ts";

/** The settings of {@link testQueue}. */
export interface QueueSuite {
  /** Makes an empty queue that takes every time from this clock. */
  readonly setup: Setup<Queue, QueueOptions>;
  /** The same with shorter leases, where the exam would take long otherwise: its consumers die by the dozen. */
  readonly setupOfDying?: Setup<Queue, QueueOptions> | undefined;
  /**
   * Set for a queue whose times are those of a server: the exam then runs in real time, and so many times faster, so let
   * leases be as much shorter. What becomes of it when a clock is set is not examined.
   */
  readonly realTime?: RealTime | undefined;
}

/** A clock that runs by itself, as the exam of a queue takes it. */
export interface RealTime {
  /** Its speed, as a multiple of time. */
  readonly speed: number;
  /**
   * By how many milliseconds of that clock things may be late that must happen soon: on a fast clock, a moment in which
   * the machine does something else is long.
   */
  readonly slackMs: number;
}

type QueueOptions = [options: { readonly clock: Clock }];

/** The exam of every queue. Call it inside `describe`. */
export function testQueue({ setup, setupOfDying = setup, realTime }: QueueSuite): void {
  const startWith = (made: Setup<Queue, QueueOptions>) => async () => {
    const clock = realTime === undefined ? steadyClock() : fastClock(realTime);
    const examined = await examine<Queue, QueueOptions>(
      realTime === undefined ? made : inRealTime(made, realTime.speed),
      { clock },
    );
    return { ...worker(examined.store, clock), examined };
  };
  const start = startWith(setup);
  const timeout = 5 * patienceMs;
  describe("order", { timeout }, () => testOrder(start));
  describe("attempts", { timeout }, () => testAttempts(start));
  describe("several consumers", { timeout }, () => testConsumers(start));
  describe("groups", { timeout }, () => testGroups(start));
  describe("death", { timeout }, () => testDeath(startWith(setupOfDying)));
  describe.skipIf(realTime !== undefined)("a clock that is set", { timeout }, () => testJumps(start));
}

type Start = () => Promise<Worker & { readonly examined: Examined<Queue, QueueOptions> }>;

/** A process with a queue. */
interface Worker {
  readonly clock: SuiteClock;
  readonly queue: Queue;
  /** The tasks that its consumers were handed, such as `a#1`. */
  readonly handed: string[];
  /** By the clock, when each of these was handed over. */
  readonly handedAt: number[];
  /** Starts a consumer whose handler ends at once, with these outcomes and then with `done`. */
  consume(outcomes?: readonly (TaskOutcome | Error)[], concurrency?: number): AsyncDisposable;
  /** Starts a consumer whose handler waits; returns what ends the oldest of those that run. */
  hold(concurrency?: number): () => void;
  /** Lets time pass until something is true. */
  until(awaited: string, isTrue: () => boolean | Promise<boolean>, stepMs?: number): Promise<void>;
}

const done: TaskOutcome = { next: "done" };

function task(id: string): Task {
  return { id, type: "deliver", jobId: "job", sequence: 1 };
}

/** A task of a group that may have two under way. The group is the first letter of its id. */
function grouped(id: string): Task {
  return { ...task(id), group: { name: id.slice(0, 1), concurrency: 2 } };
}

/** Clocks and stores count in whole units: a delay may seem shorter by so much. */
const roundingMs = 1000;

function worker(queue: Queue, clock: SuiteClock): Worker {
  const handed: string[] = [];
  const handedAt: number[] = [];
  const note = (id: string, attempt: number) => {
    handedAt.push(clock.now());
    handed.push(`${id}#${attempt}`);
  };
  const disposeLater = (consumer: AsyncDisposable) => {
    onTestFinished(() => consumer[Symbol.asyncDispose](), patienceMs);
    return consumer;
  };
  return {
    ...{ clock, queue, handed, handedAt },
    consume(outcomes = [], concurrency = 10) {
      const left = [...outcomes];
      const consumer = queue.consume(
        async ({ id }, attempt) => {
          note(id, attempt);
          const outcome = left.shift() ?? done;
          if (outcome instanceof Error) throw outcome;
          return outcome;
        },
        { concurrency },
      );
      return disposeLater(consumer);
    },
    hold(concurrency = 10) {
      const running: (() => void)[] = [];
      let isOver = false;
      const consumer = queue.consume(
        async ({ id }, attempt) => {
          note(id, attempt);
          if (!isOver) await new Promise<void>((resolve) => running.push(resolve));
          return done;
        },
        { concurrency },
      );
      disposeLater(consumer);
      // Before the consumer is disposed, which waits for it.
      onTestFinished(() => {
        isOver = true;
        for (const release of running) release();
      });
      return () => running.shift()?.();
    },
    async until(awaited, isTrue, stepMs = 100) {
      const givesUpAt = performance.now() + patienceMs;
      for (let step = 0; !(await isTrue()); step += 1) {
        if (performance.now() > givesUpAt) {
          throw new Error(`Waited for ${awaited}. Handed over so far: ${handed.join(", ") || "nothing"}.`);
        }
        await pass(clock, stepMs, Math.min(20, step));
      }
    },
  };
}

/** Moves the clock on. A queue may wait for its store in real time, so that it gets some of that as well. */
async function pass(clock: SuiteClock, ms: number, realMs = 10): Promise<void> {
  await clock.advance(ms);
  await sleep(realMs);
}

/** From one moment to another, if both have come. */
interface Stretch {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly clock: SuiteClock;
}

/**
 * Judges a delay by when tasks were handed over, which a machine that is busy makes later and never earlier; late by more
 * than a minute is too late.
 */
function expectAfter(delayMs: number, { from = Infinity, to = -Infinity, clock }: Stretch): void {
  expect(to - from).toBeGreaterThanOrEqual(delayMs - roundingMs);
  expect(to - from).toBeLessThanOrEqual(delayMs + 60_000 + clock.slackMs);
}

/** A minute in which nothing is awaited, slow enough for a queue to renew its leases. */
async function aMinute(clock: SuiteClock): Promise<void> {
  for (let seconds = 0; seconds < 60; seconds += 2) await pass(clock, 2000);
}

function testOrder(start: Start): void {
  test("hands over each task once, oldest first", async () => {
    const { clock, queue, handed, consume, until } = await start();
    await queue.push([task("a"), task("b")]);
    await queue.push([task("c")]);
    consume([], 1);
    await until("a, b and c", () => handed.length === 3);
    await pass(clock, 60_000);
    expect(handed).toEqual(["a#1", "b#1", "c#1"]);
  });

  test("the oldest is the one that was due first, and of those the one that was pushed first", async () => {
    const { clock, queue, handed, consume, until } = await start();
    // Far apart, as pushing takes its time on a clock that runs by itself.
    await queue.push([task("d"), task("e")], { delayMs: 120_000 });
    await queue.push([task("c")], { delayMs: 20_000 });
    await queue.push([task("a"), task("b")]);
    await clock.advance(150_000);
    consume([], 1);
    await until("all five", () => handed.length === 5);
    expect(handed).toEqual(["a#1", "b#1", "c#1", "d#1", "e#1"]);
  });

  test("a task that is queued already is not queued again; one that is done may be", async () => {
    const { clock, queue, handed, consume, until } = await start();
    await queue.push([task("a"), task("a")]);
    await queue.push([task("a")]);
    consume();
    await until("a", () => handed.length > 0);
    await aMinute(clock);
    expect(handed).toEqual(["a#1"]);
    await queue.push([task("a")]);
    await until("a once more", () => handed.length === 2);
  });

  test("pushing a task that is running changes nothing", async () => {
    const { clock, queue, handed, hold, until } = await start();
    const release = hold();
    await queue.push([task("a")]);
    await until("a", () => handed.length === 1);
    await queue.push([task("a")]);
    await clock.advance(2000);
    release();
    await aMinute(clock);
    expect(handed).toEqual(["a#1"]);
  });

  test("handles no more tasks at once than it may", async () => {
    const { clock, queue, handed, hold, until } = await start();
    const release = hold(2);
    await queue.push(["a", "b", "c", "d"].map(task));
    await until("a and b", () => handed.length === 2);
    await pass(clock, 5000);
    expect(handed).toHaveLength(2);
    for (const expected of [3, 4]) {
      release();
      await until("the next one", () => handed.length === expected);
    }
  });

  test("a delayed task waits, and pushing it again does not move it", async () => {
    const { clock, queue, handed, handedAt, consume, until } = await start();
    consume();
    const pushedAt = clock.now();
    await queue.push([task("a")], { delayMs: 60_000 });
    await queue.push([task("b")], { delayMs: 1000 });
    await clock.advance(500);
    await queue.push([task("a")]);
    await queue.push([task("b")], { delayMs: 600_000 });
    await until("b and a", () => handed.length === 2, 1000);
    expect(handed).toEqual(["b#1", "a#1"]);
    expectAfter(60_000, { from: pushedAt, to: handedAt[1], clock });
  });
}

function testAttempts(start: Start): void {
  test("a postponed task comes again with the same attempt, one to retry with the next", async () => {
    const { clock, queue, handed, handedAt, consume, until } = await start();
    consume([
      { next: "postpone", delayMs: 30_000 },
      { next: "retry", delayMs: 60_000 },
    ]);
    await queue.push([task("a")]);
    await until("a three times", () => handed.length === 3, 1000);
    expect(handed).toEqual(["a#1", "a#1", "a#2"]);
    expectAfter(30_000, { from: handedAt[0], to: handedAt[1], clock });
    expectAfter(60_000, { from: handedAt[1], to: handedAt[2], clock });
  });

  test("a delay need not be a whole number of milliseconds", async () => {
    const { queue, handed, consume, until } = await start();
    consume([
      { next: "postpone", delayMs: 1234.5 },
      { next: "retry", delayMs: 0.25 },
    ]);
    await queue.push([task("a")], { delayMs: 10.75 });
    await until("a three times", () => handed.length === 3, 1000);
    await queue.push([task("b")]);
    await until("b", () => handed.length === 4);
    expect(handed).toEqual(["a#1", "a#1", "a#2", "b#1"]);
  });

  test("one whose failure stands for several attempts comes with the one after them", async () => {
    const { clock, queue, handed, consume, until } = await start();
    consume([{ next: "retry", delayMs: 1000, attempts: 3 }]);
    await queue.push([task("a")]);
    await until("a", () => handed.length === 1);
    await clock.advance(1000);
    await until("a, retried", () => handed.length === 2);
    expect(handed).toEqual(["a#1", "a#4"]);
  });

  test("pushing a task that waits for its next attempt changes nothing", async () => {
    const { clock, queue, handed, handedAt, consume, until } = await start();
    consume([{ next: "retry", delayMs: 60_000 }]);
    await queue.push([task("a")]);
    await until("a", () => handed.length === 1);
    await clock.advance(10_000);
    await queue.push([task("a")]);
    await until("a, retried", () => handed.length === 2, 1000);
    expect(handed).toEqual(["a#1", "a#2"]);
    expectAfter(60_000, { from: handedAt[0], to: handedAt[1], clock });
  });

  test("a task whose handler throws comes again with the next attempt, soon but not at once", async () => {
    const { clock, queue, handed, consume, until } = await start();
    consume([new Error("the store is down")]);
    await queue.push([task("a")]);
    await until("a", () => handed.length > 0);
    const failedAt = clock.now();
    for (let look = 0; look < 20; look += 1) await pass(clock, 0, 5);
    expect(handed).toEqual(["a#1"]);
    await until("a, tried again", () => handed.length === 2);
    expect(handed).toEqual(["a#1", "a#2"]);
    expect(clock.now() - failedAt).toBeLessThanOrEqual(30_000 + clock.slackMs);
  });

  test("disposing waits for running handlers, hands over nothing more, and loses nothing", async () => {
    const { queue, handed, consume, until } = await start();
    const events: string[] = [];
    const first = queue.consume(
      async ({ id }, attempt, signal) => {
        events.push(`begin ${id}#${attempt}`);
        await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
        events.push(`end ${id}`);
        throw signal.reason;
      },
      { concurrency: 1 },
    );
    onTestFinished(() => first[Symbol.asyncDispose](), patienceMs);
    await queue.push([task("a"), task("b")]);
    await until("a", () => events.length === 1);
    await first[Symbol.asyncDispose]();
    expect(events).toEqual(["begin a#1", "end a"]);
    consume([], 1);
    await until("a and b by the next consumer", () => handed.length === 2);
    // A task that the consumer's own end interrupts has cost no attempt.
    expect(handed.toSorted()).toEqual(["a#1", "b#1"]);
  });
}

function testConsumers(start: Start): void {
  test("never share a task", async () => {
    const { clock, queue, handed, consume, until } = await start();
    consume();
    consume();
    const names = Array.from({ length: 50 }, (_, index) => `t${index}`);
    await queue.push(names.map(task));
    await until("all fifty", () => handed.length >= names.length);
    await pass(clock, 60_000);
    expect(handed.toSorted()).toEqual(names.map((name) => `${name}#1`).toSorted());
  });

  test("never share a task that takes long", async () => {
    const { clock, queue, handed, hold, until } = await start();
    const release = hold(1);
    hold(1);
    await queue.push([task("a")]);
    await until("a", () => handed.length > 0);
    for (let minute = 0; minute < 2; minute += 1) await aMinute(clock);
    expect(handed).toEqual(["a#1"]);
    release();
    await aMinute(clock);
    expect(handed).toEqual(["a#1"]);
  });

  test("of two processes share the tasks, whoever pushed them, however long they take", async (context) => {
    const { examined, clock, ...one } = await start();
    const two = worker(await openAgain(examined, clock, context), clock);
    const all = () => [...one.handed, ...two.handed];
    one.hold(1);
    await one.queue.push([task("a"), task("b")]);
    await one.until("a in one", () => one.handed.length === 1);
    two.hold(1);
    await two.until("b in the other", () => two.handed.length === 1);
    await two.queue.push([task("a"), task("b")]);
    for (let minute = 0; minute < 2; minute += 1) await aMinute(clock);
    expect(all()).toEqual(["a#1", "b#1"]);
  });
}

function testGroups(start: Start): void {
  test("take turns: what many tasks of one wait for, another one's don't", async () => {
    const { clock, queue, handed, hold, until } = await start();
    await queue.push(["a1", "a2", "a3", "a4", "a5", "a6"].map(grouped));
    await queue.push([grouped("b1")]);
    const release = hold(4);
    await until("two of a, and b", () => handed.length === 3);
    await aMinute(clock);
    expect(handed.toSorted()).toEqual(["a1#1", "a2#1", "b1#1"]);
    await until("all", () => {
      release();
      return handed.length === 7;
    });
    expect(handed.toSorted()).toEqual(["a1#1", "a2#1", "a3#1", "a4#1", "a5#1", "a6#1", "b1#1"]);
  });

  test("share their room between processes, whoever pushed the tasks", async (context) => {
    const { examined, clock, ...one } = await start();
    const two = worker(await openAgain(examined, clock, context), clock);
    one.hold(4);
    two.hold(4);
    await one.queue.push(["a1", "a2", "a3"].map(grouped));
    await two.queue.push(["a4", "b1", "b2"].map(grouped));
    const all = () => [...one.handed, ...two.handed].toSorted();
    await one.until("two of each", () => all().length === 4);
    for (let minute = 0; minute < 2; minute += 1) await aMinute(clock);
    expect(all().map((id) => id.slice(0, 1))).toEqual(["a", "a", "b", "b"]);
  });

  test("have room while their tasks wait for another time", async () => {
    const { queue, handed, consume, until } = await start();
    consume([
      { next: "postpone", delayMs: 600_000 },
      { next: "retry", delayMs: 600_000 },
    ]);
    await queue.push(["a1", "a2", "a3", "a4"].map(grouped));
    await queue.push([grouped("a5")], { delayMs: 60_000 });
    await until("a1 to a5", () => handed.length >= 5, 1000);
    expect(handed.toSorted()).toEqual(["a1#1", "a2#1", "a3#1", "a4#1", "a5#1"]);
    await until("the first two again", () => handed.length === 7, 5000);
  });

  test("keep their room when tasks are pushed again that wait for another time", async () => {
    const { clock, queue, handed, consume, until } = await start();
    const waiting = [grouped("a1"), grouped("a2")];
    consume([
      { next: "postpone", delayMs: 3_600_000 },
      { next: "postpone", delayMs: 3_600_000 },
    ]);
    await queue.push(waiting);
    await until("a1 and a2", () => handed.length === 2);
    await pass(clock, 5000);
    await queue.push(waiting);
    await queue.push([grouped("a3")]);
    await until("a3", async () => {
      await queue.push(waiting);
      return handed.length > 2;
    });
    expect(handed.toSorted()).toEqual(["a1#1", "a2#1", "a3#1"]);
  });
}

/** The dead hold on to what they were handed, and their clock stands still. */
function testDeath(start: Start): void {
  test("gives the room of the dead in their groups back", async (context) => {
    const { examined, clock, queue, handed, hold, until } = await start();
    hold(4);
    await queue.push(["a1", "a2", "a3", "a4"].map(grouped));
    await until("two of a", () => handed.length === 2);
    await examined.abandon?.();
    const afterwards = later(clock);
    const other = worker(await openAgain(examined, afterwards, context), afterwards);
    other.consume();
    await other.until("all of a", () => other.handed.length === 4, 1000);
    expect(other.handed.toSorted()).toEqual(["a1#1", "a2#1", "a3#1", "a4#1"]);
  });

  test("what was pushed outlives the process", async (context) => {
    const { examined, clock, queue } = await start();
    await queue.push([task("a")]);
    await queue.push([task("b")], { delayMs: 60_000 });
    const other = worker(await openAgain(examined, clock, context), clock);
    other.consume();
    await other.until("a", () => other.handed.length > 0);
    expect(other.handed).toEqual(["a#1"]);
    await other.until("b", () => other.handed.length > 1, 5000);
    expect(other.handed).toEqual(["a#1", "b#1"]);
  });

  test("of a consumer hands its task to another one, which is no attempt", async (context) => {
    const { examined, clock, queue, handed, hold, until } = await start();
    hold(1);
    await queue.push([task("a"), task("b")]);
    await until("a", () => handed.length === 1);
    await examined.abandon?.();
    const afterwards = later(clock);
    const other = worker(await openAgain(examined, afterwards, context), afterwards);
    other.consume([], 1);
    await other.until("a, which a consumer died with, and b", () => other.handed.length === 2, 1000);
    expect(other.handed.toSorted()).toEqual(["a#1", "b#1"]);
    expect(afterwards.now() - clock.now()).toBeLessThanOrEqual(5 * 60_000 + clock.slackMs);
  });

  test("of dozens of consumers is the fault of the task, which comes with attempt 1000", async (context) => {
    const { examined, queue, ...first } = await start();
    await queue.push([task("a")]);
    const attempts: string[] = [];
    for (let dying = worker(queue, first.clock); attempts.at(-1) !== "a#1000" && attempts.length <= 100;) {
      dying.hold(1);
      await dying.until(`a after ${attempts.length} deaths`, () => dying.handed.length > 0, 5000);
      attempts.push(...dying.handed);
      await examined.abandon?.();
      const clock = later(dying.clock);
      dying = worker(await openAgain(examined, clock, context), clock);
    }
    expect(new Set(attempts.slice(0, 25))).toEqual(new Set(["a#1"]));
    expect(attempts.at(-1)).toBe("a#1000");
  });
}

/** The machine's clock may be set, by hand or by the network: timers go on, and only `now` jumps. */
function testJumps(start: Start): void {
  const hours = 60 * 60 * 1000;

  test.each([3 * hours, -3 * hours])("by %i ms does not keep tasks waiting", async (jumpMs) => {
    const { clock, queue, handed, consume, until } = await start();
    await queue.push([task("a")]);
    await queue.push([task("b")], { delayMs: 60_000 });
    clock.jump(jumpMs);
    await queue.push([task("c")], { delayMs: 1000 });
    consume([{ next: "retry", delayMs: 30_000 }]);
    await until("a", () => handed.includes("a#1"));
    clock.jump(jumpMs);
    const before = clock.monotonic();
    await until("a again, b and c", () => handed.length === 4, 1000);
    expect(handed.toSorted()).toEqual(["a#1", "a#2", "b#1", "c#1"]);
    expect(clock.monotonic() - before).toBeLessThanOrEqual(120_000);
  });

  test.for([3 * hours, -3 * hours])("by %i ms takes no task from whoever works on it", async (jumpMs, context) => {
    const { examined, clock, ...one } = await start();
    const two = worker(await openAgain(examined, clock, context), clock);
    one.hold(1);
    await one.queue.push([task("a")]);
    await one.until("a", () => one.handed.length === 1);
    two.hold(1);
    for (let jumps = 0; jumps < 3; jumps += 1) {
      clock.jump(jumpMs);
      await aMinute(clock);
    }
    expect([...one.handed, ...two.handed]).toEqual(["a#1"]);
  });

  test("back does not keep the tasks of the dead", async (context) => {
    const { examined, clock, queue, handed, hold, until } = await start();
    hold(1);
    await queue.push([task("a")]);
    await until("a", () => handed.length === 1);
    await examined.abandon?.();
    const later = steadyClock(clock.now() - 3 * hours);
    const other = worker(await openAgain(examined, later, context), later);
    other.consume();
    await other.until("a", () => other.handed.length > 0, 1000);
    expect(later.now() - (clock.now() - 3 * hours)).toBeLessThanOrEqual(5 * 60_000);
  });
}

/** The clock of the next process: that of the dead stands still, if it can. */
function later(clock: SuiteClock): SuiteClock {
  return clock.isReal ? clock : steadyClock(clock.now());
}

async function openAgain(
  { another }: Examined<Queue, QueueOptions>,
  clock: Clock,
  { skip }: TestContext,
): Promise<Queue> {
  return another === undefined ? skip("setup gives no `another`") : await another({ clock });
}
