import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../ports/clock.ts";

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => Math.round(performance.now()),
  sleep: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
  deadline: (ms) => AbortSignal.timeout(ms),
};
