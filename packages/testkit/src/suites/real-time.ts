import { setTimeout as sleep } from "node:timers/promises";
import type { Clock, Queue, TaskOutcome } from "@garner/core";
import { fakeClock } from "../fake-clock.ts";
import type { Examined, Setup } from "./examined.ts";

/** A clock that the tests of a suite may move on. */
export interface SuiteClock extends Clock {
  advance(ms: number): Promise<void>;
  jump(ms: number): void;
  /** It runs by itself. */
  readonly isReal: boolean;
  /** By how much things may be late on it that must happen soon. */
  readonly slackMs: number;
}

/** A clock that stands still until it is moved on, and on which nothing is late. */
export function steadyClock(beginning?: number): SuiteClock {
  return { ...fakeClock(beginning), isReal: false, slackMs: 0 };
}

/** A clock that runs by itself, so many times as fast as time. It can't be set. */
export function fastClock({ speed, slackMs }: Pick<SuiteClock, "slackMs"> & { readonly speed: number }): SuiteClock {
  const begunAt = performance.now();
  const passedMs = () => Math.floor((performance.now() - begunAt) * speed);
  return {
    ...{ isReal: true, slackMs },
    now: passedMs,
    monotonic: passedMs,
    sleep: (ms, signal) => sleep(ms / speed, undefined, { signal }),
    deadline: (ms) => AbortSignal.timeout(Math.ceil(ms / speed)),
    advance: (ms) => sleep(ms / speed),
    jump() {
      throw new Error("Real time does not jump.");
    },
  };
}

type Options = [options: { readonly clock: Clock }];

/** Sets up queues whose delays are so many times as short. */
export function inRealTime(setup: Setup<Queue, Options>, speed: number): Setup<Queue, Options> {
  return async (...options) => {
    const made = await setup(...options);
    const examined: Examined<Queue, Options> = "store" in made ? made : { store: made };
    const { another } = examined;
    return {
      ...examined,
      store: inAHurry(examined.store, speed),
      another: another && (async (...more) => inAHurry(await another(...more), speed)),
    };
  };
}

function inAHurry(queue: Queue, speed: number): Queue {
  const shorter = (outcome: TaskOutcome) =>
    outcome.next === "done" ? outcome : { ...outcome, delayMs: outcome.delayMs / speed };
  return {
    push: (tasks, { delayMs = 0 } = {}) => queue.push(tasks, { delayMs: delayMs / speed }),
    consume: (handler, options) => queue.consume(async (...delivered) => shorter(await handler(...delivered)), options),
  };
}
