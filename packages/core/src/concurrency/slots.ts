import { gaveUp } from "./deadline.ts";
import { EngineError } from "../errors.ts";

/** A fixed number of places to work in, shared fairly among those who ask. */
export interface Slots {
  /**
   * Waits for a place and resolves with the function that gives it back. Each key has a line of its own, and the lines
   * take turns. Callers in the background let the others go first, but every eighth place at least is theirs. Throws
   * OVERLOADED if too many wait and the longest line is the caller's, and ABORTED if the signal fires first.
   */
  take(key: string, signal: AbortSignal, inBackground?: boolean): Promise<() => void>;
  /** A place, if one is free and no line waits for it. */
  tryTake(): (() => void) | undefined;
  /**
   * Calls back once another caller waits for this caller's place, the first of several; returns a function that calls
   * this off.
   */
  onWanted(makeRoom: () => void): () => void;
}

interface Waiting {
  readonly proceed: () => void;
  readonly refuse: () => void;
}

/** `count` places, and at most `maxWaiting` callers waiting for one. */
export function createSlots(count: number, maxWaiting: number): Slots {
  let free = count;
  const lines = createLines(maxWaiting);
  // Those who can make room, and how many of them were asked to and have not yet.
  const yielding = new Set<() => void>();
  let asked = 0;

  const askForRoom = (): void => {
    for (const makeRoom of yielding) {
      if (asked >= lines.size) return;
      yielding.delete(makeRoom);
      asked += 1;
      makeRoom();
    }
  };
  const giveBack = (): void => {
    asked = Math.max(0, asked - 1);
    const next = lines.next();
    if (next === undefined) free += 1;
    else next.proceed();
  };
  const wait = (key: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (settle: () => void) => () => {
        lines.leave(key, waiting);
        signal.removeEventListener("abort", giveUp);
        settle();
      };
      const waiting: Waiting = {
        proceed: end(resolve),
        refuse: end(() => reject(overloaded(lines.size))),
      };
      const giveUp = end(() => reject(gaveUp(signal)));
      lines.join(key, waiting);
      askForRoom();
      signal.addEventListener("abort", giveUp, { once: true });
    });

  return {
    async take(key, signal, inBackground = false) {
      if (signal.aborted) throw gaveUp(signal);
      if (free > 0) free -= 1;
      else {
        const line = inBackground ? background + key : key;
        lines.makeRoomFor(line);
        await wait(line, signal);
      }
      return once(giveBack);
    },
    tryTake() {
      if (free === 0) return undefined;
      free -= 1;
      return once(giveBack);
    },
    onWanted(makeRoom) {
      yielding.add(makeRoom);
      askForRoom();
      return () => void yielding.delete(makeRoom);
    },
  };
}

/** Begins the names of lines in the background. */
const background = "background ";

/** This many go before those in the background, which get the next place. */
const maxBeforeBackground = 7;

/** Those who wait, each key in a line of its own; the lines take turns. */
function createLines(maxWaiting: number) {
  let size = 0;
  let beforeBackground = 0;
  // A line that was served goes behind the others.
  const lines = new Map<string, Set<Waiting>>();

  const leave = (key: string, waiting: Waiting): void => {
    const line = lines.get(key);
    if (line?.delete(waiting) !== true) return;
    size -= 1;
    if (line.size === 0) lines.delete(key);
  };

  return {
    get size() {
      return size;
    },
    leave,
    join(key: string, waiting: Waiting): void {
      const line = lines.get(key) ?? new Set();
      lines.set(key, line.add(waiting));
      size += 1;
    },
    /** Takes the first caller off the line whose turn it is. */
    next(): Waiting | undefined {
      const all = [...lines];
      const isBackgroundsTurn = beforeBackground >= maxBeforeBackground;
      const turn = all.find(([key]) => key.startsWith(background) === isBackgroundsTurn) ?? all[0];
      const first = turn?.[1].values().next().value;
      if (turn === undefined || first === undefined) return undefined;
      const [key, line] = turn;
      beforeBackground = key.startsWith(background) ? 0 : beforeBackground + 1;
      leave(key, first);
      if (lines.delete(key)) lines.set(key, line);
      return first;
    },
    /** Refuses the last caller in the longest line if too many wait; throws OVERLOADED if that is the caller itself. */
    makeRoomFor(key: string): void {
      if (size < maxWaiting) return;
      const longest = [...lines].reduce((one, other) => (other[1].size > one[1].size ? other : one));
      const last = [...longest[1]].at(-1);
      if (last === undefined || (lines.get(key)?.size ?? 0) + 1 >= longest[1].size) throw overloaded(size);
      last.refuse();
    },
  };
}

const overloaded = (count: number): EngineError =>
  new EngineError("OVERLOADED", `${count} pages are waiting to be read; see \`maxQueue\`.`);

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
