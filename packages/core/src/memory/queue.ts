import { setMaxListeners } from "node:events";
import type { Clock } from "../ports/clock.ts";
import type { Queue, Task, TaskHandler, TaskOutcome } from "../ports/queue.ts";
import { checkOptions, option } from "../schema/input/check-options.ts";
import { attemptTask } from "./attempt-task.ts";

interface Waiting {
  readonly task: Task;
  readonly attempt: number;
  /** Orders the tasks. A timer tells if one is due, because the clock may be set. */
  readonly dueAt: number;
  isDue: boolean;
}

/** Keeps tasks in this process. The reference for every other queue. Throws BAD_REQUEST for wrong options. */
export function memoryQueue(options: { readonly clock: Clock }): Queue {
  checkOptions<typeof options>("memoryQueue", options, { clock: option.clock });
  const { clock } = options;
  const waiting = new Map<string, Waiting>();
  const running = new Map<string, Task>();
  const consumers = new Set<() => void>();
  /** Fires when nobody works any more: a timer would only keep the process. */
  let resting = restingSoon();

  function add(task: Task, attempt: number, delayMs: number): void {
    const entry = { task, attempt, dueAt: clock.monotonic() + delayMs, isDue: false };
    waiting.set(task.id, entry);
    if (consumers.size > 0) void wakeFor(entry, resting.signal);
  }

  async function wakeFor(entry: Waiting, signal: AbortSignal): Promise<void> {
    const delayMs = entry.dueAt - clock.monotonic();
    if (delayMs > 0)
      await clock.sleep(delayMs, signal).catch((thrown: unknown) => {
        if (!signal.aborted) throw thrown;
      });
    if (signal.aborted) return;
    entry.isDue = true;
    for (const look of consumers) look();
  }

  function takeDue(): Waiting | undefined {
    const first = firstDue(waiting.values(), running.values());
    if (first === undefined) return undefined;
    waiting.delete(first.task.id);
    running.set(first.task.id, first.task);
    return first;
  }

  function finish({ task, attempt }: Waiting, outcome: TaskOutcome): void {
    running.delete(task.id);
    if (outcome.next !== "done") {
      add(task, attempt + (outcome.next === "retry" ? (outcome.attempts ?? 1) : 0), outcome.delayMs);
    }
    // There is room for another one of its group.
    for (const look of consumers) look();
  }

  return {
    async push(tasks, { delayMs = 0 } = {}) {
      const added = tasks.filter(({ id }) => !waiting.has(id) && !running.has(id));
      for (const task of added) add(task, 1, delayMs);
    },
    consume(handler, { concurrency }) {
      const consumer = createConsumer(handler, { concurrency, takeDue, finish });
      if (consumers.size === 0) {
        resting = restingSoon();
        for (const entry of waiting.values()) if (!entry.isDue) void wakeFor(entry, resting.signal);
      }
      consumers.add(consumer.look);
      consumer.look();
      return {
        async [Symbol.asyncDispose]() {
          consumers.delete(consumer.look);
          if (consumers.size === 0) resting.abort();
          await consumer.stop();
        },
      };
    },
  };
}

/** The task to do next: of the group with the fewest under way, the one that has been due for longest. */
function firstDue(waiting: Iterable<Waiting>, running: Iterable<Task>): Waiting | undefined {
  const underWay = countByGroup(running);
  const of = ({ task: { group } }: Waiting) => underWay.get(group?.name) ?? 0;
  let first: Waiting | undefined;
  for (const entry of waiting) {
    if (!entry.isDue || of(entry) >= (entry.task.group?.concurrency ?? Infinity)) continue;
    const isBefore =
      first === undefined || of(entry) < of(first) || (of(entry) === of(first) && entry.dueAt < first.dueAt);
    if (isBefore) first = entry;
  }
  return first;
}

function restingSoon(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

function countByGroup(tasks: Iterable<Task>): ReadonlyMap<string | undefined, number> {
  const counts = new Map<string | undefined, number>();
  for (const { group } of tasks) counts.set(group?.name, (counts.get(group?.name) ?? 0) + 1);
  return counts;
}

interface Work {
  readonly concurrency: number;
  readonly takeDue: () => Waiting | undefined;
  readonly finish: (entry: Waiting, outcome: TaskOutcome) => void;
}

/** Handles tasks, so many at once, whenever it is told to look. */
function createConsumer(handler: TaskHandler, { concurrency, takeDue, finish }: Work) {
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const underWay = new Set<Promise<void>>();
  const look = (): void => {
    while (underWay.size < concurrency && !stopping.signal.aborted) {
      const entry = takeDue();
      if (entry === undefined) return;
      const work = attemptTask((signal) => handler(entry.task, entry.attempt, signal), stopping.signal).then(
        (outcome) => {
          underWay.delete(work);
          finish(entry, outcome);
        },
      );
      underWay.add(work);
    }
  };
  return {
    look,
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all(underWay);
    },
  };
}
