import type { Worker } from "node:worker_threads";
import type { Clock } from "../../ports/clock.ts";

/**
 * V8 may take this much more than a task. Past its own limit it ends a thread only if the last pieces are small: a large
 * one, such as a list of millions that grows, ends the whole process.
 */
export const spareMemoryMb = 512;

/** A thread takes hardly more than half of {@link spareMemoryMb} in this time. Most tasks are over before it. */
const checkEveryMs = 100;

/** Looks at the memory of one task's thread. */
export interface MemoryWatch {
  /**
   * Fires, with {@link tooMuchMemory}, once the thread's heap and what native code holds for it are over the limit. In a
   * runtime that does not tell them, as Deno, it never fires.
   */
  readonly signal: AbortSignal;
  /** The task has begun in this thread. */
  begin(thread: Worker): void;
  /** The task is over. */
  end(): void;
}

/** The reason why a task was ended that took too much memory. */
export const tooMuchMemory = new RangeError("The thread takes too much memory.");

/** Watches one task. */
export function watchMemory({
  maxMemoryMb,
  clock,
}: {
  readonly maxMemoryMb: number;
  readonly clock: Clock;
}): MemoryWatch {
  const over = new AbortController();
  const tooMuch = new AbortController();
  const watch = async (thread: Worker): Promise<void> => {
    while (!over.signal.aborted) {
      // The end of the task cuts the wait short, and a thread that has ended has no numbers: the task's outcome tells of both.
      await clock.sleep(checkEveryMs, over.signal).catch(() => undefined);
      if (over.signal.aborted) return;
      const heap = await thread.getHeapStatistics().catch(() => undefined);
      if (heap === undefined) return;
      if (heap.used_heap_size + heap.external_memory > maxMemoryMb * 1024 * 1024) tooMuch.abort(tooMuchMemory);
    }
  };
  return {
    signal: tooMuch.signal,
    begin(thread) {
      // Deno's threads have no numbers.
      if ("getHeapStatistics" in thread) void watch(thread);
    },
    end: () => over.abort(),
  };
}
