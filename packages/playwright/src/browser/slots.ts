import { EngineError } from "@garner/core";

/** A number of places; whoever finds none free waits for its turn. */
export interface Slots {
  /** Resolves when a place is free, with the function that gives it back. Rejects when the signal fires. */
  take(signal: AbortSignal): Promise<() => void>;
  /** Rejects everyone who waits, and whoever comes later. */
  close(): void;
  readonly taken: () => number;
}

/** Places that are handed out in the order they were asked for, as long as `mayOpen` agrees or none is taken. */
export function createSlots(count: number, mayOpen: () => boolean): Slots {
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
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.delete(enter);
          reject(signal.reason as Error);
        };
        const enter = (error?: EngineError) => {
          signal.removeEventListener("abort", leave);
          if (error === undefined) resolve();
          else reject(error);
        };
        signal.addEventListener("abort", leave, { once: true });
        waiting.add(enter);
        admit();
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

/** What a capture gets that comes too late. */
export function shutDown(): EngineError {
  return new EngineError("OVERLOADED", "The browser has been shut down.");
}
