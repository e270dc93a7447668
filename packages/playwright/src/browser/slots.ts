import { EngineError, type Clock } from "@garner/core";

/** A number of places; a caller that finds none free waits for its turn. */
export interface Slots {
  /** Resolves when a place is free, with the function that gives it back. Rejects when the signal fires. */
  take(signal: AbortSignal): Promise<() => void>;
  /** Rejects all waiting callers, and all later ones. */
  close(): void;
  readonly taken: () => number;
}

/** The parts of slots. */
export interface SlotsOptions {
  readonly count: number;
  /** True if there is room for one more, besides the first. */
  readonly mayOpen: () => boolean;
  /** The longest wait; then a caller is rejected with OVERLOADED. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
}

/** Places that are handed out in the order they were asked for, as long as `mayOpen` agrees or none is taken. */
export function createSlots({ count, mayOpen, maxWaitMs, clock }: SlotsOptions): Slots {
  const waiting = new Set<(error?: EngineError) => void>();
  let taken = 0;
  let isClosed = false;
  const admit = () => {
    for (const enter of waiting) {
      if (taken > 0 && (taken >= count || !mayOpen())) return;
      waiting.delete(enter);
      taken += 1;
      enter();
    }
  };
  const release = () => {
    let isHeld = true;
    return () => {
      if (isHeld) taken -= 1;
      isHeld = false;
      admit();
    };
  };
  return {
    taken: () => taken,
    async take(signal) {
      if (isClosed) throw shutDown();
      signal.throwIfAborted();
      const served = new AbortController();
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.delete(enter);
          served.abort();
          reject(signal.reason as Error);
        };
        const enter = (error?: EngineError) => {
          signal.removeEventListener("abort", leave);
          served.abort();
          if (error === undefined) resolve();
          else reject(error);
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting.add(enter);
        admit();
        if (!waiting.has(enter)) return;
        const sendAway = () => waiting.delete(enter) && enter(noRoom(count, maxWaitMs));
        clock.sleep(maxWaitMs, served.signal).then(sendAway, () => undefined); // it was served before
      });
      return release();
    },
    close() {
      isClosed = true;
      for (const enter of waiting) enter(shutDown());
      waiting.clear();
    },
  };
}

function noRoom(count: number, waitedMs: number): EngineError {
  const message =
    `All ${count} pages that may be open at once were taken for ${waitedMs} ms. ` +
    "Ask for fewer at once, or set `pool.maxOpenPages` or `pool.maxWaitMs`.";
  return new EngineError("OVERLOADED", message, { details: { retryAfterMs: waitedMs } });
}

/** The error for a capture that comes too late. */
export function shutDown(): EngineError {
  return new EngineError("OVERLOADED", "The browser has been shut down.");
}
