import { gaveUp } from "../concurrency/deadline.ts";
import { EngineError } from "../errors.ts";
import type { Call } from "../ports/call.ts";
import type { JobDependencies } from "./dependencies.ts";

/** Between two tries to reach a store that is out of order. */
export const storeRestMs = 1000;

/** True if a store was out of order: the same step may succeed later. */
export function isUnavailable(thrown: unknown): boolean {
  return EngineError.is(thrown) && thrown.code === "STORE_UNAVAILABLE";
}

/** True if only a process of a newer version can take the step. */
function isForNewer(thrown: unknown): boolean {
  return EngineError.is(thrown, "STORE_UNAVAILABLE") && thrown.details?.needsUpdate === true;
}

/**
 * Takes a step of a store as soon as the store can, so that nothing is fetched twice. Rejects when the signal fires, and when
 * only a newer process can take the step.
 */
export async function onceStored<T>(
  step: () => Promise<T>,
  { clock, onEvent, signal }: Pick<JobDependencies, "clock" | "onEvent"> & { readonly signal: AbortSignal },
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await step();
    } catch (thrown) {
      if (!isUnavailable(thrown) || isForNewer(thrown)) throw thrown;
      if (tries === 1) onEvent({ type: "worker-error", error: String(thrown) });
      await clock.sleep(storeRestMs, signal);
    }
  }
}

/**
 * Takes steps of a store for the caller who follows a job, each as soon as the store can: a job outlasts an outage of its
 * store, and so do its followers. A step throws ABORTED when the caller gives up, and ENGINE_DISPOSED when the engine is gone.
 */
export function followersPatience(
  call: Call,
  resources: Pick<JobDependencies, "clock" | "closing" | "onEvent">,
): <T>(step: () => Promise<T>) => Promise<T> {
  const { closing } = resources;
  const signal = call.signal === undefined ? closing : AbortSignal.any([call.signal, closing]);
  return async (step) => {
    try {
      return await onceStored(step, { ...resources, signal });
    } catch (thrown) {
      if (call.signal?.aborted === true) throw gaveUp(call.signal);
      closing.throwIfAborted();
      throw thrown;
    }
  };
}
