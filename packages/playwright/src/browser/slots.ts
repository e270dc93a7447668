import { EngineError, type Clock } from "@garner/core";

/** A number of places; a caller that finds none free waits for its turn. */
export interface Slots {
  /**
   * Resolves when a place is free, with the function that gives it back. Rejects when the signal fires. Whoever is in the
   * background, where nobody waits for it, lets the others go first, but at least every eighth place is for the background.
   */
  take(signal: AbortSignal, inBackground?: boolean): Promise<() => void>;
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

/** Called to come in, or to be sent away. */
type Enter = (error?: EngineError) => void;

/** Places that are handed out in the order they were asked for, as long as `mayOpen` agrees or none is taken. */
export function createSlots({ count, mayOpen, maxWaitMs, clock }: SlotsOptions): Slots {
  const lines = createLines();
  let taken = 0;
  let isClosed = false;
  const admit = () => {
    while (lines.isWaiting() && (taken === 0 || (taken < count && mayOpen()))) {
      taken += 1;
      lines.next()?.();
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
    async take(signal, inBackground = false) {
      if (isClosed) throw shutDown();
      signal.throwIfAborted();
      const served = new AbortController();
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          lines.leave(enter);
          served.abort();
          reject(signal.reason as Error);
        };
        const enter: Enter = (error) => {
          signal.removeEventListener("abort", leave);
          served.abort();
          if (error === undefined) resolve();
          else reject(error);
        };
        signal.addEventListener("abort", leave, { once: true });
        lines.join(enter, inBackground);
        admit();
        if (served.signal.aborted) return;
        const sendAway = () => lines.leave(enter) && enter(noRoom(count, maxWaitMs));
        clock.sleep(maxWaitMs, served.signal).then(sendAway, () => undefined); // it was served before
      });
      return release();
    },
    close() {
      isClosed = true;
      for (let enter = lines.next(); enter !== undefined; enter = lines.next()) enter(shutDown());
    },
  };
}

/** This many go before those in the background, which get the next place. */
const maxBeforeBackground = 7;

/** Those who wait, in two lines. */
function createLines() {
  const waiting = new Set<Enter>();
  const inBackground = new Set<Enter>();
  let beforeBackground = 0;
  return {
    isWaiting: () => waiting.size + inBackground.size > 0,
    join: (enter: Enter, isBackground: boolean) => void (isBackground ? inBackground : waiting).add(enter),
    leave: (enter: Enter): boolean => waiting.delete(enter) || inBackground.delete(enter),
    /** Takes the next one out of the line. */
    next(): Enter | undefined {
      const isBackgroundsTurn = beforeBackground >= maxBeforeBackground || waiting.size === 0;
      const line = isBackgroundsTurn && inBackground.size > 0 ? inBackground : waiting;
      const [first] = line;
      if (first === undefined) return undefined;
      beforeBackground = line === inBackground ? 0 : beforeBackground + 1;
      line.delete(first);
      return first;
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
