import { setMaxListeners } from "node:events";
import type { Clock } from "../ports/clock.ts";
import type { Queue, Task, TaskHandler, TaskOutcome } from "../ports/queue.ts";

const failureDelayMs = 1000;

interface Waiting {
  readonly task: Task;
  attempt: number;
  dueAt: number;
}

/** Keeps tasks in this process. The reference for every other queue. */
export function memoryQueue({ clock }: { readonly clock: Clock }): Queue {
  const waiting = new Map<string, Waiting>();
  const running = new Set<string>();
  const consumers = new Set<() => void>();
  const wake = () => consumers.forEach((look) => look());

  /** Wakes the consumers when a task is due; a timer may ring a little too early. */
  async function wakeAt(dueAt: number): Promise<void> {
    for (let left = dueAt - clock.now(); left > 0; left = dueAt - clock.now()) await clock.sleep(Math.max(1, left));
    wake();
  }

  function takeDue(): Waiting | undefined {
    let first: Waiting | undefined;
    for (const entry of waiting.values()) if (first === undefined || entry.dueAt < first.dueAt) first = entry;
    if (first === undefined || first.dueAt > clock.now()) return undefined;
    waiting.delete(first.task.id);
    running.add(first.task.id);
    return first;
  }

  function finish(entry: Waiting, outcome: TaskOutcome): void {
    running.delete(entry.task.id);
    if (outcome.next === "done") return;
    const attempt = entry.attempt + (outcome.next === "retry" ? (outcome.attempts ?? 1) : 0);
    const dueAt = clock.now() + outcome.delayMs;
    waiting.set(entry.task.id, { task: entry.task, attempt, dueAt });
    void wakeAt(dueAt);
  }

  return {
    async push(tasks, { delayMs = 0 } = {}) {
      const dueAt = clock.now() + delayMs;
      for (const task of tasks) {
        if (waiting.has(task.id) || running.has(task.id)) continue;
        waiting.set(task.id, { task, attempt: 1, dueAt });
      }
      void wakeAt(dueAt);
    },
    consume(handler, { concurrency }) {
      const stopping = new AbortController();
      setMaxListeners(0, stopping.signal);
      const underWay = new Set<Promise<void>>();
      const look = () => {
        while (underWay.size < concurrency && !stopping.signal.aborted) {
          const entry = takeDue();
          if (entry === undefined) return;
          const work = attemptTask(handler, entry, stopping.signal).then((outcome) => {
            underWay.delete(work);
            finish(entry, outcome);
            look();
          });
          underWay.add(work);
        }
      };
      consumers.add(look);
      look();
      return {
        async [Symbol.asyncDispose]() {
          consumers.delete(look);
          stopping.abort();
          await Promise.all(underWay);
        },
      };
    },
  };
}

/** A handler that throws was interrupted, or met something that is down: its task comes again. */
async function attemptTask(
  handler: TaskHandler,
  { task, attempt }: Waiting,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  try {
    return await handler(task, attempt, signal);
  } catch {
    return { next: signal.aborted ? "postpone" : "retry", delayMs: signal.aborted ? 0 : failureDelayMs };
  }
}
