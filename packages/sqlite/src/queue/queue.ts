import { setMaxListeners } from "node:events";
import { attemptTask, type Clock, type Queue, type Task, type TaskHandler } from "@garner/core";
import { fromJson, type Database } from "../database/database.ts";
import { beatMs, taskTable, type FinishedTask, type LeasedTask, type TaskTable } from "./task-table.ts";

/** The time between two looks at a table to which another process may have added. */
const lookEveryMs = 250;
const failureDelayMs = 1000;
/** The longest that tasks which are done wait for others, to be noted with them. */
const noteWithinMs = 25;

/** The dependencies of a queue. */
export interface QueueOptions {
  readonly clock: Clock;
  /** Called when the file could not be read or written; the queue tries again. */
  readonly onError: (error: unknown) => void;
}

/**
 * A queue in a table. A process leases the tasks it works on and renews the leases while it lives; the tasks of a dead
 * process are handed over again: at once if it ran on this machine, else when its lease is over.
 */
export function queue(database: Database, options: QueueOptions): Queue {
  const { add } = taskTable(database);
  const consumers = new Set<Consumer>();
  return {
    async push(tasks, { delayMs = 0 } = {}) {
      const added = add(tasks, { now: options.clock.now(), delayMs });
      // Before they are there, so that they are added and taken on in one transaction.
      for (const consumer of consumers) consumer.wake({ areComing: delayMs === 0 });
      await added;
    },
    consume(handler, { concurrency }) {
      const consumer = startConsumer(taskTable(database), handler, { ...options, concurrency });
      consumers.add(consumer);
      return {
        async [Symbol.asyncDispose]() {
          consumers.delete(consumer);
          await consumer.stop();
        },
      };
    },
  };
}

interface Consumer {
  /** There may be something to do; there will be if tasks are coming. */
  wake(news: { readonly areComing: boolean }): void;
  stop(): Promise<void>;
}

function startConsumer(
  table: TaskTable,
  handler: TaskHandler,
  { clock, onError, concurrency }: QueueOptions & { readonly concurrency: number },
): Consumer {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const underWay = new Map<LeasedTask, Promise<void>>();
  const finished: FinishedTask[] = [];
  const news = createNews(clock, stopping.signal);
  let isRoomWanted = false;

  /** One look: notes handled tasks, and takes on due ones. Returns its time, unless the file failed. */
  async function look(): Promise<number | undefined> {
    const now = clock.now();
    const count = stopping.signal.aborted ? 0 : concurrency - underWay.size;
    const done = finished.splice(0);
    const areComing = news.renew();
    try {
      const taken = await table.turnOver(done, { count, now, areComing });
      isRoomWanted = taken.length === count;
      for (const task of taken) underWay.set(task, work(task));
      return now;
    } catch (thrown) {
      finished.unshift(...done);
      onError(thrown);
      return undefined;
    }
  }

  async function work(task: LeasedTask): Promise<void> {
    const outcome = await attemptTask(
      async (signal) => await handler(fromJson<Task>(task.task), task.attempt, signal),
      stopping.signal,
    );
    underWay.delete(task);
    finished.push({ ...task, outcome });
    // A task that is done is noted together with others, unless tasks wait for its room.
    if (outcome.next !== "done" || isRoomWanted || stopping.signal.aborted) news.tell();
    else news.tellSoon();
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted || underWay.size > 0) {
      const lookedAt = await look();
      if (lookedAt === undefined) await clock.sleep(failureDelayMs);
      else {
        const dueAt = stopping.signal.aborted ? undefined : await nextDueAt(table, lookedAt, { clock, onError });
        isRoomWanted ||= dueAt === Infinity;
        await pause(dueAt, { isBusy: underWay.size > 0, news: news.current(), clock });
      }
    }
    await look();
  }

  const beat = () => table.beat([...underWay.keys(), ...finished], clock.now());
  const running = Promise.all([keepLooking(), keepBeat(beat, { clock, onError, signal: stopping.signal })]);
  return {
    wake: ({ areComing }) => news.tell(areComing),
    async stop() {
      stopping.abort();
      news.tell();
      await running;
    },
  };
}

/** The news that a consumer waits for between two looks. */
function createNews(clock: Clock, stopping: AbortSignal) {
  let next = Promise.withResolvers<void>();
  let areTasksComing = false;
  return {
    current: () => next,
    tell(areComing = false): void {
      areTasksComing ||= areComing;
      next.resolve();
    },
    tellSoon(): void {
      const { resolve } = next;
      clock.sleep(noteWithinMs, stopping).then(resolve, resolve);
    },
    /** Begins anew; returns whether tasks are coming. */
    renew(): boolean {
      const were = areTasksComing;
      next = Promise.withResolvers();
      areTasksComing = false;
      return were;
    },
  };
}

/** The time when the next task is due; soon, if the file fails. */
async function nextDueAt(
  table: TaskTable,
  after: number,
  { clock, onError }: QueueOptions,
): Promise<number | undefined> {
  try {
    return await table.nextDueAt(after);
  } catch (thrown) {
    onError(thrown);
    return clock.now() + failureDelayMs;
  }
}

interface Idling {
  readonly isBusy: boolean;
  readonly news: PromiseWithResolvers<void>;
  readonly clock: Clock;
}

/** Waits until there may be something to do. Only tasks keep the process alive: an idle queue does not. */
async function pause(dueAt: number | undefined, { isBusy, news, clock }: Idling): Promise<void> {
  const isIdle = dueAt === undefined && !isBusy;
  if (isIdle) clock.deadline(lookEveryMs).addEventListener("abort", () => news.resolve(), { once: true });
  const over = new AbortController();
  const waitMs = Math.min(lookEveryMs, Math.max(1, (dueAt ?? Infinity) - clock.now()));
  const sleep = isIdle ? [] : [clock.sleep(waitMs, over.signal).catch(() => undefined)];
  await Promise.race([news.promise, ...sleep]);
  over.abort("There is news."); // a plain reason: nobody looks at the stack of an error
}

/** Beats until the signal fires. */
async function keepBeat(
  beat: () => Promise<void>,
  { clock, onError, signal }: QueueOptions & { readonly signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    try {
      await beat();
    } catch (thrown) {
      onError(thrown);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const ending = AbortSignal.any([signal, clock.deadline(beatMs)]);
    ending.addEventListener("abort", () => resolve(), { once: true });
    // One that fired during the beat fires no more.
    if (!ending.aborted) await promise;
  }
}
