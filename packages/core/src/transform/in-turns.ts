import { setImmediate as nextTurn } from "node:timers/promises";
import { gaveUp } from "../concurrency/deadline.ts";
import type { Steps } from "../collections/steps.ts";
import type { Clock } from "../ports/clock.ts";

/** Runs steps to their end. Throws ABORTED when the signal fires meanwhile. */
export type RunSteps = <Outcome>(steps: Steps<Outcome>, signal: AbortSignal) => Promise<Outcome>;

/** After so long, others have their turn. */
const sliceMs = 8;

/**
 * Runs steps in turns of the event loop that are no longer than a few milliseconds, or than one step, so that whatever else
 * the process does comes in between. One page after the other: of pages that are read by turns, all the trees would be in
 * memory at once.
 */
export function inTurns(clock: Clock): RunSteps {
  let before: Promise<unknown> = Promise.resolve();
  const run = async <Outcome>(steps: Steps<Outcome>, signal: AbortSignal): Promise<Outcome> => {
    for (;;) {
      await nextTurn();
      if (signal.aborted) throw gaveUp(signal);
      const endsAt = clock.monotonic() + sliceMs;
      do {
        const step = steps.next();
        if (step.done === true) return step.value;
      } while (clock.monotonic() < endsAt);
    }
  };
  return async (steps, signal) => {
    const own = before.then(() => run(steps, signal));
    before = own.catch(() => undefined);
    return await own;
  };
}
