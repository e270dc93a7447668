import { setTimeout as sleep } from "node:timers/promises";
import { memoryQueue, type Queue } from "@garner/core";
import { describe } from "vitest";
import { testQueue } from "./queue.ts";

/** A queue whose store is far away: to push, to hand over and to note an outcome take real time. */
function farAway(queue: Queue): Queue {
  const travel = () => sleep(5);
  return {
    async push(tasks, options) {
      await travel();
      await queue.push(tasks, options);
    },
    consume: (handler, options) =>
      queue.consume(async (task, attempt, signal) => {
        await travel();
        try {
          return await handler(task, attempt, signal);
        } finally {
          await travel();
        }
      }, options),
  };
}

describe("a queue that waits for its store", () =>
  testQueue({ setup: ({ clock }) => farAway(memoryQueue({ clock })) }));
