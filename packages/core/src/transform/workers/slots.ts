import { gaveUp } from "../../concurrency/deadline.ts";
import { EngineError } from "../../errors.ts";

/** A fixed number of places to work in, given out in the order of asking. */
export interface Slots {
  /**
   * Waits for a place and returns how to give it back. Throws OVERLOADED at once when too many are waiting, ABORTED when
   * the signal fires first.
   */
  take(signal: AbortSignal): Promise<() => void>;
}

/** `count` places, and at most `maxWaiting` callers waiting for one. */
export function createSlots(count: number, maxWaiting: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();
  const giveBack = () => {
    const next = waiting.values().next();
    if (next.done === true) free += 1;
    else next.value();
  };
  return {
    async take(signal) {
      if (signal.aborted) throw gaveUp(signal);
      if (free > 0) free -= 1;
      else {
        if (waiting.size >= maxWaiting) {
          throw new EngineError("OVERLOADED", `${waiting.size} pages are waiting to be read; see \`maxQueue\`.`);
        }
        await turn(waiting, signal);
      }
      return once(giveBack);
    },
  };
}

function turn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const proceed = () => {
      waiting.delete(proceed);
      signal.removeEventListener("abort", leave);
      resolve();
    };
    const leave = () => {
      waiting.delete(proceed);
      reject(gaveUp(signal));
    };
    waiting.add(proceed);
    signal.addEventListener("abort", leave, { once: true });
  });
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
