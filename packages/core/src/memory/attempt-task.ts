import type { TaskOutcome } from "../ports/queue.ts";

/** The rest of a task whose handler failed. */
const failureDelayMs = 1000;

/**
 * The outcome of a task by its handler, as every queue tells it. Never rejects: a handler that throws was interrupted, or met
 * something that is down, so its task comes again; an interruption is no attempt.
 */
export async function attemptTask(
  handle: (signal: AbortSignal) => Promise<TaskOutcome>,
  signal: AbortSignal,
): Promise<TaskOutcome> {
  try {
    return await handle(signal);
  } catch {
    return signal.aborted ? { next: "postpone", delayMs: 0 } : { next: "retry", delayMs: failureDelayMs };
  }
}
